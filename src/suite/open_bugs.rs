//! Which open bug a failing instance shows, told before it is made smaller in full: minimising a known bug again takes
//! longer than everything else in a case.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::bugs::bucket;
use crate::bugs::cluster::Traits;
use crate::bugs::composition::{all_words, telling_operators};
use crate::bugs::snapshot::{Info, Snapshot, State};
use crate::digest::Digest;
use crate::matrix::{Class, Solver};
use crate::process::workspace::{add_note, read_notes};
use crate::smtlib::Problem;
use crate::smtlib::instance::Instance;
use crate::solver::verdict::{Verdict, without_numbers};

/// Largest file of notes that is read, in bytes: a few hundred thousand instances.
const LARGEST: u64 = 32 << 20;

/// Operators that the script of a bug may have that is not known to be minimal.
const FEW: usize = 8;

/// After so many shapes that may be one bug, because all need the same options and show in the same places, another one is
/// taken for it too.
const SHAPES: usize = 2;

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
    /// How the solver died, if only a session shows that.
    session_death: Option<String>,
    /// What tells it from other bugs, if that is known.
    traits: Option<Traits>,
    suspect: Option<Suspect>,
}

/// A bug that a failure may be, and what a failure that is it has.
#[derive(Clone, Debug)]
pub(super) struct Suspect {
    pub name: String,
    /// The operators of its script but for those of Core.
    pub operators: BTreeSet<String>,
    /// Whether what is in force at the failing check fails as a script of its own, if that is known.
    pub one_shot: Option<bool>,
    /// The options that it needs, as far as that is known, in order.
    pub needs: Vec<String>,
    /// The row that it was found in, if it is not known which options it needs.
    pub row: Option<String>,
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
        let words = words(row, minimum);
        self.find(row, class, |bug| bug.may_be(&words) && bug.minima.contains(form))
    }

    /// The bugs that a failing instance of a row may show, the ones with the fewest operators first.
    pub(super) fn suspects(&self, row: &Solver, class: Class, instance: &Instance) -> Vec<Suspect> {
        let words = words(row, instance);
        let is_of_row = |suspect: &&Suspect| suspect.row.as_ref().is_none_or(|name| *name == row.name);
        let mut found: Vec<Suspect> = self.among(row, class, |bugs| {
            let known =
                bugs.into_iter().filter(|bug| bug.may_be(&words)).filter_map(|bug| bug.suspect.as_ref());
            known.filter(is_of_row).cloned().collect()
        });
        found.sort_by_key(|suspect| suspect.operators.len());
        found
    }

    /// The bug that a failure most likely is of which this is a local minimum: of the same operators, and one-shot or not alike.
    pub(super) fn find_by_operators(&self, row: &Solver, class: Class, minimum: &Instance) -> Option<String> {
        let operators = telling_operators(&*minimum.problem().ok()?);
        let is_it = |suspect: &Suspect| {
            let has_all = !suspect.operators.is_empty() && suspect.operators.is_subset(&operators);
            (has_all || suspect.operators == operators)
                && suspect.one_shot.is_none_or(|known| known != minimum.is_incremental())
        };
        self.suspects(row, class, minimum).into_iter().find(is_it).map(|suspect| suspect.name)
    }

    /// The bug that is most likely that of a snapshot, which has another form.
    pub(super) fn find_alike(&self, row: &Solver, class: Class, snapshot: &Snapshot) -> Option<String> {
        let traits = Traits::read(snapshot).filter(|_| !class.is_told_by_words())?;
        let is_one = |bug: &OpenBug| bug.traits.as_ref().is_some_and(|known| known.is_one_with(&traits));
        let is_shape =
            |bug: &&OpenBug| bug.traits.as_ref().is_some_and(|known| known.needs_same_options(&traits));
        self.find(row, class, is_one).or_else(|| {
            self.among(row, class, |bugs| {
                let shapes: Vec<&OpenBug> = bugs.into_iter().filter(is_shape).collect();
                shapes.first().filter(|_| shapes.len() >= SHAPES).map(|bug| bug.name.clone())
            })
        })
    }

    /// The bug of which a solver dies in a session. Where memory is broken, neither scripts nor rows tell more of why than
    /// the signal and, if there is one on both sides, the stack.
    pub(super) fn find_by_death(&self, row: &Solver, verdict: &Verdict) -> Option<String> {
        let is_it = |known: &String| is_same_death(known, &verdict.to_string());
        self.find(row, verdict.class, |bug| bug.session_death.as_ref().is_some_and(is_it))
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
        self.among(row, class, |bugs| bugs.into_iter().find(|bug| is(bug)).map(|bug| bug.name.clone()))
    }

    /// Looks among the bugs of this solver and class.
    fn among<R>(&self, row: &Solver, class: Class, look: impl FnOnce(Vec<&OpenBug>) -> R) -> R {
        let solver = Solver::base_of(&row.name);
        let bugs = self.bugs.lock().unwrap_or_else(PoisonError::into_inner);
        look(bugs.iter().filter(|bug| bug.solver == solver && bug.class == class).collect())
    }
}

/// What the command line of a row says, and what was drawn for an instance.
fn words(row: &Solver, instance: &Instance) -> Vec<String> {
    row.written.iter().cloned().chain(instance.drawn_words()).collect()
}

/// Whether a solver died of the same signal and, as far as both tell it, at the same place.
fn is_same_death(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|text| text.trim_end_matches(')'));
    let [(signal, stack), (other_signal, other_stack)] =
        [one, other].map(|text| text.split_once(": ").unwrap_or((text, "")));
    signal == other_signal
        && (stack.is_empty()
            || other_stack.is_empty()
            || without_numbers(stack) == without_numbers(other_stack))
}

impl OpenBug {
    /// Whether it may show where a solver is told these words.
    fn may_be(&self, words: &[String]) -> bool {
        self.needs.iter().all(|need| words.contains(need))
    }

    fn new(snapshot: Snapshot) -> OpenBug {
        let problem = snapshot.problem().ok();
        let traits = Traits::read(&snapshot);
        let suspect = problem.as_ref().and_then(|problem| Suspect::of_bug(&snapshot.info, problem));
        let Snapshot { info, contents } = snapshot;
        let mut minima = info.minima.clone();
        minima.push(bucket::digest_form_of(info.class, problem.as_ref(), &contents));
        let needed = info.narrowed.as_ref().and_then(|narrowed| narrowed.options.as_deref());
        let needs = needed.unwrap_or_default().iter();
        // A line of the script is in the form already.
        let needs = needs.filter(|need| !need.option.starts_with('('));
        let dies = info.session.is_some() && info.class == Class::Crash;
        let in_session =
            problem.filter(|_| dies && info.unfinished.is_none()).map(|problem| all_words(&problem));
        let in_session = in_session.filter(|words| !words.is_empty());
        OpenBug {
            in_session,
            session_death: dies.then(|| info.details.clone()),
            traits,
            suspect,
            name: info.name(),
            class: info.class,
            solver: Solver::base_of(&info.solver).to_owned(),
            minima,
            needs: needs.flat_map(|need| need.option.split(' ').map(str::to_owned)).collect(),
            instance: info.instance_sha256,
        }
    }
}

impl Suspect {
    /// What a failure has that is this bug; none if only a session shows it, or if little of its script could be dropped.
    fn of_bug(info: &Info, problem: &Problem) -> Option<Suspect> {
        let operators = telling_operators(problem);
        let is_small = info.unfinished.is_none() || operators.len() <= FEW;
        if info.session.is_some() || !is_small {
            return None;
        }
        let narrowed = info.narrowed.as_ref();
        let word = narrowed.and_then(|narrowed| narrowed.forms.one_shot.as_ref()?.parse::<Class>().ok());
        let one_shot =
            word.filter(|word| *word == info.class || word.is_tested()).map(|word| word == info.class);
        let row = narrowed.is_none().then(|| info.solver.clone());
        let needed = narrowed.and_then(|narrowed| narrowed.options.as_deref()).unwrap_or_default();
        let mut needs: Vec<String> = needed.iter().map(|needed| needed.option.clone()).collect();
        needs.sort_unstable();
        Some(Suspect { name: info.name(), operators, one_shot, needs, row })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_death_is_told_by_its_signal_and_by_what_both_say_of_the_place() {
        let death = "crash (killed by SIGSEGV)";
        let place = "crash (killed by SIGSEGV: f at 0x12)";
        assert!(is_same_death(death, death) && is_same_death(death, place));
        assert!(is_same_death(place, "crash (killed by SIGSEGV: f at 0x3)"));
        assert!(!is_same_death(place, "crash (killed by SIGSEGV: g at 0x12)"));
        assert!(!is_same_death(death, "crash (killed by SIGABRT)"));
    }

    #[test]
    fn what_a_bug_is_suspected_by_are_the_operators_and_options_of_its_script() {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
        let bugs = OpenBugs::read(&kept, false, PathBuf::new());
        let row = |name: &str, written: &[&str]| Solver {
            name: name.to_owned(),
            written: written.iter().map(|&word| word.to_owned()).collect(),
            ..crate::suite::run_case::tests::row("")
        };
        let instance = Instance::read("(assert true)(check-sat)").unwrap();
        let smt = row("z3/experimental-sat-smt", &["z3", "sat.smt=true", "{file}"]);
        let find =
            |script: &str| bugs.find_by_operators(&smt, Class::WrongUnsat, &Instance::read(script).unwrap());
        let levels = "(declare-fun a () Int)(push 1)(assert (= a 1))(check-sat)";
        assert!(find(levels).is_some() && find(&levels.replace("(push 1)", "")).is_none());
        assert_eq!(find(&levels.replace("a 1", "1 (* a a)")), None);
        let suspects = |row: &Solver| bugs.suspects(row, Class::WrongUnsat, &instance);
        let plain = suspects(&row("z3", &["z3", "{file}"]));
        let experimental = suspects(&row("z3/experimental-sat-smt", &["z3", "sat.smt=true", "{file}"]));
        let is_incremental =
            |suspect: &&Suspect| suspect.one_shot == Some(false) && suspect.operators.is_empty();
        assert_eq!(plain.iter().filter(is_incremental).count(), 0);
        assert!(experimental.iter().filter(is_incremental).count() >= 2, "{experimental:?}");
        assert!(experimental.is_sorted_by_key(|suspect| suspect.operators.len()));
        assert!(plain.iter().any(|suspect| suspect.operators.contains("str.from_sbv")), "{plain:?}");
        assert!(suspects(&row("yices", &[])).iter().all(|suspect| suspect.name.starts_with("yices__")));
    }
}
