//! The Compare screen: all figures of a pair, strips that locate the shared parts, and the two
//! texts with each shared passage in the same colour and with the same number on both sides.

mod column;
mod figures;
mod gutter;
pub mod pair;
mod status;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::state::compare::{CompareAction, CompareState, Half};
use crate::collection::Collection;
use crate::typeset::figures::Glyphs;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel};
use crate::ui::widgets::strip::Strip;

/// Width in columns below which one text is shown at a time.
const TWO_COLUMNS: u16 = 80;

/// The areas of the screen; an area may be empty.
struct Parts {
    status: Rect,
    figures: Rect,
    /// Strip and column, left and right on the screen; if only one is shown, the other is empty.
    strips: [Rect; 2],
    columns: [Rect; 2],
}

fn parts(state: &CompareState, area: Rect) -> Parts {
    let mut y = area.y;
    let mut take = |height: u16, wanted: bool| {
        let height = if wanted { height } else { 0 };
        let part = Rect { y, height, ..area };
        y += height;
        part
    };
    let status = take(1, area.height >= 6);
    let tiers = figures::rows(state, area);
    let figures = take(tiers, tiers > 0);
    let strips = take(if area.height >= 18 { 2 } else { 1 }, area.height >= 10);
    let columns = Rect {
        y,
        height: area.bottom() - y,
        ..area
    };
    let halves = |part: Rect| {
        if area.width >= TWO_COLUMNS {
            let left = Rect {
                width: part.width / 2,
                ..part
            };
            [
                left,
                Rect {
                    x: left.right(),
                    width: part.width - left.width,
                    ..part
                },
            ]
        } else {
            let none = Rect {
                width: 0,
                height: 0,
                ..part
            };
            match state.focus() {
                Half::Left => [part, none],
                Half::Right => [none, part],
            }
        }
    };
    Parts {
        status,
        figures,
        strips: halves(strips),
        columns: halves(columns),
    }
}

/// Passes the viewport sizes in `area` to `state`. Call it when the size or the focus changes or a
/// comparison arrives; it is cheap when nothing has changed.
pub fn fit(state: &mut CompareState, area: Rect) {
    let parts = parts(state, area);
    let shown = parts
        .columns
        .into_iter()
        .find(|c| !c.is_empty())
        .unwrap_or_default();
    let [left, right] = parts.columns.map(|part| {
        // The hidden column gets the size of the visible one, so that its layout is valid when it
        // is shown.
        let window = column::window(state, if part.is_empty() { shown } else { part });
        (usize::from(window.width), usize::from(window.height))
    });
    state.fit(left, right);
}

/// Draws the screen; returns its click targets.
pub fn draw(
    state: &CompareState,
    collection: &Collection,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame<'_>,
) -> Vec<(Rect, CompareAction)> {
    draw_with(state, collection, theme, Glyphs::Unicode, area, frame)
}

/// Like [`draw`], with a given character set.
pub fn draw_with(
    state: &CompareState,
    collection: &Collection,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    frame: &mut Frame<'_>,
) -> Vec<(Rect, CompareAction)> {
    let area = area.intersection(frame.area());
    let mut targets = Vec::new();
    let known = |half| state.doc(half).index() < collection.len();
    if area.is_empty() || !known(Half::Left) || !known(Half::Right) {
        return targets;
    }
    let buffer = frame.buffer_mut();
    let parts = parts(state, area);
    targets.extend(status::draw(state, theme, parts.status, buffer));
    let Some(comparison) = state.comparison() else {
        loading(
            state,
            collection,
            theme,
            glyphs,
            Rect {
                y: parts.status.bottom(),
                height: area.height - parts.status.height,
                ..area
            },
            buffer,
        );
        return targets;
    };
    figures::draw(state, comparison, theme, parts.figures, buffer);
    for (half, (strip, part)) in [Half::Left, Half::Right]
        .into_iter()
        .zip(parts.strips.into_iter().zip(parts.columns))
    {
        targets.extend(overview(state, half, theme, glyphs, strip, part, buffer));
        if !part.is_empty() {
            column::draw(state, half, collection, theme, glyphs, part, buffer);
            if half != state.focus() {
                targets.push((part, CompareAction::FocusOn(half)));
            }
        }
    }
    targets
}

fn loading(
    state: &CompareState,
    collection: &Collection,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    buffer: &mut Buffer,
) {
    use crate::typeset::figures::path;
    let inner = Panel::default().draw(buffer, area, theme, glyphs);
    let room = usize::from(inner.width.saturating_sub(6));
    let [left, right] =
        [Half::Left, Half::Right].map(|half| path(collection.id(state.doc(half)), room, glyphs));
    let (title, dim) = (theme.style(Role::Title), theme.style(Role::Dim));
    let (one, _) = collection.settings().normalisation.unit.nouns();
    panel::centred(
        buffer,
        inner,
        &[
            (left.as_str(), title),
            (glyphs.pick("⇄", "and"), dim),
            (right.as_str(), title),
            (" ", dim),
            (&theme.own(&format!("Comparing {one} by {one} …")), dim),
        ],
    );
}

fn overview(
    state: &CompareState,
    half: Half,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    part: Rect,
    buffer: &mut Buffer,
) -> Vec<(Rect, CompareAction)> {
    let Some(text) = state.text(half).filter(|_| !area.is_empty()) else {
        return Vec::new();
    };
    let window = column::window(state, part);
    let strip = Strip {
        stretches: &text.stretches,
        length: text.pane.text().len(),
        window: text
            .pane
            .extent(usize::from(window.width), usize::from(window.height)),
        current: state.passage(),
    };
    strip.draw(buffer, area, theme, glyphs);
    let cells = area.width.saturating_sub(2);
    (0..cells)
        .map(|i| {
            let cell = Rect {
                x: area.x + 1 + i,
                width: 1,
                ..area
            };
            let thousandths = (u32::from(i) * 1000 + 500) / u32::from(cells);
            (cell, CompareAction::GoTo(half, thousandths as u16))
        })
        .collect()
}
