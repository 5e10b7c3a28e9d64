//! Lines that are parts of one → their sum.

use std::collections::BTreeMap;

use super::record::{Case, Outcome, Reached, Source};

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
