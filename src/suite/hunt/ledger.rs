//! The file from which a campaign resumes: the progress on each row and seed, and a line for each later unit.
//!
//! A unit's line is written in one call as soon as the unit is done, so a program that is killed loses only the units that
//! were running. From time to time, a new file that sums the lines up replaces this one.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::position::{Done, Position};
use super::walk::Walk;
use crate::process::workspace::{WriteError, write_atomically};

/// Version of the format of the file.
const VERSION: u32 = 2;
/// Number of lines of units after which they are summed up.
const LINES: u32 = 4096;
/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// The open file of a campaign.
#[derive(Debug)]
pub(super) struct Ledger {
    path: PathBuf,
    walk: Walk,
    /// The name of the campaign: that of the run that began it.
    pub campaign: String,
    file: File,
    /// Number of lines of units in it.
    lines: u32,
    /// The progress on rows and seeds that a filter leaves out of this run.
    pub others: BTreeMap<String, Position>,
    /// Locked while it is open.
    _lock: Lock,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The first one.
    Hunt { version: u32, campaign: String, walk: Walk },
    /// The progress on a row and seed.
    Position(String, Position),
    /// A later unit of a row and seed.
    Done(String, Box<Done>),
}

/// A campaign that cannot begin or resume.
#[derive(Debug, thiserror::Error)]
pub(super) enum LedgerError {
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("cannot read {}: {source}; start anew without `--resume`", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}:{line}: not a line of a campaign ({reason}); start anew without `--resume`", path.display())]
    Line { path: PathBuf, line: usize, reason: String },
    #[error(
        "{}: this campaign has other instances, from another version of smt-storm, or from other bounds or RNG \
         seeds in the profile; start anew without `--resume`",
        path.display()
    )]
    OtherWalk { path: PathBuf },
    #[error("cannot lock {}: {source}; STORM_OUTPUT names a folder on a file system that has locks", path.display())]
    Lock { path: PathBuf, source: io::Error },
    #[error("{}: another campaign of this profile and shard is running; stop it, or give each its own shard", path.display())]
    UnderWay { path: PathBuf },
}

impl LedgerError {
    /// Returns why the file of a campaign is not locked. Some file systems have no locks.
    fn unlocked(path: &Path, error: Errno) -> LedgerError {
        match error {
            Errno::WOULDBLOCK => LedgerError::UnderWay { path: path.to_owned() },
            _ => LedgerError::Lock { path: path.with_extension("lock"), source: error.into() },
        }
    }
}

impl Ledger {
    /// Opens the file of this name for a run. If the run `resumes`, all progress is in `others`; if not, the file of an
    /// earlier campaign is kept under another name.
    ///
    /// # Errors
    /// The file cannot be read or written, or belongs to another campaign.
    pub(super) fn open(
        folder: &Path,
        name: &str,
        walk: Walk,
        run: &str,
        resumes: bool,
    ) -> Result<Ledger, LedgerError> {
        let path = folder.join(format!("{name}.jsonl"));
        let write = |source| WriteError { path: path.clone(), source };
        std::fs::create_dir_all(folder).map_err(write)?;
        let lock = File::create(folder.join(format!("{name}.lock"))).map_err(write)?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive)
            .map_err(|error| LedgerError::unlocked(&path, error))?;
        let (campaign, others) = match resumes {
            true => read(&path, &walk, run)?,
            false => match std::fs::rename(&path, folder.join(format!("{name}.before.jsonl"))) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(write(error).into()),
                _ => (run.to_owned(), BTreeMap::new()),
            },
        };
        let file = File::open(folder).map_err(write)?;
        Ok(Ledger { path, walk, campaign, file, lines: 0, others, _lock: Lock(lock) })
    }

    /// Replaces the file by one with this progress, and that of others.
    pub(super) fn sum_up<'a>(
        &mut self,
        positions: impl Iterator<Item = (String, &'a Position)>,
    ) -> Result<(), WriteError> {
        let error = |source| WriteError { path: self.path.clone(), source };
        let mut text = String::new();
        let mut add = |line: &Line| {
            let line = serde_json::to_string(line).map_err(|source| error(source.into()))?;
            text.extend([line.as_str(), "\n"]);
            Ok(())
        };
        let (campaign, walk) = (self.campaign.clone(), self.walk.clone());
        add(&Line::Hunt { version: VERSION, campaign, walk })?;
        let untouched = Position::default();
        for (name, position) in positions.filter(|(_, position)| **position != untouched) {
            add(&Line::Position(name, position.clone()))?;
        }
        for (name, position) in &self.others {
            add(&Line::Position(name.clone(), position.clone()))?;
        }
        write_atomically(&self.path, &text).map_err(error)?;
        self.file = OpenOptions::new().append(true).open(&self.path).map_err(error)?;
        self.lines = 0;
        Ok(())
    }

    /// Adds the line of a unit. Returns whether it is time to sum up.
    pub(super) fn note(&mut self, track: String, done: Done) -> Result<bool, WriteError> {
        let line = serde_json::to_string(&Line::Done(track, Box::new(done))).map_err(io::Error::from);
        let written = line.and_then(|line| self.file.write_all((line + "\n").as_bytes()));
        written.map_err(|source| WriteError { path: self.path.clone(), source })?;
        self.lines += 1;
        Ok(self.lines >= LINES)
    }
}

/// Reads the name of the campaign, and the progress on each row and seed.
fn read(path: &Path, walk: &Walk, run: &str) -> Result<(String, BTreeMap<String, Position>), LedgerError> {
    let mut name = run.to_owned();
    let error = |source| LedgerError::Read { path: path.to_owned(), source };
    let text = match std::fs::metadata(path) {
        Err(source) if source.kind() == io::ErrorKind::NotFound => return Ok((name, BTreeMap::new())),
        Ok(data) if data.len() > LARGEST => return Err(error(io::ErrorKind::FileTooLarge.into())),
        _ => std::fs::read(path).map_err(error)?,
    };
    let mut positions: BTreeMap<String, Position> = BTreeMap::new();
    for (at, bytes) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let line = match serde_json::from_slice(bytes) {
            Ok(line) => line,
            // Its writer was killed while it wrote this line.
            Err(_) if bytes.last() != Some(&b'\n') => break,
            Err(reason) => {
                let reason = reason.to_string();
                return Err(LedgerError::Line { path: path.to_owned(), line: at + 1, reason });
            }
        };
        match line {
            Line::Hunt { version, walk: theirs, .. } if version != VERSION || theirs != *walk => {
                return Err(LedgerError::OtherWalk { path: path.to_owned() });
            }
            Line::Hunt { campaign, .. } => name = campaign,
            Line::Position(name, position) => drop(positions.insert(name, position)),
            Line::Done(name, done) => {
                let position = positions.entry(name.clone()).or_default();
                if !position.has(done.strategy, done.unit) {
                    position.add(*done, walk.first_of(&name));
                }
            }
        }
    }
    Ok((name, positions))
}

/// The lock of a campaign.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    /// A process that is about to start a program still has all open files, so closing this one would not unlock it.
    fn drop(&mut self) {
        let _ = flock(&self.0, FlockOperation::Unlock);
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Waiting;
    use super::super::position::tests::done;
    use super::*;
    use crate::generate::strategy::Strategy;
    use crate::matrix::Class;
    use crate::report::lines::record::Outcome;

    fn walk() -> Walk {
        Walk::plan(&crate::matrix::Config::example("solvers: {a: {argv: [a, \"{file}\"]}}", None))
    }

    #[test]
    fn only_a_lock_that_is_held_is_another_campaign() {
        let told = |error| LedgerError::unlocked(Path::new("hunt/a.b.jsonl"), error).to_string();
        assert!(told(Errno::WOULDBLOCK).starts_with("hunt/a.b.jsonl: another campaign "));
        assert!(told(Errno::NOLCK).starts_with("cannot lock hunt/a.b.lock: "), "{}", told(Errno::NOLCK));
    }

    #[test]
    fn a_campaign_has_its_file_for_itself() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Ledger::open(folder.path(), "a", walk(), "r", false);
        let first = open().unwrap();
        assert!(matches!(open(), Err(LedgerError::UnderWay { .. })));
        drop(first);
        assert!(open().is_ok());
    }

    #[test]
    fn failures_that_wait_are_in_the_line_of_their_unit() {
        let folder = tempfile::tempdir().unwrap();
        let open = |resumes| Ledger::open(folder.path(), "a", walk(), "r", resumes).unwrap();
        let (track, since) = ("a::QF_LIA::small".to_owned(), std::time::Duration::from_secs(7));
        let failure =
            Waiting { class: Class::Crash, unit: 3, strategy: Strategy::Atoms, rng: 2, instance: 11, since };
        let mut ledger = open(false);
        ledger.sum_up(std::iter::empty()).unwrap();
        let of = |waiting| Done { waiting, ..done(3, 2, "crash", 4, Outcome::Passed) };
        ledger.note(track.clone(), of(vec![failure])).unwrap();
        drop(ledger);
        let mut ledger = open(true);
        assert_eq!(ledger.others[&track].waiting, [failure]);
        ledger.sum_up(std::iter::empty()).unwrap();
        ledger.note(track.clone(), Done { unit: 4, ..of(Vec::new()) }).unwrap();
        drop(ledger);
        assert_eq!(open(true).others[&track].waiting, []);
    }
}
