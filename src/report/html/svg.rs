//! Plots as SVG. They are drawn in their own pixels, so that their text has the size of the text around them.

use maud::{Markup, html};

/// A scale of powers of ten: values to pixels.
#[derive(Clone, Copy, Debug)]
pub struct LogScale {
    low: f64,
    high: f64,
    width: f64,
}

impl LogScale {
    /// The least scale of whole powers of ten that has all values, on so many pixels.
    pub fn of(values: impl Iterator<Item = usize> + Clone, width: f64) -> LogScale {
        let power = |value: usize| (value.max(1) as f64).log10();
        let low = values.clone().map(power).fold(f64::INFINITY, f64::min);
        let high = values.map(power).fold(0.0, f64::max);
        let low = if low.is_finite() { low.floor() } else { 0.0 };
        LogScale { low, high: high.ceil().max(low + 1.0), width }
    }

    /// Where a value is, in pixels.
    pub fn at(&self, value: usize) -> f64 {
        let power = (value.max(1) as f64).log10();
        round((power - self.low) / (self.high - self.low) * self.width)
    }

    /// Powers of ten that are so many pixels or more from each other.
    pub fn ticks(&self, apart: f64) -> impl Iterator<Item = usize> {
        let step = (apart / (self.width / (self.high - self.low))).ceil().max(1.0);
        // Powers of file sizes are small and not negative.
        (self.low as u32..=self.high as u32)
            .step_by(step as usize)
            .filter_map(|power| 10_usize.checked_pow(power))
    }
}

/// Tenths of a pixel are enough.
pub fn round(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}

/// A bar of parts whose widths are their shares. `label` says in words what it shows.
pub fn shares<'a>(parts: impl Iterator<Item = (&'a str, u64)>, label: &str, width: f64) -> Markup {
    let parts: Vec<(&str, u64)> = parts.collect();
    let total = parts.iter().map(|(_, count)| count).sum::<u64>().max(1) as f64;
    let mut before = 0;
    let mut drawn = Vec::new();
    for (word, count) in parts {
        let start = round(before as f64 / total * width);
        before += count;
        // What is rare is seen all the same.
        let length = (round(before as f64 / total * width) - start).max(2.0).min(width);
        drawn.push((start.min(width - length), length, word, count));
    }
    html! {
        svg.bar width=(width) height="14" viewBox={ "0 0 " (width) " 14" } role="img" aria-label=(label) {
            @for (start, length, word, count) in &drawn {
                rect class={ "verdict " (word.replace(' ', "-")) } x=(round(*start)) y="0" width=(round(*length)) height="14" {
                    title { (word) ": " (count) }
                }
            }
        }
    }
}
