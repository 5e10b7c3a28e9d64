//! Exit codes of the programs.

/// Everything as it should be; for `storm replay`: the failure does not show.
pub const SUCCESS: u8 = 0;
/// For `storm replay`: the failure shows; for `storm verify`: an `unsat` that casts doubt on a certificate.
pub const WRONG_UNSAT: u8 = 1;
/// `storm inspect --second-opinion`: Z3 has another value than this program for a term.
pub const DIFFERENCE: u8 = 1;
/// `storm review`: a snapshot waits for review.
pub const WAITING: u8 = 1;
/// Wrong usage, configuration or input; the message says what is wrong.
pub const USAGE: u8 = 2;
/// The solver could not be tested: missing, no answer, an error.
pub const NOT_TESTED: u8 = 3;
/// `storm replay --bisect`: `git bisect run` tries another version.
pub const BISECT_SKIP: u8 = 125;
/// `storm replay --bisect`: `git bisect run` stops.
pub const BISECT_STOP: u8 = 128;
/// The harness: no test matches the filter (the code of nextest).
pub const NO_TESTS: u8 = 4;
/// The harness: who read the outcomes has gone before the last one, as a shell shows what SIGPIPE ends.
pub const READER_GONE: u8 = 128 + 13;
/// The harness: at least one test failed (the code of libtest).
pub const TESTS_FAILED: u8 = 101;
