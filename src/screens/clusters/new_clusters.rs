//! New clusters from the engine: the cursor finds its documents again, and what was open keeps its place.

use crate::app::dialog::DialogKind;
use crate::app::effect::Effect;
use crate::app::screen::Screen;
use crate::app::update::{pages, review};
use crate::app::{App, Page};
use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::engine::Request;
use crate::index::Collection;
use crate::review::DecisionTarget;
use crate::screens::compare::state::CompareState;
use crate::screens::document::state::DocumentState;
use crate::typeset::figures::{self, Glyphs};
use std::sync::Arc;

/// Columns of a name in a message.
const NAME: usize = 28;

/// Shows new clusters, and the documents that they are of; the cursor stays on its documents.
pub(crate) fn arrived(app: &mut App, clustering: Arc<Clustering>) -> Vec<Effect> {
    let fits = |c: &Option<Arc<Collection>>| {
        c.as_ref()
            .is_some_and(|c| c.len() == clustering.cluster_of.len())
    };
    let old = app.data.collection.clone();
    let mut effects = Vec::new();
    // The selection to restore: the document under the cursor, then the other members of its cluster.
    let mut anchors = anchors(app);
    let size_before = app.cluster().map(Cluster::size);
    let mut same_documents_shown = true;
    if fits(&app.data.incoming) {
        if let Some(incoming) = app.data.incoming.take() {
            effects.extend(app.show_documents(incoming));
        }
        app.data.dates.clear();
        app.requested_dates.clear();
        if let (Some(old), Some(new)) = (old, app.data.collection.clone()) {
            same_documents_shown = new.has_ids_of(&old);
            if !same_documents_shown {
                app.tune.forget_documents();
                app.dialogs
                    .retain(|dialog| dialog.kind != DialogKind::Judge);
            }
            let document_dialogs = [DialogKind::Why, DialogKind::Seams];
            app.dialogs
                .retain(|dialog| !document_dialogs.contains(&dialog.kind));
            let map = |doc: DocNo| new.find(old.id(doc));
            anchors = anchors.into_iter().filter_map(map).collect();
            effects.extend(renumber(app, &map));
        }
    } else if !fits(&app.data.collection) {
        // Clusters of a collection that has not arrived or is obsolete.
        return effects;
    }
    let Some(collection) = app.data.collection.clone() else {
        return effects;
    };
    let column = app.clusters.column;
    app.clusters.review = app.decisions.state(&collection).cloned();
    // Another decision: other pairs merge in its tree.
    let before = app.data.clustering.as_ref();
    if before.is_some_and(|before| before.held_apart != clustering.held_apart) {
        app.clusters.matrix = None;
    }
    // Of the clusters without the masks of the start nobody has seen anything that could fall apart or grow.
    let starting = app.reanalysis.starting();
    let is_apart = |doc: &DocNo| clustering.cluster_of(*doc).is_none();
    let falls_apart = !anchors.is_empty() && anchors.iter().all(is_apart) && !starting;
    app.clusters.list(&collection, &clustering, &anchors);
    app.clusters.column = column;
    app.clusters
        .to_member(&clustering, anchors.first().copied());
    app.marked
        .retain(|subject| matches!(subject, DecisionTarget::Pair(..)));
    let at = figures::threshold(clustering.threshold);
    if let (Some(size), Some(first), true) = (size_before, anchors.first(), same_documents_shown)
        && app.screen() == Screen::Clusters
        && !falls_apart
        && !starting
    {
        let now = clustering
            .cluster_of(*first)
            .map_or(0, |(_, cluster)| cluster.size());
        if now > 0 && now != size {
            let name = name(app, *first);
            app.say(format!(
                "cluster of {name}: {size} → {now} documents at {at}"
            ));
        }
    }
    if falls_apart {
        let name = name(app, anchors[0]);
        app.say(format!(
            "the cluster of {name} fell apart at {at}: no two of its members are linked any more"
        ));
    }
    app.data.clustering = Some(clustering);
    review::refresh(app);
    app.requested_matrix = None;
    effects.extend(two_files(app, &collection));
    effects
}

/// The name of a document for a message; hidden if names are.
fn name(app: &App, doc: DocNo) -> String {
    let named = app.data.named.as_ref();
    named.map_or_else(String::new, |named| {
        figures::path(named.id(doc), NAME, Glyphs::default())
    })
}

/// Compares the two files that the program was given, once they have been read. The user can be on another
/// screen by then and stays there.
fn two_files(app: &mut App, collection: &Collection) -> Vec<Effect> {
    if collection.len() != 2 {
        return vec![];
    }
    let Some([first, _]) = app.start.two_files.take() else {
        return vec![];
    };
    let untouched = matches!(app.pages[..], [] | [Page::Pairs]);
    if !(untouched && app.dialogs.is_empty()) {
        return vec![];
    }
    let is_first = |doc: &DocNo| collection.row(*doc).location.on_disk() == Some(first.as_path());
    let left = collection.documents().find(is_first).unwrap_or(DocNo(0));
    let right = DocNo(1 - left.0);
    pages::open_compare(app, CompareState::new(left, vec![right], 0))
}

fn anchors(app: &App) -> Vec<DocNo> {
    let Some(cluster) = app.cluster() else {
        return vec![];
    };
    let members = app.clusters.in_order(cluster);
    let first = members.get(app.clusters.members.selected);
    let first = first.filter(|_| app.clusters.members.selected > 0).copied();
    let first = first.unwrap_or(cluster.representative);
    std::iter::once(first)
        .chain(cluster.members.iter().copied())
        .collect()
}

/// Maps all document numbers in the state to the new collection and closes screens of removed documents.
fn renumber(app: &mut App, map: &dyn Fn(DocNo) -> Option<DocNo>) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut gone = 0;
    let mut pages = Vec::new();
    for page in std::mem::take(&mut app.pages) {
        match page {
            Page::Document(mut state) => match map(state.doc) {
                Some(doc) => {
                    // The text may have changed even if the number is the same, so it is always
                    // requested again.
                    if doc == state.doc {
                        state.forget_sources();
                    } else {
                        *state = DocumentState::new(doc);
                    }
                    effects.push(Effect::Ask(Request::Document(doc)));
                    pages.push(Page::Document(state));
                }
                None => gone += 1,
            },
            Page::Compare(mut state) => {
                if state.renumber(map) {
                    pages.push(Page::Compare(state))
                } else {
                    gone += 1
                }
            }
            other => pages.push(other),
        }
    }
    app.pages = pages;
    app.pair_list.renumber(map);
    app.documents.forget();
    app.data.document = None;
    (app.data.why, app.data.seams) = (None, None);
    app.clusters.matrix = None;
    if gone > 0 {
        app.say("a document that was open is no longer in the corpus");
    }
    app.search.within = None;
    if let Some(request) = app.search.ask().filter(|_| app.search.result.is_some()) {
        app.search.result = None;
        effects.push(Effect::Ask(request));
    }
    effects
}
