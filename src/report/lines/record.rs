//! The lines of a results file. Their doc comments are the descriptions in the JSON schema; `docs/results.md` explains
//! the format.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{PlannedCases, Times};
use crate::bugs::cluster::Traits;
use crate::bugs::composition::Composition;
use crate::bugs::snapshot::Snapshot;
use crate::matrix::Class;

/// Version of the format. Fields may be added within a version. A line of another version is not read.
pub const VERSION: u32 = 2;
/// The beginning of a case's reason if the base build shows all its failures too.
pub(crate) const IN_BASE: &str = "also in BASE";
/// What instances are counted as that this build does not decide and the base build does.
pub(crate) const DECIDED_IN_BASE: &str = "decided in BASE";

/// The run and the time of a line.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    /// The name of the run.
    pub run: String,
    /// The time, UTC, as RFC 3339 writes it.
    pub time: String,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "record", rename_all = "lowercase")]
#[schemars(title = "a line of the results of smt-storm")]
pub enum Record {
    /// The settings of a run, written before the first case.
    Run(Box<Run>),
    /// The outcome of a case, written as soon as it ends.
    Case(Box<Case>),
    /// A failing instance and its reduced script, written just before its case.
    Finding(Box<Finding>),
    /// A ground term for which Z3 has another value than smt-storm, written when its seed is prepared.
    Evaluation(Box<Evaluation>),
}

/// A run of the test program; with nextest, all processes of one `cargo nextest run` together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Version of the format.
    pub version: u32,
    /// The name of the run, which its other lines repeat.
    pub run: String,
    /// The name that the processes of one run share, if there are several: STORM_RUN, or the CI system's name for its
    /// run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The part of the cases to run, as STORM_SHARD gives it; absent for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The rows that STORM_ROWS selects; absent for all rows of the profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<String>,
    /// The operators to which built formulas are led, by STORM_FOCUS; absent without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus: Option<String>,
    /// The version of the base build, by STORM_AGAINST; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// When it started, UTC in RFC 3339.
    pub started: String,
    /// Version of smt-storm.
    pub smt_storm: String,
    /// Version of the libz3 that finds witnesses and evaluates.
    pub libz3: String,
    /// The row that finds models instead of libz3, by `model_from`, and the version of its solver; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_from: Option<String>,
    /// Profile of the configuration.
    pub profile: String,
    /// Path of the configuration.
    pub config: String,
    /// SHA-256 of the configuration.
    pub config_sha256: String,
    /// The cases to run after all filters; absent if each case has a process of its own, which does not know the others
    /// (nextest).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned: Option<PlannedCases>,
    /// The number of threads that the machine can run at the same time.
    pub cores: usize,
    /// Operating system and processor, such as `linux x86_64`.
    pub machine: String,
}

words! {
    /// The outcome of a case.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Outcome {
        /// The solver was tested and did nothing that fails a test.
        Passed = "passed",
        /// The solver was not tested, or showed a known bug.
        Ignored = "ignored",
        /// The case could not be run, or an accepted snapshot is out of date.
        Broken = "broken",
        /// The solver did something that fails a test.
        Failed = "failed",
    }
}

/// A case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Case {
    /// Version of the format.
    pub version: u32,
    /// The run.
    pub run: String,
    /// Name of the case.
    pub case: String,
    /// Row of the solver.
    pub solver: String,
    /// The version that the solver reports; absent if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver_version: Option<String>,
    /// Logic of the seed.
    pub logic: String,
    /// Name of the seed.
    pub seed: String,
    /// The RNG seed.
    pub rng: u64,
    /// The outcome.
    pub outcome: Outcome,
    /// Why it was ignored or is broken; for a failure, its class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Number of instances by verdict, of models by what checking them showed, and of answers to checks whose right answer
    /// is not known, such as `open: sat`.
    pub counts: BTreeMap<String, u64>,
    /// The solver's own words: the first message for each verdict other than sat, unsat and unknown.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, String>,
    /// Number of instances that showed a known bug, by the name of its snapshot: accepted as open or, in a campaign,
    /// pending.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub known: BTreeMap<String, u64>,
    /// Number of instances that the solver was asked.
    pub instances: u64,
    /// Number of these instances by the source of their formulas, such as `fragments` of the seed or `synthesised
    /// atoms`. An instance with formulas from two sources counts for both.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, u64>,
    /// Number of these instances by layout, such as `one-shot` or `push first`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub layouts: BTreeMap<String, u64>,
    /// Number of these instances by strategy: `tool`, `plain`, `atoms`, `mixed` or `finite`; empty if the profile has no batches.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub strategies: BTreeMap<String, u64>,
    /// Number of these instances by strategy, and then by verdict.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub strategy_counts: BTreeMap<String, BTreeMap<String, u64>>,
    /// The operators in their pools that the row reads, by theory.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub operators: BTreeMap<String, Reached>,
    /// SHA-256 over the SHA-256s of these instances, 32 bytes each, in order; absent without instances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instances_sha256: Option<String>,
    /// Wall-clock time of the solver for the answers that count, in seconds.
    pub solving_seconds: f64,
    /// The same time by instance.
    pub solving_times: Times,
    /// Time for writing the instances, in seconds.
    pub generating_seconds: f64,
    /// Wall-clock time for failures, that is comparing them with known bugs and minimising them, in seconds; absent
    /// without failures.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub looking_seconds: f64,
    /// Wall-clock time of the case, including the time for failures, in seconds.
    pub seconds: f64,
    /// The campaign whose work on the row and the seed this line sums up; absent for a test. Of two lines of the same
    /// campaign the later one counts; lines of different campaigns are added up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<String>,
    /// What was generated from the seed; absent if the seed was not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// When it ended, UTC in RFC 3339. Of two lines for a case, the later one counts.
    pub ended: String,
}

impl Case {
    /// Returns whether the case was ignored because of a known bug, or of one that the base build shows too.
    pub(crate) fn is_known(&self) -> bool {
        let is_known_bug = |reason: &String| reason.starts_with("known bug");
        self.outcome == Outcome::Ignored && self.reason.as_ref().is_some_and(is_known_bug)
            || self.is_in_base()
    }

    /// Returns whether the case was ignored because the base build shows its failures too.
    pub(crate) fn is_in_base(&self) -> bool {
        self.outcome == Outcome::Ignored
            && self.reason.as_ref().is_some_and(|reason| reason.starts_with(IN_BASE))
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(seconds: &f64) -> bool {
    *seconds <= 0.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_one(batches: &u32) -> bool {
    *batches <= 1
}

/// The operators of a theory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reached {
    /// The number of its operators that the row reads.
    pub read: usize,
    /// Its operators in the pools from which instances were drawn, by their names in SMT-LIB 2.7.
    pub reached: BTreeSet<String>,
}

/// A seed, and what was generated from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// SHA-256 of the seed.
    pub seed_sha256: String,
    /// The number of batches of instances, each with its own witness and pools; absent if 1.
    #[serde(default, skip_serializing_if = "is_one")]
    pub batches: u32,
    /// The size of the initial pools: usable sub-formulas of the seed, and formulas derived from them.
    pub fragments: usize,
    /// The number of these by source, such as `fragments` or `synthesised atoms`; absent in results of older versions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, u64>,
    /// The size of the construction pools.
    pub constructed: usize,
    /// The origins of the witnesses, each once.
    pub witness: String,
    /// The grade of the truth values.
    pub grade: String,
}

/// A ground term for which Z3 has another value than smt-storm: one of the two is wrong. No instance depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evaluation {
    /// Version of the format.
    pub version: u32,
    /// The run.
    pub run: String,
    /// Logic of the seed.
    pub logic: String,
    /// Name of the seed.
    pub seed: String,
    /// The RNG seed.
    pub rng: u64,
    /// SHA-256 of the seed.
    pub seed_sha256: String,
    /// The line and column of a term with these values in the seed, such as `3:14`; absent if it is nowhere written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The term: an operator applied to values.
    pub term: String,
    /// The definitions that it needs, a command each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<String>,
    /// Its sort.
    pub sort: String,
    /// Its value according to smt-storm.
    pub ours: String,
    /// Its value according to Z3, in Z3's syntax.
    pub z3: String,
    /// When it was found, UTC in RFC 3339.
    pub ended: String,
}

words! {
    /// The status of a bug that a finding shows.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Status {
        /// Kept as generated, until it has been reduced. Then another line for the same instance follows.
        Confirmed = "confirmed",
        /// The bug is new; a pending snapshot was written.
        New = "new",
        /// The bug was found before, and is pending review.
        Pending = "pending",
        /// The bug is accepted as open.
        Accepted = "accepted",
        /// The bug was fixed, and shows again.
        Regression = "regression",
        /// The snapshot cannot be read or written.
        Unwritten = "unwritten",
        /// The base build shows it too.
        Base = "base",
    }
}

/// A failing instance and its reduced script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Version of the format.
    pub version: u32,
    /// The run.
    pub run: String,
    /// Name of the case.
    pub case: String,
    /// Row of the solver.
    pub solver: String,
    /// The version that the solver reports.
    pub solver_version: String,
    /// Name of the snapshot, without `.snap`.
    pub snapshot: String,
    /// The status of the bug: `new`, `pending` (found before, not reviewed yet), `accepted` (a known bug), `regression`
    /// (it was fixed), `unwritten`, or `base` (the base build shows it too; it is not reduced).
    #[schemars(with = "String")]
    pub status: Status,
    /// The solver's failure, in a word or two.
    #[schemars(with = "String")]
    pub class: Class,
    /// The same failure with the solver's own words.
    pub details: String,
    /// The options that were drawn, each with its group and tier.
    pub options: Vec<String>,
    /// Number of the instance in the case, from 0.
    pub instance: u32,
    /// The origin of the witness.
    pub witness: String,
    /// The grade of the truth values.
    pub grade: String,
    /// Assertions before and after reducing.
    pub assertions: [usize; 2],
    /// Bytes before and after reducing.
    pub bytes: [usize; 2],
    /// The composition of the failing formulas; absent in results of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub makeup: Option<Composition>,
    /// The traits that tell it from other failures of the solver and class; absent if the script may not be minimal,
    /// and in results of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traits: Option<Traits>,
    /// Why the script may not be minimal, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
    /// Runs of the solver that reducing took.
    pub runs: u32,
    /// Time that reducing took, in seconds.
    pub seconds: f64,
    /// SHA-256 of the reduced script.
    pub sha256: String,
    /// The files of the instance, the reduced script and the certificate; empty if they could not be written.
    pub files: Vec<String>,
    /// The bucket, which bugs of the same minimised form share.
    pub bucket: String,
    /// When it was found, UTC in RFC 3339.
    pub ended: String,
}

impl Finding {
    /// Returns the line for a failure with this snapshot, stamped with the current time, without the cost of reducing
    /// and without files.
    pub(crate) fn describe(kept: &Snapshot, status: Status, stamp: Stamp) -> Finding {
        let info = kept.info.clone();
        Finding {
            version: VERSION,
            run: stamp.run,
            snapshot: info.name(),
            case: info.case,
            solver: info.solver,
            solver_version: info.version,
            status,
            class: info.class,
            details: info.details,
            options: info.options,
            instance: info.instance,
            witness: info.witness,
            grade: info.grade,
            assertions: info.assertions.into(),
            bytes: info.bytes.into(),
            makeup: info.makeup,
            traits: Traits::read(kept),
            unfinished: info.unfinished,
            runs: 0,
            seconds: 0.0,
            sha256: info.sha256,
            files: Vec::new(),
            bucket: info.bucket,
            ended: stamp.time,
        }
    }
}

impl Case {
    /// Adds another part of the same case. The worse outcome stays; that a part was not tested does not matter beside
    /// what was tested.
    pub(crate) fn add(&mut self, more: Case) {
        if rank(&more) >= rank(self) {
            (self.outcome, self.reason) = (more.outcome, more.reason);
        }
        add(&mut self.counts, more.counts);
        add(&mut self.sources, more.sources);
        add(&mut self.layouts, more.layouts);
        add(&mut self.strategies, more.strategies);
        for (strategy, counts) in more.strategy_counts {
            add(self.strategy_counts.entry(strategy).or_default(), counts);
        }
        add(&mut self.known, more.known);
        for (theory, operators) in more.operators {
            self.operators.entry(theory).or_default().merge(&operators);
        }
        for (class, text) in more.texts {
            self.texts.entry(class).or_insert(text);
        }
        self.instances += more.instances;
        self.solving_seconds += more.solving_seconds;
        self.solving_times.merge(&more.solving_times);
        self.generating_seconds += more.generating_seconds;
        self.looking_seconds += more.looking_seconds;
        self.seconds += more.seconds;
        match (&mut self.source, more.source) {
            (Some(source), Some(more)) => source.merge(more),
            (source @ None, more) => *source = more,
            (Some(_), None) => {}
        }
        (self.run, self.ended, self.solver_version) = (more.run, more.ended, more.solver_version);
    }
}

fn add(counts: &mut BTreeMap<String, u64>, more: BTreeMap<String, u64>) {
    for (word, count) in more {
        *counts.entry(word).or_default() += count;
    }
}

fn rank(case: &Case) -> u32 {
    match case.outcome {
        Outcome::Failed => 4,
        Outcome::Ignored if case.is_known() => 3,
        Outcome::Passed => 2,
        Outcome::Broken => 1,
        Outcome::Ignored => 0,
    }
}

impl Reached {
    /// Adds the operators of the same theory that others reach.
    pub(crate) fn merge(&mut self, other: &Reached) {
        self.read = self.read.max(other.read);
        self.reached.extend(other.reached.iter().cloned());
    }
}

impl Source {
    /// Adds other batches of the same seed, and keeps the grade.
    pub(crate) fn merge(&mut self, other: Source) {
        self.batches += other.batches;
        self.fragments += other.fragments;
        add(&mut self.sources, other.sources);
        self.constructed += other.constructed;
        for origin in other.witness.split(", ") {
            if !self.witness.split(", ").any(|known| known == origin) {
                let separator = if self.witness.is_empty() { "" } else { ", " };
                self.witness.extend([separator, origin]);
            }
        }
    }
}
