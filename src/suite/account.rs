//! The record of a case besides its outcome: verdicts, times, and the composition of its instances. It becomes a line
//! of the results.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use crate::digest::{Chain, Digest};
use crate::generate::provenance::Provenance;
use crate::generate::seed_pools::SeedPools;
use crate::matrix::case::CaseName;
use crate::matrix::{Class, Solver};
use crate::report::lines::fields::Times;
use crate::report::lines::record::{self, Reached, Source, Stamp, VERSION};
use crate::solver::operator_support;
use crate::solver::runner::Judged;
use crate::solver::verdict::Verdict;
use crate::suite::outcomes::Outcome;
use crate::witness::Grade;

/// Stop after this many instances if the solver has read none of them. The cause is usually a declaration of the seed,
/// which all instances share.
const REFUSALS: u32 = 20;
/// So few instances of a batch are always run.
const FEW: u32 = 5;

/// The number of instances by verdict, and the time that they took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    verdicts: BTreeMap<Class, u32>,
    /// Models by what checking them showed, in words.
    models: BTreeMap<&'static str, u32>,
    /// The first verdict other than sat, unsat and unknown.
    first_trouble: Option<Verdict>,
    /// The solver's first message for each such verdict.
    texts: BTreeMap<Class, String>,
    digests: Chain,
    generating: Duration,
    solving: Duration,
    times: Times,
    /// Instances by the source of their formulas, and by their layout.
    sources: BTreeMap<&'static str, u32>,
    layouts: BTreeMap<&'static str, u32>,
    /// Instances by strategy, and then by verdict.
    strategies: BTreeMap<&'static str, BTreeMap<Class, u32>>,
}

impl Tally {
    /// Counts an instance that took this time to generate. It is called before the solver is asked.
    pub(super) fn generated(&mut self, digest: &Digest, time: Duration) {
        self.digests.add(digest);
        self.generating += time;
    }

    /// Counts an instance of this provenance with its verdict and the solver's time.
    pub(super) fn add(&mut self, judged: &Judged, provenance: &Provenance) {
        for source in provenance.sources(provenance.all_sources()) {
            *self.sources.entry(source).or_default() += 1;
        }
        *self.layouts.entry(provenance.layout.word()).or_default() += 1;
        if let Some(strategy) = provenance.strategy {
            let verdicts = self.strategies.entry(strategy.word()).or_default();
            *verdicts.entry(judged.verdict.class).or_default() += 1;
        }
        for (word, count) in &judged.models {
            *self.models.entry(word).or_default() += count;
        }
        self.solving += judged.run.time;
        self.times.add(judged.run.time);
        self.judged(&judged.verdict);
    }

    /// Counts a verdict without its time.
    pub(super) fn judged(&mut self, verdict: &Verdict) {
        *self.verdicts.entry(verdict.class).or_default() += 1;
        if verdict.class.is_tested() {
            return;
        }
        let text = verdict.to_string();
        if text != verdict.class.word() {
            self.texts.entry(verdict.class).or_insert(text);
        }
        self.first_trouble.get_or_insert_with(|| verdict.clone());
    }

    /// Returns the number of instances by verdict, and of models by what checking them showed.
    pub(super) fn counts(&self) -> BTreeMap<&'static str, u32> {
        let verdicts = self.verdicts.iter().map(|(class, count)| (class.word(), *count));
        verdicts.chain(self.models.clone()).collect()
    }

    /// Returns the number of instances with a verdict of this class.
    pub(super) fn count(&self, class: Class) -> u32 {
        self.verdicts.get(&class).copied().unwrap_or(0)
    }

    /// Returns the number of instances whose verdict counts as a test.
    pub(super) fn tested(&self) -> u32 {
        self.verdicts.iter().filter(|(class, _)| class.is_tested()).map(|(_, count)| count).sum()
    }

    /// Returns the number of instances with a verdict.
    pub(super) fn instances(&self) -> u32 {
        self.verdicts.values().sum()
    }

    /// Returns whether a few instances or more have taken this long, to generate and to solve.
    pub(super) fn has_taken(&self, enough: Duration) -> bool {
        self.instances() >= FEW && self.generating + self.solving >= enough
    }

    /// Returns the solver's total time.
    pub(super) fn solving(&self) -> Duration {
        self.solving
    }

    /// Returns whether more instances would tell nothing: too many had no answer in time, or there were enough of them and
    /// the solver has read none.
    pub(super) fn is_hopeless(&self, max_timeouts: u32) -> bool {
        let is_refused =
            self.tested() == 0 && self.count(Class::Error) + self.count(Class::Unsupported) >= REFUSALS;
        is_refused || self.count(Class::Timeout) >= max_timeouts
    }

    /// Returns the first verdict other than sat, unsat and unknown.
    pub(super) fn first_trouble(&self) -> Option<&Verdict> {
        self.first_trouble.as_ref()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> =
            self.counts().iter().map(|(word, count)| format!("{count} {word}")).collect();
        f.write_str(&counts.join(", "))
    }
}

/// The account of a case with any outcome. It is empty if the solver is missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    /// The verdicts on its instances.
    pub tally: Tally,
    /// The seed and what was generated from it.
    pub source: Option<Source>,
    /// The operators of its pools that the row reads, by theory.
    operators: BTreeMap<String, Reached>,
    /// The lowest grade of its batches.
    grade: Option<Grade>,
    /// Instances that showed a known bug, by its name.
    pub known: BTreeMap<String, u64>,
    /// Time spent on failures.
    pub looking: Duration,
}

impl Account {
    /// Records the pools of a batch from which instances for a row are drawn.
    pub(super) fn draws_from(&mut self, prepared: &SeedPools, row: &Solver) {
        let SeedPools { seed, initial, pools, .. } = prepared;
        let source = self
            .source
            .get_or_insert_with(|| Source { seed_sha256: seed.digest.to_string(), ..Source::default() });
        source.merge(Source {
            batches: 1,
            fragments: pools.initial.formulas().len(),
            sources: initial.by_source(),
            constructed: pools.construction.formulas().len(),
            witness: initial.witness.origin.to_string(),
            ..Source::default()
        });
        for operator in prepared.operators().iter().filter(|operator| row.reads_any_name_of(operator)) {
            let theory = self.operators.entry(operator.theory.to_string()).or_insert_with(|| Reached {
                read: operator_support::operators_of(operator.theory, row),
                reached: BTreeSet::new(),
            });
            theory.reached.insert(operator.name.to_owned());
        }
        if self.grade.is_none_or(|known| known < initial.grade) {
            self.grade = Some(initial.grade);
            source.grade = initial.grade_in_words();
        }
    }

    /// Returns the line of results for the case with this name and duration.
    pub(super) fn line(
        &self,
        stamp: Stamp,
        name: &CaseName,
        solver_version: Option<String>,
        outcome: &Outcome,
        time: Duration,
    ) -> record::Case {
        let (outcome, reason) = describe(outcome);
        let tally = &self.tally;
        let instances = tally.instances();
        let in_full = |counts: &BTreeMap<&'static str, u32>| {
            counts.iter().map(|(word, count)| ((*word).to_owned(), u64::from(*count))).collect()
        };
        let verdicts = |by: &BTreeMap<Class, u32>| {
            by.iter().map(|(class, count)| (class.to_string(), u64::from(*count))).collect()
        };
        let by_strategy = tally.strategies.iter().map(|(word, by)| ((*word).to_owned(), verdicts(by)));
        let by_strategy: BTreeMap<String, BTreeMap<String, u64>> = by_strategy.collect();
        record::Case {
            version: VERSION,
            run: stamp.run,
            case: name.to_string(),
            solver: name.solver.clone(),
            solver_version,
            logic: name.logic.clone(),
            seed: name.seed.clone(),
            rng: name.rng_seed,
            outcome,
            reason,
            counts: in_full(&tally.counts()),
            instances: instances.into(),
            sources: in_full(&tally.sources),
            layouts: in_full(&tally.layouts),
            strategies: by_strategy.iter().map(|(word, by)| (word.clone(), by.values().sum())).collect(),
            strategy_counts: by_strategy,
            operators: self.operators.clone(),
            instances_sha256: (instances > 0).then(|| tally.digests.digest().to_string()),
            solving_seconds: tally.solving.as_secs_f64(),
            solving_times: tally.times.clone(),
            generating_seconds: tally.generating.as_secs_f64(),
            looking_seconds: self.looking.as_secs_f64(),
            seconds: time.as_secs_f64(),
            campaign: None,
            source: self.source.clone(),
            texts: tally.texts.iter().map(|(class, text)| (class.to_string(), text.clone())).collect(),
            known: self.known.clone(),
            ended: stamp.time,
        }
    }
}

/// Splits an outcome into its word and its reason.
fn describe(outcome: &Outcome) -> (record::Outcome, Option<String>) {
    match outcome {
        Outcome::Passed => (record::Outcome::Passed, None),
        Outcome::Ignored(reason) => (record::Outcome::Ignored, Some(reason.clone())),
        Outcome::Failed(red) => (record::Outcome::Failed, Some(red.what.clone())),
        Outcome::Broken(reason) => (record::Outcome::Broken, Some(reason.clone())),
    }
}
