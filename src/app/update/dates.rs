//! Dates of the documents in front: requested where they are shown, and the order of hits by them.

use super::super::effect::Effect;
use super::super::screen::Screen;
use super::super::{App, Page};
use crate::base::{DocNo, sanitise};
use crate::engine::Request;
use crate::screens::compare::state::Half;

/// Brings what is in front up to date with the known dates; requests those that are missing.
pub(crate) fn wanted(app: &mut App) -> Option<Effect> {
    // The date of a file is shown only once dates are asked for; hits have the documents' own.
    let of_hits = app.screen() == Screen::Search;
    if !(app.start.dates || of_hits) {
        return None;
    }
    app.data.collection.as_ref()?;
    let wanted: Vec<DocNo> = match app.pages.last() {
        Some(Page::Document(state)) => vec![state.doc()],
        Some(Page::Compare(state)) => [Half::Left, Half::Right].map(|h| state.doc(h)).into(),
        Some(Page::Search) => app.search.documents(),
        _ => return None,
    };
    let dates = &app.data.dates;
    if wanted.iter().all(|doc| dates.contains_key(doc)) {
        let phrase = |doc: DocNo| {
            let phrase = dates.get(&doc)?.phrase();
            Some(sanitise::line(&phrase).into_owned())
        };
        match app.pages.last_mut() {
            Some(Page::Search) => app.search.order(dates),
            Some(Page::Document(state)) => state.date = phrase(state.doc()),
            Some(Page::Compare(state)) => {
                let day = |doc: DocNo| Some(dates.get(&doc)?.date()?.day());
                state.dates = [Half::Left, Half::Right].map(|half| day(state.doc(half)));
            }
            _ => {}
        }
        return None;
    }
    if app.requested_dates == wanted {
        return None;
    }
    app.requested_dates.clone_from(&wanted);
    Some(Effect::Ask(Request::Dates(wanted)))
}
