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
/// both fit into one row and the tabs do not show it (`question_in_tabs`), else the answer. Its parts up to a semicolon
/// are a whole answer too: as many are shown as fit into one row, or where the first does not, into `rows`.
pub fn heading(
    app: &App,
    figure: &Figure,
    (width, rows): (u16, usize),
    question_in_tabs: bool,
    cx: &DrawContext<'_, '_>,
) -> Vec<Line<'static>> {
    let view = app.tune.view;
    let Some(answer) = answer::sentence(app, view) else {
        let title = cx.theme.own(&figure.title);
        return vec![Line::from(cx.theme.span(Role::Dim, title))];
    };
    let (question, answer) = (view.question(), cx.theme.own(&answer));
    if !question_in_tabs && paint::columns(question) + 2 + paint::columns(&answer) <= width {
        return vec![Line::from(vec![
            cx.theme.span(Role::Dim, format!("{question}  ")),
            cx.theme.span(Role::Title, answer),
        ])];
    }
    let room = usize::from(width.max(8));
    let ends = answer.match_indices("; ").map(|(at, _)| at);
    let parts = ends.chain([answer.len()]).map(|end| &answer[..end]);
    let parts: Vec<Vec<String>> = parts.map(|part| lines(part, room)).collect();
    let most = |rows: usize| parts.iter().rfind(|part| part.len() <= rows);
    let told = most(1).or(most(rows)).unwrap_or(&parts[0]);
    let (last, before) = (rows.min(told.len()) - 1, told.len() > rows);
    let line = |(at, line): (usize, String)| {
        let line = match at == last && before {
            // What does not fit is marked as cut.
            true => end_cut(&format!("{line} {}", cx.glyphs.cut()), room, cx.glyphs),
            false => line,
        };
        Line::from(cx.theme.span(Role::Title, line))
    };
    let shown = told.iter().take(rows).cloned().enumerate();
    shown.map(line).collect()
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
