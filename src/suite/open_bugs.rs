//! Which open bug a failing instance shows, told before it is made smaller in full: minimising a known bug again takes
//! longer than everything else in a case.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::bugs::bucket;
use crate::bugs::composition::all_words;
use crate::bugs::snapshot::{Snapshot, State};
use crate::digest::Digest;
use crate::matrix::{Class, Solver};
use crate::process::workspace::{add_note, read_notes};
use crate::smtlib::instance::Instance;

/// Largest file of notes that is read, in bytes: a few hundred thousand instances.
const LARGEST: u64 = 32 << 20;

/// The bugs that are accepted as open.
#[derive(Debug)]
pub(crate) struct OpenBugs {
    bugs: Mutex<Vec<OpenBug>>,
    /// Which bug an instance showed when it was reduced, on this machine; by row and digest.
    seen: Mutex<BTreeMap<(String, String), String>>,
    /// The file that remembers that.
    file: PathBuf,
}

#[derive(Debug)]
struct OpenBug {
    name: String,
    class: Class,
    /// The solver, whatever its row.
    solver: String,
    /// Forms of the local minima that its instance has: the search for a smaller one may come to any of them first.
    minima: Vec<String>,
    /// The words of the options that it needs.
    needs: Vec<String>,
    instance: String,
    /// What its scripts are about, if it is a crash that only a session shows.
    in_session: Option<BTreeSet<String>>,
}

impl OpenBugs {
    /// Reads the snapshots of a folder, pending ones only if these are known too, and the notes of earlier runs. What
    /// was edited is not a known bug: the test that replays it fails.
    pub(super) fn read(folder: &Path, with_pending: bool, file: PathBuf) -> OpenBugs {
        let entries = folder.read_dir().into_iter().flatten().flatten();
        let ends = |path: &Path| path.extension().map(|end| (end == "snap", end == "new"));
        let paths = entries.map(|entry| entry.path()).filter(|path| {
            ends(path).is_some_and(|(accepted, pending)| accepted || (pending && with_pending))
        });
        let snapshots = paths.filter_map(|path| Snapshot::verified(&path).ok().flatten());
        let bugs = snapshots.filter(|snapshot| snapshot.info.state == State::Open);
        let bugs = Mutex::new(bugs.map(OpenBug::new).collect());
        let text = read_notes(&file, LARGEST);
        let line = |line: &str| {
            let [row, digest, name] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
            Some(((row.to_owned(), digest.to_owned()), name.to_owned()))
        };
        let seen = Mutex::new(text.lines().filter_map(line).collect());
        OpenBugs { bugs, seen, file }
    }

    /// One more that is known from now on.
    pub(super) fn add(&self, snapshot: Snapshot) {
        self.bugs.lock().unwrap_or_else(PoisonError::into_inner).push(OpenBug::new(snapshot));
    }

    /// The bug that this very instance is known to show on a row.
    pub(super) fn find_by_instance(&self, row: &Solver, class: Class, digest: &Digest) -> Option<String> {
        let digest = digest.to_string();
        let found_by = self.find(row, class, |bug| bug.instance == digest);
        if found_by.is_some() {
            return found_by;
        }
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let name = seen.get(&(row.name.clone(), digest))?;
        // It may have been fixed since, or taken back.
        self.find(row, class, |bug| bug.name == *name)
    }

    /// The bug of which a local minimum is that of another failure: the form is the same, and so is what it needs.
    pub(super) fn find_by_minimum(
        &self,
        row: &Solver,
        class: Class,
        minimum: &Instance,
        form: &String,
    ) -> Option<String> {
        let words: Vec<String> = row.written.iter().cloned().chain(minimum.drawn_words()).collect();
        let has = |bug: &OpenBug| bug.needs.iter().all(|need| words.contains(need));
        self.find(row, class, |bug| has(bug) && bug.minima.contains(form))
    }

    /// The crash that only a session shows, of which scripts that crash in a session say all that its own scripts are about.
    /// Where memory is broken, the scripts say little of why, and each row and seed has others.
    pub(super) fn find_by_session(&self, row: &Solver, class: Class, scripts: &Instance) -> Option<String> {
        let words = scripts.problem().map(|problem| all_words(&problem)).unwrap_or_default();
        self.find(row, class, |bug| bug.in_session.as_ref().is_some_and(|known| known.is_subset(&words)))
    }

    /// Remembers which bug an instance shows. What cannot be written now is found out again.
    pub(super) fn remember(&self, row: &Solver, digest: &Digest, name: &str) {
        let (row, digest, name) = (row.name.clone(), digest.to_string(), name.to_owned());
        let line = format!("{row} {digest} {name}");
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.insert((row, digest), name).is_none() {
            let _ = add_note(&self.file, &line);
        }
    }

    /// The name of a bug of this solver and class.
    fn find(&self, row: &Solver, class: Class, is: impl Fn(&OpenBug) -> bool) -> Option<String> {
        let solver = Solver::base_of(&row.name);
        let bugs = self.bugs.lock().unwrap_or_else(PoisonError::into_inner);
        let found = bugs.iter().find(|bug| bug.solver == solver && bug.class == class && is(bug));
        found.map(|bug| bug.name.clone())
    }
}

impl OpenBug {
    fn new(snapshot: Snapshot) -> OpenBug {
        let problem = snapshot.problem().ok();
        let Snapshot { info, contents } = snapshot;
        let mut minima = info.minima.clone();
        minima.push(bucket::digest_form_of(info.class, problem.as_ref(), &contents));
        let needed = info.narrowed.as_ref().and_then(|narrowed| narrowed.options.as_deref());
        let needs = needed.unwrap_or_default().iter();
        // A line of the script is in the form already.
        let needs = needs.filter(|need| !need.option.starts_with('('));
        let is_crash = info.session.is_some() && info.class == Class::Crash && info.unfinished.is_none();
        let in_session = problem.filter(|_| is_crash).map(|problem| all_words(&problem));
        let in_session = in_session.filter(|words| !words.is_empty());
        OpenBug {
            in_session,
            name: info.name(),
            class: info.class,
            solver: Solver::base_of(&info.solver).to_owned(),
            minima,
            needs: needs.flat_map(|need| need.option.split(' ').map(str::to_owned)).collect(),
            instance: info.instance_sha256,
        }
    }
}
