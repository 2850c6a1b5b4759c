//! The text around a plot: above it the legend, below it the values at the cursor, or notes.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};

use super::marks::{self, plain};
use crate::plot::{Layer, Marks, PlotAxis, PlotFigure};
use crate::ui::{LineWidth, Role, Theme};

/// The legend in at most `height` rows. What the axis or the frame say too is the first to be omitted.
pub fn layers(figure: &PlotFigure, theme: &Theme, width: u16, height: u16) -> Vec<Line<'static>> {
    let named = figure.layers.iter().filter(|layer| !layer.name.is_empty());
    let entries = named.map(|layer| {
        let mut entry = sample(layer, figure.has_lines(), theme);
        entry.push_span(format!(" {}", plain(&layer.name, theme)));
        let is_repeated = matches!(layer.marks, Marks::At(_) | Marks::Range(..));
        (is_repeated, entry)
    });
    rows(entries, width, height)
}

/// Names and values at `x`, in the rows of `area`.
pub fn values(figure: &PlotFigure, x: f64, theme: &Theme, area: Rect) -> Vec<Line<'static>> {
    let entries = figure.read(x).into_iter().map(|(name, value)| {
        let entry = Line::from(vec![
            theme.span(Role::Dim, format!("{} ", plain(&name, theme))),
            theme.span(Role::Exact, plain(&value, theme)),
        ]);
        (false, entry)
    });
    rows(entries, area.width, area.height)
}

/// The first notes, as many as fit whole.
pub fn notes(figure: &PlotFigure, theme: &Theme, area: Rect) -> Vec<Line<'static>> {
    let first = |count: usize| {
        let text = plain(&figure.notes[..count].join("  "), theme);
        theme.wrapped(Role::Dim, &text, area.width.into())
    };
    let mut longest_first = (1..=figure.notes.len()).rev().map(first);
    let fits = |rows: &Vec<_>| rows.len() <= usize::from(area.height);
    longest_first.find(fits).unwrap_or_default()
}

/// Entries one after another in at most `height` rows of `width` columns. Each is whole: without room, repeated entries
/// are omitted first.
fn rows(
    entries: impl Iterator<Item = (bool, Line<'static>)>,
    width: u16,
    height: u16,
) -> Vec<Line<'static>> {
    let room = usize::from(width);
    let mut entries: Vec<_> = entries
        .filter(|(_, entry)| entry.columns() <= room)
        .collect();
    loop {
        let mut rows: Vec<Line<'static>> = Vec::new();
        for (_, entry) in &entries {
            match rows.last_mut() {
                Some(row) if row.columns() + 2 + entry.columns() <= room => {
                    row.push_span("  ");
                    row.spans.extend(entry.spans.iter().cloned());
                }
                _ => rows.push(entry.clone()),
            }
        }
        if rows.len() <= usize::from(height) {
            return rows;
        }
        let repeated = entries.iter().position(|(is_repeated, _)| *is_repeated);
        entries.remove(repeated.unwrap_or(entries.len() - 1));
    }
}

/// A sample of a layer's marks, of one of several lines with its sign.
fn sample(layer: &Layer, has_lines: bool, theme: &Theme) -> Line<'static> {
    let style = marks::style(layer, theme);
    match (&layer.marks, marks::marker(layer, theme)) {
        _ if style.bg.is_some() => Span::styled("  ", style).into(),
        _ if marks::is_strip(layer) => {
            Span::styled(marks::strip_line(theme).repeat(2), style).into()
        }
        (Marks::Cells(cells), _) => scale(&cells.shades, theme, |fraction| {
            (marks::shade(fraction, theme).into(), theme.shade(fraction))
        }),
        (Marks::Density(squares, _), marker) => {
            let dots = match marker {
                Marker::Custom(glyph) => glyph.to_string(),
                _ => "⣿".to_owned(),
            };
            scale(&PlotAxis::shades(squares), theme, |fraction| {
                (dots.clone(), theme.density(fraction).into())
            })
        }
        (_, Marker::Custom(glyph)) => Span::styled(glyph.to_string(), style).into(),
        _ if has_lines => {
            let sign = marks::sign(layer.tone, theme);
            Span::styled(format!("{sign}━"), style).into()
        }
        _ => Span::styled("━━", style).into(),
    }
}

/// A colour scale between the values of its two ends.
fn scale(axis: &PlotAxis, theme: &Theme, shade: impl Fn(f64) -> (String, Style)) -> Line<'static> {
    let (low, high) = axis.range;
    let end = |value| theme.span(Role::Dim, plain(&axis.write(value), theme));
    let mut scale = Line::from(vec![end(low), Span::raw(" ")]);
    for step in 0..6 {
        let (glyph, style) = shade((f64::from(step) + 0.5) / 6.0);
        scale.push_span(Span::styled(glyph, style));
    }
    scale.extend([Span::raw(" "), end(high)]);
    scale
}
