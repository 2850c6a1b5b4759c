//! The tour: begins, goes on when its step is done, ends.

use super::super::App;
use super::super::dialog::DialogKind;
use super::super::screen::Screen;
use super::super::state::tour::{STEPS, Tour};

/// Begins the tour, or ends it.
pub(super) fn switch(app: &mut App) {
    match app.tour.take() {
        Some(_) => {
            let key = app.keymap.label(super::super::Command::Tour);
            app.say(format!("the tour is over; {key} begins it again"));
        }
        None => begin(app),
    }
}

/// Begins the tour at its first step.
fn begin(app: &mut App) {
    app.pages.clear();
    app.dialogs.clear();
    app.tour = Some(Tour {
        step: 0,
        threshold: app.threshold,
    });
}

/// Goes on to the next step when the one in hand is done.
pub(super) fn advance(app: &mut App) {
    let Some(tour) = app.tour.filter(|tour| is_done(*tour, app)) else {
        return;
    };
    let step = tour.step + 1;
    app.tour = (step < STEPS).then_some(Tour {
        step,
        threshold: app.threshold,
    });
}

/// Whether the user has done what the step says.
fn is_done(tour: Tour, app: &App) -> bool {
    let screen = app.screen();
    match tour.step {
        0 => screen == Screen::Document || screen == Screen::Compare,
        1 => screen == Screen::Compare,
        2 => screen == Screen::Clusters,
        3 => (app.threshold - tour.threshold).abs() > 1e-9,
        4 => screen == Screen::Tune,
        _ => {
            let help = |kind: DialogKind| matches!(kind, DialogKind::Help | DialogKind::Words);
            matches!(screen, Screen::Search | Screen::Lecture)
                || app.dialogs.iter().any(|dialog| help(dialog.kind))
        }
    }
}
