//! The Lecture screen: the stage with its steps and its parameter in the first row, below it the slide, and at the
//! bottom the question. A slide longer than the screen scrolls; the question always stays.

mod big;
mod layout;
mod look;
mod question;

use ratatui::layout::Rect;
use ratatui::text::Line;

use layout::{SlidePiece, laid_out};
use look::Look;

use crate::app::{Action, Command, Panel};
use crate::lecture::SEED;
use crate::screens::lecture::state::{LectureState, ShownStep};
use crate::ui::widgets::plot;
use crate::ui::{DrawContext, LineWidth, Role, Wheel, area};

/// Maximum width of a slide; on wider screens it is centred.
const WIDEST: u16 = 116;

/// Draws the screen.
pub fn draw(state: &LectureState, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let Some(shown) = state.shown() else {
        let text = match state.reading {
            Some(_) => "reading the texts …",
            None => "computing the slides …",
        };
        let text = cx.theme.own(text);
        cx.centred(area, &[(&text, Role::Dim)]);
        return;
    };
    let (head, rest) = area::split_top(area, 1);
    header(&shown, state.position.stage + 1, area::indented(head), cx);
    let (rule, body) = area::split_top(rest, 1);
    let line = cx.glyphs.pick("─", "-").repeat(rule.width.into());
    cx.words(rule, &line, cx.style(Role::Border));
    cx.hits.push(body, Action::Run(Command::NextStep));
    let margins = if body.width < 100 { 2 } else { 4 };
    let width = body.width.saturating_sub(margins).min(WIDEST);
    let body = area::columns(body, body.x + (body.width - width) / 2, width);
    slide(&shown, state.scroll, body, cx);
}

/// The stage, its steps, and its parameter.
fn header(shown: &ShownStep<'_>, number: usize, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let staged = &shown.stage.staged;
    let (theme, glyphs) = (cx.theme, cx.glyphs);
    let mut facts = Vec::new();
    let seed = staged.setup.sketching.seed;
    if seed != SEED || area.width >= 100 {
        facts.push(theme.span(Role::Dim, format!("seed {seed}")));
    }
    let (open, close) = glyphs.pick(("‹", "›"), ("<", ">"));
    let setting = theme.own(&staged.parameter());
    // Given values may replace the parameter.
    if !setting.is_empty() {
        facts.push(theme.span(Role::Threshold, format!("{open}{setting}{close}")));
    }
    if facts.len() > 1 {
        facts.insert(1, theme.span(Role::Dim, theme.dot().to_owned()));
    }
    let right = Line::from(facts);
    let wide = (right.columns() as u16).min(area.width);
    let (step, steps) = shown.step;
    let mut left = Line::default();
    left.push_span(theme.span(Role::Title, format!("{number} {}  ", staged.title())));
    let room = usize::from(area.width - wide).saturating_sub(left.columns() + 14);
    if steps <= room {
        let done = glyphs.pick("▰", "#").repeat(step);
        let open = glyphs.pick("▱", ".").repeat(steps - step);
        left.push_span(theme.span(Role::Estimate, done));
        left.push_span(theme.span(Role::Dim, format!("{open}  ")));
    }
    left.push_span(theme.span(Role::Dim, format!("{step}/{steps}")));
    let left_area = area::columns(area, area.x, area.width.saturating_sub(wide + 1));
    cx.line(left_area, &left);
    cx.line(area::right_from(area, area.right() - wide), &right);
}

/// Draws the slide with its question.
fn slide(shown: &ShownStep<'_>, scroll: usize, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let look = Look {
        theme: cx.theme,
        width: area.width.into(),
    };
    let total_rows = usize::from(area.height);
    // A slide begins at the same row on every step.
    let top = total_rows / 12;
    let laid = laid_out(shown, total_rows - top, look);
    let high = laid.high();
    let room = (total_rows - top).saturating_sub(laid.below()).max(1);
    let scroll = scroll.min(high.saturating_sub(room));
    cx.hits.push_view(Panel::LectureSlide, scroll, room);
    cx.hits.push_wheel(area, Wheel::Panel(Panel::LectureSlide));
    let rect = |y: usize, height: usize| Rect {
        y: area.y + y as u16,
        height: height as u16,
        ..area
    };
    let mut y = 0;
    for piece in &laid.pieces {
        match piece {
            SlidePiece::Rows(rows) => {
                for (at, row) in (y..).zip(rows) {
                    if (scroll..scroll + room).contains(&at) {
                        cx.line(rect(top + at - scroll, 1), row);
                    }
                }
            }
            SlidePiece::Plot(figure, height) => {
                let from = y.saturating_sub(scroll);
                let height = (*height).min(room.saturating_sub(from));
                if y >= scroll && height >= 4 {
                    let theme = cx.theme;
                    plot::draw(figure, None, theme, rect(top + from, height), cx.frame);
                }
            }
        }
        y += piece.height() + laid.gap;
    }
    let (style, marks) = (cx.style(Role::Dim), cx.glyphs.pick(("▲", "▼"), ("^", "v")));
    for (is_more, row, mark) in [
        (scroll > 0, 0, marks.0),
        (scroll + room < high, top + room - 1, marks.1),
    ] {
        if is_more {
            let corner = area::right_from(rect(row, 1), area.right() - 1);
            cx.words(corner, mark, style);
        }
    }
    let at = top + high.min(room) + laid.gap.max(1);
    for (row, line) in (at..total_rows).zip(&laid.question) {
        cx.line(rect(row, 1), line);
    }
}
