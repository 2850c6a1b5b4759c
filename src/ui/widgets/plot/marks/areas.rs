//! Marks that cover an area: densities, bands and strips.

use std::collections::HashMap;
use std::ops::Range;

use crate::plot::{Axis, Layer, Tone};
use crate::typeset::figures::Glyphs;
use crate::ui::theme::Role;
use crate::ui::widgets::plot::glyphs;
use crate::ui::widgets::plot::sheet::{PlotPoint, Sheet, cell};

/// Draws squares as dots, in the shade of the densest square of each cell.
pub fn density(sheet: &mut Sheet<'_>, layer: &Layer, squares: &[(f64, f64, u64)], side: f64) {
    let mut places: Vec<PlotPoint> = Vec::with_capacity(squares.len());
    let mut densest: HashMap<(u16, u16), u64> = HashMap::new();
    let (x_axis, y_axis) = (&sheet.figure.x, sheet.figure.y_of(layer));
    let (across, up) = sheet.dots();
    let ((dots_across, across_cell), (dots_up, up_cell)) = (across, up);
    for &(x, y, count) in squares {
        let (Some((left, right)), Some((bottom, top))) =
            (covered(x_axis, x, side), covered(y_axis, y, side))
        else {
            continue;
        };
        for row in dots(1.0 - top, 1.0 - bottom, dots_up) {
            for column in dots(left, right, dots_across) {
                // The middle of the dot, whose row counts from the top.
                let fraction =
                    |dot: u16, total: u16| (f64::from(dot) + 0.5) / f64::from(total.max(1));
                places.push((fraction(column, dots_across), 1.0 - fraction(row, dots_up)));
                let at = (
                    sheet.area.x + column / across_cell,
                    sheet.area.y + row / up_cell,
                );
                let most = densest.entry(at).or_default();
                *most = count.max(*most);
            }
        }
    }
    let scale = Axis::shades(squares);
    let dots = sheet.dotted(&places);
    for (column, row, symbol) in sheet.inked(&dots) {
        let count = densest.get(&(column, row)).copied().unwrap_or(1);
        let fraction = scale.within(count as f64).unwrap_or(0.0);
        let symbol = match sheet.glyphs() {
            Glyphs::Unicode => symbol,
            Glyphs::Ascii => glyphs::shade(0.2 + 0.8 * fraction, Glyphs::Ascii).to_string(),
        };
        sheet.put(column, row, &symbol, sheet.theme.density(fraction));
    }
}

/// The part of an axis that the side of a square covers, in plot coordinates; `None` if the square lies outside.
fn covered(axis: &Axis, from: f64, side: f64) -> Option<(f64, f64)> {
    let inside = |value| axis.inside(value).is_some();
    (inside(from) || inside(from + side / 2.0)).then_some(())?;
    Some((axis.within(from)?, axis.within(from + side)?))
}

/// The dots, of so many, between two places: at least the one in the middle.
fn dots(from: f64, to: f64, dots: u16) -> Range<u16> {
    let at = |fraction: f64| ((fraction * f64::from(dots)).round() as u16).min(dots);
    match at(from)..at(to) {
        none if none.is_empty() => {
            let one = cell(f64::midpoint(from, to), dots);
            one..one + 1
        }
        some => some,
    }
}

/// Draws a band between a lower and an upper edge.
pub fn band(sheet: &mut Sheet<'_>, layer: &Layer, points: &[(f64, f64, f64)]) {
    let edge = |y: fn(&(f64, f64, f64)) -> f64| -> Vec<(PlotPoint, PlotPoint)> {
        let places = points.iter().map(|p| sheet.point(layer, p.0, y(p)));
        let places: Vec<PlotPoint> = places.flatten().collect();
        places.windows(2).map(|w| (w[0], w[1])).collect()
    };
    let (lower, upper) = (edge(|p| p.1), edge(|p| p.2));
    let style = sheet.theme.tone(layer.tone);
    if let Some(background) = sheet.theme.strip() {
        for column in 0..sheet.area.width {
            let across = (f64::from(column) + 0.5) / f64::from(sheet.area.width);
            let between = |lines: &[(PlotPoint, PlotPoint)]| {
                let line = lines.iter().find(|l| (l.0.0..=l.1.0).contains(&across))?;
                let share = (across - line.0.0) / (line.1.0 - line.0.0).max(1e-12);
                Some(line.0.1 + share * (line.1.1 - line.0.1))
            };
            let (Some(low), Some(high)) = (between(&lower), between(&upper)) else {
                continue;
            };
            // Rows whose centre lies between the edges.
            let tall = f64::from(sheet.area.height);
            let row = |fraction: f64| ((1.0 - fraction) * tall + 0.5).clamp(0.0, tall) as u16;
            for row in row(high)..row(low) {
                let at = (sheet.area.x + column, sheet.area.y + row);
                sheet.buffer[at].set_style(background);
            }
        }
    }
    // The edges are traced at the resolution of dots, because cells are coarse.
    let dots = sheet.traced(&[lower, upper].concat());
    let own = glyphs::point(layer.tone, sheet.glyphs()).to_string();
    for (column, row, symbol) in sheet.inked(&dots) {
        let symbol = sheet.glyphs().pick(symbol, own.clone());
        sheet.put(column, row, &symbol, style);
    }
}

/// Draws a strip over an x interval.
pub fn strip(sheet: &mut Sheet<'_>, layer: &Layer, from: f64, to: f64) {
    let ends = (sheet.figure.x.within(from), sheet.figure.x.within(to));
    let (Some(from), Some(to)) = ends else { return };
    let wide = f64::from(sheet.area.width);
    // Columns whose centre lies in the strip, and at least one if it is narrower than a column.
    let first = (from * wide - 0.5).ceil().max(0.0) as u16;
    let end = ((to * wide - 0.5).ceil() as u16).max(first + 1);
    let background = sheet.theme.strip().filter(|_| layer.tone != Tone::Dim);
    let glyph = glyphs::strip(layer.tone, sheet.glyphs()).to_string();
    for column in first..end.min(sheet.area.width) {
        for row in sheet.area.top()..sheet.area.bottom() {
            let at = (sheet.area.x + column, row);
            match background {
                Some(background) => {
                    sheet.buffer[at].set_style(background);
                }
                None => sheet.put(at.0, row, &glyph, sheet.theme.style(Role::Border)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_side_by_side_cover_each_dot_once_and_hold_their_middle() {
        for count in [3_u16, 10, 72, 400] {
            let mut covered = vec![0; count.into()];
            for i in 0..100_u32 {
                let (from, to) = (f64::from(i) / 100.0, f64::from(i + 1) / 100.0);
                let dots = dots(from, to, count);
                assert!(dots.contains(&cell(f64::midpoint(from, to), count)) || count > 100);
                for dot in dots {
                    covered[usize::from(dot)] += 1;
                }
            }
            assert!(covered.iter().all(|n| *n > 0), "{count}");
            assert!(count < 100 || covered.iter().all(|n| *n == 1), "{count}");
        }
    }
}
