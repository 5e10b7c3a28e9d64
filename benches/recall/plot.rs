//! Searches that found their bug, by processor time: one line a setting.

use std::path::Path;

use plotters::prelude::*;

use crate::known::search::Row;

/// Draws the rows; the time ends at `seconds`.
pub fn write(path: &Path, rows: &[Row], seconds: f64) {
    let mut settings: Vec<&str> = rows.iter().map(|row| row.setting).collect();
    settings.sort_unstable();
    settings.dedup();
    let most = settings.iter().map(|name| times(rows, name).0.max(1)).max().unwrap_or(1);
    let root = SVGBackend::new(path, (900, 520)).into_drawing_area();
    root.fill(&WHITE).unwrap();
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d((0.1..seconds).log_scale(), 0.0..most as f64)
        .unwrap();
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("processor time of a search, in seconds")
        .y_desc("searches that found their bug")
        .draw()
        .unwrap();
    for (at, name) in settings.iter().enumerate() {
        let style = Palette99::pick(at).stroke_width(2);
        let mut steps = vec![(0.1, 0.0)];
        for (count, time) in times(rows, name).1.into_iter().enumerate() {
            steps.push((time.max(0.1), count as f64));
            steps.push((time.max(0.1), count as f64 + 1.0));
        }
        steps.push((seconds, steps.last().map_or(0.0, |last| last.1)));
        chart
            .draw_series(LineSeries::new(steps, style))
            .unwrap()
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK.mix(0.2))
        .background_style(WHITE.mix(0.8))
        .draw()
        .unwrap();
    root.present().unwrap();
}

/// The searches of a setting, and when those that found something did, in order.
fn times(rows: &[Row], setting: &str) -> (usize, Vec<f64>) {
    let of = || rows.iter().filter(|row| row.setting == setting).flat_map(|row| &row.searches);
    let mut times: Vec<f64> = of().filter(|search| search.found).map(|search| search.processor).collect();
    times.sort_by(f64::total_cmp);
    (of().count(), times)
}
