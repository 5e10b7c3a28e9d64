//! `storm export`: writes a failure as a regression test of a solver's own suite.

use std::path::PathBuf;

use clap::Args;
use smt_storm::bugs::evidence::Evidence;
use smt_storm::bugs::export::{Suite, export};
use smt_storm::suite::exit;

use super::files::{ConfigFile, write};
use super::print::{self, EXIT_CODES, Failed, Output};

/// Write a failure as a regression test for a solver's own test suite.
///
/// The test expects the right answers. If the failure is one of that solver, the test sets the options that the failure needs, in
/// the suite's own way; otherwise a comment lists them. Prints the paths of the files.
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
        let evidence = Evidence::read_alone(&self.file.locate(&self.snapshot)?)?;
        let open = evidence.open();
        if !matches!(self.suite, Suite::Plain) && !open.is_empty() {
            return Err(format!(
                "{}: check-sat {} has no known witness, so a test cannot state its answer; use `--for plain`",
                self.snapshot.display(),
                open[0] + 1
            )
            .into());
        }
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
