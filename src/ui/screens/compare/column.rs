//! One of the two texts, highlighted by passage or by word, with numbers or signs in the gutter.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::gutter;
use crate::app::state::compare::{CompareState, Half, Mode, Text};
use crate::base::units::count;
use crate::collection::Collection;
use crate::settings::Unit;
use crate::typeset::figures::{self, Glyphs};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::along::Along;
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::{self, Panel, scrollbar};

/// The viewport of the text in column `area`: what frame and gutter leave.
#[must_use]
pub fn window(state: &CompareState, area: Rect) -> Rect {
    let inner = area.inner(Margin::new(1, 1));
    let gutter = gutter::width(state).min(inner.width / 3);
    // A blank before the frame, if there is room for one.
    let blank = u16::from(inner.width > 20);
    Rect {
        x: inner.x + gutter,
        width: inner.width - gutter - blank,
        ..inner
    }
}

/// Draws the text of `half` into `area`.
pub fn draw(
    state: &CompareState,
    half: Half,
    collection: &Collection,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    buffer: &mut Buffer,
) {
    let Some(text) = state.text(half) else { return };
    let window = window(state, area);
    let (wide, high) = (usize::from(window.width), usize::from(window.height));
    let rows = text.pane.rows(wide, high);
    let top = rows.first().map_or(0, |r| r.line + 1);
    let frame = titled(state, half, text, collection, theme, area.width, top);
    let inner = frame.draw(buffer, area, theme, glyphs);
    if text.pane.text().is_empty() {
        panel::centred(
            buffer,
            inner,
            &[("The text is empty.", theme.style(Role::Dim))],
        );
        return;
    }
    let disguised = disguised(state, half);
    for (row, y) in rows.iter().zip(window.y..inner.bottom()) {
        let mut hidden = Along::new(disguised, |span| *span, row);
        let mut seen = |byte: usize, style: Style| match hidden.at(byte) {
            Some(_) => paint::disguised(theme, style),
            None => style,
        };
        let line = Rect {
            y,
            height: 1,
            ..window
        };
        if let Some(words) = row.fold {
            let gutter = window.x - inner.x;
            let unit = state.comparison().map_or(Unit::Term, |c| c.unit);
            let same = unit.counted(words.into());
            gutter::fold(same, gutter, theme, glyphs, line, buffer);
            continue;
        }
        let left = Rect {
            x: inner.x,
            y,
            width: window.x - inner.x,
            height: 1,
        };
        if state.mode() == Mode::Shared {
            let mut at = Along::new(&text.stretches, |s| (s.start, s.end), row);
            paint::row(buffer, line, text.pane.text(), row, |byte| {
                seen(byte, shared(state, text, at.at(byte), byte, theme))
            });
            gutter::numbers(state, text, row, theme, glyphs, left, buffer);
        } else {
            let mut at = Along::new(&text.changed, |c| *c, row);
            let role = if half == Half::Left {
                Role::OnlyLeft
            } else {
                Role::OnlyRight
            };
            let current = state.change_span(half).unwrap_or_default();
            paint::row(buffer, line, text.pane.text(), row, |byte| {
                let style = match at.at(byte) {
                    Some(_) if current.0 <= byte && byte < current.1 => {
                        theme.style(role).add_modifier(Modifier::BOLD)
                    }
                    Some(_) => theme.style(role),
                    None => theme.style(Role::Text),
                };
                seen(byte, style)
            });
            if text.has_change(row.start, row.end) {
                let sign = if half == Half::Left { "-" } else { "+" };
                let style = theme
                    .style(role)
                    .remove_modifier(Modifier::CROSSED_OUT | Modifier::UNDERLINED);
                paint::words(
                    buffer,
                    left.x + 1,
                    y,
                    1,
                    sign,
                    style.add_modifier(Modifier::BOLD),
                );
            }
        }
    }
    scrollbar(
        buffer,
        area,
        text.pane.extent(wide, high),
        theme.style(Role::Dim),
        glyphs,
    );
}

/// Byte spans of the text that contain disguised characters.
fn disguised(state: &CompareState, half: Half) -> &[(usize, usize)] {
    let side = state.comparison().map(|c| {
        if c.left.doc == state.doc(half) {
            &c.left
        } else {
            &c.right
        }
    });
    side.map_or(&[], |side| &side.disguise.shown)
}

fn titled<'a>(
    state: &CompareState,
    half: Half,
    text: &Text,
    collection: &Collection,
    theme: &Theme,
    width: u16,
    top: usize,
) -> Panel<'a> {
    let dim = theme.style(Role::Dim);
    let lines = text.pane.lines() as u64;
    let corner = match lines {
        0 => String::new(),
        _ if width >= 56 => format!("line {} of {}", count(top as u64), count(lines)),
        _ => format!("line {}", count(top as u64)),
    };
    let room = usize::from(width).saturating_sub(corner.len() + 7);
    let side = match half {
        Half::Left => "left",
        Half::Right => "right",
    };
    let left_of_side = usize::from(width).saturating_sub(side.len() + 7);
    Panel {
        title: Line::from(Span::styled(
            figures::path(collection.id(state.doc(half)), room, theme.glyphs()),
            theme.style(Role::Title),
        )),
        corner: Line::from(corner),
        foot: Line::from(Span::styled(
            theme.own(&super::figures::words(state, half, left_of_side)),
            dim,
        )),
        foot_corner: Line::from(Span::styled(side, dim)),
        focused: half == state.focus(),
    }
}

/// The style of a byte when passages are highlighted. The current passage stands out, and shows
/// through where an earlier one overlaps it.
fn shared(
    state: &CompareState,
    text: &Text,
    stretch: Option<&crate::typeset::Stretch>,
    byte: usize,
    theme: &Theme,
) -> Style {
    let current = state.passage().filter(|i| {
        text.passages
            .get(*i)
            .is_some_and(|p| p.0 <= byte && byte < p.1)
    });
    match (current, stretch) {
        (Some(passage), _) => theme.passage(passage).add_modifier(Modifier::BOLD),
        (None, Some(stretch)) => theme.passage(stretch.passage),
        (None, None) => theme.style(Role::Text),
    }
}
