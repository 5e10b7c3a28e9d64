//! Work shared by several threads, and the order in which they take it.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::process::count_processors;
use crate::process::quotation::panic_message;

/// Runs this work on the given number of threads, one of which is the caller's, and waits for all of them.
pub(super) fn on_threads(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 1..threads {
            // If the system has no more threads, the existing ones do all the work.
            let _ = thread::Builder::new().spawn_scoped(scope, &work);
        }
        work();
    });
}

/// Does work in which a panic is one more error: it fails one test or one unit of a campaign, and not the whole run.
pub(super) fn guarded<R>(work: impl FnOnce() -> Result<R, String>) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(describe_panic(&*panic)))
}

fn describe_panic(panic: &(dyn Any + Send)) -> String {
    let words = panic_message(panic).unwrap_or("no message");
    format!("panicked: {words}; this is a bug in smt-storm, please report it")
}

/// Works on as many items at once as there are processors, and returns the results in order.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    on_threads(count_processors().get().min(items.len()), || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break };
            let result = work(item);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// A queue for threads. Each thread works through the items of one group, so that no thread waits while another
/// prepares what both need, such as a seed. At the end, idle threads help with groups of others.
#[derive(Debug)]
pub(super) struct Queue<T>(Mutex<Runs<T>>);

#[derive(Debug)]
struct Runs<T> {
    /// The groups, in order.
    all: Vec<VecDeque<T>>,
    /// The number of groups that a thread has started.
    begun: usize,
}

/// The group that a thread works on.
#[derive(Debug, Default)]
pub(super) struct TaskAffinity(Option<usize>);

impl<T> Queue<T> {
    /// Queues all items in order. Neighbours for which `is_same` holds form a group.
    pub(super) fn new(items: impl IntoIterator<Item = T>, is_same: impl Fn(&T, &T) -> bool) -> Queue<T> {
        let mut all: Vec<VecDeque<T>> = Vec::new();
        for item in items {
            match all.last_mut().filter(|run| run.back().is_some_and(|last| is_same(last, &item))) {
                Some(run) => run.push_back(item),
                None => all.push(VecDeque::from([item])),
            }
        }
        Queue(Mutex::new(Runs { all, begun: 0 }))
    }

    /// Returns the next item for a thread: from its own group, from a group that no thread has started, or from the
    /// largest remaining group.
    pub(super) fn next(&self, own: &mut TaskAffinity) -> Option<T> {
        let Runs { all, begun } = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(item) = own.0.and_then(|at| all.get_mut(at)?.pop_front()) {
            return Some(item);
        }
        if let Some(run) = all.get_mut(*begun) {
            own.0 = Some(*begun);
            *begun += 1;
            return run.pop_front();
        }
        all.iter_mut().max_by_key(|run| run.len())?.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn the_given_number_of_threads_work_at_the_same_time() {
        for count in [1, 3] {
            let all = Barrier::new(count);
            on_threads(count, || {
                all.wait();
            });
        }
        let worked = AtomicUsize::new(0);
        on_threads(0, || {
            worked.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(worked.into_inner(), 1);
    }

    #[test]
    fn a_panic_is_an_error_of_the_work_that_it_ends() {
        assert_eq!(guarded(|| Ok(1)), Ok(1));
        assert_eq!(guarded::<()>(|| Err("no solver".to_owned())), Err("no solver".to_owned()));
        let text =
            |words: &str| Err(format!("panicked: {words}; this is a bug in smt-storm, please report it"));
        assert_eq!(guarded::<()>(|| panic!("no values")), text("no values"));
        assert_eq!(guarded::<()>(|| panic!("no values of {}", "x")), text("no values of x"));
    }

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let numbers: Vec<u32> = (0..100).collect();
        assert!(in_parallel(&numbers, |number| number * 2).into_iter().eq((0..100).map(|number| number * 2)));
        assert!(in_parallel(&[], |number: &u32| *number).is_empty());
    }

    #[test]
    fn threads_have_seeds_of_their_own_and_help_each_other() {
        let queue = Queue::new("aaabbcc".char_indices(), |(_, one), (_, two)| one == two);
        let mut threads = [TaskAffinity::default(), TaskAffinity::default()];
        let mut turn = |thread: usize| queue.next(&mut threads[thread]).map(|(at, _)| at);
        let taken = [0, 1, 0, 1, 1, 1, 1, 0, 0].map(&mut turn);
        assert_eq!(taken, [0, 3, 1, 4, 5, 6, 2, usize::MAX, usize::MAX].map(|at| (at < 9).then_some(at)));
    }

    #[test]
    fn one_thread_takes_all_in_order() {
        let queue = Queue::new(0..9, |one, two| one / 2 == two / 2);
        let mut own = TaskAffinity::default();
        let taken: Vec<u32> = std::iter::from_fn(|| queue.next(&mut own)).collect();
        assert_eq!(taken, (0..9).collect::<Vec<_>>());
    }
}
