//! The sentence above the panels: how many clusters there are, and how many pairs have copied text.

use ratatui::layout::Rect;

use crate::app::{App, Command};
use crate::base::units::counted;
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::phrases::{counting_copied, out_of};
use crate::ui::theme::Role;

/// Rows that the line takes: 1 if there is something to say and room for it. Where there are no clusters,
/// their panel says it.
pub fn height(app: &App, area: Rect) -> u16 {
    let clusters = app.data.clustering.as_ref();
    let any = clusters.is_some_and(|clusters| !clusters.clusters.is_empty());
    u16::from(area.height >= 12 && any && sentence(app).is_some())
}

/// Draws the line. It stands out where few documents are in clusters, beside those with copied text.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    if let Some(sentence) = sentence(app) {
        let role = if few(app) { Role::Title } else { Role::Dim };
        let inner = area::indented(area);
        let text = figures::middle(&sentence, usize::from(inner.width), cx.glyphs);
        cx.words(inner, &text, cx.style(role));
    }
}

/// `22 clusters hold 53 of 80 documents.  62 pairs share copied text (2).`; `None` until it is counted, or if there is
/// nothing to show.
pub fn sentence(app: &App) -> Option<String> {
    if let Some(progress) = app.data.counting {
        let stop = app.keymap.label(Command::Escape);
        let far = counting_copied(progress, app.start.calm);
        return Some(format!("{far}; {stop} stops"));
    }
    let key = app.keymap.label(Command::Pairs);
    let pairs = app
        .data
        .copied
        .as_ref()
        .map_or(0, |copied| copied.text.pairs.len());
    let copied = (pairs > 0).then(|| {
        let pairs = counted(pairs as u64, "pair shares", "pairs share");
        format!("{pairs} copied text ({key}).")
    });
    let parts: Vec<String> = clusters(app).into_iter().chain(copied).collect();
    (!parts.is_empty()).then(|| parts.join("  "))
}

fn clusters(app: &App) -> Option<String> {
    let (clustering, collection) = (app.data.clustering.as_ref()?, app.data.collection.as_ref()?);
    let n = clustering.clusters.len() as u64;
    let clusters = (n > 0).then(|| counted(n, "cluster holds", "clusters hold"))?;
    let documents = out_of(clustering.clustered() as u64, collection.len() as u64);
    Some(format!("{clusters} {documents} documents."))
}

/// Whether fewer than half of the documents with copied text are in a cluster.
fn few(app: &App) -> bool {
    let clustered = app.data.clustering.as_ref().map_or(0, |c| c.clustered());
    let copied = app
        .data
        .copied
        .as_ref()
        .map_or(0, |copied| copied.documents);
    2 * clustered < copied
}
