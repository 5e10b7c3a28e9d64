//! Exit codes of the programs.

/// Everything as it should be; for `storm replay`: the solver answered `sat` or `unknown`.
pub const SUCCESS: u8 = 0;
/// A wrong `unsat` was seen; for `storm verify`: an `unsat` that casts doubt on a certificate.
pub const WRONG_UNSAT: u8 = 1;
/// `storm inspect --second-opinion`: Z3 has another value than this program for a term.
pub const DIFFERENCE: u8 = 1;
/// Wrong usage, configuration or input; the message says what is wrong.
pub const USAGE: u8 = 2;
/// The solver could not be tested: missing, no answer, an error.
pub const NOT_TESTED: u8 = 3;
/// The harness: no test matches the filter (the code of nextest).
pub const NO_TESTS: u8 = 4;
/// The harness: who read the outcomes has gone before the last one, as a shell shows what SIGPIPE ends.
pub const READER_GONE: u8 = 128 + 13;
/// The harness: at least one test failed (the code of libtest).
pub const TESTS_FAILED: u8 = 101;
