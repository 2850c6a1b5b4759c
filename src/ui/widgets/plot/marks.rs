//! The marks of each layer in cells.

use std::collections::HashMap;

use ratatui::style::{Modifier, Style};

use super::sheet::{Place, Sheet};
use super::{glyphs, heat};
use crate::plot::{Axis, Figure, Layer, Marks, Number, Scale, Tone};
use crate::typeset::figures::Glyphs;
use crate::ui::theme::{Depth, Role};

/// Draws every layer of the sheet's figure.
pub fn draw(sheet: &mut Sheet<'_>) {
    if sheet.area.is_empty() {
        return;
    }
    let figure = sheet.figure;
    let mut before = 0;
    for layer in &figure.layers {
        match &layer.marks {
            Marks::Bars(bars) => self::bars(sheet, layer, bars),
            Marks::Line(points) => {
                let places = points.iter().map(|p| sheet.place(layer, p.0, p.1));
                let places: Vec<Place> = places.flatten().collect();
                line(sheet, layer, &places, before);
            }
            Marks::Steps(points) => {
                let places = points.iter().map(|p| sheet.place(layer, p.0, p.1));
                let mut stairs: Vec<Place> = Vec::with_capacity(points.len() * 2);
                for place in places.flatten() {
                    stairs.extend(stairs.last().map(|last| (last.0, place.1)));
                    stairs.push(place);
                }
                line(sheet, layer, &stairs, before);
            }
            Marks::Points(points) => self::points(sheet, layer, points),
            Marks::Density(squares, side) => density(sheet, layer, squares, *side),
            Marks::Band(points) => band(sheet, layer, points),
            Marks::At(x) => rule(sheet, layer, *x),
            Marks::Range(from, to) => strip(sheet, layer, *from, *to),
            Marks::Cells(cells) => heat::draw(sheet, cells),
        }
        before += usize::from(is_line(layer));
    }
}

/// Marks the column of `x`, and leaves what stands in it to be read.
pub fn cursor(sheet: &mut Sheet<'_>, x: f64) {
    let of_cells = |layer: &Layer| matches!(layer.marks, Marks::Cells(_));
    if sheet.figure.layers.iter().any(of_cells) {
        // A cell is marked by being chosen; a line would cut the values in two.
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

/// Whether a layer is a line that is to be told from others.
pub fn is_line(layer: &Layer) -> bool {
    matches!(layer.marks, Marks::Line(_) | Marks::Steps(_)) && layer.tone != Tone::Dim
}

/// Whether lines carry marks: where colour does not tell several apart.
pub fn marked(figure: &Figure, depth: Depth) -> bool {
    depth == Depth::None && figure.layers.iter().filter(|layer| is_line(layer)).count() > 1
}

/// The style of a vertical rule.
pub fn of_rule(tone: Tone, theme: &crate::ui::theme::Theme) -> Style {
    match tone {
        Tone::Plain => theme.style(Role::Threshold),
        tone => theme.tone(tone),
    }
}

fn bars(sheet: &mut Sheet<'_>, layer: &Layer, bars: &[(f64, f64, f64)]) {
    let area = sheet.area;
    let (wide, tall) = (f64::from(area.width), f64::from(area.height));
    let spans: Vec<(f64, f64, f64)> = bars
        .iter()
        .filter(|bar| bar.2 > 0.0)
        .filter_map(|&(from, to, height)| {
            let (low, high) = (sheet.figure.x.within(from)?, sheet.figure.x.within(to)?);
            let up = sheet.upwards(layer).within(height)?;
            (high > low).then_some((low * wide, high * wide, up))
        })
        .collect();
    for column in 0..area.width {
        let (from, to) = (f64::from(column), f64::from(column + 1));
        // Each bar has the columns whose middle it covers, and the column of its own middle, so that
        // one narrower than a column is seen as well.
        let here = spans.iter().filter(|bar| {
            let (middle, own) = ((from + to) / 2.0, (bar.0 + bar.1) / 2.0);
            (bar.0..bar.1).contains(&middle) || (from..to).contains(&own)
        });
        let Some(up) = here.map(|bar| bar.2).max_by(f64::total_cmp) else {
            continue;
        };
        let cells = up * tall;
        let full = cells.floor() as u16;
        let style = sheet.theme.tone(layer.tone);
        let at = |up: u16| area.bottom().saturating_sub(1 + up);
        for row in 0..full.min(area.height) {
            let glyph = glyphs::bar(layer.tone, sheet.theme).to_string();
            sheet.put(area.x + column, at(row), &glyph, style);
        }
        let rest = cells - f64::from(full);
        if full < area.height && (rest > 0.06 || full == 0) {
            let glyph = glyphs::part_of_bar(layer.tone, rest, sheet.theme).to_string();
            sheet.put(area.x + column, at(full), &glyph, style);
        }
    }
}

fn line(sheet: &mut Sheet<'_>, layer: &Layer, places: &[Place], before: usize) {
    let lines: Vec<(Place, Place)> = places.windows(2).map(|w| (w[0], w[1])).collect();
    let dots = if layer.tone == Tone::Dim {
        sheet.traced(&dashes(&lines, sheet))
    } else if let [only] = places {
        sheet.dotted(&[*only])
    } else {
        sheet.traced(&lines)
    };
    let style = sheet.theme.tone(layer.tone);
    let own = glyphs::point(layer.tone, sheet.glyphs());
    let inked = sheet.inked(&dots);
    for (column, row, symbol) in &inked {
        let symbol = match sheet.glyphs() {
            // Of two lines in one cell both are seen, in the colour of the upper one.
            Glyphs::Unicode => joined(symbol, sheet.buffer[(*column, *row)].symbol()),
            Glyphs::Ascii => own.to_string(),
        };
        over(sheet, *column, *row, &symbol, style);
    }
    if !marked(sheet.figure, sheet.theme.depth()) || layer.tone == Tone::Dim {
        return;
    }
    let few = places.len() <= 24 && places.windows(2).all(|w| w[1].0 > w[0].0);
    if few {
        for place in places {
            let column = sheet.area.x + super::sheet::cell(place.0, sheet.area.width);
            sheet.put(column, sheet.row(place.1), &own.to_string(), style);
        }
        return;
    }
    // In the middle of what the line has of a column, the marks of each line in columns of its own.
    let mut columns: HashMap<u16, Vec<u16>> = HashMap::new();
    for (column, row, _) in &inked {
        columns.entry(*column).or_default().push(*row);
    }
    let first = sheet.area.x + 2 + 4 * before as u16;
    for column in (first..sheet.area.right()).step_by(16) {
        if let Some(rows) = columns.get(&column) {
            sheet.put(column, rows[rows.len() / 2], &own.to_string(), style);
        }
    }
}

/// The dots of two characters of braille in one; the first alone where the second is none.
fn joined(first: &str, second: &str) -> String {
    let dots = |symbol: &str| {
        let bits = symbol.chars().next().map_or(0, u32::from);
        (0x2800..=0x28ff).contains(&bits).then_some(bits)
    };
    match (dots(first), dots(second)) {
        (Some(a), Some(b)) => char::from_u32(a | b).map_or_else(String::new, String::from),
        _ => first.to_owned(),
    }
}

/// Every other stretch of a line, each two cells long.
fn dashes(lines: &[(Place, Place)], sheet: &Sheet<'_>) -> Vec<(Place, Place)> {
    let (wide, tall) = (f64::from(sheet.area.width), f64::from(sheet.area.height));
    let mut out = Vec::new();
    for &((x0, y0), (x1, y1)) in lines {
        let length = ((x1 - x0) * wide).abs().max(((y1 - y0) * tall).abs());
        let pieces = (length.ceil() as usize).clamp(1, 2000);
        let at = |i: f64| {
            let share = i / pieces as f64;
            (x0 + share * (x1 - x0), y0 + share * (y1 - y0))
        };
        out.extend(
            (0..pieces)
                .step_by(2)
                .map(|i| (at(i as f64), at(i as f64 + 0.6))),
        );
    }
    out
}

/// Puts a character over what stands there: a full bar becomes its ground.
fn over(sheet: &mut Sheet<'_>, column: u16, row: u16, symbol: &str, style: Style) {
    let below = &sheet.buffer[(column, row)];
    let bar = below.symbol() == "█" && below.fg != ratatui::style::Color::Reset;
    let ground = bar.then_some(below.fg);
    sheet.put(column, row, symbol, style);
    if let Some(ground) = ground {
        sheet.buffer[(column, row)].set_bg(ground);
    }
}

fn points(sheet: &mut Sheet<'_>, layer: &Layer, points: &[(f64, f64, u64)]) {
    let style = match layer.tone {
        Tone::Plain => sheet.theme.style(Role::Threshold),
        tone => sheet.theme.tone(tone).bold(),
    };
    let glyph = glyphs::point(layer.tone, sheet.glyphs()).to_string();
    for &(x, y, _) in points {
        let (Some(column), Some(up)) = (sheet.column(x), sheet.upwards(layer).place(y)) else {
            continue;
        };
        if (-1e-9..=1.0 + 1e-9).contains(&up) {
            over(sheet, column, sheet.row(up), &glyph, style);
        }
    }
}

/// The scale of shades of squares: from one thing to the most there are in one square.
pub fn most(counts: impl IntoIterator<Item = u64>) -> Axis {
    Axis {
        range: (1.0, counts.into_iter().max().unwrap_or(1) as f64),
        scale: Scale::Log,
        number: Number::Count,
        ..Axis::default()
    }
}

fn density(sheet: &mut Sheet<'_>, layer: &Layer, squares: &[(f64, f64, u64)], side: f64) {
    let mut places: Vec<Place> = Vec::with_capacity(squares.len());
    let mut there: HashMap<(u16, u16), u64> = HashMap::new();
    for &(x, y, count) in squares {
        // The middle of a square, unless it reaches beyond the end of a scale.
        let half = |value: f64, axis: &Axis| (value + side / 2.0).min(axis.ends().1);
        let (x, y) = (half(x, &sheet.figure.x), half(y, sheet.upwards(layer)));
        let (Some(column), Some(place)) = (sheet.column(x), sheet.place(layer, x, y)) else {
            continue;
        };
        places.push(place);
        // As the canvas rounds: dots lie on the ends of the scale, cells between them.
        let dots = f64::from(sheet.area.height) * 4.0 - 1.0;
        let row = ((1.0 - place.1) * dots).round() as u16 / 4;
        let densest = there.entry((column, sheet.area.y + row)).or_default();
        *densest = count.max(*densest);
    }
    let scale = most(squares.iter().map(|square| square.2));
    let dots = sheet.dotted(&places);
    for (column, row, symbol) in sheet.inked(&dots) {
        let count = near(&there, column, row);
        let place = scale.within(count as f64).unwrap_or(0.0);
        let symbol = match sheet.glyphs() {
            Glyphs::Unicode => symbol,
            Glyphs::Ascii => glyphs::shade(0.2 + 0.8 * place, Glyphs::Ascii).to_string(),
        };
        sheet.put(column, row, &symbol, sheet.theme.density(place));
    }
}

/// How many things lie in the densest square of a cell, or, where a dot was rounded across an edge, beside it.
fn near(there: &HashMap<(u16, u16), u64>, column: u16, row: u16) -> u64 {
    let at = |c: u16, r: u16| there.get(&(c, r)).copied();
    at(column, row)
        .or_else(|| at(column.saturating_sub(1), row))
        .or_else(|| at(column + 1, row))
        .unwrap_or(1)
}

fn band(sheet: &mut Sheet<'_>, layer: &Layer, points: &[(f64, f64, f64)]) {
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
            for row in sheet.row(high)..=sheet.row(low) {
                sheet.buffer[(sheet.area.x + column, row)].set_style(ground);
            }
        }
    }
    // Cells are coarse; the edges are not.
    let dots = sheet.traced(&[lower, upper].concat());
    let own = glyphs::point(layer.tone, sheet.glyphs()).to_string();
    for (column, row, symbol) in sheet.inked(&dots) {
        let symbol = sheet.glyphs().pick(symbol, own.clone());
        sheet.put(column, row, &symbol, style);
    }
}

fn rule(sheet: &mut Sheet<'_>, layer: &Layer, x: f64) {
    let Some(column) = sheet.column(x) else {
        return;
    };
    let glyph = glyphs::rule(layer.tone, sheet.glyphs()).to_string();
    let style = of_rule(layer.tone, sheet.theme);
    for row in sheet.area.top()..sheet.area.bottom() {
        over(sheet, column, row, &glyph, style);
    }
}

fn strip(sheet: &mut Sheet<'_>, layer: &Layer, from: f64, to: f64) {
    let ends = (sheet.figure.x.within(from), sheet.figure.x.within(to));
    let (Some(from), Some(to)) = ends else { return };
    let wide = f64::from(sheet.area.width);
    // Columns whose middle lies in it, and one where it is narrower than that.
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
