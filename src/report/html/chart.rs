//! Small charts as SVG. They are drawn in their own pixels, so that their text has the size of the text around them.

use maud::{Markup, html};

use crate::report::document::{Cell, Chart, Table};
use crate::report::numbers::{bucket, grouped};

/// Width of a bar of shares, and of a scale of sizes, in pixels.
const BAR: f64 = 240.0;
const SIZES: f64 = 150.0;
/// Pixels that the text of a mark takes.
const APART: f64 = 44.0;
/// Pixels of one bucket of time, the height of a histogram, and buckets between two marks: their texts must not touch.
const STEP: f64 = 26.0;
const HEIGHT: f64 = 30.0;
const EVERY: usize = 4;
/// Pixels beside the first and the last mark.
const MARGIN: f64 = 24.0;

/// What the charts of a column have in common.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scale {
    /// Nothing.
    None,
    /// The number of buckets; the last one has a mark.
    Times(usize),
    /// The powers of ten that have all sizes.
    Sizes(f64, f64),
}

impl Scale {
    /// The scale of a column.
    pub(super) fn of(table: &Table, column: usize) -> Scale {
        table.rows.iter().filter_map(|row| row.get(column)).fold(Scale::None, |scale, cell| match cell {
            Cell::Chart(chart) => scale.with(chart),
            _ => scale,
        })
    }

    fn with(self, chart: &Chart) -> Scale {
        match (chart, self) {
            (Chart::Times(counts), scale) => {
                let before = if let Scale::Times(buckets) = scale { buckets } else { 0 };
                Scale::Times(before.max(counts.len().next_multiple_of(EVERY) + 1))
            }
            (Chart::Sizes([one, two]), scale) => {
                let (low, high) = (power(*one.min(two)).floor(), power(*one.max(two)).ceil());
                match scale {
                    Scale::Sizes(least, most) => Scale::Sizes(least.min(low), most.max(high)),
                    _ => Scale::Sizes(low, high.max(low + 1.0)),
                }
            }
            (Chart::Shares(_), scale) => scale,
        }
    }

    /// The axis above the charts.
    pub(super) fn axis(&self) -> Markup {
        let marks: Vec<(f64, String)> = match *self {
            Scale::None => return html! {},
            Scale::Times(buckets) => {
                (0..buckets).step_by(EVERY).map(|at| (MARGIN + at as f64 * STEP, bucket(at))).collect()
            }
            Scale::Sizes(low, high) => {
                let step = (APART / (SIZES / (high - low))).ceil().max(1.0);
                // Powers of file sizes are small and not negative.
                let powers = (low as u32..=high as u32).step_by(step as usize);
                let sizes = powers.filter_map(|power| 10_usize.checked_pow(power));
                sizes.map(|size| (self.left(size), bytes(size))).collect()
            }
        };
        html! {
            svg.axis width=(self.width()) height="22" viewBox={ "0 0 " (self.width()) " 22" } aria-hidden="true" {
                @for (x, text) in &marks {
                    line x1=(x) x2=(x) y1="17" y2="22" {}
                    text x=(x) y="13" text-anchor="middle" { (text) }
                }
            }
        }
    }

    /// One chart.
    pub(super) fn draw(&self, chart: &Chart) -> Markup {
        match chart {
            Chart::Shares(parts) => shares(parts),
            Chart::Times(counts) => self.histogram(counts),
            Chart::Sizes(sizes) => self.track(*sizes),
        }
    }

    fn width(&self) -> f64 {
        match self {
            Scale::Times(buckets) => *buckets as f64 * STEP + 2.0 * MARGIN,
            _ => SIZES + 2.0 * MARGIN,
        }
    }

    /// Where a size is.
    fn left(&self, size: usize) -> f64 {
        let (low, high) = if let Scale::Sizes(low, high) = self { (*low, *high) } else { (0.0, 1.0) };
        round(MARGIN + (power(size) - low) / (high - low) * SIZES)
    }

    /// From the hollow dot of the instance to the full one of what is left.
    fn track(&self, [before, after]: [usize; 2]) -> Markup {
        let (from, to) = (self.left(before), self.left(after));
        let label = format!("from {before} bytes to {after}");
        html! {
            svg.track width=(self.width()) height="16" role="img" aria-label=(label) {
                line.base x1=(MARGIN) x2=(MARGIN + SIZES) y1="8" y2="8" {}
                line.span x1=(from) x2=(to) y1="8" y2="8" {}
                circle.before cx=(from) cy="8" r="4.5" {}
                circle.after cx=(to) cy="8" r="5" {}
            }
        }
    }

    fn histogram(&self, counts: &[u64]) -> Markup {
        let most = counts.iter().max().copied().unwrap_or(0).max(1) as f64;
        let range =
            |at: usize| if at == 0 { "below 1 ms".to_owned() } else { format!("from {} on", bucket(at)) };
        let label = |at: usize, count: u64| format!("{} {}", grouped(count), range(at));
        let there =
            || counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(at, count)| (at, *count));
        let labels: Vec<String> = there().map(|(at, count)| label(at, count)).collect();
        // What is rare is seen all the same.
        let bars = there().map(|(at, count)| (at, count, round((count as f64 / most * HEIGHT).max(1.5))));
        let end = self.width() - MARGIN - STEP;
        html! {
            svg.histogram width=(self.width()) height=(HEIGHT) viewBox={ "0 0 " (self.width()) " " (HEIGHT) } role="img" aria-label=(labels.join(", ")) {
                line x1=(MARGIN) x2=(end) y1=(HEIGHT - 0.5) y2=(HEIGHT - 0.5) {}
                @for (at, count, height) in bars {
                    rect x=(MARGIN + at as f64 * STEP + 1.0) y=(round(HEIGHT - height)) width=(STEP - 2.0) height=(height) {
                        title { (label(at, count)) }
                    }
                }
            }
        }
    }
}

/// A bar of parts whose widths are their shares.
fn shares(parts: &[(&str, u64)]) -> Markup {
    let total = parts.iter().map(|(_, count)| count).sum::<u64>().max(1);
    let label = |word: &str, count: u64| format!("{} of {} {word}", grouped(count), grouped(total));
    let labels: Vec<String> = parts.iter().map(|(word, count)| label(word, *count)).collect();
    let mut before = 0;
    let mut drawn = Vec::new();
    for (word, count) in parts {
        let start = round(before as f64 / total as f64 * BAR);
        before += count;
        // What is rare is seen all the same.
        let length = (round(before as f64 / total as f64 * BAR) - start).clamp(2.0, BAR);
        drawn.push((start.min(BAR - length), length, word, *count));
    }
    html! {
        svg.bar width=(BAR) height="14" viewBox={ "0 0 " (BAR) " 14" } role="img" aria-label=(labels.join(", ")) {
            @for (start, length, word, count) in &drawn {
                rect class={ "verdict " (word.replace(' ', "-")) } x=(round(*start)) y="0" width=(round(*length)) height="14" {
                    title { (label(word, *count)) }
                }
            }
        }
    }
}

/// The colour of a verdict and its word.
pub(super) fn key(verdict: &str) -> Markup {
    html! {
        svg.key width="12" height="12" aria-hidden="true" {
            rect class={ "verdict " (verdict.replace(' ', "-")) } width="12" height="12" {}
        }
        " " (verdict)
    }
}

fn power(value: usize) -> f64 {
    (value.max(1) as f64).log10()
}

fn bytes(size: usize) -> String {
    match size {
        0..1_000 => format!("{size} B"),
        1_000..1_000_000 => format!("{} kB", size / 1_000),
        _ => format!("{} MB", size / 1_000_000),
    }
}

/// Tenths of a pixel are enough.
fn round(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}
