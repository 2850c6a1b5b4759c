//! Draws the marks of each layer into cells.

mod areas;
mod bars;
mod lines;

use ratatui::style::{Modifier, Style};

use super::sheet::{PlotPoint, Sheet};
use super::{glyphs, heat};
use crate::plot::{Layer, Marks, Tone};
use crate::ui::theme::{Role, Theme};

/// Draws all layers of the sheet's figure.
pub fn draw(sheet: &mut Sheet<'_>) {
    if sheet.area.is_empty() {
        return;
    }
    let figure = sheet.figure;
    let mut before = 0;
    for layer in &figure.layers {
        match &layer.marks {
            Marks::Bars(bars) => bars::bars(sheet, layer, bars),
            Marks::Line(points) => {
                let places = points.iter().map(|p| sheet.point(layer, p.0, p.1));
                let places: Vec<PlotPoint> = places.flatten().collect();
                lines::line(sheet, layer, &places, before);
            }
            Marks::Steps(points) => {
                let places = points.iter().map(|p| sheet.point(layer, p.0, p.1));
                let mut stairs: Vec<PlotPoint> = Vec::with_capacity(points.len() * 2);
                for point in places.flatten() {
                    stairs.extend(stairs.last().map(|last| (last.0, point.1)));
                    stairs.push(point);
                }
                lines::line(sheet, layer, &stairs, before);
            }
            Marks::Points(points) => self::points(sheet, layer, points),
            Marks::Density(squares, side) => areas::density(sheet, layer, squares, *side),
            Marks::Band(points) => areas::band(sheet, layer, points),
            Marks::Intervals(bars) => intervals(sheet, layer, bars),
            Marks::At(x) => rule(sheet, layer, *x),
            Marks::Range(from, to) => areas::strip(sheet, layer, *from, *to),
            Marks::Cells(cells) => heat::draw(sheet, cells),
        }
        before += usize::from(layer.is_line());
    }
}

/// Marks the column of `x` without hiding its content.
pub fn cursor(sheet: &mut Sheet<'_>, x: f64) {
    let has_cells = |layer: &Layer| matches!(layer.marks, Marks::Cells(_));
    if sheet.figure.layers.iter().any(has_cells) {
        // In a heat map the selected cell is the mark; a line would cut through the values.
        return;
    }
    let Some(column) = sheet.column(x) else {
        return;
    };
    let glyph = sheet.glyphs().pick("┊", "!");
    let style = sheet.theme.style(Role::Key);
    for row in sheet.area.top()..sheet.area.bottom() {
        if sheet.buffer[(column, row)].symbol() == " " {
            sheet.put(column, row, glyph, style);
        } else {
            let cell = &mut sheet.buffer[(column, row)];
            cell.modifier.toggle(Modifier::REVERSED);
        }
    }
}

/// The style of a vertical rule.
pub fn rule_style(tone: Tone, theme: &Theme) -> Style {
    match tone {
        Tone::Plain => theme.style(Role::Threshold),
        tone => theme.tone(tone),
    }
}

fn points(sheet: &mut Sheet<'_>, layer: &Layer, points: &[(f64, f64, u64)]) {
    let style = match layer.tone {
        Tone::Plain => sheet.theme.style(Role::Threshold),
        tone => sheet.theme.tone(tone).bold(),
    };
    let glyph = glyphs::point(layer.tone, sheet.glyphs()).to_string();
    for &(x, y, _) in points {
        let at = sheet.column(x).zip(sheet.figure.y_of(layer).inside(y));
        if let Some((column, up)) = at {
            sheet.put_over(column, sheet.row(up), &glyph, style);
        }
    }
}

/// Error bars; a bar below keeps its colour as their background.
fn intervals(sheet: &mut Sheet<'_>, layer: &Layer, bars: &[(f64, f64, f64)]) {
    let glyph = glyphs::rule(layer.tone, sheet.glyphs()).to_string();
    let style = sheet.theme.tone(layer.tone);
    for &(x, low, high) in bars {
        let y = sheet.figure.y_of(layer);
        let (Some(column), Some(low), Some(high)) =
            (sheet.column(x), y.within(low), y.within(high))
        else {
            continue;
        };
        for row in sheet.row(high)..=sheet.row(low) {
            sheet.put_over(column, row, &glyph, style);
        }
    }
}

fn rule(sheet: &mut Sheet<'_>, layer: &Layer, x: f64) {
    let Some(column) = sheet.column(x) else {
        return;
    };
    let glyph = glyphs::rule(layer.tone, sheet.glyphs()).to_string();
    let style = rule_style(layer.tone, sheet.theme);
    for row in sheet.area.top()..sheet.area.bottom() {
        sheet.put_over(column, row, &glyph, style);
    }
}
