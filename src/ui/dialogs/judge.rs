//! Two texts side by side with what they share marked, and the question whether they are
//! near-duplicates. Their figures are not shown: the eye judges, not the number.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::App;
use crate::base::units::{count, counted};
use crate::typeset::figures::{bare, threshold};
use crate::ui::screens::compare::pair;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel as Framed};
use crate::ui::widgets::{end_cut, paint};

/// Where the texts stand in the dialog at `place`.
fn texts(place: Rect) -> Rect {
    let head = if place.height >= 12 { 3 } else { 1 };
    Rect {
        x: place.x + 1,
        y: place.y + 1 + head,
        width: place.width.saturating_sub(2),
        height: place.height.saturating_sub(2 + head),
    }
}

/// Tells the texts how large their windows are.
pub fn fit(app: &mut App, place: Rect) {
    if let Some(state) = &mut app.tune.judging.texts {
        pair::fit(state, texts(place));
    }
}

/// Draws the dialog.
pub fn draw(app: &App, theme: &Theme, place: Rect, frame: &mut Frame<'_>) {
    let dim = theme.style(Role::Dim);
    let judging = &app.tune.judging;
    let (yes, no, unsure) = judging.counts();
    let answered = format!(
        "{} judged: {yes} yes, {no} no, {unsure} unsure",
        count(judging.answers.len() as u64)
    );
    let kept = match app.start.store {
        Some(_) => "answers are kept with the corpus",
        None => "answers are kept until the program ends: nothing is written",
    };
    let inner = Framed {
        title: Line::styled("Judge", theme.style(Role::Title)),
        corner: Line::styled(answered, dim),
        foot: Line::styled(kept, dim),
        foot_corner: Line::default(),
        focused: true,
    }
    .draw(frame.buffer_mut(), place, theme, theme.glyphs());
    if inner.height < 3 || inner.width < 20 {
        return;
    }
    let room = inner.width.saturating_sub(2);
    let key = |k: &'static str| Span::styled(k, theme.style(Role::Key));
    let word = |w: &'static str| Span::raw(w);
    let question = Line::from(vec![
        Span::styled(
            "Are these two near-duplicates?   ",
            theme.style(Role::Exact),
        ),
        key("y"),
        word(" yes   "),
        key("n"),
        word(" no   "),
        key("u"),
        word(" unsure   "),
        key("b"),
        word(" back"),
    ]);
    let short = Line::from(vec![
        Span::styled("Near-duplicates?  ", theme.style(Role::Exact)),
        key("y"),
        word(" "),
        key("n"),
        word(" "),
        key("u"),
        word("nsure "),
        key("b"),
        word("ack"),
    ]);
    let question = match question.width() <= usize::from(room) {
        true => question,
        false => short,
    };
    let buffer = frame.buffer_mut();
    buffer.set_line(inner.x + 1, inner.y, &question, room);
    let below = texts(place);
    if below.y > inner.y + 1 {
        let (text, role) = progress(app);
        let text = end_cut(&theme.own(&text), room.into(), theme.glyphs());
        paint::words(
            buffer,
            inner.x + 1,
            inner.y + 1,
            room,
            &text,
            theme.style(role),
        );
    }
    let Some(collection) = app.data.collection.as_deref() else {
        return;
    };
    match &judging.texts {
        Some(state) => pair::draw(state, collection, theme, below, buffer),
        None => panel::centred(
            buffer,
            below,
            &[("Every pair has been judged.", theme.style(Role::Text))],
        ),
    }
}

/// What the answers propose so far, or what is missing for it.
fn progress(app: &App) -> (String, Role) {
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
        Some(Err(why)) => (why.clone(), Role::Dim),
        None => (String::new(), Role::Dim),
    }
}
