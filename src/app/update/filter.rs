//! The filter line of the lists: editing, completion of field names, keeping and lifting it.

use super::super::App;
use super::super::commands::Command;
use super::super::effect::Effect;
use super::super::input::Input;
use super::super::screen::Screen;
use super::{clusters, run};
use crate::filter::{FilterClasses, Target, complete};

/// What the list in front consists of.
fn target(app: &App) -> Target {
    match app.screen() {
        Screen::Pairs => Target::Pairs,
        _ => Target::Clusters,
    }
}

/// The filter text of the list in front.
pub(crate) fn field(app: &mut App) -> &mut Input {
    match target(app) {
        Target::Pairs => &mut app.pair_list.filter,
        Target::Clusters | Target::Decisions => &mut app.clusters.filter,
    }
}

/// Runs a command while the filter is edited.
pub(crate) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    let pairs = target(app) == Target::Pairs;
    let page = if pairs {
        app.pair_list.scroll.page()
    } else {
        app.clusters.list.page()
    };
    match command {
        Command::Complete if completed(app) => changed(app),
        Command::Accept | Command::Complete if pairs => app.pair_list.filtering = false,
        Command::Accept | Command::Complete => app.clusters.filtering = false,
        _ => match command.rows(page) {
            Some(by) if pairs => {
                let len = app.pair_list.len();
                app.pair_list.scroll.step(by, len);
            }
            Some(by) => clusters::step_clusters(app, by),
            None => return run::run(app, command),
        },
    }
    vec![]
}

/// Completes the field name before the cursor. Returns whether there was one.
fn completed(app: &mut App) -> bool {
    let target = target(app);
    let field = field(app);
    let completion = complete(field.text(), field.halves().0.len(), target);
    let Some(first) = completion.first() else {
        return false;
    };
    field.replace(completion.typed, &first.start_of_term());
    true
}

/// Applies the filter text after a change.
pub(crate) fn changed(app: &mut App) {
    match target(app) {
        Target::Pairs => {
            let known_names = app
                .data
                .collection
                .as_deref()
                .map(FilterClasses::from_collection);
            app.pair_list.read_filter(&known_names.unwrap_or_default());
        }
        Target::Clusters | Target::Decisions => clusters::relist(app),
    }
}
