//! Are known bugs found again, and how soon?

use smt_storm::Class;

use crate::arguments::Asked;
use crate::known::Setting;
use crate::known::bugs::BUGS;
use crate::known::plot::Plot;
use crate::known::search::{self, Row, Search, median, times};
use crate::minimise::measured::median as middle;
use crate::page::{Page, row};

const SETTINGS: [Setting; 3] = [
    Setting { name: "paper", profile: "paper", change: |_| {} },
    Setting { name: "paper-tool", profile: "paper-tool", change: |_| {} },
    Setting { name: "nightly", profile: "nightly", change: |_| {} },
];

/// Instances that the tool of the paper's authors took to a bug with each of four RNG seeds of its own, at most 1,000.
fn authors_tool(bug: &str) -> &'static str {
    match bug {
        "fse-bug3" => "174, 6, 91, 17",
        "fse-bug6" => "133, -, -, -",
        "fse-bug9" => "24, 5, 25, 88",
        "fse-bug11" => "14, 5, 1, 21",
        _ => "",
    }
}

pub fn page(asked: &Asked) -> Option<Page> {
    let mut rows: Vec<Row> = Vec::new();
    // The paper looks for no other class.
    let bugs = BUGS.iter().filter(|bug| bug.class == Class::WrongUnsat);
    for bug in bugs.take(asked.bugs()) {
        let Some((executable, seed)) = bug.found() else { continue };
        for setting in &SETTINGS {
            rows.push(search::run(bug, setting, &executable, &seed, &asked.limits));
        }
    }
    if rows.is_empty() {
        return None;
    }
    let mut table = vec![row([
        "bug", "release", "setting", "found", "median instances", "median seconds", "authors' tool",
    ])];
    table.extend(rows.iter().map(cells));
    let lines =
        SETTINGS.iter().map(|setting| (setting.name.to_owned(), steps(&rows, setting.name))).collect();
    let axes = ["processor time of a search, in seconds", "searches that found their bug"];
    Some(Page {
        question: "Are known bugs found again, and how soon?",
        text: format!(
            "Releases with wrong `unsat` answers that are known, from seeds that do not show them: {}. `authors' tool` has the \
             instances that the tool of the paper's authors took with four RNG seeds of its own, where it was tried (`-` none in \
             1,000).",
            asked.searched()
        ),
        table,
        plot: Plot::around(axes, lines)
            .map(|plot| (plot, "Searches that found their bug, by processor time")),
    })
}

fn cells(searched: &Row) -> Vec<String> {
    let Row { bug, setting, searches } = searched;
    let found: Vec<&Search> = searches.iter().filter(|search| search.found).collect();
    let instances = median(searches).map_or("-".to_owned(), |median| median.to_string());
    let seconds = middle(found.iter().map(|search| search.processor).collect());
    let seconds = if instances == "-" { "-".to_owned() } else { format!("{seconds:.1}") };
    let count = format!("{} of {}", found.len(), searches.len());
    row([bug.name, bug.release, setting, &count, &instances, &seconds, authors_tool(bug.name)])
}

/// How many searches of a setting had found their bug, whenever one more had.
fn steps(rows: &[Row], setting: &str) -> Vec<(f64, f64)> {
    let times = times(rows, setting).1.into_iter().map(|time| time.max(0.01));
    times.zip(1_u32..).map(|(time, count)| (time, f64::from(count))).collect()
}
