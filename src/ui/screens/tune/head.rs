//! The first rows above the plot: the question and its answer, or the title of the plot.

use ratatui::text::Line;

use super::answer;
use crate::app::App;
use crate::plot::Figure;
use crate::typeset::wrap;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::{end_cut, paint};

/// What stands above `figure`, in a width of columns and at most so many rows: the question before the answer where
/// both fit into one row and the tabs do not show it (`asked`), else the answer. Its part before a semicolon is a whole answer too, and is shown alone before a
/// second row is taken.
pub fn said(
    app: &App,
    figure: &Figure,
    (width, rows): (u16, usize),
    asked: bool,
    cx: &DrawContext<'_, '_>,
) -> Vec<Line<'static>> {
    let view = app.tune.view;
    let Some(answer) = answer::sentence(app, view) else {
        let title = cx.theme.own(&figure.title);
        return vec![Line::from(cx.theme.span(Role::Dim, title))];
    };
    let (question, answer) = (view.question(), cx.theme.own(&answer));
    if !asked && paint::columns(question) + 2 + paint::columns(&answer) <= width {
        return vec![Line::from(vec![
            cx.theme.span(Role::Dim, format!("{question}  ")),
            cx.theme.span(Role::Title, answer),
        ])];
    }
    let first = answer.split("; ").next().unwrap_or_default();
    let room = usize::from(width.max(8));
    let (whole, first) = (lines(&answer, room), lines(first, room));
    let told = match (whole.len(), first.len()) {
        (1, _) => whole,
        (_, 1) => first,
        (all, _) if all <= rows => whole,
        _ => first,
    };
    let (last, before) = (rows.min(told.len()) - 1, told.len() > rows);
    let line = |(at, line): (usize, String)| {
        let line = match at == last && before {
            // What does not fit is marked as cut.
            true => end_cut(&format!("{line} {}", cx.glyphs.cut()), room, cx.glyphs),
            false => line,
        };
        Line::from(cx.theme.span(Role::Title, line))
    };
    told.into_iter().take(rows).enumerate().map(line).collect()
}

/// `text` in rows of `width` columns.
fn lines(text: &str, width: usize) -> Vec<String> {
    let starts = wrap::row_starts(text, 0, text.len(), width);
    let part = |(at, start): (usize, &usize)| {
        let end = starts.get(at + 1).copied().unwrap_or(text.len());
        text[*start..end].trim_end().to_owned()
    };
    starts.iter().enumerate().map(part).collect()
}
