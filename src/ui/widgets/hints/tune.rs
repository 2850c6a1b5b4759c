//! Hints of the Tune screen: the meaning of the arrows and Enter depends on the focus.

use super::hint::{Hint, plain};
use crate::app::{App, Command as C, NARROW, WIDE};
use crate::screens::tune::state::{Focus, Slider, View};

/// The hints that precede those of the table of commands.
pub(super) fn first(app: &App) -> Vec<Hint> {
    let tune = &app.tune;
    let key = |command| app.keymap.named(command);
    let two = |a, b, word: &str| plain(&format!("{} {}", key(a), key(b)), word);
    let enter = |word: &str| plain(&key(C::Open), word);
    let choose = || two(C::Up, C::Down, "choose");
    let read_off = || two(C::Left, C::Right, "read off");
    if tune.focus == Focus::Sliders {
        let mut hints = begins(app);
        let begun = hints.is_empty();
        hints.extend([
            two(C::Left, C::Right, "change"),
            plain(&key(C::NextPlot), "next plot"),
        ]);
        if begun {
            hints.push(enter("into the plot"));
        }
        if app.size.0 >= WIDE {
            hints.push(two(C::Up, C::Down, "slider"));
        }
        return hints;
    }
    let has_rows = tune.rows() > 0;
    let mut hints = match tune.view {
        View::Sweep if tune.results.sweep.is_some() => {
            vec![plain("Arrows", "cell"), enter("take its settings")]
        }
        View::Sweep => vec![enter("sweep")],
        View::Changes if has_rows => vec![choose(), enter("open")],
        View::Estimates | View::Labels if has_rows => {
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
            if has_rows {
                hints.push(choose());
            }
            hints
        }
        _ => vec![],
    };
    hints.push(plain(&key(C::NextPlot), "next plot"));
    hints.push(plain(&key(C::Escape), "to the sliders"));
    hints
}

/// The keys that a plot without figures begins with; none for one with figures.
fn begins(app: &App) -> Vec<Hint> {
    let results = &app.tune.results;
    let commands: &[C] = match app.tune.view {
        View::Labels if results.labelled.is_none() => &[C::LoadLabels, C::Judge],
        View::Changes if app.tune.pinned.is_none() => &[C::Pin],
        View::Sweep if results.sweep.is_none() => &[C::RunSweep],
        _ => &[],
    };
    let hint = |command: &C| Hint {
        keys: app.keymap.named(*command),
        word: command.entry().hint.into(),
        command: Some(*command),
    };
    commands.iter().map(hint).collect()
}

/// Whether the command has an effect now.
pub(super) fn useful(app: &App, command: C) -> bool {
    let tune = &app.tune;
    let labels = tune.view == View::Labels;
    let on_sliders = tune.focus == Focus::Sliders;
    let first = on_sliders && begins(app).iter().any(|hint| hint.command == Some(command));
    match command {
        _ if first => false,
        // The arrows do the same.
        C::ThresholdDown | C::ThresholdUp => !on_sliders || tune.at != Slider::Threshold,
        // Included in the hints of the arrows.
        C::Open | C::NextPlot | C::Tune => false,
        C::Pin => app.data.clustering.is_some(),
        C::TakeBest => labels && tune.results.labelled.is_some(),
        C::LoadLabels | C::Judge => labels || app.size.0 >= NARROW,
        C::RunSweep => tune.view == View::Sweep || app.size.0 >= NARROW,
        C::Search | C::Skipped | C::About | C::Settings => app.size.0 >= WIDE,
        _ => true,
    }
}
