//! Heat maps: a cell's background shows its value approximately, its text exactly. A cell without
//! room for text has the background only; without background shades a glyph replaces it.

use std::ops::Range;

use ratatui::style::{Modifier, Style};

use super::glyphs;
use super::sheet::{Sheet, span};
use crate::plot::ticks::short;
use crate::plot::{Cells, Number};
use crate::ui::theme::{Depth, Role};
use crate::ui::widgets::paint::columns;

/// Draws the cells over the whole plot area.
pub fn draw(sheet: &mut Sheet<'_>, cells: &Cells) {
    let rows = cells.rows();
    if cells.columns == 0 || rows == 0 {
        return;
    }
    let area = sheet.area;
    if rows > usize::from(area.height)
        && sheet.theme.depth() >= Depth::Indexed
        && !sheet.theme.ascii()
    {
        halves(sheet, cells);
    } else {
        full_cells(sheet, cells);
    }
    for cell in [cells.best, cells.chosen].into_iter().flatten() {
        mark(sheet, cells, cell);
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

fn full_cells(sheet: &mut Sheet<'_>, cells: &Cells) {
    // Either all cells have text or none: a few alone would look like a pattern.
    let room = usize::from(sheet.area.width) / cells.columns;
    let mut values = cells.values.iter().flatten();
    let all_fit = values.all(|value| text(cells, *value, room).is_some());
    for cell in 0..cells.values.len() {
        let (across, upright) = extent(sheet, cells, cell);
        let (column, row) = (cell % cells.columns, cell / cells.columns);
        let value = cells.at(column, row);
        let fraction = value.and_then(|value| cells.shades.within(value));
        let text = value.and_then(|value| text(cells, value, room).filter(|_| all_fit));
        let (fill, style) = match fraction {
            None => (
                sheet.glyphs().pick('·', '-'),
                sheet.theme.style(Role::Border),
            ),
            Some(fraction) => {
                let backgrounds = sheet.theme.depth() >= Depth::Indexed && !sheet.theme.ascii();
                let fill = if backgrounds || text.is_some() {
                    ' '
                } else {
                    glyphs::shade(fraction, sheet.glyphs())
                };
                (fill, sheet.theme.shade(fraction))
            }
        };
        let fill = fill.to_string();
        for row in upright.clone() {
            for column in across.clone() {
                sheet.put(column, row, &fill, style);
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
}

/// Draws two half-block cells per screen row; if there are more rows of cells, samples the nearest.
fn halves(sheet: &mut Sheet<'_>, cells: &Cells) {
    let area = sheet.area;
    let rows = cells.rows();
    let halves = usize::from(area.height) * 2;
    for column in 0..area.width {
        let cell_column = usize::from(column) * cells.columns / usize::from(area.width);
        for row in 0..area.height {
            let background = |half: usize| {
                let from_below = halves - 1 - half;
                let value = cells.at(cell_column, from_below * rows / halves)?;
                sheet.theme.shade(cells.shades.within(value)?).bg
            };
            let upper = background(usize::from(row) * 2);
            let lower = background(usize::from(row) * 2 + 1);
            let style = match (upper, lower) {
                (None, None) => continue,
                (Some(upper), None) => (Style::new().fg(upper), "▀"),
                (None, Some(lower)) => (Style::new().fg(lower), "▄"),
                (Some(upper), Some(lower)) => (Style::new().fg(upper).bg(lower), "▀"),
            };
            sheet.put(area.x + column, area.y + row, style.1, style.0);
        }
    }
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
    let Some(point) = full.find('.') else {
        return full.to_owned();
    };
    match full[..point].ends_with(|c: char| c.is_ascii_digit()) {
        // 1.000
        true => full.chars().take(3).collect(),
        false => {
            let hundredths = (value.abs() * 100.0).round().min(99.0);
            format!("{}.{hundredths:02}", &full[..point])
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

/// Marks the best cell with a star and an underlined value, and the selected one in reverse video,
/// or with brackets if the cell has no text to reverse.
fn mark(sheet: &mut Sheet<'_>, cells: &Cells, cell: usize) {
    let value = cells.at(cell % cells.columns, cell / cells.columns);
    let fraction = value.and_then(|value| cells.shades.within(value));
    if cell >= cells.values.len() {
        return;
    }
    let (across, upright) = extent(sheet, cells, cell);
    // A cell omitted for lack of room is marked at its position.
    let start = across.start.min(sheet.area.right() - 1);
    let across = start..across.end.max(start + 1);
    let top = upright.start.min(sheet.area.bottom() - 1);
    let upright = top..upright.end.max(top + 1);
    let (best, chosen) = (cells.best == Some(cell), cells.chosen == Some(cell));
    let row = middle(&upright);
    let own = fraction.map_or_else(|| sheet.theme.style(Role::Text), |p| sheet.theme.shade(p));
    let halved = |symbol: &str| symbol == "▀" || symbol == "▄";
    let empty = across.clone().all(|column| {
        let symbol = sheet.buffer[(column, row)].symbol();
        symbol == " " || halved(symbol)
    });
    if chosen && empty {
        let glyphs = sheet.glyphs();
        let ends = [(across.start, "["), (across.end - 1, "]")];
        let signs = if across.len() > 1 {
            &ends[..]
        } else {
            &[(across.start, glyphs.pick("◆", "@"))]
        };
        for (column, sign) in signs {
            sheet.put(*column, row, sign, own.add_modifier(Modifier::BOLD));
        }
    } else if chosen {
        for at in upright
            .clone()
            .flat_map(|row| across.clone().map(move |column| (column, row)))
        {
            sheet.buffer[at].modifier.insert(Modifier::REVERSED);
        }
    }
    if best {
        let column = if chosen && empty && across.len() > 2 {
            across.start + 1
        } else {
            across.start
        };
        for column in across.clone().filter(|_| !empty) {
            let at = &mut sheet.buffer[(column, row)];
            at.modifier.insert(Modifier::BOLD | Modifier::UNDERLINED);
        }
        let star = sheet.glyphs().pick("★", "*");
        if empty {
            sheet.put(column, row, star, own.add_modifier(Modifier::BOLD));
        } else {
            sheet.buffer[(column, row)].set_symbol(star);
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
