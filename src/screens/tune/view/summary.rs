//! One-line summary of the clustering: the same figures that `pairs` and `clusters` print.

use ratatui::text::Line;

use crate::app::App;
use crate::base::units::count;
use crate::cluster::Linkage;
use crate::typeset::figures;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint::LineWidth;

/// Numbers of the clusters at the threshold.
struct ClusterCounts {
    clusters: u64,
    /// Documents in clusters.
    documents: u64,
    /// Documents in the largest.
    largest: u64,
}

/// The clusters in numbers; `None` if they are not known for the requested threshold.
fn clusters(app: &App) -> Option<ClusterCounts> {
    if app.reanalysis.pending() {
        return None;
    }
    let clustering = app.data.clustering.as_ref()?;
    if (clustering.threshold - app.threshold).abs() < 1e-9 {
        let largest = clustering.clusters.iter().map(|c| c.size()).max();
        return Some(ClusterCounts {
            clusters: clustering.clusters.len() as u64,
            documents: clustering.clustered() as u64,
            largest: largest.unwrap_or(0) as u64,
        });
    }
    // Until the clustering is updated, uses the dendrogram if it gives the same result (complete
    // pairs and single linkage).
    let pairs = app.data.pairs.as_ref()?;
    let results = &app.tune.results;
    let same = pairs.info.complete && clustering.linkage == Linkage::Single;
    let there = results.tuning.as_ref()?.at(app.threshold)?;
    (same && !results.waiting()).then(|| ClusterCounts {
        clusters: there.clusters.into(),
        documents: there.documents.into(),
        largest: there.largest.into(),
    })
}

/// The summary, as much of it as fits in `width` columns.
pub fn foot<'a>(app: &App, theme: &Theme, width: u16) -> Line<'a> {
    let Some(pairs) = &app.data.pairs else {
        return Line::default();
    };
    let at = format!("at {}: ", figures::threshold(app.threshold));
    let mut line = Line::from(theme.span(Role::Threshold, at));
    if app.reanalysis.pending() || app.threshold < pairs.info.floor {
        line.push_span(theme.span(Role::Dim, theme.own("counting …")));
        return line;
    }
    let pair_count = app.data.histogram.at_or_above(pairs, app.threshold);
    // The number of all pairs, shown if the method has missed some.
    let results = &app.tune.results;
    let truth = results.tuning.as_ref().filter(|_| !results.waiting());
    let all = truth.and_then(|tuning| tuning.at(app.threshold));
    let total_note = match all.map(|there| there.pairs) {
        Some(all) if all != pair_count => format!(" found of {}", count(all)),
        _ => String::new(),
    };
    let room = usize::from(width.saturating_sub(4));
    let noun = match (room >= 62, pair_count) {
        (true, 1) => "pair of documents",
        (true, _) => "pairs of documents",
        (false, 1) => "pair",
        (false, _) => "pairs",
    };
    // Figures are drawn on the frame: bold in the colour of text, not in that of the border.
    let add = |line: &mut Line<'a>, before: &'static str, n: u64, after: String| {
        line.push_span(theme.span(Role::Dim, before));
        line.push_span(theme.span(Role::Title, count(n)));
        line.push_span(theme.span(Role::Dim, after));
    };
    add(&mut line, "", pair_count, format!(" {noun}{total_note}"));
    let Some(counts) = clusters(app) else {
        return line;
    };
    let plural = |n: u64| if n == 1 { "" } else { "s" };
    let (clusters, documents) = (counts.clusters, counts.documents);
    let after = format!(" cluster{}", plural(clusters));
    add(&mut line, theme.dot(), clusters, after);
    let after = format!(" document{}", plural(documents));
    let tail = [
        (" with ", documents, after),
        (", largest ", counts.largest, String::new()),
    ];
    for (before, n, after) in tail {
        if line.columns() + before.len() + count(n).len() + after.len() > room {
            break;
        }
        add(&mut line, before, n, after);
    }
    line
}
