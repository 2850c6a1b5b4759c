//! The Tune screen: a slider for every setting, and a plot of its effect on the corpus. Narrow
//! terminals have the sliders above it.

mod answer;
mod canvas;
mod changes;
mod empty;
mod figures;
mod head;
mod layout;
mod list_rows;
mod lists;
mod plot;
mod sliders;
mod state;
mod summary;
mod tabs;

use ratatui::layout::Rect;

use crate::app::App;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let parts = layout::parts(area);
    sliders::draw(app, parts.sliders, cx, hits);
    plot::draw(app, parts.plot, cx, hits);
}
