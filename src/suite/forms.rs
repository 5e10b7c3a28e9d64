//! What a run came to, in the forms that CI systems read: made of its lines of results, when it ends.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::process::workspace::write_atomically;
use crate::report::gather::{Choice, Results};
use crate::report::{Report, annotations, junit};
use crate::suite::context::Context;

/// The forms that are asked for.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    /// The file for JUnit.
    pub junit: Option<PathBuf>,
    /// Whether bugs are annotated.
    pub annotates: bool,
}

impl Forms {
    /// Writes JUnit to its file, and annotations to standard error: on standard output they would be among what libtest
    /// prints.
    ///
    /// # Errors
    /// The results cannot be read again, or the file cannot be written.
    pub(super) fn write(&self, context: &Context) -> Result<(), String> {
        if self.junit.is_none() && !self.annotates {
            return Ok(());
        }
        let results =
            Results::read(&[context.journal.path().to_owned()]).map_err(|error| error.to_string())?;
        let choice = Choice::Named(context.journal.stamp().run);
        let report = Report::of(&results, &choice, None, Some(&context.config.snapshots));
        let report = report.map_err(|error| error.to_string())?;
        if let Some(path) = &self.junit {
            let text = junit::write(&report)?;
            write_atomically(path, &text).map_err(|error| format!("--junit: {}: {error}", path.display()))?;
        }
        if self.annotates {
            // Nobody may be there to read it.
            let _ = write!(io::stderr(), "{}", annotations::write(&report));
        }
        Ok(())
    }
}
