//! The text shown in place of an empty list of clusters: the reason, and what to do.

use crate::app::state::histogram::Histogram;
use crate::app::{App, Command};
use crate::base::sanitise;
use crate::base::units::counted;
use crate::typeset::figures::{four_decimals, threshold};
use crate::ui::phrases::{documents, no_two};

/// Why the list is empty, and what to do about it.
pub fn sentences(app: &App) -> Vec<String> {
    let key = |command| app.keymap.label(command);
    let working = app.data.working();
    let stopped = app.data.finished.is_some_and(|(stopped, _)| stopped);
    if let (None, Some(why)) = (&app.data.collection, &app.data.unread) {
        let (reload, quit) = (key(Command::Reload), key(Command::Back));
        return vec![
            sanitise::line(&capitalised(why)).into_owned(),
            format!("{reload} reads it again, once there are documents in it."),
            format!("{quit} quits; then open another: shinglescope PATH, or shinglescope demo"),
        ];
    }
    match (&app.data.collection, &app.data.clustering) {
        (None, _) if working => vec!["Reading the corpus …".into()],
        (None, _) if stopped => vec![
            "The corpus was not read to its end: the work was stopped.".into(),
            format!("{} goes on.", key(Command::Reload)),
        ],
        (None, _) => vec![
            "No document was read.".into(),
            format!("{} quits", key(Command::Back)),
        ],
        (Some(c), None) if working => vec![
            format!("Comparing {} …", documents(c.len())),
            "Clusters appear here as they are found.".into(),
        ],
        (Some(c), None) => {
            let documents = counted(c.len() as u64, "document is", "documents are");
            vec![
                format!("The work was stopped: {documents} read, none compared."),
                format!("{} goes on.", key(Command::Reload)),
            ]
        }
        (Some(c), Some(_)) if c.is_empty() => {
            let skipped = key(Command::Skipped);
            vec![
                "The corpus holds no text.".into(),
                format!("{skipped} shows what was met and why it was not read."),
            ]
        }
        (Some(c), Some(_)) if c.len() == 1 => {
            vec!["One document was read: there is nothing to compare it with.".into()]
        }
        (Some(_), Some(clustering)) if clustering.clusters.is_empty() => no_pairs(app),
        _ => {
            let text = sanitise::line(app.clusters.filter.text());
            if app.clusters.filters_figures() {
                return vec![
                    format!("No cluster matches \"{text}\"."),
                    "Esc lifts the filter.".into(),
                ];
            }
            vec![
                format!("No cluster has a member whose name matches \"{text}\"."),
                "Esc lifts the filter.".into(),
            ]
        }
    }
}

/// The text as a sentence of its own.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

fn no_pairs(app: &App) -> Vec<String> {
    let at = threshold(app.threshold);
    if app.data.search_stopped() {
        return vec![
            format!(
                "The search was stopped; of the pairs found by then none is as similar as {at}."
            ),
            format!("{} goes on.", app.keymap.label(Command::Reload)),
        ];
    }
    let mut sentences = vec![no_two(app, &at)];
    let Some(pairs) = &app.data.pairs else {
        return sentences;
    };
    sentences.splice(0..0, super::sentence::sentence(app));
    let key = |command| app.keymap.label(command);
    sentences.push(match Histogram::nearest_below(pairs, app.threshold) {
        Some(highest) => {
            let lower = key(Command::ThresholdDown);
            let highest = four_decimals(highest);
            format!("The highest pair is {highest}: lower the threshold with {lower}")
        }
        None => {
            let (floor, set) = (threshold(pairs.info.floor), key(Command::ThresholdSet));
            format!(
                "None reaches {floor} either, from where pairs are kept: {set} sets a lower threshold"
            )
        }
    });
    sentences
}
