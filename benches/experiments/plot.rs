//! Lines over two axes.

use std::path::Path;

use plotters::prelude::*;

/// A plot.
pub struct Plot {
    /// What the axes are.
    pub axes: [&'static str; 2],
    /// The lines, with their names: points from left to right, whose coordinates are above 0 on the first axis.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

impl Plot {
    /// Draws it, the first axis logarithmic.
    pub fn write(&self, path: &Path) {
        let points = || self.lines.iter().flat_map(|(_, points)| points);
        let least = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let most = points().map(|point| point.0).fold(least * 2.0, f64::max);
        let top = points().map(|point| point.1).fold(1.0, f64::max);
        if !least.is_finite() {
            return; // Nothing is to be seen.
        }
        let root = SVGBackend::new(path, (900, 520)).into_drawing_area();
        root.fill(&WHITE).unwrap();
        let mut chart = ChartBuilder::on(&root)
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d((least..most).log_scale(), 0.0..top * 1.05)
            .unwrap();
        let [x, y] = self.axes;
        chart.configure_mesh().light_line_style(WHITE).x_desc(x).y_desc(y).draw().unwrap();
        for (at, (name, points)) in self.lines.iter().filter(|(_, points)| !points.is_empty()).enumerate() {
            let style = Palette99::pick(at).stroke_width(2);
            chart
                .draw_series(LineSeries::new(points.iter().copied(), style).point_size(3))
                .unwrap()
                .label(name)
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
}
