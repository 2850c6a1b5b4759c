//! Dispatch of commands.

use super::super::commands::Command;
use super::super::dialog::{Dialog, Kind};
use super::super::effect::Effect;
use super::super::screen::Screen;
use super::super::state::clusters::Focus;
use super::super::state::compare::CompareAction;
use super::super::state::document::DocAction;
use super::super::{App, NARROW, Page};
use super::{clusters, export, pages, settings, tune, why};
use crate::engine::Request;

/// Runs a command on the screen in front.
pub(super) fn run(app: &mut App, command: Command) -> Vec<Effect> {
    use Command as C;
    match command {
        C::Escape => return escape(app),
        C::Back => return back(app),
        C::Quit => return vec![Effect::Quit],
        C::Interrupt if !app.working() => return vec![Effect::Quit],
        C::Interrupt | C::Stop => return stop(app),
        C::Suspend => return vec![Effect::Suspend],
        C::Redraw => return vec![Effect::Redraw],
        C::Help => app.dialogs.push(Dialog::new(Kind::Help)),
        C::Palette => app.dialogs.push(Dialog::new(Kind::Palette)),
        C::Messages => app.dialogs.push(Dialog::new(Kind::Messages)),
        C::Search => pages::search(app),
        C::Skipped => pages::show(app, Page::Skipped),
        C::About => pages::show(app, Page::About),
        C::Settings => settings::open(app),
        C::Tune => tune::show(app),
        C::Why => return why::why(app),
        C::UndoSettings => return settings::undo(app),
        C::RedoSettings => return settings::redo(app),
        C::Reload => {
            app.data.finished = None;
            app.data.edited = false;
            app.say("reading the corpus again");
            return vec![Effect::Ask(Request::Reload)];
        }
        C::Copy => return export::copy(app),
        C::Edit => return export::edit(app),
        _ => {
            app.notices.dismiss();
            return match app.screen() {
                Screen::Clusters => clusters::clusters(app, command),
                Screen::Document => document(app, command),
                Screen::Compare => compare(app, command),
                Screen::Search => search(app, command),
                Screen::Skipped | Screen::About => reading(app, command),
                Screen::Tune => tune::command(app, command),
            };
        }
    }
    vec![]
}

/// Distance in rows of a movement command for a page of `page` rows; `None` for other commands.
pub(super) fn distance(command: Command, page: i64) -> Option<i64> {
    Some(match command {
        Command::Up => -1,
        Command::Down => 1,
        Command::PageUp => -page,
        Command::PageDown => page,
        Command::HalfUp => -(page / 2).max(1),
        Command::HalfDown => (page / 2).max(1),
        Command::Top => i64::MIN / 2,
        Command::Bottom => i64::MAX / 2,
        _ => return None,
    })
}

fn document(app: &mut App, command: Command) -> Vec<Effect> {
    use Command as C;
    let action = match command {
        C::Up => DocAction::Up,
        C::Down => DocAction::Down,
        C::PageUp => DocAction::PageUp,
        C::PageDown => DocAction::PageDown,
        C::HalfUp => DocAction::Scroll(-8),
        C::HalfDown => DocAction::Scroll(8),
        C::Top => DocAction::Top,
        C::Bottom => DocAction::Bottom,
        C::NextPanel | C::PreviousPanel => DocAction::SwitchPanel,
        C::Sort => DocAction::Sort,
        C::ReverseSort => DocAction::ReverseSort,
        C::Open => DocAction::Open,
        C::NextPassage => DocAction::NextMark,
        C::PreviousPassage => DocAction::PreviousMark,
        C::NextNeighbour => return pages::step_document(app, 1),
        C::PreviousNeighbour => return pages::step_document(app, -1),
        _ => return vec![],
    };
    pages::document(app, action)
}

fn compare(app: &mut App, command: Command) -> Vec<Effect> {
    use Command as C;
    let action = match command {
        C::Up => CompareAction::Scroll(-1),
        C::Down => CompareAction::Scroll(1),
        C::PageUp => CompareAction::Page(-1),
        C::PageDown => CompareAction::Page(1),
        C::HalfUp => CompareAction::Scroll(-8),
        C::HalfDown => CompareAction::Scroll(8),
        C::Top => CompareAction::Top,
        C::Bottom => CompareAction::Bottom,
        C::NextPassage => CompareAction::NextPassage,
        C::PreviousPassage => CompareAction::PreviousPassage,
        C::NextNeighbour => CompareAction::NextNeighbour,
        C::PreviousNeighbour => CompareAction::PreviousNeighbour,
        C::Mode => CompareAction::Mode,
        C::Swap => CompareAction::Swap,
        C::Lock => CompareAction::Lock,
        C::NextPanel | C::PreviousPanel => CompareAction::Focus,
        _ => return vec![],
    };
    pages::compare(app, action)
}

fn search(app: &mut App, command: Command) -> Vec<Effect> {
    let len = app.search.len();
    if command == Command::Up && app.search.hits.selected == 0 {
        app.search.typing = true;
    } else if let Some(by) = distance(command, app.search.hits.page()) {
        app.search.hits.step(by, len);
    }
    match command {
        Command::NextPanel | Command::PreviousPanel => app.search.typing = true,
        Command::Open => return open(app),
        Command::Within => return pages::within(app),
        _ => {}
    }
    vec![]
}

fn reading(app: &mut App, command: Command) -> Vec<Effect> {
    let (scroll, len) = match app.screen() {
        Screen::Skipped => (&mut app.facts.scroll, app.facts.skipped.len()),
        _ => (&mut app.about, usize::MAX),
    };
    if let Some(by) = distance(command, scroll.page()) {
        scroll.step(by, len);
    }
    vec![]
}

/// Opens the item under the cursor.
pub(super) fn open(app: &mut App) -> Vec<Effect> {
    if app.screen() == Screen::Document {
        return pages::document(app, DocAction::Open);
    }
    if app.screen() == Screen::Search {
        return match app.search.selected() {
            Some(doc) => pages::open_document(app, doc),
            None => vec![],
        };
    }
    let Some(clustering) = app.data.clustering.clone() else {
        return vec![];
    };
    if let Some((row, column)) = app.clusters.cell(&clustering)
        && let Some(cluster) = app.clusters.selected(&clustering)
    {
        let (fixed, other) = (cluster.members[row], cluster.members[column]);
        return clusters::compare_among(app, fixed, other, &cluster.members);
    }
    match app.clusters.document(&clustering) {
        Some(doc) => pages::open_document(app, doc),
        None => vec![],
    }
}

fn stop(app: &mut App) -> Vec<Effect> {
    if !app.working() {
        app.say("no work to stop");
        return vec![];
    }
    app.data.stopping = true;
    app.say("stopping; what is done is kept");
    vec![Effect::Ask(Request::Stop)]
}

fn escape(app: &mut App) -> Vec<Effect> {
    if app.dialogs.pop().is_some() {
        return vec![];
    }
    if app.screen() == Screen::Tune && tune::escape(app) {
        return vec![];
    }
    let c = &mut app.clusters;
    if app.pages.is_empty() && (c.filtering || !c.filter.text().is_empty()) {
        c.filtering = false;
        c.filter.clear();
        clusters::relist(app);
    } else if app.pages.pop().is_some() {
        app.notices.dismiss();
    } else if app.working() {
        return stop(app);
    } else if app.clusters.focus == Focus::Members && app.size.0 < NARROW {
        app.clusters.focus = Focus::List;
    } else if app.notices.current(app.now).is_some() {
        app.notices.dismiss();
    } else {
        app.say("q quits");
    }
    vec![]
}

fn back(app: &mut App) -> Vec<Effect> {
    if app.pages.pop().is_some() {
        app.notices.dismiss();
        return vec![];
    }
    vec![Effect::Quit]
}
