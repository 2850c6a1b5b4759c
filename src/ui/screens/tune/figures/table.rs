//! A small table of expected and measured figures, with remarks if there is room.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::ui::theme::{Role, Theme};

/// A table row: label, two figures and a remark.
pub struct Row {
    /// Label of the row.
    pub what: String,
    /// Expected and measured value, or whatever the table head says.
    pub figures: [String; 2],
    /// What the figures count, longest wording first; the longest that fits is used.
    pub remarks: Vec<String>,
}

/// A head and rows with right-aligned figures.
pub fn table<'a>(
    head: (&str, [&str; 2]),
    rows: &[Row],
    theme: &Theme,
    width: u16,
) -> Vec<Line<'a>> {
    let (dim, bold) = (theme.style(Role::Dim), theme.style(Role::Exact));
    let of = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let first = of(&mut rows.iter().map(|r| r.what.width()).chain([head.0.width()]));
    let columns: Vec<usize> = (0..2)
        .map(|i| {
            of(&mut rows
                .iter()
                .map(|r| r.figures[i].width())
                .chain([head.1[i].width()]))
        })
        .collect();
    let gap = if usize::from(width) >= 60 { 3 } else { 2 };
    let padded = |text: &str, to: usize| {
        format!(
            "{}{text}",
            " ".repeat(to.saturating_sub(text.width()) + gap)
        )
    };
    let mut lines = vec![Line::from(vec![
        Span::styled(format!("{:<first$}", head.0), dim),
        Span::styled(padded(head.1[0], columns[0]), dim),
        Span::styled(padded(head.1[1], columns[1]), dim),
    ])];
    for row in rows {
        let pad = " ".repeat(first - row.what.width());
        let mut spans = vec![
            Span::styled(format!("{}{pad}", row.what), Style::new()),
            Span::styled(
                padded(&row.figures[0], columns[0]),
                theme.style(Role::Estimate),
            ),
            Span::styled(padded(&row.figures[1], columns[1]), bold),
        ];
        let taken: usize = spans.iter().map(Span::width).sum();
        let room = usize::from(width).saturating_sub(taken + gap);
        if let Some(remark) = row.remarks.iter().find(|remark| remark.width() <= room) {
            spans.push(Span::styled(format!("{}{remark}", " ".repeat(gap)), dim));
        }
        lines.push(Line::from(spans));
    }
    lines
}
