//! The notes below the matrix of a cluster: the selected cell in full, the weakest bridge with the
//! components left without it, and the nearest documents outside.

use ratatui::text::{Line, Span};

use super::merges;
use super::selection::Selection;
use super::share::two_beside;
use crate::app::App;
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::cluster::Bridge;
use crate::engine::why::verdict::below;
use crate::review::{Decision, DecisionTarget};
use crate::screens::clusters::state::MATRIX_LIMIT;
use crate::typeset::figures::{self, four_decimals};
use crate::ui::phrases::out_of;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::decision;
use crate::ui::widgets::paint::LineWidth;

/// The lines below the matrix: the selected cell, then facts about the whole cluster.
pub fn lines<'a>(app: &App, theme: &Theme, selection: Selection<'_>, width: u16) -> Vec<Line<'a>> {
    let cluster = selection.cluster;
    let number = |doc: DocNo| app.clusters.row_of(cluster, doc).map_or(0, |row| row + 1);
    let mut notes: Vec<_> = cell(app, theme, selection, width).into_iter().collect();
    notes.push(alike(theme, selection));
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
    // Two members are held together by the one pair that is shown.
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

/// How alike the members are: the least, on average, the most.
fn alike<'a>(theme: &Theme, selection: Selection<'_>) -> Line<'a> {
    let (cluster, threshold) = (selection.cluster, selection.clustering.threshold);
    let figure = |value| two_beside(value, threshold).trim_start().to_owned();
    let role = if cluster.is_chain(threshold) {
        Role::Warning
    } else {
        Role::Exact
    };
    let dim = |text: &'static str| theme.span(Role::Dim, text);
    Line::from(vec![
        dim("alike: least "),
        theme.span(role, figure(cluster.min)),
        dim("  mean "),
        theme.span(Role::Exact, figure(cluster.mean)),
        dim("  most "),
        theme.span(Role::Exact, figure(cluster.max)),
    ])
}

/// The pairs that people decided to be different: those that are together all the same, and all.
fn apart<'a>(theme: &Theme, selection: Selection<'_>) -> Vec<Line<'a>> {
    let inside = selection.cluster.held_apart;
    let all = selection.clustering.held_apart;
    let mut lines = Vec::new();
    if inside > 0 {
        let text = format!(
            "decided different, held together by others: {}",
            counted(inside, "pair", "pairs")
        );
        lines.push(theme.line(Role::Warning, text));
    }
    if all > inside {
        let text = format!(
            "decided different in other places: {}",
            counted(all - inside, "pair", "pairs")
        );
        lines.push(theme.line(Role::Dim, text));
    }
    lines
}

/// The selected value with all its decimals, and the full names of the two documents.
fn cell<'a>(app: &App, theme: &Theme, selection: Selection<'_>, width: u16) -> Option<Line<'a>> {
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
            let remark = match value < clustering.threshold {
                _ if same => "  identical",
                _ if is_decided_different(app, a, b) => "  decided different",
                true => "  below the threshold",
                false => "",
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
    let width = usize::from(width);
    let (a, b) = (number(bridge.a), number(bridge.b));
    let dash = theme.glyphs().pick("—", "-");
    let head = Line::from(vec![
        theme.span(Role::Dim, "weakest bridge  "),
        Span::raw(format!("{a} {dash} {b}")),
        theme.span(Role::Exact, format!("  {}", below(bridge.similarity, 0.0))),
    ]);
    let numbers = |docs: &[DocNo]| {
        let mut all: Vec<usize> = docs.iter().map(|d| number(*d)).collect();
        all.sort_unstable();
        all.dedup();
        ranges(&all)
    };
    let (left, right) = (&bridge.left, &bridge.right);
    let mut without = format!("{{{}}} {{{}}}", numbers(left), numbers(right));
    if without.len() + 12 > width {
        without = format!("{} and {} documents", left.len(), right.len());
    }
    let label = "without it  ";
    let fits = head.columns() + label.len() + without.width() + 3 <= width;
    let tail = [theme.span(Role::Dim, label), Span::raw(without)];
    if fits {
        let gap = [Span::raw("   ")];
        return vec![Line::from_iter(
            head.spans.into_iter().chain(gap).chain(tail),
        )];
    }
    let indented = [Span::raw("    ")].into_iter().chain(tail);
    vec![head, Line::from_iter(indented)]
}

/// Ascending numbers as ranges: `1-4 7`.
fn ranges(numbers: &[usize]) -> String {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for n in numbers {
        match parts.last_mut() {
            Some((_, end)) if *end + 1 == *n => *end = *n,
            _ => parts.push((*n, *n)),
        }
    }
    let part = |(from, to): &(usize, usize)| match to - from {
        0 => format!("{from}"),
        1 => format!("{from} {to}"),
        _ => format!("{from}-{to}"),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn runs_of_numbers_are_written_short() {
        assert_eq!(ranges(&[1, 2, 3, 4, 7]), "1-4 7");
        assert_eq!(ranges(&[1, 2]), "1 2");
        assert_eq!(ranges(&[]), "");
    }
}
