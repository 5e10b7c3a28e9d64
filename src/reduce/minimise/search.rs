//! The search for smaller failing instances: what was tried, what it may cost, and the best so
//! far.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use super::proof::Proof;
use super::workers::{Fails, Workers};
use crate::digest::Digest;
use crate::reduce::delta_debugging::is_question;
use crate::smtlib::instance::Instance;

/// Bounds of one minimisation. The first two begin anew with each smaller instance that is found, so what they end is a
/// search that gets nowhere: by default 2000 runs in a row or a minute in which nothing smaller fails.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Runs of the solver without progress.
    pub runs: u32,
    /// Time without progress: candidates that no longer fail may all run into their time limits.
    pub time: Duration,
    /// Time in all, whatever the progress.
    pub total: Duration,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { runs: 2000, time: Duration::from_secs(60), total: Duration::from_secs(600) }
    }
}

/// After how many times the runs to the first local minimum no other one is looked for. Where a search ends may not hang
/// on the clock, so it is runs that are counted.
const FURTHER: u32 = 3;

/// Why a search came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was done: none of the steps that it knows makes the instance smaller.
    Minimal,
    /// Whoever asked for it had seen enough at a local minimum.
    Enough,
    /// So many runs brought nothing.
    Runs,
    /// The time was up.
    Time,
    /// The solver does not fail each time that it is asked.
    Unsteady,
    /// No command and no term can go, but sorts, names and values were not tried: these need one witness that makes all
    /// assertions true.
    NotOfOne,
    /// The solver could not be run on some candidates.
    Broken,
}

impl Ended {
    /// Why the instance may not be minimal, in a few words; none if it is.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Ended::Minimal | Ended::Enough => None,
            Ended::Runs => Some("many runs brought nothing smaller"),
            Ended::Time => Some("the time was up"),
            Ended::Unsteady => Some("the solver does not fail each time"),
            Ended::NotOfOne => Some(
                "no command and no term can go; sorts, names and values were kept, for no single witness makes all assertions true",
            ),
            Ended::Broken => {
                Some("the solver could not be run each time, for want of files or processes perhaps")
            }
        }
    }
}

/// The smallest failing instance so far.
#[derive(Clone, Debug)]
pub struct Best<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// Definitions of what it declares, a command a line: all that is in force at its last check, which fails, is true
    /// under them.
    pub definitions: &'a str,
    /// The same for each of its checks.
    pub proof: &'a Proof,
    /// Runs of the solver so far.
    pub runs: u32,
}

/// What the search works with.
pub struct Tools<'a> {
    /// Whether the solver goes wrong on an instance as it did on the first one.
    pub fails: Fails<'a>,
    /// How many runs of the solver there may be at a time.
    pub jobs: usize,
    /// Bounds.
    pub budget: Budget,
    /// Is shown each smaller instance as it is found.
    pub keep: &'a mut dyn FnMut(Best<'_>),
    /// Is shown each local minimum that the search comes to, the first of them after about a quarter of the runs, and
    /// says whether that is enough.
    pub at_minimum: &'a mut dyn FnMut(&Instance) -> bool,
    /// Asks with more care from now on; whether what did not fail until now may fail. It is called once, when nothing
    /// smaller is found any more.
    pub recheck: &'a dyn Fn() -> bool,
}

/// How many candidates are run beyond one whose run has not ended, for each run at a time: one that
/// hangs shall not hold up the others. There is a bound because they are in vain if that one fails; it need not be large,
/// for what hangs is given up after a small multiple of the time of a run that fails (`reduce::reproduce`).
const AHEAD: usize = 16;

/// What a search tries, in order.
pub(super) trait Candidates {
    /// The next one.
    fn next(&mut self) -> Option<Instance>;

    /// Whether the one that came last may be run. It is asked about those only that were not run before.
    fn admits_last(&mut self) -> bool {
        true
    }

    /// Whether the one at a position, which fails, is what was looked for.
    fn accepts(&mut self, _position: usize) -> bool {
        true
    }
}

/// All of them will do.
impl<T: Iterator<Item = Instance>> Candidates for T {
    fn next(&mut self) -> Option<Instance> {
        Iterator::next(self)
    }
}

/// A search under way.
pub(super) struct Search<'a> {
    tools: Tools<'a>,
    workers: Workers<'a>,
    runs: u32,
    since: u32,
    started: Instant,
    progress: Instant,
    over: Option<Ended>,
    /// Runs that the first local minimum took.
    first_minimum: Option<u32>,
    /// The size of the smallest instance that was kept, in bytes.
    smallest: usize,
    /// Whether the solver fails, for all scripts that were run.
    known: BTreeMap<Digest, bool>,
    /// Those that the search came to: others were run beside them.
    reached: BTreeSet<Digest>,
}

impl<'a> Search<'a> {
    /// What `work` makes of a search with these tools. Runs that are still under way then are waited
    /// for.
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

    /// When it has to be over, whatever it has come to; none if that is as good as never.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.tools.budget.total)
    }

    /// Runs of the solver so far.
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

    /// Notes that no step makes an instance smaller, unless the budget is spent and that is not known.
    pub(super) fn at_minimum(&mut self, instance: &Instance) {
        if self.is_over() {
            return;
        }
        self.first_minimum.get_or_insert(self.runs);
        if (self.tools.at_minimum)(instance) {
            self.over = Some(Ended::Enough);
        }
    }

    /// Whether another local minimum is worth looking for.
    pub(super) fn goes_on(&mut self) -> bool {
        !self.is_over() && self.first_minimum.is_some_and(|first| self.runs < first.saturating_mul(FURTHER))
    }

    /// Forgets what did not fail, if that may not be all that there is to it; whether it is so.
    pub(super) fn rechecks(&mut self) -> bool {
        if self.is_over() || !(self.tools.recheck)() {
            return false;
        }
        // What is still under way was asked with less care.
        while self.workers.wait().is_some() {}
        self.known.retain(|_, fails| *fails);
        self.reached.retain(|digest| self.known.contains_key(digest));
        (self.since, self.progress) = (0, Instant::now());
        true
    }

    /// Why the search ended. With a local minimum it has what it was to find, whatever came later.
    pub(super) fn ended(&self) -> Ended {
        match self.over {
            Some(ended) if ended == Ended::Enough || self.first_minimum.is_none() => ended,
            _ => Ended::Minimal,
        }
    }

    /// Whether the search came to a script on which the solver does not fail.
    fn passed(&self, digest: &Digest) -> bool {
        self.known.get(digest) == Some(&false) && self.reached.contains(digest)
    }

    /// The first of some candidates, in order, on which the solver fails and which is accepted, and its position. Some
    /// are run at the same time, but which one it is does not depend on how many. What is no question is no candidate.
    pub(super) fn first(&mut self, candidates: &mut dyn Candidates) -> Option<(usize, Instance)> {
        let mut positions = 0..;
        let window = AHEAD * self.tools.jobs.max(1);
        // Those that have no answer yet, or that come after such a one, in order.
        let mut open: VecDeque<(usize, Instance, Digest)> = VecDeque::new();
        let mut may_come = true;
        loop {
            // Answers are taken in the order of the candidates.
            while let Some((.., digest)) = open.front()
                && let Some(&fails) = self.known.get(digest)
            {
                let (at, instance, digest) = open.pop_front()?;
                // Other descents may come to the same one.
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
                        let digest = instance.digest();
                        if is_question(&instance)
                            && !self.passed(&digest)
                            && open.iter().all(|(.., other)| *other != digest)
                            && candidates.admits_last()
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

    /// Keeps an instance if it is the smallest failing one so far.
    pub(super) fn keep(&mut self, instance: &Instance, proof: &Proof) {
        if instance.text.len() > self.smallest {
            return;
        }
        self.smallest = instance.text.len();
        (self.tools.keep)(Best { instance, definitions: proof.definitions(), proof, runs: self.runs });
    }
}

/// What a test makes of a search that is only told what fails, how many may run at a time, and its bounds.
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
    use crate::smtlib::instance::Kind;

    fn instance(number: usize) -> Instance {
        let mut instance = Instance::default();
        instance.add(Kind::Assertion, |text| text.push_str(&format!("(assert a{number})")));
        instance.add(Kind::Check, |text| text.push_str("(check-sat)"));
        instance
    }

    /// The first of a hundred that fails, and what it cost.
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
                // The earlier one takes longer.
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
