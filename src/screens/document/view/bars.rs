//! Estimate, its interval, exact value and threshold of all neighbours on one axis.

use ratatui::layout::Rect;

use crate::app::names::Named;
use crate::cluster::Clustering;
use crate::engine::message::{DocumentView, Neighbour};
use crate::similarity::Measure;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::axis::{Axis, Interval};

/// What stands for a threshold of another measure: its line is not drawn.
const NONE: f64 = -1.0;

/// The axis of the neighbours of a view, `width` columns wide. The threshold is on it if it is one of the
/// Jaccard index.
pub fn axis(
    view: &DocumentView,
    collection: &Named,
    clustering: Option<&Clustering>,
    width: u16,
) -> Axis {
    let exists = |doc: crate::base::DocNo| doc.index() < collection.len();
    let shown = view.neighbours.iter().filter(|n| exists(n.doc));
    let least = shown.map(|n| n.estimate.interval().0.min(n.overlap.jaccard()));
    let least = least.fold(1.0, f64::min);
    let jaccard = clustering.filter(|c| c.measure == Measure::Jaccard);
    let mut axis = Axis::covering(least, width, jaccard.map_or(1.0, |c| c.threshold));
    if jaccard.is_none() {
        axis.threshold = NONE;
    }
    axis
}

/// Draws the interval of the estimate with the estimate in it, and over them the exact value.
pub fn draw(n: &Neighbour, axis: &Axis, cell: Rect, cx: &mut DrawContext<'_, '_>) {
    let (low, high) = n.estimate.interval();
    let interval = Interval {
        low,
        point: n.estimate.value(),
        high,
    };
    let styles = (cx.style(Role::Dim), cx.style(Role::Estimate));
    axis.draw(cell, Some(interval), styles, cx);
    let exact = cell.x + axis.column(n.overlap.jaccard());
    let sign = cx.glyphs.pick("◆", "#");
    let mark = area::columns(cell, exact, 1).intersection(cell);
    cx.words(mark, sign, cx.style(Role::Title));
}

/// The signs of the axis, explained.
pub fn legend(cx: &DrawContext<'_, '_>) -> String {
    let signs = cx
        .glyphs
        .pick(("●", "├─┤", "◆", "┃"), ("o", "[-]", "#", "|"));
    format!(
        "{} estimate  {} its 95% interval  {} exact  {} threshold",
        signs.0, signs.1, signs.2, signs.3
    )
}
