//! Dialogs with forms: their fields and the requests made from them.

use std::path::PathBuf;

use anyhow::{bail, ensure};

use super::super::super::App;
use super::super::super::dialog::{Dialog, Kind};
use super::super::super::effect::Effect;
use super::super::super::form::Form;
use super::super::super::state::tune::View;
use super::{figures, grid};
use crate::engine::Request;
use crate::engine::message::{LabelsFile, Named};
use crate::lab::labels::NEGATIVE;

/// Opens the form for a label file.
pub(super) fn labels(app: &mut App) {
    let known = app.tune.results.labelled.as_ref().map(|l| &l.file);
    // Labels that decisions gave have no file.
    let known = known.filter(|file| !file.path.as_os_str().is_empty());
    let path = known.map(|file| file.path.display().to_string());
    let negative = known.map(|file| file.negative.join(", "));
    let rest = known.is_some_and(|file| file.rest_negative);
    let form = Form::default()
        .text(
            "file",
            path.unwrap_or_default(),
            "A CSV with a header: a,b,label for pairs, or document,class where documents of one class belong together.",
        )
        .text(
            "independent",
            negative.unwrap_or_else(|| NEGATIVE.join(", ")),
            "Labels that mean: not near-duplicates. Every other label means that they are.",
        )
        .one(
            "other pairs",
            &["not counted", "independent"],
            usize::from(rest),
            "What pairs count as that the file does not name.",
        );
    app.dialogs.push(Dialog::with_form(Kind::Labels, form));
}

/// Opens the form for naming the requested settings.
pub(super) fn name(app: &mut App) {
    let about = "The settings asked for now, threshold and all, are kept under it with the corpus.";
    one_line(app, Kind::NameSettings, "name", "", about);
}

/// Opens the form for saving plots.
pub(super) fn save_plots(app: &mut App) {
    if app.tune.results.waiting() {
        app.say("wait until the plots stand, then save them");
        return;
    }
    let about = "Each plot becomes an SVG file in it; the folder is made where there is none.";
    one_line(app, Kind::SavePlots, "folder", "plots", about);
}

/// Opens the form for exporting judged pairs.
pub(super) fn export(app: &mut App) {
    let about =
        "Columns a,b,label with yes or no, as labels are read; unsure answers are left out.";
    one_line(app, Kind::ExportJudged, "file", "judgements.csv", about);
}

/// Opens a form with one text field.
fn one_line(app: &mut App, kind: Kind, name: &'static str, text: &str, about: &'static str) {
    let form = Form::default().text(name, text, about);
    app.dialogs.push(Dialog::with_form(kind, form));
}

/// Submits the form, or shows what is wrong with it.
pub(in super::super) fn submit(app: &mut App) -> Vec<Effect> {
    let Some((kind, form)) = app
        .dialogs
        .last()
        .and_then(|d| Some((d.kind, d.form.clone()?)))
    else {
        return vec![];
    };
    let taken = match kind {
        Kind::Labels => labels_of(&form),
        Kind::NameSettings => keep(app, &form),
        Kind::SavePlots => path(&form, "folder").map(|folder| {
            let figures = figures::all(app);
            Request::SaveFigures { folder, figures }
        }),
        Kind::ExportJudged => path(&form, "file").map(Request::ExportJudged),
        Kind::Sweep => grid::grid(app, &form).map(Request::Sweep),
        _ => return vec![],
    };
    match taken {
        Ok(request) => {
            app.dialogs.pop();
            match kind {
                Kind::Labels => app.tune.view = View::Labels,
                Kind::Sweep => app.tune.view = View::Sweep,
                _ => {}
            }
            vec![Effect::Ask(request)]
        }
        Err(why) => {
            if let Some(dialog) = app.dialogs.last_mut() {
                dialog.wrong = Some(why.to_string());
            }
            vec![]
        }
    }
}

fn path(form: &Form, line: &str) -> anyhow::Result<PathBuf> {
    match form.get(line) {
        "" => bail!("type the {line}'s path"),
        path => Ok(PathBuf::from(path)),
    }
}

fn labels_of(form: &Form) -> anyhow::Result<Request> {
    let negative = form.get("independent").split([',', ' ']);
    let negative = negative.filter(|name| !name.is_empty());
    Ok(Request::Labels(LabelsFile {
        columns: Vec::new(),
        path: path(form, "file")?,
        negative: negative.map(str::to_owned).collect(),
        rest_negative: form.get("other pairs") == "independent",
    }))
}

fn keep(app: &App, form: &Form) -> anyhow::Result<Request> {
    let name = form.get("name").to_owned();
    ensure!(!name.is_empty(), "type a name");
    let mut all = app.tune.results.kept.named.clone();
    all.retain(|named| named.name != name);
    all.push(Named {
        name,
        choice: app.reanalysis.asked().clone(),
        threshold: app.threshold,
    });
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Request::Keep(all))
}
