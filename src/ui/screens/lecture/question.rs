//! A question with its answers, a bar of votes beside each, and the right one once it is revealed.

use ratatui::text::Span;

use super::block::length;
use super::look::{Look, Row};
use crate::app::state::lecture::Shown;
use crate::lecture::{Ink, Question, Span as Inked, Teller};
use crate::ui::theme::Role;

/// The rows of a question.
pub fn rows(question: &Question, shown: &Shown<'_>, look: Look<'_>) -> Vec<Row> {
    let teller = Teller::new(&shown.stage.staged.setup);
    let mut rows = Vec::new();
    if !question.text.is_empty() {
        for mut row in look.wrap(&question.text, 0) {
            row.style = look.theme.style(Role::Title);
            rows.push(row);
        }
    }
    if look.apart {
        rows.push(Row::default());
    }
    let answers: Vec<_> = question
        .answers
        .iter()
        .map(|answer| look.spans(answer))
        .collect();
    let wide = answers
        .iter()
        .map(|spans| spans.iter().map(Span::width).sum::<usize>());
    let wide = wide.max().unwrap_or(0).min(look.width / 2);
    let most = shown.votes.iter().copied().max().unwrap_or(0).max(10);
    let room = look.width.saturating_sub(wide + 22).clamp(1, 50);
    for (at, answer) in question.answers.iter().enumerate() {
        let right = shown.revealed && question.right == Some(at);
        let mark = match right {
            true => look.glyphs.pick("▸", ">"),
            false => " ",
        };
        let number = match right {
            true => look.theme.style(Role::Selected).bold(),
            false => look.theme.style(Role::Key),
        };
        let mut row = Row::from(format!(" {mark} "));
        row.push_span(Span::styled(format!(" {} ", at + 1), number));
        row.push_span("  ");
        let text = look.cut(answer, wide);
        let space = wide.saturating_sub(text.width());
        row.spans.extend(text.spans);
        row.push_span(" ".repeat(space + 2));
        row.push_span(match right {
            true => look.glyphs.pick("✓ ", "* "),
            false => "  ",
        });
        let votes = shown.votes.get(at).copied().unwrap_or(0);
        if votes > 0 {
            let share = f64::from(votes) / f64::from(most);
            let bar = length(share, room, look);
            let bar = bar.trim_end().to_owned();
            row.push_span(Span::styled(bar, look.theme.style(Role::Bar)));
            row.push_span(Span::styled(
                format!(" {votes}"),
                look.theme.style(Role::Exact),
            ));
        }
        if right {
            row = row.style(look.theme.style(Role::Exact));
        } else if shown.revealed {
            row = row.style(look.theme.style(Role::Dim));
        }
        rows.push(row);
        if look.apart && at + 1 < question.answers.len() {
            rows.push(Row::default());
        }
    }
    let said = match (shown.revealed, question.right) {
        (true, Some(right)) => {
            let answer = question.answers.get(right);
            let answer = answer.map_or(String::new(), |answer| crate::lecture::said(answer));
            let answer = Inked::new(answer, Ink::Strong);
            let values = [("number", (right + 1).into()), ("answer", answer.into())];
            teller.line("screen-reveal", &values)
        }
        (_, None) => teller.line("screen-open", &[]),
        _ => Vec::new(),
    };
    if !said.is_empty() {
        rows.push(Row::default());
        rows.extend(look.wrap(&said, 0));
    }
    rows
}
