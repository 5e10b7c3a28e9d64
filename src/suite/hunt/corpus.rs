//! The kept units of a profile: those that reached something of a row that no other had. When the solver changes, they are
//! run again before anything else.
//!
//! Instances are not stored: a line of the file names a unit, and its instances are generated again. Lines are only
//! appended, each in one call, so that several campaigns may share the file, and one that is killed loses nothing. What is
//! kept is what remains when all lines are added one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::walk::{Walk, row_of};
use super::worth::Material;
use crate::generate::seed_pools::SeedPools;
use crate::matrix::case::{Case, file_name};
use crate::matrix::{Config, FocusOperators, Solver};
use crate::process::workspace::{WriteError, add_note, write_atomically};
use crate::report::lines::record;
use crate::report::numbers::counted;
use crate::smtlib::instance::Instance;
use crate::theory::operators::Operator;

/// Number of units that are kept of a row.
const MOST: usize = 200;
/// How many pairs an operator, a layout or an answer counts as much as.
const RARE: usize = 10;
/// Largest file that is read, in bytes.
const LARGEST: u64 = 20 << 20;
/// Size of a file that is replaced by one with what is kept, in bytes.
const LONG: u64 = 4 << 20;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptUnit {
    /// Where its instances come from.
    pub origin: Origin,
    /// The common name of its row and seed.
    pub track: String,
    /// The RNG seed of its case.
    pub rng_seed: u64,
    /// The numbers of its instances in the case.
    pub instances: Range<u32>,
    /// Digest of its first instance.
    sha256: String,
    /// What it reached of its row that no kept unit had reached: operators, pairs with a space, layouts and answers.
    news: BTreeSet<String>,
    /// The operators in its pools.
    operators: BTreeSet<String>,
}

/// What instances depend on besides their case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Origin {
    /// Version of the generator.
    generator: u32,
    /// Digest of the profile's bounds, the focus among them.
    bounds: String,
}

impl Origin {
    pub(super) fn of(walk: &Walk) -> Origin {
        Origin { generator: walk.generator, bounds: walk.bounds.clone() }
    }

    /// Returns the origin of instances of a profile whose formulas are led to no operators.
    pub(super) fn unfocused(config: &Config) -> Origin {
        Origin::of(&Walk::plan(&Config { bounds: config.bounds.unfocused(), ..config.clone() }))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// A unit is kept.
    Keep(Box<KeptUnit>),
    /// A unit is not kept any more: that of a row and seed, with this RNG seed and this first instance.
    Forget(String, u64, u32),
}

/// A file of kept units that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum CorpusError {
    #[error("cannot read the kept instances {}: {source}; correct its permissions, or remove it to do without them", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The kept units of a profile.
#[derive(Debug)]
pub(super) struct Corpus {
    path: PathBuf,
    /// The origins of the units that can be generated again; others are ignored.
    origins: Vec<Origin>,
    rows: BTreeMap<String, Row>,
}

/// The kept units of a row.
#[derive(Debug, Default)]
struct Row {
    units: Vec<KeptUnit>,
    /// The news of all of them.
    reached: BTreeSet<String>,
}

impl KeptUnit {
    /// Returns a unit that was run: these instances of a case.
    pub(super) fn new(
        origin: Origin,
        (case, instances): (&Case, Range<u32>),
        pools: &SeedPools,
        material: &Material,
        results: &record::Case,
    ) -> KeptUnit {
        let operators: BTreeSet<String> = material.operators.iter().map(|&name| name.to_owned()).collect();
        let pairs = material.pairs.iter().map(|[above, argument]| format!("{above} {argument}"));
        let layouts = results.layouts.keys().map(|word| format!("layout:{word}"));
        let answers = results.counts.keys().map(|word| format!("answer:{word}"));
        let news = operators.iter().cloned().chain(pairs).chain(layouts).chain(answers).collect();
        let sha256 = digest_of_first(&instances, pools, &case.solver);
        let (track, rng_seed) = (case.name.track(), case.name.rng_seed);
        KeptUnit { origin, track, rng_seed, instances, sha256, news, operators }
    }

    /// Returns whether the pools of its batch still give its instances.
    pub(super) fn is_of(&self, pools: &SeedPools, solver: &Solver) -> bool {
        self.sha256 == digest_of_first(&self.instances, pools, solver)
    }

    /// Returns the number of its operators that are in focus; `None` if formulas are led to some and it has none.
    pub(super) fn in_focus(&self, focus: &FocusOperators) -> Option<usize> {
        let operators = self.operators.iter().filter_map(|name| Operator::find(name));
        let count = operators.filter(|operator| focus.contains(operator)).count();
        (count > 0 || focus.is_empty()).then_some(count)
    }

    /// Returns how much it reached that no other had.
    fn weight(&self) -> usize {
        let weight = |word: &String| if word.contains(' ') && !word.contains(':') { 1 } else { RARE };
        self.news.iter().map(weight).sum()
    }

    /// Returns what tells it from the other units of its origin.
    fn key(&self) -> (&str, u64, u32) {
        (&self.track, self.rng_seed, self.instances.start)
    }
}

/// Returns the digest of the first of some instances.
fn digest_of_first(instances: &Range<u32>, pools: &SeedPools, solver: &Solver) -> String {
    let mut instance = Instance::default();
    pools.generator(&solver.form).write(instances.start, &mut instance);
    instance.digest().to_string()
}

impl Row {
    /// Adds a unit if it reached something new, and there is room or another one reached less. Returns what is kept.
    fn add(&mut self, mut unit: KeptUnit) -> Option<&KeptUnit> {
        if self.units.iter().any(|kept| kept.key() == unit.key() && kept.origin == unit.origin) {
            return None;
        }
        unit.news.retain(|word| !self.reached.contains(word));
        let weight = unit.weight();
        if self.units.len() >= MOST {
            let (at, least) =
                self.units.iter().map(KeptUnit::weight).enumerate().min_by_key(|(_, least)| *least)?;
            if least >= weight {
                return None;
            }
            self.remove(at);
        }
        if weight == 0 {
            return None;
        }
        self.reached.extend(unit.news.iter().cloned());
        self.units.push(unit);
        self.units.last()
    }

    fn remove(&mut self, at: usize) {
        let unit = self.units.remove(at);
        self.reached.retain(|word| !unit.news.contains(word));
    }
}

impl Corpus {
    /// Reads the kept units of a profile whose instances have one of these origins. What is wrong with the file, and is
    /// dropped from it, is the second result.
    ///
    /// # Errors
    /// The system refuses to read or write the file, perhaps only now: what is kept stays in it.
    pub(super) fn open(
        output: &Path,
        profile: &str,
        origins: Vec<Origin>,
    ) -> Result<(Corpus, Option<String>), CorpusError> {
        let path = output.join("kept").join(format!("{}.jsonl", file_name(profile)));
        let mut corpus = Corpus { path, origins, rows: BTreeMap::new() };
        let (is_long, trouble) = match std::fs::metadata(&corpus.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = output.join("kept");
                std::fs::create_dir_all(&folder).map_err(|source| WriteError { path: folder, source })?;
                (false, None)
            }
            Err(source) => return Err(CorpusError::Read { path: corpus.path, source }),
            // Opening a FIFO would wait for a writer.
            Ok(data) if !data.is_file() => (true, Some("not a file".to_owned())),
            Ok(data) if data.len() > LARGEST => (true, Some(format!("larger than {} MiB", LARGEST >> 20))),
            Ok(data) => match std::fs::read(&corpus.path) {
                Ok(text) => {
                    let is_cut_off = text.last().is_some_and(|byte| *byte != b'\n');
                    (data.len() > LONG || is_cut_off, corpus.read(&text))
                }
                Err(source) => return Err(CorpusError::Read { path: corpus.path, source }),
            },
        };
        let name = corpus.path.display();
        let trouble = trouble.map(|trouble| format!("kept instances: {name}: {trouble}; dropped"));
        if is_long || trouble.is_some() {
            corpus.sum_up()?;
        }
        Ok((corpus, trouble))
    }

    /// Adds all lines of a file. Returns what is wrong with some.
    fn read(&mut self, text: &[u8]) -> Option<String> {
        let (mut wrong, mut first) = (0, None);
        for (at, bytes) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
            match serde_json::from_slice(bytes) {
                Ok(Line::Keep(unit)) => drop(self.add(*unit)),
                Ok(Line::Forget(track, rng_seed, first)) => self.remove((&track, rng_seed, first)),
                // Its writer was killed while it wrote this line.
                Err(_) if bytes.last() != Some(&b'\n') => {}
                Err(reason) => {
                    wrong += 1;
                    first.get_or_insert_with(|| format!("line {}: {reason}", at + 1));
                }
            }
        }
        first.map(|first| format!("{} not of kept units ({first})", counted(wrong, "line")))
    }

    fn add(&mut self, unit: KeptUnit) -> Option<&KeptUnit> {
        if !self.origins.contains(&unit.origin) {
            return None;
        }
        self.rows.entry(row_of(&unit.track).to_owned()).or_default().add(unit)
    }

    fn remove(&mut self, key: (&str, u64, u32)) {
        let Some(row) = self.rows.get_mut(row_of(key.0)) else { return };
        if let Some(at) = row.units.iter().position(|unit| unit.key() == key) {
            row.remove(at);
        }
    }

    /// Keeps a unit if it reached something that no other of its row had.
    pub(super) fn keep(&mut self, unit: KeptUnit) -> Result<(), WriteError> {
        match self.add(unit).cloned() {
            Some(unit) => self.write(&Line::Keep(Box::new(unit))),
            None => Ok(()),
        }
    }

    /// Forgets a unit whose instances cannot be generated again.
    pub(super) fn forget(&mut self, unit: &KeptUnit) -> Result<(), WriteError> {
        let (track, rng_seed, first) = unit.key();
        self.remove((track, rng_seed, first));
        self.write(&Line::Forget(track.to_owned(), rng_seed, first))
    }

    fn write(&self, line: &Line) -> Result<(), WriteError> {
        let written = text(line).and_then(|line| add_note(&self.path, &line));
        written.map_err(|source| WriteError { path: self.path.clone(), source })
    }

    /// Replaces the file by one with what is kept.
    fn sum_up(&self) -> Result<(), WriteError> {
        let lines = self.units().map(|unit| Ok(text(&Line::Keep(Box::new(unit.clone())))? + "\n"));
        let written =
            lines.collect::<io::Result<String>>().and_then(|text| write_atomically(&self.path, &text));
        written.map_err(|source| WriteError { path: self.path.clone(), source })
    }

    /// Iterates over the units, those of a row from the first to the last that was kept.
    pub(super) fn units(&self) -> impl Iterator<Item = &KeptUnit> {
        self.rows.values().flat_map(|row| &row.units)
    }
}

fn text(line: &Line) -> io::Result<String> {
    serde_json::to_string(line).map_err(io::Error::from)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn origin() -> Origin {
        Origin { generator: 1, bounds: "b".to_owned() }
    }

    /// A unit of the row `a` that reached these words.
    pub(in super::super) fn unit(origin: Origin, track: &str, rng_seed: u64, news: &[&str]) -> KeptUnit {
        let news: BTreeSet<String> = news.iter().map(|&word| word.to_owned()).collect();
        let operators = news.iter().filter(|word| Operator::find(word).is_some()).cloned().collect();
        let (track, sha256) = (track.to_owned(), String::new());
        KeptUnit { origin, track, rng_seed, instances: 0..5, sha256, news, operators }
    }

    fn of(rng_seed: u64, news: &[&str]) -> KeptUnit {
        unit(origin(), "a::QF_LIA::s", rng_seed, news)
    }

    fn open(folder: &Path) -> (Corpus, Option<String>) {
        Corpus::open(folder, "hunt", vec![origin()]).unwrap()
    }

    /// The RNG seeds of what is kept.
    fn kept(corpus: &Corpus) -> Vec<u64> {
        corpus.units().map(|unit| unit.rng_seed).collect()
    }

    #[test]
    fn what_reached_something_new_is_kept_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let (mut corpus, _) = open(folder.path());
        for unit in [of(1, &["and", "and or"]), of(2, &["and"]), of(3, &["and", "layout:x"])] {
            corpus.keep(unit).unwrap();
        }
        assert_eq!(kept(&corpus), [1, 3]);
        corpus.keep(unit(origin(), "b::QF_LIA::s", 4, &["and"])).unwrap();
        // Units of other bounds are ignored, and stay in the file.
        let other = Origin { bounds: "c".to_owned(), ..origin() };
        let mut others = Corpus::open(folder.path(), "hunt", vec![other.clone()]).unwrap().0;
        others.keep(unit(other.clone(), "a::QF_LIA::s", 9, &["and"])).unwrap();
        let (mut again, trouble) = open(folder.path());
        assert_eq!((kept(&again), trouble), (vec![1, 3, 4], None));
        again.forget(&of(1, &[])).unwrap();
        again.keep(of(5, &["and"])).unwrap();
        assert_eq!(kept(&open(folder.path()).0), [3, 5, 4]);
        let others = Corpus::open(folder.path(), "hunt", vec![other]).unwrap().0;
        assert_eq!(kept(&others), [9]);
    }

    #[test]
    fn a_row_keeps_a_bounded_number_and_what_reached_most() {
        let mut row = Row::default();
        for number in 0..MOST as u64 {
            let pair = format!("and p{number}");
            let news: &[&str] = if number == 7 { &["bvadd or"] } else { &["and", &pair] };
            row.add(of(number, news));
        }
        // The first has an operator as well, and all others one pair.
        assert_eq!(row.units.len(), MOST);
        assert!(row.add(of(1000, &["xor or"])).is_none(), "no better than the weakest");
        assert!(row.add(of(1001, &["xor or", "or xor"])).is_some());
        let seeds: Vec<u64> = row.units.iter().map(|unit| unit.rng_seed).collect();
        assert!(seeds.len() == MOST && seeds[0] == 0 && !seeds.contains(&1), "{seeds:?}");
        // What only the lost one had reached is new again.
        assert!(!row.reached.contains("and p1") && row.reached.contains("and p2"));
    }

    #[test]
    fn a_damaged_file_is_told_and_mended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept/hunt.jsonl");
        open(folder.path()).0.keep(of(1, &["and"])).unwrap();
        let good = std::fs::read_to_string(&path).unwrap();
        // A writer was killed: nothing is wrong.
        std::fs::write(&path, format!("{good}{{\"keep\":")).unwrap();
        let (corpus, trouble) = open(folder.path());
        assert_eq!((kept(&corpus), trouble), (vec![1], None));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), good);
        std::fs::write(&path, format!("\0\n{{\"keep\":{{}}}}\n{good}")).unwrap();
        let (corpus, trouble) = open(folder.path());
        let told = trouble.unwrap();
        assert!(told.contains("hunt.jsonl: 2 lines not of kept units (line 1: "), "{told}");
        assert_eq!((kept(&corpus), open(folder.path()).1), (vec![1], None));
        let file = std::fs::File::create(&path).unwrap();
        file.set_len(LARGEST + 1).unwrap();
        let (corpus, trouble) = open(folder.path());
        assert!(kept(&corpus).is_empty() && trouble.unwrap().contains("larger than 20 MiB; dropped"));
        assert_eq!(open(folder.path()).1, None);
    }

    #[test]
    fn a_file_that_cannot_be_read_now_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept/hunt.jsonl");
        std::fs::create_dir(path.parent().unwrap()).unwrap();
        // Even root cannot follow a link to itself.
        std::os::unix::fs::symlink(&path, &path).unwrap();
        let error = Corpus::open(folder.path(), "hunt", vec![origin()]).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the kept instances "), "{error}");
        assert!(path.symlink_metadata().unwrap().is_symlink());
    }
}
