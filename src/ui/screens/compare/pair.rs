//! The two texts without the figures of the pair, for judging them by reading.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{TWO_COLUMNS, column, loading};
use crate::app::state::compare::{CompareState, Half};
use crate::collection::Collection;
use crate::ui::theme::Theme;

/// The areas of the left and right text. If there is no room for two, the one without focus is
/// empty.
fn columns(state: &CompareState, area: Rect) -> [Rect; 2] {
    let none = Rect {
        width: 0,
        height: 0,
        ..area
    };
    if area.width < TWO_COLUMNS - 4 {
        return match state.focus() {
            Half::Left => [area, none],
            Half::Right => [none, area],
        };
    }
    let left = Rect {
        width: area.width / 2,
        ..area
    };
    let right = Rect {
        x: left.right(),
        width: area.width - left.width,
        ..area
    };
    [left, right]
}

/// Passes the viewport sizes in `area` to `state`.
pub fn fit(state: &mut CompareState, area: Rect) {
    let columns = columns(state, area);
    let shown = columns.into_iter().find(|c| !c.is_empty());
    let shown = shown.unwrap_or_default();
    let [left, right] = columns.map(|part| {
        let window = column::window(state, if part.is_empty() { shown } else { part });
        (usize::from(window.width), usize::from(window.height))
    });
    state.fit(left, right);
}

/// Draws the texts, or a note that they are being loaded.
pub fn draw(
    state: &CompareState,
    collection: &Collection,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let known = |half| state.doc(half).index() < collection.len();
    if area.is_empty() || !known(Half::Left) || !known(Half::Right) {
        return;
    }
    let glyphs = theme.glyphs();
    if state.comparison().is_none() {
        return loading(state, collection, theme, glyphs, area, buffer);
    }
    for (half, part) in [Half::Left, Half::Right]
        .into_iter()
        .zip(columns(state, area))
    {
        if !part.is_empty() {
            column::draw(state, half, collection, theme, glyphs, part, buffer);
        }
    }
}
