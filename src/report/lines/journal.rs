//! The results file of a run, written line by line during the run.
//!
//! Each line is appended in a single call: several threads and programs may write to the file, and a run that is killed
//! loses no case that has ended.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use humantime::format_rfc3339_millis;

use super::record::{Record, Run, Stamp};
use crate::process::workspace::WriteError;

/// The open results file of this run.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    run: String,
    /// The lines written so far, if they are to be kept.
    kept: Option<Mutex<Vec<Record>>>,
}

impl Journal {
    /// Opens the results file of a run: `named`, or a file in `folder` with the name of the run. The process that
    /// creates the file writes the run line.
    pub(crate) fn open(named: Option<&Path>, folder: &Path, run: Run) -> Result<Journal, WriteError> {
        let path = named.map_or_else(|| folder.join(format!("{}.jsonl", run.run)), Path::to_owned);
        let error = |source| WriteError { path: path.clone(), source };
        if named.is_none() {
            std::fs::create_dir_all(folder).map_err(error)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let (mut file, is_new) = match options.clone().create_new(true).open(&path) {
            Ok(file) => (file, true),
            Err(failed) if failed.kind() == ErrorKind::AlreadyExists => {
                (options.open(&path).map_err(error)?, false)
            }
            Err(failed) => return Err(error(failed)),
        };
        if !is_new {
            end_torn_line(&mut file).map_err(error)?;
        }
        let journal = Journal { path: path.clone(), file, run: run.run.clone(), kept: None };
        if is_new || named.is_some() {
            journal.append(&Record::Run(Box::new(run)))?;
        }
        Ok(journal)
    }

    /// Keeps the lines written from now on, for a report at the end.
    pub(crate) fn keep_lines(&mut self) {
        self.kept = Some(Mutex::default());
    }

    /// Returns the lines kept so far.
    pub(crate) fn lines(&self) -> Vec<Record> {
        let lines = |kept: &Mutex<Vec<Record>>| kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.kept.as_ref().map(lines).unwrap_or_default()
    }

    /// Returns the stamp of a new line of this run.
    pub(crate) fn stamp(&self) -> Stamp {
        Stamp { run: self.run.clone(), time: format_rfc3339_millis(SystemTime::now()).to_string() }
    }

    /// Writes lines, in order.
    pub(crate) fn note(&self, lines: impl IntoIterator<Item = Record>) -> Result<(), WriteError> {
        for line in lines {
            self.append(&line)?;
            if let Some(kept) = &self.kept {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            }
        }
        Ok(())
    }

    fn append(&self, record: &Record) -> Result<(), WriteError> {
        let line = serde_json::to_string(record).map_err(std::io::Error::from);
        let written = line.and_then(|line| (&self.file).write_all((line + "\n").as_bytes()));
        written.map_err(|source| WriteError { path: self.path.clone(), source })
    }
}

/// Ends the last line if a killed run left it unfinished.
fn end_torn_line(file: &mut File) -> std::io::Result<()> {
    if !file.metadata()?.is_file() || file.metadata()?.len() == 0 {
        return Ok(());
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    if last == *b"\n" { Ok(()) } else { file.write_all(b"\n") }
}
