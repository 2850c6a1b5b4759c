//! Commands of the Documents screen, and its request.

use crate::app::screen::Screen;
use crate::app::update::pages;
use crate::app::{App, Command, Panel};
use crate::engine::Request;

/// Requests the list where the screen is in front and does not have it.
pub(crate) fn wanted(app: &mut App) -> Option<Request> {
    if app.screen() != Screen::Documents {
        return None;
    }
    let copied = app.data.copied.as_ref()?;
    let review = app.data.collection.as_ref();
    let review = review.and_then(|collection| app.decisions.state(collection));
    let wanted = app.documents.wants(copied, review)?;
    Some(Request::CopiedDocuments(wanted))
}

/// Runs a command on the screen.
pub(crate) fn command(app: &mut App, command: Command) {
    let selected = app.documents.selected().map(|row| row.doc);
    match selected.filter(|_| command == Command::Open) {
        Some(doc) => pages::open_document(app, doc),
        None => app.follow(Panel::Documents, command),
    }
}
