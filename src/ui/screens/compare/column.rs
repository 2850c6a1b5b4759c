//! One of the two texts, highlighted by passage or by word, with numbers or signs in the gutter.

use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::gutter;
use crate::app::names::Named;
use crate::app::state::compare::{CompareState, Half, Marks, Mode};
use crate::base::pages::page_of_line;
use crate::base::units::count;
use crate::settings::Unit;
use crate::typeset::figures::{self, Glyphs};
use crate::typeset::names;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::phrases::out_of;
use crate::ui::theme::{Depth, Role, Theme};
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::span_cursor::SpanCursor;

/// The viewport of the text in column `area`: what frame and gutter leave.
pub fn window(state: &CompareState, area: Rect) -> Rect {
    let inner = area.inner(Margin::new(1, 1));
    let gutter = gutter::width(state).min(inner.width / 3);
    // A blank before the frame, if there is room for one.
    let blank = u16::from(inner.width > 20);
    area::columns(inner, inner.x + gutter, inner.width - gutter - blank)
}

/// Draws the text of `half` into `area`, unless that is empty.
pub fn draw(
    state: &CompareState,
    half: Half,
    collection: &Named,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let Some(text) = state.text(half).filter(|_| !area.is_empty()) else {
        return;
    };
    let theme = cx.theme;
    let window = window(state, area);
    let (wide, high) = (usize::from(window.width), usize::from(window.height));
    let rows = text.pane.rows(wide, high);
    let top = rows.first().map_or(0, |r| r.line + 1);
    let inner = cx.panel(
        area,
        framed(state, half, collection, top, area.width, theme),
    );
    if text.pane.text().is_empty() {
        return cx.centred(inner, &[("The text is empty.", Role::Dim)]);
    }
    let side = side(half);
    let disguised = disguised(state, half);
    let masked = text_of(state, half).map_or(&[][..], |side| &side.masked);
    // Where passages are most of a text, they are plain, and what stands between them is marked.
    let of_passages = state.mode() == Mode::Passages && theme.depth() != Depth::None;
    let marks = of_passages.then(|| text.marks(state.mode()));
    let marks = marks.filter(|marks| mostly_shared(marks, text.pane.text()));
    let own = marks.is_some();
    let between = marks.map_or_else(Vec::new, |marks| between(marks, text.pane.text()));
    for (row, y) in rows.iter().zip(window.y..inner.bottom()) {
        let mut hidden = SpanCursor::new(disguised, |span| *span, row);
        let mut masked = SpanCursor::new(masked, |span| (span.start, span.end), row);
        let mut seen = |byte: usize, style: Style| {
            let style = match masked.at(byte) {
                Some(_) => theme.style(Role::Dim),
                None => style,
            };
            match hidden.at(byte) {
                Some(_) => paint::disguised(theme, style),
                None => style,
            }
        };
        let line = area::row(window, y);
        let (left, _) = area::split_left(area::row(inner, y), window.x - inner.x);
        if row.blank {
            cx.words(line, cx.glyphs.pick("┊", ":"), cx.style(Role::Dim));
            continue;
        }
        if let Some(words) = row.fold {
            let unit = state.comparison().map_or(Unit::Term, |c| c.unit);
            gutter::fold(unit.counted(words.into()), left, line, cx);
            continue;
        }
        if !state.mode().by_words() {
            let marks = text.marks(state.mode());
            let source = text.pane.text();
            let mut at = SpanCursor::new(&marks.stretches, |s| (s.start, s.end), row);
            let changed = theme.changed(side.changed);
            let mut own_words = SpanCursor::new(&between, |span| *span, row);
            paint::row(cx.buffer(), line, source, row, |byte| {
                let stretch = at.at(byte);
                let style = match stretch {
                    None if own_words.at(byte).is_some() => theme.own_words(),
                    _ => shared(state, marks, stretch, byte, (changed, own), theme),
                };
                seen(byte, style)
            });
            gutter::numbers(state, marks, row, left, cx);
        } else {
            let mut at = SpanCursor::new(&text.changed, |c| *c, row);
            let changed = theme.changed(side.changed);
            let current = state.change_span(half).unwrap_or_default();
            paint::row(cx.buffer(), line, text.pane.text(), row, |byte| {
                let style = match at.at(byte) {
                    Some(_) if current.0 <= byte && byte < current.1 => {
                        changed.add_modifier(Modifier::BOLD)
                    }
                    Some(_) => changed,
                    None => theme.style(Role::Text),
                };
                seen(byte, style)
            });
            if text.has_change(row.start, row.end) {
                let style = changed
                    .remove_modifier(Modifier::CROSSED_OUT | Modifier::UNDERLINED)
                    .add_modifier(Modifier::BOLD);
                cx.words(area::columns(left, left.x + 1, 1), side.sign, style);
            }
        }
    }
    cx.scrollbar(area, text.pane.extent(wide, high));
}

/// How a side is named, and how words that only it has are shown.
struct ColumnSide {
    name: &'static str,
    changed: bool,
    sign: &'static str,
}

fn side(half: Half) -> ColumnSide {
    match half {
        Half::Left => ColumnSide {
            name: "left",
            changed: false,
            sign: "-",
        },
        Half::Right => ColumnSide {
            name: "right",
            changed: true,
            sign: "+",
        },
    }
}

/// Byte spans of the text that contain disguised characters.
fn disguised(state: &CompareState, half: Half) -> &[(usize, usize)] {
    text_of(state, half).map_or(&[], |side| &side.disguise.shown)
}

/// The document in a column.
fn text_of(state: &CompareState, half: Half) -> Option<&crate::engine::message::Side> {
    let c = state.comparison()?;
    let left = c.left.doc == state.doc(half);
    Some(if left { &c.left } else { &c.right })
}

fn framed<'a>(
    state: &CompareState,
    half: Half,
    named: &Named,
    top: usize,
    width: u16,
    theme: &Theme,
) -> PanelFrame<'a> {
    let lines = state.text(half).map_or(0, |text| text.pane.lines()) as u64;
    let top = top as u64;
    let page = state.text(half).and_then(|text| {
        let page = page_of_line(text.pane.text(), top as usize)?;
        Some(format!("page {page}{}", theme.dot()))
    });
    let page = page.unwrap_or_default();
    let corner = match lines {
        0 => String::new(),
        _ if width >= 56 => format!("{page}line {}", out_of(top, lines)),
        _ => format!("{page}line {}", count(top)),
    };
    let room = usize::from(width).saturating_sub(corner.chars().count() + 7);
    let side = side(half).name;
    let left_of_side = usize::from(width).saturating_sub(side.len() + 7);
    let words = super::figures::words(state, half, left_of_side);
    let date = match half {
        Half::Left => &state.dates[0],
        Half::Right => &state.dates[1],
    };
    let date = date.as_ref().filter(|_| !named.hidden());
    let date = date.filter(|date| room >= date.len() + 14);
    let date = date.map(|date| format!("  {date}")).unwrap_or_default();
    let title = title(
        state,
        half,
        named,
        room.saturating_sub(date.len()),
        theme.glyphs(),
    );
    let mut title = Line::from(theme.span(Role::Title, title));
    if !date.is_empty() {
        title.push_span(theme.span(Role::Dim, date));
    }
    PanelFrame {
        title,
        corner: Line::from(corner),
        foot: theme.span(Role::Dim, theme.own(&words)).into(),
        foot_corner: theme.span(Role::Dim, side).into(),
        focused: half == state.focus(),
    }
}

/// The name of a side in at most `room` columns; where that of the other would read the same, with what tells them
/// apart.
fn title(state: &CompareState, half: Half, named: &Named, room: usize, glyphs: Glyphs) -> String {
    let own = named.id(state.doc(half));
    let other = named.id(state.doc(half.other()));
    let short = |id: &str| figures::path(id, room, glyphs);
    match own != other && short(own) == short(other) {
        true => names::apart([own, other], [room; 2], glyphs)[0].clone(),
        false => short(own),
    }
}

/// Whether passages are most of a text. What stands in none is marked then, and passages are plain.
fn mostly_shared(marks: &Marks, text: &str) -> bool {
    let shared: usize = marks.stretches.iter().map(|s| s.end - s.start).sum();
    2 * shared > text.len()
}

/// The parts of a text between passages, from their first letter or digit to their last.
fn between(marks: &Marks, text: &str) -> Vec<(usize, usize)> {
    let ends = marks.stretches.iter().map(|s| (s.start, s.end));
    let (mut at, mut parts) = (0, Vec::new());
    for (start, end) in ends.chain([(text.len(), text.len())]) {
        let part = text.get(at..start).unwrap_or("");
        let word = |c: char| c.is_alphanumeric();
        let last = part.char_indices().rfind(|(_, c)| word(*c));
        if let Some((first, (last, c))) = part.find(word).zip(last) {
            parts.push((at + first, at + last + c.len_utf8()));
        }
        at = at.max(end);
    }
    parts
}

/// The style of a byte when passages are highlighted; passages are text as any other where that is `plain`. The current passage stands out, and shows
/// through where an earlier one overlaps it. Words of a bridged passage that the other side lacks are shown as
/// differences.
fn shared(
    state: &CompareState,
    marks: &Marks,
    stretch: Option<&crate::typeset::Stretch>,
    byte: usize,
    (changed, plain): (Style, bool),
    theme: &Theme,
) -> Style {
    let current = state.passage().filter(|i| {
        marks
            .passages
            .get(*i)
            .is_some_and(|p| p.0 <= byte && byte < p.1)
    });
    let (passage, style) = match (current, stretch) {
        (Some(passage), _) => (passage, theme.chosen_passage(passage)),
        // Once a passage is chosen, the others are plain text with their numbers beside it.
        (None, Some(stretch)) if state.passage().is_some() => {
            (stretch.passage, theme.style(Role::Text))
        }
        (None, Some(stretch)) if plain => (stretch.passage, theme.style(Role::Text)),
        (None, Some(stretch)) => (stretch.passage, theme.passage(stretch.passage)),
        (None, None) => return theme.style(Role::Text),
    };
    match marks.differs(passage, byte) {
        // The underline of the passage goes on; italics tell the word apart without colour.
        true if current.is_none() && state.passage().is_some() => style,
        true => style.patch(changed).add_modifier(Modifier::ITALIC),
        false => style,
    }
}
