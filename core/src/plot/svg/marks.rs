//! Drawing of the marks of each layer.

use super::colours::{self, BEST, INK};
use super::sheet::{Anchor, Point, Sheet, text_width};
use crate::plot::ramp::RgbTriple;
use crate::plot::{Cells, Layer, Marks, PlotAxis, PlotFigure, Tone};

/// Draws every layer of `figure` in a plot area, given by its upper left and lower right corner.
pub fn draw(figure: &PlotFigure, sheet: &mut Sheet, corners: (Point, Point)) {
    let mut lines_before = 0;
    for layer in &figure.layers {
        let mut plane = Plane {
            x: &figure.x,
            y: figure.y_of(layer),
            corners,
            has_markers: figure.has_lines(),
            sheet,
        };
        plane.layer(layer, lines_before);
        lines_before += usize::from(layer.is_line());
    }
}

/// The plot area between two axes.
struct Plane<'p> {
    x: &'p PlotAxis,
    y: &'p PlotAxis,
    corners: (Point, Point),
    /// Whether lines carry markers: only if there are several.
    has_markers: bool,
    sheet: &'p mut Sheet,
}

impl Plane<'_> {
    /// The nearest point of the plot area; `None` for NaN.
    fn at(&self, x: f64, y: f64) -> Option<Point> {
        let ((left, top), (right, bottom)) = self.corners;
        Some((
            left + self.x.within(x)? * (right - left),
            bottom - self.y.within(y)? * (bottom - top),
        ))
    }

    /// [`Plane::at`] for points within both axes only: markers are not moved to the edge.
    fn inside(&self, x: f64, y: f64) -> Option<Point> {
        self.x.inside(x).and(self.y.inside(y))?;
        self.at(x, y)
    }

    /// Rectangle from its upper left to its lower right corner. Opaque rectangles extend a little below the next one,
    /// so that no gap is visible.
    fn rectangle(&mut self, from: Point, to: Point, colour: RgbTriple, opacity: f64) {
        if let (Some(from), Some(to)) = (self.at(from.0, from.1), self.at(to.0, to.1)) {
            let bleed = if opacity < 1.0 { 0.0 } else { 0.2 };
            let (right, bottom) = self.corners.1;
            let to = ((to.0 + bleed).min(right), (to.1 + bleed).min(bottom));
            self.sheet.rectangle(from, to, colour, opacity);
        }
    }

    fn layer(&mut self, layer: &Layer, lines_before: usize) {
        let (tone, colour) = (layer.tone, colours::colour_of(layer.tone));
        let (floor, top) = self.y.ends();
        match &layer.marks {
            Marks::Bars(bars) => {
                for &(from, to, height) in bars.iter().filter(|bar| bar.2 > 0.0) {
                    self.rectangle((from, height), (to, floor), colours::pale(tone), 1.0);
                }
            }
            Marks::Line(points) => {
                let path: Vec<_> = points.iter().filter_map(|p| self.at(p.0, p.1)).collect();
                self.stroke(&path, tone, lines_before);
            }
            Marks::Steps(points) => {
                let mut path: Vec<Point> = Vec::with_capacity(points.len() * 2);
                for at in points.iter().filter_map(|p| self.at(p.0, p.1)) {
                    path.extend(path.last().map(|last| (last.0, at.1)));
                    path.push(at);
                }
                self.stroke(&path, tone, lines_before);
            }
            Marks::Points(points) => {
                for &(x, y, _) in points {
                    if let Some(at) = self.inside(x, y) {
                        self.sheet.point(tone, at);
                    }
                }
            }
            Marks::Density(squares, side) => {
                let shades = PlotAxis::shades(squares);
                for &(x, y, count) in squares {
                    if self.inside(x, y).is_some() {
                        // The lightest shade is too close to white.
                        let position = 0.25 + 0.75 * shades.within(count as f64).unwrap_or(0.0);
                        self.rectangle((x, y + side), (x + side, y), colours::shade(position), 1.0);
                    }
                }
            }
            Marks::Band(points) => {
                let below = points.iter().filter_map(|p| self.at(p.0, p.1));
                let above = points.iter().rev().filter_map(|p| self.at(p.0, p.2));
                let outline: Vec<_> = below.chain(above).collect();
                if outline.len() > 2 {
                    self.sheet.polygon(&outline, colour, 0.25);
                }
            }
            Marks::Intervals(bars) => {
                for &(x, low, high) in bars {
                    if let (Some(from), Some(to)) = (self.at(x, low), self.at(x, high)) {
                        self.sheet.line(&[from, to], colour, 1.0);
                        for (x, y) in [from, to] {
                            self.sheet.line(&[(x - 3.0, y), (x + 3.0, y)], colour, 1.0);
                        }
                    }
                }
            }
            Marks::At(x) => {
                if let Some((from, to)) = self.inside(*x, floor).zip(self.at(*x, top)) {
                    self.sheet.line(&[from, to], colour, 1.4);
                }
            }
            Marks::Range(from, to) => self.rectangle((*from, top), (*to, floor), colour, 0.18),
            Marks::Cells(cells) => self.cells(cells),
        }
    }

    /// A line with markers: on every point if there are few, otherwise at regular distances,
    /// shifted to the right by the number of `lines_before` so that markers do not coincide. Theory is drawn thinner.
    fn stroke(&mut self, points: &[Point], tone: Tone, lines_before: usize) {
        let thickness = if tone == Tone::Dim { 1.2 } else { 1.8 };
        self.sheet.line(points, colours::colour_of(tone), thickness);
        if tone == Tone::Dim || !self.has_markers {
            return;
        }
        if points.len() <= 24 && points.windows(2).all(|p| p[1].0 > p[0].0) {
            return points
                .iter()
                .for_each(|at| self.sheet.marker(tone, *at, 3.2));
        }
        let ((left, _), (right, _)) = self.corners;
        let first = left + 25.0 + lines_before as f64 * 22.0 % 90.0;
        let xs = std::iter::successors(Some(first), |x| Some(x + 90.0));
        for x in xs.take_while(|x| *x < right) {
            let at = points.partition_point(|point| point.0 < x);
            if let (Some(before), Some(after)) = (at.checked_sub(1), points.get(at)) {
                let before = points[before];
                let share = (x - before.0) / (after.0 - before.0).max(0.1);
                let y = before.1 + (after.1 - before.1) * share;
                self.sheet.marker(tone, (x, y), 3.2);
            }
        }
    }

    fn cells(&mut self, cells: &Cells) {
        let corner = |column: usize, row: usize| (column as f64 - 0.5, row as f64 - 0.5);
        let columns = cells.columns.max(1);
        for at in 0..cells.values.len() {
            let (column, row) = (at % columns, at / columns);
            let (from, to) = (corner(column, row + 1), corner(column + 1, row));
            let Some(value) = cells.at(column, row) else {
                self.rectangle(from, to, colours::FAINT, 1.0);
                continue;
            };
            let position = cells.shades.within(value).unwrap_or(0.0);
            self.rectangle(from, to, colours::shade(position), 1.0);
            let (Some(from), Some(to)) = (self.at(from.0, from.1), self.at(to.0, to.1)) else {
                continue;
            };
            let text = cells.shades.write(value);
            let size = 10.0_f64.min(to.1 - from.1 - 2.0);
            if size >= 6.0 && text_width(&text, size) <= to.0 - from.0 - 2.0 {
                let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
                let style = (size, colours::on_shade(position));
                self.sheet.text(&text, middle, Anchor::Middle, style);
            }
        }
        for (cell, colour) in [(cells.chosen, INK), (cells.best, BEST)] {
            let Some(cell) = cell.filter(|cell| *cell < cells.values.len()) else {
                continue;
            };
            let (column, row) = (cell % columns, cell / columns);
            let (from, to) = (corner(column, row), corner(column + 1, row + 1));
            let outline = [from, (to.0, from.1), to, (from.0, to.1), from];
            let outline: Vec<Point> = outline.iter().filter_map(|p| self.at(p.0, p.1)).collect();
            self.sheet.line(&outline, colour, 2.5);
        }
    }
}
