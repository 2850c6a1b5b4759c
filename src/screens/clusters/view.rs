//! The first screen: a sentence, the histogram of pair similarities in one row, the list of clusters, and beside it the
//! differences of the representative and the member least similar to it, or the members.

mod differences;
mod list;
mod matrix;
mod members;
mod merges;
mod notes;
pub mod sentence;
pub mod share;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{App, NARROW};
use crate::screens::clusters::state::ClustersFocus;
use crate::ui::widgets::paint;
use crate::ui::{DrawContext, Theme, area};

/// Rows of the preview below the list.
const PREVIEW: u16 = 6;

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let area = sentence::draw(app, area, cx);
    let area = sentence::histogram(app, area, cx);
    panels(app, area, cx);
    if app.stale() {
        paint::dim(cx.theme, area, cx.frame.buffer_mut());
    }
}

/// The threshold up to which the selected cluster is one, if it has three documents or more and a matrix.
pub fn one_up_to<'a>(app: &App, theme: &Theme) -> Option<Line<'a>> {
    merges::one_up_to(app, theme, share::selection(app)?)
}

/// Draws the list, and beside it the preview or the members; on narrow terminals only the focused panel, with the
/// preview below the list.
fn panels(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let beside = match (app.clusters.reading, app.clusters.focus) {
        (false, ClustersFocus::Members) => members::draw,
        _ => differences::draw,
    };
    let in_list = !app.clusters.reading && app.clusters.focus == ClustersFocus::List;
    if area.width >= NARROW {
        let (left, right) = area::split_left(area, area.width * 11 / 20);
        list::draw(app, left, cx);
        beside(app, right, cx);
    } else if in_list {
        let below = if area.height >= 2 * PREVIEW {
            PREVIEW
        } else {
            0
        };
        let (above, below) = area::split_top(area, area.height - below);
        list::draw(app, above, cx);
        if below.height > 0 {
            differences::draw(app, below, cx);
        }
    } else {
        beside(app, area, cx);
    }
}
