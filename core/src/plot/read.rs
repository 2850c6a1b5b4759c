//! Values of a plot at the cursor.

use super::scale::{Number, PlotAxis};
use super::{Layer, Marks, PlotFigure};
use crate::base::units;

impl PlotFigure {
    /// Values at `x`: the x axis first, then each named layer that has a value there, as (name,
    /// text). Thinned step functions are exact at every thousandth.
    pub fn read(&self, x: f64) -> Vec<(String, String)> {
        if x.is_nan() {
            return Vec::new();
        }
        // The quantity without its unit.
        let name = self.x.label.split(", ").next().unwrap_or_default();
        let mut out = vec![(name.to_owned(), self.x.write(x))];
        for layer in self.layers.iter().filter(|layer| !layer.name.is_empty()) {
            let value = read(layer, &self.x, self.y_of(layer), x);
            out.extend(value.map(|value| (layer.name.clone(), value)));
        }
        out
    }

    /// The cursor moved by a number of notches and clamped to the axis. A notch is a hundredth on a
    /// ratio axis, otherwise one (a count or a name).
    pub fn moved(&self, cursor: f64, notches: i32) -> f64 {
        let (low, high) = self.x.ends();
        let is_ratio = self.x.names.is_empty() && self.x.number == Number::Ratio;
        let scale = if is_ratio { 100.0 } else { 1.0 };
        let start = if cursor.is_finite() { cursor } else { low };
        let (first, last) = ((low * scale).ceil(), (high * scale).floor());
        let notch = (start * scale).round() + f64::from(notches);
        notch.min(last).max(first) / scale
    }
}

impl Marks {
    /// Value of a line or a step function at `x`.
    pub fn at(&self, x: f64) -> Option<f64> {
        match self {
            Marks::Line(points) => between(points.iter().copied(), x),
            Marks::Steps(points) => step(points, x),
            _ => None,
        }
    }
}

fn read(layer: &Layer, x_axis: &PlotAxis, y: &PlotAxis, x: f64) -> Option<String> {
    match &layer.marks {
        Marks::Bars(bars) => {
            let bar = bars.iter().rev().find(|bar| (bar.0..=bar.1).contains(&x))?;
            Some(y.write(bar.2))
        }
        marks @ (Marks::Line(_) | Marks::Steps(_)) => marks.at(x).map(|value| y.write(value)),
        Marks::Points(points) => near(points, x_axis, y, x),
        Marks::Density(squares, side) => column(squares, *side, y, x),
        Marks::Band(points) => {
            let low = between(points.iter().map(|p| (p.0, p.1)), x)?;
            let high = between(points.iter().map(|p| (p.0, p.2)), x)?;
            Some(format!("{} – {}", y.write(low), y.write(high)))
        }
        Marks::Cells(cells) => {
            let column = (x.round() >= 0.0).then_some(x.round() as usize)?;
            let cell = cells.chosen.or(cells.best)?;
            let value = cells.at(column, cell / cells.columns.max(1))?;
            Some(cells.shades.write(value))
        }
        Marks::Intervals(_) | Marks::At(_) | Marks::Range(..) => None,
    }
}

/// Value of a step function at `x`.
pub fn step(points: &[(f64, f64)], x: f64) -> Option<f64> {
    let first = points.first()?;
    if x < first.0 {
        return None;
    }
    let at = points.partition_point(|point| point.0 < x);
    points.get(at).map(|point| point.1)
}

/// Linear interpolation between the points around `x`; on a vertical segment, its last point.
fn between(points: impl Iterator<Item = (f64, f64)>, x: f64) -> Option<f64> {
    let mut previous: Option<(f64, f64)> = None;
    for (at, value) in points {
        match previous {
            Some(from) if x < at && from.0 == x => return Some(from.1),
            Some(from) if x < at && from.0 < x => {
                let share = (x - from.0) / (at - from.0);
                return Some(from.1 + share * (value - from.1));
            }
            _ => previous = Some((at, value)),
        }
    }
    previous.filter(|last| last.0 == x).map(|last| last.1)
}

/// Value of the point nearest to `x`, if it is within reach, with the number of items if there are
/// several.
fn near(points: &[(f64, f64, u64)], x_axis: &PlotAxis, y: &PlotAxis, x: f64) -> Option<String> {
    let (low, high) = x_axis.ends();
    // Half a notch on a ratio axis; about one column of a wide screen otherwise.
    let reach = (high - low) / 199.0;
    let distance = |point: &(f64, f64, u64)| (point.0 - x).abs();
    let finite = points.iter().filter(|point| point.0.is_finite());
    let nearest = finite.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    let value = y.write(nearest.1);
    (distance(nearest) <= reach).then(|| match nearest.2 {
        0 | 1 => value,
        count => format!("{value} of {}", units::count(count)),
    })
}

/// Number of items in the squares above `x`, and their range of y.
fn column(squares: &[(f64, f64, u64)], side: f64, y: &PlotAxis, x: f64) -> Option<String> {
    // A corner such as 0.29 may differ in rounding from the cursor position.
    let is_above = |square: &&(f64, f64, u64)| {
        square.0 - side * 1e-6 <= x && x < square.0 + side * (1.0 - 1e-6)
    };
    let above = || squares.iter().filter(is_above);
    let count: u64 = above().map(|square| square.2).sum();
    let low = above().map(|square| square.1).min_by(f64::total_cmp)?;
    let high = above().map(|square| square.1).max_by(f64::total_cmp)?;
    let range = if low == high {
        y.write(low)
    } else {
        format!("{} – {}", y.write(low), y.write(high))
    };
    Some(format!("{} at {range}", units::count(count)))
}

#[cfg(test)]
mod tests {
    use super::super::{Cells, Tone};
    use super::*;

    fn figure(marks: Marks) -> PlotFigure {
        PlotFigure {
            x: PlotAxis::ratio("threshold"),
            y: PlotAxis::counts("pairs", [1.0, 9.0]),
            layers: vec![Layer::new("pairs", Tone::Plain, marks)],
            ..PlotFigure::default()
        }
    }

    fn value(marks: Marks, x: f64) -> Option<String> {
        let read = figure(marks).read(x);
        assert_eq!(read[0].0, "threshold");
        read.get(1).map(|entry| entry.1.clone())
    }

    #[test]
    fn a_step_applies_up_to_and_including_its_x() {
        let steps = || Marks::Steps(vec![(0.2, 9.0), (0.5, 9.0), (0.8, 4.0), (1.0, 0.0)]);
        let at = |x| value(steps(), x);
        assert_eq!(at(0.1), None);
        assert_eq!(at(0.2).unwrap(), "9");
        assert_eq!(at(0.5).unwrap(), "9");
        assert_eq!(at(0.500_001).unwrap(), "4");
        assert_eq!(at(0.8).unwrap(), "4");
        assert_eq!(at(0.81).unwrap(), "0");
        assert_eq!(at(1.0).unwrap(), "0");
        assert_eq!(at(1.1), None);
    }

    #[test]
    fn lines_bands_and_bars_are_read_between_their_points() {
        let line = Marks::Line(vec![(0.0, 0.0), (1.0, 8.0)]);
        assert_eq!(value(line, 0.25).unwrap(), "2");
        let up = || Marks::Line(vec![(0.0, 0.0), (0.0, 5.0), (1.0, 9.0)]);
        assert_eq!(value(up(), 0.0).unwrap(), "5");
        assert_eq!(value(up(), 1.0).unwrap(), "9");
        assert_eq!(value(up(), 1.01), None);
        let band = Marks::Band(vec![(0.0, 0.0, 2.0), (1.0, 4.0, 8.0)]);
        assert_eq!(value(band, 0.5).unwrap(), "2 – 5");
        let bars = || Marks::Bars(vec![(0.0, 0.5, 3.0), (0.5, 1.0, 7.0)]);
        assert_eq!(value(bars(), 0.5).unwrap(), "7");
        assert_eq!(value(bars(), 1.0).unwrap(), "7");
        assert_eq!(value(bars(), 0.1).unwrap(), "3");
        assert_eq!(value(bars(), 1.5), None);
    }

    #[test]
    fn points_are_read_near_the_cursor() {
        let points = || Marks::Points(vec![(0.5, 3.0, 1), (0.7, 2.0, 4)]);
        assert_eq!(value(points(), 0.5).unwrap(), "3");
        assert_eq!(value(points(), 0.704).unwrap(), "2 of 4");
        assert_eq!(value(points(), 0.6), None);
    }

    #[test]
    fn squares_are_read_in_the_column_above_the_cursor() {
        let squares: Vec<_> = (0..100_u32)
            .flat_map(|i| {
                [
                    (f64::from(i) / 100.0, 1.0, 1),
                    (f64::from(i) / 100.0, 4.0, u64::from(i)),
                ]
            })
            .collect();
        for i in 0..100_u32 {
            let read = value(Marks::Density(squares.clone(), 0.01), f64::from(i) / 100.0);
            assert_eq!(read.unwrap(), format!("{} at 1 – 4", i + 1));
        }
        let single = Marks::Density(vec![(0.5, 2.0, 3)], 0.01);
        assert_eq!(value(single.clone(), 0.509).unwrap(), "3 at 2");
        assert_eq!(value(single, 0.51), None);
    }

    #[test]
    fn a_cell_is_read_in_the_selected_row() {
        let cells = Cells {
            columns: 2,
            values: vec![Some(0.1), Some(0.2), Some(0.3), None],
            shades: PlotAxis::ratio("F1"),
            best: Some(0),
            chosen: Some(2),
        };
        assert_eq!(value(Marks::Cells(cells.clone()), 0.0).unwrap(), ".300");
        assert_eq!(value(Marks::Cells(cells), 1.0), None);
    }

    #[test]
    fn the_cursor_moves_by_notches_and_stays_inside() {
        let figure = figure(Marks::Line(vec![]));
        assert_eq!(figure.moved(0.8, 1), 0.81);
        assert_eq!(figure.moved(0.804, -1), 0.79);
        assert_eq!(figure.moved(0.99, 5), 1.0);
        assert_eq!(figure.moved(f64::NAN, -5), 0.0);
        assert!(figure.read(f64::NAN).is_empty());
        let by_k = PlotFigure {
            x: PlotAxis {
                range: (0.5, 12.5),
                number: Number::Count,
                ..PlotAxis::default()
            },
            ..PlotFigure::default()
        };
        assert_eq!(by_k.moved(12.0, 1), 12.0);
        assert_eq!(by_k.moved(2.0, -3), 1.0);
    }
}
