//! Dialogs with forms: their fields and the requests made from them.

use std::path::PathBuf;

use anyhow::{anyhow, bail};

use crate::app::App;
use crate::app::dialog::{Dialog, DialogKind, Form};
use crate::engine::Request;
use crate::engine::message::LabelsFile;
use crate::lab::labels::NEGATIVE;
use crate::lab::sweep::{Grid, ranges};
use crate::screens::tune::state::View;

/// Opens the form for a label file.
pub(super) fn labels(app: &mut App) {
    let label_file = app.tune.results.labelled.as_ref().map(|l| &l.file);
    // Labels from decisions have no file.
    let label_file = label_file.filter(|file| !file.path.as_os_str().is_empty());
    let path = label_file.map(|file| file.path.display().to_string());
    let negative = label_file.map(|file| file.negative.join(", "));
    let rest = label_file.is_some_and(|file| file.rest_negative);
    let negative = negative.unwrap_or_else(|| NEGATIVE.join(", "));
    let file = "A CSV with a header: a,b,label for pairs, or document,class: documents of one class are near-duplicates.";
    let independent =
        "Labels of pairs that are not near-duplicates. All other labels mean near-duplicates.";
    let others = "How pairs that are not in the file are counted.";
    let choices = ["not counted", "independent"];
    let form = Form::default()
        .text("file", path.unwrap_or_default(), file)
        .text("independent", negative, independent)
        .one("other pairs", &choices, usize::from(rest), others);
    open(app, DialogKind::Labels, form);
}

/// Opens the form for the grid of a sweep.
pub(super) fn sweep(app: &mut App) {
    let ks = "Units in a shingle: a range, or numbers separated by commas.";
    let thresholds = "A range with a step, or numbers separated by commas.";
    let form =
        Form::default()
            .text("k", "1-8", ks)
            .text("thresholds", "0.02,0.05-0.95:0.05", thresholds);
    open(app, DialogKind::Sweep, form);
}

fn open(app: &mut App, kind: DialogKind, form: Form) {
    let mut dialog = Dialog::new(kind);
    dialog.form = Some(form);
    app.dialogs.push(dialog);
}

/// Submits the form, or shows what is wrong with it.
pub(crate) fn submit(app: &mut App) {
    let front = app.dialogs.last();
    let Some((kind, form)) = front.and_then(|d| Some((d.kind, d.form.clone()?))) else {
        return;
    };
    let request = match kind {
        DialogKind::Labels => labels_of(&form),
        DialogKind::Sweep => grid(app, &form).map(Request::Sweep),
        _ => return,
    };
    match request {
        Ok(request) => {
            app.dialogs.pop();
            app.tune.view = match kind {
                DialogKind::Labels => View::Labels,
                _ => View::Sweep,
            };
            app.ask(request)
        }
        Err(why) => app.refuse(why),
    }
}

fn labels_of(form: &Form) -> anyhow::Result<Request> {
    let file = form.get("file");
    if file.is_empty() {
        bail!("type the file's path");
    }
    let negative = form.get("independent").split([',', ' ']);
    let negative = negative.filter(|name| !name.is_empty());
    Ok(Request::Labels(LabelsFile {
        columns: Vec::new(),
        path: PathBuf::from(file),
        negative: negative.map(str::to_owned).collect(),
        rest_negative: form.get("other pairs") == "independent",
    }))
}

/// Converts the form to a grid, with the measure and the unit that are set.
///
/// # Errors
/// A sentence that names the invalid field and what it accepts.
fn grid(app: &App, form: &Form) -> anyhow::Result<Grid> {
    let analysis_config = &app.reanalysis.shown;
    let method_config = &analysis_config.method_config;
    let error_in = |line: &'static str| move |wrong: anyhow::Error| anyhow!("{line}: {wrong}");
    Ok(Grid {
        units: vec![analysis_config.settings.normalisation.unit],
        ks: ranges::ks(form.get("k")).map_err(error_in("k"))?,
        bags: vec![analysis_config.settings.sketching.bag],
        measures: vec![method_config.method.measure(method_config.measure)],
        thresholds: ranges::thresholds(form.get("thresholds")).map_err(error_in("thresholds"))?,
    })
}
