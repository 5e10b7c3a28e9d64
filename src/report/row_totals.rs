//! The totals of a run: each row's answers and times; the sources and layouts of instances, with the bugs that they
//! found; and the operators reached, by row and by logic.

use std::collections::{BTreeMap, BTreeSet};

use super::errors::Errors;
use super::gather::Run;
use crate::matrix::Class;
use crate::report::lines::fields::Times;
use crate::report::lines::record::{Case, Finding, Reached};

/// The totals of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The versions that its solver reported.
    pub versions: BTreeSet<String>,
    /// The number of cases that asked it anything.
    pub cases: usize,
    /// The number of instances that it was asked.
    pub instances: u64,
    /// Instances by verdict, and models by what checking them showed.
    pub counts: BTreeMap<String, u64>,
    /// The solver's time in seconds.
    pub solving_seconds: f64,
    /// The same time by instance.
    pub times: Times,
}

/// Returns the verdicts that occur, in the order to show them.
pub(crate) fn verdicts(counts: &BTreeMap<String, u64>) -> impl Iterator<Item = (&'static str, u64)> {
    let count = |word: &'static str| Some((word, *counts.get(word).filter(|count| **count > 0)?));
    Class::ALL.into_iter().map(Class::word).filter_map(count)
}

/// Returns the totals of every row that was asked, by name.
pub(crate) fn rows(run: &Run) -> BTreeMap<String, Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for case in run.cases.values().filter(|case| case.instances > 0) {
        let row = rows.entry(case.solver.clone()).or_default();
        row.versions.extend(case.solver_version.clone());
        row.cases += 1;
        row.instances += case.instances;
        for (word, count) in &case.counts {
            *row.counts.entry(word.clone()).or_default() += count;
        }
        row.solving_seconds += case.solving_seconds;
        row.times.merge(&case.solving_times);
    }
    rows
}

pub(crate) fn errors(run: &Run) -> Errors {
    let mut errors = Errors::default();
    for case in run.cases.values() {
        errors.note_case(case);
    }
    errors
}

/// The totals of a source of formulas, of a layout or of a strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Making {
    /// The number of instances that have it.
    pub instances: u64,
    /// The same by verdict, for a strategy.
    pub counts: BTreeMap<String, u64>,
    /// The bugs found with it, by the names of their snapshots.
    pub bugs: BTreeSet<String>,
}

/// The sources, layouts and operators that instances reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// By source of formulas.
    pub sources: BTreeMap<String, Making>,
    /// By layout.
    pub layouts: BTreeMap<String, Making>,
    /// By strategy.
    pub strategies: BTreeMap<String, Making>,
    /// The operators reached, by row, then theory.
    pub rows: BTreeMap<String, BTreeMap<String, Reached>>,
    /// The same by logic.
    pub logics: BTreeMap<String, BTreeMap<String, Reached>>,
}

impl Reach {
    /// Sums up a run.
    pub fn sum_up(run: &Run) -> Reach {
        let mut reach = Reach::default();
        for case in run.cases.values() {
            reach.add(case);
        }
        for Finding { makeup, snapshot, .. } in run.findings.values() {
            let Some(makeup) = makeup else { continue };
            for source in &makeup.sources {
                reach.sources.entry(source.clone()).or_default().bugs.insert(snapshot.clone());
            }
            for (name, makings) in
                [(&makeup.layout, &mut reach.layouts), (&makeup.strategy, &mut reach.strategies)]
            {
                if let Some(name) = name {
                    makings.entry(name.clone()).or_default().bugs.insert(snapshot.clone());
                }
            }
        }
        reach
    }

    fn add(&mut self, case: &Case) {
        for (makings, counts) in [
            (&mut self.sources, &case.sources),
            (&mut self.layouts, &case.layouts),
            (&mut self.strategies, &case.strategies),
        ] {
            for (word, count) in counts {
                makings.entry(word.clone()).or_default().instances += count;
            }
        }
        for (strategy, counts) in &case.strategy_counts {
            let known = &mut self.strategies.entry(strategy.clone()).or_default().counts;
            counts.iter().for_each(|(word, count)| *known.entry(word.clone()).or_default() += count);
        }
        for (theory, operators) in &case.operators {
            for known in [
                self.rows.entry(case.solver.clone()).or_default(),
                self.logics.entry(case.logic.clone()).or_default(),
            ] {
                known.entry(theory.clone()).or_default().merge(operators);
            }
        }
    }
}
