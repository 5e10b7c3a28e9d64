//! The results file of a run, written line by line during the run.
//!
//! Each line goes out in one call, at the end of the file: several threads and programs may write to it, and a run that
//! is killed loses no case that had ended.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use humantime::{format_rfc3339_millis, format_rfc3339_seconds};

use super::fields::PlannedCases;
use super::record::{Record, Run, Stamp, VERSION};
use crate::digest::Digest;
use crate::matrix::Config;
use crate::process::count_processors;
use crate::process::workspace::WriteError;

/// Longest name of a run that is taken from the environment.
const LONGEST_NAME: usize = 100;

/// The open results file of this run.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    run: String,
    /// The lines that were noted, if they are to be kept.
    kept: Option<Mutex<Vec<Record>>>,
}

/// What names the run and its file.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    /// The name of the run.
    pub run: String,
    /// Whether other processes have the same name and run other cases.
    pub is_shared: bool,
    /// What other processes with other names share, if they are parts of the same run.
    pub group: Option<String>,
    /// The part of the cases that it runs, where it is not all.
    pub shard: Option<String>,
    /// The rows that are left, where it is not all.
    pub rows: Option<String>,
    /// The version of the build that it is compared with.
    pub against: Option<String>,
    /// Who is asked for models in the place of the linked Z3, and its version.
    pub model_from: Option<String>,
    /// When it started.
    pub started: SystemTime,
}

impl Identity {
    /// The identity of this process: that of the run of nextest it is part of (NEXTEST_RUN_ID), or one of its own
    /// from the time and the process number.
    pub(crate) fn of_this_process(nextest_run: Option<&str>) -> Identity {
        let started = SystemTime::now();
        let shared = nextest_run.filter(|name| is_name(name)).map(str::to_owned);
        let is_shared = shared.is_some();
        let own = || {
            let time = format_rfc3339_seconds(started).to_string().replace(':', "-");
            format!("{time}-{}", std::process::id())
        };
        let (group, shard, rows, against, model_from) = (None, None, None, None, None);
        Identity {
            run: shared.unwrap_or_else(own),
            is_shared,
            group,
            shard,
            rows,
            against,
            model_from,
            started,
        }
    }
}

/// Whether a text may name a run, and so a file.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(plain)
}

impl Journal {
    /// Opens the results file of a run that is to have these cases: `named`, or one in `folder` that is called like the
    /// run. `libz3` is the version of the one that finds witnesses. The run's own line is written by the process that makes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn open(
        named: Option<&Path>,
        folder: &Path,
        identity: Identity,
        libz3: String,
        config: &Config,
        planned: impl IntoIterator<Item = String>,
    ) -> Result<Journal, WriteError> {
        let path = named.map_or_else(|| folder.join(format!("{}.jsonl", identity.run)), Path::to_owned);
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
        let journal = Journal { path: path.clone(), file, run: identity.run.clone(), kept: None };
        if is_new || named.is_some() {
            let planned = (!identity.is_shared).then(|| PlannedCases::collect(planned));
            journal.append(&Record::Run(Box::new(first_line(identity, libz3, config, planned))))?;
        }
        Ok(journal)
    }

    /// Keeps the lines that are noted from now on, for a form of results that is made of them at the end.
    pub(crate) fn keep_lines(&mut self) {
        self.kept = Some(Mutex::default());
    }

    /// The lines that were kept so far.
    pub(crate) fn lines(&self) -> Vec<Record> {
        let lines = |kept: &Mutex<Vec<Record>>| kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.kept.as_ref().map(lines).unwrap_or_default()
    }

    /// The stamp of a line of this run that is made now.
    pub(crate) fn stamp(&self) -> Stamp {
        Stamp { run: self.run.clone(), time: format_rfc3339_millis(SystemTime::now()).to_string() }
    }

    /// Writes lines, in order.
    ///
    /// # Errors
    /// The file cannot be written.
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

fn first_line(identity: Identity, libz3: String, config: &Config, planned: Option<PlannedCases>) -> Run {
    let Identity { run, group, shard, rows, against, model_from, started, .. } = identity;
    let text = std::fs::read(&config.path).unwrap_or_default();
    Run {
        version: VERSION,
        run,
        group,
        shard,
        rows,
        against,
        started: format_rfc3339_millis(started).to_string(),
        smt_storm: env!("CARGO_PKG_VERSION").to_owned(),
        libz3,
        model_from,
        profile: config.profile.clone(),
        config: config.path.display().to_string(),
        config_sha256: Digest::of(text).to_string(),
        planned,
        cores: count_processors().get(),
        machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
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
