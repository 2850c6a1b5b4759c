//! A question with its answers, a bar of votes beside each, and the right answer once it is revealed.

use ratatui::text::Span;

use super::look::{Look, OwnedLine};
use crate::base::units::counted;
use crate::lecture::{
    self, LectureLine, Question, Span as Inked, columns_of, cut, padded, plain_text,
};
use crate::screens::lecture::state::ShownStep;
use crate::ui::{LineWidth, Role};

/// Cells of the widest bar of votes.
const WIDEST_BAR: usize = 50;

/// The rows of a question: one answer per row, and room for the sentence that reveals the right one, so that nothing
/// moves. If there is little room, two answers per row, and the right one is only marked.
pub fn rows(
    question: &Question,
    shown: &ShownStep<'_>,
    crowded: bool,
    look: Look<'_>,
) -> Vec<OwnedLine> {
    let mut rows = Vec::new();
    if !question.text.is_empty() {
        rows = look.sentence(&question.text, look.width);
    }
    for row in &mut rows {
        row.style = look.theme.style(Role::Title);
    }
    let beside = 1 + usize::from(crowded);
    let width = look.width / beside;
    let drawn = |answer: &LectureLine| answer.iter().map(|span| look.drawn(span)).collect();
    let answers: Vec<LectureLine> = question.answers.iter().map(drawn).collect();
    let widest = answers.iter().map(|answer| columns_of(answer)).max();
    let wide = widest.unwrap_or(0).min(width.saturating_sub(16));
    for (row, pair) in answers.chunks(beside).enumerate() {
        let mut line = OwnedLine::default();
        for (column, text) in pair.iter().enumerate() {
            let space = (column * width).saturating_sub(line.columns());
            line.push_span(" ".repeat(space));
            let text = cut(text, wide, &look.drawn(&Inked::plain("…")));
            let text = padded(text, wide, false);
            let at = row * beside + column;
            line.extend(answer(at, at == question.right, text, shown, width, look));
        }
        rows.push(line);
    }
    if !crowded {
        let right = plain_text(&question.answers[question.right]);
        let reveal = vec![
            Inked::plain(format!("The answer is {}: ", question.right + 1)),
            Inked::strong(right),
        ];
        rows.push(OwnedLine::default());
        if shown.revealed {
            rows.extend(look.sentence(&reveal, look.width))
        } else {
            rows.push(OwnedLine::default())
        }
    }
    rows
}

/// An answer with its number and its votes, in `width` columns.
fn answer(
    at: usize,
    is_right: bool,
    text: LectureLine,
    shown: &ShownStep<'_>,
    width: usize,
    look: Look<'_>,
) -> Vec<Span<'static>> {
    let (theme, glyphs) = (look.theme, look.theme.glyphs());
    let right = shown.revealed && is_right;
    let style = match (right, shown.revealed) {
        (true, _) => theme.style(Role::Exact),
        (_, true) => theme.style(Role::Dim),
        _ => theme.style(Role::Text),
    };
    let (mark, check, number) = if right {
        let number = theme.style(Role::Selected).bold();
        (glyphs.pick(" ▸ ", " > "), glyphs.pick("✓ ", "* "), number)
    } else {
        ("   ", "  ", theme.style(Role::Key))
    };
    let room = width.saturating_sub(columns_of(&text) + 24);
    let room = room.clamp(1, WIDEST_BAR);
    let mut spans = vec![
        Span::raw(mark),
        Span::styled(format!(" {} ", at + 1), number),
        Span::raw("  "),
    ];
    let text = look.row(text).spans.into_iter();
    spans.extend(text.map(|span| span.style(style)));
    spans.push(Span::styled(format!("  {check}"), style));
    let votes = shown.votes.get(at).copied().unwrap_or(0);
    if votes > 0 {
        let most = shown.votes.iter().copied().max().unwrap_or(0).max(10);
        let bar = lecture::length(f64::from(votes) / f64::from(most), room);
        spans.push(Span::styled(look.signs(&bar), theme.style(Role::Bar)));
        let votes = counted(votes.into(), "vote", "votes");
        spans.push(Span::styled(format!(" {votes}"), theme.style(Role::Exact)));
    }
    spans
}
