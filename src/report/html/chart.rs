//! Small charts: boxes with fixed sizes in pixels, so that they fit the text around them.

use maud::{Markup, html};

use crate::report::document::{Cell, Chart, Table};
use crate::report::numbers::{bucket, grouped, time};

/// The width of a scale of sizes, and the width of a time bucket, in pixels.
const SIZES: f64 = 150.0;
const STEP: f64 = 26.0;
/// The width of the duration of a run, in pixels.
const SPAN: f64 = 400.0;
/// The width of a mark's text in pixels, and the number of buckets from one mark to the next: the texts must not touch.
const APART: f64 = 44.0;
const EVERY: usize = 4;

/// The scale that the charts of a column share.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scale {
    /// No scale.
    None,
    /// The number of buckets; the last one has a mark.
    Times(usize),
    /// The powers of ten that enclose all sizes.
    Sizes(f64, f64),
    /// The whole duration, in seconds.
    Moments(f64),
}

impl Scale {
    /// Returns the scale that fits a column.
    pub(super) fn fit(table: &Table, column: usize) -> Scale {
        table.rows.iter().filter_map(|row| row.get(column)).fold(Scale::None, |scale, cell| match cell {
            Cell::Chart(chart) => scale.extend_to(chart),
            _ => scale,
        })
    }

    fn extend_to(self, chart: &Chart) -> Scale {
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
            (Chart::Moment([_, whole]), _) => Scale::Moments(*whole),
            (Chart::Shares(_), scale) => scale,
        }
    }

    /// Draws the axis above the charts.
    pub(super) fn axis(&self) -> Markup {
        let (width, marks): (f64, Vec<(f64, String)>) = match *self {
            Scale::None => return html! {},
            Scale::Times(buckets) => {
                let marks = (0..buckets).step_by(EVERY).map(|at| (at as f64 * STEP, bucket(at)));
                (buckets as f64 * STEP, marks.collect())
            }
            Scale::Sizes(low, high) => {
                let step = (APART / (SIZES / (high - low))).ceil().max(1.0);
                // Powers of file sizes are small and not negative.
                let powers = (low as u32..=high as u32).step_by(step as usize);
                let sizes = powers.filter_map(|power| 10_usize.checked_pow(power));
                (SIZES, sizes.map(|size| (self.left(size), bytes(size))).collect())
            }
            Scale::Moments(whole) => (SPAN, vec![(0.0, "0".to_owned()), (SPAN - APART, time(whole))]),
        };
        html! {
            div.axis style={ "width:" (width) "px" } aria-hidden="true" {
                @for (x, text) in &marks { span style={ "left:" (x) "px" } { (text) } }
            }
        }
    }

    pub(super) fn draw(&self, chart: &Chart) -> Markup {
        match chart {
            Chart::Shares(parts) => shares(parts),
            Chart::Times(counts) => histogram(counts),
            Chart::Sizes(sizes) => self.track(*sizes),
            Chart::Moment(moment) => instant(*moment),
        }
    }

    /// Returns the position of a size.
    fn left(&self, size: usize) -> f64 {
        let (low, high) = if let Scale::Sizes(low, high) = self { (*low, *high) } else { (0.0, 1.0) };
        ((power(size) - low) / (high - low) * SIZES).round()
    }

    /// Draws a line from the hollow dot of the instance to the full dot of the reduced script.
    fn track(&self, [before, after]: [usize; 2]) -> Markup {
        let (from, to) = (self.left(before), self.left(after));
        html! {
            div.track style={ "width:" (SIZES) "px" } role="img" aria-label={ "from " (before) " bytes to " (after) } {
                span.span style={ "left:" (from.min(to)) "px;width:" ((from - to).abs()) "px" } {}
                span.before style={ "left:" (from) "px" } {}
                span.after style={ "left:" (to) "px" } {}
            }
        }
    }
}

/// Draws a bar for each time bucket. `page.css` keeps small bars visible.
fn histogram(counts: &[u64]) -> Markup {
    let most = counts.iter().max().copied().unwrap_or(0).max(1) as f64;
    let range = |at: usize| if at == 0 { "below 1 ms".to_owned() } else { format!("from {} on", bucket(at)) };
    let label = |(at, count): (usize, &u64)| format!("{} {}", grouped(*count), range(at));
    let labels: Vec<String> = counts.iter().enumerate().filter(|(_, count)| **count > 0).map(label).collect();
    html! {
        div.histogram role="img" aria-label=(labels.join(", ")) {
            @for (at, count) in counts.iter().enumerate() {
                @let height = (*count as f64 / most * 100.0).round();
                span class=[(*count > 0).then_some("some")] style={ "height:" (height) "%" } title=(label((at, count))) {}
            }
        }
    }
}

/// Draws a dot at a point in time. The dots of consecutive rows form a plot.
fn instant([at, whole]: [f64; 2]) -> Markup {
    let left = (at / whole.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) * SPAN;
    let (left, label) = (left.round(), format!("after {} of {}", time(at), time(whole)));
    html! {
        div.track style={ "width:" (SPAN) "px" } role="img" aria-label=(label) {
            span.span style={ "left:0px;width:" (left) "px" } {}
            span.after style={ "left:" (left) "px" } {}
        }
    }
}

/// Draws a bar whose parts are as wide as their shares.
fn shares(parts: &[(&str, u64)]) -> Markup {
    let total = parts.iter().map(|(_, count)| count).sum::<u64>();
    let label = |(word, count): &(&str, u64)| format!("{} of {} {word}", grouped(*count), grouped(total));
    let labels: Vec<String> = parts.iter().map(label).collect();
    html! {
        div.bar role="img" aria-label=(labels.join(", ")) {
            @for part in parts {
                span class=(class(part.0)) style={ "flex-grow:" (part.1) } title=(label(part)) {}
            }
        }
    }
}

/// Draws the colour of a verdict and its word.
pub(super) fn key(verdict: &str) -> Markup {
    html! { span.key { span class=(class(verdict)) {} } " " (verdict) }
}

fn class(verdict: &str) -> String {
    format!("verdict {}", verdict.replace(' ', "-"))
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
