//! The test program, for a test target of three lines.

use std::io::{self, Write};
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

/// The body of a test target for a solver that is a library: that of this crate, or one that it depends on.
///
/// ```no_run
/// # mod solver { pub fn answers(script: &str) -> Vec<String> { Vec::new() } }
/// fn main() -> std::process::ExitCode {
///     smt_storm::harness::with(env!("CARGO_MANIFEST_DIR"), "mine 1.0", |script, out| {
///         solver::answers(script).iter().try_for_each(|answer| writeln!(out, "{answer}"))
///     })
/// }
/// ```
///
/// `solve` gets a whole SMT-LIB script, and writes what the solver answers to its commands, or `(error "…")`. It runs
/// in processes of this test program, never in the one that runs the tests: a panic, a crash, a leak or an endless loop
/// ends a process, and is judged like that of any other solver. In `solvers.yaml`, `{library}` stands for the program:
///
/// ```yaml
/// solvers:
///   mine:
///     argv: ["{library}", "{file}"]
///     version: ["{library}", --version]
///     session: {argv: ["{library}"]}   # one process for many scripts
/// ```
///
/// Everything else is as in [`main`].
pub fn with(
    folder: &str,
    version: &str,
    solve: impl FnMut(&str, &mut dyn Write) -> io::Result<()>,
) -> ExitCode {
    worker::serve_library(version, solve).unwrap_or_else(|| main(folder))
}
