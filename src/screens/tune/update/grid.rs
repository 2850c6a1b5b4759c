//! Form for the grid of a sweep, and its conversion to a [`Grid`].

use anyhow::anyhow;

use crate::app::App;
use crate::app::dialog::Form;
use crate::app::dialog::{Dialog, DialogKind};
use crate::lab::sweep::{Grid, ranges};
use crate::similarity::Measure;

/// Opens the form.
pub(super) fn show(app: &mut App) {
    let form = Form::default()
        .text(
            "k",
            "1-8",
            "Units in a shingle: a range, or numbers with commas.",
        )
        .text(
            "thresholds",
            "0.02,0.05-0.95:0.05",
            "A range and its step, or numbers with commas.",
        )
        .one(
            "measure",
            &["as set", "jaccard", "containment", "both"],
            0,
            "What the thresholds are held against.",
        )
        .one(
            "repeats",
            &["as set", "sets", "bags", "both"],
            0,
            "Whether a shingle counts once, or as often as it occurs.",
        );
    app.dialogs.push(Dialog::with_form(DialogKind::Sweep, form));
}

/// Converts the form to a grid.
///
/// # Errors
/// A sentence that names the invalid field and what it accepts.
pub(super) fn grid(app: &App, form: &Form) -> anyhow::Result<Grid> {
    let analysis_config = app.reanalysis.shown();
    let sketching = &analysis_config.settings.sketching;
    let measure = analysis_config
        .method_config
        .method
        .measure(analysis_config.method_config.measure);
    let error_in = |line: &'static str| move |wrong: anyhow::Error| anyhow!("{line}: {wrong}");
    let grid = Grid {
        units: vec![analysis_config.settings.normalisation.unit],
        ks: ranges::ks(form.get("k")).map_err(error_in("k"))?,
        bags: match form.get("repeats") {
            "sets" => vec![false],
            "bags" => vec![true],
            "both" => vec![false, true],
            _ => vec![sketching.bag],
        },
        measures: match form.get("measure") {
            "jaccard" => vec![Measure::Jaccard],
            "containment" => vec![Measure::Containment],
            "both" => vec![Measure::Jaccard, Measure::Containment],
            _ => vec![measure],
        },
        thresholds: ranges::thresholds(form.get("thresholds")).map_err(error_in("thresholds"))?,
    };
    Ok(grid)
}
