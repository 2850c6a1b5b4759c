//! Opening of screens above Clusters, and the requests that they need.

use std::sync::Arc;

use super::super::effect::Effect;
use super::super::screen::Screen;
use super::super::{App, Page};
use crate::base::DocNo;
use crate::engine::Request;
use crate::screens::compare::state::{CompareAction, CompareState};
use crate::screens::document::state::{DocAction, DocumentState};

/// Brings a screen to the front; removes an earlier instance from the stack.
pub(crate) fn show(app: &mut App, page: Page) {
    let screen = page.screen();
    app.pages.retain(|p| p.screen() != screen);
    app.pages.push(page);
}

/// Opens the Search screen with the query focused.
pub(crate) fn search(app: &mut App) {
    show(app, Page::Search);
    app.search.typing = true;
    // Another search begins anew, unless the cursor is moved in the one before.
    app.search.input.select_all();
}

/// Restricts the search to the selected cluster, or lifts the restriction.
pub(crate) fn within(app: &mut App) -> Vec<Effect> {
    let cluster = app.clusters.selected_index().zip(app.cluster());
    app.search.within = match (&app.search.within, cluster) {
        (None, Some((index, cluster))) => Some((index, cluster.members.clone())),
        (None, None) => {
            app.say("no cluster is selected to search in");
            None
        }
        (Some(_), _) => None,
    };
    app.search.ask().map(Effect::Ask).into_iter().collect()
}

/// Opens the Document screen; requests the view unless a counted one is cached.
pub(crate) fn open_document(app: &mut App, doc: DocNo) -> Vec<Effect> {
    show_document(app, DocumentState::new(doc))
}

fn show_document(app: &mut App, mut state: DocumentState) -> Vec<Effect> {
    let doc = state.doc();
    let loaded = app.data.document.as_ref().filter(|v| v.doc == doc);
    let mut effects = Vec::new();
    if let Some(view) = loaded {
        state.set_view(Arc::clone(view));
    }
    if !loaded.is_some_and(|view| view.counted) {
        effects.push(Effect::Ask(Request::Document(doc)));
    }
    app.pages.push(Page::Document(Box::new(state)));
    effects
}

/// Tells the document in front what the lists are for, and requests its sources where they are shown.
pub(crate) fn wanted_sources(app: &mut App) -> Option<Effect> {
    let purpose = app.reanalysis.shown().purpose;
    let Some(Page::Document(state)) = app.pages.last_mut() else {
        return None;
    };
    state.set_purpose(purpose);
    let wants = state.wants_sources();
    wants.then(|| Effect::Ask(Request::Sources(state.doc())))
}

/// Opens the search hit under the cursor, at the line with its first match.
pub(crate) fn open_hit(app: &mut App) -> Vec<Effect> {
    let Some(hit) = app.search.selected_hit() else {
        return vec![];
    };
    let at = hit.at.into_iter();
    let ranges = at.flat_map(|at| hit.marks.iter().map(move |(s, e)| (at + s, at + e)));
    let state = DocumentState::at(hit.doc, ranges.collect());
    show_document(app, state)
}

/// Opens the Compare screen; [`wanted_comparison`] requests the comparison.
pub(crate) fn open_compare(app: &mut App, state: CompareState) -> Vec<Effect> {
    app.pages.push(Page::Compare(Box::new(state)));
    vec![]
}

/// Requests the comparison that the screen in front lacks. A newer request of another screen cancels it, so
/// a comparison that is not in front is requested anew when it comes back.
pub(crate) fn wanted_comparison(app: &mut App) -> Option<Effect> {
    let (front, behind) = app.pages.split_last_mut()?;
    for page in behind {
        if let Page::Compare(state) = page {
            state.forget_request();
        }
    }
    let Page::Compare(state) = front else {
        return None;
    };
    state.set_purpose(app.reanalysis.shown().purpose);
    let wanted = state.wants_comparison();
    wanted.map(|(a, b)| Effect::Ask(Request::Compare(a, b)))
}

/// Replaces the document in front by the next or previous document of its cluster.
pub(crate) fn step_document(app: &mut App, by: i64) -> Vec<Effect> {
    let (Some(Page::Document(state)), Some(clustering)) = (app.pages.last(), &app.data.clustering)
    else {
        return vec![];
    };
    let doc = state.doc();
    let next = clustering.cluster_of(doc).and_then(|(_, cluster)| {
        let members = app.clusters.in_order(cluster);
        let at = app.clusters.row_of(cluster, doc)? as i64 + by;
        members.get(usize::try_from(at).ok()?).copied()
    });
    match next {
        Some(doc) => {
            app.pages.pop();
            open_document(app, doc)
        }
        None => app.told(if clustering.cluster_of(doc).is_none() {
            "this document is in no cluster"
        } else if by > 0 {
            "the last document of its cluster"
        } else {
            "the first document of its cluster"
        }),
    }
}

/// Applies an action of the Document screen.
pub(crate) fn document(app: &mut App, action: DocAction) -> Vec<Effect> {
    let Some(Page::Document(state)) = app.pages.last_mut() else {
        return vec![];
    };
    let opened = state.apply(action);
    opened.map_or_else(Vec::new, |compare| open_compare(app, compare))
}

/// Applies an action of the Compare screen.
pub(crate) fn compare(app: &mut App, action: CompareAction) -> Vec<Effect> {
    let Some(Page::Compare(state)) = app.pages.last_mut() else {
        return vec![];
    };
    state.apply(action);
    vec![]
}

/// The document that the screen in front refers to.
pub(crate) fn document_at_hand(app: &App) -> Option<DocNo> {
    match app.pages.last() {
        Some(Page::Document(state)) => Some(state.doc()),
        Some(Page::Compare(state)) => Some(state.doc(state.focus())),
        Some(Page::Search) => app.search.selected(),
        Some(Page::Pairs) => app.pair_list.pair().map(|(a, _)| a),
        _ if app.screen() == Screen::Clusters => {
            app.clusters.document(app.data.clustering.as_ref()?)
        }
        _ => None,
    }
}
