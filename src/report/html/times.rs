//! How long the rows took: a histogram of doubling buckets for each.

use std::time::Duration;

use maud::{Markup, html};

use super::svg::round;
use super::{scrolling, section as titled};
use crate::report::Report;
use crate::report::lines::times::Times;
use crate::report::words::{bucket, time};

/// Pixels of one bucket.
const STEP: f64 = 26.0;
/// Height of a histogram in pixels.
const HEIGHT: f64 = 30.0;
/// Buckets between two marks of the axis: their texts must not touch.
const EVERY: usize = 4;
/// Pixels beside the first and the last mark.
const MARGIN: f64 = 24.0;

pub fn section(report: &Report) -> Markup {
    let buckets = report.rows.values().map(|row| row.times.counts().len()).max().unwrap_or(0);
    if buckets == 0 {
        return html! {};
    }
    // The axis ends with a mark.
    let buckets = buckets.next_multiple_of(EVERY) + 1;
    let table = html! {
        table {
            thead {
                tr {
                    th scope="col" { "row" }
                    th.number scope="col" { "in all" }
                    th.number scope="col" { "mean" }
                    th scope="col" { "solving times" (axis(buckets)) }
                }
            }
            tbody {
                @for (name, row) in &report.rows {
                    tr {
                        th scope="row" { (name) }
                        td.number { (time(row.solving_seconds)) }
                        td.number { (mean(row.solving_seconds, row.instances)) }
                        td { (histogram(&row.times, buckets)) }
                    }
                }
            }
        }
    };
    titled(
        "times",
        "Solving times",
        "How long a row took for an instance; each bar has twice the time of the one before it, and its height is a share of the row's highest.",
        scrolling("solving times of each row", table),
    )
}

/// The mean in milliseconds, or in tenths of a second.
fn mean(seconds: f64, instances: u64) -> String {
    let mean = seconds / instances.max(1) as f64;
    match Duration::try_from_secs_f64(mean) {
        Ok(mean) if mean < Duration::from_millis(10) => format!("{:.1} ms", mean.as_secs_f64() * 1000.0),
        Ok(mean) if mean < Duration::from_secs(1) => format!("{:.0} ms", mean.as_secs_f64() * 1000.0),
        Ok(mean) => format!("{:.1} s", mean.as_secs_f64()),
        Err(_) => "–".to_owned(),
    }
}

fn width(buckets: usize) -> f64 {
    buckets as f64 * STEP + 2.0 * MARGIN
}

fn left(at: usize) -> f64 {
    MARGIN + at as f64 * STEP
}

fn axis(buckets: usize) -> Markup {
    html! {
        svg.axis width=(width(buckets)) height="22" viewBox={ "0 0 " (width(buckets)) " 22" } aria-hidden="true" {
            @for mark in (0..buckets).step_by(EVERY) {
                line x1=(left(mark)) x2=(left(mark)) y1="17" y2="22" {}
                text x=(left(mark)) y="13" text-anchor="middle" { (bucket(mark)) }
            }
        }
    }
}

fn histogram(times: &Times, buckets: usize) -> Markup {
    let most = times.counts().iter().max().copied().unwrap_or(0).max(1) as f64;
    let bars = times.counts().iter().enumerate().filter(|(_, count)| **count > 0);
    // What is rare is seen all the same.
    let bars = bars.map(|(at, count)| (at, *count, round((*count as f64 / most * HEIGHT).max(1.5))));
    let words: Vec<String> = times
        .counts()
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(at, count)| format!("{count} {}", range(at)))
        .collect();
    html! {
        svg.histogram width=(width(buckets)) height=(HEIGHT) viewBox={ "0 0 " (width(buckets)) " " (HEIGHT) } role="img" aria-label=(words.join(", ")) {
            line x1=(left(0)) x2=(left(buckets - 1)) y1=(HEIGHT - 0.5) y2=(HEIGHT - 0.5) {}
            @for (at, count, height) in bars {
                rect x=(left(at) + 1.0) y=(round(HEIGHT - height)) width=(STEP - 2.0) height=(height) {
                    title { (count) " " (range(at)) }
                }
            }
        }
    }
}

/// The times of a bucket in words.
fn range(at: usize) -> String {
    match at {
        0 => "below 1 ms".to_owned(),
        _ => format!("from {} on", bucket(at)),
    }
}
