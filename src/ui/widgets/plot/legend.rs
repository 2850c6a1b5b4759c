//! The legend, above the plot, so that it hides nothing. Lines and points come first, strips last
//! because they are the easiest to guess; entries without room are replaced by an ellipsis.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::{self, marked};
use super::marks::rule_style;
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::ui::theme::{Depth, Role, Theme};
use crate::ui::widgets::paint::{columns, words};

/// A piece of an entry and its style.
pub type LegendPiece = (String, Style);

/// Number of rows of the complete legend at this width.
pub fn rows(figure: &Figure, theme: &Theme, width: u16) -> u16 {
    let laid = lay(&entries(figure, theme, false), width, GAP);
    laid.last().map_or(0, |position| position.1 + 1)
}

/// Columns between two entries.
pub const GAP: u16 = 2;

/// Draws the legend; with short samples if it does not fit otherwise.
pub fn draw(buffer: &mut Buffer, figure: &Figure, theme: &Theme, area: Rect) {
    if area.is_empty() {
        return;
    }
    let (mut shown, mut gap) = (entries(figure, theme, false), GAP);
    if rows(figure, theme, area.width) > area.height {
        (shown, gap) = (entries(figure, theme, true), 1);
    }
    let places = lay(&shown, area.width, gap);
    let all = places.iter().all(|position| position.1 < area.height);
    for (entry, (column, row)) in shown.into_iter().zip(places) {
        // The last row reserves columns for the ellipsis.
        let reserved = if all || row + 1 < area.height { 0 } else { 2 };
        let room = area.width.saturating_sub(reserved);
        if row >= area.height || (column > 0 && column + wide(&entry) > room) {
            break;
        }
        let (mut x, end) = (area.x + column, area.x + room);
        for (text, style) in entry {
            x = words(buffer, x, area.y + row, end.saturating_sub(x), &text, style);
        }
    }
    if !all {
        let end = (area.right() - 1, area.bottom() - 1);
        let cut = theme.glyphs().cut().to_string();
        words(buffer, end.0, end.1, 1, &cut, theme.style(Role::Dim));
    }
}

/// Column and row of each entry, wrapped at `width`.
pub fn lay(entries: &[Vec<LegendPiece>], width: u16, gap: u16) -> Vec<(u16, u16)> {
    let (mut x, mut y) = (0, 0);
    let position = |entry: &Vec<LegendPiece>| {
        let wide = wide(entry);
        if x > 0 && x + wide > width {
            (x, y) = (0, y + 1);
        }
        let origin = (x, y);
        x += wide + gap;
        origin
    };
    entries.iter().map(position).collect()
}

fn wide(entry: &[LegendPiece]) -> u16 {
    entry.iter().map(|piece| columns(&piece.0)).sum()
}

fn entries(figure: &Figure, theme: &Theme, short: bool) -> Vec<Vec<LegendPiece>> {
    let named = figure.layers.iter().filter(|l| !l.name.is_empty());
    let mut named: Vec<&Layer> = named.collect();
    named.sort_by_key(|layer| match layer.marks {
        Marks::Band(_) | Marks::Range(..) => 2,
        Marks::At(_) => 1,
        _ => u8::from(layer.tone == Tone::Dim),
    });
    let lines = marked(figure, theme.depth());
    let entry = |layer: &&Layer| {
        let mut pieces = sample(layer, lines, short, theme);
        let blank = if short && pieces.len() == 1 { "" } else { " " };
        let name = crate::base::sanitise::line(&layer.name).into_owned();
        let name = format!("{blank}{}", plain(&name, theme));
        pieces.push((name, theme.style(Role::Text)));
        pieces
    };
    named.iter().map(entry).collect()
}

/// A sample of a layer's marks, in three columns or, if `short`, in one.
pub fn sample(layer: &Layer, marked: bool, short: bool, theme: &Theme) -> Vec<LegendPiece> {
    let glyphs = theme.glyphs();
    let tone = theme.tone(layer.tone);
    let point = glyphs::point(layer.tone, glyphs);
    let cut =
        |sample: String| -> String { sample.chars().take(if short { 1 } else { 3 }).collect() };
    match &layer.marks {
        Marks::Line(_) | Marks::Steps(_) => {
            let sample = match (theme.ascii(), layer.tone) {
                (true, _) => format!("{point}{point}"),
                (false, Tone::Dim) => "╌╌".into(),
                (false, _) if marked && short => point.to_string(),
                (false, _) if marked => format!("━{point}━"),
                (false, _) => "━━".into(),
            };
            vec![(cut(sample), tone)]
        }
        Marks::Points(_) if layer.tone == Tone::Plain => {
            vec![(point.to_string(), theme.style(Role::Threshold))]
        }
        Marks::Points(_) => vec![(point.to_string(), tone.bold())],
        Marks::Bars(_) => vec![(glyphs::bar(layer.tone, theme).to_string(), tone)],
        Marks::At(_) | Marks::Intervals(_) => {
            let rule = glyphs::rule(layer.tone, glyphs).to_string();
            vec![(rule, rule_style(layer.tone, theme))]
        }
        Marks::Band(_) | Marks::Range(..) => {
            let (sample, style) = strip(layer, theme);
            vec![(cut(sample), style)]
        }
        Marks::Density(squares, _) => {
            let scale = Axis::shades(squares);
            ramp(&scale, short, theme, |fraction| {
                if theme.ascii() {
                    (
                        glyphs::shade(0.2 + 0.8 * fraction, glyphs),
                        theme.density(fraction),
                    )
                } else {
                    ('⣿', theme.density(fraction))
                }
            })
        }
        Marks::Cells(cells) => {
            let backgrounds = theme.depth() >= Depth::Indexed && !theme.ascii();
            ramp(&cells.shades, short, theme, |fraction| {
                let glyph = if backgrounds {
                    ' '
                } else {
                    glyphs::shade(fraction, glyphs)
                };
                (glyph, theme.shade(fraction))
            })
        }
    }
}

/// `text` in the theme's character set, with the en dash replaced in ASCII.
pub fn plain(text: &str, theme: &Theme) -> String {
    let own = theme.own(text);
    if theme.ascii() {
        own.replace('–', "-")
    } else {
        own
    }
}

fn strip(layer: &Layer, theme: &Theme) -> LegendPiece {
    let band = matches!(layer.marks, Marks::Band(_));
    match theme.strip() {
        Some(background) if band || layer.tone != Tone::Dim => ("  ".into(), background),
        _ if band && theme.ascii() => ("..".into(), theme.tone(layer.tone)),
        _ if band => ("⠒⠒".into(), theme.tone(layer.tone)),
        _ => {
            let glyph = glyphs::strip(layer.tone, theme.glyphs());
            (format!("{glyph}{glyph}"), theme.style(Role::Border))
        }
    }
}

/// A colour scale with the values of its two ends.
fn ramp(
    scale: &Axis,
    short: bool,
    theme: &Theme,
    shade: impl Fn(f64) -> (char, Style),
) -> Vec<LegendPiece> {
    let dim = theme.style(Role::Dim);
    let (low, high) = scale.range;
    let mut pieces = vec![(format!("{} ", scale.write(low)), dim)];
    if high > low {
        let steps = if short { 3 } else { 6 };
        for step in 0..steps {
            let (glyph, style) = shade((f64::from(step) + 0.5) / f64::from(steps));
            pieces.push((glyph.to_string(), style));
        }
        pieces.push((format!(" {}", scale.write(high)), dim));
    } else {
        let (glyph, style) = shade(0.0);
        pieces.push((glyph.to_string(), style));
    }
    pieces
}
