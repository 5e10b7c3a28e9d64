//! The test program, for a test target of three lines.

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::suite::arguments::TestArguments;
use crate::suite::run_tests::{ReportStyle, test};
use crate::{cli, worker};

/// The body of a test target with `harness = false`:
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     smt_storm::harness::main(env!("CARGO_MANIFEST_DIR"))
/// }
/// ```
///
/// Reads `solvers.yaml` in `folder` (or the file STORM_CONFIG names), takes the profile that STORM_PROFILE names, and
/// runs its cases with libtest's arguments, or only those that STORM_RNG, STORM_ROWS and STORM_SHARD select. It also
/// writes the results to a file, see [`crate::report::lines`]. Exit codes are those of [`crate::suite::exit`]. With the
/// arguments `storm COMMAND …` it is the command line, see [`cli`].
pub fn main(folder: &str) -> ExitCode {
    if let Some(code) = worker::dispatch().or_else(cli::dispatch) {
        return code;
    }
    // An argument that is not UTF-8 matches no name, which the program reports.
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    test(Path::new(folder), TestArguments::parse_from(words), ReportStyle::Libtest)
}
