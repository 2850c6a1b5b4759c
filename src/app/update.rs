//! State transition: applies an action and returns effects.

mod blocks;
mod clusters;
mod dates;
mod dialogs;
mod engine;
mod export;
mod filter;
mod keys;
mod lecture;
pub(crate) mod masks;
mod mirrors;
mod names;
mod new_clusters;
mod pages;
mod pair_list;
mod report;
mod review;
mod run;
mod settings;
mod themes;
mod threshold;
mod tune;
mod why;
mod words;

use super::App;
use super::action::{Action, Panel};
use super::effect::Effect;
use super::screen::Screen;
use super::state::clusters::{Aside, Focus};
use crate::engine::Request;
use crate::mirrors::Rule;

/// Applies `action` to `app` and returns the side effects to perform, including requests for data that
/// the new state displays but does not have.
pub fn update(app: &mut App, action: Action) -> Vec<Effect> {
    let mut effects = match action {
        Action::Key(key) => keys::key(app, key),
        Action::Paste(text) => keys::paste(app, &text),
        Action::Run(command) => run::run(app, command),
        Action::Engine(update) => engine::engine(app, update),
        Action::Resize(columns, rows) => {
            app.size = (columns, rows);
            vec![]
        }
        Action::Clock(now) => {
            app.now = now;
            app.notices.advance(now);
            return vec![];
        }
        Action::Row(panel, row) => click(app, panel, row),
        Action::Cell(row, column) => cell(app, row, column),
        Action::Wheel(panel, rows) => wheel(app, panel, rows),
        Action::SortBy(column) => {
            let c = &mut app.clusters;
            c.reversed = c.sort == column && !c.reversed;
            c.sort = column;
            clusters::relist(app);
            vec![]
        }
        Action::SortPairsBy(column) => {
            app.pair_list.sort_by(column);
            vec![]
        }
        Action::Threshold(value) => threshold::request(app, value),
        Action::Border(border, x, area) => {
            app.borders.set(border, x, area);
            vec![]
        }
        Action::Document(action) => pages::document(app, action),
        Action::Compare(action) => pages::compare(app, action),
        Action::Tune(action) => tune::action(app, action),
        Action::Notice(text) => {
            app.say(text);
            vec![]
        }
        Action::Failed(text) => {
            app.fail(text);
            vec![]
        }
    };
    run::forget_quits(app);
    effects.extend(wanted(app));
    effects.extend(dates::wanted(app));
    effects.extend(pair_list::wanted(app));
    effects.extend(pages::wanted_sources(app));
    effects.extend(pages::wanted_comparison(app));
    effects.extend(tune::wanted(app));
    effects.extend(blocks::wanted(app));
    effects.extend(mirrors::wanted(app));
    effects.extend(lecture::wanted(app));
    effects
}

/// Requests data that the Clusters screen lacks: the matrix of the selected cluster and, where there is room,
/// the differences of two members.
fn wanted(app: &mut App) -> Vec<Effect> {
    let mut effects = Vec::new();
    let Some(clustering) = app.data.clustering.clone() else {
        return effects;
    };
    if app.screen() != Screen::Clusters {
        app.clusters.forget_comparing();
        return effects;
    }
    if let Some(collection) = app.data.collection.clone() {
        app.clusters.fold(&collection, &clustering);
    }
    let index = app.clusters.selected_index();
    if app.asked != index {
        app.asked = index;
        if let Some(cluster) = app.clusters.selected(&clustering)
            && cluster.size() <= super::state::clusters::MATRIX_LIMIT
            && app.clusters.matrix_of(cluster).is_none()
        {
            effects.push(Effect::Ask(Request::Matrix(cluster.members.clone())));
        }
    }
    if let Some(cluster) = app.clusters.selected(&clustering) {
        let request = app.clusters.keep.request(&clustering, cluster);
        effects.extend(request.map(Effect::Ask));
    }
    if app.shows_differences() {
        let pair = app.clusters.wants_differences(&clustering);
        effects.extend(pair.map(|(a, b)| Effect::Ask(Request::Compare(a, b))));
    }
    effects
}

/// A click selects a row; a click on the selected row opens it.
fn click(app: &mut App, panel: Panel, row: usize) -> Vec<Effect> {
    match panel {
        Panel::Clusters => {
            let again = app.clusters.focus == Focus::List && app.clusters.list.selected == row;
            (app.clusters.focus, app.clusters.aside) = (Focus::List, None);
            if again {
                return clusters::open(app);
            }
            let len = app.clusters.listed.len();
            app.clusters.list.select(row, len);
            clusters::first_member(app);
            vec![]
        }
        Panel::Members => {
            let c = &mut app.clusters;
            let again =
                c.focus == Focus::Members && c.members.selected == row && c.column.is_none();
            (c.focus, c.aside) = (Focus::Members, None);
            if again {
                return clusters::open(app);
            }
            (c.members.selected, c.column) = (row, None);
            vec![]
        }
        Panel::Hits => {
            let again = !app.search.typing && app.search.hits.selected == row;
            app.search.typing = false;
            if again {
                return pages::open_hit(app);
            }
            let len = app.search.len();
            app.search.hits.select(row, len);
            vec![]
        }
        Panel::Pairs => {
            let list = &mut app.pair_list;
            let again = !list.filtering && list.scroll.selected == row;
            list.filtering = false;
            if again {
                return pair_list::open(app);
            }
            let len = list.len();
            list.scroll.select(row, len);
            vec![]
        }
        Panel::Skipped => {
            let len = app.facts.skipped.len();
            app.facts.scroll.select(row, len);
            vec![]
        }
        Panel::Blocks => blocks::click(app, row),
        Panel::Mirrors => mirrors::click(app, row),
        Panel::MirrorRules => mirrors::click_rule(app, row),
        Panel::Dialog => dialogs::click(app, row),
        Panel::PlotList => tune::row(app, row),
        Panel::Differences => {
            app.clusters.aside = Some(Aside::Differences);
            vec![]
        }
        Panel::MemberColumns
        | Panel::About
        | Panel::Sliders
        | Panel::BlockText
        | Panel::LectureSlide => vec![],
    }
}

fn cell(app: &mut App, row: usize, column: usize) -> Vec<Effect> {
    let c = &mut app.clusters;
    let again = c.focus == Focus::Members
        && c.members.selected == row
        && c.column == Some(column)
        && row != column;
    (c.focus, c.aside) = (Focus::Members, None);
    (c.members.selected, c.column) = (row, Some(column));
    if again { clusters::open(app) } else { vec![] }
}

fn wheel(app: &mut App, panel: Panel, rows: i32) -> Vec<Effect> {
    let by = i64::from(rows);
    let len = match panel {
        Panel::Clusters => {
            clusters::step_clusters(app, by);
            return vec![];
        }
        Panel::MemberColumns => {
            clusters::step_columns(app, by);
            return vec![];
        }
        Panel::Differences => {
            clusters::scroll_differences(app, by);
            return vec![];
        }
        Panel::Sliders => {
            tune::step_sliders(app, by);
            return vec![];
        }
        Panel::LectureSlide => {
            lecture::scroll(app, by);
            return vec![];
        }
        Panel::Members => clusters::members(app),
        Panel::Pairs => app.pair_list.len(),
        Panel::Hits => app.search.len(),
        Panel::Skipped => app.facts.skipped.len(),
        Panel::About | Panel::BlockText => usize::MAX,
        Panel::Blocks => app.blocks.len(),
        Panel::Mirrors => mirrors::rows(app),
        Panel::MirrorRules => Rule::ALL.len(),
        Panel::PlotList => app.tune.rows(),
        Panel::Dialog => dialogs::rows(app),
    };
    if let Some(scroll) = app.scroll_mut(panel) {
        scroll.step(by, len);
    }
    vec![]
}
