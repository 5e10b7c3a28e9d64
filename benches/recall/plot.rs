//! Searches that found their bug, by processor time: one line a setting.

use crate::known::plot::Plot;
use crate::known::search::{Row, times};

/// What is too short to be told from it, in seconds.
const LEAST: f64 = 0.1;

/// The plot of the rows; the time ends at `seconds`.
pub fn of(rows: &[Row], seconds: f64) -> Plot {
    let mut settings: Vec<&str> = rows.iter().map(|row| row.setting).collect();
    settings.sort_unstable();
    settings.dedup();
    let most = settings.iter().map(|name| times(rows, name).0.max(1)).max().unwrap_or(1);
    let line = |name: &&str| {
        let mut steps = vec![(LEAST, 0.0)];
        for (count, time) in times(rows, name).1.into_iter().enumerate() {
            steps.push((time.max(LEAST), count as f64));
            steps.push((time.max(LEAST), count as f64 + 1.0));
        }
        steps.push((seconds, steps.last().map_or(0.0, |last| last.1)));
        ((*name).to_owned(), steps)
    };
    Plot {
        axes: ["processor time of a search, in seconds", "searches that found their bug"],
        ranges: [LEAST..seconds, 0.0..most as f64],
        marks: 0,
        lines: settings.iter().map(line).collect(),
    }
}
