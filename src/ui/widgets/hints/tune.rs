//! Hints of the Tune screen: the meaning of the arrows and Enter depends on the focus.

use super::hint::{Hint, plain};
use crate::app::state::tune::{Focus, View};
use crate::app::{App, Command as C, NARROW, WIDE};

/// The hints that precede those of the table of commands.
pub(super) fn first(app: &App) -> Vec<Hint> {
    let tune = &app.tune;
    let key = |command| app.keymap.named(command);
    let two = |a, b, word: &str| plain(&format!("{} {}", key(a), key(b)), word);
    let enter = |word: &str| plain(&key(C::Open), word);
    let choose = || two(C::Up, C::Down, "choose");
    let read_off = || two(C::Left, C::Right, "read off");
    if tune.focus == Focus::Sliders {
        let mut hints = vec![
            two(C::Left, C::Right, "change"),
            plain(&key(C::NextPlot), "next plot"),
            enter("into the plot"),
        ];
        if tune.at.typed() {
            hints.push(plain("0-9", "type"));
        }
        if app.size.0 >= NARROW {
            hints.push(two(C::Up, C::Down, "slider"));
        }
        return hints;
    }
    let mut hints = match tune.view {
        View::Sweep if tune.results.sweep.is_some() => {
            vec![plain("Arrows", "cell"), enter("take its settings")]
        }
        View::Sweep => vec![enter("sweep")],
        View::Costs if tune.rows() > 0 => vec![choose(), enter("take this method")],
        View::Changes if tune.rows() > 0 => vec![choose(), enter("open")],
        View::Estimates | View::Labels if tune.rows() > 0 => {
            vec![choose(), enter("compare"), read_off()]
        }
        View::SCurve | View::Thresholds | View::ByK => {
            let mut hints = vec![read_off()];
            match (tune.opens_pair(), tune.cursor(), tune.view) {
                (true, ..) => hints.push(enter("compare")),
                (false, None, _) => {}
                (false, _, View::ByK) => hints.push(enter("take this k")),
                (false, ..) => hints.push(enter("threshold here")),
            }
            if tune.rows() > 0 {
                hints.push(choose());
            }
            hints
        }
        _ => vec![],
    };
    let plots = format!("{}-{}", key(C::PlotSCurve), key(C::PlotCosts));
    hints.push(plain(&plots, "plot"));
    hints.push(plain(&key(C::Escape), "to the sliders"));
    hints
}

/// Whether the command has an effect now.
pub(super) fn useful(app: &App, command: C) -> bool {
    let tune = &app.tune;
    let labels = tune.view == View::Labels;
    match command {
        // Included in the hints of the arrows.
        C::Open | C::NextPlot | C::Tune => false,
        C::Shades => tune.view == View::Sweep && tune.results.sweep.is_some(),
        C::Pin => app.data.clustering.is_some(),
        C::TakeBest => labels && tune.results.labelled.is_some(),
        C::Default => tune.focus == Focus::Sliders,
        C::LoadLabels | C::Judge => labels || app.size.0 >= WIDE,
        C::RunSweep => tune.view == View::Sweep || app.size.0 >= WIDE,
        C::Search | C::Skipped | C::About | C::Settings => app.size.0 >= WIDE,
        _ => true,
    }
}
