//! The text shown in place of an empty list of pairs: the reason, and what to do.

use crate::app::{App, Command};
use crate::base::sanitise;
use crate::base::units::counted;
use crate::evidence::long_runs::RUN;
use crate::ui::phrases::{counting_copied, documents};

/// Why the list is empty, and what to do about it.
pub fn sentences(app: &App) -> Vec<String> {
    let key = |command| app.keymap.label(command);
    let list = &app.pair_list;
    let (Some(collection), Some(_)) = (&app.data.collection, &app.data.clustering) else {
        return waiting(app);
    };
    if collection.is_empty() {
        return vec![
            "The corpus holds no text.".into(),
            format!(
                "{} shows what was met and why it was not read.",
                key(Command::Skipped)
            ),
        ];
    }
    let (Some(all), Some(shown)) = (list.list(), list.shown()) else {
        return vec!["Listing the pairs …".into()];
    };
    if let Some(progress) = app.data.counting.filter(|_| all.rows.is_empty()) {
        return vec![format!("{} …", counting_copied(progress, app.start.calm))];
    }
    let mut sentences = Vec::new();
    if !all.rows.is_empty() {
        let text = sanitise::line(list.filter.text());
        sentences.push(format!("No pair matches \"{text}\"."));
        if let Some(property) = shown
            .arrangement
            .filter
            .first_property()
            .filter(|_| all.complete && shown.arrangement.review.is_none())
        {
            sentences.push(format!(
                "For no pair is it known whether it is \"{property}\"."
            ));
        } else if shown.unknown > 0 {
            let pairs = counted(shown.unknown as u64, "pair", "pairs");
            sentences.push(format!("Of {pairs} the evidence is still being counted."));
        }
        sentences.push("Esc lifts the filter.".into());
        return sentences;
    }
    sentences.push(format!(
        "No two documents share a tenth of one text, or a long passage that keeps {} in a row.",
        app.unit().counted(RUN as u64)
    ));
    sentences.push(format!("{} shows near-duplicates.", key(Command::Clusters)));
    sentences.extend((!all.note.is_empty()).then(|| all.note.clone()));
    sentences
}

/// Before there are any pairs.
fn waiting(app: &App) -> Vec<String> {
    let go_on = || format!("{} goes on.", app.keymap.label(Command::Reload));
    match (&app.data.collection, app.data.working()) {
        (None, true) => vec!["Reading the corpus …".into()],
        (Some(collection), true) => vec![
            format!("Comparing {} …", documents(collection.len())),
            "Pairs appear here as they are found.".into(),
        ],
        (None, false) => vec!["No document was read.".into(), go_on()],
        (Some(_), false) => vec![
            "The work was stopped before pairs were found.".into(),
            go_on(),
        ],
    }
}
