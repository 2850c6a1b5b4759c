//! The screen of one document: its metadata, its neighbours with all figures, and its text with the
//! parts that occur elsewhere highlighted.

mod header;
mod holders;
mod legend;
mod table;
mod text;

use ratatui::layout::Rect;

use crate::app::NamedDocuments;
use crate::cluster::Clustering;
use crate::config::Purpose;
use crate::engine::message::DocumentView;
use crate::review::ReviewState;
use crate::screens::document::state::{DocumentPanel, DocumentState};
use crate::ui::{DrawContext, PanelFrame, Role, Wheel, area};

/// The areas of the screen; an area may be empty.
struct Parts {
    header: Rect,
    table: Rect,
    /// The documents that contain the current text, if there is room: for copied text below the table, otherwise beside
    /// the text.
    holders: Rect,
    text: Rect,
}

/// Width in columns from which table and text are side by side.
const SIDE_BY_SIDE: u16 = 160;

/// Width in columns from which a panel beside the text lists the documents that contain it, and the width of the panel.
/// The text then has at least 80 columns.
const THREE_PANELS: u16 = 116;
const HOLDERS: u16 = 36;

/// Height in rows below which only the focused panel is shown.
const ONE_PANEL: u16 = 13;

fn parts(state: &DocumentState, area: Rect) -> Parts {
    let head = match area.height {
        0..=3 => 0,
        4..=11 => 1,
        _ => 2,
    };
    let (header, rest) = area::split_head(area, head);
    let none = Rect { height: 0, ..rest };
    let side_by_side = area.width >= SIDE_BY_SIDE && rest.height >= ONE_PANEL;
    let (table, text) = if side_by_side {
        // Prose reads best in lines of up to 88 characters.
        let prose = (rest.width * 12 / 25).clamp(64, 96);
        area::split_left(rest, rest.width - prose)
    } else if rest.height >= ONE_PANEL {
        let rows = table_rows(state) + 3;
        area::split_top(rest, rows.min((rest.height * 2 / 5).max(7)))
    } else {
        match state.panel {
            DocumentPanel::Neighbours => (rest, none),
            DocumentPanel::Text => (none, rest),
        }
    };
    let (table, text, holders) = if side_by_side && table.height >= 2 * ONE_PANEL {
        // If the table has few rows, the rest is for the documents with the current text.
        let rows = (table_rows(state) + 3).min(table.height - table.height / 4);
        let (table, holders) = area::split_top(table, rows);
        (table, text, holders)
    } else if text.width >= THREE_PANELS && !table.is_empty() {
        let (text, holders) = area::split_left(text, text.width - HOLDERS);
        (table, text, holders)
    } else {
        (table, text, none)
    };
    Parts {
        header,
        table,
        holders,
        text,
    }
}

/// Rows of the table, 2 to 500. Until they are counted, as many as most documents have.
fn table_rows(state: &DocumentState) -> u16 {
    let neighbours = |view: &DocumentView| {
        if view.counted {
            view.neighbours.len()
        } else {
            500
        }
    };
    let rows = match state.purpose {
        Purpose::NearDuplicates => state.view().map_or(0, neighbours),
        Purpose::CopiedText => state.sources().map_or(500, |view| view.sources.list.len()),
    };
    rows.clamp(2, 500) as u16
}

/// Passes the viewport sizes in `area` to `state`. Call it when the size changes or a view arrives;
/// it is cheap when nothing has changed.
pub fn fit(state: &mut DocumentState, area: Rect) {
    let parts = parts(state, area);
    let rows = usize::from(parts.table.height.saturating_sub(3));
    let window = text::window(state, text::inside(parts.text));
    let size = (usize::from(window.width), usize::from(window.height));
    state.fit(rows, size, parts.holders.height > 2);
}

/// Draws the screen.
pub fn draw(
    state: &DocumentState,
    collection: &NamedDocuments,
    (clustering, review): (Option<&Clustering>, Option<&ReviewState>),
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let area = area.intersection(cx.frame.area());
    if area.is_empty() || state.doc.index() >= collection.len() {
        return;
    }
    cx.hits.push_wheel(area, Wheel::Document);
    let parts = parts(state, area);
    header::draw(state, collection, clustering, parts.header, cx);
    let Some(view) = state.view() else {
        let below = area::below_from(area, parts.header.bottom());
        let inner = cx.panel(below, PanelFrame::default());
        let reading = "Reading the text and counting its neighbours …";
        return cx.centred(inner, &[(&cx.theme.own(reading), Role::Dim)]);
    };
    if parts.text.height > 0 {
        text::draw(state, view, collection, parts.text, cx);
    }
    if parts.holders.height > 2 {
        holders::draw(state, collection, parts.holders, cx);
    }
    if parts.table.height > 0 && state.purpose == Purpose::CopiedText {
        legend::draw((state, review), collection, parts.table, cx);
    } else if parts.table.height > 0 {
        table::draw(state, view, collection, clustering, parts.table, cx);
    }
}
