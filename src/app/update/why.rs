//! Explanations why two documents share a cluster or not, and which pairs connect a cluster. They are requested for the
//! item under the cursor and shown in a dialog, whose rows open in Compare.

use super::super::{App, Dialog, DialogKind, Page};
use super::pages;
use crate::base::DocNo;
use crate::engine::Request;
use crate::screens::compare::state::CompareState;

/// Requests the explanation for the item under the cursor.
pub(crate) fn why(app: &mut App) {
    match pair(app) {
        Some((a, b)) => {
            app.data.why = None;
            app.dialogs.push(Dialog::new(DialogKind::Why));
            app.ask(Request::Why(a, b))
        }
        None if app.pages.is_empty() => seams(app),
        None => app.say("no neighbour is selected to ask about"),
    }
}

/// The document pair under the cursor, if there is one.
fn pair(app: &App) -> Option<(DocNo, DocNo)> {
    match app.pages.last() {
        Some(Page::Compare(state)) => Some(state.wanted()),
        Some(Page::Pairs) => app.pair_list.pair(),
        Some(Page::Document(state)) => Some((state.doc, state.other()?)),
        Some(_) => None,
        None => {
            let clustering = app.data.clustering.as_ref()?;
            let (row, column) = app.clusters.cell(clustering)?;
            let cluster = app.clusters.selected(clustering)?;
            let members = app.clusters.in_order(cluster);
            Some((members[row], members[column]))
        }
    }
}

fn seams(app: &mut App) {
    let Some(doc) = app.cluster().and_then(|c| c.members.first().copied()) else {
        return app.say("no cluster is selected to ask about");
    };
    app.data.seams = None;
    app.dialogs.push(Dialog::new(DialogKind::Seams));
    app.ask(Request::Seams(doc))
}

/// The document pair of each row of the dialog in front.
pub(crate) fn rows(app: &App) -> Vec<(DocNo, DocNo)> {
    match app.dialogs.last().map(|d| d.kind) {
        Some(DialogKind::Why) => app.data.why.as_ref().map_or_else(Vec::new, |why| {
            let links = why.path.iter().filter(|_| why.path.len() > 1);
            let all = std::iter::once(&why.pair).chain(links);
            all.map(|link| (link.a, link.b)).collect()
        }),
        Some(DialogKind::Seams) => app.data.seams.as_ref().map_or_else(Vec::new, |seams| {
            let bridges = seams.bridges.weakest.iter().map(|b| (b.a, b.b));
            let outside = seams.outside.iter().map(|o| (o.member, o.document));
            bridges.chain(outside).collect()
        }),
        _ => vec![],
    }
}

/// Compares the pair of the row under the cursor.
pub(crate) fn open(app: &mut App) {
    let index = app.dialogs.last().map_or(0, |d| d.scroll.selected);
    let Some((a, b)) = rows(app).get(index).copied() else {
        return;
    };
    app.dialogs.pop();
    if let Some(Page::Compare(state)) = app.pages.last()
        && state.wanted() == (a, b)
    {
        return;
    }
    pages::open_compare(app, CompareState::new(a, vec![b], 0))
}
