//! The notes below the matrix of a cluster: the selected cell in full, the weakest bridge with the
//! components left without it, and the nearest documents outside.

use super::share::SelectedCluster;
use ratatui::text::{Line, Span};

use super::merges;
use crate::app::App;
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::cluster::Bridge;
use crate::engine::why::verdict::below;
use crate::review::{Decision, DecisionTarget};
use crate::screens::clusters::state::MATRIX_LIMIT;
use crate::typeset::figures::{self, four_decimals};
use crate::ui::phrases::out_of;
use crate::ui::widgets::decision;
use crate::ui::widgets::two_beside;
use crate::ui::{LineWidth, Role, Theme};

/// The lines below the matrix: the selected cell, then facts about the whole cluster.
pub fn lines<'a>(
    app: &App,
    theme: &Theme,
    selection: SelectedCluster<'_>,
    width: u16,
) -> Vec<Line<'a>> {
    let cluster = selection.cluster;
    let number = |doc: DocNo| app.clusters.row_of(cluster, doc).map_or(0, |row| row + 1);
    let mut notes: Vec<_> = cell(app, theme, selection, width).into_iter().collect();
    notes.push(similarity(theme, selection));
    notes.extend(decision::line(app, theme));
    if cluster.size() > MATRIX_LIMIT {
        let limit = count(MATRIX_LIMIT as u64);
        let text = format!("no matrix of over {limit} members; Enter opens one");
        notes.push(theme.line(Role::Dim, text));
    }
    let (measured, all) = cluster.measured;
    if measured < all {
        let text = format!("figures from {} pairs inside", out_of(measured, all));
        notes.push(theme.line(Role::Warning, text));
    }
    notes.extend(apart(theme, selection));
    // Two members are connected only by the pair that is shown.
    let bridge = cluster.bridge.as_ref().filter(|_| cluster.size() > 2);
    match bridge {
        Some(bridge) => notes.extend(bridge_lines(theme, bridge, number, width)),
        None => notes.extend(merges::one_up_to(app, theme, selection)),
    }
    if let Some(outside) = &cluster.outside {
        let value = two_beside(outside.similarity, selection.clustering.threshold);
        let tail = format!("  {value} to {}", number(outside.member));
        let room = usize::from(width).saturating_sub(14 + tail.len());
        let id = selection.collection.id(outside.document);
        let name = figures::path(id, room, theme.glyphs());
        notes.push(Line::from(vec![
            theme.span(Role::Dim, "just outside  "),
            Span::raw(name),
            theme.span(Role::Exact, tail),
        ]));
    }
    notes
}

/// The least, the greatest and the mean similarity of two members.
fn similarity<'a>(theme: &Theme, selection: SelectedCluster<'_>) -> Line<'a> {
    let (cluster, threshold) = (selection.cluster, selection.clustering.threshold);
    let figure = |value| two_beside(value, threshold);
    let is_chain = cluster.is_chain(threshold);
    let role = if is_chain { Role::Warning } else { Role::Exact };
    let range = format!("{} to {}", figure(cluster.min), figure(cluster.max));
    Line::from(vec![
        theme.span(Role::Dim, "similarity "),
        theme.span(role, range),
        theme.span(Role::Dim, ", mean "),
        theme.span(Role::Exact, figure(cluster.mean)),
    ])
}

/// The pairs that people decided to be different: those that are together all the same, and all.
fn apart<'a>(theme: &Theme, selection: SelectedCluster<'_>) -> Vec<Line<'a>> {
    let inside = selection.cluster.cannot_link;
    let elsewhere = selection.clustering.cannot_link - inside;
    let line = |n: u64, what: &str, role| {
        let text = format!("decided different{what}: {}", counted(n, "pair", "pairs"));
        (n > 0).then(|| theme.line(role, text))
    };
    let inside = line(inside, ", held together by others", Role::Warning);
    let elsewhere = line(elsewhere, " in other places", Role::Dim);
    inside.into_iter().chain(elsewhere).collect()
}

/// The selected value with all its decimals, and the full names of the two documents.
fn cell<'a>(
    app: &App,
    theme: &Theme,
    selection: SelectedCluster<'_>,
    width: u16,
) -> Option<Line<'a>> {
    let (clustering, cluster) = (selection.clustering, selection.cluster);
    let (row, column) = app.clusters.cell(clustering)?;
    let members = app.clusters.in_order(cluster);
    let (a, b) = (members[row], members[column]);
    let dash = theme.glyphs().pick("—", "-");
    let cell = format!("{} {dash} {}  ", row + 1, column + 1);
    let mut line = Line::from(theme.span(Role::Title, cell));
    match app.clusters.value(cluster, row, column) {
        Some(value) => {
            let row = |doc| selection.collection.row(doc);
            let same = row(a).normalised == row(b).normalised;
            let remark = if same {
                "  identical"
            } else if is_decided_different(app, a, b) {
                "  decided different"
            } else if value < clustering.threshold {
                "  below the threshold"
            } else {
                ""
            };
            line.push_span(theme.span(Role::Exact, format!("exact {}", four_decimals(value))));
            line.push_span(theme.span(Role::Warning, remark));
        }
        None => line.push_span(theme.span(Role::Dim, theme.own("counting …"))),
    }
    let taken = line.columns() + 2;
    let room = usize::from(width).saturating_sub(taken + 4) / 2;
    if room >= 10 {
        let name = |doc| figures::path(selection.collection.id(doc), room, theme.glyphs());
        line.push_span(theme.span(Role::Dim, format!("  {}, {}", name(a), name(b))));
    }
    Some(line)
}

/// Whether two documents are decided to be different.
fn is_decided_different(app: &App, a: DocNo, b: DocNo) -> bool {
    let collection = app.data.collection.as_ref();
    let current = collection.and_then(|c| app.decisions.current(c, &DecisionTarget::pair(a, b)));
    current.and_then(|current| current.decision()) == Some(Decision::Different)
}

fn bridge_lines<'a>(
    theme: &Theme,
    bridge: &Bridge,
    number: impl Fn(DocNo) -> usize,
    width: u16,
) -> Vec<Line<'a>> {
    let (a, b) = (number(bridge.a), number(bridge.b));
    let dash = theme.glyphs().pick("—", "-");
    let mut head = Line::from(vec![
        theme.span(Role::Dim, "weakest bridge  "),
        Span::raw(format!("{a} {dash} {b}")),
        theme.span(Role::Exact, format!("  {}", below(bridge.similarity, 0.0))),
    ]);
    let (left, right) = (bridge.left.len(), bridge.right.len());
    let without = format!("without it  {left} and {right} documents");
    if head.columns() + without.len() + 3 > usize::from(width) {
        return vec![head, theme.line(Role::Dim, format!("    {without}"))];
    }
    head.push_span(theme.span(Role::Dim, format!("   {without}")));
    vec![head]
}
