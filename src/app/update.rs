//! State transition: applies an action and returns effects.

pub(crate) mod dialogs;
pub(crate) mod engine;
pub(crate) mod export;
pub(crate) mod keys;
mod lists;
pub(crate) mod masks;
pub(crate) mod pages;
pub(crate) mod report;
pub(crate) mod review;
pub(crate) mod run;
pub(crate) mod settings;
pub(crate) mod threshold;
pub(crate) mod why;

use std::mem::{replace, take};

use super::{Action, App, Command, Effect, Panel, Screen};
use crate::engine::Request;
use crate::screens::clusters::state::ClustersFocus;
use crate::screens::tune::state::TuneFocus;
use crate::screens::{
    blocks::update as blocks, clusters::update as clusters, documents::update as documents,
    lecture::update as lecture, mirrors::update as mirrors, pairs::update as pair_list,
    tune::update as tune,
};

/// Applies `action` to `app` and returns the side effects to perform, including requests for data that
/// the new state displays but does not have.
pub fn update(app: &mut App, action: Action) -> Vec<Effect> {
    match action {
        Action::Key(key) => keys::key(app, key),
        Action::Paste(text) => keys::paste(app, &text),
        Action::Run(command) => {
            app.first_key = None;
            run::run(app, command)
        }
        Action::Engine(update) => engine::engine(app, update),
        Action::Resize(columns, rows) => app.size = (columns, rows),
        Action::Clock(now) => {
            app.now = now;
            app.notices.advance(now);
            return vec![];
        }
        Action::Row(panel, row) => click(app, panel, row),
        Action::Cell(row, column) => cell(app, row, column),
        Action::Wheel(panel, rows) => wheel(app, panel, rows),
        Action::SortBy(column) => {
            app.clusters.sort = column;
            clusters::relist(app);
        }
        Action::SortPairsBy(column) => app.pair_list.column = column,
        Action::Threshold(value) => threshold::set(app, value),
        Action::Document(action) => pages::document(app, action),
        Action::Compare(action) => pages::compare(app, action),
        Action::Tune(action) => tune::action(app, action),
        Action::Notice(text) => app.say(text),
        Action::Failed(text) => app.fail(text),
    }
    settings::follow_tab(app);
    wanted(app);
    pair_list::wanted(app);
    tune::wanted(app);
    let requests = [
        pages::wanted_dates(app),
        documents::wanted(app),
        pages::wanted_sources(app),
        pages::wanted_comparison(app),
        blocks::wanted(app),
        mirrors::wanted(app),
        lecture::wanted(app),
    ];
    let requests = requests.into_iter().flatten();
    app.effects.extend(requests.map(Effect::Ask));
    take(&mut app.effects)
}

/// Requests data that the Clusters screen lacks: the matrix of the selected cluster and, if there is room, the
/// differences of two members.
fn wanted(app: &mut App) {
    let Some(clustering) = app.data.clustering.clone() else {
        return;
    };
    if app.screen() != Screen::Clusters {
        // Another screen may request a comparison, which cancels this one: it is requested again on return.
        app.clusters.comparing = None;
        return;
    }
    if let Some(collection) = app.data.collection.clone() {
        app.clusters.fold(&collection, &clustering);
    }
    let index = app.clusters.selected_index();
    if app.requested_matrix != index {
        app.requested_matrix = index;
        if let Some(cluster) = app.clusters.selected(&clustering)
            && cluster.size() <= crate::screens::clusters::state::MATRIX_LIMIT
            && app.clusters.matrix_of(cluster).is_none()
        {
            app.ask(Request::Matrix(cluster.members.clone()));
        }
    }
    if let Some((a, b)) = app.clusters.wants_differences(&clustering) {
        app.ask(Request::Compare(a, b));
    }
}

/// A click selects a row; a click on the selected row of the focused panel opens it.
fn click(app: &mut App, panel: Panel, row: usize) {
    let c = &mut app.clusters;
    let is_focused = match panel {
        Panel::Clusters => {
            c.reading = false;
            replace(&mut c.focus, ClustersFocus::List) == ClustersFocus::List
        }
        Panel::Members => {
            c.reading = false;
            let is_row = c.column.take().is_none();
            replace(&mut c.focus, ClustersFocus::Members) == ClustersFocus::Members && is_row
        }
        Panel::Differences => {
            (c.focus, c.reading) = (ClustersFocus::List, true);
            return;
        }
        Panel::Hits => !replace(&mut app.search.typing, false),
        Panel::Pairs => !replace(&mut app.pair_list.filtering, false),
        Panel::Blocks => !replace(&mut app.blocks.reading, false),
        Panel::PlotList => replace(&mut app.tune.focus, TuneFocus::Plot) == TuneFocus::Plot,
        Panel::Documents | Panel::Mirrors => true,
        Panel::Skipped => false,
        Panel::Dialog => return dialogs::click(app, row),
        _ => return,
    };
    let Some((rows, scroll)) = app.list_mut(panel) else {
        return;
    };
    let before = scroll.selected;
    if is_focused && before == row {
        return run::run(app, Command::Open);
    }
    scroll.select(row, rows);
    match panel {
        Panel::Clusters => clusters::first_member(app),
        Panel::Blocks => blocks::turned(app, before),
        Panel::PlotList => app.tune.list_in_hand = true,
        _ => {}
    }
}

/// A click selects a cell; a click on the selected cell opens it.
fn cell(app: &mut App, row: usize, column: usize) {
    let c = &mut app.clusters;
    let before = (c.focus, c.members.selected, c.column);
    (c.focus, c.reading) = (ClustersFocus::Members, false);
    (c.members.selected, c.column) = (row, Some(column));
    if before == (ClustersFocus::Members, row, Some(column)) && row != column {
        clusters::open(app);
    }
}

/// Moves the cursor of a panel, or its content, by a number of rows.
fn wheel(app: &mut App, panel: Panel, rows: i32) {
    let by = i64::from(rows);
    match panel {
        Panel::Clusters => clusters::step_clusters(app, by),
        Panel::Differences => clusters::scroll_differences(app, by),
        Panel::Sliders => tune::step_sliders(app, by),
        Panel::LectureSlide => lecture::scroll(app, by),
        _ => app.step(panel, by),
    }
}
