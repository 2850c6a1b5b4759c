//! The text shown in place of a missing plot: what it waits for, or which key computes it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::state::tune::View;
use crate::app::{App, Command};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel;

/// Draws the reason why the plot is missing.
pub fn draw(app: &App, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let (text, dim) = (theme.style(Role::Text), theme.style(Role::Dim));
    let sentences: Vec<String> = sentences(app).iter().map(|s| theme.own(s)).collect();
    let lines = sentences.iter().enumerate();
    let lines: Vec<_> = lines
        .map(|(i, line)| (line.as_str(), if i == 0 { text } else { dim }))
        .collect();
    panel::centred(buffer, area, &lines);
}

fn sentences(app: &App) -> Vec<String> {
    let key = |command| app.keymap.label(command);
    let all = |sentences: &[&str]| sentences.iter().map(|s| (*s).to_owned()).collect();
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
        View::ByK if app.tune.results.tuning.is_some() => all(&[
            "Making the shingles of every k …",
            " ",
            "Each k is shown as soon as it stands.",
        ]),
        _ if app.data.pairs.is_none() => all(&["Waiting for the first pairs …"]),
        _ => all(&[
            "Counting every pair …",
            " ",
            "Plots are held against the complete join: the exact truth.",
        ]),
    }
}
