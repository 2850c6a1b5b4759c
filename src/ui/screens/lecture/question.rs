//! A question with its answers, a bar of votes beside each, and the right one once it is revealed.

use ratatui::text::Span;

use super::block::length;
use super::look::{Look, Row};
use crate::app::state::lecture::Shown;
use crate::lecture::{Line, Question, Span as Inked, said};
use crate::ui::theme::Role;
use crate::ui::widgets::paint::LineWidth;

/// Cells of the widest bar of votes.
const WIDEST_BAR: usize = 50;

/// The rows of a question, an answer a row.
pub fn rows(question: &Question, shown: &Shown<'_>, look: Look<'_>) -> Vec<Row> {
    let mut rows = asked(question, look);
    if look.apart {
        rows.push(Row::default());
    }
    let wide = widest(question, look).min(look.width / 2);
    for at in 0..question.answers.len() {
        rows.push(answer(question, at, shown, wide, look));
        if look.apart && at + 1 < question.answers.len() {
            rows.push(Row::default());
        }
    }
    // The room of the answer is kept free, so that nothing moves when it is revealed.
    rows.push(Row::default());
    let said = revealed(question, shown);
    match said.is_empty() {
        true => rows.push(Row::default()),
        false => rows.extend(look.wrap(&said, 0)),
    }
    rows
}

/// The same with two answers a row, and the right one marked only.
pub fn crowded(question: &Question, shown: &Shown<'_>, look: Look<'_>) -> Vec<Row> {
    let mut rows = asked(question, look);
    let half = Look {
        width: look.width / 2,
        ..look
    };
    let wide = widest(question, look).min(half.width.saturating_sub(16));
    for first in (0..question.answers.len()).step_by(2) {
        let mut row = answer(question, first, shown, wide, half);
        if first + 1 < question.answers.len() {
            let space = half.width.saturating_sub(row.columns());
            row.push_span(" ".repeat(space));
            let second = answer(question, first + 1, shown, wide, half);
            row.spans.extend(second.spans);
        }
        rows.push(row);
    }
    rows
}

fn asked(question: &Question, look: Look<'_>) -> Vec<Row> {
    if question.text.is_empty() {
        return Vec::new();
    }
    let mut rows = look.wrap(&question.text, 0);
    for row in &mut rows {
        row.style = look.theme.style(Role::Title);
    }
    rows
}

fn widest(question: &Question, look: Look<'_>) -> usize {
    let answers = question.answers.iter().map(|answer| look.spans(answer));
    let wide = answers.map(|spans| spans.columns());
    wide.max().unwrap_or(0)
}

/// An answer with its number and its votes, its text in `wide` columns.
fn answer(question: &Question, at: usize, shown: &Shown<'_>, wide: usize, look: Look<'_>) -> Row {
    let most = shown.votes.iter().copied().max().unwrap_or(0).max(10);
    let room = look.width.saturating_sub(wide + 18).clamp(1, WIDEST_BAR);
    let right = shown.revealed && question.right == at;
    let rest = match (right, shown.revealed) {
        (true, _) => look.theme.style(Role::Exact),
        (_, true) => look.theme.style(Role::Dim),
        _ => look.theme.style(Role::Text),
    };
    let number = match right {
        true => look.theme.style(Role::Selected).bold(),
        false => look.theme.style(Role::Key),
    };
    let mark = look.glyphs.pick("▸", ">");
    let mut row = Row::from(format!(" {} ", if right { mark } else { " " }));
    row.push_span(Span::styled(format!(" {} ", at + 1), number));
    row.push_span("  ");
    let text = look.cut(&question.answers[at], wide);
    let space = wide.saturating_sub(text.columns());
    let styled = text.spans.into_iter().map(|span| {
        let style = rest.patch(span.style);
        span.style(style)
    });
    row.spans.extend(styled);
    row.push_span(" ".repeat(space + 2));
    row.push_span(match right {
        true => Span::styled(look.glyphs.pick("✓ ", "* "), rest),
        false => Span::raw("  "),
    });
    let votes = shown.votes.get(at).copied().unwrap_or(0);
    if votes > 0 {
        let share = f64::from(votes) / f64::from(most);
        let bar = length(share, room, look).trim_end().to_owned();
        row.push_span(Span::styled(bar, look.theme.style(Role::Bar)));
        let count = Span::styled(format!(" {votes}"), look.theme.style(Role::Exact));
        row.push_span(count);
    }
    row
}

/// The sentence that reveals the answer; empty before that.
fn revealed(question: &Question, shown: &Shown<'_>) -> Line {
    if !shown.revealed {
        return Line::new();
    }
    let answer = said(&question.answers[question.right]);
    vec![
        Inked::plain(format!("The answer is {}: ", question.right + 1)),
        Inked::strong(answer),
    ]
}
