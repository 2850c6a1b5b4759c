//! The merges of a cluster by single linkage as a tree, where there is room below its members: at which threshold it
//! falls apart, and into what.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::common::{Common, start};
use super::selection::Selection;
use super::share::not_above;
use crate::app::App;
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::tree::{self, Merges};

/// Draws the tree with a line above, if there is room for both.
pub fn draw(app: &App, selection: Selection<'_>, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let Selection {
        collection,
        clustering,
        cluster,
    } = selection;
    let matrix = app.clusters.matrix_of(cluster);
    let Some(merged) = matrix.and_then(|matrix| matrix.tree.as_ref()) else {
        return;
    };
    if area.width < 40 {
        return;
    }
    let members = app.clusters.in_order(cluster);
    let digits = members.len().to_string().len();
    let room = usize::from(area.width) / 3;
    let ids: Vec<&str> = members.iter().map(|doc| collection.id(*doc)).collect();
    let common = Common {
        start: start(&ids),
        end: 0,
    };
    // With the numbers that the members have in the list, and without the folders that all share.
    let names = merged.merges.order.iter().map(|item| {
        let doc = merged.documents[*item];
        let number = members.iter().position(|member| *member == doc);
        let name = figures::path(
            common.rest(collection.id(doc)),
            room - digits - 1,
            cx.glyphs,
        );
        format!("{:>digits$} {name}", number.unwrap_or(*item) + 1)
    });
    let weakest = merged.merges.weakest();
    let tree = Merges {
        names: names.collect(),
        merges: &merged.merges.merges,
        threshold: clustering.threshold,
    };
    let says = |value: f64| not_above(value);
    let bar = figures::threshold(clustering.threshold);
    let rows = tree::rows(&tree, area.width.into(), (&says, &bar), cx.theme);
    if rows.len() + 1 > usize::from(area.height) {
        return;
    }
    let (head, below) = area::split_top(area, 1);
    let what = match weakest >= clustering.threshold {
        true => "one cluster up to a threshold of ",
        false => "by single linkage one cluster up to ",
    };
    let line = Line::from(vec![
        cx.theme.span(Role::Dim, what),
        Span::styled(not_above(weakest), cx.style(Role::Exact)),
    ]);
    cx.line(head, &line);
    cx.lines(below, &rows);
}
