//! Threads that run the solver in parallel with the search for candidates.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope};

use crate::digest::Digest;
use crate::smtlib::instance::Instance;

/// An instance to run, with its digest.
type Task = (Digest, Instance);

/// A test whether the solver fails on an instance.
pub(super) type Fails<'a> = &'a (dyn Fn(&Instance) -> bool + Sync);

/// The threads that run the solver.
pub(super) struct Workers<'a> {
    tasks: Sender<Task>,
    answers: Receiver<(Digest, bool)>,
    /// The number of threads.
    jobs: usize,
    /// Does the work if the system provides no threads.
    stand_in: (Worker, Fails<'a>),
    /// The number of unfinished runs.
    busy: usize,
}

/// A worker thread.
#[derive(Clone)]
struct Worker {
    tasks: Arc<Mutex<Receiver<Task>>>,
    answers: Sender<(Digest, bool)>,
}

impl<'a> Workers<'a> {
    /// Starts the wanted number of threads, or as many as the system provides.
    pub(super) fn start_in<'scope>(scope: &'scope Scope<'scope, 'a>, jobs: usize, fails: Fails<'a>) -> Self {
        let ((tasks, queue), (sender, answers)) = (channel(), channel());
        let worker = Worker { tasks: Arc::new(Mutex::new(queue)), answers: sender };
        let start = |worker: Worker| Builder::new().spawn_scoped(scope, move || while worker.work(fails) {});
        let started = (0..jobs).take_while(|_| start(worker.clone()).is_ok()).count();
        Workers { tasks, answers, jobs: started, stand_in: (worker, fails), busy: 0 }
    }

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

    /// Returns the available answers.
    pub(super) fn ended(&mut self) -> Vec<(Digest, bool)> {
        let found: Vec<_> = self.answers.try_iter().collect();
        self.busy -= found.len();
        found
    }

    /// Waits for the next answer; returns `None` if there are no unfinished runs.
    pub(super) fn wait(&mut self) -> Option<(Digest, bool)> {
        let found = if self.busy > 0 { self.answers.recv().ok() } else { None };
        self.busy -= usize::from(found.is_some());
        found
    }
}

impl Worker {
    /// Performs one run; returns false when the search has ended.
    fn work(&self, fails: Fails<'_>) -> bool {
        let task = self.tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((digest, instance)) = task else { return false };
        // Without an answer, the search would wait forever.
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
