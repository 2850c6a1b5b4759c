//! Commands of the Common blocks screen.

use crate::app::screen::Screen;
use crate::app::update::{masks, pages};
use crate::app::{App, Command, Panel, Scroll};
use crate::engine::Request;
use crate::engine::blocks::one_line;

/// Requests the common blocks if the screen is open and lacks them.
pub(crate) fn wanted(app: &mut App) -> Option<Request> {
    let is_front = app.screen() == Screen::Blocks;
    let collection = app.data.collection.as_ref()?;
    let asks = is_front && app.blocks.ask(collection);
    asks.then(|| masks::request_of_blocks(app))
}

/// Runs a command on the screen.
pub(crate) fn command(app: &mut App, command: Command) {
    match command {
        Command::Open => open(app),
        Command::MaskBlock => mask(app),
        Command::NextPanel => app.blocks.reading = !app.blocks.reading,
        _ if app.blocks.reading => app.follow(Panel::BlockText, command),
        _ => {
            let before = app.blocks.list.selected;
            app.follow(Panel::Blocks, command);
            turned(app, before);
        }
    }
}

/// Back to the top of the text if the cursor has moved.
pub(crate) fn turned(app: &mut App, before: usize) {
    if app.blocks.list.selected != before {
        app.blocks.text = Scroll::default();
    }
}

/// Opens the first document that holds the block.
fn open(app: &mut App) {
    if let Some(doc) = app.block().map(|row| row.block.first) {
        pages::open_document(app, doc);
    }
}

/// Adds the text of the block to the masked phrases.
fn mask(app: &mut App) {
    let Some(row) = app.block() else {
        return app.say("no block is selected to exclude");
    };
    let text = match &row.text {
        Ok(text) => one_line(text),
        Err(problem) => {
            let problem = problem.to_string();
            return app.fail(problem);
        }
    };
    let mut with = app.reanalysis.requested().masks.clone();
    if with.phrases.contains(&text) {
        return app.say("this block is excluded already");
    }
    with.phrases.push(text);
    masks::apply(app, with)
}
