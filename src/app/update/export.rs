//! Clipboard text and editor calls of the screens.

use super::super::effect::Effect;
use super::super::state::clusters::Focus;
use super::super::{App, Page};
use super::pages;
use crate::base::{DocNo, sanitise};
use crate::corpus::Kind;
use crate::corpus::formats::Format;
use crate::corpus::packing::Form;

/// Copies the item under the cursor: the ids of a cluster, the id of a document, or the figures of a
/// pair.
pub(super) fn copy(app: &mut App) -> Vec<Effect> {
    match copied(app) {
        Some(text) => vec![Effect::Copy(text)],
        None => {
            app.say("nothing to copy here");
            vec![]
        }
    }
}

fn copied(app: &App) -> Option<String> {
    let collection = app.data.named.as_ref()?;
    // An id is one line, whatever stands in it: a pasted line break would end a command.
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
                let name = |i: usize| id(members[i]);
                return Some(format!("{}\t{}\t{value}", name(row), name(column)));
            }
            let names = |docs: &[DocNo]| {
                let ids: Vec<String> = docs.iter().map(|doc| id(*doc)).collect();
                ids.join("\n")
            };
            Some(match app.clusters.focus {
                Focus::List => names(match app.clusters.by_date {
                    true => app.clusters.in_order(cluster),
                    false => &cluster.members,
                }),
                Focus::Members => names(&[app.clusters.document(clustering)?]),
            })
        }
    }
}

/// Opens the file of the current document in the editor.
pub(super) fn edit(app: &mut App) -> Vec<Effect> {
    let Some((collection, doc)) = app
        .data
        .collection
        .clone()
        .zip(pages::document_at_hand(app))
    else {
        app.say("no document here to open");
        return vec![];
    };
    let row = collection.row(doc);
    let Some(path) = row.place.on_disk() else {
        app.say("this document is part of the demo corpus inside the program; it has no file");
        return vec![];
    };
    let packing = Form::of(path).packing;
    if !row.place.member.is_empty() || packing.is_some() {
        app.say("this document is in a packed file; unpack it to open it");
        return vec![];
    }
    let line = match (row.place.row.line, row.kind, app.pages.last()) {
        // Records of a crawl are counted, not their lines.
        (1.., ..) if row.place.form().format == Format::Warc => {
            let line = row.place.row.line;
            app.say(format!(
                "record {line} of {}",
                row.id.split('#').next().unwrap_or_default()
            ));
            1
        }
        // A message of a mailbox has no line number.
        (_, Kind::Extracted(_), _) => 1,
        (line @ 1.., ..) => line,
        // Line numbers of a page's visible text do not correspond to those of its source.
        (_, Kind::Html, _) => 1,
        (_, _, Some(Page::Document(state))) => state.line() as u64,
        (_, _, Some(Page::Compare(state))) => state.line(state.focus()) as u64,
        _ => 1,
    };
    vec![Effect::Edit {
        path: path.to_owned(),
        line,
    }]
}
