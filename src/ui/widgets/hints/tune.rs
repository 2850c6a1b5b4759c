//! Hints of the Tune screen: the meaning of the arrows and Enter depends on the focus.

use super::hint::{Hint, plain};
use crate::app::state::tune::{Focus, View};
use crate::app::{App, Command, NARROW, WIDE};

/// The hints that precede those of the table of commands.
pub(super) fn first(app: &App) -> Vec<Hint> {
    let tune = &app.tune;
    let plot = |word: &str| plain("Tab", word);
    if tune.focus == Focus::Sliders {
        let mut hints = vec![plain("Left Right", "change"), plot("next plot")];
        hints.push(plain("Enter", "into the plot"));
        if tune.at.typed() {
            hints.push(plain("0-9", "type"));
        }
        if app.size.0 >= NARROW {
            hints.push(plain("Up Down", "slider"));
        }
        return hints;
    }
    let mut hints = match tune.view {
        View::Sweep if tune.results.sweep.is_some() => {
            vec![plain("Arrows", "cell"), plain("Enter", "take its settings")]
        }
        View::Sweep => vec![plain("Enter", "sweep")],
        View::Changes if tune.rows() > 0 => {
            vec![plain("Up Down", "choose"), plain("Enter", "open")]
        }
        View::Estimates | View::Labels if tune.rows() > 0 => vec![
            plain("Up Down", "choose"),
            plain("Enter", "compare"),
            plain("Left Right", "read off"),
        ],
        View::SCurve | View::Thresholds => {
            let mut hints = vec![plain("Left Right", "read off")];
            if tune.cursor().is_some() {
                hints.push(plain("Enter", "threshold here"));
            }
            hints
        }
        View::ByK => vec![
            plain("Left Right", "read off"),
            plain("Enter", "take this k"),
        ],
        _ => vec![],
    };
    hints.push(plain("1-7", "plot"));
    hints.push(plain("Esc", "to the sliders"));
    hints
}

/// Whether the command has an effect now.
pub(super) fn useful(app: &App, command: Command) -> bool {
    let tune = &app.tune;
    let labels = tune.view == View::Labels;
    match command {
        // Included in the hints of the arrows.
        Command::Open | Command::NextPlot | Command::Tune => false,
        Command::Shades => tune.view == View::Sweep && tune.results.sweep.is_some(),
        Command::Pin => app.data.clustering.is_some(),
        Command::TakeBest => labels && tune.results.labelled.is_some(),
        Command::Default => tune.focus == Focus::Sliders,
        Command::LoadLabels | Command::Judge => labels || app.size.0 >= WIDE,
        Command::RunSweep => tune.view == View::Sweep || app.size.0 >= WIDE,
        Command::Search | Command::Skipped | Command::About | Command::Settings => {
            app.size.0 >= WIDE
        }
        _ => true,
    }
}
