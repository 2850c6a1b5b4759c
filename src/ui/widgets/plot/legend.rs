//! The legend: above the plot, where it hides nothing. Lines and points first, strips last, for they
//! may be guessed; what there is no room for is left out and an ellipsis says so.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs;
use super::marks::{marked, most, of_rule};
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::ui::theme::{Depth, Role, Theme};
use crate::ui::widgets::paint::{columns, words};

/// A piece of an entry, and how it is drawn.
type Piece = (String, Style);

/// Rows that the whole legend takes at this width.
pub fn rows(figure: &Figure, theme: &Theme, width: u16) -> u16 {
    let (mut rows, mut used) = (0_u16, 0);
    for entry in entries(figure, theme) {
        let wide = wide(&entry);
        if rows == 0 || used + GAP + wide > width {
            rows += 1;
            used = wide;
        } else {
            used += GAP + wide;
        }
    }
    rows
}

/// Columns between two entries.
const GAP: u16 = 2;

/// Draws it.
pub fn draw(buffer: &mut Buffer, figure: &Figure, theme: &Theme, area: Rect) {
    if area.is_empty() {
        return;
    }
    let (mut x, mut y) = (area.x, area.y);
    let entries = entries(figure, theme);
    let last = entries.len();
    for (at, entry) in entries.into_iter().enumerate() {
        let wide = wide(&entry);
        if x > area.x && x + wide > area.right() {
            (x, y) = (area.x, y + 1);
        }
        // The last row keeps a column for the sign that something was left out.
        let room = area.right() - if at + 1 < last { 2 } else { 0 };
        if y >= area.bottom() || (y + 1 == area.bottom() && x > area.x && x + wide > room) {
            let end = (area.right() - 1, area.bottom() - 1);
            let cut = theme.glyphs().cut().to_string();
            words(buffer, end.0, end.1, 1, &cut, theme.style(Role::Dim));
            return;
        }
        for (text, style) in entry {
            x = words(buffer, x, y, area.right().saturating_sub(x), &text, style);
        }
        x += GAP;
    }
}

fn wide(entry: &[Piece]) -> u16 {
    entry.iter().map(|piece| columns(&piece.0)).sum()
}

fn entries(figure: &Figure, theme: &Theme) -> Vec<Vec<Piece>> {
    let mut named: Vec<&Layer> = figure
        .layers
        .iter()
        .filter(|l| !l.name.is_empty())
        .collect();
    named.sort_by_key(|layer| match layer.marks {
        Marks::Band(_) | Marks::Range(..) => 2,
        Marks::At(_) => 1,
        _ => u8::from(layer.tone == Tone::Dim),
    });
    let lines = marked(figure, theme.depth());
    named
        .iter()
        .map(|layer| entry(layer, lines, theme))
        .collect()
}

fn entry(layer: &Layer, marked: bool, theme: &Theme) -> Vec<Piece> {
    let glyphs = theme.glyphs();
    let tone = theme.tone(layer.tone);
    let point = glyphs::point(layer.tone, glyphs);
    let mut pieces = match &layer.marks {
        Marks::Line(_) | Marks::Steps(_) => {
            let sample = if theme.ascii() {
                format!("{point}{point}")
            } else if layer.tone == Tone::Dim {
                "╌╌".into()
            } else if marked {
                format!("━{point}━")
            } else {
                "━━".into()
            };
            vec![(sample, tone)]
        }
        Marks::Points(_) if layer.tone == Tone::Plain => {
            vec![(point.to_string(), theme.style(Role::Threshold))]
        }
        Marks::Points(_) => vec![(point.to_string(), tone.bold())],
        Marks::Bars(_) => vec![(glyphs::bar(layer.tone, theme).to_string(), tone)],
        Marks::At(_) => {
            let rule = glyphs::rule(layer.tone, glyphs).to_string();
            vec![(rule, of_rule(layer.tone, theme))]
        }
        Marks::Band(_) | Marks::Range(..) => vec![strip(layer, theme)],
        Marks::Density(squares, _) => {
            let scale = most(squares.iter().map(|square| square.2));
            ramp(&scale, theme, |place| match theme.ascii() {
                true => (
                    glyphs::shade(0.2 + 0.8 * place, glyphs),
                    theme.density(place),
                ),
                false => ('⣿', theme.density(place)),
            })
        }
        Marks::Cells(cells) => {
            let grounds = theme.depth() >= Depth::Indexed && !theme.ascii();
            ramp(&cells.shades, theme, |place| {
                let glyph = if grounds {
                    ' '
                } else {
                    glyphs::shade(place, glyphs)
                };
                (glyph, theme.shade(place))
            })
        }
    };
    let name = crate::base::sanitise::line(&layer.name).into_owned();
    pieces.push((format!(" {}", plain(&name, theme)), theme.style(Role::Text)));
    pieces
}

/// A dash that ASCII has.
pub fn plain(text: &str, theme: &Theme) -> String {
    let own = theme.own(text);
    if theme.ascii() {
        own.replace('–', "-")
    } else {
        own
    }
}

fn strip(layer: &Layer, theme: &Theme) -> Piece {
    let band = matches!(layer.marks, Marks::Band(_));
    match theme.strip() {
        Some(ground) if band || layer.tone != Tone::Dim => ("  ".into(), ground),
        _ if band && theme.ascii() => ("..".into(), theme.tone(layer.tone)),
        _ if band => ("⠒⠒".into(), theme.tone(layer.tone)),
        _ => {
            let glyph = glyphs::strip(layer.tone, theme.glyphs());
            (format!("{glyph}{glyph}"), theme.style(Role::Border))
        }
    }
}

/// Shades from one end of a scale to the other, with what stands at the ends.
fn ramp(scale: &Axis, theme: &Theme, shade: impl Fn(f64) -> (char, Style)) -> Vec<Piece> {
    let dim = theme.style(Role::Dim);
    let (low, high) = scale.range;
    let mut pieces = vec![(format!("{} ", scale.write(low)), dim)];
    if high > low {
        for step in 0..6 {
            let (glyph, style) = shade((f64::from(step) + 0.5) / 6.0);
            pieces.push((glyph.to_string(), style));
        }
        pieces.push((format!(" {}", scale.write(high)), dim));
    } else {
        let (glyph, style) = shade(0.0);
        pieces.push((glyph.to_string(), style));
    }
    pieces
}
