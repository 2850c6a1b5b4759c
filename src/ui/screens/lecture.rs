//! The Lecture screen: the stage with its steps and its parameter in the first row, below it the slide, and at the
//! bottom the question. What is longer than the screen is scrolled; the question always stays.

mod big;
mod block;
mod look;
mod number_line;
mod question;
mod tree;

use ratatui::layout::Rect;
use ratatui::text::Line;

use look::{Look, Row};

use crate::app::state::lecture::{LectureState, Shown};
use crate::app::{Action, Command, Panel};
use crate::lecture::Block;
use crate::plot::Figure;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::Role;
use crate::ui::widgets::plot;

/// The widest slide; on wider screens it stands in the middle.
const WIDEST: u16 = 116;

/// Rows of a plot, at least.
const PLOT: usize = 10;

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
    header(&shown, area::indented(head), cx);
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
fn header(shown: &Shown<'_>, place: Rect, cx: &mut DrawContext<'_, '_>) {
    let stage = shown.stage;
    let look = look(place, false, cx);
    let (theme, glyphs) = (cx.theme, cx.glyphs);
    let mut right = Line::default();
    let seed = stage.staged.setup.sketching.seed;
    if seed != crate::settings::Sketching::default().seed || place.width >= 100 {
        right.push_span(theme.span(Role::Dim, format!("seed {seed}{}", theme.dot())));
    }
    let (open, close) = glyphs.pick(("‹", "›"), ("<", ">"));
    let dial = look.signs(&stage.dial);
    right.push_span(theme.span(Role::Threshold, format!("{open}{dial}{close}")));
    let wide = (right.width() as u16).min(place.width);
    let (step, steps) = shown.step;
    let mut left = Line::default();
    let number = stage.staged.kind.number();
    left.push_span(theme.span(
        Role::Title,
        format!("{number} {}", look.signs(&stage.title)),
    ));
    left.push_span("  ");
    let room = usize::from(place.width - wide).saturating_sub(left.width() + 14);
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

/// A block as it is laid out: its rows, or a plot and its height.
enum Piece<'a> {
    Rows(Vec<Row>),
    Plot(&'a Figure, usize),
}

impl Piece<'_> {
    fn height(&self) -> usize {
        match self {
            Piece::Rows(rows) => rows.len(),
            Piece::Plot(_, height) => *height,
        }
    }
}

/// Rows of all pieces with `gap` empty rows between two.
fn height(pieces: &[Piece<'_>], gap: usize) -> usize {
    let all: usize = pieces.iter().map(Piece::height).sum();
    all + pieces.len().saturating_sub(1) * gap
}

/// How the rows of tables and answers stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// With an empty row between two.
    Apart,
    /// Row below row.
    Close,
    /// Row below row, and the answers of a question beside each other.
    Crowded,
}

/// How a slide and its question are laid out.
struct LaidOut<'a> {
    pieces: Vec<Piece<'a>>,
    /// Empty rows between two pieces.
    gap: usize,
    asked: Vec<Row>,
}

impl LaidOut<'_> {
    /// Rows of the slide.
    fn high(&self) -> usize {
        height(&self.pieces, self.gap)
    }

    /// Rows of the question, with those above it.
    fn below(&self) -> usize {
        match self.asked.len() {
            0 => 0,
            rows => rows + self.gap.max(1),
        }
    }
}

/// Lays out a slide in `room` rows, as widely as it fits them; it may need more. A plot, else a large number, takes
/// what the others leave.
fn laid_out<'a>(shown: &Shown<'a>, room: usize, look: Look<'_>) -> LaidOut<'a> {
    let slide = shown.slide;
    let with = |gap: usize, style: Style| {
        let apart = style == Style::Apart;
        let look = Look { apart, ..look };
        let piece = |block: &'a Block| match (block, block::rows(block, 0, look)) {
            (Block::Plot(figure), _) => Piece::Plot(figure, PLOT),
            (_, rows) => Piece::Rows(rows.unwrap_or_default()),
        };
        let question = slide.question.as_ref();
        let asked = question.map(|question| match style {
            Style::Crowded => question::crowded(question, shown, look),
            _ => question::rows(question, shown, look),
        });
        LaidOut {
            pieces: slide.blocks.iter().map(piece).collect(),
            gap,
            asked: asked.unwrap_or_default(),
        }
    };
    // A large number has room before gaps have.
    let large = slide
        .blocks
        .iter()
        .any(|block| matches!(block, Block::Big { .. }));
    let wider = [
        (4, Style::Apart),
        (3, Style::Apart),
        (2, Style::Apart),
        (1, Style::Apart),
        (2, Style::Close),
        (1, Style::Close),
        (1, Style::Crowded),
    ];
    let skipped = match (look.roomy, large) {
        (true, false) => 0,
        (true, true) => 1,
        (false, false) => 2,
        (false, true) => 5,
    };
    let wider = wider.into_iter().skip(skipped);
    let wider = wider.map(|(gap, style)| with(gap, style));
    let mut fitting = wider.filter(|laid| laid.high() + laid.below() <= room);
    let mut laid = fitting.next().unwrap_or_else(|| with(0, Style::Crowded));
    let spare = room.saturating_sub(laid.high() + laid.below());
    let has_plot = laid
        .pieces
        .iter()
        .any(|piece| matches!(piece, Piece::Plot(..)));
    for (piece, block) in laid.pieces.iter_mut().zip(&slide.blocks) {
        match (piece, block) {
            (Piece::Plot(_, height), _) => *height += spare.min(look.width / 3),
            (Piece::Rows(rows), Block::Big { .. }) if !has_plot => {
                let room = rows.len() + spare;
                *rows = block::rows(block, room, look).unwrap_or_default();
                break;
            }
            _ => {}
        }
    }
    laid
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
