//! The progress of a run or a command: its events, and their description in words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration};

use crate::matrix::Class;
use crate::report::numbers::percent;

/// The time after which a test is first reported as slow. The interval to the next report doubles.
const SLOW: Duration = Duration::from_secs(60);

/// The extent of the work.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Total {
    /// As much as fits into this time.
    Time(Duration),
    /// This many cases, within the time if there is a limit.
    Cases(usize, Option<Duration>),
    /// This many steps of a command, with their noun in the plural. A single step is not counted.
    Steps(usize, &'static str),
}

/// The events so far.
#[derive(Debug)]
pub(crate) struct Progress {
    total: Total,
    started: Instant,
    rows: BTreeMap<String, Row>,
    /// Pairs of operators, the second as an argument of the first.
    pub(super) pairs: BTreeSet<[&'static str; 2]>,
    /// The running tests and steps.
    running: BTreeMap<u64, Running>,
    begun: u64,
    ended: usize,
    failed: usize,
    ignored: usize,
}

/// The events of one row, or of all rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// Instances by verdict.
    verdicts: BTreeMap<Class, u64>,
    /// New bugs.
    pub new: u64,
    /// Instances that showed known bugs.
    pub known: u64,
    /// The operators of the formulas that instances were drawn from.
    pub operators: BTreeSet<&'static str>,
    /// The time for which its tests ran.
    busy: Duration,
    /// How much of this time the solver's answers and the failures took, as far as reported.
    pub solving: Duration,
    pub failures: Duration,
}

/// A running test, part of a test, or step of a command.
#[derive(Debug)]
pub(super) struct Running {
    row: String,
    pub name: String,
    /// The instances that it runs, if they are only a part of the test's.
    part: Option<Range<u32>>,
    since: Instant,
    /// The running time after which it is next reported as slow.
    slow: Duration,
    pub doing: Doing,
}

/// The current activity of a test or step.
#[derive(Debug)]
pub(in crate::suite) enum Doing {
    /// The step itself, as its name says.
    Step,
    /// Preparing the solver and the seed.
    Preparing,
    /// Asking the solver about the instance of this number.
    Asking(u32),
    /// Minimising an instance with this verdict.
    Minimising {
        class: Class,
        /// The size of the smallest script so far.
        bytes: Option<usize>,
        /// Runs of the solver so far.
        runs: Arc<AtomicU32>,
    },
    /// Finding out what the failure of the smallest script depends on.
    Narrowing,
    /// Replaying a stored bug.
    Replaying,
}

impl Progress {
    pub(super) fn new(total: Total, started: Instant) -> Progress {
        let (rows, pairs, running) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        Progress { total, started, rows, pairs, running, begun: 0, ended: 0, failed: 0, ignored: 0 }
    }

    /// Returns the events of the row with this name.
    pub(super) fn row(&mut self, name: &str) -> &mut Row {
        self.rows.entry(name.to_owned()).or_default()
    }

    /// Starts a step of a command or, with the name of a row, a test or a part of one. Returns its number.
    pub(super) fn begin(
        &mut self,
        row: Option<&str>,
        name: String,
        part: Option<Range<u32>>,
        since: Instant,
    ) -> u64 {
        let doing = if row.is_some() { Doing::Preparing } else { Doing::Step };
        let row = row.unwrap_or_default().to_owned();
        self.begun += 1;
        self.running.insert(self.begun, Running { row, name, part, since, slow: SLOW, doing });
        self.begun
    }

    /// Returns what is running under this number.
    pub(super) fn running(&mut self, number: u64) -> Option<&mut Running> {
        self.running.get_mut(&number)
    }

    /// Counts the verdict on an instance of what is running under this number.
    pub(super) fn count_verdict(&mut self, number: u64, instance: u32, class: Class) {
        let Some(running) = self.running.get_mut(&number) else { return };
        running.doing = Doing::Asking(instance + 1);
        let row = self.rows.entry(running.row.clone()).or_default();
        *row.verdicts.entry(class).or_default() += 1;
    }

    /// Counts a failed or ignored test.
    pub(super) fn count_outcome(&mut self, is_red: bool) {
        *(if is_red { &mut self.failed } else { &mut self.ignored }) += 1;
    }

    pub(super) fn end(&mut self, number: u64, now: Instant) {
        if let Some(Running { row, since, .. }) = self.running.remove(&number) {
            self.row(&row).busy += now.duration_since(since);
            self.ended += 1;
        }
    }

    /// Adds up the events of all rows.
    fn sum(&self) -> Row {
        let mut sum = Row::default();
        for row in self.rows.values() {
            row.verdicts.iter().for_each(|(class, count)| *sum.verdicts.entry(*class).or_default() += count);
            sum.operators.extend(&row.operators);
            sum.new += row.new;
            sum.known += row.known;
            sum.busy += row.busy;
            sum.solving += row.solving;
            sum.failures += row.failures;
        }
        sum
    }

    /// Returns the number of instances asked and of new bugs.
    pub(in crate::suite) fn totals(&self) -> (u64, u64) {
        let sum = self.sum();
        (sum.instances(), sum.new)
    }

    /// Returns a line for each test that is slow and due for a report.
    pub(super) fn slow(&mut self, now: Instant) -> Vec<String> {
        self.running.values_mut().filter_map(|running| running.slow(now)).collect()
    }

    /// Describes the progress: a line for the whole, a line for each of up to `rows` active rows, and lines for the
    /// tests or steps that have been running longest.
    pub(super) fn lines(&self, now: Instant, rows: usize) -> Vec<String> {
        let mut lines: Vec<String> = self.head(now).into_iter().collect();
        let active: BTreeSet<&str> = self.running.values().map(|running| running.row.as_str()).collect();
        let shown = active.iter().filter_map(|name| Some((*name, self.rows.get(*name)?)));
        for (name, row) in shown.filter(|(_, row)| row.instances() > 0).take(rows) {
            let of_row = self.running.values().filter(|running| running.row == name);
            let rate = row.rate(row.busy + of_row.map(|running| now.duration_since(running.since)).sum());
            let (answers, found, shares) =
                (row.describe_answers(), row.describe_bugs(), row.describe_shares());
            lines.push(format!("  {name}: {answers}; {rate:.0}/s{found}{shares}"));
        }
        let (long, named) = if matches!(self.total, Total::Steps(..)) { (2, 4) } else { (10, 3) };
        let mut slow: Vec<_> = self
            .running
            .values()
            .map(|running| (running.since, running.to_string()))
            .filter(|(since, _)| now.duration_since(*since).as_secs() >= long)
            .collect();
        slow.sort();
        let line = |(since, what): &(Instant, _)| {
            format!("  for {} s: {what}", now.duration_since(*since).as_secs())
        };
        lines.extend(slow.iter().take(named).map(line));
        lines
    }

    fn head(&self, now: Instant) -> Option<String> {
        let elapsed = now.duration_since(self.started);
        let ended = self.ended;
        // Extrapolate from the tests that have ended, up to the limit.
        let left = |all: usize, limit: Option<Duration>| {
            let left = elapsed.checked_div(ended as u32).map(|each| each * all.saturating_sub(ended) as u32);
            let left = left.into_iter().chain(limit.map(|limit| limit.saturating_sub(elapsed))).min();
            left.map(|left| format!(", about {} left", HumanDuration(left))).unwrap_or_default()
        };
        let extent = match self.total {
            Total::Steps(1, _) => return None,
            Total::Steps(all, nouns) => return Some(format!("{ended} of {all} {nouns}{}", left(all, None))),
            Total::Time(time) => format!("{} left", clock(time.saturating_sub(elapsed))),
            Total::Cases(all, limit) => {
                let counts = [(self.failed, "failed"), (self.ignored, "ignored")];
                let counts = counts.into_iter().filter(|(count, _)| *count > 0);
                let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
                let counts =
                    if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
                format!("{ended} of {all} cases{counts}{}", left(all, limit))
            }
        };
        let sum = self.sum();
        let mut head =
            format!("{extent}; {} instances, {:.0}/s", HumanCount(sum.instances()), sum.rate(elapsed));
        if sum.instances() > 0 {
            head.extend([": ", &sum.describe_answers()]);
        }
        head.push_str(&(sum.describe_bugs() + &sum.describe_shares()));
        if !self.pairs.is_empty() {
            let pairs = HumanCount(self.pairs.len() as u64);
            head.push_str(&format!("; {} operators, {pairs} pairs", sum.operators.len()));
        }
        Some(head)
    }

    /// Returns a table with a line for each row, and one for all.
    pub(in crate::suite) fn table(&self, now: Instant) -> String {
        let width = self.rows.keys().map(String::len).max().unwrap_or_default().max("all".len());
        let line = |name: &str, row: &Row, time: Duration| {
            let (instances, rate) = (HumanCount(row.instances()).to_string(), row.rate(time));
            let (answers, found, operators) =
                (row.describe_answers(), row.describe_bugs(), row.operators.len());
            format!(
                "  {name:<width$} {instances:>10} {rate:>7.1}/s  {answers}{found}; {operators} operators{}\n",
                row.describe_shares()
            )
        };
        let mut text: String = self.rows.iter().map(|(name, row)| line(name, row, row.busy)).collect();
        if self.rows.len() > 1 {
            // The rows ran at the same time, so the total uses wall-clock time.
            text.push_str(&line("all", &self.sum(), now.duration_since(self.started)));
        }
        text
    }
}

impl Row {
    fn instances(&self) -> u64 {
        self.verdicts.values().sum()
    }

    /// Returns the instances per second over this time.
    fn rate(&self, time: Duration) -> f64 {
        self.instances() as f64 / time.as_secs_f64().max(0.001)
    }

    /// Lists the answers: `1,024 sat, 3 timeout`.
    fn describe_answers(&self) -> String {
        let answer = |(class, count): (&Class, &u64)| format!("{} {class}", HumanCount(*count));
        self.verdicts.iter().map(answer).collect::<Vec<_>>().join(", ")
    }

    /// Describes the shares: `; own 40 %, failures 9 %, errors 0.5 %`. The first two are shares of the time: what
    /// neither the solver nor failures took, and what failures took. The last is the share of instances answered with
    /// an error. The text is empty without times.
    fn describe_shares(&self) -> String {
        let [busy, solving, failures] =
            [self.busy, self.solving, self.failures].map(|time| time.as_secs_f64());
        if solving + failures <= 0.0 {
            return String::new();
        }
        let errors = self.verdicts.get(&Class::Error).copied().unwrap_or_default();
        let own = percent((busy - solving - failures).max(0.0), busy);
        let (failures, errors) = (percent(failures, busy), percent(errors as f64, self.instances() as f64));
        format!("; own {own}, failures {failures}, errors {errors}")
    }

    /// Describes the bugs found, if any.
    fn describe_bugs(&self) -> String {
        match (self.new, self.known) {
            (0, 0) => String::new(),
            (new, 0) => format!("; {new} new"),
            (new, known) => format!("; {new} new, {} times a known one", HumanCount(known)),
        }
    }
}

impl Running {
    /// Returns a line if it is slow and due for a report.
    fn slow(&mut self, now: Instant) -> Option<String> {
        let time = now.duration_since(self.since);
        if time < self.slow {
            return None;
        }
        while self.slow <= time {
            self.slow *= 2;
        }
        Some(format!("test {} has been running for {} s: {}", self.name, time.as_secs(), self.doing))
    }
}

/// Shows `asking the solver about instance 12: z3::QF_LIA::small::1`. The part that changes comes first, because a
/// terminal cuts off long lines.
impl fmt::Display for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if matches!(self.doing, Doing::Step) { "" } else { ": " };
        write!(f, "{}{separator}{}", self.doing, self.name)?;
        if let Some(part) = &self.part {
            write!(f, ", instances {} to {}", part.start, part.end.saturating_sub(1))?;
        }
        Ok(())
    }
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doing::Step => Ok(()),
            Doing::Preparing => f.write_str("preparing its solver and seed"),
            Doing::Asking(number) => write!(f, "asking the solver about instance {number}"),
            Doing::Minimising { class, bytes, runs } => {
                write!(f, "minimising ({class}), ")?;
                if let Some(bytes) = bytes {
                    write!(f, "{bytes} bytes after ")?;
                }
                write!(f, "{} runs", runs.load(Ordering::Relaxed))
            }
            Doing::Narrowing => f.write_str("finding out what the failure depends on"),
            Doing::Replaying => f.write_str("replaying a stored bug"),
        }
    }
}

/// Formats a time as `7:59:04`.
pub(in crate::suite) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_show_the_progress_and_what_takes_long() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut progress = Progress::new(Total::Time(Duration::from_secs(8 * 3600)), start);
        let begin = |progress: &mut Progress, row: &str, test: &str, since| {
            progress.begin(Some(row), test.to_owned(), None, since)
        };
        let first = begin(&mut progress, "z3", "z3::QF_LIA::small::1", start);
        (0..1020).for_each(|number| progress.count_verdict(first, number, Class::Right));
        progress.count_verdict(first, 1020, Class::Timeout);
        let row = progress.row("z3");
        row.known = 2;
        row.operators.extend(["+", "*"]);
        progress.pairs.insert(["+", "*"]);
        progress.end(first, after(10));
        let second = begin(&mut progress, "yices", "yices::QF_LIA::small::1", after(10));
        (0..80).for_each(|number| progress.count_verdict(second, number, Class::WrongUnsat));
        progress.row("yices").new = 1;
        assert_eq!(
            progress.lines(after(30), 8),
            [
                "7:59:30 left; 1,101 instances, 37/s: 1,020 sat, 1 timeout, 80 wrong unsat; 1 new, 2 times a known one; \
                 2 operators, 1 pairs",
                "  yices: 80 wrong unsat; 4/s; 1 new",
                "  for 20 s: asking the solver about instance 80: yices::QF_LIA::small::1",
            ]
        );
        assert_eq!(progress.lines(after(15), 0).len(), 1);
        let table = progress.table(after(30));
        assert!(
            table.contains("  z3         1,021   102.1/s  1,020 sat, 1 timeout; 0 new, 2 times a known one; 2 operators\n"),
            "{table}"
        );
    }

    #[test]
    fn the_shares_of_the_time_are_shown() {
        let start = Instant::now();
        let mut progress = Progress::new(Total::Time(Duration::from_secs(100)), start);
        let number = progress.begin(Some("z3"), "z3::QF_LIA::small::1".to_owned(), None, start);
        (0..199).for_each(|at| progress.count_verdict(number, at, Class::Right));
        progress.count_verdict(number, 199, Class::Error);
        let row = progress.row("z3");
        (row.solving, row.failures) = (Duration::from_millis(5100), Duration::from_millis(900));
        progress.end(number, start + Duration::from_secs(10));
        let table = progress.table(start + Duration::from_secs(10));
        assert!(table.ends_with("; own 40 %, failures 9.0 %, errors 0.5 %\n"), "{table}");
        let line = progress.lines(start + Duration::from_secs(10), 8).remove(0);
        assert!(line.ends_with("; own 40 %, failures 9.0 %, errors 0.5 %"), "{line}");
    }

    #[test]
    fn cases_are_counted_and_their_end_is_estimated() {
        let start = Instant::now();
        let mut progress = Progress::new(Total::Cases(10, None), start);
        let begin = |progress: &mut Progress| progress.begin(Some("z3"), "a".to_owned(), None, start);
        let first = begin(&mut progress);
        assert!(progress.lines(start, 0)[0].starts_with("0 of 10 cases; 0 instances"));
        progress.end(first, start);
        let line = progress.lines(start + Duration::from_secs(60), 0).remove(0);
        assert_eq!(line, "1 of 10 cases, about 9 minutes left; 0 instances, 0/s");
        let second = begin(&mut progress);
        progress.count_outcome(true);
        progress.end(second, start);
        progress.count_outcome(false);
        // The estimate stays within the time limit.
        progress.total = Total::Cases(10, Some(Duration::from_secs(100)));
        let line = progress.lines(start + Duration::from_secs(60), 0).remove(0);
        assert_eq!(line, "2 of 10 cases (1 failed, 1 ignored), about 40 seconds left; 0 instances, 0/s");
    }

    #[test]
    fn steps_are_counted_and_slow_ones_are_named() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut rows = Progress::new(Total::Steps(3, "rows"), start);
        let first = rows.begin(None, "z3".to_owned(), None, start);
        rows.begin(None, "cvc5".to_owned(), None, after(9));
        assert_eq!(rows.lines(after(1), 8), ["0 of 3 rows"]);
        assert_eq!(rows.lines(after(10), 8), ["0 of 3 rows", "  for 10 s: z3"]);
        rows.end(first, after(10));
        rows.end(first, after(10));
        assert_eq!(rows.lines(after(12), 8), ["1 of 3 rows, about 24 seconds left", "  for 3 s: cvc5"]);
        let mut one = Progress::new(Total::Steps(1, ""), start);
        one.begin(None, "reading results".to_owned(), None, start);
        assert!(one.lines(after(1), 8).is_empty());
        assert_eq!(one.lines(after(3), 8), ["  for 3 s: reading results"]);
    }

    #[test]
    fn a_slow_test_is_reported_at_doubling_intervals() {
        let start = Instant::now();
        let mut progress = Progress::new(Total::Cases(1, None), start);
        let number = progress.begin(Some("z3"), "z3::QF_LIA::a::1".to_owned(), None, start);
        let slow = |progress: &mut Progress, seconds| progress.slow(start + Duration::from_secs(seconds));
        let said: Vec<u64> = (0..600).filter(|seconds| !slow(&mut progress, *seconds).is_empty()).collect();
        assert_eq!(said, [60, 120, 240, 480]);
        progress.running(number).unwrap().doing = Doing::Asking(7);
        let late = "test z3::QF_LIA::a::1 has been running for 5000 s: asking the solver about instance 7";
        assert_eq!(slow(&mut progress, 5000), [late]);
        assert!(slow(&mut progress, 5001).is_empty());
    }

    #[test]
    fn the_activity_is_shown() {
        let mut progress = Progress::new(Total::Cases(1, None), Instant::now());
        let number = progress.begin(Some("z3"), "z3::QF_LIA::a::1".to_owned(), Some(25..50), Instant::now());
        let running = progress.running(number).unwrap();
        let runs = Arc::new(AtomicU32::new(678));
        let minimising =
            |bytes| Doing::Minimising { class: Class::WrongUnsat, bytes, runs: Arc::clone(&runs) };
        for (doing, said) in [
            (Doing::Preparing, "preparing its solver and seed"),
            (minimising(None), "minimising (wrong unsat), 678 runs"),
            (minimising(Some(456)), "minimising (wrong unsat), 456 bytes after 678 runs"),
        ] {
            running.doing = doing;
            assert_eq!(running.to_string(), format!("{said}: z3::QF_LIA::a::1, instances 25 to 49"));
        }
    }
}
