//! The first screen: list of clusters on the left, the selected cluster on the right, the histogram
//! of pair similarities below. Wide terminals add a third column for the selected document; narrow
//! ones show one panel at a time.

mod common;
mod details;
mod empty;
mod keep;
mod list;
mod matrix;
mod members;
mod notes;
mod pairs;
mod purpose;
mod selection;
mod share;

use ratatui::layout::Rect;

use crate::app::state::clusters::Focus;
use crate::app::{App, NARROW, WIDE};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::widgets::paint;

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let (line, area) = area::split_top(area, purpose::height(app, area));
    if line.height > 0 {
        purpose::draw(app, line, cx);
    }
    let pairs = pairs_height(app, area);
    let (top, bottom) = area::split_top(area, area.height - pairs);
    if area.width < NARROW {
        match app.clusters.focus {
            Focus::List => list::draw(app, top, cx, hits),
            Focus::Members => members::draw(app, top, cx, hits),
        }
    } else {
        let (left, middle, right) = columns(top);
        list::draw(app, left, cx, hits);
        members::draw(app, middle, cx, hits);
        if right.width > 0 {
            details::draw(app, right, cx);
        }
    }
    if app.stale() {
        paint::dim(cx.theme, top, cx.frame.buffer_mut());
    }
    if pairs > 0 {
        pairs::draw(app, bottom, cx, hits);
        if app.at_other_settings() {
            paint::dim(cx.theme, bottom, cx.frame.buffer_mut());
        }
    }
}

fn columns(area: Rect) -> (Rect, Rect, Rect) {
    let (left, right) = if area.width >= WIDE {
        (area.width * 36 / 100, area.width * 25 / 100)
    } else {
        (area.width * 50 / 100, 0)
    };
    let (left, rest) = area::split_left(area, left);
    let (middle, right) = area::split_left(rest, rest.width - right);
    (left, middle, right)
}

/// Height of the histogram in rows; 0 if the list would be left with too few.
fn pairs_height(app: &App, area: Rect) -> u16 {
    if app.data.pairs.is_none() {
        return 0;
    }
    match area.height {
        0..=17 => 0,
        18..=25 => 6,
        26..=38 => 8,
        _ => 11,
    }
}
