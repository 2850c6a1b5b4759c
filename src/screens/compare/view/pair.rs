//! The two texts of a pair side by side, without its figures: part of the Compare screen, and alone
//! for judging them by reading.

use ratatui::layout::Rect;

use super::column;
use crate::app::names::Named;
use crate::screens::compare::state::{CompareState, Half};
use crate::typeset::figures::path;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Width in columns below which one text is shown at a time.
const TWO_COLUMNS: u16 = 76;

/// The areas of the left and right text. If there is no room for two, the one without focus is
/// empty.
fn columns(state: &CompareState, area: Rect) -> [Rect; 2] {
    halves(state, area, area.width >= TWO_COLUMNS)
}

/// The left and right half of `area`, or if there is no room for `two` all of it for the half that
/// has the focus, and an empty area for the other.
pub fn halves(state: &CompareState, area: Rect, two: bool) -> [Rect; 2] {
    if two {
        let (left, right) = area::split_left(area, area.width / 2);
        return [left, right];
    }
    let none = Rect {
        width: 0,
        height: 0,
        ..area
    };
    match state.focus {
        Half::Left => [area, none],
        Half::Right => [none, area],
    }
}

/// Passes the viewport sizes in `area` to `state`.
pub fn fit(state: &mut CompareState, area: Rect) {
    fit_columns(state, columns(state, area));
}

/// Passes the viewport sizes in `columns` to `state`. The hidden column gets the size of the visible
/// one, so that its layout is valid when it is shown.
pub fn fit_columns(state: &mut CompareState, columns: [Rect; 2]) {
    let shown = columns.into_iter().find(|c| !c.is_empty());
    let shown = shown.unwrap_or_default();
    let [left, right] = columns.map(|part| {
        let window = column::window(state, if part.is_empty() { shown } else { part });
        (usize::from(window.width), usize::from(window.height))
    });
    state.fit(left, right, columns.iter().all(|part| !part.is_empty()));
}

/// Whether the collection has both documents.
pub fn is_loaded(state: &CompareState, collection: &Named) -> bool {
    [Half::Left, Half::Right].map(|half| state.doc(half).index() < collection.len()) == [true; 2]
}

/// Draws the texts, or a note that they are being loaded.
pub fn draw(state: &CompareState, collection: &Named, area: Rect, cx: &mut DrawContext<'_, '_>) {
    if area.is_empty() || !is_loaded(state, collection) {
        return;
    }
    if state.comparison().is_none() {
        return loading(state, collection, area, cx);
    }
    for (half, part) in [Half::Left, Half::Right]
        .into_iter()
        .zip(columns(state, area))
    {
        column::draw(state, half, collection, part, cx);
    }
}

/// Draws the names of the two documents, and that they are being compared.
pub fn loading(state: &CompareState, collection: &Named, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let inner = cx.panel(area, PanelFrame::default());
    let room = usize::from(inner.width.saturating_sub(6));
    let name = |half| path(collection.id(state.doc(half)), room, cx.glyphs);
    let (left, right) = (name(Half::Left), name(Half::Right));
    let (one, _) = collection.settings().normalisation.unit.nouns();
    let comparing = cx.theme.own(&format!("Comparing {one} by {one} …"));
    cx.centred(
        inner,
        &[
            (&left, Role::Title),
            (cx.glyphs.pick("⇄", "and"), Role::Dim),
            (&right, Role::Title),
            (" ", Role::Dim),
            (&comparing, Role::Dim),
        ],
    );
}
