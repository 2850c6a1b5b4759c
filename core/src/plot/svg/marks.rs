//! Drawing of the marks of each layer.

use std::ops::Range;

use plotters::prelude::*;

use super::colours::{self, BEST, INK};
use super::pen::{self, Area, FINE, Outcome, Point, units};
use super::text::{Label, text_width};
use crate::plot::{Axis, Cells, Figure, Layer, Marks, Tone};

/// Draws every layer of `figure` into the ranges `between` (horizontal, vertical) of `area`.
pub fn draw(figure: &Figure, area: &Area<'_>, between: (Range<i32>, Range<i32>)) -> Outcome {
    let mut before = 0;
    for layer in &figure.layers {
        let plane = Plane {
            x: &figure.x,
            y: figure.y_of(layer),
            area,
            between: between.clone(),
            marked: figure.has_lines(),
        };
        plane.layer(layer, before)?;
        before += usize::from(layer.is_line());
    }
    Ok(())
}

/// The plot area between two axes.
struct Plane<'p, 'a> {
    x: &'p Axis,
    y: &'p Axis,
    area: &'p Area<'a>,
    between: (Range<i32>, Range<i32>),
    /// Whether lines carry markers: only if there are several.
    marked: bool,
}

impl Plane<'_, '_> {
    /// The nearest point of the plot area; `None` for NaN.
    fn at(&self, x: f64, y: f64) -> Option<Point> {
        let (wide, tall) = &self.between;
        let pixel = |range: &Range<i32>, position: f64| {
            range.start + (position * f64::from(range.end - range.start)).round() as i32
        };
        Some((
            pixel(wide, self.x.within(x)?),
            pixel(tall, 1.0 - self.y.within(y)?),
        ))
    }

    /// As [`Plane::at`], for points within both axes only: markers are not moved to the edge.
    fn inside(&self, x: f64, y: f64) -> Option<Point> {
        self.x.inside(x).and(self.y.inside(y))?;
        self.at(x, y)
    }

    /// Rectangle from its upper left to its lower right corner. Opaque ones extend by 2 units under
    /// the next one, so that no gap is visible.
    fn rectangle(&self, (x0, y0): (f64, f64), (x1, y1): (f64, f64), style: ShapeStyle) -> Outcome {
        if let (Some(from), Some(to)) = (self.at(x0, y0), self.at(x1, y1)) {
            let reach = if style.color.alpha() < 1.0 { 0 } else { 2 };
            let to = (
                (to.0 + reach).min(self.between.0.end),
                (to.1 + reach).min(self.between.1.end),
            );
            self.area.draw(&Rectangle::new([from, to], style))?;
        }
        Ok(())
    }

    fn layer(&self, layer: &Layer, before: usize) -> Outcome {
        let colour = colours::colour_of(layer.tone);
        let (floor, top) = self.y.ends();
        match &layer.marks {
            Marks::Bars(bars) => {
                for &(from, to, height) in bars.iter().filter(|bar| bar.2 > 0.0) {
                    let style = colours::pale(layer.tone).filled();
                    self.rectangle((from, height), (to, floor), style)?;
                }
            }
            Marks::Line(points) => {
                let drawn: Vec<_> = points.iter().filter_map(|p| self.at(p.0, p.1)).collect();
                self.stroke(&drawn, layer.tone, before)?;
            }
            Marks::Steps(points) => {
                let mut drawn: Vec<Point> = Vec::with_capacity(points.len() * 2);
                for at in points.iter().filter_map(|p| self.at(p.0, p.1)) {
                    drawn.extend(drawn.last().map(|last| (last.0, at.1)));
                    drawn.push(at);
                }
                self.stroke(&drawn, layer.tone, before)?;
            }
            Marks::Points(points) => {
                for at in points.iter().filter_map(|p| self.inside(p.0, p.1)) {
                    pen::point(layer.tone, at, self.area)?;
                }
            }
            Marks::Density(squares, side) => {
                let shades = Axis::shades(squares);
                for &(x, y, count) in squares {
                    if self.inside(x, y).is_some() {
                        // The lightest shade is too close to white.
                        let position = 0.25 + 0.75 * shades.within(count as f64).unwrap_or(0.0);
                        let style = colours::shade(position).filled();
                        self.rectangle((x, y + side), (x + side, y), style)?;
                    }
                }
            }
            Marks::Band(points) => {
                let below = points.iter().filter_map(|p| self.at(p.0, p.1));
                let above = points.iter().rev().filter_map(|p| self.at(p.0, p.2));
                let around: Vec<_> = below.chain(above).collect();
                if around.len() > 2 {
                    self.area.draw(&Polygon::new(around, colour.mix(0.25)))?;
                }
            }
            Marks::Intervals(bars) => {
                for &(x, low, high) in bars {
                    if let (Some(from), Some(to)) = (self.at(x, low), self.at(x, high)) {
                        pen::error_bar(from, to, layer.tone, self.area)?;
                    }
                }
            }
            Marks::At(x) => {
                if let Some((from, to)) = self.inside(*x, floor).zip(self.at(*x, top)) {
                    pen::rule(from, to, layer.tone, self.area)?;
                }
            }
            Marks::Range(from, to) => {
                self.rectangle((*from, top), (*to, floor), colour.mix(0.18).filled())?;
            }
            Marks::Cells(cells) => self.cells(cells)?,
        }
        Ok(())
    }

    /// A line with markers: on every point if there are few, otherwise at regular distances,
    /// shifted to the right by the number of lines `before` so that markers do not coincide.
    fn stroke(&self, points: &[Point], tone: Tone, before: usize) -> Outcome {
        pen::line(points, tone, self.area)?;
        if tone == Tone::Dim || !self.marked {
            return Ok(());
        }
        if points.len() <= 24 && points.windows(2).all(|p| p[1].0 > p[0].0) {
            let mut points = points.iter();
            return points.try_for_each(|at| pen::marker(tone, *at, self.area));
        }
        let every = units(90.0);
        let first = self.between.0.start + units(25.0) + before as i32 * units(22.0) % every;
        for x in (first..self.between.0.end).step_by(every as usize) {
            let at = points.partition_point(|point| point.0 < x);
            if let (Some(before), Some(after)) =
                (at.checked_sub(1).map(|i| points[i]), points.get(at))
            {
                let run = f64::from((after.0 - before.0).max(1));
                let rise = f64::from(after.1 - before.1) * f64::from(x - before.0) / run;
                pen::marker(tone, (x, before.1 + rise.round() as i32), self.area)?;
            }
        }
        Ok(())
    }

    fn cells(&self, cells: &Cells) -> Outcome {
        let corner = |column: usize, row: usize| (column as f64 - 0.5, row as f64 - 0.5);
        let columns = cells.columns.max(1);
        for at in 0..cells.values.len() {
            let (column, row) = (at % columns, at / columns);
            let (from, to) = (corner(column, row + 1), corner(column + 1, row));
            let Some(value) = cells.at(column, row) else {
                self.rectangle(from, to, colours::FAINT.filled())?;
                continue;
            };
            let position = cells.shades.within(value).unwrap_or(0.0);
            self.rectangle(from, to, colours::shade(position).filled())?;
            let (Some(from), Some(to)) = (self.at(from.0, from.1), self.at(to.0, to.1)) else {
                continue;
            };
            let wide = f64::from(to.0 - from.0) / FINE;
            let tall = f64::from(to.1 - from.1) / FINE;
            let text = cells.shades.write(value);
            let size = 10.0_f64.min(tall - 2.0);
            if size >= 6.0 && text_width(&text, size) <= wide - 2.0 {
                let middle = |from, to| f64::from(from + to) / 2.0 / FINE;
                let writing = Label::new(size, colours::on_shade(position)).centred();
                let (x, y) = (middle(from.0, to.0), middle(from.1, to.1));
                writing.write(self.area, &text, x, y)?;
            }
        }
        for (cell, colour) in [(cells.chosen, INK), (cells.best, BEST)] {
            let Some(cell) = cell.filter(|cell| *cell < cells.values.len()) else {
                continue;
            };
            let (column, row) = (cell % columns, cell / columns);
            let (from, to) = (corner(column, row), corner(column + 1, row + 1));
            let around = [from, (to.0, from.1), to, (from.0, to.1), from];
            let around = around.iter().filter_map(|p| self.at(p.0, p.1)).collect();
            pen::path(around, colour, 2.5, self.area)?;
        }
        Ok(())
    }
}
