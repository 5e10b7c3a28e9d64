//! What instances were made of, and what of it found something; which operators were reached, by row and by logic.

use std::collections::{BTreeMap, BTreeSet};

use super::gather::Run;
use crate::report::lines::record::{Case, Finding, Reached};

/// One source of formulas, or one layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Making {
    /// Instances that have it.
    pub instances: u64,
    /// The bugs that were found with it, by the names of their snapshots.
    pub bugs: BTreeSet<String>,
}

/// What instances were made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// By the source of formulas.
    pub sources: BTreeMap<String, Making>,
    /// By layout.
    pub layouts: BTreeMap<String, Making>,
    /// By row, then theory: the operators that were reached.
    pub rows: BTreeMap<String, BTreeMap<String, Reached>>,
    /// The same by logic.
    pub logics: BTreeMap<String, BTreeMap<String, Reached>>,
}

impl Reach {
    /// What the instances of a run were made of.
    pub fn of(run: &Run) -> Reach {
        let mut reach = Reach::default();
        for case in run.cases.values() {
            reach.add(case);
        }
        for Finding { makeup, snapshot, .. } in run.findings.values() {
            let Some(makeup) = makeup else { continue };
            for source in &makeup.sources {
                reach.sources.entry(source.clone()).or_default().bugs.insert(snapshot.clone());
            }
            if let Some(layout) = &makeup.layout {
                reach.layouts.entry(layout.clone()).or_default().bugs.insert(snapshot.clone());
            }
        }
        reach
    }

    fn add(&mut self, case: &Case) {
        for (word, count) in &case.sources {
            self.sources.entry(word.clone()).or_default().instances += count;
        }
        for (word, count) in &case.layouts {
            self.layouts.entry(word.clone()).or_default().instances += count;
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
