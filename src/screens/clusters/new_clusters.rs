//! New clusters from the engine: the cursor returns to its documents, and the open screens stay.

use crate::app::dialog::DialogKind;
use crate::app::effect::Effect;
use crate::app::update::{pages, review};
use crate::app::{App, Page};
use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::config::Purpose;
use crate::engine::Request;
use crate::index::Collection;
use crate::review::DecisionTarget;
use crate::screens::compare::state::CompareState;
use crate::screens::document::state::DocumentState;
use crate::typeset::figures;
use std::sync::Arc;

/// Shows new clusters, and the documents that they are of; the cursor stays on its documents.
pub(crate) fn arrived(app: &mut App, clustering: Arc<Clustering>) {
    let fits = |collection: &Arc<Collection>| collection.len() == clustering.cluster_of.len();
    let old = app.data.collection.clone();
    // The selection to restore: the document under the cursor, then the other members of its cluster.
    let kept = std::mem::take(&mut app.clusters.kept_selection);
    let is_kept = !kept.is_empty();
    let mut anchors = if is_kept { kept } else { anchors(app) };
    if let Some(incoming) = app.data.incoming.take_if(|c| fits(c)) {
        app.show_documents(incoming);
        app.data.dates.clear();
        app.requested_dates.clear();
        if let (Some(old), Some(new)) = (old, app.data.collection.clone()) {
            let mut closed = vec![DialogKind::Why, DialogKind::Seams];
            let same = new.has_ids_of(&old);
            if !same {
                app.tune.forget_documents();
                closed.push(DialogKind::Judge);
            }
            app.dialogs.retain(|dialog| !closed.contains(&dialog.kind));
            let map = |doc: DocNo| new.find(old.id(doc));
            anchors = anchors.into_iter().filter_map(map).collect();
            renumber(app, same, &map);
        }
    } else if !app.data.collection.as_ref().is_some_and(fits) {
        // Clusters of a collection that has not arrived or is obsolete.
        return;
    }
    let Some(collection) = app.data.collection.clone() else {
        return;
    };
    let column = app.clusters.column;
    app.clusters.review = app.decisions.state(&collection).cloned();
    // Another decision: other pairs merge in its tree.
    let before = app.data.clustering.as_ref();
    if before.is_some_and(|before| before.cannot_link != clustering.cannot_link) {
        app.clusters.matrix = None;
    }
    let is_copied_text = app.reanalysis.requested().purpose == Purpose::CopiedText;
    if is_copied_text {
        app.clusters.kept_selection.clone_from(&anchors);
    }
    app.clusters.list(&collection, &clustering, &anchors);
    app.clusters.column = column;
    let first = anchors.first().copied();
    app.clusters.to_member(&clustering, first);
    let is_pair = |subject: &DecisionTarget| matches!(subject, DecisionTarget::Pair(..));
    app.marked.retain(is_pair);
    // Clusters without the initial masks and those of copied text are not shown, so they cannot change for the user.
    let was_shown = !app.reanalysis.starting && !is_kept && !is_copied_text;
    if let Some(first) = first.filter(|_| was_shown) {
        let is_single = |doc: &DocNo| clustering.cluster_of(*doc).is_none();
        if anchors.iter().all(is_single) {
            let at = figures::threshold(clustering.threshold);
            let name = review::target_name(app, &DecisionTarget::Document(first));
            app.say(format!(
                "the cluster of {name} fell apart at {at}: no two of its members are linked any more"
            ));
        }
    }
    app.data.clustering = Some(clustering);
    review::refresh(app);
    app.requested_matrix = None;
    two_files(app, &collection);
}

/// Compares the two files that the program was given, once they have been read. The user can be on another
/// screen by then and stays there.
fn two_files(app: &mut App, collection: &Collection) {
    if collection.len() != 2 {
        return;
    }
    let untouched = matches!(app.pages[..], [] | [Page::Pairs]) && app.dialogs.is_empty();
    let Some([first, _]) = app.start.two_files.take().filter(|_| untouched) else {
        return;
    };
    let is_first = |doc: &DocNo| collection.row(*doc).location.on_disk() == Some(first.as_path());
    let left = collection.documents().find(is_first).unwrap_or(DocNo(0));
    let right = DocNo(1 - left.0);
    pages::open_compare(app, CompareState::new(left, vec![right], 0))
}

fn anchors(app: &App) -> Vec<DocNo> {
    let Some(cluster) = app.cluster() else {
        return vec![];
    };
    let selected = app.clusters.members.selected;
    let first = app.clusters.in_order(cluster).get(selected);
    let first = *first
        .filter(|_| selected > 0)
        .unwrap_or(&cluster.representative);
    [&[first], &cluster.members[..]].concat()
}

/// Maps all document numbers in the state to the new collection and closes screens of removed documents.
/// If all documents have the `same` numbers as before, lists stay until the new ones arrive.
fn renumber(app: &mut App, same: bool, map: &dyn Fn(DocNo) -> Option<DocNo>) {
    let before = app.pages.len();
    app.pages.retain_mut(|page| match page {
        Page::Document(state) => {
            let Some(doc) = map(state.doc) else {
                return false;
            };
            if doc == state.doc {
                state.forget_sources();
            } else {
                **state = DocumentState::new(doc);
            }
            // The text may have changed even if the number is the same.
            app.effects.push(Effect::Ask(Request::Document(doc)));
            true
        }
        Page::Compare(state) => state.renumber(map),
        _ => true,
    });
    if app.pages.len() < before {
        app.say("a document that was open is no longer in the corpus");
    }
    app.pair_list.renumber(same, map);
    if !same {
        app.documents.forget();
    }
    app.data.document = None;
    (app.data.why, app.data.seams) = (None, None);
    app.clusters.matrix = None;
    if app.search.result.take().is_some() {
        pages::ask_search(app);
    }
}
