//! Marks that cover an area: densities, bands and strips.

use std::collections::HashMap;
use std::ops::Range;

use crate::plot::{Axis, Layer, Tone};
use crate::typeset::figures::Glyphs;
use crate::ui::theme::Role;
use crate::ui::widgets::plot::glyphs;
use crate::ui::widgets::plot::sheet::{Place, Sheet};

/// Draws squares as dots, in the shade of the densest square of each cell.
pub fn density(sheet: &mut Sheet<'_>, layer: &Layer, squares: &[(f64, f64, u64)], side: f64) {
    let mut places: Vec<Place> = Vec::with_capacity(squares.len());
    let mut densest: HashMap<(u16, u16), u64> = HashMap::new();
    let (x_axis, y_axis) = (&sheet.figure.x, sheet.figure.y_of(layer));
    let (across, up) = sheet.dots();
    let ((dots_across, across_cell), (dots_up, up_cell)) = (across, up);
    for &(x, y, count) in squares {
        let (Some(columns), Some(rows)) = (
            covered(x_axis, x, side, dots_across),
            covered(y_axis, y, side, dots_up),
        ) else {
            continue;
        };
        for row in rows {
            for column in columns.clone() {
                let place = |dot: u16, of: u16| f64::from(dot) / f64::from((of - 1).max(1));
                places.push((place(column, dots_across), place(row, dots_up)));
                let cell = (
                    sheet.area.x + column / across_cell,
                    sheet.area.y + (dots_up - 1 - row) / up_cell,
                );
                let most = densest.entry(cell).or_default();
                *most = count.max(*most);
            }
        }
    }
    let scale = Axis::shades(squares);
    let dots = sheet.dotted(&places);
    for (column, row, symbol) in sheet.inked(&dots) {
        let count = densest.get(&(column, row)).copied().unwrap_or(1);
        let place = scale.within(count as f64).unwrap_or(0.0);
        let symbol = match sheet.glyphs() {
            Glyphs::Unicode => symbol,
            Glyphs::Ascii => glyphs::shade(0.2 + 0.8 * place, Glyphs::Ascii).to_string(),
        };
        sheet.put(column, row, &symbol, sheet.theme.density(place));
    }
}

/// The range of dots along an axis that the side of a square covers: at least one; `None` if the
/// square begins outside the axis.
fn covered(axis: &Axis, from: f64, side: f64, dots: u16) -> Option<Range<u16>> {
    let low = axis.inside(from)?;
    let high = axis.within(from + side)?;
    let at = |place: f64| (place * f64::from(dots.saturating_sub(1))).round() as u16;
    let first = at(low);
    Some(first..at(high).max(first + 1).min(dots.max(first + 1)))
}

/// Draws a band between a lower and an upper edge.
pub fn band(sheet: &mut Sheet<'_>, layer: &Layer, points: &[(f64, f64, f64)]) {
    let edge = |y: fn(&(f64, f64, f64)) -> f64| -> Vec<(Place, Place)> {
        let places = points.iter().map(|p| sheet.place(layer, p.0, y(p)));
        let places: Vec<Place> = places.flatten().collect();
        places.windows(2).map(|w| (w[0], w[1])).collect()
    };
    let (lower, upper) = (edge(|p| p.1), edge(|p| p.2));
    let style = sheet.theme.tone(layer.tone);
    if let Some(ground) = sheet.theme.strip() {
        for column in 0..sheet.area.width {
            let across = (f64::from(column) + 0.5) / f64::from(sheet.area.width);
            let between = |lines: &[(Place, Place)]| {
                let line = lines.iter().find(|l| (l.0.0..=l.1.0).contains(&across))?;
                let share = (across - line.0.0) / (line.1.0 - line.0.0).max(1e-12);
                Some(line.0.1 + share * (line.1.1 - line.0.1))
            };
            let (Some(low), Some(high)) = (between(&lower), between(&upper)) else {
                continue;
            };
            // Rows whose centre lies between the edges.
            let tall = f64::from(sheet.area.height);
            let row = |place: f64| ((1.0 - place) * tall + 0.5).clamp(0.0, tall) as u16;
            for row in row(high)..row(low) {
                let at = (sheet.area.x + column, sheet.area.y + row);
                sheet.buffer[at].set_style(ground);
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
    let ground = sheet.theme.strip().filter(|_| layer.tone != Tone::Dim);
    let glyph = glyphs::strip(layer.tone, sheet.glyphs()).to_string();
    for column in first..end.min(sheet.area.width) {
        for row in sheet.area.top()..sheet.area.bottom() {
            let at = (sheet.area.x + column, row);
            match ground {
                Some(ground) => {
                    sheet.buffer[at].set_style(ground);
                }
                None => sheet.put(at.0, row, &glyph, sheet.theme.style(Role::Border)),
            }
        }
    }
}
