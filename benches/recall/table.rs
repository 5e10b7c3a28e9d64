//! The searches as text.

use std::fmt::Write;

use crate::arguments::Asked;
use crate::known::bugs::Bug;
use crate::known::search::{Row, Search, median};

/// The page: the bugs, how often and how soon each setting found them, and the plot.
pub fn page(rows: &[Row], asked: &Asked) -> String {
    let mut text = String::from(HEAD);
    let _ = writeln!(
        text,
        "Made by `cargo bench --bench recall -- --seconds {}{} --out docs`, with that many seconds for each search, and {} for a \
         bug that is rarely met. It also prints the instances and times of each search, and has more settings.\n",
        asked.limits.seconds,
        asked.options(),
        asked.longest()
    );
    let mut bugs: Vec<&Bug> = Vec::new();
    for row in rows {
        if !bugs.iter().any(|bug| bug.name == row.bug.name) {
            bugs.push(row.bug);
        }
    }
    text.push_str("| bug | class | release, row |\n| --- | --- | --- |\n");
    for bug in &bugs {
        let _ =
            writeln!(text, "| {}: {} | {} | {}, `{}` |", bug.name, bug.what, bug.class, bug.release, bug.row);
    }
    let settings = settings(rows);
    let _ =
        writeln!(text, "\n| bug | {} |\n| ---{} |", settings.join(" | "), " | ---".repeat(settings.len()));
    for bug in &bugs {
        let found = |setting: &&str| {
            let row = rows.iter().find(|row| row.setting == *setting && row.bug.name == bug.name);
            row.map_or_else(String::new, |row| found(&row.searches))
        };
        let cells: Vec<String> = settings.iter().map(found).collect();
        let _ = writeln!(text, "| {} | {} |", bug.name, cells.join(" | "));
    }
    let _ = write!(
        text,
        "\n![Searches that found their bug, by processor time](recall.svg)\n\nOver all of these bugs:\n\n{}",
        rates(rows)
    );
    text
}

/// How many searches found their bug, and the median of the instances to it.
fn found(searches: &[Search]) -> String {
    let found = searches.iter().filter(|search| search.found).count();
    let median = median(searches).map_or(String::new(), |median| format!(": {median}"));
    format!("{found} of {}{median}", searches.len())
}

/// The settings that were tried, in the order of the rows.
fn settings(rows: &[Row]) -> Vec<&'static str> {
    let mut settings: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| !row.searches.is_empty()) {
        if !settings.contains(&row.setting) {
            settings.push(row.setting);
        }
    }
    settings
}

/// A table of settings: how many searches found their bug, and how many that are per hour of processor time.
pub fn rates(rows: &[Row]) -> String {
    let mut text =
        String::from("| setting | found | processor time | found per hour |\n| --- | --- | --- | --- |\n");
    for setting in settings(rows) {
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
    How soon smt-storm finds known wrong answers of releases that anyone can install, from seeds that do not show them. \
    A cell of the second table says how many searches, each with an RNG seed of its own, met a failure of the bug's class, and the \
    median number of instances to it. Where a release is known that does not have the bug, a failure that it shows as well does \
    not count. `nightly`, `paper` and `paper-tool` are profiles of `solvers.yaml`; `hunt` is `storm hunt` on all seeds of the row \
    and one core. `yinyang`, `opfuzz` and `typefuzz` are the tools of the package yinyang, which need a second solver \
    and no witness. They make nothing from a seed that they do not read, or that only declares symbols, in hardly any time, so that \
    their rates are those on the other seeds. The other settings are `nightly` with \
    something changed: `unsat-alone` asks only for satisfiable formulas, and each `no-` leaves out an \
    ingredient: a source of formulas, `own-sorts`, the batches with sorts of their own, or `wider`, those in wider logics.\n\n";
