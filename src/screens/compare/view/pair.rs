//! The two texts of a pair side by side, without figures: a part of the Compare screen and of the judging dialog.

use ratatui::layout::Rect;

use super::column;
use crate::app::NamedDocuments;
use crate::screens::compare::state::CompareState;
use crate::typeset::figures::path;
use crate::ui::{DrawContext, PanelFrame, Role, area};

/// Width in columns below which one text is shown at a time.
const TWO_COLUMNS: u16 = 76;

/// The areas of the left and right text. If there is no room for two, the one without focus is empty.
pub fn columns(state: &CompareState, area: Rect) -> [Rect; 2] {
    if area.width >= TWO_COLUMNS {
        return area::split_left(area, area.width / 2).into();
    }
    let mut columns = [Rect { height: 0, ..area }; 2];
    columns[state.focus] = area;
    columns
}

/// Passes the viewport sizes in `area` to `state`. A hidden column gets the size of the visible one, so that its layout
/// is valid when it is shown.
pub fn fit(state: &mut CompareState, area: Rect) {
    let columns = columns(state, area);
    let windows = columns.map(|part| {
        let part = if part.is_empty() {
            columns[state.focus]
        } else {
            part
        };
        let window = column::window(state, part);
        (usize::from(window.width), usize::from(window.height))
    });
    state.fit(windows, columns.iter().all(|part| !part.is_empty()));
}

/// Whether the collection has both documents.
pub fn is_loaded(state: &CompareState, collection: &NamedDocuments) -> bool {
    let docs = state.docs();
    docs.iter().all(|doc| doc.index() < collection.len())
}

/// Draws the texts, or a note that they are being loaded.
pub fn draw(
    state: &CompareState,
    collection: &NamedDocuments,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    if area.is_empty() || !is_loaded(state, collection) {
        return;
    }
    if state.comparison().is_none() {
        return loading(state, collection, area, cx);
    }
    for (column, part) in columns(state, area).into_iter().enumerate() {
        column::draw(state, column, collection, part, cx);
    }
}

/// Draws the names of the two documents, and a message that they are being compared.
pub fn loading(
    state: &CompareState,
    collection: &NamedDocuments,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let inner = cx.panel(area, PanelFrame::default());
    let room = usize::from(inner.width.saturating_sub(6));
    let names = state.docs();
    let [left, right] = names.map(|doc| path(collection.id(doc), room, cx.glyphs));
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
