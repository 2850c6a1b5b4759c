//! The area below the plot: the values at the cursor, or notes if there is no cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::glyphs::marked;
use super::layout::PlotParts;
use super::legend::{GAP, LegendPiece, lay, plain, sample};
use crate::base::sanitise;
use crate::plot::Figure;
use crate::typeset::wrap::row_starts;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::end_cut;
use crate::ui::widgets::paint::words;

/// Draws the values or the notes.
pub fn draw(
    buffer: &mut Buffer,
    figure: &Figure,
    cursor: Option<f64>,
    theme: &Theme,
    parts: &PlotParts,
) {
    let area = parts.foot;
    if area.is_empty() {
        return;
    }
    match cursor {
        Some(x) => values(buffer, figure, x, theme, area),
        None => notes(buffer, figure, theme, parts),
    }
}

/// Names and values at `x`; if they do not fit, the legend's samples replace the names.
fn values(buffer: &mut Buffer, figure: &Figure, x: f64, theme: &Theme, area: Rect) {
    let read = figure.read(x);
    let entries = |short: bool| -> Vec<Vec<LegendPiece>> {
        let each = read.iter().enumerate();
        each.map(|(at, (name, value))| {
            let value = plain(&sanitise::line(value), theme);
            let layer = figure.layers.iter().find(|layer| layer.name == *name);
            let mut pieces = match (short, at, layer) {
                (true, 0, _) => Vec::new(),
                (true, _, Some(layer)) => {
                    let marked = marked(figure, theme.depth());
                    let mut sample = sample(layer, marked, true, theme);
                    // A colour scale is less informative than a name.
                    sample.truncate(usize::from(sample.len() == 1));
                    sample
                }
                _ => {
                    let name = plain(&sanitise::line(name), theme);
                    vec![(format!("{name} "), theme.style(Role::Dim))]
                }
            };
            pieces.push((value, theme.style(Role::Exact)));
            pieces
        })
        .collect()
    };
    let mut shown = entries(false);
    let rows =
        |entries: &[Vec<LegendPiece>]| lay(entries, area.width, GAP).last().map_or(0, |p| p.1 + 1);
    if rows(&shown) > area.height {
        shown = entries(true);
    }
    let places = lay(&shown, area.width, GAP);
    for (entry, (column, row)) in shown.into_iter().zip(places) {
        if row >= area.height {
            let cut = theme.glyphs().cut().to_string();
            let end = (area.right() - 1, area.bottom() - 1);
            words(buffer, end.0, end.1, 1, &cut, theme.style(Role::Dim));
            return;
        }
        let mut x = area.x + column;
        for (text, style) in entry {
            let room = area.right().saturating_sub(x);
            x = words(buffer, x, area.y + row, room, &text, style);
        }
    }
}

/// Writes the notes as running text, preceded by the name of the x axis if no row shows it.
fn notes(buffer: &mut Buffer, figure: &Figure, theme: &Theme, parts: &PlotParts) {
    let (area, style) = (parts.foot, theme.style(Role::Dim));
    let mut sentences = figure.notes.clone();
    if parts.below.is_empty() && !figure.x.label.is_empty() {
        let right = theme.glyphs().pick('→', '>');
        sentences.insert(0, format!("{} {right}", figure.x.label));
    }
    let width = usize::from(area.width);
    let (text, starts) = fitting(&sentences, area, theme);
    for (row, start) in (0..area.height).zip(&starts) {
        let last = row + 1 == area.height;
        let next = starts.get(usize::from(row) + 1).copied();
        let end = next.filter(|_| !last).unwrap_or(text.len());
        let line = end_cut(text[*start..end].trim_end(), width, theme.glyphs());
        words(buffer, area.x, area.y + row, area.width, &line, style);
    }
}

/// As many clauses of the sentences as fit whole into `area`, the first one in any case, with a mark for those left out;
/// and the starts of the rows.
fn fitting(sentences: &[String], area: Rect, theme: &Theme) -> (String, Vec<usize>) {
    let joined = sentences.join("  ");
    let ends = joined.match_indices([',', ';', ':', '.', '→', '>']);
    let ends = ends.map(|(at, sign)| at + sign.len());
    let clauses = ends.filter(|end| joined[*end..].starts_with(' '));
    let clauses: Vec<usize> = clauses.chain([joined.len()]).collect();
    let shown = |end: &usize| {
        let mut text = joined[..*end].to_owned();
        if *end < joined.len() {
            text = format!("{text} {}", theme.glyphs().cut());
        }
        let text = plain(&sanitise::line(&text), theme);
        let starts = row_starts(&text, 0, text.len(), usize::from(area.width).max(1));
        (text, starts)
    };
    let fits = |(_, starts): &(String, Vec<usize>)| starts.len() <= usize::from(area.height);
    let fitting = clauses.iter().rev().map(shown).find(fits);
    fitting.unwrap_or_else(|| shown(&clauses[0]))
}
