//! What leaves the program from a screen: text for the clipboard, a file for the editor.

use super::super::effect::Effect;
use super::super::state::clusters::Focus;
use super::super::{App, Page};
use super::pages;
use crate::collection::Collection;
use crate::corpus::{Kind, Place};
use crate::engine::Comparison;

/// Copies what is under the cursor: the names of a cluster, the name of a document, the figures of a
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
    let collection = app.data.collection.as_ref()?;
    match app.pages.last() {
        Some(Page::Compare(state)) => Some(evidence(collection, state.comparison()?)),
        Some(_) => Some(collection.id(pages::document_at_hand(app)?).to_owned()),
        None => {
            let clustering = app.data.clustering.as_ref()?;
            let cluster = app.clusters.selected(clustering)?;
            if let Some((row, column)) = app.clusters.cell(clustering) {
                let value = app.clusters.matrix_of(cluster)?.at(row, column);
                let name = |i: usize| collection.id(cluster.members[i]);
                return Some(format!("{}\t{}\t{value}", name(row), name(column)));
            }
            let names = |docs: &[crate::base::DocNo]| {
                let ids: Vec<&str> = docs.iter().map(|d| collection.id(*d)).collect();
                ids.join("\n")
            };
            Some(match app.clusters.focus {
                Focus::List => names(&cluster.members),
                Focus::Members => names(&[app.clusters.document(clustering)?]),
            })
        }
    }
}

/// The figures of a pair in words that stand for themselves in a letter or a note.
fn evidence(collection: &Collection, c: &Comparison) -> String {
    let (a, b) = (collection.id(c.left.doc), collection.id(c.right.doc));
    let (low, high) = c.estimate.interval();
    let o = &c.overlap;
    let words: u32 = c.passages.iter().map(|p| p.length).sum();
    format!(
        "A: {a}\nB: {b}\nexact Jaccard {:.4} ({} of {} {}-shingles shared)\n\
         estimate {:.3} (95% interval {low:.3} to {high:.3})\n\
         {:.1}% of A is in B, {:.1}% of B is in A\n\
         {} shared passages, {words} words\n",
        o.jaccard(),
        o.shared,
        o.union(),
        c.k,
        c.estimate.value(),
        o.containment_a_in_b() * 100.0,
        o.containment_b_in_a() * 100.0,
        c.passages.len(),
    )
}

/// Opens the file of the document at hand.
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
    let Some(path) = row.place.path() else {
        app.say("this document is part of the demo corpus inside the program; it has no file");
        return vec![];
    };
    let line = match (&row.place, row.kind, app.pages.last()) {
        (Place::Row { line, .. }, ..) => *line,
        // Lines of a page's visible text are not lines of its source.
        (_, Kind::Html, _) => 1,
        (_, _, Some(Page::Document(state))) => state.line() as u64,
        _ => 1,
    };
    vec![Effect::Edit {
        path: path.to_owned(),
        line,
    }]
}
