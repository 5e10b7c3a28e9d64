//! Work that several threads share.

use std::thread;

/// Does this work on so many threads at the same time, of which this one is the first, until all have come to its end.
pub(super) fn on(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where the system gives no more threads, those that there are do all of it.
            let _ = thread::Builder::new().spawn_scoped(scope, &work);
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    #[test]
    fn so_many_threads_work_at_the_same_time() {
        for count in [1, 3] {
            let all = Barrier::new(count);
            super::on(count, || {
                all.wait();
            });
        }
        let worked = std::sync::atomic::AtomicUsize::new(0);
        super::on(0, || {
            worked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!(worked.into_inner(), 1);
    }
}
