//! Commands of the Overlap screen.

use super::super::App;
use super::super::commands::Command;
use super::super::effect::Effect;
use super::super::screen::Screen;
use crate::app::scroll::Scroll;
use crate::app::state::overlap::Focus;
use crate::engine::Request;

/// Requests the figures where the screen is in front and does not have them.
pub(super) fn wanted(app: &mut App) -> Vec<Effect> {
    if app.screen() != Screen::Overlap {
        return vec![];
    }
    let Some(collection) = app.data.collection.clone() else {
        return vec![];
    };
    match app.overlap.ask(&collection, app.threshold) {
        true => vec![Effect::Ask(Request::Overlap)],
        false => vec![],
    }
}

/// Runs a command on the screen.
pub(super) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    let overlap = &mut app.overlap;
    match command {
        Command::NextSampler => overlap.next_sampler(),
        Command::NextPanel => overlap.turn(true),
        Command::PreviousPanel => overlap.turn(false),
        _ if overlap.focus == Focus::Figures => overlap.figures.follow(command, usize::MAX),
        _ => {
            let (before, len) = (overlap.list.selected, overlap.len());
            overlap.list.follow(command, len);
            if overlap.list.selected != before {
                overlap.figures = Scroll::default();
            }
        }
    }
    vec![]
}

/// A click selects a pair.
pub(super) fn click(app: &mut App, row: usize) -> Vec<Effect> {
    app.overlap.focus = Focus::Pairs;
    let len = app.overlap.len();
    app.overlap.list.select(row, len);
    vec![]
}
