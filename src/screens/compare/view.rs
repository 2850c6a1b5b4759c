//! The Compare screen: the names and figures of a pair, strips that locate the shared parts, and the two
//! texts with each shared passage in the same colour and with the same number on both sides.

mod column;
mod figures;
pub mod pair;
mod status;

use ratatui::layout::Rect;

use crate::app::{Action, NamedDocuments};
use crate::screens::compare::state::{CompareAction, CompareState};
use crate::ui::widgets::strip::Strip;
use crate::ui::{DrawContext, Wheel, area};

/// The areas of the screen; an area may be empty.
struct Parts {
    status: Rect,
    figures: Rect,
    /// The strips of the two texts.
    strips: [Rect; 2],
    /// The two texts.
    texts: Rect,
    /// What the marks in the texts mean.
    legend: Rect,
}

fn parts(state: &CompareState, area: Rect) -> Parts {
    let (head, rest) = area::split_head(area, head_rows(state, area));
    let (status, figures) = area::split_top(head, u16::from(area.height >= 6));
    let strips = match area.height {
        0..=9 => 0,
        10..=17 => 1,
        _ => 2,
    };
    let (strips, rest) = area::split_top(rest, strips);
    let legend = u16::from(area.height >= 18);
    let (texts, legend) = area::split_top(rest, rest.height.saturating_sub(legend));
    Parts {
        status,
        figures,
        strips: pair::columns(state, strips),
        texts,
        legend,
    }
}

/// Rows of the title and the figures.
pub fn head_rows(state: &CompareState, area: Rect) -> u16 {
    u16::from(area.height >= 6) + figures::rows(state, area)
}

/// Passes the viewport sizes in `area` to `state`. Call it when the size or the focus changes or a
/// comparison arrives; it is cheap when nothing has changed.
pub fn fit(state: &mut CompareState, area: Rect) {
    let parts = parts(state, area);
    pair::fit(state, parts.texts);
}

/// Draws the screen.
pub fn draw(
    state: &CompareState,
    collection: &NamedDocuments,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let area = area.intersection(cx.frame.area());
    if area.is_empty() || !pair::is_loaded(state, collection) {
        return;
    }
    cx.hits.push_wheel(area, Wheel::Compare);
    let parts = parts(state, area);
    status::draw(state, collection, parts.status, cx);
    let Some(comparison) = state.comparison() else {
        let below = area::below_from(area, parts.status.bottom());
        return pair::loading(state, collection, below, cx);
    };
    figures::draw(state, comparison, parts.figures, cx);
    status::legend(state, parts.legend, cx);
    let columns = pair::columns(state, parts.texts);
    for (column, part) in columns.into_iter().enumerate() {
        overview(state, column, parts.strips[column], part, cx);
        column::draw(state, column, collection, part, cx);
        if !part.is_empty() && column != state.focus {
            let target = CompareAction::FocusOn(column);
            cx.hits.push(part, Action::Compare(target));
        }
    }
}

/// Draws the strip of a column, whose text is in `part`, into `area`.
fn overview(
    state: &CompareState,
    column: usize,
    area: Rect,
    part: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let Some(text) = state.text(column).filter(|_| !area.is_empty()) else {
        return;
    };
    let window = column::window(state, part);
    let (wide, high) = (usize::from(window.width), usize::from(window.height));
    let strip = Strip {
        stretches: &text.marks[state.mode.marks()].stretches,
        length: text.pane.text().len(),
        window: text.pane.extent(wide, high),
        current: state.passage(),
    };
    strip.draw(cx.frame.buffer_mut(), area, cx.theme, cx.glyphs);
}
