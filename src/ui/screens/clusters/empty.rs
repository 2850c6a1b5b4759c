//! The text shown in place of an empty list of clusters: the reason, and what to do.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::app::state::histogram::Histogram;
use crate::app::{App, Command};
use crate::base::units::counted;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel;
use crate::ui::widgets::top_line;

/// Explains why the list is empty and what to do about it.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let (strong, dim) = (theme.style(Role::Text), theme.style(Role::Dim));
    let sentences: Vec<String> = match (&app.data.collection, &app.data.clustering) {
        (None, _) if app.data.working() => vec!["Reading the corpus …".into()],
        (None, _) if app.data.finished.is_some_and(|(stopped, _)| stopped) => {
            let reload = app.keymap.label(Command::Reload);
            vec![
                "The corpus was not read to its end: the work was stopped.".into(),
                format!("{reload} goes on."),
            ]
        }
        (None, _) => vec!["No document was read.".into(), "q quits".into()],
        (Some(c), None) if app.data.working() => {
            let documents = counted(c.len() as u64, "document", "documents");
            vec![
                format!("Comparing {documents} …"),
                "Clusters appear here as they are found.".into(),
            ]
        }
        (Some(c), None) => {
            let documents = counted(c.len() as u64, "document is", "documents are");
            let reload = app.keymap.label(Command::Reload);
            vec![
                format!("The work was stopped: {documents} read, none compared."),
                format!("{reload} goes on."),
            ]
        }
        (Some(c), Some(_)) if c.is_empty() => {
            let skipped = app.keymap.label(Command::Skipped);
            vec![
                "The corpus holds no text.".into(),
                format!("{skipped} shows what was met and why it was not read."),
            ]
        }
        (Some(_), Some(clustering)) if clustering.clusters.is_empty() => no_pairs(app),
        _ => {
            let text = crate::base::sanitise::line(app.clusters.filter.text()).into_owned();
            vec![
                format!("No cluster has a member whose name matches \"{text}\"."),
                "Esc lifts the filter.".into(),
            ]
        }
    };
    let sentences: Vec<String> = sentences.iter().map(|s| theme.own(s)).collect();
    let lines: Vec<(&str, ratatui::style::Style)> = sentences
        .iter()
        .enumerate()
        .map(|(i, s)| (s.as_str(), if i == 0 { strong } else { dim }))
        .collect();
    panel::centred(frame.buffer_mut(), area, &lines);
}

fn no_pairs(app: &App) -> Vec<String> {
    let at = top_line::threshold(app.threshold);
    let mut sentences = vec![format!("No two documents are as similar as {at}.")];
    let Some(pairs) = &app.data.pairs else {
        return sentences;
    };
    let floor = top_line::threshold(pairs.found.floor);
    let key = app.keymap.label(Command::ThresholdDown);
    match Histogram::nearest_below(pairs, app.threshold) {
        Some(highest) => {
            let highest = format!("{highest:.4}");
            sentences.push(format!(
                "The highest pair is {highest}: lower the threshold with {key}"
            ));
        }
        None => {
            let set = app.keymap.label(Command::ThresholdSet);
            sentences.push(format!(
                "No pair reaches {floor} either, from where pairs are kept: {set} sets a lower threshold"
            ));
        }
    }
    sentences
}
