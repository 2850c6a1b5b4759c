//! The text around a plot: above it the legend, below it the values at the cursor, or notes.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};

use super::marks::{self, plain};
use crate::plot::{Layer, Marks, PlotAxis, PlotFigure};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint::LineWidth;

/// The legend in at most `height` rows.
pub fn layers(figure: &PlotFigure, theme: &Theme, width: u16, height: u16) -> Vec<Line<'static>> {
    let named = figure.layers.iter().filter(|layer| !layer.name.is_empty());
    let entries = named.map(|layer| {
        let mut entry = sample(layer, theme);
        entry.push_span(format!(" {}", plain(&layer.name, theme)));
        entry
    });
    rows(entries, theme, width, height)
}

/// Names and values at `x`, in the rows of `area`.
pub fn values(figure: &PlotFigure, x: f64, theme: &Theme, area: Rect) -> Vec<Line<'static>> {
    let entries = figure.read(x).into_iter().map(|(name, value)| {
        Line::from(vec![
            theme.span(Role::Dim, format!("{} ", plain(&name, theme))),
            theme.span(Role::Exact, plain(&value, theme)),
        ])
    });
    rows(entries, theme, area.width, area.height)
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

/// Entries one after another in rows of `width` columns; an ellipsis replaces those beyond `height` rows.
fn rows(
    entries: impl Iterator<Item = Line<'static>>,
    theme: &Theme,
    width: u16,
    height: u16,
) -> Vec<Line<'static>> {
    let mut rows: Vec<Line<'static>> = Vec::new();
    // The last two columns are for the ellipsis.
    let room = usize::from(width.saturating_sub(2));
    for entry in entries {
        match rows.last_mut() {
            Some(row) if row.columns() + 2 + entry.columns() <= room => {
                row.push_span("  ");
                row.spans.extend(entry.spans);
            }
            _ => rows.push(entry),
        }
    }
    if rows.len() > usize::from(height) {
        rows.truncate(height.into());
        if let Some(last) = rows.last_mut() {
            last.push_span(theme.span(Role::Dim, format!(" {}", theme.glyphs().cut())));
        }
    }
    rows
}

/// A sample of a layer's marks.
fn sample(layer: &Layer, theme: &Theme) -> Line<'static> {
    match (&layer.marks, marks::marker(layer, theme)) {
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
        (_, Marker::Custom(glyph)) => {
            Span::styled(glyph.to_string(), marks::style(layer, theme)).into()
        }
        _ => Span::styled("━━", marks::style(layer, theme)).into(),
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
