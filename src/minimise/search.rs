//! The search for smaller failing instances: what was tried, what it may cost, and the best so
//! far.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::digest::Digest;
use crate::instance::Instance;

/// Bounds of one minimisation. Both begin anew with each smaller instance that is found.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Runs of the solver.
    pub runs: u32,
    /// Time: candidates that no longer fail may all run into their time limits.
    pub time: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { runs: 2000, time: Duration::from_secs(60) }
    }
}

/// How many times as long as the first failing run a smaller one may take.
const PATIENCE: u32 = 20;
/// The least time that a run may take.
const LEAST_PATIENCE: Duration = Duration::from_millis(500);

/// The time limit of candidates, given the time of the first failing run and the solver's own
/// limit: one that takes far longer does not fail in the same way.
pub fn patience(first: Duration, limit: Duration) -> Duration {
    (first * PATIENCE).max(LEAST_PATIENCE).min(limit)
}

/// The smallest failing instance so far.
#[derive(Clone, Debug)]
pub struct Best<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// Definitions of what it declares, a command a line: all its assertions are true under
    /// them.
    pub definitions: &'a str,
    /// Runs of the solver so far.
    pub runs: u32,
}

/// What the search works with.
pub struct Tools<'a> {
    /// Whether the solver goes wrong on an instance as it did on the first one.
    pub fails: &'a (dyn Fn(&Instance) -> bool + Sync),
    /// How many runs of the solver there may be at a time.
    pub jobs: usize,
    /// Bounds.
    pub budget: Budget,
    /// Is shown each smaller instance as it is found.
    pub keep: &'a mut dyn FnMut(Best<'_>),
}

/// A search under way.
pub(super) struct Search<'a> {
    tools: Tools<'a>,
    runs: u32,
    since: u32,
    progress: Instant,
    over: bool,
    /// Scripts on which the solver does not fail.
    tried: BTreeSet<Digest>,
}

impl<'a> Search<'a> {
    pub(super) fn new(tools: Tools<'a>) -> Self {
        Search { tools, runs: 0, since: 0, progress: Instant::now(), over: false, tried: BTreeSet::new() }
    }

    /// Runs of the solver so far.
    pub(super) fn runs(&self) -> u32 {
        self.runs
    }

    /// Whether the budget is spent.
    pub(super) fn is_over(&mut self) -> bool {
        self.over |= self.since >= self.tools.budget.runs || self.progress.elapsed() > self.tools.budget.time;
        self.over
    }

    /// Whether an instance is known not to fail.
    pub(super) fn was_tried(&self, instance: &Instance) -> bool {
        self.tried.contains(&instance.digest())
    }

    /// The first of some candidates, in order, on which the solver fails, and its position. Some
    /// are run at the same time, but which one it is does not depend on how many. What is no
    /// question is no candidate.
    pub(super) fn first(
        &mut self,
        candidates: &mut dyn Iterator<Item = Instance>,
    ) -> Option<(usize, Instance)> {
        let mut candidates = candidates.enumerate();
        loop {
            let mut batch: Vec<(usize, Instance, Digest)> = Vec::new();
            let room = (self.tools.budget.runs.saturating_sub(self.since)) as usize;
            while batch.len() < self.tools.jobs.clamp(1, room.max(1)) && !self.is_over() {
                let Some((at, instance)) = candidates.next() else { break };
                let digest = instance.digest();
                if is_question(&instance)
                    && !self.tried.contains(&digest)
                    && batch.iter().all(|(.., other)| *other != digest)
                {
                    batch.push((at, instance, digest));
                }
            }
            if batch.is_empty() {
                return None;
            }
            let failed = self.run(&batch);
            let first = failed.iter().position(|failed| *failed);
            let passed = first.unwrap_or(batch.len());
            // What was run beside the first one is not counted, as if it had not been.
            self.tried.extend(batch[..passed].iter().map(|(.., digest)| *digest));
            self.runs += passed as u32 + u32::from(first.is_some());
            self.since += passed as u32;
            if let Some(first) = first {
                (self.since, self.progress) = (0, Instant::now());
                return batch.into_iter().nth(first).map(|(at, instance, _)| (at, instance));
            }
        }
    }

    /// Whether the solver fails on each of a batch.
    fn run(&self, batch: &[(usize, Instance, Digest)]) -> Vec<bool> {
        let fails = self.tools.fails;
        let [(_, only, _)] = batch else {
            return std::thread::scope(|scope| {
                let running: Vec<_> =
                    batch.iter().map(|(_, instance, _)| scope.spawn(move || fails(instance))).collect();
                running.into_iter().map(|thread| thread.join().unwrap_or(false)).collect()
            });
        };
        vec![fails(only)]
    }

    /// Whether the solver fails on an instance.
    pub(super) fn fails(&mut self, instance: &Instance) -> bool {
        self.first(&mut std::iter::once(instance.clone())).is_some()
    }

    /// Keeps the smallest failing instance so far.
    pub(super) fn keep(&mut self, instance: &Instance, definitions: &str) {
        (self.tools.keep)(Best { instance, definitions, runs: self.runs });
    }
}

/// Whether a script asserts and asks something, and sets the options without which other solvers,
/// or other versions of this one, would not understand what is left of it.
fn is_question(instance: &Instance) -> bool {
    instance.checks() > 0 && instance.assertions().next().is_some() && instance.sets_needed_options()
}
