//! What happened so far, by row, and how it is said.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration};

use super::row::Row;
use super::running::{Doing, Running};
use crate::matrix::Class;

/// What takes longer than this is named.
const LONG: Duration = Duration::from_secs(10);
/// Of these, so many are.
const NAMED: usize = 3;

/// How much there is to do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Total {
    /// As much as can be done in this time.
    Time(Duration),
    /// So many cases, within this time if it is limited.
    Cases(usize, Option<Duration>),
}

/// How tests ended.
#[derive(Clone, Copy, Debug, Default)]
struct Ended {
    all: usize,
    failed: usize,
    ignored: usize,
}

/// What happened so far.
#[derive(Debug)]
pub(crate) struct Progress {
    total: Total,
    pub(super) started: Instant,
    rows: BTreeMap<String, Row>,
    /// Pairs of operators, one with the other as an argument.
    pub(super) pairs: BTreeSet<[&'static str; 2]>,
    /// What is being run.
    running: BTreeMap<u64, Running>,
    /// How many were begun, and how they ended.
    begun: u64,
    ended: Ended,
}

impl Progress {
    pub(super) fn new(total: Total, started: Instant) -> Progress {
        let (rows, pairs, running) = (BTreeMap::new(), BTreeSet::new(), BTreeMap::new());
        Progress { total, started, rows, pairs, running, begun: 0, ended: Ended::default() }
    }

    /// The row of this name.
    pub(super) fn row(&mut self, name: &str) -> &mut Row {
        self.rows.entry(name.to_owned()).or_default()
    }

    pub(super) fn begin(&mut self, running: Running) -> u64 {
        self.begun += 1;
        self.running.insert(self.begun, running);
        self.begun
    }

    /// What is being run under this number.
    pub(super) fn under(&mut self, number: u64) -> Option<&mut Running> {
        self.running.get_mut(&number)
    }

    /// An instance of what is being run under this number had this verdict.
    pub(super) fn judged(&mut self, number: u64, instance: u32, class: Class) {
        let Some(running) = self.running.get_mut(&number) else { return };
        running.doing = Doing::Asking(instance + 1);
        if let Some(row) = self.rows.get_mut(&running.row) {
            row.add(class);
        } else {
            self.rows.entry(running.row.clone()).or_default().add(class);
        }
    }

    /// A test is red, or ignored.
    pub(super) fn count(&mut self, is_red: bool) {
        *(if is_red { &mut self.ended.failed } else { &mut self.ended.ignored }) += 1;
    }

    /// What is said of what is slow, and was not said to be of late.
    pub(super) fn slow(&mut self, now: Instant) -> Vec<String> {
        self.running.values_mut().filter_map(|running| running.slow(now)).collect()
    }

    pub(super) fn end(&mut self, number: u64, now: Instant) {
        if let Some(Running { row, since, .. }) = self.running.remove(&number) {
            self.row(&row).busy += now.duration_since(since);
            self.ended.all += 1;
        }
    }

    /// How long what is being run of a row has been.
    fn running(&self, name: &str, now: Instant) -> Duration {
        let of_row = self.running.values().filter(|running| running.row == name);
        of_row.map(|running| now.duration_since(running.since)).sum()
    }

    /// What happened on all rows together.
    fn sum(&self) -> Row {
        let mut sum = Row::default();
        self.rows.values().for_each(|row| sum.merge(row));
        sum
    }

    /// Instances that were asked, and bugs that were not known.
    pub(in crate::suite) fn totals(&self) -> (u64, u64) {
        let sum = self.sum();
        (sum.instances(), sum.new)
    }

    /// How far it has come: a line for all, one each for up to so many rows that are being worked on, and one each for
    /// what takes long.
    pub(super) fn lines(&self, now: Instant, rows: usize) -> Vec<String> {
        let mut lines = vec![self.head(now)];
        let active: BTreeSet<&str> = self.running.values().map(|running| running.row.as_str()).collect();
        let shown = active.iter().filter_map(|name| Some((name, self.rows.get(*name)?)));
        let shown = shown.filter(|(_, row)| row.instances() > 0).take(rows);
        lines.extend(shown.map(|(name, row)| {
            let (rate, found) = (row.rate(self.running(name, now)), row.found());
            format!("  {name}: {}; {rate:.0}/s{found}", row.answers())
        }));
        let mut long: Vec<_> =
            self.running.values().map(|running| (running.since, running.to_string())).collect();
        long.retain(|(since, _)| now.duration_since(*since) >= LONG);
        long.sort();
        lines.extend(
            long.iter()
                .take(NAMED)
                .map(|(since, what)| format!("  for {} s: {what}", now.duration_since(*since).as_secs())),
        );
        lines
    }

    fn head(&self, now: Instant) -> String {
        let (sum, elapsed) = (self.sum(), now.duration_since(self.started));
        let instances = sum.instances();
        let rate = instances as f64 / elapsed.as_secs_f64().max(0.001);
        let extent = match self.total {
            Total::Time(time) => format!("{} left", clock(time.saturating_sub(elapsed))),
            Total::Cases(cases, limit) => {
                let Ended { all, failed, ignored } = self.ended;
                let counts =
                    [(failed, "failed"), (ignored, "ignored")].into_iter().filter(|(count, _)| *count > 0);
                let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
                let counts =
                    if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
                let eta = elapsed.checked_div(all as u32).map(|each| each * cases.saturating_sub(all) as u32);
                let left = limit.map(|limit| limit.saturating_sub(elapsed));
                let eta = eta.into_iter().chain(left).min();
                let eta = eta.map(|eta| format!(", about {} left", HumanDuration(eta))).unwrap_or_default();
                format!("{all} of {cases} cases{counts}{eta}")
            }
        };
        let mut head = format!("{extent}; {} instances, {rate:.0}/s", HumanCount(instances));
        if instances > 0 {
            head.extend([": ", &sum.answers()]);
        }
        head.push_str(&sum.found());
        if !self.pairs.is_empty() {
            let pairs = HumanCount(self.pairs.len() as u64);
            head.push_str(&format!("; {} operators, {pairs} pairs", sum.operators.len()));
        }
        head
    }

    /// A line for each row that was worked on, and one for all.
    pub(in crate::suite) fn table(&self, now: Instant) -> String {
        let width = self.rows.keys().map(String::len).max().unwrap_or_default().max("all".len());
        let line = |name: &str, row: &Row| {
            let (instances, rate) = (HumanCount(row.instances()).to_string(), row.rate(Duration::ZERO));
            format!(
                "  {name:<width$} {instances:>10} {rate:>7.1}/s  {}{}; {} operators\n",
                row.answers(),
                row.found(),
                row.operators.len()
            )
        };
        let mut text: String = self.rows.iter().map(|(name, row)| line(name, row)).collect();
        let mut sum = self.sum();
        // All rows at once, not one after the other.
        sum.busy = now.duration_since(self.started);
        if self.rows.len() > 1 {
            text.push_str(&line("all", &sum));
        }
        text
    }
}

/// `7:59:04`
pub(in crate::suite) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_how_far_it_has_come_and_what_takes_long() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut progress = Progress::new(Total::Time(Duration::from_secs(8 * 3600)), start);
        let begin = |progress: &mut Progress, row: &str, test: &str, since| {
            progress.begin(Running::new(row, test.to_owned(), None, since))
        };
        let first = begin(&mut progress, "z3", "z3::QF_LIA::small::1", start);
        let row = progress.row("z3");
        (0..1020).for_each(|_| row.add(Class::Right));
        row.add(Class::Timeout);
        row.known = 2;
        row.operators.extend(["+", "*"]);
        progress.pairs.insert(["+", "*"]);
        progress.end(first, after(10));
        let second = begin(&mut progress, "yices", "yices::QF_LIA::small::1", after(10));
        (0..80).for_each(|number| progress.judged(second, number, Class::WrongUnsat));
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
    fn cases_are_counted_and_their_end_is_guessed() {
        let start = Instant::now();
        let mut progress = Progress::new(Total::Cases(10, None), start);
        let begin = |progress: &mut Progress| progress.begin(Running::new("z3", "a".to_owned(), None, start));
        let first = begin(&mut progress);
        assert!(progress.lines(start, 0)[0].starts_with("0 of 10 cases; 0 instances"));
        progress.end(first, start);
        let line = progress.lines(start + Duration::from_secs(60), 0).remove(0);
        assert_eq!(line, "1 of 10 cases, about 9 minutes left; 0 instances, 0/s");
        let second = begin(&mut progress);
        progress.count(true);
        progress.end(second, start);
        progress.count(false);
        // No longer than there is time.
        progress.total = Total::Cases(10, Some(Duration::from_secs(100)));
        let line = progress.lines(start + Duration::from_secs(60), 0).remove(0);
        assert_eq!(line, "2 of 10 cases (1 failed, 1 ignored), about 40 seconds left; 0 instances, 0/s");
    }
}
