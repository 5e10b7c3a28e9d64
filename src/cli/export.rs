//! `storm export`: writes a failure as a regression test of a solver's own suite.

use std::path::PathBuf;

use clap::Args;
use smt_storm::bugs::evidence::Evidence;
use smt_storm::bugs::export::{Suite, export, prepare};
use smt_storm::suite::exit;

use super::files::{ConfigFile, write};
use super::print::{self, EXIT_CODES, Failed, Output};

/// Write a failure as a regression test for a solver's own test suite.
///
/// The test expects the right answers. If the failure is one of that solver, the test sets the options that the failure needs, in
/// the suite's own way; otherwise a comment lists them. No suite can state that a printed core, step, optimum or value is wrong, so these
/// go only into a plain script. Prints the paths of the files.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Export {
    /// The snapshot: its name, or the path of its file.
    snapshot: PathBuf,
    /// Test suite to write for.
    #[arg(long = "for", value_name = "SUITE")]
    suite: Suite,
    /// Folder to write to.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    out: PathBuf,
    #[command(flatten)]
    file: ConfigFile,
    #[command(flatten)]
    output: Output,
}

impl Export {
    pub(super) fn run(self) -> Result<u8, Failed> {
        print::begin("export", &self.output);
        let mut evidence = Evidence::read_alone(&self.file.locate(&self.snapshot)?)?;
        let in_snapshot = |untestable| format!("{}: {untestable}", self.snapshot.display());
        prepare(&mut evidence, self.suite).map_err(in_snapshot)?;
        let mut written = Vec::new();
        for file in export(&evidence, self.suite) {
            let path = self.out.join(&file.name);
            write(&path, &file.text)?;
            say!("{}", path.display());
            written.push(path);
        }
        print::result(&written)?;
        Ok(exit::SUCCESS)
    }
}
