//! The first screen: list of clusters on the left, the selected cluster on the right and what its members share
//! and what differs, the histogram of pair similarities below. Wide terminals have a third column; narrow ones
//! show one panel at a time, as does zooming.

mod common;
mod details;
mod differences;
mod empty;
mod keep;
mod list;
mod matrix;
mod members;
mod merges;
mod notes;
mod pairs;
pub mod purpose;
mod selection;
mod share;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::state::clusters::{Aside, Focus};
use crate::app::{App, Border, NARROW, WIDE};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::Theme;
use crate::ui::widgets::paint;

/// Rows that the differences need below the members.
const DIFFERENCES: u16 = 8;

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let (line, area) = area::split_top(area, purpose::height(app, area));
    if line.height > 0 {
        purpose::draw(app, line, cx);
    }
    let alone = app.clusters.zoomed;
    let in_pairs = app.clusters.aside == Some(Aside::Pairs);
    let pairs = match alone {
        true if in_pairs => area.height,
        true => 0,
        false => pairs_height(app, area),
    };
    let (top, bottom) = area::split_top(area, area.height - pairs);
    if top.height > 0 {
        panels(app, top, alone || area.width < NARROW, cx, hits);
    }
    if app.stale() {
        paint::dim(cx.theme, top, cx.frame.buffer_mut());
    }
    if bottom.height > 0 {
        pairs::draw(app, bottom, cx, hits);
        if app.at_other_settings() {
            paint::dim(cx.theme, bottom, cx.frame.buffer_mut());
        }
    }
}

/// The threshold up to which the selected cluster is one, if it has three documents or more and a matrix.
pub fn one_up_to<'a>(app: &App, theme: &Theme) -> Option<Line<'a>> {
    merges::one_up_to(app, theme, selection::selection(app)?)
}

/// Draws the panels above the histogram, or only the one in hand.
fn panels(app: &App, area: Rect, alone: bool, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    if alone {
        return match (app.clusters.aside, app.clusters.focus) {
            (Some(Aside::Differences), _) => differences::draw(app, area, cx, hits),
            (_, Focus::List) => list::draw(app, area, cx, hits),
            (_, Focus::Members) => members::draw(app, area, cx, hits),
        };
    }
    let (left, middle, right) = columns(app, area);
    list::draw(app, left, cx, hits);
    if right.width > 0 {
        members::draw(app, middle, cx, hits);
        let (facts, below) = area::split_top(right, details::HEIGHT);
        details::draw(app, facts, cx);
        differences::draw(app, below, cx, hits);
        hits.push_border(Border::Clusters, middle.x, left.union(middle));
        return;
    }
    let wanted = members::height(app, middle).max(middle.height / 2);
    let rest = middle.height.saturating_sub(wanted);
    let (above, below) = match app.shows_differences() && rest >= DIFFERENCES {
        true => area::split_top(middle, wanted),
        false if app.shows_differences() && middle.height >= 2 * DIFFERENCES => {
            area::split_top(middle, middle.height - DIFFERENCES)
        }
        false => (
            middle,
            Rect {
                height: 0,
                ..middle
            },
        ),
    };
    members::draw(app, above, cx, hits);
    if below.height > 0 {
        differences::draw(app, below, cx, hits);
    }
    hits.push_border(Border::Clusters, middle.x, left.union(middle));
}

fn columns(app: &App, area: Rect) -> (Rect, Rect, Rect) {
    let (left, right) = if area.width >= WIDE {
        (area.width * 32 / 100, area.width * 28 / 100)
    } else {
        (area.width * 50 / 100, 0)
    };
    let two = area.width - right;
    let left = app.borders.left(Border::Clusters, two, left);
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
        26..=38 => 7,
        _ => 11,
    }
}
