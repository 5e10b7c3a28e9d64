//! What running a case leaves besides its outcome, and the lines of results that are made of both.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::bugs::cluster::Traits;
use crate::bugs::snapshot::Snapshot;
use crate::generate::fragment::FormulaSource;
use crate::generate::seed_pools::SeedPools;
use crate::matrix::Solver;
use crate::matrix::case::CaseName;
use crate::report::lines::journal::Stamp;
use crate::report::lines::record;
use crate::report::lines::record::{Reached, Source, Status, VERSION};
use crate::solver::dialect;
use crate::suite::keep::Files;
use crate::suite::outcomes::Outcome;
use crate::suite::tally::Tally;
use crate::witness::Grade;

/// The account of a case, whatever its outcome; empty for one whose solver is missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    /// What its instances came to.
    pub tally: Tally,
    /// What the seed yields.
    pub source: Option<Source>,
    /// The operators of its pools that the row reads, by theory.
    operators: BTreeMap<String, Reached>,
    /// The lowest grade of its batches.
    grade: Option<Grade>,
    /// Instances that showed a known bug, by its name.
    pub known: BTreeMap<String, u64>,
}

impl Account {
    /// Notes that instances for a row are drawn from these pools: one batch of those of the case.
    pub(super) fn draws_from(&mut self, prepared: &SeedPools, row: &Solver) {
        let SeedPools { seed, initial, pools, .. } = prepared;
        let source = self
            .source
            .get_or_insert_with(|| Source { seed_sha256: seed.digest.to_string(), ..Source::default() });
        source.batches += 1;
        source.fragments += pools.initial.formulas().len();
        source.synthesised += initial.count(FormulaSource::Synthesised);
        source.mutated += initial.count(FormulaSource::Mutated);
        source.wrapped += initial.count(FormulaSource::Wrapped);
        source.constructed += pools.construction.formulas().len();
        for operator in prepared.operators().iter().filter(|operator| row.reads_any_name_of(operator)) {
            let theory = self.operators.entry(operator.theory.to_string()).or_insert_with(|| Reached {
                read: dialect::operators_of(operator.theory, row),
                reached: BTreeSet::new(),
            });
            theory.reached.insert(operator.name.to_owned());
        }
        let origin = initial.witness.origin.to_string();
        if !source.witness.split(", ").any(|known| known == origin) {
            let separator = if source.witness.is_empty() { "" } else { ", " };
            source.witness.extend([separator, &origin]);
        }
        if self.grade.is_none_or(|known| known < initial.grade) {
            self.grade = Some(initial.grade);
            source.grade = initial.grade_in_words();
        }
    }

    /// The line of a case of this name that took so long.
    pub(super) fn line(
        &self,
        stamp: Stamp,
        name: &CaseName,
        solver_version: Option<String>,
        outcome: &Outcome,
        time: Duration,
    ) -> record::Case {
        let (outcome, reason) = in_words(outcome);
        let tally = &self.tally;
        let (solving, times) = tally.solving();
        let [sources, layouts] = tally.made_of().map(|counts| {
            counts.iter().map(|(word, count)| ((*word).to_owned(), u64::from(*count))).collect()
        });
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
            counts: tally.counts().into_iter().map(|(word, count)| (word.to_owned(), count.into())).collect(),
            instances: tally.instances().into(),
            sources,
            layouts,
            operators: self.operators.clone(),
            instances_sha256: (tally.instances() > 0).then(|| tally.digest().to_string()),
            solving_seconds: solving.as_secs_f64(),
            solving_times: times.clone(),
            generating_seconds: tally.generating().as_secs_f64(),
            seconds: time.as_secs_f64(),
            campaign: None,
            source: self.source.clone(),
            texts: tally.texts().iter().map(|(class, text)| (class.to_string(), text.clone())).collect(),
            known: self.known.clone(),
            ended: stamp.time,
        }
    }
}

/// The outcome and its reason.
fn in_words(outcome: &Outcome) -> (record::Outcome, Option<String>) {
    match outcome {
        Outcome::Passed => (record::Outcome::Passed, None),
        Outcome::Ignored(reason) => (record::Outcome::Ignored, Some(reason.clone())),
        Outcome::Failed(red) => (record::Outcome::Failed, Some(red.what.clone())),
        Outcome::Broken(reason) => (record::Outcome::Broken, Some(reason.clone())),
    }
}

/// The line of a failure that is kept so, of the bug of this name, whose reduction took so many runs of the solver and so long.
pub(super) fn finding(
    stamp: Stamp,
    kept: &Snapshot,
    name: &str,
    status: Status,
    files: Option<&Files>,
    runs: u32,
    time: Duration,
) -> record::Finding {
    let info = &kept.info;
    let files = files.map(|files| [&files.instance, &files.reduced, &files.witness]);
    record::Finding {
        version: VERSION,
        run: stamp.run,
        case: info.case.clone(),
        solver: info.solver.clone(),
        solver_version: info.version.clone(),
        snapshot: name.to_owned(),
        status,
        class: info.class,
        details: info.details.clone(),
        options: info.options.clone(),
        instance: info.instance,
        witness: info.witness.clone(),
        grade: info.grade.clone(),
        assertions: info.assertions.into(),
        bytes: info.bytes.into(),
        makeup: info.makeup.clone(),
        traits: Traits::of(kept),
        unfinished: info.unfinished.clone(),
        runs,
        seconds: time.as_secs_f64(),
        sha256: info.sha256.clone(),
        files: files.into_iter().flatten().map(|path| path.display().to_string()).collect(),
        bucket: info.bucket.clone(),
        ended: stamp.time,
    }
}
