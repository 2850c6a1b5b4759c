//! Heat maps: a cell's background shows its value approximately, its text exactly. A cell without
//! room for text has the background only; without background shades a glyph replaces it.

use std::ops::Range;

use ratatui::style::Modifier;

use super::sheet::{self, Sheet, span};
use crate::plot::ticks::short;
use crate::plot::{Cells, Number};
use crate::ui::theme::Role;
use crate::ui::widgets::paint::columns;

/// Draws the cells over the whole plot area.
pub fn draw(sheet: &mut Sheet<'_>, cells: &Cells) {
    if cells.columns == 0 || cells.rows() == 0 {
        return;
    }
    // Either all cells have text or none: a few alone would look like a pattern.
    let room = usize::from(sheet.area.width) / cells.columns;
    let mut values = cells.values.iter().flatten();
    let all_fit = values.all(|value| text(cells, *value, room).is_some());
    for (cell, value) in cells.values.iter().enumerate() {
        let (across, upright) = extent(sheet, cells, cell);
        let fraction = value.and_then(|value| cells.shades.within(value));
        let text = value.and_then(|value| text(cells, value, room).filter(|_| all_fit));
        let (fill, style) = match fraction {
            None => (
                sheet.glyphs().pick("·", "-"),
                sheet.theme.style(Role::Border),
            ),
            Some(fraction) => {
                let has_backgrounds = sheet.theme.has_shades() && !sheet.theme.ascii();
                let fill = if has_backgrounds || text.is_some() {
                    " "
                } else {
                    sheet::shade(fraction, sheet.glyphs())
                };
                (fill, sheet.theme.shade(fraction))
            }
        };
        for row in upright.clone() {
            for column in across.clone() {
                sheet.put(column, row, fill, style);
            }
        }
        if let Some(text) = text.filter(|_| !upright.is_empty()) {
            let row = middle(&upright);
            let spare = across.len() as u16 - columns(&text);
            let first = across.start + spare.div_ceil(2);
            for (column, c) in (first..).zip(text.chars()) {
                sheet.put(column, row, &c.to_string(), style);
            }
        }
    }
    for cell in [cells.best, cells.chosen].into_iter().flatten() {
        if cell < cells.values.len() {
            mark(sheet, cells, cell);
        }
    }
}

/// The screen columns and rows of a cell; empty if it is omitted for lack of room.
fn extent(sheet: &Sheet<'_>, cells: &Cells, cell: usize) -> (Range<u16>, Range<u16>) {
    let area = sheet.area;
    let across = span(cell % cells.columns, cells.columns, area.width);
    let up = span(cell / cells.columns, cells.rows(), area.height);
    (
        area.x + across.start..area.x + across.end,
        area.bottom() - up.end..area.bottom() - up.start,
    )
}

/// The row within a cell that holds its text.
fn middle(upright: &Range<u16>) -> u16 {
    upright.start + (upright.end - upright.start).saturating_sub(1) / 2
}

/// The longest form of the value that fits with a blank beside it; a ratio keeps at least two
/// digits.
fn text(cells: &Cells, value: f64, room: usize) -> Option<String> {
    let full = cells.shades.write(value);
    let shorter = match cells.shades.number {
        Number::Ratio | Number::Difference => two_decimals(&full, value),
        Number::Count => short(&cells.shades, significant(value)),
    };
    let fits = |text: &String| usize::from(columns(text)) < room;
    [full, shorter].into_iter().find(fits)
}

/// A ratio or difference, in full `full`, with two decimals: rounded, but what is less than 1 never reads as 1.
fn two_decimals(full: &str, value: f64) -> String {
    match full.split_once('.') {
        None => full.to_owned(),
        // 1.000
        Some((whole, _)) if whole.ends_with(|c: char| c.is_ascii_digit()) => {
            full.chars().take(3).collect()
        }
        Some((sign, _)) => {
            let hundredths = (value.abs() * 100.0).round().min(99.0);
            format!("{sign}.{hundredths:02}")
        }
    }
}

/// A count rounded to two significant digits.
fn significant(value: f64) -> f64 {
    if value < 100.0 {
        return value;
    }
    let unit = 10_f64.powi(value.log10().floor() as i32 - 1);
    (value / unit).round() * unit
}

/// Marks the best cell with a star and an underlined value, and the selected one in reverse video.
fn mark(sheet: &mut Sheet<'_>, cells: &Cells, cell: usize) {
    let (across, upright) = extent(sheet, cells, cell);
    // A cell omitted for lack of room is marked at its position.
    let start = across.start.min(sheet.area.right() - 1);
    let across = start..across.end.max(start + 1);
    let top = upright.start.min(sheet.area.bottom() - 1);
    let upright = top..upright.end.max(top + 1);
    let row = middle(&upright);
    if cells.best == Some(cell) {
        for column in across.clone() {
            let at = &mut sheet.buffer[(column, row)];
            at.modifier.insert(Modifier::BOLD | Modifier::UNDERLINED);
        }
        let star = sheet.glyphs().pick("★", "*");
        sheet.buffer[(start, row)].set_symbol(star);
    }
    if cells.chosen == Some(cell) {
        for row in upright {
            for column in across.clone() {
                let at = &mut sheet.buffer[(column, row)];
                at.modifier.insert(Modifier::REVERSED);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::two_decimals;

    #[test]
    fn two_decimals_are_rounded_and_less_than_one_stays_less() {
        assert_eq!(two_decimals(".308", 0.3077), ".31");
        assert_eq!(two_decimals(".998", 0.998), ".99");
        assert_eq!(two_decimals("1.000", 1.0), "1.0");
        assert_eq!(two_decimals("−.055", -0.055), "−.06");
    }
}
