//! The open bug that a failing instance shows, recognised before it is fully minimised: minimising a known bug again
//! takes longer than the rest of a case.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::bugs::bucket;
use crate::bugs::cluster::Traits;
use crate::bugs::composition::telling_operators;
use crate::bugs::snapshot::{self, Info, Snapshot, State};
use crate::digest::Digest;
use crate::matrix::{Class, Solver};
use crate::process::workspace::{add_note, read_notes};
use crate::reduce::narrow::NeededOption;
use crate::smtlib::Problem;
use crate::smtlib::instance::Instance;
use crate::solver::verdict::{Verdict, without_numbers};

/// The largest file of notes to read, in bytes: enough for a few hundred thousand instances.
const LARGEST: u64 = 32 << 20;

/// The most operators in the script of a suspect if the script may not be minimal.
const FEW: usize = 8;

/// When this many open bugs look like shapes of one bug, because they need the same options and show in the same
/// places, another such failure counts as one of them.
const SHAPES: usize = 2;

/// The bugs accepted as open.
#[derive(Debug)]
pub(crate) struct OpenBugs {
    bugs: Mutex<Vec<OpenBug>>,
    /// The bug that an instance showed when it was reduced on this machine, by row and digest.
    seen: Mutex<BTreeMap<(String, String), String>>,
    /// The file that stores `seen`.
    file: PathBuf,
}

#[derive(Debug)]
struct OpenBug {
    name: String,
    class: Class,
    /// The solver, without the variant of its row.
    solver: String,
    /// The forms of the local minima of its instance: a search for the minimum may reach any of them first.
    minima: Vec<String>,
    /// The words of the options that it needs.
    needs: Vec<String>,
    instance: String,
    /// How the solver died, if it is a crash that only a session shows.
    session_death: Option<String>,
    /// How the solver died, if it is a crash that only a question about the model shows.
    model_death: Option<String>,
    /// The traits that tell it from other bugs, if known.
    traits: Option<Traits>,
    suspect: Option<Suspect>,
}

/// A bug that a failure may show, and the properties of its failures.
#[derive(Clone, Debug)]
pub(super) struct Suspect {
    pub name: String,
    /// The operators that it needs, except those of Core.
    pub operators: BTreeSet<String>,
    /// The operators of its script, and those that may stand in their place.
    pub kept: BTreeSet<String>,
    /// Whether the assertions in force at the failing check-sat fail as a one-shot script, if known.
    pub one_shot: Option<bool>,
    /// The options that it needs, sorted, as far as known.
    pub needs: Vec<String>,
    /// The row that it was found in, if the needed options are unknown.
    pub row: Option<String>,
}

impl OpenBugs {
    /// Reads the snapshots of a folder, including the pending ones if they count as known, and the notes of earlier
    /// runs. An edited snapshot is not a known bug: the test that replays it fails.
    pub(super) fn read(folder: &Path, with_pending: bool, file: PathBuf) -> OpenBugs {
        let files = snapshot::files_in(folder).unwrap_or_default().into_iter();
        let files = files.filter(|file| with_pending || !snapshot::is_pending(file));
        let snapshots = files.filter_map(|file| Snapshot::verified(&file).ok().flatten());
        let bugs = snapshots.filter(|snapshot| snapshot.info.state == State::Open);
        let bugs = Mutex::new(bugs.map(|bug| OpenBug::new(bug.info.name(), bug)).collect());
        // Begin anew after too many notes: nothing would read those that follow them.
        if std::fs::metadata(&file).is_ok_and(|data| data.is_file() && data.len() > LARGEST) {
            let _ = std::fs::remove_file(&file);
        }
        let text = read_notes(&file, LARGEST);
        let line = |line: &str| {
            let [row, digest, name] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
            Some(((row.to_owned(), digest.to_owned()), name.to_owned()))
        };
        let seen = Mutex::new(text.lines().filter_map(line).collect());
        OpenBugs { bugs, seen, file }
    }

    /// Adds a bug that is known from now on, or another shape of the bug of this name, by which it is recognised sooner
    /// until the end of the run.
    pub(super) fn add(&self, name: String, snapshot: Snapshot) {
        self.bugs.lock().unwrap_or_else(PoisonError::into_inner).push(OpenBug::new(name, snapshot));
    }

    /// Returns the bug that this very instance is known to show on a row.
    pub(super) fn find_by_instance(&self, row: &Solver, class: Class, digest: &Digest) -> Option<String> {
        let digest = digest.to_string();
        let found_by = self.find(row, class, |bug| bug.instance == digest);
        if found_by.is_some() {
            return found_by;
        }
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let name = seen.get(&(row.name.clone(), digest))?;
        // The bug may have been fixed or rejected since.
        self.find(row, class, |bug| bug.name == *name)
    }

    /// Returns the bug that has this local minimum: with the same form, and with needs that the row and the instance
    /// meet.
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

    /// Returns the bugs that a failing instance of a row may show, those with the fewest operators first.
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

    /// Returns the bug that a failure with this script most likely shows: with the same operators, and equally one-shot or
    /// not. A local minimum may have further operators, since it needs all that it has.
    pub(super) fn find_by_operators(
        &self,
        row: &Solver,
        class: Class,
        script: &Instance,
        is_minimum: bool,
    ) -> Option<String> {
        let operators = telling_operators(&*script.problem().ok()?);
        let is_it = |suspect: &Suspect| {
            let has_all = !suspect.operators.is_empty() && suspect.operators.is_subset(&operators);
            ((is_minimum && has_all) || suspect.operators == operators)
                && suspect.one_shot.is_none_or(|known| known != script.is_incremental())
        };
        self.suspects(row, class, script).into_iter().find(is_it).map(|suspect| suspect.name)
    }

    /// Returns the bug that a snapshot of another form most likely shows.
    pub(super) fn find_alike(&self, row: &Solver, class: Class, snapshot: &Snapshot) -> Option<String> {
        let traits = Traits::read(snapshot).filter(|_| !class.is_identified_by_message())?;
        let fits = |bug: &OpenBug, alike: fn(&Traits, &Traits) -> bool| {
            bug.traits.as_ref().is_some_and(|known| alike(known, &traits))
        };
        let by_shapes = || {
            self.among(row, class, |bugs| {
                let is_shape = |bug: &&OpenBug| fits(bug, Traits::needs_same_options);
                let shapes: Vec<&OpenBug> = bugs.into_iter().filter(is_shape).collect();
                shapes.first().filter(|_| shapes.len() >= SHAPES).map(|bug| bug.name.clone())
            })
        };
        let by_opposite = || {
            let opposite = match class {
                Class::WrongSat => Class::WrongUnsat,
                Class::WrongUnsat => Class::WrongSat,
                _ => return None,
            };
            self.find(row, opposite, |bug| fits(bug, Traits::is_opposite_of))
        };
        let is_one = |bug: &OpenBug| fits(bug, Traits::is_one_with);
        self.find(row, class, is_one).or_else(by_shapes).or_else(by_opposite)
    }

    /// Returns the bug that makes a solver die this way in a session. After memory corruption, scripts and rows tell
    /// less about the cause than the signal and, if both have one, the stack.
    pub(super) fn find_by_death(&self, row: &Solver, verdict: &Verdict) -> Option<String> {
        let is_it = |known: &String| is_same_death(known, &verdict.to_string());
        self.find(row, verdict.class, |bug| bug.session_death.as_ref().is_some_and(is_it))
    }

    /// Returns the bug that makes a solver die this way when it is asked about a model: what builds the model is the same
    /// for most formulas, so their operators tell little.
    pub(super) fn find_by_death_at_model(
        &self,
        row: &Solver,
        verdict: &Verdict,
        instance: &Instance,
    ) -> Option<String> {
        let words = words(row, instance);
        let is_it = |known: &String| is_same_death(known, &verdict.to_string());
        self.find(row, verdict.class, |bug| bug.may_be(&words) && bug.model_death.as_ref().is_some_and(is_it))
    }

    /// Remembers which bug an instance shows. If the note cannot be written, a later run finds out again.
    pub(super) fn remember(&self, row: &Solver, digest: &Digest, name: &str) {
        let (row, digest, name) = (row.name.clone(), digest.to_string(), name.to_owned());
        let line = format!("{row} {digest} {name}");
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // Of several notes the last one counts: a bug may get another name.
        if seen.insert((row, digest), name.clone()).as_ref() != Some(&name) {
            let _ = add_note(&self.file, &line);
        }
    }

    /// Returns the name of the first bug of this solver and class that fits.
    fn find(&self, row: &Solver, class: Class, is: impl Fn(&OpenBug) -> bool) -> Option<String> {
        self.among(row, class, |bugs| bugs.into_iter().find(|bug| is(bug)).map(|bug| bug.name.clone()))
    }

    /// Passes the bugs of this solver that may show in this class to a function.
    fn among<R>(&self, row: &Solver, class: Class, look: impl FnOnce(Vec<&OpenBug>) -> R) -> R {
        let solver = Solver::base_of(&row.name);
        let bugs = self.bugs.lock().unwrap_or_else(PoisonError::into_inner);
        look(bugs.iter().filter(|bug| bug.solver == solver && shows_as(bug.class, class)).collect())
    }
}

/// Returns whether a bug of one class may show as a failure of another: where `unsat` is wrong, so is every core, and some step
/// of every proof.
fn shows_as(bug: Class, class: Class) -> bool {
    bug == class || (bug == Class::WrongUnsat && class.is_wrong_claim())
}

/// Returns the words of the row's command line and of the options drawn for an instance.
fn words(row: &Solver, instance: &Instance) -> Vec<String> {
    row.command.written.iter().cloned().chain(instance.drawn_words()).collect()
}

/// Returns the words of an option among those of a command line and of drawn options. A line that every script of the row
/// may have is none of them: the form of a script includes it.
fn needed_words(need: &NeededOption) -> Vec<String> {
    let mut depth = 0_usize;
    let words = need.option.split(|mark| {
        match mark {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        mark == ' ' && depth == 0
    });
    let is_word = |word: &&str| need.group.is_some() || !word.starts_with('(');
    words.filter(is_word).map(str::to_owned).collect()
}

/// Returns whether a solver died of the same signal and, if both descriptions have a place, at the same place.
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
    /// Returns whether these words include all that the bug needs.
    fn may_be(&self, words: &[String]) -> bool {
        self.needs.iter().all(|need| words.contains(need))
    }

    fn new(name: String, snapshot: Snapshot) -> OpenBug {
        let problem = snapshot.problem().ok();
        let traits = Traits::read(&snapshot);
        let suspect = |problem| Suspect::from_bug(&name, &snapshot.info, problem, traits.as_ref());
        let suspect = problem.as_ref().and_then(suspect);
        let Snapshot { info, contents } = snapshot;
        let mut minima = info.minima.clone();
        minima.push(bucket::assign(info.class, problem.as_ref(), &contents, &[]));
        let needed = info.narrowed.as_ref().and_then(|narrowed| narrowed.options.as_deref());
        let death = (info.class == Class::Crash).then(|| info.details.clone());
        // A minimal script asks only what the failure needs.
        let asks_of_model = || {
            let script = Instance::read(&contents).ok().filter(|_| info.unfinished.is_none());
            script.is_some_and(|script| script != script.without_model_questions())
        };
        let (session_death, model_death) = match info.session.is_some() {
            true => (death, None),
            false => (None, death.filter(|_| asks_of_model())),
        };
        OpenBug {
            session_death,
            model_death,
            traits,
            suspect,
            name,
            class: info.class,
            solver: Solver::base_of(&info.solver).to_owned(),
            minima,
            needs: needed.unwrap_or_default().iter().flat_map(needed_words).collect(),
            instance: info.instance_sha256,
        }
    }
}

impl Suspect {
    /// Describes the failures of a bug. Returns `None` if only a session shows it, or if little of its script could be
    /// dropped.
    fn from_bug(name: &str, info: &Info, problem: &Problem, traits: Option<&Traits>) -> Option<Suspect> {
        let telling = telling_operators(problem);
        let is_small = info.unfinished.is_none() || telling.len() <= FEW;
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
        let operators =
            traits.map_or_else(|| telling.clone(), |traits| traits.operators().cloned().collect());
        let exchanges = traits.into_iter().flat_map(Traits::exchanges).cloned();
        let kept = telling.into_iter().chain(exchanges).collect();
        Some(Suspect { name: name.to_owned(), operators, kept, one_shot, needs, row })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::CommandLine;

    #[test]
    fn deaths_are_compared_by_signal_and_by_place_if_both_have_one() {
        let death = "crash (killed by SIGSEGV)";
        let place = "crash (killed by SIGSEGV: f at 0x12)";
        assert!(is_same_death(death, death) && is_same_death(death, place));
        assert!(is_same_death(place, "crash (killed by SIGSEGV: f at 0x3)"));
        assert!(!is_same_death(place, "crash (killed by SIGSEGV: g at 0x12)"));
        assert!(!is_same_death(death, "crash (killed by SIGABRT)"));
    }

    #[test]
    fn notes_that_are_too_many_are_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("known.txt");
        std::fs::File::create(&file).unwrap().set_len(LARGEST + 1).unwrap();
        let row = crate::suite::run_case::tests::row("");
        OpenBugs::read(folder.path(), false, file.clone()).remember(&row, &Digest::of("x"), "bug");
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text, format!("a {} bug\n", Digest::of("x")));
    }

    #[test]
    fn an_option_is_needed_with_all_of_its_words() {
        let words = |option: &str, group: Option<&str>| {
            let group = group.map(str::to_owned);
            needed_words(&NeededOption {
                option: option.to_owned(),
                group,
                tier: None,
                without: "sat".to_owned(),
            })
        };
        assert_eq!(words("--a --b=1", None), ["--a", "--b=1"]);
        assert_eq!(
            words("a=1 (set-simplifier (then b c))", Some("group")),
            ["a=1", "(set-simplifier (then b c))"]
        );
        assert_eq!(words("(set-option :produce-models true)", None), [""; 0]);
    }

    #[test]
    fn a_bug_is_suspected_by_the_operators_and_options_of_its_script() {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
        let bugs = OpenBugs::read(&kept, false, PathBuf::new());
        let row = |name: &str, written: &[&str]| {
            let written = written.iter().map(|&word| word.to_owned()).collect();
            let command = CommandLine { written, ..CommandLine::default() };
            Solver { name: name.to_owned(), command, ..crate::suite::run_case::tests::row("") }
        };
        let instance = Instance::read("(assert true)(check-sat)").unwrap();
        let smt = row("z3/experimental-sat-smt", &["z3", "sat.smt=true", "{file}"]);
        let z3 = row("z3", &["z3", "{file}"]);
        let find_on = |row: &Solver, script: &str, is_minimum| {
            bugs.find_by_operators(row, Class::WrongUnsat, &Instance::read(script).unwrap(), is_minimum)
        };
        let find = |script: &str| find_on(&smt, script, true);
        let levels = "(declare-fun a () Int)(push 1)(assert (= a 1))(check-sat)";
        assert!(find(levels).is_some() && find(&levels.replace("(push 1)", "")).is_none());
        assert_eq!(find(&levels.replace("a 1", "1 (* a a)")), None);
        let convert =
            |and: &str| format!("(assert (str.< \"a\" (str.from_sbv #b1)))(assert {and})(check-sat)");
        let [same, more] = ["true", "(= 1 (str.len \"a\"))"].map(convert);
        assert!(find_on(&z3, &same, false).is_some() && find_on(&z3, &more, true).is_some());
        assert_eq!(find_on(&z3, &more, false), None, "what may not be minimal needs the same operators");
        let suspects = |row: &Solver| bugs.suspects(row, Class::WrongUnsat, &instance);
        let plain = suspects(&z3);
        let experimental = suspects(&smt);
        let is_incremental =
            |suspect: &&Suspect| suspect.one_shot == Some(false) && suspect.operators.is_empty();
        assert_eq!(plain.iter().filter(is_incremental).count(), 0);
        assert!(experimental.iter().filter(is_incremental).count() >= 2, "{experimental:?}");
        assert!(experimental.is_sorted_by_key(|suspect| suspect.operators.len()));
        assert!(plain.iter().any(|suspect| suspect.operators.contains("str.from_sbv")), "{plain:?}");
        let of_cores = bugs.suspects(&z3, Class::InvalidCore, &instance);
        assert!(of_cores.iter().any(|suspect| suspect.operators.contains("str.from_sbv")), "{of_cores:?}");
        assert!(suspects(&row("yices", &[])).iter().all(|suspect| suspect.name.starts_with("yices__")));
    }

    #[test]
    fn a_wrong_unsat_in_the_only_format_of_a_wrong_sat_is_the_same_bug() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
        let bugs = OpenBugs::read(&folder, false, PathBuf::new());
        let name = "cvc5__wrong-sat__6de778f8";
        let known = Snapshot::verified(&folder.join(format!("{name}.snap"))).unwrap().unwrap();
        let row = Solver { name: "cvc5".to_owned(), ..crate::suite::run_case::tests::row("") };
        let alike = |format: &str| {
            let mut other = known.clone();
            other.info.varies[0].part = format.to_owned();
            bugs.find_alike(&row, Class::WrongUnsat, &other)
        };
        assert_eq!(alike("format (2, 4)").as_deref(), Some(name));
        assert_eq!(alike("format (3, 4)"), None);
    }
}
