//! Runs of the solver beside the search for candidates.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::digest::Digest;
use crate::smtlib::instance::Instance;

/// An instance to be run, by its digest.
type Task = (Digest, Instance);

/// Threads that run the solver.
pub(super) struct Workers {
    tasks: Sender<Task>,
    answers: Receiver<(Digest, bool)>,
    jobs: usize,
    /// Runs that have no answer yet.
    busy: usize,
}

/// One of the threads.
pub(super) struct Worker {
    tasks: Arc<Mutex<Receiver<Task>>>,
    answers: Sender<(Digest, bool)>,
}

impl Workers {
    /// None that works yet: each one that comes with it is to be given a thread.
    pub(super) fn new(jobs: usize) -> (Workers, Vec<Worker>) {
        let ((tasks, queue), (sender, answers)) = (channel(), channel());
        let queue = Arc::new(Mutex::new(queue));
        let worker = || Worker { tasks: queue.clone(), answers: sender.clone() };
        (Workers { tasks, answers, jobs, busy: 0 }, std::iter::repeat_with(worker).take(jobs).collect())
    }

    /// Whether a worker has nothing to do.
    pub(super) fn is_idle(&self) -> bool {
        self.busy < self.jobs
    }

    /// Starts a run.
    pub(super) fn start(&mut self, digest: Digest, instance: Instance) {
        self.busy += usize::from(self.tasks.send((digest, instance)).is_ok());
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
    /// Answers until the search is gone.
    pub(super) fn work(&self, fails: &(dyn Fn(&Instance) -> bool + Sync)) {
        loop {
            let task = self.tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((digest, instance)) = task else { return };
            // Without an answer the search would wait for ever.
            let failed = catch_unwind(AssertUnwindSafe(|| fails(&instance))).unwrap_or(false);
            if self.answers.send((digest, failed)).is_err() {
                return;
            }
        }
    }
}
