//! Stub until branch `screens` is merged.
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::app::state::compare::{CompareAction, CompareState};
use crate::cluster::Clustering;
use crate::collection::Collection;
use crate::ui::figures::Glyphs;
use crate::ui::theme::Theme;

/// Stub.
pub fn fit(_: &mut CompareState, _: Rect) {}

/// Stub.
pub fn draw_with(
    _: &CompareState,
    _: &Collection,
    _: Option<&Clustering>,
    _: &Theme,
    _: Glyphs,
    _: Rect,
    _: &mut Frame<'_>,
) -> Vec<(Rect, CompareAction)> {
    vec![]
}
