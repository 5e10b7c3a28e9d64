//! What do D_max and A_max do to the time until a bug is found?

use crate::arguments::Asked;
use crate::known::Setting;
use crate::known::bugs::BUGS;
use crate::known::plot::Plot;
use crate::known::search::{self, median};
use crate::minimise::measured::median as middle;
use crate::page::{Page, row};

/// The bounds, each with its values; the other one is the paper's 64.
const BOUNDS: [(&str, [(f64, Setting); 4]); 2] = [
    (
        "D_max",
        [
            (2.0, Setting { name: "2", profile: "paper", change: |config| config.bounds.d_max = 2 }),
            (8.0, Setting { name: "8", profile: "paper", change: |config| config.bounds.d_max = 8 }),
            (32.0, Setting { name: "32", profile: "paper", change: |config| config.bounds.d_max = 32 }),
            (64.0, Setting { name: "64", profile: "paper", change: |config| config.bounds.d_max = 64 }),
        ],
    ),
    (
        "A_max",
        [
            (2.0, Setting { name: "2", profile: "paper", change: |config| config.bounds.a_max = 2 }),
            (8.0, Setting { name: "8", profile: "paper", change: |config| config.bounds.a_max = 8 }),
            (32.0, Setting { name: "32", profile: "paper", change: |config| config.bounds.a_max = 32 }),
            (64.0, Setting { name: "64", profile: "paper", change: |config| config.bounds.a_max = 64 }),
        ],
    ),
];

pub fn page(asked: &Asked) -> Option<Page> {
    let mut table = vec![row(["bug", "bound", "value", "found", "median instances", "median seconds"])];
    let mut lines = Vec::new();
    // Those of the paper: the others are not met with its parameters.
    for bug in BUGS.iter().filter(|bug| bug.name.starts_with("fse-")).take(asked.bugs()) {
        let Some((executable, seed)) = bug.found() else { continue };
        for (bound, values) in &BOUNDS {
            let mut line = Vec::new();
            for (value, setting) in values {
                let searches = search::run(bug, setting, &executable, &seed, &asked.limits).searches;
                let found: Vec<f64> =
                    searches.iter().filter(|search| search.found).map(|search| search.processor).collect();
                let count = format!("{} of {}", found.len(), searches.len());
                let seconds = middle(found);
                let instances = median(&searches).map(|median| median.to_string());
                if instances.is_some() {
                    line.push((*value, seconds));
                }
                let seconds = if instances.is_some() { format!("{seconds:.1}") } else { "-".to_owned() };
                let instances = instances.unwrap_or_else(|| "-".to_owned());
                table.push(row([bug.name, bound, setting.name, &count, &instances, &seconds]));
            }
            lines.push((format!("{}, {bound}", bug.name), line));
        }
    }
    let axes = ["D_max or A_max", "median processor time to the bug, in seconds"];
    (table.len() > 1).then(|| Page {
        question: "What do D_max and A_max do to the time until a bug is found?",
        text: format!(
            "Profile `paper`, with one bound changed; the other one is 64, as in the paper: {}. `-` where half of the searches or \
             more found nothing.",
            asked.searched()
        ),
        table,
        plot: Plot::around(axes, lines).map(|plot| (plot, "Time to the bug, by bound")),
    })
}
