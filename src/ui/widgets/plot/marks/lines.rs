//! Lines in braille; in ASCII, in the glyph of their tone.

use std::collections::HashMap;

use crate::plot::{Layer, Tone};
use crate::typeset::figures::Glyphs;
use crate::ui::widgets::plot::glyphs;
use crate::ui::widgets::plot::sheet::{PlotPoint, Sheet, cell};

/// Draws a line through `places`; theory is dashed. Without colours the line carries marks, in
/// columns that differ from those of the `before` earlier lines.
pub fn line(sheet: &mut Sheet<'_>, layer: &Layer, places: &[PlotPoint], before: usize) {
    let lines: Vec<(PlotPoint, PlotPoint)> = places.windows(2).map(|w| (w[0], w[1])).collect();
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
            // If two lines share a cell both are drawn, in the colour of the upper one.
            Glyphs::Unicode => joined(symbol, sheet.buffer[(*column, *row)].symbol()),
            Glyphs::Ascii => own.to_string(),
        };
        sheet.put_over(*column, *row, &symbol, style);
    }
    if !glyphs::marked(sheet.figure, sheet.theme.depth()) || layer.tone == Tone::Dim {
        return;
    }
    let few = places.len() <= 24 && places.windows(2).all(|w| w[1].0 > w[0].0);
    if few {
        for point in places {
            let column = sheet.area.x + cell(point.0, sheet.area.width);
            sheet.put(column, sheet.row(point.1), &own.to_string(), style);
        }
        return;
    }
    // A mark is placed at the middle of the line's cells in a column, and each line has its own
    // columns.
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

/// The union of the dots of two braille characters; `first` if the second is not braille.
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

/// The dashes of a line: one every two cells, about 0.6 cells long.
fn dashes(lines: &[(PlotPoint, PlotPoint)], sheet: &Sheet<'_>) -> Vec<(PlotPoint, PlotPoint)> {
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
