//! The Pairs screen: all pairs as a list, and below it the best passage of the pair under the cursor in both
//! texts.

mod columns;
mod empty;
mod list;
mod preview;

use ratatui::layout::Rect;

use crate::app::App;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::widgets::paint;

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let below = if app.pair_list.is_empty() {
        0
    } else {
        preview_height(area)
    };
    let (top, bottom) = area::split_top(area, area.height - below);
    list::draw(app, top, cx, hits);
    if app.stale() || app.pair_list.arranging() {
        paint::dim(cx.theme, top, cx.frame.buffer_mut());
    }
    if below > 0 {
        preview::draw(app, bottom, cx);
    }
}

/// Height of the preview in rows; 0 if the list would be left with too few.
fn preview_height(area: Rect) -> u16 {
    match area.height {
        0..=13 => 0,
        14..=17 => 5,
        18..=25 => 8,
        26..=38 => 12,
        _ => 17,
    }
}
