//! The text around a plot: above it the legend, so that it hides nothing; below it the values at the cursor, or notes.
//! Entries without room are replaced by an ellipsis.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::marks::rule_style;
use super::sheet;
use crate::base::sanitise;
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::typeset::wrap;
use crate::ui::theme::{Depth, Role, Theme};
use crate::ui::widgets::paint::{columns, words};

/// Pieces of text with their styles.
type Entry = Vec<(String, Style)>;

/// Columns between two entries.
const GAP: u16 = 2;

/// Number of rows of the complete legend at this width.
pub fn rows(figure: &Figure, theme: &Theme, width: u16) -> u16 {
    let places = places(&entries(figure, theme), width);
    places.last().map_or(0, |place| place.1 + 1)
}

/// Draws the legend.
pub fn draw(buffer: &mut Buffer, figure: &Figure, theme: &Theme, area: Rect) {
    write(buffer, entries(figure, theme), theme, area);
}

/// Draws names and values at `x`.
pub fn values(buffer: &mut Buffer, figure: &Figure, x: f64, theme: &Theme, area: Rect) {
    let read = figure.read(x).into_iter();
    let entries = read.map(|(name, value)| {
        vec![
            (format!("{} ", plain(&name, theme)), theme.style(Role::Dim)),
            (plain(&value, theme), theme.style(Role::Exact)),
        ]
    });
    write(buffer, entries.collect(), theme, area);
}

/// Writes the first of `sentences` as running text, as many as fit whole.
pub fn notes(buffer: &mut Buffer, sentences: &[String], theme: &Theme, area: Rect) {
    let width = usize::from(area.width).max(1);
    for count in (1..=sentences.len()).rev() {
        let text = plain(&sentences[..count].join("  "), theme);
        let parts = wrap::rows(&text, width);
        if parts.len() <= usize::from(area.height) {
            let style = theme.style(Role::Dim);
            for (row, part) in area.rows().zip(parts) {
                words(buffer, row.x, row.y, row.width, part.trim_end(), style);
            }
            return;
        }
    }
}

/// Writes entries after one another, as many as fit.
fn write(buffer: &mut Buffer, entries: Vec<Entry>, theme: &Theme, area: Rect) {
    if area.is_empty() {
        return;
    }
    let places = places(&entries, area.width);
    let all_fit = places.iter().all(|place| place.1 < area.height);
    for (entry, (column, row)) in entries.into_iter().zip(places) {
        // The last row reserves columns for the ellipsis.
        let reserved = if all_fit || row + 1 < area.height {
            0
        } else {
            2
        };
        let room = area.width.saturating_sub(reserved);
        if row >= area.height || (column > 0 && column + wide(&entry) > room) {
            break;
        }
        let (mut x, end) = (area.x + column, area.x + room);
        for (text, style) in entry {
            x = words(buffer, x, area.y + row, end.saturating_sub(x), &text, style);
        }
    }
    if !all_fit {
        let cut = theme.glyphs().cut().to_string();
        let (x, y) = (area.right() - 1, area.bottom() - 1);
        words(buffer, x, y, 1, &cut, theme.style(Role::Dim));
    }
}

/// Column and row of each entry, wrapped at `width`.
fn places(entries: &[Entry], width: u16) -> Vec<(u16, u16)> {
    let (mut x, mut y) = (0, 0);
    let place = |entry: &Entry| {
        let wide = wide(entry);
        if x > 0 && x + wide > width {
            (x, y) = (0, y + 1);
        }
        x += wide + GAP;
        (x - wide - GAP, y)
    };
    entries.iter().map(place).collect()
}

fn wide(entry: &Entry) -> u16 {
    entry.iter().map(|piece| columns(&piece.0)).sum()
}

/// Lines and points come first, strips last because they are the easiest to guess.
fn entries(figure: &Figure, theme: &Theme) -> Vec<Entry> {
    let named = figure.layers.iter().filter(|l| !l.name.is_empty());
    let mut named: Vec<&Layer> = named.collect();
    named.sort_by_key(|layer| match layer.marks {
        Marks::Band(_) | Marks::Range(..) => 2,
        Marks::At(_) => 1,
        _ => u8::from(layer.tone == Tone::Dim),
    });
    let has_marked_lines = theme.depth() == Depth::None && figure.has_lines();
    let entry = |layer: &Layer| {
        let mut entry = sample(layer, has_marked_lines, theme);
        let name = format!(" {}", plain(&layer.name, theme));
        entry.push((name, theme.style(Role::Text)));
        entry
    };
    named.into_iter().map(entry).collect()
}

/// A sample of a layer's marks.
fn sample(layer: &Layer, has_marked_lines: bool, theme: &Theme) -> Entry {
    let (glyphs, tone) = (theme.glyphs(), theme.tone(layer.tone));
    let mark = sheet::mark(layer.tone, glyphs);
    let has_backgrounds = theme.has_shades() && !theme.ascii();
    let (text, style) = match &layer.marks {
        Marks::Line(_) | Marks::Steps(_) => {
            let text = match layer.tone {
                _ if theme.ascii() => mark.repeat(2),
                Tone::Dim => "╌╌".into(),
                _ if has_marked_lines => format!("━{mark}━"),
                _ => "━━".into(),
            };
            (text, tone)
        }
        Marks::Points(_) => (mark.into(), rule_style(layer.tone, theme).bold()),
        Marks::Bars(_) => (sheet::bar(layer.tone, theme).into(), tone),
        Marks::At(_) | Marks::Intervals(_) => {
            let rule = sheet::rule(layer.tone, glyphs).to_owned();
            (rule, rule_style(layer.tone, theme))
        }
        Marks::Band(_) => match theme.strip() {
            Some(background) => ("  ".into(), background),
            None => (glyphs.pick("⠒⠒", "..").into(), tone),
        },
        Marks::Range(..) => match theme.strip().filter(|_| layer.tone != Tone::Dim) {
            Some(background) => ("  ".into(), background),
            None => {
                let glyph = sheet::strip(layer.tone, glyphs);
                (glyph.repeat(2), theme.style(Role::Border))
            }
        },
        Marks::Density(squares, _) => {
            return scale(&Axis::shades(squares), theme, |fraction| {
                let ascii = sheet::shade(0.2 + 0.8 * fraction, glyphs);
                (glyphs.pick("⣿", ascii), theme.density(fraction))
            });
        }
        Marks::Cells(cells) => {
            return scale(&cells.shades, theme, |fraction| {
                let shade = sheet::shade(fraction, glyphs);
                let glyph = if has_backgrounds { " " } else { shade };
                (glyph, theme.shade(fraction))
            });
        }
    };
    vec![(text, style)]
}

/// A colour scale with the values of its two ends.
fn scale(scale: &Axis, theme: &Theme, shade: impl Fn(f64) -> (&'static str, Style)) -> Entry {
    let dim = theme.style(Role::Dim);
    let (low, high) = scale.range;
    let steps = if high > low { 6 } else { 1 };
    let shades = (0..steps).map(|step| shade((f64::from(step) + 0.5) / f64::from(steps)));
    let shades = shades.map(|(glyph, style)| (glyph.to_owned(), style));
    let mut entry = vec![(format!("{} ", scale.write(low)), dim)];
    entry.extend(shades);
    if high > low {
        entry.push((format!(" {}", scale.write(high)), dim));
    }
    entry
}

/// `text` in the theme's character set, with the en dash replaced in ASCII.
pub fn plain(text: &str, theme: &Theme) -> String {
    let own = theme.own(&sanitise::line(text));
    if theme.ascii() {
        own.replace('–', "-")
    } else {
        own
    }
}
