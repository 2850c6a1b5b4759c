//! The Tune screen: a slider for every setting, and a plot of its effect on the corpus. Wide
//! terminals show small plots below the main one; narrow ones put the sliders above it.

mod canvas;
mod changes;
mod empty;
mod figures;
mod layout;
mod list_frame;
mod lists;
mod plot;
mod sliders;
mod state;
mod summary;
mod tabs;

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::app::App;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::Theme;

/// Draws the screen.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let parts = layout::parts(area);
    sliders::draw(app, theme, parts.sliders, frame, hits);
    plot::draw(app, theme, parts.plot, frame, hits);
    canvas::small(app, theme, parts.below, frame, hits);
}
