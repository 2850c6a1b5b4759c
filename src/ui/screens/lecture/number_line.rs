//! A number line: its marks stand on it by their letters, the least one reversed, with a sign below.

use crate::base::width::Width;
use ratatui::style::Style;
use ratatui::text::Span;

use super::look::{Look, Row};
use crate::lecture::{NumberLine, said};
use crate::ui::theme::Role;
use crate::ui::widgets::paint::LineWidth;

/// The rows of a number line: the line, and one below it if a mark is the least.
pub fn rows(line: &NumberLine, look: Look<'_>) -> Vec<Row> {
    let name = said(&line.name);
    let name_width = look.signs(&name).width().clamp(1, look.width / 4);
    let (low, high) = (look.signs(&line.ends.0), look.signs(&line.ends.1));
    let around = name_width + low.width() + high.width() + 8;
    let length = look.width.saturating_sub(around).max(8);
    let dash = look.glyphs.pick("─", "-");
    let mut cells: Vec<Option<(String, Style)>> = vec![None; length];
    let mut least = None;
    for mark in &line.marks {
        let label = look.span(&mark.label);
        let wide = label.columns().max(1);
        if wide > length {
            continue;
        }
        let wanted = (mark.at.clamp(0.0, 1.0) * (length - wide) as f64).round() as usize;
        let free = |at: usize| (at..at + wide).all(|x| cells[x].is_none());
        let near = (0..length).flat_map(|by| [wanted.checked_sub(by), Some(wanted + by)]);
        let place = near.flatten().find(|at| at + wide <= length && free(*at));
        let Some(at) = place else { continue };
        let mut style = label.style;
        if mark.least {
            style = style.reversed();
            least = Some(at);
        }
        cells[at] = Some((label.content.into_owned(), style));
        for cell in &mut cells[at + 1..at + wide] {
            *cell = Some((String::new(), style));
        }
    }
    let dim = look.theme.style(Role::Dim);
    let mut row = Row::from("  ");
    let mut called = look.cut(&line.name, name_width).spans;
    row.spans.append(&mut called);
    let gap = (name_width + 4).saturating_sub(row.columns());
    row.push_span(" ".repeat(gap));
    row.push_span(Span::styled(format!("{low} "), dim));
    row.push_span(Span::styled(look.glyphs.pick("├", "|"), dim));
    let first = row.columns();
    for cell in cells {
        match cell {
            Some((text, style)) => row.push_span(Span::styled(text, style)),
            None => row.push_span(Span::styled(dash, dim)),
        }
    }
    row.push_span(Span::styled(look.glyphs.pick("┤", "|"), dim));
    row.push_span(Span::styled(format!(" {high}"), dim));
    let mut rows = vec![row];
    if let Some(at) = least {
        let mut below = Row::from(" ".repeat(first + at));
        below.push_span(Span::styled(
            look.glyphs.pick("▲", "^"),
            look.theme.style(Role::Exact),
        ));
        rows.push(below);
    }
    rows
}
