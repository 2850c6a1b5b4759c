//! A small table of expected and measured figures, with remarks if there is room.

use crate::base::width::Width;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::end_cut;
use crate::ui::widgets::paint::LineWidth;

/// A table row: label, two figures and a remark.
pub struct FigureRow {
    /// Label of the row.
    pub what: String,
    /// Expected and measured value, or whatever the table head says.
    pub figures: [String; 2],
    /// What the figures count, longest wording first; the longest that fits is used.
    pub remarks: Vec<String>,
}

/// A head and rows with right-aligned figures.
pub fn table<'a>(head: [&str; 3], rows: &[FigureRow], theme: &Theme, width: u16) -> Vec<Line<'a>> {
    let (dim, bold) = (theme.style(Role::Dim), theme.style(Role::Exact));
    let widest = |text: fn(&FigureRow) -> &str, head: &str| {
        let widths = rows.iter().map(|row| text(row).width());
        widths.chain([head.width()]).max().unwrap_or(0)
    };
    let mut widths = [
        widest(|row| &row.what, head[0]),
        widest(|row| &row.figures[0], head[1]),
        widest(|row| &row.figures[1], head[2]),
    ];
    let gap = if usize::from(width) >= 60 { 3 } else { 2 };
    // Figures stay whole; labels yield, and say so.
    let figures = widths[1] + widths[2] + 2 * gap;
    widths[0] = widths[0].min(usize::from(width).saturating_sub(figures));
    let label = |text: &str| end_cut(text, widths[0], theme.glyphs());
    let line = |cells: [&str; 3], styles: [Style; 3]| {
        let pad = |i: usize, gap: usize| " ".repeat(widths[i] - cells[i].width() + gap);
        Line::from(vec![
            Span::styled(format!("{}{}", cells[0], pad(0, 0)), styles[0]),
            Span::styled(format!("{}{}", pad(1, gap), cells[1]), styles[1]),
            Span::styled(format!("{}{}", pad(2, gap), cells[2]), styles[2]),
        ])
    };
    let first = label(head[0]);
    let mut lines = vec![line([&first, head[1], head[2]], [dim; 3])];
    for row in rows {
        let what = label(&row.what);
        let cells = [&*what, &*row.figures[0], &*row.figures[1]];
        let mut line = line(cells, [Style::new(), theme.style(Role::Estimate), bold]);
        let room = usize::from(width).saturating_sub(line.columns() + gap);
        if let Some(remark) = row.remarks.iter().find(|remark| remark.width() <= room) {
            line.push_span(Span::styled(format!("{}{remark}", " ".repeat(gap)), dim));
        }
        lines.push(line);
    }
    lines
}
