//! The Pairs screen: a list of all pairs, and below it the texts of the selected pair, at their longest passage.

mod list;

use ratatui::layout::Rect;

use crate::app::App;
use crate::screens::compare::view::pair;
use crate::screens::pairs::state::PairsState;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::widgets::{decision, paint};

/// Passes the size of the preview to `list`. The screen fills `area`.
pub fn fit(list: &mut PairsState, area: Rect) {
    let (_, below) = parts(list, area);
    if let Some(preview) = list.preview.as_deref_mut() {
        pair::fit(preview, below);
    }
}

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let (top, below) = parts(&app.pair_list, area);
    list::draw(app, top, cx);
    if app.stale() || app.pair_list.arranging() {
        paint::dim(cx.theme, top, cx.frame.buffer_mut());
    }
    let preview = app.pair_list.preview().zip(app.data.named.as_ref());
    let Some((preview, named)) = preview.filter(|_| below.height > 0) else {
        return;
    };
    let decision = decision::line(app, cx.theme).filter(|_| below.height > 4);
    let (row, texts) = area::split_top(below, u16::from(decision.is_some()));
    if let Some(decision) = decision {
        cx.line(area::indented(row), &decision);
    }
    pair::draw(preview, named, texts, cx);
}

/// Areas of the list and of the preview below it. The preview is empty if the list would have too few rows.
fn parts(list: &PairsState, area: Rect) -> (Rect, Rect) {
    let below = match area.height {
        _ if list.is_empty() => 0,
        0..=13 => 0,
        14..=17 => 5,
        18..=25 => 8,
        26..=38 => 12,
        _ => 17,
    };
    area::split_top(area, area.height - below)
}
