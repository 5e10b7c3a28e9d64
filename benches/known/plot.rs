//! Lines over two axes.

use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

/// A plot.
pub struct Plot {
    /// What the axes are.
    pub axes: [&'static str; 2],
    /// From where to where they go; the first one is logarithmic.
    pub ranges: [Range<f64>; 2],
    /// How large the marks of points are, in pixels; 0 for none.
    pub marks: u32,
    /// The lines, with their names: points from left to right.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

impl Plot {
    /// One that has room for its lines, whose coordinates are above 0 on the first axis; none if there are no points.
    pub fn around(axes: [&'static str; 2], mut lines: Vec<(String, Vec<(f64, f64)>)>) -> Option<Plot> {
        lines.retain(|(_, points)| !points.is_empty());
        let points = || lines.iter().flat_map(|(_, points)| points);
        let least = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let most = points().map(|point| point.0).fold(least * 2.0, f64::max);
        let top = points().map(|point| point.1).fold(1.0, f64::max);
        let ranges = [least..most, 0.0..top * 1.05];
        least.is_finite().then_some(Plot { axes, ranges, marks: 3, lines })
    }

    /// Draws it.
    pub fn write(&self, path: &Path) {
        let [across, up] = self.ranges.clone();
        let root = SVGBackend::new(path, (900, 520)).into_drawing_area();
        root.fill(&WHITE).unwrap();
        let mut chart = ChartBuilder::on(&root)
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(across.log_scale(), up)
            .unwrap();
        let [x, y] = self.axes;
        chart.configure_mesh().light_line_style(WHITE).x_desc(x).y_desc(y).draw().unwrap();
        for (at, (name, points)) in self.lines.iter().enumerate() {
            let style = Palette99::pick(at).stroke_width(2);
            chart
                .draw_series(LineSeries::new(points.iter().copied(), style).point_size(self.marks))
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
