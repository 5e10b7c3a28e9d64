//! Clusters: failures that are most likely one bug, although their minimal scripts differ in more ways than a
//! bucket ignores.
//!
//! Two bugs of a solver differ in where they show (versions, forms, layouts and logics), in the options that they
//! need, and in the operators of their scripts. Two failures are in one cluster if they agree in everything known
//! of both, and one script has all operators of the other, or others that may stand in their place. Failures that show
//! in one floating-point format only, of all that were tried, are alike if that is the same: all operators round with
//! the same code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::composition::{SORT, all_words, is_of_core, words};
use crate::bugs::snapshot::{Info, Snapshot, State, files_in};
use crate::matrix::{Class, Solver, Tier};
use crate::reduce::explain::Varies;
use crate::reduce::narrow::{Narrowed, NeededOption};
use crate::theory::operators::Operator;

/// The values of `set-logic` that any script may have.
const ANY_LOGIC: [&str; 2] = ["ALL", "none"];

/// The number of other formats that must be tried before a failure counts as one of a single format.
const FORMATS: usize = 5;

/// The trait that a script shows its failure in a process of its own, and not only after other scripts in a
/// session.
const ALONE: &str = "process of its own";
/// Whether the assertions in force show a failure in a script of their own.
const ONE_SHOT: &str = "one-shot";

/// The traits that distinguish a failure from others of the same solver and class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Traits {
    /// The most unusual tier of the options that it needs.
    pub tier: Tier,
    /// The options that it needs; absent if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<BTreeSet<String>>,
    /// Whether it shows in a version (`version 1.2`), form (`one-shot`), layout (`push first`), logic
    /// (`set-logic ALL`), and without other scripts before it (`process of its own`), as far as that is known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shows: BTreeMap<String, bool>,
    /// The operators of its script except for those of Core, those that only write values, and those that an operator of
    /// Core may replace; if there are none, the sorts of its declarations. If other scripts must come before it, both,
    /// because little of such a session can be dropped.
    pub words: BTreeSet<String>,
    /// The operators that may stand in place of those in its script, as far as that was tried.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub exchanges: BTreeMap<String, BTreeSet<String>>,
    /// The only floating-point format in which it shows, of several that were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_format: Option<String>,
}

/// A failure to be clustered.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The row in which it was found.
    pub row: &'a str,
    /// The class of the failure.
    pub class: Class,
    /// The name of its snapshot.
    pub name: &'a str,
    /// The size of its script in bytes.
    pub size: usize,
    /// Its traits; `None` if its script may not be minimal or cannot be read.
    pub traits: Option<&'a Traits>,
}

impl Traits {
    /// Returns the traits of a failure in a snapshot, or `None` if its script may not be minimal.
    pub fn read(snapshot: &Snapshot) -> Option<Traits> {
        let info = &snapshot.info;
        if info.unfinished.is_some() {
            return None;
        }
        let is_alone = info.session.is_none();
        let narrowed = info.narrowed.clone().unwrap_or_default();
        let needs = narrowed.options.as_ref();
        let needs = needs.map(|all| all.iter().filter(|one| is_telling(one)).map(|one| one.option.clone()));
        Some(Traits {
            tier: tier(info, &narrowed),
            needs: needs.map(Iterator::collect),
            shows: shows(info.class, &narrowed).into_iter().chain([(ALONE.to_owned(), is_alone)]).collect(),
            // A script that cannot be parsed has no words.
            words: match snapshot.problem() {
                Ok(problem) if is_alone => without_replaceable(words(&problem), &info.varies),
                Ok(problem) => all_words(&problem),
                Err(_) => BTreeSet::new(),
            },
            exchanges: exchanges(&info.varies),
            only_format: only_format(&info.varies),
        })
    }

    /// Returns whether two failures of one solver and class are most likely one bug, so that a campaign reports it once. A
    /// failure that needs only operators of Core does not depend on sorts.
    pub(crate) fn is_one_with(&self, other: &Traits) -> bool {
        let is_of_core = |traits: &Traits| traits.words.iter().all(|word| word.starts_with(SORT));
        let are_of_core = is_of_core(self) && is_of_core(other);
        self.agrees_with(other) && (are_of_core || self.is_like(other))
    }

    /// Iterates over the operators that it needs, except for those of Core.
    pub(crate) fn operators(&self) -> impl Iterator<Item = &String> {
        self.words.iter().filter(|word| !word.starts_with(SORT))
    }

    /// Iterates over the operators that may stand in place of those in its script.
    pub(crate) fn exchanges(&self) -> impl Iterator<Item = &String> {
        self.exchanges.values().flatten()
    }

    /// Returns whether two wrong answers of one solver, `sat` and `unsat`, are most likely one bug: both show in one and the
    /// same floating-point format only.
    pub(crate) fn is_opposite_of(&self, other: &Traits) -> bool {
        self.has_format_of(other) && self.agrees_with(other)
    }

    fn has_format_of(&self, other: &Traits) -> bool {
        self.only_format.is_some() && self.only_format == other.only_format
    }

    /// Whether one script has all that another one is about.
    fn is_like(&self, other: &Traits) -> bool {
        self.has_format_of(other) || self.has_all_of(other) || other.has_all_of(self)
    }

    /// Whether each word of another script, or one that may stand in its place, is one of these, or may stand in the
    /// place of one.
    fn has_all_of(&self, other: &Traits) -> bool {
        let may_be = |traits: &Traits, word: &str, another: &str| {
            traits.exchanges.get(word).is_some_and(|all| all.contains(another))
        };
        let has = |word: &String| {
            self.words.contains(word)
                || self.words.iter().any(|own| may_be(self, own, word) || may_be(other, word, own))
        };
        !other.words.is_empty() && !self.words.is_empty() && other.words.iter().all(has)
    }

    /// Returns whether two failures of one solver and class need the same options, at least one, and show in the same places.
    /// They may be shapes of one bug even if their operators differ: the option may select an engine that all operators use.
    pub(crate) fn needs_same_options(&self, other: &Traits) -> bool {
        let needs_any = self.needs.as_ref().is_some_and(|needs| !needs.is_empty());
        let is_compared = self.shows.contains_key(ONE_SHOT) && other.shows.contains_key(ONE_SHOT);
        needs_any && self.needs == other.needs && is_compared && self.agrees_with(other)
    }

    /// Whether everything known of both failures agrees.
    fn agrees_with(&self, other: &Traits) -> bool {
        let needs_same = match (&self.needs, &other.needs) {
            (Some(own), Some(others)) => own == others,
            _ => true,
        };
        let shows_same =
            self.shows.iter().all(|(what, shows)| other.shows.get(what).unwrap_or(shows) == shows);
        needs_same && shows_same
    }
}

/// Returns the clusters of failures, as positions in `members`. Each begins with its smallest script, and they
/// are ordered by these.
pub fn clusters(members: &[Member<'_>]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|&at| (members[at].size, members[at].name));
    // With the member of each that has the fewest words: fewer operators identify a bug better.
    let mut found: Vec<(usize, Vec<usize>)> = Vec::new();
    for at in order {
        let own = &members[at];
        let joined = found.iter_mut().find(|(simplest, all)| {
            let has_it = !own.name.is_empty() && all.iter().any(|&at| members[at].name == own.name);
            has_it || is_one(&members[all[0]], &members[*simplest], own)
        });
        let words = |at: usize| members[at].traits.map_or(0, |traits| traits.words.len());
        match joined {
            Some((simplest, all)) => {
                all.push(at);
                if (1..words(*simplest)).contains(&words(at)) {
                    *simplest = at;
                }
            }
            None => found.push((at, vec![at])),
        }
    }
    found.into_iter().map(|(_, all)| all).collect()
}

/// Whether a failure belongs to the cluster with this first and this simplest member.
fn is_one(first: &Member<'_>, simplest: &Member<'_>, own: &Member<'_>) -> bool {
    let (Some(one), Some(other)) = (first.traits, own.traits) else { return false };
    Solver::base_of(first.row) == Solver::base_of(own.row)
        && first.class == own.class
        // Failures that a solver's message identifies are not clustered, because their buckets are exact.
        && !own.class.is_identified_by_message()
        && one.agrees_with(other)
        && simplest.traits.is_some_and(|known| known.is_like(other))
}

/// Returns the words of a script without operators in whose place one of Core may stand, unless it has no others.
fn without_replaceable(words: BTreeSet<String>, varies: &[Varies]) -> BTreeSet<String> {
    let may_go = |word: &String| {
        let tried = varies.iter().filter(|varies| varies.part == *word);
        tried.flat_map(|varies| &varies.fails).any(|other| is_of_core(other))
    };
    let needed: BTreeSet<String> = words.iter().filter(|word| !may_go(word)).cloned().collect();
    if needed.is_empty() { words } else { needed }
}

/// Returns the operators that may stand in place of each one, as far as that was tried.
fn exchanges(varies: &[Varies]) -> BTreeMap<String, BTreeSet<String>> {
    let is_operator = |name: &&str| Operator::find(name).is_some();
    let tried = varies.iter().filter_map(|varies| {
        let name = varies.part.split(' ').next().filter(is_operator)?;
        let others = varies.fails.iter().filter(|other| is_operator(&other.as_str()));
        Some((name.to_owned(), others.cloned().collect::<BTreeSet<String>>()))
    });
    tried.filter(|(_, others)| !others.is_empty()).collect()
}

/// Returns the only format in which a failure shows, of several that were tried.
fn only_format(varies: &[Varies]) -> Option<String> {
    let is_only = |one: &&Varies| one.fails.is_empty() && one.passes.len() >= FORMATS;
    let formats = varies.iter().filter(|one| one.part.starts_with("format "));
    formats.filter(is_only).map(|one| one.part.clone()).next()
}

/// Whether the solver also runs without this option, and is asked the same then: no model is printed without its option.
pub(super) fn is_telling(needed: &NeededOption) -> bool {
    if needed.option.starts_with("(set-option :produce-") {
        return false;
    }
    needed.without.parse::<Class>().map_or(true, |class| class.is_tested() || class == Class::Timeout)
}

fn tier(info: &Info, narrowed: &Narrowed) -> Tier {
    let row = info.solver.as_str();
    let is_experimental = row.split(['/', '-']).any(|word| word == "experimental");
    let drawn = |word: &str| info.options.iter().any(|option| option.ends_with(&format!("({word})")));
    match &narrowed.options {
        _ if is_experimental => Tier::Expert,
        Some(needed) => {
            let tiers = needed.iter().filter(|one| is_telling(one)).map(|one| one.tier.unwrap_or_default());
            tiers.max().unwrap_or(Tier::Default)
        }
        None if drawn(Tier::Expert.word()) => Tier::Expert,
        None if drawn(Tier::Common.word()) => Tier::Common,
        None => Tier::Default,
    }
}

/// Returns where a failure of a class shows. A run without an answer says nothing.
fn shows(class: Class, narrowed: &Narrowed) -> BTreeMap<String, bool> {
    let Narrowed { versions, forms, .. } = narrowed;
    let tried = versions.iter().flat_map(|versions| &versions.tried);
    let tried = tried.map(|one| (format!("version {}", one.version), one.verdict.as_str()));
    let form = |name: &str, verdict: &'_ Option<String>| Some((name.to_owned(), verdict.clone()?));
    let forms_tried = [form(ONE_SHOT, &forms.one_shot), form("incremental", &forms.incremental)];
    let layouts = forms.steady_layouts();
    let logics = forms.logics.iter().filter(|(name, _)| ANY_LOGIC.contains(&name.as_str()));
    let all = tried
        .map(|(what, verdict)| (what, verdict.to_owned()))
        .chain(forms_tried.into_iter().flatten())
        .chain(layouts.map(|(name, verdict)| (name.clone(), verdict.clone())))
        .chain(logics.map(|(name, verdict)| (format!("set-logic {name}"), verdict.clone())));
    let known = all.filter_map(|(what, verdict)| {
        let verdict = verdict.parse::<Class>().ok()?;
        (verdict == class || verdict.is_tested()).then_some((what, verdict == class))
    });
    known.collect()
}

/// Returns the snapshots in one cluster with the one at `path`, including itself, the smallest script first.
/// Unreadable ones are left out.
pub fn find_cluster(path: &Path) -> Vec<PathBuf> {
    let Ok(Some(snapshot)) = Snapshot::unedited(path) else { return vec![path.to_owned()] };
    let own = snapshot.info.name();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut known = snapshots_in(folder);
    known.entry(own.clone()).or_insert((path.to_owned(), snapshot));
    let is_own = |path: &PathBuf| known.get(&own).is_some_and(|(own, _)| own == path);
    clusters_of(&known).into_iter().find(|all| all.iter().any(is_own)).unwrap_or_default()
}

/// Returns the snapshots of a folder that are open, in clusters, each with the smallest script first. Unreadable ones are
/// left out.
pub fn open_clusters(folder: &Path) -> Vec<Vec<PathBuf>> {
    let mut known = snapshots_in(folder);
    known.retain(|_, (_, snapshot)| snapshot.info.state == State::Open);
    clusters_of(&known)
}

/// Returns the snapshots of a folder by name. If a bug is both accepted and pending, the accepted snapshot counts.
fn snapshots_in(folder: &Path) -> BTreeMap<String, (PathBuf, Snapshot)> {
    let mut known = BTreeMap::new();
    for path in files_in(folder).unwrap_or_default() {
        if let Ok(Some(snapshot)) = Snapshot::unedited(&path) {
            known.entry(snapshot.info.name()).or_insert((path, snapshot));
        }
    }
    known
}

/// Returns the paths of some snapshots, by name, in clusters.
fn clusters_of(known: &BTreeMap<String, (PathBuf, Snapshot)>) -> Vec<Vec<PathBuf>> {
    let traits: Vec<Option<Traits>> = known.values().map(|(_, snapshot)| Traits::read(snapshot)).collect();
    let members = known.iter().zip(&traits);
    let members: Vec<Member<'_>> =
        members.map(|((name, (_, snapshot)), traits)| member(name, snapshot, traits.as_ref())).collect();
    let paths: Vec<&PathBuf> = known.values().map(|(path, _)| path).collect();
    let clusters = clusters(&members).into_iter();
    clusters.map(|all| all.into_iter().map(|at| paths[at].clone()).collect()).collect()
}

fn member<'a>(name: &'a str, snapshot: &'a Snapshot, traits: Option<&'a Traits>) -> Member<'a> {
    let info = &snapshot.info;
    Member { row: &info.solver, class: info.class, name, size: info.bytes.1, traits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(needs: &[&str], shows: &[(&str, bool)], words: &[&str]) -> Traits {
        Traits {
            tier: Tier::Default,
            needs: Some(needs.iter().map(|&text| text.to_owned()).collect()),
            shows: shows.iter().map(|&(what, shows)| (what.to_owned(), shows)).collect(),
            words: words.iter().map(|&text| text.to_owned()).collect(),
            ..Traits::default()
        }
    }

    #[track_caller]
    fn sizes(all: &[Traits]) -> Vec<usize> {
        let names: Vec<String> = (0..all.len()).map(|at| format!("a{at}")).collect();
        let members = all.iter().zip(&names).enumerate().map(|(size, (traits, name))| Member {
            row: "a/b",
            class: Class::WrongUnsat,
            name,
            size,
            traits: Some(traits),
        });
        let members: Vec<Member<'_>> = members.collect();
        clusters(&members).iter().map(Vec::len).collect()
    }

    #[test]
    fn what_is_known_of_both_has_to_be_the_same() {
        let one = || traits(&["x"], &[("one-shot", false), ("version 1", true)], &["bvadd"]);
        assert_eq!(sizes(&[one(), traits(&["x"], &[("one-shot", false)], &["bvadd", "bvshl"])]), [2]);
        assert_eq!(sizes(&[one(), traits(&["x"], &[("one-shot", true)], &["bvadd"])]), [1, 1]);
        assert_eq!(sizes(&[one(), traits(&[], &[], &["bvadd"])]), [1, 1]);
        assert_eq!(sizes(&[one(), traits(&["x"], &[], &["bvshl"])]), [1, 1]);
        assert_eq!(sizes(&[one(), Traits { needs: None, ..one() }]), [2]);
    }

    #[test]
    fn what_is_of_core_alone_is_one_bug_of_a_campaign_whatever_the_sorts() {
        let one = |needs, words: &[&str]| traits(&[needs], &[("one-shot", false)], words);
        assert!(one("x", &["sort Int"]).is_one_with(&one("x", &["sort BitVec"])));
        assert!(!one("x", &["sort Int"]).is_one_with(&one("y", &["sort Int"])));
        assert!(!one("x", &["sort Int"]).is_one_with(&one("x", &["select"])));
        assert!(one("x", &["select"]).is_one_with(&one("x", &["select", "store"])));
        // What needs an option may have other operators, but not show elsewhere.
        assert!(one("x", &["select"]).needs_same_options(&one("x", &["bvadd"])));
        assert!(!one("x", &["select"]).needs_same_options(&one("y", &["select"])));
        assert!(!one("x", &["a"]).needs_same_options(&traits(&["x"], &[("one-shot", true)], &["a"])));
        let plain = traits(&[], &[("one-shot", false)], &["select"]);
        assert!(!plain.needs_same_options(&plain.clone()));
    }

    fn varies(part: &str, fails: &[&str], passes: &[&str]) -> Varies {
        let [fails, passes] = [fails, passes].map(|all| all.iter().map(|&one| one.to_owned()).collect());
        Varies { part: part.to_owned(), fails, passes }
    }

    #[test]
    fn an_operator_may_have_another_name_where_either_fails() {
        let plain = |words: &[&str]| traits(&[], &[], words);
        let with = |words: &[&str], all: &[Varies]| Traits { exchanges: exchanges(all), ..plain(words) };
        let either = || varies("str.from_sbv in (str.from_sbv a)", &["str.from_ubv"], &[]);
        let new = with(&["seq.at", "str.from_sbv"], &[either()]);
        assert_eq!(sizes(&[plain(&["str.from_ubv"]), new]), [2]);
        assert_eq!(sizes(&[plain(&["str.from_ubv"]), plain(&["seq.at", "str.from_sbv"])]), [1, 1]);
        // It does not matter which of the two was tried.
        assert_eq!(sizes(&[with(&["str.from_sbv"], &[either()]), plain(&["seq.at", "str.from_ubv"])]), [2]);
        let literal = varies("0", &["1"], &["str.len"]);
        let new =
            with(&["seq.at", "str.from_sbv"], &[literal, varies("str.from_sbv", &[], &["str.from_ubv"])]);
        assert!(new.exchanges.is_empty());
        let new = with(&["seq.at", "str.from_sbv"], &[either()]);
        assert_eq!(
            new.operators().chain(new.exchanges()).collect::<Vec<_>>(),
            ["seq.at", "str.from_sbv", "str.from_ubv"]
        );
    }

    #[test]
    fn a_predicate_in_whose_place_an_equation_may_stand_tells_nothing() {
        let needed = |all: &[&str], varies: &[Varies]| {
            let words = without_replaceable(all.iter().map(|&word| word.to_owned()).collect(), varies);
            words.into_iter().collect::<Vec<_>>()
        };
        let equation = |part| varies(part, &["=", "str.<"], &["str.prefixof"]);
        let all = ["str.<=", "str.from_sbv"];
        assert_eq!(needed(&all, &[equation("str.<=")]), ["str.from_sbv"]);
        assert_eq!(needed(&all, &[equation("str.<= in (str.<= a b)")]), all, "another one stays");
        assert_eq!(needed(&all, &[varies("str.<=", &["str.<"], &["="])]), all);
        assert_eq!(needed(&all[..1], &[equation("str.<=")]), all[..1]);
    }

    #[test]
    fn failures_of_one_format_only_are_alike() {
        let others = ["(2, 4)", "(2, 5)", "(3, 2)", "(3, 5)", "(5, 11)"];
        let in_format = |format: &str, fails: &[&str], passes: &[&str], word: &str| Traits {
            only_format: only_format(&[varies("RNE", &["RTZ"], &[]), varies(format, fails, passes)]),
            ..traits(&["--fp-exp"], &[], &[word])
        };
        let one = || in_format("format (2, 3)", &[], &others, "fp.add");
        assert_eq!(sizes(&[one(), in_format("format (2, 3)", &[], &others, "fp.rem")]), [2]);
        assert_eq!(sizes(&[one(), in_format("format (2, 4)", &[], &others, "fp.rem")]), [1, 1]);
        assert_eq!(sizes(&[one(), in_format("format (2, 3)", &["(2, 4)"], &others, "fp.rem")]), [1, 1]);
        assert_eq!(sizes(&[one(), in_format("format (2, 3)", &[], &others[..2], "fp.rem")]), [1, 1]);
        assert_eq!(sizes(&[one(), Traits { needs: None, ..traits(&[], &[], &["fp.rem"]) }]), [1, 1]);
        let [other, elsewhere] =
            ["format (2, 3)", "format (2, 4)"].map(|format| in_format(format, &[], &others, "fp.rem"));
        assert!(one().is_opposite_of(&other) && !one().is_opposite_of(&elsewhere));
        assert!(!one().is_opposite_of(&Traits { needs: Some(BTreeSet::new()), ..other }));
        assert!(!traits(&[], &[], &["fp.add"]).is_opposite_of(&traits(&[], &[], &["fp.add"])));
    }

    #[test]
    fn what_shows_in_sessions_alone_is_told_by_all_that_is_there() {
        let kept =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/z3__crash__bd5ff6a7.snap");
        let info = Snapshot::verified(&kept).unwrap().unwrap().info;
        let traits = |session: Option<Vec<String>>, unfinished: Option<String>, script: &str| {
            let script =
                format!("{script}(assert true)(check-sat)(reset)\n{script}(assert true)(check-sat)\n");
            let info = Info { session, unfinished, ..info.clone() };
            Traits::read(&Snapshot::new(info, &script))
        };
        let in_session = |script: &str| traits(Some(vec!["z3".to_owned()]), None, script).unwrap();
        let two = in_session("(declare-fun a () Int)(declare-fun f () Real)");
        let more = in_session("(declare-fun a () Int)(declare-fun f () Real)(assert (= 2 (+ a 1)))");
        let others = in_session("(declare-fun a () String)");
        let alone = traits(None, None, "(declare-fun a () Int)(declare-fun f () Real)").unwrap();
        assert_eq!(sizes(&[two, more, others, alone]), [2, 1, 1]);
        assert_eq!(traits(Some(Vec::new()), Some("time".to_owned()), ""), None);
    }

    #[test]
    fn a_large_script_does_not_make_one_bug_of_two() {
        let all = [&["+"][..], &["store"], &["+", "store"]].map(|words| traits(&[], &[], words));
        assert_eq!(sizes(&all), [2, 1]);
    }

    /// Returns the clusters of a folder of golden snapshots, each as the sizes of its scripts.
    fn clustered(folder: &str) -> Vec<Vec<usize>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/clusters").join(folder);
        let paths = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let size = |path: &PathBuf| Snapshot::verified(path).unwrap().unwrap().info.bytes.1;
        let mut found: Vec<Vec<PathBuf>> = paths.map(|path| find_cluster(&path)).collect();
        found.sort();
        found.dedup();
        found.iter().map(|all| all.iter().map(size).collect()).collect()
    }

    #[test]
    fn the_shapes_of_one_bug_are_one_cluster() {
        let found = clustered("yices-arrays-over-bool");
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [12], "{found:?}");
        assert!(found[0].is_sorted(), "{found:?}");
    }

    #[test]
    fn two_bugs_are_two() {
        let found = clustered("z3-sat-smt");
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2], "{found:?}");
    }
}
