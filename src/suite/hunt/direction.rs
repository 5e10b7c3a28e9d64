//! The direction of a campaign: what changed files are about, by the topics of the rows, and which seeds, rows and
//! operators exercise that.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::generate::seed::Seed;
use crate::matrix::case::Case;
use crate::matrix::{Config, FocusOperators, Solver, Topic};
use crate::report::numbers::{counted, name_some};
use crate::theory::used;

/// How many times as much time as another seed one gets that the change is about. Each operator in it counts as much
/// again.
const ABOUT: usize = 4;
/// How many times as much time a seed gets at most.
const MOST: usize = 32;
/// How many times as much time a row gets if it has one of the option groups.
const ROW: f64 = 3.0;
/// How many files in no topic are named.
const NAMED: usize = 3;

/// What a change is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Direction {
    /// The topics that the change touches and that need a test, each with the number of its changed files.
    topics: Vec<(Topic, usize)>,
    /// The number of changed files.
    files: usize,
    /// The changed files in no topic.
    unknown: Vec<String>,
}

/// How much more time than others some seeds and rows get.
#[derive(Clone, Debug, Default)]
pub(super) struct Emphasis {
    /// How many times as much time seeds get, by path.
    seeds: BTreeMap<PathBuf, usize>,
    /// The names of the rows that get more.
    rows: BTreeSet<String>,
}

impl Emphasis {
    #[cfg(test)]
    pub(super) fn example(seeds: &[(&str, usize)], rows: &[&str]) -> Emphasis {
        let seeds = seeds.iter().map(|(path, times)| (PathBuf::from(path), *times)).collect();
        Emphasis { seeds, rows: rows.iter().map(|row| (*row).to_owned()).collect() }
    }

    /// Returns how many times as much time a seed gets as one without emphasis.
    pub(super) fn of_seed(&self, path: &Path) -> f64 {
        self.seeds.get(path).map_or(1.0, |times| *times as f64)
    }

    /// Returns how many times as much time a row gets as one without emphasis.
    pub(super) fn of_row(&self, row: &Solver) -> f64 {
        if self.rows.contains(&row.name) { ROW } else { 1.0 }
    }
}

impl Direction {
    /// Finds out what changed files are about, and keeps the rows that have topics.
    ///
    /// # Errors
    /// No row has topics; in words.
    pub(super) fn find(files: &BTreeSet<String>, config: &mut Config) -> Result<Direction, String> {
        config.solvers.retain(|row| !row.focus.is_empty());
        if config.solvers.is_empty() {
            return Err(format!(
                "--diff: no row of the profile `{}` says what its sources are about; write `focus` in its row, as \
                 `storm init` does for known solvers",
                config.profile
            ));
        }
        let mut topics: Vec<&Topic> = config.solvers.iter().flat_map(|row| &row.focus).collect();
        topics.sort_by(|one, two| one.name.cmp(&two.name));
        // Variants have the topics of their solver.
        topics.dedup();
        let unknown = files.iter().filter(|file| !topics.iter().any(|topic| topic.covers(file)));
        let unknown: Vec<String> = unknown.cloned().collect();
        let touched = topics.into_iter().filter(|topic| topic.needs_test()).map(|topic| {
            let changed = files.iter().filter(|file| topic.covers(file)).count();
            (topic.clone(), changed)
        });
        let topics = touched.filter(|(_, changed)| *changed > 0).collect();
        Ok(Direction { topics, files: files.len(), unknown })
    }

    /// Returns whether no changed file needs a test.
    pub(super) fn is_nowhere(&self) -> bool {
        self.topics.is_empty() && self.unknown.is_empty()
    }

    /// Returns the operators to which formulas are led, in the syntax of STORM_FOCUS; `None` for no particular ones.
    pub(super) fn focus(&self) -> Option<String> {
        let mut words: Vec<&str> =
            self.topics.iter().flat_map(|(topic, _)| &topic.operators).map(String::as_str).collect();
        let mut known = BTreeSet::new();
        words.retain(|word| known.insert(*word));
        (!words.is_empty()).then(|| words.join(","))
    }

    /// Keeps the cases of seeds that the change is about, those with most of the operators first. For files in no topic,
    /// it keeps one seed of every other logic as well, or everything if there is no topic at all.
    pub(super) fn choose(&self, cases: &mut Vec<Case>, operators: &FocusOperators) -> Emphasis {
        if self.topics.is_empty() {
            return Emphasis::default();
        }
        let options: BTreeSet<&String> = self.topics.iter().flat_map(|(topic, _)| &topic.options).collect();
        let has_option = |row: &Solver| row.form.options.iter().any(|group| options.contains(&group.name));
        let rows = cases.iter().filter(|case| has_option(&case.solver)).map(|case| case.name.solver.clone());
        let rows = rows.collect();
        let mut seeds: BTreeMap<PathBuf, usize> = BTreeMap::new();
        for case in &*cases {
            if !seeds.contains_key(&case.seed_path) {
                seeds.insert(case.seed_path.clone(), self.times(case, operators));
            }
        }
        if !self.unknown.is_empty() {
            let mut logics: BTreeSet<&str> = BTreeSet::new();
            let is_about = |case: &&Case| seeds.get(&case.seed_path).is_some_and(|times| *times > 0);
            logics.extend(cases.iter().filter(is_about).map(|case| case.name.logic.as_str()));
            let others = cases.iter().filter(|case| logics.insert(&case.name.logic));
            let others: Vec<PathBuf> = others.map(|case| case.seed_path.clone()).collect();
            seeds.extend(others.into_iter().map(|path| (path, 1)));
        }
        let times = |case: &Case| seeds.get(&case.seed_path).copied().unwrap_or_default();
        cases.retain(|case| times(case) > 0);
        cases.sort_by_key(|case| Reverse(times(case)));
        Emphasis { seeds, rows }
    }

    /// Returns how many times as much time the seed of a case gets as others; 0 if the change is not about it.
    fn times(&self, case: &Case, operators: &FocusOperators) -> usize {
        // Whether a topic is about the logic; `None` if it is about the seeds with its operators.
        let about = |topic: &Topic| match &topic.logics {
            Some(logics) => Some(logics.contains(&case.name.logic)),
            // Options alone are for every seed.
            None => topic.operators.is_empty().then_some(true),
        };
        let about: Vec<Option<bool>> = self.topics.iter().map(|(topic, _)| about(topic)).collect();
        let by_logic = about.contains(&Some(true));
        if !by_logic && !about.contains(&None) {
            return 0;
        }
        // The campaign says why a seed cannot be read.
        let problem = Seed::load(&case.seed_path).map(|seed| seed.problem.clone());
        let found = problem.map_or(0, |problem| {
            let used = used::operators(&problem, problem.formulas.assertions.iter().copied());
            used.into_iter().filter(|operator| operators.contains(operator)).count()
        });
        (ABOUT * (usize::from(by_logic || found > 0) + found)).min(MOST)
    }

    /// Says what the change is about, and what is tested for it, in lines.
    pub(super) fn lines(&self, kept: usize, all: usize) -> Vec<String> {
        let files = |count: usize| counted(count, "changed file");
        let topics = self.topics.iter().map(|(topic, count)| format!("{} ({})", topic.name, files(*count)));
        let topics: Vec<String> = topics.collect();
        let mut lines = Vec::new();
        if !topics.is_empty() {
            lines.push(format!("topics: {}", topics.join(", ")));
        }
        if let Some(words) = self.focus() {
            lines.push(format!("formulas are led to {words}"));
        }
        if !self.unknown.is_empty() {
            let named = name_some(self.unknown.iter(), NAMED);
            let tested = match self.topics.is_empty() {
                true => "everything is tested",
                false => "one seed of every other logic is tested too",
            };
            lines.push(format!("{} in no topic ({named}): {tested}", files(self.unknown.len())));
        }
        lines.push(format!("{kept} of {all} seeds"));
        lines
    }

    /// Says that no changed file needs a test.
    pub(super) fn nowhere(&self) -> String {
        format!("nothing to test: {} in topics that need no test\n", counted(self.files, "changed file"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: &str = "solvers: {\
        a: {argv: [a, \"{file}\"], variants: {engines: {options: {engine: {choose: [{}]}}}}, focus: {\
          floats: {files: [\"src/fp/**\"], logics: [\"*FP*\"], operators: [\"fp.*\"]}, \
          rest: {files: [src/rem.c], operators: [fp.rem]}, \
          engines: {files: [src/sat.c], logics: [QF_BV], options: [engine]}, \
          texts: {files: [\"**/*.md\"]}}}, \
        b: {argv: [b, \"{file}\"]}}";

    /// The seeds, each with its logic and text.
    const SEEDS: [(&str, &str); 4] = [
        ("QF_BV/plain", "(declare-fun a () (_ BitVec 4))(assert (= a #x1))"),
        ("QF_FP/one", "(declare-fun a () Float32)(assert (fp.eq a a))"),
        ("QF_FP/two", "(declare-fun a () Float32)(assert (fp.eq (fp.rem a a) a))"),
        ("QF_LIA/sums", "(declare-fun a () Int)(assert (= a 1))"),
    ];

    /// Returns the direction of a change, and the rows and seeds that it leaves, each with its times.
    fn directed(files: &[&str]) -> Result<(Direction, Vec<String>), String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in SEEDS {
            let path = folder.path().join(format!("{name}.smt2"));
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let path = folder.path().join("solvers.yaml");
        std::fs::write(&path, format!("version: 1\nseeds: [{{glob: \"*/*.smt2\"}}]\n{KEYS}\n")).unwrap();
        let mut config = Config::load(&path, None).unwrap();
        let files = files.iter().map(|file| (*file).to_owned()).collect();
        let direction = Direction::find(&files, &mut config)?;
        let focus = direction.focus();
        let config = config.with_overrides(&crate::matrix::Overrides {
            focus: focus.as_deref(),
            ..crate::matrix::Overrides::default()
        });
        let config = config.unwrap();
        let mut cases = crate::matrix::cases(&config).unwrap();
        let emphasis = direction.choose(&mut cases, &config.bounds.focus);
        let text = |case: &Case| {
            let (row, seed) = (emphasis.of_row(&case.solver), emphasis.of_seed(&case.seed_path));
            format!("{}×{row} {}×{seed}", case.name.solver, case.name.seed)
        };
        Ok((direction, cases.iter().map(text).collect()))
    }

    fn left(files: &[&str]) -> Vec<String> {
        directed(files).unwrap().1
    }

    #[test]
    fn a_change_is_tested_on_seeds_of_its_logics_and_most_on_those_with_its_operators() {
        assert_eq!(
            left(&["src/fp/add.c"]),
            ["a×1 two×12", "a/engines×1 two×12", "a×1 one×8", "a/engines×1 one×8"]
        );
        assert_eq!(left(&["src/rem.c"]), ["a×1 two×8", "a/engines×1 two×8"], "no logic is listed");
        assert_eq!(left(&["src/sat.c"]), ["a×1 plain×4", "a/engines×3 plain×4"]);
        let both = directed(&["src/rem.c", "src/fp/add.c"]).unwrap().0;
        assert_eq!(both.focus().unwrap(), "fp.*,fp.rem");
        assert_eq!(both.lines(2, 4)[0], "topics: floats (1 changed file), rest (1 changed file)");
    }

    #[test]
    fn what_no_topic_has_is_told_and_tested_a_little() {
        let (direction, left) = directed(&["src/rem.c", "src/new.c"]).unwrap();
        let of_row: Vec<&String> = left.iter().filter(|text| text.starts_with("a×")).collect();
        assert_eq!(of_row, ["a×1 two×8", "a×1 plain×1", "a×1 sums×1"]);
        let line = "1 changed file in no topic (src/new.c): one seed of every other logic is tested too";
        assert_eq!(direction.lines(3, 4)[2..], [line, "3 of 4 seeds"]);
        let (direction, left) = directed(&["src/new.c", "x/y.c", "README.md"]).unwrap();
        assert_eq!((left.len(), direction.focus()), (2 * SEEDS.len(), None));
        let line = "2 changed files in no topic (src/new.c, x/y.c): everything is tested";
        assert_eq!(direction.lines(4, 4)[0], line);
    }

    #[test]
    fn documentation_needs_no_test() {
        let (direction, _) = directed(&["README.md", "doc/x.md"]).unwrap();
        assert!(direction.is_nowhere());
        assert_eq!(direction.nowhere(), "nothing to test: 2 changed files in topics that need no test\n");
        assert!(!directed(&["README.md", "src/rem.c"]).unwrap().0.is_nowhere());
    }

    #[test]
    fn rows_without_topics_are_left_out_and_some_row_must_have_them() {
        assert!(left(&["x.c"]).iter().all(|text| !text.starts_with('b')));
        let mut config = Config::example("solvers: {b: {argv: [b, \"{file}\"]}}", None);
        let wrong = Direction::find(&BTreeSet::new(), &mut config).unwrap_err();
        assert!(wrong.starts_with("--diff: no row of the profile `default` says"), "{wrong}");
    }
}
