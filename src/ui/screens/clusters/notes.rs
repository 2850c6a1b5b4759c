//! The notes below the matrix of a cluster: the selected cell in full, the weakest bridge with the
//! components left without it, and the nearest documents outside.

use ratatui::text::{Line, Span};

use super::share::{two, two_beside};
use crate::app::App;
use crate::app::state::clusters::MATRIX_LIMIT;
use crate::base::DocNo;
use crate::base::units::count;
use crate::cluster::{Bridge, Cluster, Clustering};
use crate::collection::Collection;
use crate::typeset::figures;
use crate::ui::theme::{Role, Theme};

/// The lines below the matrix: the selected cell, then facts about the whole cluster.
pub fn lines<'a>(
    app: &App,
    theme: &Theme,
    collection: &Collection,
    clustering: &Clustering,
    cluster: &Cluster,
    width: u16,
) -> Vec<Line<'a>> {
    let dim = theme.style(Role::Dim);
    let number = |doc: DocNo| cluster.members.binary_search(&doc).map_or(0, |i| i + 1);
    let mut notes = Vec::new();
    if let Some(line) = cell(app, theme, collection, clustering, cluster, width) {
        notes.push(line);
    }
    if cluster.size() > MATRIX_LIMIT {
        let limit = count(MATRIX_LIMIT as u64);
        notes.push(Line::styled(
            format!("no matrix for more than {limit} members; Enter opens one with its neighbours"),
            dim,
        ));
    }
    let (measured, all) = cluster.measured;
    if measured < all {
        let text = format!(
            "figures from {} of {} pairs inside",
            count(measured),
            count(all)
        );
        notes.push(Line::styled(text, theme.style(Role::Warning)));
    }
    if let Some(bridge) = &cluster.bridge {
        notes.extend(bridge_lines(theme, bridge, number, width));
    }
    if let Some(outside) = &cluster.outside {
        let value = two_beside(outside.similarity, clustering.threshold);
        let tail = format!("  {value} to {}", number(outside.member));
        let room = usize::from(width).saturating_sub(14 + tail.len());
        notes.push(Line::from(vec![
            Span::styled("just outside  ", dim),
            Span::raw(figures::path(
                collection.id(outside.document),
                room,
                theme.glyphs(),
            )),
            Span::styled(tail, theme.style(Role::Exact)),
        ]));
    }
    notes
}

/// The selected value with all its decimals, and the full names of the two documents.
fn cell<'a>(
    app: &App,
    theme: &Theme,
    collection: &Collection,
    clustering: &Clustering,
    cluster: &Cluster,
    width: u16,
) -> Option<Line<'a>> {
    let (row, column) = app.clusters.cell(clustering)?;
    let (a, b) = (cluster.members[row], cluster.members[column]);
    let dim = theme.style(Role::Dim);
    let mut spans = vec![Span::styled(
        format!(
            "{} {} {}  ",
            row + 1,
            theme.glyphs().pick("—", "-"),
            column + 1
        ),
        theme.style(Role::Title),
    )];
    match app.clusters.matrix_of(cluster) {
        Some(matrix) => {
            let value = matrix.at(row, column);
            let same = collection.row(a).normalised == collection.row(b).normalised;
            spans.push(Span::styled(
                format!("exact {value:.4}"),
                theme.style(Role::Exact),
            ));
            let said = match value < clustering.threshold {
                _ if same => "  identical",
                true => "  below the threshold",
                false => "",
            };
            spans.push(Span::styled(said, theme.style(Role::Warning)));
        }
        None => spans.push(Span::styled(theme.own("counting …"), dim)),
    }
    let taken = Line::from(spans.clone()).width() + 2;
    let room = usize::from(width).saturating_sub(taken + 4) / 2;
    if room >= 10 {
        let (a, b) = (
            figures::path(collection.id(a), room, theme.glyphs()),
            figures::path(collection.id(b), room, theme.glyphs()),
        );
        spans.push(Span::styled(format!("  {a}, {b}"), dim));
    }
    Some(Line::from(spans))
}

fn bridge_lines<'a>(
    theme: &Theme,
    bridge: &Bridge,
    number: impl Fn(DocNo) -> usize,
    width: u16,
) -> Vec<Line<'a>> {
    let dim = theme.style(Role::Dim);
    let (a, b) = (number(bridge.a), number(bridge.b));
    let dash = theme.glyphs().pick("—", "-");
    let head = vec![
        Span::styled("weakest bridge  ", dim),
        Span::raw(format!("{a} {dash} {b}")),
        Span::styled(
            format!("  {}", two(bridge.similarity)),
            theme.style(Role::Exact),
        ),
    ];
    let numbers = |docs: &[DocNo]| {
        let all: Vec<usize> = docs.iter().map(|d| number(*d)).collect();
        ranges(&all)
    };
    let without = format!(
        "{{{}}} {{{}}}",
        numbers(&bridge.left),
        numbers(&bridge.right)
    );
    let without = match without.len() + 12 > usize::from(width) {
        true => format!("{} and {} documents", bridge.left.len(), bridge.right.len()),
        false => without,
    };
    let tail = vec![Span::styled("without it  ", dim), Span::raw(without)];
    let (head, tail) = (Line::from(head), Line::from(tail));
    if head.width() + tail.width() + 3 <= usize::from(width) {
        let mut one = head;
        one.spans.push(Span::raw("   "));
        one.spans.extend(tail.spans);
        return vec![one];
    }
    let indented: Vec<Span<'_>> = std::iter::once(Span::raw("    "))
        .chain(tail.spans)
        .collect();
    vec![head, Line::from(indented)]
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
