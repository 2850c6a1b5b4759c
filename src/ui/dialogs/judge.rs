//! The judging dialog: two texts side by side with their shared parts highlighted, and the question
//! whether they are near-duplicates. The figures of the pair are hidden, so that the judgement is
//! not biased by them.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::App;
use crate::base::units::{count, counted};
use crate::typeset::figures::{bare, threshold};
use crate::ui::screens::compare::pair;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::{end_cut, paint, panel};

/// The area of the two texts in the dialog at `place`.
fn texts(place: Rect) -> Rect {
    let head = if place.height >= 12 { 3 } else { 1 };
    Rect {
        y: place.y + head.min(place.height),
        height: place.height.saturating_sub(head),
        ..place
    }
}

/// Passes the viewport sizes to the two texts.
pub fn fit(app: &mut App, place: Rect) {
    if let Some(state) = &mut app.tune.judging.texts {
        pair::fit(state, texts(place));
    }
}

/// Draws the dialog.
pub fn draw(app: &App, theme: &Theme, place: Rect, frame: &mut Frame<'_>) {
    if place.height < 3 || place.width < 20 {
        return;
    }
    let dim = theme.style(Role::Dim);
    let judging = &app.tune.judging;
    let room = place.width.saturating_sub(2);
    let buffer = frame.buffer_mut();
    let question = question(theme, room);
    buffer.set_line(place.x + 1, place.y, &question, room);
    let (yes, no, unsure) = judging.counts();
    let answered = format!(
        "{} judged: {yes} yes, {no} no, {unsure} unsure",
        count(judging.answers.len() as u64)
    );
    right(buffer, place, 0, question.width(), &answered, dim);
    let below = texts(place);
    if below.y > place.y + 1 {
        let (text, role) = progress(app);
        let text = end_cut(&theme.own(&text), room.into(), theme.glyphs());
        paint::words(
            buffer,
            place.x + 1,
            place.y + 1,
            room,
            &text,
            theme.style(role),
        );
        let kept = match app.start.store {
            Some(_) => "answers are kept with the corpus",
            None => "answers are kept until the program ends",
        };
        right(buffer, place, 1, paint::columns(&text).into(), kept, dim);
    }
    let Some(collection) = app.data.collection.as_deref() else {
        return;
    };
    match &judging.texts {
        Some(state) => pair::draw(state, collection, theme, below, buffer),
        None => {
            let text = match judging.pending {
                true => "The next pair is being chosen.",
                false => "Every pair has been judged.",
            };
            panel::centred(buffer, below, &[(text, theme.style(Role::Text))]);
        }
    }
}

/// The question and its answer keys, as many as fit in `room` columns.
fn question<'a>(theme: &Theme, room: u16) -> Line<'a> {
    let (bold, key) = (theme.style(Role::Exact), theme.style(Role::Key));
    let long = [
        ("Are these two near-duplicates?   ", bold),
        ("y", key),
        (" yes   ", Style::new()),
        ("n", key),
        (" no   ", Style::new()),
        ("u", key),
        (" unsure   ", Style::new()),
        ("b", key),
        (" back", Style::new()),
    ];
    let short = [
        ("Near-duplicates?  ", bold),
        ("y", key),
        ("es ", Style::new()),
        ("n", key),
        ("o ", Style::new()),
        ("u", key),
        ("nsure ", Style::new()),
        ("b", key),
        ("ack", Style::new()),
    ];
    let line = |parts: [(&'static str, Style); 9]| {
        Line::from_iter(parts.map(|(text, style)| Span::styled(text, style)))
    };
    match line(long) {
        long if long.width() <= usize::from(room) => long,
        _ => line(short),
    }
}

/// Writes `text` right-aligned into a row if it fits beside the `left` columns already used.
fn right(buffer: &mut Buffer, place: Rect, row: u16, left: usize, text: &str, style: Style) {
    let wide = paint::columns(text);
    if left + usize::from(wide) + 4 <= usize::from(place.width) {
        let x = place.right() - wide - 1;
        paint::words(buffer, x, place.y + row, wide, text, style);
    }
}

/// The threshold that the answers so far suggest, or what is missing for a suggestion. Marked while the
/// last answer is not counted yet.
fn progress(app: &App) -> (String, Role) {
    let judging = &app.tune.judging;
    let (text, role) = proposal(app);
    match judging.pending && judging.proposal.is_some() {
        true => (
            format!("counting the last answer; before it: {text}"),
            Role::Dim,
        ),
        false => (text, role),
    }
}

fn proposal(app: &App) -> (String, Role) {
    match &app.tune.judging.proposal {
        Some(Ok(proposal)) => {
            let (low, high) = proposal.interval;
            let answers = counted(proposal.answers as u64, "answer", "answers");
            let text = format!(
                "{answers} propose a threshold of {} ({} to {} in 95 of 100 resamples); t takes it, now {}",
                bare(proposal.threshold),
                bare(low),
                bare(high),
                threshold(app.threshold),
            );
            (text, Role::Threshold)
        }
        Some(Err(why)) => (why.to_string(), Role::Dim),
        None => (String::new(), Role::Dim),
    }
}
