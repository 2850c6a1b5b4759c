//! Commands of the Documents screen, and its request.

use crate::app::App;
use crate::app::commands::Command;
use crate::app::effect::Effect;
use crate::app::screen::Screen;
use crate::app::update::pages;
use crate::engine::Request;

/// Requests the list where the screen is in front and does not have it.
pub(crate) fn wanted(app: &mut App) -> Option<Effect> {
    if app.screen() != Screen::Documents {
        return None;
    }
    let copied = app.data.copied.as_ref()?;
    let review = app.data.collection.as_ref();
    let review = review.and_then(|collection| app.decisions.state(collection));
    let wanted = app.documents.wants(copied, review)?;
    Some(Effect::Ask(Request::CopiedDocuments(wanted)))
}

/// Runs a command on the screen.
pub(crate) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    if command == Command::Open {
        let selected = app.documents.selected().map(|row| row.doc);
        return selected.map_or_else(Vec::new, |doc| pages::open_document(app, doc));
    }
    let len = app.documents.rows().len();
    app.documents.scroll.follow(command, len);
    vec![]
}
