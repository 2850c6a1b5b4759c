//! The first screen: list of clusters on the left, the selected cluster on the right, the histogram
//! of pair similarities below. Wide terminals add a third column for the selected document; narrow
//! ones show one panel at a time.

mod details;
mod empty;
mod list;
mod matrix;
mod members;
mod notes;
mod pairs;
mod share;

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::app::state::clusters::Focus;
use crate::app::{App, NARROW, WIDE};
use crate::ui::hit_map::HitMap;
use crate::ui::theme::Theme;
use crate::ui::widgets::paint;

/// Draws the screen.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let pairs = pairs_height(app, area);
    let top = Rect {
        height: area.height - pairs,
        ..area
    };
    let bottom = Rect {
        y: area.y + top.height,
        height: pairs,
        ..area
    };
    if area.width < NARROW {
        match app.clusters.focus {
            Focus::List => list::draw(app, theme, top, frame, hits),
            Focus::Members => members::draw(app, theme, top, frame, hits),
        }
    } else {
        let (left, middle, right) = columns(top);
        list::draw(app, theme, left, frame, hits);
        members::draw(app, theme, middle, frame, hits);
        if right.width > 0 {
            details::draw(app, theme, right, frame);
        }
    }
    if app.stale() {
        paint::dim(theme, top, frame.buffer_mut());
    }
    if pairs > 0 {
        pairs::draw(app, theme, bottom, frame, hits);
        if app.at_other_settings() {
            paint::dim(theme, bottom, frame.buffer_mut());
        }
    }
}

fn columns(area: Rect) -> (Rect, Rect, Rect) {
    let (left, right) = if area.width >= WIDE {
        (area.width * 36 / 100, area.width * 25 / 100)
    } else {
        (area.width * 50 / 100, 0)
    };
    let middle = area.width - left - right;
    (
        Rect {
            width: left,
            ..area
        },
        Rect {
            x: area.x + left,
            width: middle,
            ..area
        },
        Rect {
            x: area.x + left + middle,
            width: right,
            ..area
        },
    )
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
