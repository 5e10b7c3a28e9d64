//! Who runs what next: each thread goes through the tests of one seed after the other, so that none waits while another
//! prepares the seed of both. At the end they help each other.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// What threads share.
#[derive(Debug)]
pub(super) struct Queue<T>(Mutex<Runs<T>>);

#[derive(Debug)]
struct Runs<T> {
    /// What belongs together, in order.
    all: Vec<VecDeque<T>>,
    /// How many of them a thread has begun.
    begun: usize,
}

/// What a thread is at.
#[derive(Debug, Default)]
pub(super) struct TaskAffinity(Option<usize>);

impl<T> Queue<T> {
    /// All items in their order; those that follow each other and are the same in some way belong together.
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

    /// The next one for a thread: of what it is at, of what none has begun, or of that of which most is left.
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
    use super::*;

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
