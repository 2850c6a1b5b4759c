//! The merges of a cluster by single linkage as a tree, if there is room below its members. It shows the thresholds at
//! which the cluster splits, and its parts.

use super::share::SelectedCluster;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::App;
use crate::base::DocNo;
use crate::base::units::share;
use crate::cluster::Linkage;
use crate::engine::why::verdict::floored;
use crate::screens::clusters::state::MATRIX_LIMIT;
use crate::typeset::figures;
use crate::ui::widgets::name;
use crate::ui::widgets::tree::{self, Merges};
use crate::ui::{DrawContext, Role, Theme, area};

/// Draws the tree with a line above, if there is room for both.
pub fn draw(app: &App, selection: SelectedCluster<'_>, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let (clustering, cluster) = (selection.clustering, selection.cluster);
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
    let id = |doc: DocNo| selection.collection.id(doc);
    // With the numbers that the members have in the list.
    let order = merged.merges.order.iter();
    let docs: Vec<_> = order.map(|item| (*item, merged.documents[*item])).collect();
    let ids: Vec<&str> = docs.iter().map(|(_, doc)| id(*doc)).collect();
    let short = name::apart(&ids, room - digits - 1, cx.glyphs);
    let names = docs.iter().zip(short).map(|((item, doc), name)| {
        let number = members.iter().position(|member| member == doc);
        format!("{:>digits$} {name}", number.unwrap_or(*item) + 1)
    });
    let tree = Merges {
        names: names.collect(),
        merges: &merged.merges.merges,
        threshold: clustering.threshold,
    };
    let bar = figures::threshold(clustering.threshold);
    let rows = tree::rows(&tree, area.width.into(), (&not_above, &bar), cx.theme);
    // Without a bridge, the notes above have this information.
    let bridge = cluster.bridge.as_ref();
    let head = bridge.and_then(|_| one_up_to(app, cx.theme, selection));
    if rows.len() + usize::from(head.is_some()) > usize::from(area.height) {
        return;
    }
    let (first, below) = area::split_top(area, u16::from(head.is_some()));
    if let Some(line) = head {
        cx.line(first, &line);
    }
    cx.lines(below, &rows);
}

/// The threshold up to which a cluster is one; `None` of two documents, whose similarity it is, and of more than a
/// matrix shows.
pub fn one_up_to<'a>(app: &App, theme: &Theme, selection: SelectedCluster<'_>) -> Option<Line<'a>> {
    let (clustering, cluster) = (selection.clustering, selection.cluster);
    if !(3..=MATRIX_LIMIT).contains(&cluster.size()) {
        return None;
    }
    let weakest = match app.clusters.matrix_of(cluster) {
        Some(matrix) => Some(matrix.tree.as_ref()?.merges.weakest()),
        None => None,
    };
    let is_whole = weakest.is_none_or(|weakest| weakest >= clustering.threshold);
    let what = if is_whole && clustering.linkage == Linkage::Single {
        "one cluster up to a threshold of "
    } else {
        "by single linkage one cluster up to "
    };
    let value = weakest.map_or_else(|| theme.glyphs().cut().to_string(), not_above);
    Some(Line::from(vec![
        theme.span(Role::Dim, what),
        Span::styled(value, theme.style(Role::Exact)),
    ]))
}

/// A similarity at which a cluster splits, rounded down, so that the threshold as shown does not split it yet.
fn not_above(value: f64) -> String {
    share(floored(value))
}
