//! Drawing of the marks of each layer.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::colours::{self, BEST, INK};
use super::legend::density;
use super::words::{Writing, across};
use super::{FINE, Outcome, units};
use crate::plot::{Axis, Cells, Figure, Layer, Marks, Tone};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws every layer of `figure` into the pixel ranges `between` (horizontal, vertical), in units
/// of `area`.
pub fn draw(figure: &Figure, area: &Area<'_>, between: (Range<i32>, Range<i32>)) -> Outcome {
    let mut before = 0;
    for layer in &figure.layers {
        let y = match &figure.right {
            Some(right) if layer.right => right,
            _ => &figure.y,
        };
        let plane = Plane {
            x: &figure.x,
            y,
            area,
            between: between.clone(),
            marked: marked(figure),
        };
        plane.layer(layer, before)?;
        before += usize::from(is_line(layer));
    }
    Ok(())
}

fn is_line(layer: &Layer) -> bool {
    matches!(layer.marks, Marks::Line(_) | Marks::Steps(_)) && layer.tone != Tone::Dim
}

/// Whether lines carry markers: only if there are several.
pub fn marked(figure: &Figure) -> bool {
    figure.layers.iter().filter(|layer| is_line(layer)).count() > 1
}

/// The plot area between two axes.
struct Plane<'p, 'a> {
    x: &'p Axis,
    y: &'p Axis,
    area: &'p Area<'a>,
    between: (Range<i32>, Range<i32>),
    marked: bool,
}

impl Plane<'_, '_> {
    fn across(&self, x: f64) -> Option<i32> {
        let wide = &self.between.0;
        let place = self.x.within(x)? * f64::from(wide.end - wide.start);
        Some(wide.start + place.round() as i32)
    }

    fn up(&self, y: f64) -> Option<i32> {
        let tall = &self.between.1;
        let place = (1.0 - self.y.within(y)?) * f64::from(tall.end - tall.start);
        Some(tall.start + place.round() as i32)
    }

    fn at(&self, x: f64, y: f64) -> Option<(i32, i32)> {
        Some((self.across(x)?, self.up(y)?))
    }

    /// Whether a point lies within both axes; markers are not clamped.
    fn holds(&self, x: f64, y: f64) -> bool {
        let inside = |place: Option<f64>| place.is_some_and(|p| (-1e-9..=1.0 + 1e-9).contains(&p));
        inside(self.x.place(x)) && inside(self.y.place(y))
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
        let colour = colours::of(layer.tone);
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
                let mut drawn: Vec<(i32, i32)> = Vec::with_capacity(points.len() * 2);
                for at in points.iter().filter_map(|p| self.at(p.0, p.1)) {
                    drawn.extend(drawn.last().map(|last| (last.0, at.1)));
                    drawn.push(at);
                }
                self.stroke(&drawn, layer.tone, before)?;
            }
            Marks::Points(points) => {
                for &(x, y, _) in points.iter().filter(|p| self.holds(p.0, p.1)) {
                    if let Some(at) = self.at(x, y) {
                        let place = (f64::from(at.0) / FINE, f64::from(at.1) / FINE);
                        point(layer.tone, place, self.area)?;
                    }
                }
            }
            Marks::Density(squares, side) => {
                let shades = density(squares);
                for &(x, y, count) in squares.iter().filter(|s| self.holds(s.0, s.1)) {
                    // The lightest shade is too close to white.
                    let place = 0.25 + 0.75 * shades.within(count as f64).unwrap_or(0.0);
                    let style = colours::shade(place).filled();
                    self.rectangle((x, y + side), (x + side, y), style)?;
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
            Marks::At(x) => {
                if let (true, Some(from)) = (self.holds(*x, floor), self.at(*x, floor))
                    && let Some(to) = self.at(*x, top)
                {
                    Pen { area: self.area }.rule(&[from, to], layer.tone)?;
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
    fn stroke(&self, points: &[(i32, i32)], tone: Tone, before: usize) -> Outcome {
        let pen = Pen { area: self.area };
        pen.line(points, tone)?;
        if tone == Tone::Dim || !self.marked {
            return Ok(());
        }
        let pixel = |at: (i32, i32)| (f64::from(at.0) / FINE, f64::from(at.1) / FINE);
        if points.len() <= 24 && points.windows(2).all(|p| p[1].0 > p[0].0) {
            for at in points {
                shape(tone, pixel(*at), 3.2, self.area)?;
            }
            return Ok(());
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
                shape(
                    tone,
                    pixel((x, before.1 + rise.round() as i32)),
                    3.2,
                    self.area,
                )?;
            }
        }
        Ok(())
    }

    fn cells(&self, cells: &Cells) -> Outcome {
        let corner = |column: usize, row: usize| (column as f64 - 0.5, row as f64 - 0.5);
        let each = || {
            (0..cells.values.len()).map(|i| (i % cells.columns.max(1), i / cells.columns.max(1)))
        };
        for (column, row) in each() {
            let (from, to) = (corner(column, row + 1), corner(column + 1, row));
            let Some(value) = cells.at(column, row) else {
                self.rectangle(from, to, colours::FAINT.filled())?;
                continue;
            };
            let place = cells.shades.within(value).unwrap_or(0.0);
            self.rectangle(from, to, colours::shade(place).filled())?;
            let (Some(from), Some(to)) = (self.at(from.0, from.1), self.at(to.0, to.1)) else {
                continue;
            };
            let wide = f64::from(to.0 - from.0) / FINE;
            let tall = f64::from(to.1 - from.1) / FINE;
            let text = cells.shades.write(value);
            let size = 10.0_f64.min(tall - 2.0);
            if size >= 6.0 && across(&text, size) <= wide - 2.0 {
                let middle = (
                    f64::from(from.0 + to.0) / 2.0 / FINE,
                    f64::from(from.1 + to.1) / 2.0 / FINE,
                );
                let writing = Writing::new(size, colours::on_shade(place)).centred();
                writing.write(self.area, &text, middle.0, middle.1)?;
            }
        }
        for (cell, colour) in [(cells.chosen, INK), (cells.best, BEST)] {
            let Some(cell) = cell.filter(|cell| *cell < cells.values.len()) else {
                continue;
            };
            let (column, row) = (cell % cells.columns.max(1), cell / cells.columns.max(1));
            let (from, to) = (corner(column, row), corner(column + 1, row + 1));
            let around = [from, (to.0, from.1), to, (from.0, to.1), from];
            let around: Vec<_> = around.iter().filter_map(|p| self.at(p.0, p.1)).collect();
            let style = colour.stroke_width(units(2.5) as u32);
            self.area.draw(&PathElement::new(around, style))?;
        }
        Ok(())
    }
}

/// Draws lines and rules.
pub struct Pen<'p, 'a> {
    /// Drawing area.
    pub area: &'p Area<'a>,
}

impl Pen<'_, '_> {
    /// A line of the plot; theory is drawn thinner.
    pub fn line(&self, points: &[(i32, i32)], tone: Tone) -> Outcome {
        let wide = if tone == Tone::Dim { 1.2 } else { 1.8 };
        if points.len() > 1 {
            let style = colours::of(tone).stroke_width(units(wide) as u32);
            self.area.draw(&PathElement::new(points.to_vec(), style))?;
        }
        Ok(())
    }

    /// A vertical rule.
    pub fn rule(&self, points: &[(i32, i32)], tone: Tone) -> Outcome {
        let style = colours::of(tone).stroke_width(units(1.4) as u32);
        self.area.draw(&PathElement::new(points.to_vec(), style))?;
        Ok(())
    }
}

/// Draws a single point; a ring for the main series, so that it covers nothing.
pub fn point(tone: Tone, at: (f64, f64), area: &Area<'_>) -> Outcome {
    match tone {
        Tone::Plain => {
            let style = colours::of(tone).stroke_width(units(1.8) as u32);
            let middle = (units(at.0), units(at.1));
            area.draw(&Circle::new(middle, units(5.5), style))?;
            Ok(())
        }
        Tone::Bad => shape(tone, at, 2.6, area),
        tone => shape(tone, at, 4.0, area),
    }
}

/// Draws the marker of a tone around a point in pixels; markers distinguish lines without colour.
pub fn shape(tone: Tone, (x, y): (f64, f64), radius: f64, area: &Area<'_>) -> Outcome {
    let colour = colours::of(tone);
    let around = |corners: &[(f64, f64)]| -> Vec<(i32, i32)> {
        let corner = |c: &(f64, f64)| (units(x + c.0 * radius), units(y + c.1 * radius));
        corners.iter().map(corner).collect()
    };
    let filled = |corners: &[(f64, f64)]| area.draw(&Polygon::new(around(corners), colour));
    let crossed = |strokes: [[(f64, f64); 2]; 2]| {
        strokes.iter().try_for_each(|stroke| {
            let style = colour.stroke_width(units(radius * 0.45) as u32);
            area.draw(&PathElement::new(around(stroke), style))
        })
    };
    match tone {
        Tone::Plain | Tone::Dim => {
            let size = units(radius);
            area.draw(&Circle::new((units(x), units(y)), size, colour.filled()))?;
        }
        Tone::First => filled(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])?,
        Tone::Second => filled(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)])?,
        Tone::Third => filled(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)])?,
        Tone::Good => crossed([[(-1.2, 0.0), (1.2, 0.0)], [(0.0, -1.2), (0.0, 1.2)]])?,
        Tone::Bad => crossed([[(-0.9, -0.9), (0.9, 0.9)], [(-0.9, 0.9), (0.9, -0.9)]])?,
    }
    Ok(())
}
