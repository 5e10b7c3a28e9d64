//! `storm issue`: a failure as a report for the solver's maintainers.

use std::path::PathBuf;

use clap::Args;
use smt_storm::bugs::evidence::Evidence;
use smt_storm::bugs::issue::issue;
use smt_storm::process::workspace::write_atomically;
use smt_storm::suite::exit;

use super::print;

/// Write a report on a failure, in Markdown, as the maintainers of solvers ask for it.
///
/// It says what the snapshot knows. For what it does not know, a comment in the report names the
/// command that finds it out, such as `storm verify` for what other solvers say.
#[derive(Debug, Args)]
pub(super) struct Issue {
    /// The snapshot, `.snap` or `.snap.new`.
    snapshot: PathBuf,
    /// The file to write; standard output when left out.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Issue {
    pub(super) fn run(self) -> Result<u8, String> {
        let evidence = Evidence::read(&self.snapshot).map_err(|error| error.to_string())?;
        let unreadable = |error| format!("{}: the script cannot be read: {error}", self.snapshot.display());
        let report = issue(&evidence, &self.snapshot).map_err(unreadable)?;
        match &self.out {
            None => print::text(&report),
            Some(path) => {
                write_atomically(path, &report)
                    .map_err(|error| format!("{}: cannot be written ({error})", path.display()))?;
                say!("{}", path.display());
            }
        }
        Ok(exit::SUCCESS)
    }
}
