//! The Lecture screen: the stage with its steps and its parameter in the first row, below it the slide, and at the
//! bottom the question. What is longer than the screen is scrolled; the question always stays.

mod big;
mod block;
mod layout;
mod look;
mod number_line;
mod question;

use ratatui::layout::Rect;
use ratatui::text::Line;

use layout::{Piece, laid_out};
use look::Look;

use crate::app::state::lecture::{LectureState, Shown};
use crate::app::{Action, Command, Panel};
use crate::lecture::SEED;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::Role;
use crate::ui::widgets::paint::LineWidth;
use crate::ui::widgets::plot;

/// The widest slide; on wider screens it stands in the middle.
const WIDEST: u16 = 116;

/// Rows from which on there are wide gaps.
const ROOMY: u16 = 34;

/// Draws the screen.
pub fn draw(state: &LectureState, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let Some(shown) = state.shown() else {
        let text = match state.reads() {
            Some(_) => "reading the texts …",
            None => "computing the slides …",
        };
        let text = cx.theme.own(text);
        cx.centred(area, &[(&text, Role::Dim)]);
        return;
    };
    let (head, rest) = area::split_top(area, 1);
    let number = (!state.is_aside()).then(|| state.place().stage + 1);
    header(&shown, number, area::indented(head), cx);
    let (rule, body) = area::split_top(rest, 1);
    let line = cx.glyphs.pick("─", "-").repeat(rule.width.into());
    cx.words(rule, &line, cx.style(Role::Border));
    hits.push(body, Action::Run(Command::NextStep));
    let margins = if body.width < 100 { 2 } else { 4 };
    let width = body.width.saturating_sub(margins).min(WIDEST);
    let body = area::columns(body, body.x + (body.width - width) / 2, width);
    slide(&shown, state.scroll, body, cx, hits);
}

/// The stage, its steps, and its parameter.
fn header(shown: &Shown<'_>, number: Option<usize>, place: Rect, cx: &mut DrawContext<'_, '_>) {
    let stage = shown.stage;
    let look = look(place, false, cx);
    let (theme, glyphs) = (cx.theme, cx.glyphs);
    let mut facts = Vec::new();
    let seed = stage.staged.setup.sketching.seed;
    if seed != SEED || place.width >= 100 {
        facts.push(theme.span(Role::Dim, format!("seed {seed}")));
    }
    let (open, close) = glyphs.pick(("‹", "›"), ("<", ">"));
    let dial = look.signs(&stage.dial());
    // Given values may take the place of what it changes.
    if !dial.is_empty() {
        facts.push(theme.span(Role::Threshold, format!("{open}{dial}{close}")));
    }
    if facts.len() > 1 {
        facts.insert(1, theme.span(Role::Dim, theme.dot().to_owned()));
    }
    let right = Line::from(facts);
    let wide = (right.columns() as u16).min(place.width);
    let (step, steps) = shown.step;
    let mut left = Line::default();
    let number = number.map_or(String::new(), |number| format!("{number} "));
    left.push_span(theme.span(Role::Title, format!("{number}{}", stage.staged.title())));
    left.push_span("  ");
    let room = usize::from(place.width - wide).saturating_sub(left.columns() + 14);
    if steps <= room {
        let done = glyphs.pick("▰", "#").repeat(step);
        let open = glyphs.pick("▱", ".").repeat(steps - step);
        left.push_span(theme.span(Role::Estimate, done));
        left.push_span(theme.span(Role::Dim, open));
        left.push_span("  ");
    }
    left.push_span(theme.span(Role::Dim, format!("{step}/{steps}")));
    let left_place = area::columns(place, place.x, place.width.saturating_sub(wide + 1));
    cx.line(left_place, &left);
    cx.line(area::right_from(place, place.right() - wide), &right);
}

fn look<'a>(place: Rect, roomy: bool, cx: &DrawContext<'a, '_>) -> Look<'a> {
    Look {
        theme: cx.theme,
        glyphs: cx.glyphs,
        width: place.width.into(),
        roomy,
        apart: false,
    }
}

/// Draws the slide with its question.
fn slide(
    shown: &Shown<'_>,
    scroll: usize,
    place: Rect,
    cx: &mut DrawContext<'_, '_>,
    hits: &mut HitMap,
) {
    let look = look(place, place.height >= ROOMY, cx);
    let whole = usize::from(place.height);
    // A slide begins at the same row on every step.
    let top = if look.roomy {
        whole / 8
    } else {
        (whole + 8) / 16
    };
    let laid = laid_out(shown, whole - top, look);
    let (pieces, gap, asked) = (&laid.pieces, laid.gap, &laid.asked);
    let high = laid.high();
    let room = (whole - top).saturating_sub(laid.below()).max(1);
    let scroll = scroll.min(high.saturating_sub(room));
    hits.push_view(Panel::LectureSlide, scroll, room);
    hits.push_wheel(place, Wheel::Panel(Panel::LectureSlide));
    let rect = |y: usize, height: usize| Rect {
        y: place.y + y as u16,
        height: height as u16,
        ..place
    };
    let mut y = 0;
    for piece in pieces {
        match piece {
            Piece::Rows(rows) => {
                for (at, row) in rows.iter().enumerate() {
                    let at = y + at;
                    if at >= scroll && at - scroll < room {
                        cx.line(rect(top + at - scroll, 1), row);
                    }
                }
            }
            Piece::Plot(figure, height) => {
                let from = y.saturating_sub(scroll);
                let height = (*height).min(room.saturating_sub(from));
                if y >= scroll && height >= 4 {
                    let theme = cx.theme;
                    plot::draw(figure, None, theme, rect(top + from, height), cx.frame);
                }
            }
        }
        y += piece.height() + gap;
    }
    if high > room {
        let style = cx.style(Role::Dim);
        let marks = cx.glyphs.pick(("▲", "▼"), ("^", "v"));
        if scroll > 0 {
            cx.words(
                area::right_from(rect(0, 1), place.right() - 1),
                marks.0,
                style,
            );
        }
        if scroll + room < high {
            let last = rect(top + room - 1, 1);
            cx.words(area::right_from(last, place.right() - 1), marks.1, style);
        }
    }
    let at = top + high.min(room) + gap.max(1);
    for (row, line) in asked.iter().enumerate() {
        if at + row < whole {
            cx.line(rect(at + row, 1), line);
        }
    }
}
