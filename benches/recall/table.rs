//! The searches as text.

use std::fmt::Write;

use crate::arguments::Asked;
use crate::search::{Row, Search};

/// Instances to the wrong answer, processor time, and time on the clock, of each RNG seed.
pub fn cells(searches: &[Search]) -> String {
    let cell = |search: &Search| match search.found {
        true => format!("{} ({:.1} s of {:.1} s)", search.instances, search.processor, search.clock),
        false => format!("- ({} in {:.0} s)", search.instances, search.processor),
    };
    searches.iter().map(cell).collect::<Vec<_>>().join(", ")
}

/// The median of what was found; none if half of the searches or more found nothing.
fn median(searches: &[Search]) -> Option<u32> {
    let mut sorted: Vec<u32> =
        searches.iter().map(|search| if search.found { search.instances } else { u32::MAX }).collect();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().filter(|&median| median != u32::MAX)
}

/// The page: a table of bugs and settings, with the plot.
pub fn page(rows: &[Row], asked: &Asked) -> String {
    let mut text = String::from(HEAD);
    let _ = writeln!(
        text,
        "Made by `cargo bench --bench recall`, with {:.0} s for each search.\n",
        asked.seconds
    );
    text.push_str("![Searches that found their bug, by processor time](recall.svg)\n\n");
    text.push_str(
        "| bug | release, row | setting | found | median | instances (processor time), by RNG seed |\n",
    );
    text.push_str("| --- | --- | --- | --- | --- | --- |\n");
    for Row { bug, setting, searches } in rows {
        let found = searches.iter().filter(|search| search.found).count();
        let median = median(searches).map_or("-".to_owned(), |median| median.to_string());
        let _ = writeln!(
            text,
            "| {}: {} | {}, `{}` | {} | {found} of {} | {median} | {} |",
            bug.name,
            bug.what,
            bug.release,
            bug.row,
            setting.name,
            searches.len(),
            cells(searches),
        );
    }
    text
}

const HEAD: &str = "# Known wrong answers, found again\n\n\
    Releases that anyone can install, with wrong `unsat` answers that are known. The seeds do not show them as they are. How many \
    instances, and how many seconds of processor time (the solver's and ours), until the first wrong `unsat`; `-` where there was \
    none in time. `nightly`, `paper` and `paper-tool` are profiles of `solvers.yaml`; the others are `nightly` with one \
    ingredient changed.\n\n";
