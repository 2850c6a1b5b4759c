//! One-line summary of the clustering: the same figures that `pairs` and `clusters` print.

use ratatui::text::{Line, Span};

use crate::app::App;
use crate::base::units::{count, counted};
use crate::cluster::Linkage;
use crate::typeset::figures;
use crate::ui::theme::{Role, Theme};

/// Number of clusters, of documents in them and size of the largest; `None` if they are not known
/// for the requested threshold.
fn clusters(app: &App) -> Option<(u64, u64, u64)> {
    if app.reanalysis.pending() {
        return None;
    }
    let clustering = app.data.clustering.as_ref()?;
    if (clustering.threshold - app.threshold).abs() < 1e-9 {
        let largest = clustering.clusters.iter().map(|c| c.size()).max();
        return Some((
            clustering.clusters.len() as u64,
            clustering.clustered() as u64,
            largest.unwrap_or(0) as u64,
        ));
    }
    // Until the clustering is updated, uses the dendrogram if it gives the same result (complete
    // pairs and single linkage).
    let pairs = app.data.pairs.as_ref()?;
    let tuning = app.tune.results.tuning.as_ref()?;
    let same = pairs.found.complete && clustering.linkage == Linkage::Single;
    let there = tuning
        .at(app.threshold)
        .filter(|_| same && !app.tune.results.waiting())?;
    Some((
        u64::from(there.clusters),
        u64::from(there.documents),
        u64::from(there.largest),
    ))
}

/// The summary, as much of it as fits in `width` columns.
pub fn foot<'a>(app: &App, theme: &Theme, width: u16) -> Line<'a> {
    let Some(pairs) = &app.data.pairs else {
        return Line::default();
    };
    // It is drawn on the frame: bold in the colour of text, not in that of the border.
    let (dim, bold) = (theme.style(Role::Dim), theme.style(Role::Title));
    let mut spans = vec![Span::styled(
        format!("at {}: ", figures::threshold(app.threshold)),
        theme.style(Role::Threshold),
    )];
    let known = !app.reanalysis.pending() && app.threshold >= pairs.found.floor;
    if !known {
        spans.push(Span::styled(theme.own("counting …"), dim));
        return Line::from(spans);
    }
    let found = app.data.histogram.at_or_above(pairs, app.threshold);
    let mut add = |n: u64, one: &str, many: &str, then: &str| {
        let text = counted(n, one, many);
        let (figure, noun) = text.split_once(' ').unwrap_or((&text, ""));
        spans.push(Span::styled(figure.to_owned(), bold));
        spans.push(Span::styled(format!(" {noun}{then}"), dim));
    };
    // The number of all pairs, shown if the method has missed some.
    let truth = app
        .tune
        .results
        .tuning
        .as_ref()
        .filter(|_| !app.tune.results.waiting());
    let all = truth
        .and_then(|tuning| tuning.at(app.threshold))
        .map(|there| there.pairs);
    let room = usize::from(width.saturating_sub(4));
    let of_all = match all {
        Some(all) if all != found => format!(" found of {}", count(all)),
        _ => String::new(),
    };
    let long = room >= 62;
    let noun = if long { "pair of documents" } else { "pair" };
    let nouns = if long { "pairs of documents" } else { "pairs" };
    add(found, noun, nouns, &of_all);
    if let Some((clusters, documents, largest)) = clusters(app) {
        let dot = theme.glyphs().pick(" · ", " | ");
        spans.push(Span::styled(dot, dim));
        spans.push(Span::styled(count(clusters), bold));
        spans.push(Span::styled(
            if clusters == 1 {
                " cluster"
            } else {
                " clusters"
            },
            dim,
        ));
        let tail = [
            (
                " with ",
                documents,
                if documents == 1 {
                    " document"
                } else {
                    " documents"
                },
            ),
            (", largest ", largest, ""),
        ];
        for (before, n, after) in tail {
            let width: usize = spans.iter().map(Span::width).sum();
            let figure = count(n);
            if width + before.len() + figure.len() + after.len() > room {
                break;
            }
            spans.push(Span::styled(before, dim));
            spans.push(Span::styled(figure, bold));
            spans.push(Span::styled(after, dim));
        }
    }
    Line::from(spans)
}
