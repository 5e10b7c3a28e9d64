//! The search for smaller failing instances: which candidates were tried, the budget, and the best result so far.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use super::proof::Proof;
use super::workers::{Fails, Workers};
use crate::digest::Digest;
use crate::reduce::delta_debugging::is_question;
use crate::smtlib::instance::Instance;

/// The bounds of one minimisation. The first two restart with each smaller instance found, so they end a search
/// without progress: by default after 2000 runs or a minute in which nothing smaller fails.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The maximal number of solver runs without progress.
    pub runs: u32,
    /// The maximal time without progress: all candidates may run into their time limits.
    pub time: Duration,
    /// The maximal total time.
    pub total: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { runs: 2000, time: Duration::from_secs(60), total: Duration::from_secs(600) }
    }
}

/// The search for further local minima ends after this multiple of the runs to the first one. It counts runs
/// because the result must not depend on the clock.
const FURTHER: u32 = 3;

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It is complete: no known step makes the instance smaller.
    Minimal,
    /// The caller had seen enough at a local minimum.
    Enough,
    /// Too many runs were without progress.
    Runs,
    /// The time was up.
    Time,
    /// The solver does not fail every time.
    Unsteady,
    /// No command and no term can go, but sorts, names and values were not tried: these moves need a single
    /// witness that makes all assertions true.
    NotOfOne,
    /// No command and no term can go, but the script is too large for the other moves.
    TooLarge,
    /// The solver could not be run on some candidates.
    Broken,
}

impl Ended {
    /// Returns why the instance may not be minimal, or `None` if it is.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Ended::Minimal | Ended::Enough => None,
            Ended::Runs => Some("many runs found nothing smaller"),
            Ended::Time => Some("the time was up"),
            Ended::Unsteady => Some("the solver does not fail every time"),
            Ended::NotOfOne => Some(
                "no command or term can be dropped; sorts, names and values were kept, because no single witness makes all assertions true",
            ),
            Ended::TooLarge => Some(
                "no command or term can be dropped; sorts, names and values were kept, because the script is too large",
            ),
            Ended::Broken => {
                Some("the solver could not be run every time, perhaps for lack of files or processes")
            }
        }
    }
}

/// The smallest failing instance so far.
#[derive(Clone, Debug)]
pub struct Best<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// The definitions for each of its checks.
    pub proof: &'a Proof,
    /// The number of solver runs so far.
    pub runs: u32,
}

/// The tools of the search.
pub struct Tools<'a> {
    /// Whether the solver fails on an instance as it did on the first one.
    pub fails: Fails<'a>,
    /// The maximal number of parallel solver runs.
    pub jobs: usize,
    /// The bounds.
    pub budget: Budget,
    /// Receives each smaller instance when it is found.
    pub keep: &'a mut dyn FnMut(Best<'_>),
    /// Receives each local minimum, the first after about a quarter of the runs, and returns whether to stop.
    pub at_minimum: &'a mut dyn FnMut(&Instance) -> bool,
    /// Switches to more careful runs, and returns whether an instance that did not fail so far may fail now. It
    /// is called once, when nothing smaller is found any more.
    pub recheck: &'a dyn Fn() -> bool,
}

/// The number of candidates run beyond an unfinished one, for each parallel run, so that a run that hangs does
/// not hold up the others. It is bounded because these runs are wasted if the unfinished one fails. It need not
/// be large, because a run that hangs is stopped after a small multiple of the time of a failing run
/// (`reduce::reproduce`).
const AHEAD: usize = 16;

/// The candidates of a search, in order.
pub(super) trait Candidates {
    /// Returns the next candidate.
    fn next(&mut self) -> Option<Instance>;

    /// Whether a candidate, the last one, may be run. It is called only for candidates that were not run before.
    fn admits(&mut self, _last: &Instance) -> bool {
        true
    }

    /// Whether the failing candidate at a position is accepted.
    fn accepts(&mut self, _position: usize) -> bool {
        true
    }
}

/// All candidates of an iterator are accepted.
impl<T: Iterator<Item = Instance>> Candidates for T {
    fn next(&mut self) -> Option<Instance> {
        Iterator::next(self)
    }
}

/// Returns the digest of a script, with the values that judge what a solver says of it, if there are any.
fn digest_asked(instance: &Instance) -> Digest {
    match instance.witness() {
        Some(values) => Digest::of(format!("{}\n{values}", instance.text)),
        None => instance.digest(),
    }
}

/// A running search.
pub(super) struct Search<'a> {
    tools: Tools<'a>,
    workers: Workers<'a>,
    runs: u32,
    since: u32,
    started: Instant,
    progress: Instant,
    over: Option<Ended>,
    /// The number of runs to the first local minimum.
    first_minimum: Option<u32>,
    /// The size of the smallest instance reported, in bytes.
    smallest: usize,
    /// Whether the solver fails, for each script that was run, with the values that judge what it says.
    known: BTreeMap<Digest, bool>,
    /// The scripts that the search has reached; others were run in parallel.
    reached: BTreeSet<Digest>,
}

impl<'a> Search<'a> {
    /// Runs `work` with a search, and waits for the runs that are unfinished at the end.
    pub(super) fn run<T>(tools: Tools<'a>, work: impl FnOnce(&mut Search<'a>) -> T) -> T {
        let (fails, jobs) = (tools.fails, tools.jobs.max(1));
        std::thread::scope(|scope| {
            let workers = Workers::start_in(scope, jobs, fails);
            work(&mut Search {
                tools,
                workers,
                runs: 0,
                since: 0,
                started: Instant::now(),
                progress: Instant::now(),
                over: None,
                first_minimum: None,
                smallest: usize::MAX,
                known: BTreeMap::new(),
                reached: BTreeSet::new(),
            })
        })
    }

    /// Returns the time at which the search must end; `None` if that is out of range.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.tools.budget.total)
    }

    /// Returns the number of solver runs so far.
    pub(super) fn runs(&self) -> u32 {
        self.runs
    }

    /// Whether the budget is spent, or enough was seen.
    pub(super) fn is_over(&mut self) -> bool {
        let Budget { runs, time, total } = self.tools.budget;
        if self.over.is_none() && self.since >= runs {
            self.over = Some(Ended::Runs);
        } else if self.over.is_none() && (self.progress.elapsed() > time || self.started.elapsed() > total) {
            self.over = Some(Ended::Time);
        }
        self.over.is_some()
    }

    /// Records a local minimum, unless the budget is spent, so that it is not known to be one.
    pub(super) fn at_minimum(&mut self, instance: &Instance) {
        if self.is_over() {
            return;
        }
        self.first_minimum.get_or_insert(self.runs);
        if (self.tools.at_minimum)(instance) {
            self.over = Some(Ended::Enough);
        }
    }

    /// Whether to search for another local minimum.
    pub(super) fn goes_on(&mut self) -> bool {
        !self.is_over() && self.first_minimum.is_some_and(|first| self.runs < first.saturating_mul(FURTHER))
    }

    /// Forgets the runs that did not fail, if more careful runs are possible. Returns whether they are.
    pub(super) fn rechecks(&mut self) -> bool {
        if self.is_over() || !(self.tools.recheck)() {
            return false;
        }
        // Unfinished runs are less careful ones.
        while self.workers.wait().is_some() {}
        self.known.retain(|_, fails| *fails);
        self.reached.retain(|digest| self.known.contains_key(digest));
        (self.since, self.progress) = (0, Instant::now());
        true
    }

    /// Returns why the search ended. With a local minimum it is complete, whatever ended it.
    pub(super) fn ended(&self) -> Ended {
        match self.over {
            Some(ended) if ended == Ended::Enough || self.first_minimum.is_none() => ended,
            _ => Ended::Minimal,
        }
    }

    /// Whether the search has reached a script on which the solver does not fail.
    fn passed(&self, digest: &Digest) -> bool {
        self.known.get(digest) == Some(&false) && self.reached.contains(digest)
    }

    /// Returns the first of some candidates, in order, on which the solver fails and which is accepted, and its
    /// position. Candidates run in parallel, but the result does not depend on how many. A script that is not a
    /// complete query is skipped.
    pub(super) fn first(&mut self, candidates: &mut dyn Candidates) -> Option<(usize, Instance)> {
        let mut positions = 0..;
        let window = AHEAD * self.tools.jobs.max(1);
        // The candidates without an answer, and those after them, in order.
        let mut open: VecDeque<(usize, Instance, Digest)> = VecDeque::new();
        let mut may_come = true;
        loop {
            // Handles answers in the order of the candidates.
            while let Some((.., digest)) = open.front()
                && let Some(&fails) = self.known.get(digest)
            {
                let (at, instance, digest) = open.pop_front()?;
                // Other descents may reach the same script.
                self.runs += u32::from(self.reached.insert(digest));
                if fails && candidates.accepts(at) {
                    (self.since, self.progress) = (0, Instant::now());
                    return Some((at, instance));
                }
                self.since += 1;
            }
            let found = || open.iter().any(|(.., digest)| self.known.get(digest) == Some(&true));
            let has_room = self.since as usize + open.len() < self.tools.budget.runs as usize;
            may_come = may_come && has_room && !found() && !self.is_over();
            if may_come && self.workers.is_idle() && open.len() < window {
                match candidates.next().zip(positions.next()) {
                    None => may_come = false,
                    Some((instance, at)) => {
                        let digest = digest_asked(&instance);
                        if is_question(&instance)
                            && !self.passed(&digest)
                            && open.iter().all(|(.., other)| *other != digest)
                            && candidates.admits(&instance)
                        {
                            if !self.known.contains_key(&digest) {
                                self.workers.start(digest, instance.clone());
                            }
                            open.push_back((at, instance, digest));
                        }
                    }
                }
                self.known.extend(self.workers.ended());
            } else if may_come || !open.is_empty() {
                let (digest, fails) = self.workers.wait()?;
                self.known.insert(digest, fails);
            } else {
                return None;
            }
        }
    }

    /// Whether the solver fails on an instance.
    pub(super) fn fails(&mut self, instance: &Instance) -> bool {
        self.first(&mut std::iter::once(instance.clone())).is_some()
    }

    /// Reports an instance if it is the smallest failing one so far.
    pub(super) fn keep(&mut self, instance: &Instance, proof: &Proof) {
        if instance.text.len() > self.smallest {
            return;
        }
        self.smallest = instance.text.len();
        (self.tools.keep)(Best { instance, proof, runs: self.runs });
    }
}

/// Runs a test with tools that consist of a failure test, a number of parallel runs, and bounds.
#[cfg(test)]
pub(super) fn plainly<T>(
    (fails, jobs, budget): (Fails<'_>, usize, Budget),
    work: impl FnOnce(Tools<'_>) -> T,
) -> T {
    let (keep, at_minimum) = (&mut |_: Best<'_>| {}, &mut |_: &Instance| false);
    work(Tools { fails, jobs, budget, keep, at_minimum, recheck: &|| false })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread::sleep;

    use super::*;
    use crate::smtlib::instance::{Expected, Kind};

    fn instance(number: usize) -> Instance {
        let mut instance = Instance::default();
        instance.add(Kind::Assertion, &format!("(assert a{number})"));
        instance.add(Kind::Check(Expected::Sat), "(check-sat)");
        instance
    }

    /// Returns the first failing one of a hundred candidates, and the number of runs.
    fn first(jobs: usize, fails: Fails<'_>) -> (Option<usize>, u32) {
        plainly((fails, jobs, Budget::default()), |tools| {
            Search::run(tools, |search| {
                let found = search.first(&mut (0..100).map(instance)).map(|(at, _)| at);
                (found, search.runs())
            })
        })
    }

    #[test]
    fn the_first_is_the_first_however_many_run() {
        let is = |candidate: &Instance, number: usize| *candidate == instance(number);
        for jobs in [1, 2, 7] {
            let found = first(jobs, &|candidate| {
                // The earlier candidate takes longer.
                sleep(Duration::from_millis(if is(candidate, 40) { 20 } else { 0 }));
                is(candidate, 40) || is(candidate, 41) || is(candidate, 90)
            });
            assert_eq!(found, (Some(40), 41));
            assert_eq!(first(jobs, &|_| false), (None, 100));
        }
    }

    #[test]
    fn one_that_hangs_does_not_hold_up_others() {
        let ended = std::sync::Mutex::new(Vec::new());
        let found = first(2, &|candidate| {
            sleep(Duration::from_millis(if *candidate == instance(0) { 300 } else { 0 }));
            ended.lock().unwrap().push(candidate.clone());
            *candidate == instance(3)
        });
        assert_eq!(found, (Some(3), 4));
        assert_eq!(ended.lock().unwrap().iter().position(|candidate| *candidate == instance(0)), Some(3));
    }

    #[test]
    fn a_run_that_panics_does_not_fail() {
        let found = first(2, &|candidate| {
            assert!(*candidate != instance(0), "a mistake of the check");
            *candidate == instance(1)
        });
        assert_eq!(found, (Some(1), 2));
    }

    #[test]
    fn what_did_not_fail_is_asked_again_with_more_care() {
        let careful = AtomicBool::new(false);
        let tools = Tools {
            fails: &|_| careful.load(Ordering::Relaxed),
            jobs: 2,
            budget: Budget::default(),
            keep: &mut |_| {},
            at_minimum: &mut |_| false,
            recheck: &|| !careful.swap(true, Ordering::Relaxed),
        };
        Search::run(tools, |search| {
            let was_tried = |search: &Search<'_>| search.passed(&instance(1).digest());
            assert!(!search.fails(&instance(1)) && was_tried(search));
            assert!(search.rechecks() && !was_tried(search) && search.fails(&instance(1)));
            assert_eq!((search.runs(), search.rechecks()), (2, false));
        });
    }

    #[test]
    fn only_smaller_ones_are_kept() {
        let mut kept = Vec::new();
        let tools = Tools {
            fails: &|_| true,
            jobs: 1,
            budget: Budget::default(),
            keep: &mut |best: Best<'_>| kept.push(best.instance.clone()),
            at_minimum: &mut |_| false,
            recheck: &|| false,
        };
        Search::run(tools, |search| {
            [10, 100, 1, 11].map(|number| search.keep(&instance(number), &Proof::of_all(String::new(), 1)))
        });
        assert_eq!(kept, [instance(10), instance(1)]);
    }
}
