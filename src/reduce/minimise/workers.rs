//! Runs of the solver beside the search for candidates.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope};

use crate::digest::Digest;
use crate::smtlib::instance::Instance;

/// An instance to be run, by its digest.
type Task = (Digest, Instance);

/// Whether the solver fails on an instance.
pub(super) type Fails<'a> = &'a (dyn Fn(&Instance) -> bool + Sync);

/// Threads that run the solver.
pub(super) struct Workers<'a> {
    tasks: Sender<Task>,
    answers: Receiver<(Digest, bool)>,
    /// How many threads there are.
    jobs: usize,
    /// Does the work of the threads where the system gives none.
    stand_in: (Worker, Fails<'a>),
    /// Runs that have no answer yet.
    busy: usize,
}

/// One of the threads.
#[derive(Clone)]
struct Worker {
    tasks: Arc<Mutex<Receiver<Task>>>,
    answers: Sender<(Digest, bool)>,
}

impl<'a> Workers<'a> {
    /// Starts as many threads as are wanted, and as the system gives.
    pub(super) fn start_in<'scope>(scope: &'scope Scope<'scope, 'a>, jobs: usize, fails: Fails<'a>) -> Self {
        let ((tasks, queue), (sender, answers)) = (channel(), channel());
        let worker = Worker { tasks: Arc::new(Mutex::new(queue)), answers: sender };
        let start = |worker: Worker| Builder::new().spawn_scoped(scope, move || while worker.work(fails) {});
        let started = (0..jobs).take_while(|_| start(worker.clone()).is_ok()).count();
        Workers { tasks, answers, jobs: started, stand_in: (worker, fails), busy: 0 }
    }

    /// Whether a worker has nothing to do.
    pub(super) fn is_idle(&self) -> bool {
        self.busy < self.jobs.max(1)
    }

    /// Starts a run.
    pub(super) fn start(&mut self, digest: Digest, instance: Instance) {
        self.busy += usize::from(self.tasks.send((digest, instance)).is_ok());
        if self.jobs == 0 {
            let (worker, fails) = &self.stand_in;
            worker.work(*fails);
        }
    }

    /// The answers that are there.
    pub(super) fn ended(&mut self) -> Vec<(Digest, bool)> {
        let found: Vec<_> = self.answers.try_iter().collect();
        self.busy -= found.len();
        found
    }

    /// The next answer; none if there is nothing under way.
    pub(super) fn wait(&mut self) -> Option<(Digest, bool)> {
        let found = if self.busy > 0 { self.answers.recv().ok() } else { None };
        self.busy -= usize::from(found.is_some());
        found
    }
}

impl Worker {
    /// Waits for a run and answers; false when the search is gone.
    fn work(&self, fails: Fails<'_>) -> bool {
        let task = self.tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((digest, instance)) = task else { return false };
        // Without an answer the search would wait for ever.
        let failed = catch_unwind(AssertUnwindSafe(|| fails(&instance))).unwrap_or(false);
        self.answers.send((digest, failed)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_made_here_where_the_system_gives_no_thread() {
        let fails = |instance: &Instance| instance.text.is_empty();
        for jobs in [0, 2] {
            std::thread::scope(|scope| {
                let mut workers = Workers::start_in(scope, jobs, &fails);
                assert!(workers.is_idle());
                let instance = Instance::default();
                workers.start(instance.digest(), instance.clone());
                assert_eq!(workers.wait(), Some((instance.digest(), true)));
                assert_eq!(workers.wait(), None);
            });
        }
    }
}
