//! What is being run, and what is done with it.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::matrix::Class;

/// After how long a test is said to be slow first; the time from one saying to the next doubles.
const SLOW: Duration = Duration::from_secs(60);

/// A test, or a part of one, that is being run.
#[derive(Debug)]
pub(super) struct Running {
    pub row: String,
    test: String,
    /// The instances that it is about, where these are not all of the test's.
    part: Option<Range<u32>>,
    pub since: Instant,
    /// When it is said to be slow next.
    slow: Duration,
    pub doing: Doing,
}

/// What is done with it.
#[derive(Debug)]
pub(super) enum Doing {
    /// Its solver and its seed are made ready.
    Preparing,
    /// The solver is asked about the instance of this number.
    Asking(u32),
    /// An instance with this verdict is made smaller.
    Minimising {
        class: Class,
        /// Of the smallest script so far.
        bytes: Option<usize>,
        /// Runs of the solver so far.
        runs: Arc<AtomicU32>,
    },
    /// What the smallest script hangs on is looked for.
    Narrowing,
    /// A stored bug is tried again.
    Replaying,
}

impl Running {
    pub(super) fn new(row: &str, test: String, part: Option<Range<u32>>, since: Instant) -> Running {
        Running { row: row.to_owned(), test, part, since, slow: SLOW, doing: Doing::Preparing }
    }

    /// What is said of it if it is slow, and was not said to be of late.
    pub(super) fn slow(&mut self, now: Instant) -> Option<String> {
        let time = now.duration_since(self.since);
        if time < self.slow {
            return None;
        }
        while self.slow <= time {
            self.slow *= 2;
        }
        Some(format!("test {} has been running for {} s: {}", self.test, time.as_secs(), self.doing))
    }
}

/// `asking the solver about instance 12: z3::QF_LIA::small::1`: what changes comes first, for a terminal cuts lines off.
impl fmt::Display for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.doing, self.test)?;
        if let Some(part) = &self.part {
            write!(f, ", instances {} to {}", part.start, part.end.saturating_sub(1))?;
        }
        Ok(())
    }
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doing::Preparing => f.write_str("preparing its solver and seed"),
            Doing::Asking(number) => write!(f, "asking the solver about instance {number}"),
            Doing::Minimising { class, bytes, runs } => {
                write!(f, "minimising ({class}), ")?;
                if let Some(bytes) = bytes {
                    write!(f, "{bytes} bytes after ")?;
                }
                write!(f, "{} runs", runs.load(Ordering::Relaxed))
            }
            Doing::Narrowing => f.write_str("finding out what the failure hangs on"),
            Doing::Replaying => f.write_str("trying a stored bug again"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_to_be_slow_at_intervals_that_double() {
        let start = Instant::now();
        let mut running = Running::new("z3", "z3::QF_LIA::a::1".to_owned(), None, start);
        let said: Vec<u64> = (0..600)
            .filter(|seconds| running.slow(start + Duration::from_secs(*seconds)).is_some())
            .collect();
        assert_eq!(said, [60, 120, 240, 480]);
        running.doing = Doing::Asking(7);
        let late = running.slow(start + Duration::from_secs(5000)).unwrap();
        assert_eq!(
            late,
            "test z3::QF_LIA::a::1 has been running for 5000 s: asking the solver about instance 7"
        );
        assert!(running.slow(start + Duration::from_secs(5001)).is_none());
    }

    #[test]
    fn what_is_done_is_said() {
        let mut running = Running::new("z3", "z3::QF_LIA::a::1".to_owned(), Some(25..50), Instant::now());
        let runs = Arc::new(AtomicU32::new(678));
        let minimising =
            |bytes| Doing::Minimising { class: Class::WrongUnsat, bytes, runs: Arc::clone(&runs) };
        let said = [Doing::Preparing, minimising(None), minimising(Some(456))].map(|doing| {
            running.doing = doing;
            running.to_string()
        });
        let end = ": z3::QF_LIA::a::1, instances 25 to 49";
        assert_eq!(
            said.map(|text| text.strip_suffix(end).unwrap().to_owned()),
            [
                "preparing its solver and seed",
                "minimising (wrong unsat), 678 runs",
                "minimising (wrong unsat), 456 bytes after 678 runs"
            ]
        );
    }
}
