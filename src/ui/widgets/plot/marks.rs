//! Draws the marks of each layer into cells: lines and densities in braille, in ASCII in the glyph of their tone; bars with a
//! resolution of an eighth of a cell.

use std::collections::HashMap;
use std::ops::Range;

use ratatui::style::{Modifier, Style};

use super::heat;
use super::sheet::{self, PlotPoint, Sheet, cell};
use crate::plot::{Axis, Layer, Marks, Tone};
use crate::typeset::figures::Glyphs;
use crate::ui::theme::{Role, Theme};

type Segment = (PlotPoint, PlotPoint);

/// Draws all layers of the sheet's figure.
pub fn draw(sheet: &mut Sheet<'_>) {
    if sheet.area.is_empty() {
        return;
    }
    let figure = sheet.figure;
    let mut before = 0;
    for layer in &figure.layers {
        match &layer.marks {
            Marks::Bars(heights) => bars(sheet, layer, heights),
            Marks::Line(points) => {
                let places = points.iter().map(|p| sheet.point(layer, p.0, p.1));
                let places: Vec<PlotPoint> = places.flatten().collect();
                line(sheet, layer, &places, before);
            }
            Marks::Steps(points) => {
                let places = points.iter().map(|p| sheet.point(layer, p.0, p.1));
                let mut stairs: Vec<PlotPoint> = Vec::with_capacity(points.len() * 2);
                for point in places.flatten() {
                    stairs.extend(stairs.last().map(|last| (last.0, point.1)));
                    stairs.push(point);
                }
                line(sheet, layer, &stairs, before);
            }
            Marks::Points(points) => self::points(sheet, layer, points),
            Marks::Density(squares, side) => density(sheet, layer, squares, *side),
            Marks::Band(points) => band(sheet, layer, points),
            Marks::Intervals(bars) => intervals(sheet, layer, bars),
            Marks::At(x) => {
                let glyph = sheet::rule(layer.tone, sheet.glyphs());
                let style = rule_style(layer.tone, sheet.theme);
                if let Some(column) = sheet.column(*x) {
                    for row in sheet.area.top()..sheet.area.bottom() {
                        sheet.put_over(column, row, glyph, style);
                    }
                }
            }
            Marks::Range(from, to) => strip(sheet, layer, *from, *to),
            Marks::Cells(cells) => heat::draw(sheet, cells),
        }
        before += u16::from(layer.is_line());
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
    let style = rule_style(layer.tone, sheet.theme).bold();
    let glyph = sheet::mark(layer.tone, sheet.glyphs());
    for &(x, y, _) in points {
        let at = sheet.column(x).zip(sheet.figure.y_of(layer).inside(y));
        if let Some((column, up)) = at {
            sheet.put_over(column, sheet.row(up), glyph, style);
        }
    }
}

/// Error bars; a bar below keeps its colour as their background.
fn intervals(sheet: &mut Sheet<'_>, layer: &Layer, bars: &[(f64, f64, f64)]) {
    let glyph = sheet::rule(layer.tone, sheet.glyphs());
    let style = sheet.theme.tone(layer.tone);
    let y = sheet.figure.y_of(layer);
    for &(x, low, high) in bars {
        let ends = (sheet.column(x), y.within(low), y.within(high));
        if let (Some(column), Some(low), Some(high)) = ends {
            for row in sheet.row(high)..=sheet.row(low) {
                sheet.put_over(column, row, glyph, style);
            }
        }
    }
}

/// Draws bars given as (from, to, height).
fn bars(sheet: &mut Sheet<'_>, layer: &Layer, bars: &[(f64, f64, f64)]) {
    let area = sheet.area;
    let (wide, tall) = (f64::from(area.width), f64::from(area.height));
    let span = |&(from, to, height): &(f64, f64, f64)| {
        let (low, high) = (sheet.figure.x.within(from)?, sheet.figure.x.within(to)?);
        let up = sheet.figure.y_of(layer).within(height)?;
        (high > low && height > 0.0).then_some((low * wide, high * wide, up * tall))
    };
    let spans: Vec<_> = bars.iter().filter_map(span).collect();
    let (theme, style) = (sheet.theme, sheet.theme.tone(layer.tone));
    for column in 0..area.width {
        let (from, to) = (f64::from(column), f64::from(column + 1));
        // A bar takes the columns whose centres it covers and the column of its own centre, so that
        // bars narrower than a column are visible as well.
        let here = spans.iter().filter(|bar| {
            let (middle, own) = ((from + to) / 2.0, (bar.0 + bar.1) / 2.0);
            (bar.0..bar.1).contains(&middle) || (from..to).contains(&own)
        });
        let Some(cells) = here.map(|bar| bar.2).max_by(f64::total_cmp) else {
            continue;
        };
        let full = (cells.floor() as u16).min(area.height);
        let rest = cells - f64::from(full);
        let mut put = |up: u16, glyph| {
            let row = area.bottom().saturating_sub(1 + up);
            sheet.put(area.x + column, row, glyph, style);
        };
        for up in 0..full {
            put(up, sheet::bar(layer.tone, theme));
        }
        if full < area.height && (rest > 0.06 || full == 0) {
            put(full, sheet::part_of_bar(layer.tone, rest, theme));
        }
    }
}

/// Draws a line through `places`; theory is dashed. Without colours the line carries marks, in
/// columns that differ from those of the `before` earlier lines.
fn line(sheet: &mut Sheet<'_>, layer: &Layer, places: &[PlotPoint], before: u16) {
    let lines: Vec<Segment> = places.windows(2).map(|w| (w[0], w[1])).collect();
    let dots = if layer.tone == Tone::Dim {
        sheet.traced(&dashes(&lines, sheet))
    } else if let [only] = places {
        sheet.dotted(&[*only])
    } else {
        sheet.traced(&lines)
    };
    let style = sheet.theme.tone(layer.tone);
    let own = sheet::mark(layer.tone, sheet.glyphs());
    // A mark is placed at the middle of the line's cells in a column.
    let mut columns: HashMap<u16, Vec<u16>> = HashMap::new();
    for (column, row, symbol) in dots {
        let symbol = match sheet.glyphs() {
            // If two lines share a cell both are drawn, in the colour of the upper one.
            Glyphs::Unicode => joined(symbol, sheet.buffer[(column, row)].symbol()),
            Glyphs::Ascii => own.to_owned(),
        };
        sheet.put_over(column, row, &symbol, style);
        columns.entry(column).or_default().push(row);
    }
    if sheet.has_marked_lines() && layer.tone != Tone::Dim {
        let first = sheet.area.x + 2 + 4 * before;
        for column in (first..sheet.area.right()).step_by(16) {
            if let Some(rows) = columns.get(&column) {
                sheet.put(column, rows[rows.len() / 2], own, style);
            }
        }
    }
}

/// The union of the dots of two braille characters; `first` if the second is not braille.
fn joined(first: String, second: &str) -> String {
    let dots = |symbol: &str| {
        let bits = symbol.chars().next().map_or(0, u32::from);
        (0x2800..=0x28ff).contains(&bits).then_some(bits)
    };
    let both = dots(&first).zip(dots(second));
    let both = both.and_then(|(a, b)| char::from_u32(a | b));
    both.map_or(first, String::from)
}

/// The dashes of a line: one every two cells, about 0.6 cells long.
fn dashes(lines: &[Segment], sheet: &Sheet<'_>) -> Vec<Segment> {
    let (wide, tall) = (f64::from(sheet.area.width), f64::from(sheet.area.height));
    let mut out = Vec::new();
    for &((x0, y0), (x1, y1)) in lines {
        let length = ((x1 - x0) * wide).abs().max(((y1 - y0) * tall).abs());
        let pieces = (length.ceil() as usize).clamp(1, 2000);
        let at = |i: f64| {
            let share = i / pieces as f64;
            (x0 + share * (x1 - x0), y0 + share * (y1 - y0))
        };
        let starts = (0..pieces).step_by(2).map(|i| i as f64);
        out.extend(starts.map(|i| (at(i), at(i + 0.6))));
    }
    out
}

/// Draws squares as dots, in the shade of the densest square of each cell.
fn density(sheet: &mut Sheet<'_>, layer: &Layer, squares: &[(f64, f64, u64)], side: f64) {
    let mut places: Vec<PlotPoint> = Vec::with_capacity(squares.len());
    let mut densest: HashMap<(u16, u16), u64> = HashMap::new();
    let (x_axis, y_axis) = (&sheet.figure.x, sheet.figure.y_of(layer));
    let ((dots_across, across_cell), (dots_up, up_cell)) = sheet.dots();
    // The middle of a dot.
    let middle = |dot: u16, total: u16| (f64::from(dot) + 0.5) / f64::from(total.max(1));
    for &(x, y, count) in squares {
        let (Some((left, right)), Some((bottom, top))) =
            (covered(x_axis, x, side), covered(y_axis, y, side))
        else {
            continue;
        };
        for row in dots(1.0 - top, 1.0 - bottom, dots_up) {
            for column in dots(left, right, dots_across) {
                places.push((middle(column, dots_across), 1.0 - middle(row, dots_up)));
                let (column, row) = (column / across_cell, row / up_cell);
                let most = densest.entry((sheet.area.x + column, sheet.area.y + row));
                let most = most.or_default();
                *most = count.max(*most);
            }
        }
    }
    let scale = Axis::shades(squares);
    for (column, row, symbol) in sheet.dotted(&places) {
        let count = densest.get(&(column, row)).copied().unwrap_or(1);
        let fraction = scale.within(count as f64).unwrap_or(0.0);
        let ascii = sheet::shade(0.2 + 0.8 * fraction, Glyphs::Ascii);
        let symbol = sheet.glyphs().pick(&*symbol, ascii);
        sheet.put(column, row, symbol, sheet.theme.density(fraction));
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
fn band(sheet: &mut Sheet<'_>, layer: &Layer, points: &[(f64, f64, f64)]) {
    let edge = |y: fn(&(f64, f64, f64)) -> f64| -> Vec<Segment> {
        let places = points.iter().map(|p| sheet.point(layer, p.0, y(p)));
        let places: Vec<PlotPoint> = places.flatten().collect();
        places.windows(2).map(|w| (w[0], w[1])).collect()
    };
    let (lower, upper) = (edge(|p| p.1), edge(|p| p.2));
    if let Some(background) = sheet.theme.strip() {
        let tall = f64::from(sheet.area.height);
        for column in 0..sheet.area.width {
            let across = (f64::from(column) + 0.5) / f64::from(sheet.area.width);
            // Rows whose centre lies between the edges.
            let row = |lines: &[Segment]| {
                let line = lines.iter().find(|l| (l.0.0..=l.1.0).contains(&across))?;
                let share = (across - line.0.0) / (line.1.0 - line.0.0).max(1e-12);
                let up = line.0.1 + share * (line.1.1 - line.0.1);
                Some(((1.0 - up) * tall + 0.5).clamp(0.0, tall) as u16)
            };
            if let (Some(low), Some(high)) = (row(&lower), row(&upper)) {
                for row in high..low {
                    let at = (sheet.area.x + column, sheet.area.y + row);
                    sheet.buffer[at].set_style(background);
                }
            }
        }
    }
    // The edges are traced at the resolution of dots, because cells are coarse.
    let own = sheet::mark(layer.tone, sheet.glyphs());
    for (column, row, symbol) in sheet.traced(&[lower, upper].concat()) {
        let symbol = sheet.glyphs().pick(&*symbol, own);
        sheet.put(column, row, symbol, sheet.theme.tone(layer.tone));
    }
}

/// Draws a strip over an x interval.
fn strip(sheet: &mut Sheet<'_>, layer: &Layer, from: f64, to: f64) {
    let ends = (sheet.figure.x.within(from), sheet.figure.x.within(to));
    let (Some(from), Some(to)) = ends else { return };
    let wide = f64::from(sheet.area.width);
    // Columns whose centre lies in the strip, and at least one if it is narrower than a column.
    let first = (from * wide - 0.5).ceil().max(0.0) as u16;
    let end = ((to * wide - 0.5).ceil() as u16).max(first + 1);
    let background = sheet.theme.strip().filter(|_| layer.tone != Tone::Dim);
    let glyph = sheet::strip(layer.tone, sheet.glyphs());
    for column in first..end.min(sheet.area.width) {
        for row in sheet.area.top()..sheet.area.bottom() {
            let at = (sheet.area.x + column, row);
            match background {
                Some(background) => drop(sheet.buffer[at].set_style(background)),
                None => sheet.put(at.0, row, glyph, sheet.theme.style(Role::Border)),
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
                dots.for_each(|dot| covered[usize::from(dot)] += 1);
            }
            assert!(covered.iter().all(|n| *n > 0), "{count}");
            assert!(count < 100 || covered.iter().all(|n| *n == 1), "{count}");
        }
    }
}
