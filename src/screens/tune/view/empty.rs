//! The text shown in place of a missing plot: what it waits for, or which key computes it.

use crate::app::{App, Command};
use crate::screens::tune::state::View;

/// Why the plot is missing, and what to do about it.
pub fn sentences(app: &App) -> Vec<String> {
    let key = |command| app.keymap.label(command);
    match app.tune.view {
        View::Labels => vec![
            "No labels have been read.".into(),
            " ".into(),
            format!("{} reads a CSV of labels.", key(Command::LoadLabels)),
            format!(
                "{} asks about pairs instead: 20 answers propose a threshold.",
                key(Command::Judge)
            ),
        ],
        View::Changes => vec![
            "No clusters are pinned.".into(),
            " ".into(),
            format!(
                "{} pins those there are now; then move a slider, and what merged, split, came and went is listed here.",
                key(Command::Pin)
            ),
        ],
        View::Sweep => vec![
            "No sweep has been run.".into(),
            " ".into(),
            format!(
                "{} runs every k with every threshold, in one pass; Enter on a cell then takes its settings.",
                key(Command::RunSweep)
            ),
        ],
        View::ByK if app.tune.results.tuning.is_some() => vec![
            "Making the shingles of every k …".into(),
            " ".into(),
            "Each k is shown as soon as it stands.".into(),
        ],
        _ if app.data.pairs.is_none() => vec!["Waiting for the first pairs …".into()],
        _ => vec![
            "Counting every pair …".into(),
            " ".into(),
            "Plots are held against the complete join: the exact truth.".into(),
        ],
    }
}
