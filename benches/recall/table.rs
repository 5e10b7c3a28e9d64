//! The searches as text.

use std::fmt::Write;

use crate::arguments::Asked;
use crate::known::search::{Row, Search, cells, median};

/// The page: a table of bugs and settings, with the plot.
pub fn page(rows: &[Row], asked: &Asked) -> String {
    let mut text = String::from(HEAD);
    let seconds = asked.limits.seconds;
    let _ = writeln!(
        text,
        "Made by `cargo bench --bench recall -- --seconds {seconds}`, with that many seconds for each search, and up to {} for a bug \
         that is rarely met.\n",
        asked.longest()
    );
    text.push_str("![Searches that found their bug, by processor time](recall.svg)\n\n");
    text.push_str(
        "| bug | class | release, row | setting | found | median | instances (processor time), by RNG seed |\n",
    );
    text.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
    for Row { bug, setting, searches } in rows {
        let found = searches.iter().filter(|search| search.found).count();
        let median = median(searches).map_or("-".to_owned(), |median| median.to_string());
        let _ = writeln!(
            text,
            "| {}: {} | {} | {}, `{}` | {} | {found} of {} | {median} | {} |",
            bug.name,
            bug.what,
            bug.class,
            bug.release,
            bug.row,
            setting,
            searches.len(),
            cells(searches),
        );
    }
    let _ = write!(text, "\nOver all of these bugs:\n\n{}", rates(rows));
    text
}

/// A table of settings: how many searches found their bug, and how many that are per hour of processor time.
pub fn rates(rows: &[Row]) -> String {
    let mut settings: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| !row.searches.is_empty()) {
        if !settings.contains(&row.setting) {
            settings.push(row.setting);
        }
    }
    let mut text =
        String::from("| setting | found | processor time | found per hour |\n| --- | --- | --- | --- |\n");
    for setting in settings {
        let rows = rows.iter().filter(|row| row.setting == setting);
        let searches: Vec<&Search> = rows.flat_map(|row| &row.searches).collect();
        let found = searches.iter().filter(|search| search.found).count();
        let seconds: f64 = searches.iter().map(|search| search.processor).sum();
        let rate = found as f64 * 3600.0 / seconds.max(f64::MIN_POSITIVE);
        let _ = writeln!(text, "| {setting} | {found} of {} | {seconds:.0} s | {rate:.0} |", searches.len());
    }
    text
}

const HEAD: &str = "# Known wrong answers, found again\n\n\
    How soon smt-storm finds known wrong answers of releases that anyone can install. The seeds alone do \
    not show them. The table has the number of instances, and the seconds of processor time (the solver's and \
    ours), until the first failure of the bug's class; `-` means none in time. Where a release is known that does \
    not have the bug, a failure that it shows as well does not count. `nightly`, `paper` and `paper-tool` are \
    profiles of `solvers.yaml`. The other settings are `nightly` with one ingredient changed, and the tools of \
    the package yinyang, which need a second solver (the newest z3) and no witness. Those tools report how many \
    instances they made every two seconds, and at a finding; they make none from a seed that they do not read, \
    or that only declares symbols. `hunt` is `storm hunt` on all seeds of the row and one core.\n\n";
