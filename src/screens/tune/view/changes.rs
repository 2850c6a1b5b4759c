//! What changed since clusters were pinned: the settings, how many clusters merged, split, appeared and vanished, and
//! the rows of the list of changes.

use ratatui::text::{Line, Span};

use crate::app::App;
use crate::base::units::{count, counted};
use crate::cluster::Clustering;
use crate::typeset::figures::{self, threshold};
use crate::ui::phrases::documents;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint::LineWidth;

/// Sizes of clusters listed on each side of a change.
const LISTED: usize = 5;

/// The settings that differ from those of the pinned clusters.
pub fn settings(app: &App) -> String {
    let Some(pin) = &app.tune.pinned else {
        return String::new();
    };
    let (before, now) = (&pin.analysis_config, app.reanalysis.shown());
    let mut parts = Vec::new();
    let pinned = pin.clustering.threshold;
    if pinned != app.threshold {
        let (from, to) = (threshold(pinned), threshold(app.threshold));
        parts.push(format!("threshold {from} to {to}"));
    }
    parts.extend(before.changed(now).map(|setting| {
        let (from, to) = (setting.text(before), setting.text(now));
        format!("{} {from} to {to}", setting.name)
    }));
    if parts.is_empty() {
        parts.push("nothing is set otherwise".to_owned());
    }
    format!("since the pin: {}", parts.join(", "))
}

/// The clusters now and before, and how many of each kind of change there are.
pub fn sentence(app: &App) -> Option<String> {
    let changes = app.tune.pinned.as_ref()?.changes.as_deref()?;
    let size = |clustering: &Clustering| {
        let clusters = counted(clustering.clusters.len() as u64, "cluster", "clusters");
        format!("{clusters} of {}", documents(clustering.clustered()))
    };
    let (before, after) = (size(&changes.before), size(&changes.after));
    let all = &changes.changes;
    if all.is_empty() {
        return Some(format!("every cluster is as it was: {after}"));
    }
    // Changes are ordered by kind.
    let kinds = all.chunk_by(|a, b| a.kind == b.kind);
    let kinds = kinds.map(|same| format!("{} {}", count(same.len() as u64), same[0].kind.name()));
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    let moved = all.iter().map(|c| c.came.len() + c.went.len()).sum();
    let moved = documents(moved);
    Some(format!(
        "{after}, before {before}; {kinds}; {moved} came or went"
    ))
}

/// A row of the list: the kind of a change and the sizes of its clusters, or the sign of a document that came or went; then
/// a name.
pub fn row<'a>(app: &App, at: usize, theme: &Theme, width: u16) -> Option<Line<'a>> {
    let pin = app.tune.pinned.as_ref()?;
    let row = *pin.rows.get(at)?;
    let mut line = match row.document {
        Some((_, true)) => Line::from(theme.span(Role::Estimate, "   + ")),
        Some((_, false)) => Line::from(theme.span(Role::Warning, "   - ")),
        None => {
            let changes = pin.changes.as_ref()?;
            let change = changes.changes.get(row.change)?;
            let before = sizes(&changes.before, &change.before);
            let after = sizes(&changes.after, &change.after);
            let arrow = theme.glyphs().pick("→", "->");
            let sizes = format!("{before} {arrow} {after}");
            Line::from_iter([
                theme.span(Role::Threshold, format!("{:<11}", change.kind.name())),
                theme.span(Role::Exact, format!("{sizes:<16} ")),
            ])
        }
    };
    let named = app.data.named.as_ref()?;
    let document = pin.document(row).filter(|doc| doc.index() < named.len())?;
    let room = usize::from(width).saturating_sub(line.columns());
    let name = figures::path(named.id(document), room, theme.glyphs());
    line.push_span(Span::raw(name));
    Some(line)
}

/// Sizes of clusters, largest first.
fn sizes(clustering: &Clustering, clusters: &[usize]) -> String {
    let sizes = clusters.iter().map(|i| clustering.clusters[*i].size());
    let mut sizes: Vec<usize> = sizes.collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let mut parts: Vec<String> = sizes.iter().take(LISTED).map(ToString::to_string).collect();
    if sizes.len() > LISTED {
        parts.push(format!("{} more", sizes.len() - LISTED));
    }
    if parts.is_empty() {
        return "none".to_owned();
    }
    parts.join("+")
}
