//! Opening of screens above Clusters, and the requests that they need: views, comparisons, names, dates.

use std::sync::Arc;

use super::super::names::{HIDDEN, NamedDocuments};
use super::super::{App, Page, Screen};
use crate::base::{DocNo, sanitise};
use crate::engine::Request;
use crate::filter::FilterClasses;
use crate::index::Collection;
use crate::screens::compare::state::{CompareAction, CompareState};
use crate::screens::document::state::{DocAction, DocumentState};

/// Brings a screen to the front; removes an earlier instance from the stack. A tab replaces all screens above Clusters but
/// a lecture and those behind it.
pub(crate) fn show(app: &mut App, page: Page) {
    let screen = page.screen();
    if screen.is_tab() {
        let is_lecture = |p: &Page| p.screen() == Screen::Lecture;
        let lecture = app.pages.iter().rposition(is_lecture);
        app.pages.truncate(lecture.map_or(0, |at| at + 1));
    }
    app.pages.retain(|p| p.screen() != screen);
    app.pages.push(page);
}

/// Reads the filter of the list of pairs.
pub(crate) fn read_pair_filter(app: &mut App) {
    let collection = app.data.collection.as_deref();
    let names = collection.map(FilterClasses::from_collection);
    app.pair_list.read_filter(&names.unwrap_or_default());
}

/// Opens the Search screen with the query focused.
pub(crate) fn search(app: &mut App) {
    show(app, Page::Search);
    app.search.typing = true;
    // Typing replaces the previous query, unless the cursor is moved first.
    app.search.input.select_all();
}

/// Searches for the query that is typed.
pub(crate) fn ask_search(app: &mut App) {
    if let Some(request) = app.search.ask() {
        app.ask(request);
    }
}

/// Opens the Document screen.
pub(crate) fn open_document(app: &mut App, doc: DocNo) {
    show_document(app, DocumentState::new(doc))
}

/// Opens a Document screen; requests the view unless a counted one is cached.
fn show_document(app: &mut App, mut state: DocumentState) {
    let doc = state.doc;
    let loaded = app.data.document.as_ref().filter(|v| v.doc == doc);
    if let Some(view) = loaded {
        state.set_view(Arc::clone(view));
    }
    let is_counted = loaded.is_some_and(|view| view.counted);
    app.pages.push(Page::Document(Box::new(state)));
    if !is_counted {
        app.ask(Request::Document(doc));
    }
}

/// Passes the purpose to the current document, and requests its sources if they are shown.
pub(crate) fn wanted_sources(app: &mut App) -> Option<Request> {
    let purpose = app.reanalysis.shown.purpose;
    let Some(Page::Document(state)) = app.pages.last_mut() else {
        return None;
    };
    state.set_purpose(purpose);
    (state.wants_sources()).then(|| Request::Sources(state.doc))
}

/// Opens the search hit under the cursor, at the line with its first match.
pub(crate) fn open_hit(app: &mut App) {
    let Some(hit) = app.search.selected_hit() else {
        return;
    };
    let at = hit.at.into_iter();
    let ranges = at.flat_map(|at| hit.marks.iter().map(move |(s, e)| (at + s, at + e)));
    let state = DocumentState::at(hit.doc, ranges.collect());
    show_document(app, state)
}

/// Opens the Compare screen; [`wanted_comparison`] requests the comparison.
pub(crate) fn open_compare(app: &mut App, state: CompareState) {
    app.pages.push(Page::Compare(Box::new(state)));
}

/// Requests the comparison that the screen in front lacks. A newer request of another screen cancels it, so the
/// comparison of a hidden screen is requested again when the screen comes back.
pub(crate) fn wanted_comparison(app: &mut App) -> Option<Request> {
    let (front, behind) = app.pages.split_last_mut()?;
    for page in behind {
        if let Page::Compare(state) = page {
            state.requested = false;
        }
    }
    let Page::Compare(state) = front else {
        return None;
    };
    state.purpose = app.reanalysis.shown.purpose;
    let wanted = state.wants_comparison();
    wanted.map(|(a, b)| Request::Compare(a, b))
}

/// Replaces the document in front by the next or previous document of its cluster.
pub(crate) fn step_document(app: &mut App, by: i64) {
    let (Some(Page::Document(state)), Some(clustering)) = (app.pages.last(), &app.data.clustering)
    else {
        return;
    };
    let doc = state.doc;
    let Some((_, cluster)) = clustering.cluster_of(doc) else {
        return app.say("this document is in no cluster");
    };
    let row = app.clusters.row_of(cluster, doc).unwrap_or(0) as i64 + by;
    let row = usize::try_from(row).ok();
    match row.and_then(|row| app.clusters.in_order(cluster).get(row).copied()) {
        Some(doc) => {
            app.pages.pop();
            open_document(app, doc);
        }
        None if by > 0 => app.say("the last document of its cluster"),
        None => app.say("the first document of its cluster"),
    }
}

/// Applies an action of the Document screen.
pub(crate) fn document(app: &mut App, action: DocAction) {
    if let Some(Page::Document(state)) = app.pages.last_mut()
        && let Some(compare) = state.apply(action)
    {
        open_compare(app, compare);
    }
}

/// Applies an action of the Compare screen.
pub(crate) fn compare(app: &mut App, action: CompareAction) {
    if let Some(Page::Compare(state)) = app.pages.last_mut() {
        state.apply(action);
    }
}

/// The document that the screen in front refers to.
pub(crate) fn document_at_hand(app: &App) -> Option<DocNo> {
    match app.pages.last() {
        Some(Page::Document(state)) => Some(state.doc),
        Some(Page::Compare(state)) => Some(state.docs()[state.focus]),
        Some(Page::Search) => app.search.selected(),
        Some(Page::Pairs) => app.pair_list.pair().map(|(a, _)| a),
        None => app.clusters.document(app.data.clustering.as_ref()?),
        Some(_) => None,
    }
}

/// Updates the dates on the screen in front; requests missing dates.
pub(crate) fn wanted_dates(app: &mut App) -> Option<Request> {
    // The date of a file is shown only on request; hits have the dates of the documents themselves.
    let of_hits = app.screen() == Screen::Search;
    if !(app.start.dates || of_hits) {
        return None;
    }
    app.data.collection.as_ref()?;
    let dates = &app.data.dates;
    let wanted: Vec<DocNo> = match app.pages.last_mut() {
        Some(Page::Document(state)) => {
            let phrase = dates.get(&state.doc).map(|dated| dated.phrase());
            state.date = phrase.map(|phrase| sanitise::line(&phrase).into_owned());
            vec![state.doc]
        }
        Some(Page::Compare(state)) => {
            let day = |doc: DocNo| Some(dates.get(&doc)?.date()?.day());
            state.dates = state.docs().map(day);
            state.docs().into()
        }
        Some(Page::Search) => app.search.documents(),
        _ => return None,
    };
    let has_all = wanted.iter().all(|doc| dates.contains_key(doc));
    if has_all && of_hits {
        app.search.order(dates);
    }
    if has_all || app.requested_dates == wanted {
        return None;
    }
    app.requested_dates.clone_from(&wanted);
    Some(Request::Dates(wanted))
}

impl App {
    /// Shows these documents.
    pub(crate) fn show_documents(&mut self, collection: Arc<Collection>) {
        self.data.named = Some(NamedDocuments::new(collection.clone(), self.names_hidden));
        self.data.collection = Some(collection);
        // Documents have other numbers.
        self.marked.clear();
        self.wanted_aliases();
    }

    /// Hides names, or shows them again.
    pub(crate) fn hide_names(&mut self) {
        self.names_hidden = !self.names_hidden;
        if let Some(named) = &mut self.data.named {
            named.hidden = self.names_hidden;
        }
        self.notices.hide_names(self.names_hidden);
        self.say(if self.names_hidden {
            "names, paths, authors, dates are hidden; texts and notes stay as they are"
        } else {
            "names are shown"
        });
        self.wanted_aliases();
    }

    /// Takes over the aliases of documents.
    pub(crate) fn set_aliases(&mut self, collection: &Arc<Collection>, aliases: Arc<[String]>) {
        let named = self.data.named.as_mut();
        if let Some(named) = named.filter(|named| Arc::ptr_eq(named, collection)) {
            named.aliases = Some(aliases);
        }
    }

    /// The name of a folder, a file or a corpus, or a placeholder while names are hidden.
    pub fn other_name<'a>(&self, name: &'a str) -> &'a str {
        if self.names_hidden { HIDDEN } else { name }
    }

    fn wanted_aliases(&mut self) {
        let is_unnamed = |named: &NamedDocuments| named.hidden && named.aliases.is_none();
        if self.data.named.as_ref().is_some_and(is_unnamed) {
            self.ask(Request::Aliases);
        }
    }
}
