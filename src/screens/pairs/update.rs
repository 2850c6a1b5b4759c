//! Commands of the Pairs screen, the requests that it needs, and steps through its list from Compare.

use std::sync::Arc;

use crate::app::screen::Screen;
use crate::app::update::pages;
use crate::app::{App, Command, Page, Panel};
use crate::engine::Request;
use crate::screens::compare::state::{CompareState, ComparisonPosition};

/// Runs a command of the Pairs screen.
pub(crate) fn command(app: &mut App, command: Command) {
    match command {
        Command::Open => open(app),
        Command::Filter => app.pair_list.filtering = true,
        Command::Sort => app.pair_list.column = app.pair_list.column.next(app.measure()),
        _ => app.follow(Panel::Pairs, command),
    }
}

/// Compares the pair under the cursor.
fn open(app: &mut App) {
    let Some((a, b)) = app.pair_list.pair() else {
        return;
    };
    show(app, CompareState::new(a, vec![b], 0))
}

/// Opens a comparison of the pair under the cursor, at once if the preview has it.
fn show(app: &mut App, mut state: CompareState) {
    let preview = app.pair_list.preview();
    if let Some(comparison) = preview.and_then(CompareState::comparison) {
        state.set_comparison(Arc::clone(comparison));
    }
    pages::open_compare(app, state);
}

/// Whether the comparison in front was opened from the list of pairs.
pub(crate) fn compares(app: &App) -> bool {
    matches!(app.pages[..], [.., Page::Pairs, Page::Compare(_)])
}

/// Replaces the comparison in front by that of the next or previous pair of the list.
pub(crate) fn step_compare(app: &mut App, by: i64) {
    let before = app.pair_list.scroll.selected;
    let len = app.pair_list.len();
    let listed = match app.pages.last() {
        Some(Page::Compare(state)) => app.pair_list.pair() == Some(state.wanted()),
        _ => false,
    };
    // If the list no longer shows a pair, the cursor moves to the next one.
    if listed || by < 0 {
        app.pair_list.scroll.step(by, len);
    }
    if listed && app.pair_list.scroll.selected == before {
        return app.say(if by > 0 {
            "the last pair of the list"
        } else {
            "the first pair of the list"
        });
    }
    compare_selected(app)
}

/// Moves to the pair at a place of the list, also in a comparison that was opened from it.
pub(crate) fn go_to(app: &mut App, at: usize) {
    let len = app.pair_list.len();
    app.pair_list.scroll.select(at, len);
    compare_selected(app)
}

/// Replaces the comparison in front, if it was opened from the list, by that of the pair under the cursor.
fn compare_selected(app: &mut App) {
    let Some((a, b)) = app.pair_list.pair().filter(|_| compares(app)) else {
        return;
    };
    let Some(Page::Compare(state)) = app.pages.pop() else {
        return;
    };
    show(app, state.for_other_pair(a, b))
}

/// Passes the position in the list to a comparison that was opened from it.
fn show_position(app: &mut App) {
    if !compares(app) {
        return;
    }
    let list = &app.pair_list;
    let (pair, at, len) = (list.pair(), list.scroll.selected, list.len());
    let arranging = list.arranging() || list.shown().is_none();
    if let Some(Page::Compare(state)) = app.pages.last_mut() {
        if pair == Some(state.wanted()) {
            state.position = ComparisonPosition::Listed(at, len);
        } else if !arranging {
            state.position = ComparisonPosition::Unlisted;
        }
    }
}

/// Requests data that the screen lacks: the list of the current results, its rows in the requested order, and the pair
/// under the cursor for the preview.
pub(crate) fn wanted(app: &mut App) {
    if !app.pages.iter().any(|page| matches!(page, Page::Pairs)) {
        return;
    }
    show_position(app);
    let collection = app.data.collection.as_ref();
    let review = collection.and_then(|c| app.decisions.state(c).cloned());
    if let Some(clustering) = &app.data.clustering
        && app.pair_list.wants_list(clustering)
    {
        app.ask(Request::PairList);
    }
    if let Some(wanted) = app.pair_list.wants_arrangement(review) {
        app.ask(Request::ArrangePairs(wanted));
    }
    if app.screen() == Screen::Pairs {
        if let Some((a, b)) = app.pair_list.wants_preview() {
            app.ask(Request::Compare(a, b));
        }
    } else if let Some(preview) = &mut app.pair_list.preview {
        preview.requested = false;
    }
}
