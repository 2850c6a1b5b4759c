//! The judging dialog: two texts side by side with their shared parts highlighted, and the question
//! whether they are near-duplicates. The figures of the pair are hidden, so that the judgement is
//! not biased by them.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::view::DialogView;
use crate::app::{App, Command};
use crate::base::sanitise;
use crate::base::units::{count, counted};
use crate::lab::judge::VAGUE;
use crate::screens::compare::view::pair;
use crate::typeset::figures::{bare, threshold};
use crate::ui::widgets::{end_cut, paint};
use crate::ui::{DrawContext, LineWidth, Role, area};

/// The area of the two texts in the dialog at `area`.
fn texts(area: Rect) -> Rect {
    let head = if area.height >= 12 { 3 } else { 1 };
    area::split_top(area, head).1
}

/// Passes the viewport sizes to the two texts.
pub fn fit(app: &mut App, area: Rect) {
    if let Some(state) = &mut app.tune.judging.texts {
        pair::fit(state, texts(area));
    }
}

/// Draws the dialog.
pub fn draw(view: &mut DialogView<'_, '_, '_>) {
    let (app, theme, area) = (view.app, view.cx.theme, view.area);
    if area.height < 3 || area.width < 20 {
        return;
    }
    let judging = &app.tune.judging;
    let head = area::indented(area::row(area, area.y));
    let question = question(view);
    view.cx.line(head, &question);
    let [yes, no, unsure] = judging.counts();
    let answered = format!(
        "{} judged: {yes} yes, {no} no, {unsure} unsure",
        count((yes + no + unsure) as u64)
    );
    right(view.cx, head, question.columns(), &answered);
    let below = texts(area);
    if below.y > area.y + 1 {
        // The status line is below the dialog.
        let (text, role) = match app.notices.current(app.now) {
            Some(notice) if notice.error => (sanitise::line(&notice.text).into(), Role::Error),
            Some(notice) => (sanitise::line(&notice.text).into(), Role::Text),
            None => progress(view),
        };
        let second = area::row(head, area.y + 1);
        let text = end_cut(&theme.own(&text), second.width.into(), theme.glyphs());
        view.cx.words(second, &text, theme.style(role));
        let kept = "yes is saved as copied, no as different";
        right(view.cx, second, paint::columns(&text).into(), kept);
    }
    let Some(collection) = app.data.named.as_ref() else {
        return;
    };
    match &judging.texts {
        Some(state) => pair::draw(state, collection, below, view.cx),
        None => {
            let text = if judging.pending {
                "The next pair is being chosen."
            } else {
                "Every pair has been judged."
            };
            view.cx.centred(below, &[(text, Role::Text)]);
        }
    }
}

/// The question and its answer keys.
fn question<'a>(view: &DialogView<'a, '_, '_>) -> Line<'a> {
    let theme = view.cx.theme;
    let answers = [
        (Command::AnswerYes, " yes  "),
        (Command::AnswerNo, " no  "),
        (Command::AnswerUnsure, " unsure  "),
        (Command::PreviousPair, " back"),
    ];
    let mut line = Line::from(theme.span(Role::Exact, "Near-duplicates?  "));
    for (command, answer) in answers {
        line.push_span(theme.span(Role::Key, view.key(command)));
        line.push_span(Span::raw(answer));
    }
    line
}

/// Writes `text` right-aligned into a row if it fits beside the `left` used columns.
fn right(cx: &mut DrawContext<'_, '_>, row: Rect, left: usize, text: &str) {
    if left + usize::from(paint::columns(text)) + 2 <= usize::from(row.width) {
        cx.words_right(row, text, cx.style(Role::Dim));
    }
}

/// The threshold that the answers suggest, or what is missing for a suggestion. The text says so while the last answer
/// is not counted yet.
fn progress(view: &DialogView<'_, '_, '_>) -> (String, Role) {
    let judging = &view.app.tune.judging;
    let (text, role) = match &judging.proposal {
        Some(Ok(proposal)) => {
            let answers = counted(proposal.answers as u64, "answer", "answers");
            let (low, high) = proposal.interval;
            let [low, high, best] = [low, high, proposal.threshold].map(bare);
            let (key, now) = (view.key(Command::TakeBest), threshold(view.app.threshold));
            let text = if proposal.interval.1 - proposal.interval.0 > VAGUE {
                format!(
                    "{answers} are too few: threshold between {low} and {high}; {key} sets {best}, now {now}"
                )
            } else {
                format!(
                    "{answers} suggest a threshold of {best} (95 % interval {low} to {high}); {key} sets it, now {now}"
                )
            };
            (text, Role::Threshold)
        }
        Some(Err(why)) => (why.to_string(), Role::Dim),
        None => return (String::new(), Role::Dim),
    };
    if judging.pending {
        let text = format!("counting the last answer; before it: {text}");
        (text, Role::Dim)
    } else {
        (text, role)
    }
}
