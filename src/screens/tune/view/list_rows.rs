//! The rows of a list without a panel, below a plot.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{Action, App, Panel};
use crate::screens::tune::state::Focus;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::list::VisibleRows;

/// Draws the rows of a list of `len` that are visible in `area`, and a scroll bar right of them.
/// `line` returns the row at an index for a width in columns.
pub fn draw<'a>(
    app: &App,
    len: usize,
    line: impl Fn(usize, u16) -> Option<Line<'a>>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
    hits: &mut HitMap,
) {
    let list = app.tune.list();
    let visible = VisibleRows::new(Panel::PlotList, list, area.height.into(), len, hits);
    hits.push_wheel(area, Wheel::Panel(Panel::PlotList));
    for (row, i) in area.rows().zip(visible.from..len) {
        let row = area::columns(row, row.x, row.width.saturating_sub(1));
        let Some(text) = line(i, row.width) else {
            continue;
        };
        cx.line(row, &text);
        hits.push(row, Action::Row(Panel::PlotList, i));
        if i == list.selected {
            cx.select(row, app.tune.focus == Focus::Plot);
        }
    }
    // The bar excludes the rows of a frame, but this list has no frame.
    let framed = Rect {
        y: area.y.saturating_sub(1),
        height: area.height + 2,
        ..area
    };
    cx.scrollbar(framed, visible.extent());
}
