//! The merges of a cluster by single linkage as a tree, where there is room below its members: at which threshold it
//! falls apart, and into what.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::selection::Selection;
use super::share::not_above;
use crate::app::App;
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::tree::{self, Merge, Merges};

/// Most members of a tree.
const MOST: usize = 40;

/// Draws the tree with a line above, if there is room for both.
pub fn draw(app: &App, selection: Selection<'_>, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let Selection {
        collection,
        clustering,
        cluster,
    } = selection;
    let members = app.clusters.in_order(cluster);
    let size = members.len();
    let Some(matrix) = app.clusters.matrix_of(cluster) else {
        return;
    };
    if !(3..=MOST).contains(&size) || area.width < 40 {
        return;
    }
    let places = members.iter().map(|doc| cluster.members.binary_search(doc));
    let Ok(places) = places.collect::<Result<Vec<usize>, _>>() else {
        return;
    };
    let (order, merges) = merged(size, |a, b| matrix.at(places[a], places[b]));
    let digits = size.to_string().len();
    let room = usize::from(area.width) / 3;
    let names = order.iter().map(|row| {
        let name = figures::path(collection.id(members[*row]), room - digits - 1, cx.glyphs);
        format!("{:>digits$} {name}", row + 1)
    });
    let weakest = merges.last().map_or(1.0, |merge| merge.similarity);
    let tree = Merges {
        names: names.collect(),
        merges,
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

/// The merges by single linkage of so many items, most alike first, and the order of the items in which groups stand
/// together. Merges name items by their place in that order.
fn merged(size: usize, similarity: impl Fn(usize, usize) -> f64) -> (Vec<usize>, Vec<Merge>) {
    let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
    let mut pairs: Vec<(f64, usize, usize)> =
        pairs.map(|(a, b)| (similarity(a, b), a, b)).collect();
    pairs.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    let mut groups: Vec<Vec<usize>> = (0..size).map(|item| vec![item]).collect();
    let mut of: Vec<usize> = (0..size).collect();
    let mut merges = Vec::new();
    for (similarity, a, b) in pairs {
        let (one, other) = (of[a].min(of[b]), of[a].max(of[b]));
        if one == other {
            continue;
        }
        let right = std::mem::take(&mut groups[other]);
        for item in &right {
            of[*item] = one;
        }
        let left = groups[one].clone();
        groups[one].extend(&right);
        merges.push((left, right, similarity));
    }
    let order = groups.into_iter().find(|group| group.len() == size);
    let order = order.unwrap_or_default();
    let place = |items: Vec<usize>| {
        let at = |item: &usize| order.iter().position(|other| other == item).unwrap_or(0);
        items.iter().map(at).collect()
    };
    let merges = merges.into_iter().map(|(left, right, similarity)| Merge {
        left: place(left),
        right: place(right),
        similarity,
    });
    let merges = merges.collect();
    (order, merges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// At any threshold, the merges at or above it give the components of the pairs at or above it.
        #[test]
        fn merges_part_into_the_components_of_each_threshold(
            values in prop::collection::vec(0.0_f64..1.0, 66), size in 2_usize..12, at in 0.0_f64..1.0,
        ) {
            let similarity = |a: usize, b: usize| {
                let (a, b) = (a.min(b), a.max(b));
                values[b * (b - 1) / 2 + a]
            };
            let (order, merges) = merged(size, similarity);
            prop_assert_eq!(merges.len(), size - 1);
            prop_assert!(merges.windows(2).all(|two| two[0].similarity >= two[1].similarity));
            let mut group: Vec<usize> = (0..size).collect();
            for merge in merges.iter().filter(|merge| merge.similarity >= at) {
                // Groups stand together, so that no line crosses another.
                let mut all = [&merge.left[..], &merge.right[..]].concat();
                all.sort_unstable();
                prop_assert!(all.windows(2).all(|two| two[0] + 1 == two[1]));
                let to = group[order[merge.left[0]]];
                for item in &merge.right {
                    group[order[*item]] = to;
                }
                for item in &merge.left {
                    group[order[*item]] = to;
                }
            }
            let mut reach: Vec<Vec<bool>> = (0..size)
                .map(|a| (0..size).map(|b| a == b || similarity(a, b) >= at).collect())
                .collect();
            for through in 0..size {
                for a in 0..size {
                    for b in 0..size {
                        if reach[a][through] && reach[through][b] {
                            reach[a][b] = true;
                        }
                    }
                }
            }
            for a in 0..size {
                for b in 0..size {
                    prop_assert_eq!(group[a] == group[b], reach[a][b]);
                }
            }
        }
    }
}
