//! The lines of a results file. Their doc comments are the descriptions of the JSON schema; `docs/results.md` explains
//! the whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{PlannedCases, Times};
use crate::bugs::cluster::Traits;
use crate::bugs::composition::Composition;
use crate::bugs::snapshot::Snapshot;
use crate::matrix::Class;

/// Version of the lines' form. Fields may be added within a version; a line of another version is not read.
pub const VERSION: u32 = 2;
/// What the reason of a case starts with in which the base build shows all that is wrong.
pub(crate) const IN_BASE: &str = "also in BASE";

/// What a line is stamped with.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    /// The name of the run.
    pub run: String,
    /// The time, UTC, as RFC 3339 writes it.
    pub time: String,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "record", rename_all = "lowercase")]
#[schemars(title = "a line of the results of smt-storm")]
pub enum Record {
    /// What is run, written before the first case.
    Run(Box<Run>),
    /// What a case came to, written as soon as it ends.
    Case(Box<Case>),
    /// What a failing instance was reduced to, written just before its case.
    Finding(Box<Finding>),
    /// A ground term for which Z3 has another value than smt-storm, written when its seed is prepared.
    Evaluation(Box<Evaluation>),
}

/// A run of the test program; with nextest, all processes of one `cargo nextest run` together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Version of the form of this line.
    pub version: u32,
    /// The name of the run, which its other lines repeat.
    pub run: String,
    /// What the processes of one run share, where it is more than one process: STORM_RUN, or what the CI system calls
    /// its run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The part of the cases that it runs, as STORM_SHARD names it; absent when it runs all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The rows that STORM_ROWS left; absent when it left all of the profile's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<String>,
    /// The version of the build that it is compared with, by STORM_AGAINST; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// When it started, UTC, as RFC 3339 writes it.
    pub started: String,
    /// Version of smt-storm.
    pub smt_storm: String,
    /// Version of the libz3 that finds witnesses and evaluates.
    pub libz3: String,
    /// The row that is asked for models in its place, by `model_from`, and the version of its solver; absent when there is
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_from: Option<String>,
    /// Profile of the configuration.
    pub profile: String,
    /// Path of the configuration.
    pub config: String,
    /// SHA-256 of the configuration.
    pub config_sha256: String,
    /// The cases that the filters left to be run; absent where each case has a process of its own, which knows of no
    /// other (nextest).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned: Option<PlannedCases>,
    /// Threads that the machine can run at the same time.
    pub cores: usize,
    /// Operating system and processor, such as `linux x86_64`.
    pub machine: String,
}

/// What a case came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The solver was tested and did nothing that turns a test red.
    Passed,
    /// The solver was not tested, or fails with a known bug.
    Ignored,
    /// The case could not be run, or what was accepted is stale.
    Broken,
    /// The solver did something that turns a test red.
    Failed,
}

impl Outcome {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::Ignored => "ignored",
            Outcome::Broken => "broken",
            Outcome::Failed => "failed",
        }
    }
}

/// One case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Case {
    /// Version of the form of this line.
    pub version: u32,
    /// The run.
    pub run: String,
    /// Name of the case.
    pub case: String,
    /// Row of the solver.
    pub solver: String,
    /// The version the solver gives; absent when it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver_version: Option<String>,
    /// Logic of the seed.
    pub logic: String,
    /// Name of the seed.
    pub seed: String,
    /// The RNG seed.
    pub rng: u64,
    /// What it came to.
    pub outcome: Outcome,
    /// Why it was ignored or is broken; the class of the failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Number of instances by verdict, and of models by what they are.
    pub counts: BTreeMap<String, u64>,
    /// The solver's own words, by verdict: the first of each that is no answer to whether an instance is satisfiable.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, String>,
    /// Instances that showed a known bug, by the name of its snapshot: one that is accepted as open, or, in a campaign, that
    /// waits for review.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub known: BTreeMap<String, u64>,
    /// Instances that the solver was asked.
    pub instances: u64,
    /// How many of these have formulas from where, as `fragments` of the seed or `synthesised atoms`; one that has formulas
    /// of two sources counts for both.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, u64>,
    /// How many of these are laid out in which way, as `one-shot` or `push first`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub layouts: BTreeMap<String, u64>,
    /// The operators that their pools have and the row reads, by theory.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub operators: BTreeMap<String, Reached>,
    /// SHA-256 over the SHA-256s of these instances, 32 bytes each, in order; absent when there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instances_sha256: Option<String>,
    /// Wall-clock time that the solver took for the answers that count, in seconds.
    pub solving_seconds: f64,
    /// The same by instance.
    pub solving_times: Times,
    /// Time that writing the instances took, in seconds.
    pub generating_seconds: f64,
    /// Wall-clock time that went into failures: comparing them with known bugs, and minimising them; in seconds, absent when
    /// there were none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub looking_seconds: f64,
    /// Wall-clock time of the case, reducing a failure included, in seconds.
    pub seconds: f64,
    /// The campaign of which this sums up what was done on the row and the seed; absent for a test. Of two lines of one
    /// campaign the later one counts, those of two are added up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<String>,
    /// What the seed yields; absent when it was not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// When it ended, UTC, as RFC 3339 writes it. Of two lines of a case, the later one counts.
    pub ended: String,
}

impl Case {
    /// Whether it was ignored because its solver fails with a known bug.
    pub(crate) fn is_known(&self) -> bool {
        let is_told = |reason: &String| reason.starts_with("known bug");
        self.outcome == Outcome::Ignored && self.reason.as_ref().is_some_and(is_told) || self.is_in_base()
    }

    /// Whether it was ignored because the base build fails alike.
    pub(crate) fn is_in_base(&self) -> bool {
        self.outcome == Outcome::Ignored
            && self.reason.as_ref().is_some_and(|reason| reason.starts_with(IN_BASE))
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(seconds: &f64) -> bool {
    *seconds <= 0.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_one(batches: &u32) -> bool {
    *batches <= 1
}

/// Operators of a theory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reached {
    /// How many of them the row reads.
    pub read: usize,
    /// Those that pools have from which instances were asked, by their names in SMT-LIB 2.7.
    pub reached: BTreeSet<String>,
}

/// What a seed yields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// SHA-256 of the seed.
    pub seed_sha256: String,
    /// Batches of instances, each with a witness and pools of its own; absent when there was one.
    #[serde(default, skip_serializing_if = "is_one")]
    pub batches: u32,
    /// Size of the initial pools: usable sub-formulas of the seed, and what was built or made of them.
    pub fragments: usize,
    /// How many of them were built over the symbols and terms of the seed; absent when none were.
    #[serde(default, skip_serializing_if = "is_none")]
    pub synthesised: usize,
    /// How many of them were made by changing others; absent when none were.
    #[serde(default, skip_serializing_if = "is_none")]
    pub mutated: usize,
    /// How many of them were made by putting something around others; absent when none were.
    #[serde(default, skip_serializing_if = "is_none")]
    pub wrapped: usize,
    /// Size of the construction pools.
    pub constructed: usize,
    /// Where the witnesses come from, each way once.
    pub witness: String,
    /// What the truth values rest on.
    pub grade: String,
}

/// A ground term for which Z3 has another value than smt-storm: one of the two is wrong. Nothing that hangs on it is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evaluation {
    /// Version of the form of this line.
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
    /// Line and column in the seed, as `3:14`, where a term of these values is; absent for one that is nowhere written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The term: an operator applied to values.
    pub term: String,
    /// The definitions that it needs, a command each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<String>,
    /// Its sort.
    pub sort: String,
    /// Its value for smt-storm.
    pub ours: String,
    /// Its value for Z3, as it prints it.
    pub z3: String,
    /// When it was found, UTC, as RFC 3339 writes it.
    pub ended: String,
}

/// What is known of the bug that a finding shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Found and kept as it was generated; it is being made smaller. Another line of the same instance follows.
    Confirmed,
    /// Nothing so far: a pending snapshot was written.
    New,
    /// It was found before, and is not reviewed yet.
    Pending,
    /// It is known to be there.
    Accepted,
    /// It was fixed.
    Regression,
    /// The snapshot cannot be read or written.
    Unwritten,
    /// The base build shows it too.
    Base,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Confirmed => "confirmed",
            Status::New => "new",
            Status::Pending => "pending",
            Status::Accepted => "accepted",
            Status::Regression => "regression",
            Status::Unwritten => "unwritten",
            Status::Base => "base",
        })
    }
}

/// A failing instance and what it was reduced to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Version of the form of this line.
    pub version: u32,
    /// The run.
    pub run: String,
    /// Name of the case.
    pub case: String,
    /// Row of the solver.
    pub solver: String,
    /// The version the solver gives.
    pub solver_version: String,
    /// Name of the snapshot, without `.snap`.
    pub snapshot: String,
    /// What is known of the bug: `new`, `pending` (found before, not reviewed yet), `accepted` (a known bug),
    /// `regression` (it was fixed), `unwritten`, or `base` (the base build shows it too; it is not reduced).
    #[schemars(with = "String")]
    pub status: Status,
    /// What the solver did wrong, in a word or two.
    #[schemars(with = "String")]
    pub class: Class,
    /// The same with the solver's own words.
    pub details: String,
    /// Options that were drawn, each with its group and tier.
    pub options: Vec<String>,
    /// Number of the instance in the case.
    pub instance: u32,
    /// Where the witness comes from.
    pub witness: String,
    /// What the truth values rest on.
    pub grade: String,
    /// Assertions before and after reducing.
    pub assertions: [usize; 2],
    /// Bytes before and after reducing.
    pub bytes: [usize; 2],
    /// What the failure is made of; absent in results of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub makeup: Option<Composition>,
    /// What tells it from other failures of the solver and class; absent where the script may not be minimal, and in results
    /// of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traits: Option<Traits>,
    /// Why the script may not be minimal, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<String>,
    /// Runs of the solver that reducing took.
    pub runs: u32,
    /// Time that reducing took, in seconds.
    pub seconds: f64,
    /// SHA-256 of the reduced script.
    pub sha256: String,
    /// Where the instance, the reduced script and the certificate were kept; empty when they could not be.
    pub files: Vec<String>,
    /// The bucket: bugs of the same minimised form.
    pub bucket: String,
    /// When it was found, UTC, as RFC 3339 writes it.
    pub ended: String,
}

impl Finding {
    /// The line of a failure whose snapshot this is, made now, without what reducing it took and the files that were kept.
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
    /// Adds another part of the same case, or of what is told with it. Of the outcomes the worse one stays; that some of it
    /// was not tested is nothing beside what was.
    pub(crate) fn add(&mut self, more: Case) {
        if rank(&more) >= rank(self) {
            (self.outcome, self.reason) = (more.outcome, more.reason);
        }
        add(&mut self.counts, more.counts);
        add(&mut self.sources, more.sources);
        add(&mut self.layouts, more.layouts);
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
            (Some(source), Some(more)) => source.merge(&more),
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
    let is_known = case.reason.as_ref().is_some_and(|reason| reason.starts_with("known "));
    match case.outcome {
        Outcome::Failed => 4,
        Outcome::Ignored if is_known => 3,
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
    /// Adds what other batches of the same seed yield.
    fn merge(&mut self, other: &Source) {
        self.batches += other.batches;
        self.fragments += other.fragments;
        self.synthesised += other.synthesised;
        self.mutated += other.mutated;
        self.wrapped += other.wrapped;
        self.constructed += other.constructed;
        for origin in other.witness.split(", ") {
            if !self.witness.split(", ").any(|known| known == origin) {
                let separator = if self.witness.is_empty() { "" } else { ", " };
                self.witness.extend([separator, origin]);
            }
        }
    }
}
