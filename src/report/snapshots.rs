//! Snapshots of failures, as far as a report shows them.

use std::fs;
use std::path::{Path, PathBuf};

use super::findings::Bug;
use super::gather::Run;
use crate::bugs::snapshot;
use crate::bugs::snapshot::{Info, Snapshot};
use crate::report::lines::record::Outcome;

/// Largest snapshot that is shown, in bytes.
const LARGEST: u64 = 1 << 20;
/// Most snapshots that are shown.
const MOST: usize = 500;

/// What the results say of a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Pending: found, and not reviewed yet.
    New,
    /// It was fixed, and is back.
    Back,
    /// Open, and seen again.
    Seen,
    /// Open, and not seen any more.
    Gone,
    /// Open, and not tried.
    NotRun,
    /// Fixed, and not seen.
    Fixed,
}

impl State {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            State::New => "new, to be reviewed",
            State::Back => "was fixed, is back",
            State::Seen => "open, seen again",
            State::Gone => "open, but not seen any more",
            State::NotRun => "open, not tried",
            State::Fixed => "fixed",
        }
    }
}

/// One snapshot.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Name of the snapshot, without `.snap`.
    pub name: String,
    /// What the results say of it.
    pub state: State,
    /// The header and the script with its witness, or why they cannot be shown.
    pub stored: Result<(Info, String), String>,
}

/// The snapshots in `folder` by state and name, and how many more there are than are shown. Without the folder there
/// are none.
pub(crate) fn snapshots(folder: &Path, run: &Run, bugs: &[Bug]) -> (Vec<Kept>, usize) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(String, PathBuf, bool)> = entries.filter_map(|entry| named(entry.path())).collect();
    files.sort();
    let more = files.len().saturating_sub(MOST);
    files.truncate(MOST);
    let mut kept: Vec<Kept> =
        files.into_iter().map(|(name, path, new)| kept(name, &path, new, run, bugs)).collect();
    kept.sort_by(|one, two| (one.state, &one.name).cmp(&(two.state, &two.name)));
    (kept, more)
}

/// The name of a snapshot, its file, and whether it is pending.
fn named(path: PathBuf) -> Option<(String, PathBuf, bool)> {
    let file = path.file_name()?.to_string_lossy().into_owned();
    let (name, new) = match file.strip_suffix(".snap.new") {
        Some(name) => (name, true),
        None => (file.strip_suffix(".snap")?, false),
    };
    Some((name.to_owned(), path, new))
}

fn kept(name: String, path: &Path, new: bool, run: &Run, bugs: &[Bug]) -> Kept {
    let stored = read(path);
    let state = match &stored {
        _ if new => State::New,
        Ok((info, _)) => accepted(&name, info, run, bugs),
        Err(_) => State::NotRun,
    };
    Kept { name, state, stored }
}

/// What the results say of an accepted snapshot: its own case, or others that met the bug.
fn accepted(name: &str, info: &Info, run: &Run, bugs: &[Bug]) -> State {
    let own = run.cases.get(&format!("regression::{name}::{}", info.solver));
    let own = own
        .filter(|case| case.instances > 0)
        .map(|case| case.outcome == Outcome::Passed || case.reason.as_deref() == Some("fixed"));
    let met = bugs.iter().any(|bug| bug.name == name && bug.example.is_some());
    match (info.state, own) {
        (snapshot::State::Fixed, Some(false)) => State::Back,
        (snapshot::State::Fixed, _) if met => State::Back,
        (snapshot::State::Fixed, _) => State::Fixed,
        (snapshot::State::Open, Some(false)) => State::Seen,
        (snapshot::State::Open, _) if met => State::Seen,
        (snapshot::State::Open, Some(true)) => State::Gone,
        (snapshot::State::Open, None) => State::NotRun,
    }
}

fn read(path: &Path) -> Result<(Info, String), String> {
    let length = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if length > LARGEST {
        return Err(format!("larger than {} KiB", LARGEST >> 10));
    }
    match Snapshot::read(path) {
        Ok(Some(stored)) => Ok((stored.info, stored.contents)),
        Ok(None) => Err("no longer there".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
