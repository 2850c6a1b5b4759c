//! Commands of the Common blocks screen.

use super::super::App;
use super::super::commands::Command;
use super::super::effect::Effect;
use super::super::screen::Screen;
use super::{pages, settings};
use crate::app::scroll::Scroll;
use crate::engine::Request;
use crate::engine::blocks::one_line;

/// Requests the common blocks where the screen is in front and does not have them.
pub(super) fn wanted(app: &mut App) -> Vec<Effect> {
    if app.screen() != Screen::Blocks {
        return vec![];
    }
    let Some(collection) = app.data.collection.clone() else {
        return vec![];
    };
    match app.blocks.ask(&collection) {
        true => vec![Effect::Ask(Request::Blocks)],
        false => vec![],
    }
}

/// Runs a command on the screen.
pub(super) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    match command {
        Command::Open => return open(app),
        Command::MaskBlock => return mask(app),
        Command::NextPanel | Command::PreviousPanel => app.blocks.reading = !app.blocks.reading,
        _ if app.blocks.reading => app.blocks.text.follow(command, usize::MAX),
        _ => {
            let before = app.blocks.list.selected;
            let len = app.blocks.len();
            app.blocks.list.follow(command, len);
            turned(app, before);
        }
    }
    vec![]
}

/// A click selects a row; a click on the selected row opens it.
pub(super) fn click(app: &mut App, row: usize) -> Vec<Effect> {
    let (before, was_reading) = (app.blocks.list.selected, app.blocks.reading);
    app.blocks.reading = false;
    if before == row && !was_reading {
        return open(app);
    }
    let len = app.blocks.len();
    app.blocks.list.select(row, len);
    turned(app, before);
    vec![]
}

/// Back to the top of the text if the cursor has moved.
fn turned(app: &mut App, before: usize) {
    if app.blocks.list.selected != before {
        app.blocks.text = Scroll::default();
    }
}

/// Opens the first document that holds the block.
fn open(app: &mut App) -> Vec<Effect> {
    let first = app.block().map(|row| row.block.first);
    first.map_or_else(Vec::new, |doc| pages::open_document(app, doc))
}

/// Adds the text of the block to the masked phrases.
fn mask(app: &mut App) -> Vec<Effect> {
    let Some(row) = app.block() else {
        app.say("no block is selected to mask");
        return vec![];
    };
    let text = match &row.text {
        Ok(text) => one_line(text),
        Err(problem) => {
            let problem = problem.to_string();
            app.fail(problem);
            return vec![];
        }
    };
    let mut analysis_config = app.reanalysis.asked().clone();
    if analysis_config.masks.phrases.contains(&text) {
        app.say("this block is masked already");
        return vec![];
    }
    analysis_config.masks.phrases.push(text);
    match app.reanalysis.apply(analysis_config) {
        true => settings::ask(app),
        false => vec![],
    }
}
