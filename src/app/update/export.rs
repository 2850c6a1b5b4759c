//! Clipboard text and editor calls of the screens.

use super::super::{App, Effect, Page};
use super::pages;
use crate::base::{DocNo, sanitise};
use crate::corpus::Kind;
use crate::corpus::formats::FileFormat;
use crate::corpus::packing::FileForm;
use crate::screens::clusters::state::ClustersFocus;

/// Copies the item under the cursor: the ids of a cluster, the id of a document, or the figures of a
/// pair.
pub(crate) fn copy(app: &mut App) {
    match text_to_copy(app) {
        Some(text) => app.effects.push(Effect::Copy(text)),
        None => app.say("nothing to copy here"),
    }
}

fn text_to_copy(app: &App) -> Option<String> {
    let collection = app.data.named.as_ref()?;
    // An id becomes one line, because a pasted line break would end a command.
    let id = |doc: DocNo| sanitise::line(collection.id(doc)).into_owned();
    match app.pages.last() {
        Some(Page::Compare(state)) => {
            state.comparison()?;
            Some(state.evidence(collection))
        }
        Some(Page::Pairs) => {
            let (a, b) = app.pair_list.pair()?;
            Some(format!("{}\t{}", id(a), id(b)))
        }
        Some(_) => Some(id(pages::document_at_hand(app)?)),
        None => {
            let clustering = app.data.clustering.as_ref()?;
            let cluster = app.clusters.selected(clustering)?;
            if let Some((row, column)) = app.clusters.cell(clustering) {
                let value = app.clusters.value(cluster, row, column)?;
                let members = app.clusters.in_order(cluster);
                let [a, b] = [row, column].map(|at| id(members[at]));
                return Some(format!("{a}\t{b}\t{value}"));
            }
            if app.clusters.focus == ClustersFocus::Members {
                return Some(id(app.clusters.document(clustering)?));
            }
            let ids: Vec<String> = cluster.members.iter().map(|doc| id(*doc)).collect();
            Some(ids.join("\n"))
        }
    }
}

/// Opens the file of the current document in the editor.
pub(crate) fn edit(app: &mut App) {
    let collection = app.data.collection.clone();
    let Some((collection, doc)) = collection.zip(pages::document_at_hand(app)) else {
        return app.say("no document here to open");
    };
    let row = collection.row(doc);
    let Some(path) = row.location.on_disk() else {
        let demo = "this document is part of the demo corpus inside the program; it has no file";
        return app.say(demo);
    };
    let packing = FileForm::from_path(path).packing;
    if !row.location.member.is_empty() || packing.is_some() {
        return app.say("this document is in a packed file; unpack it to open it");
    }
    let line = match (row.location.row.line, row.kind, app.pages.last()) {
        // Records of a crawl are counted, not their lines.
        (1.., ..) if row.location.form().format == FileFormat::Warc => {
            let file = row.id.split('#').next().unwrap_or_default();
            app.say(format!("record {} of {file}", row.location.row.line));
            1
        }
        // A message of a mailbox has no line number.
        (_, Kind::Extracted(_), _) => 1,
        (line @ 1.., ..) => line,
        // Line numbers of a page's visible text do not correspond to those of its source.
        (_, Kind::Html, _) => 1,
        (_, _, Some(Page::Document(state))) => state.line() as u64,
        (_, _, Some(Page::Compare(state))) => state.line() as u64,
        _ => 1,
    };
    let path = path.to_owned();
    app.effects.push(Effect::Edit { path, line });
}
