//! Commands of the Mirrors screen.

use crate::app::screen::Screen;
use crate::app::update::pages;
use crate::app::{App, Command, Panel};
use crate::engine::Request;
use crate::mirrors::{RowKind, Status};
use crate::screens::compare::state::CompareState;
use crate::screens::mirrors::state::Trees;

/// Requests the mirrors where the screen is in front and does not have them.
pub(crate) fn wanted(app: &mut App) -> Option<Request> {
    let asks = app.screen() == Screen::Mirrors && app.mirrors.ask(&app.data);
    asks.then_some(Request::Mirrors)
}

/// Runs a command on the screen.
pub(crate) fn command(app: &mut App, command: Command) {
    if command == Command::Open {
        return open(app);
    }
    match (command, &mut app.mirrors.trees) {
        (Command::Fold, Some(trees)) => {
            if !trees.fold(Some(false)) {
                app.mirrors.trees = None;
            }
        }
        (Command::Unfold, Some(trees)) => _ = trees.fold(Some(true)),
        (Command::OnlyDifferences, Some(trees)) => trees.switch_differences(),
        _ => app.follow(Panel::Mirrors, command),
    }
}

/// Back from the trees to the list; `false` if the list is in front.
pub(crate) fn escape(app: &mut App) -> bool {
    app.screen() == Screen::Mirrors && app.mirrors.trees.take().is_some()
}

/// Opens the trees of a mirror; there, a folder, two documents side by side, or one document.
fn open(app: &mut App) {
    let Some(trees) = &mut app.mirrors.trees else {
        let at = app.mirrors.list.selected;
        let Some(list) = app.mirrors.current(&app.data).cloned() else {
            return;
        };
        if at >= list.mirrors.mirrors.len() {
            return;
        }
        app.mirrors.trees = Some(Trees::new(at));
        return app.ask(Request::MirrorTrees(list, at));
    };
    let Some(row) = trees.selected() else {
        return;
    };
    let two = match row.kind {
        RowKind::Folder { .. } => {
            trees.fold(None);
            return;
        }
        RowKind::Document {
            left,
            right,
            status,
        } => match (left, right, status) {
            (Some(a), Some(b), _) => (a, Some(b)),
            (Some(a), None, Status::Moved(to)) => (a, Some(to)),
            (None, Some(b), Status::Moved(to)) => (to, Some(b)),
            (Some(doc), None, _) | (None, Some(doc), _) => (doc, None),
            (None, None, _) => return,
        },
    };
    match two {
        (a, Some(b)) => pages::open_compare(app, CompareState::new(a, vec![b], 0)),
        (doc, None) => pages::open_document(app, doc),
    }
}
