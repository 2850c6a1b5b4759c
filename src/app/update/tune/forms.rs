//! Dialogs with forms: their fields and the requests made from them.

use std::path::PathBuf;

use anyhow::bail;

use super::super::super::App;
use super::super::super::dialog::{Dialog, DialogKind};
use super::super::super::effect::Effect;
use super::super::super::form::Form;
use super::super::super::state::tune::View;
use super::{figures, grid};
use crate::engine::Request;
use crate::engine::message::LabelsFile;
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
    app.dialogs
        .push(Dialog::with_form(DialogKind::Labels, form));
}

/// The line that says what becomes of plots that are there.
const IF_THERE: &str = "if they are there";

/// Opens the form for saving plots.
pub(super) fn save_plots(app: &mut App) {
    if app.tune.results.waiting() {
        app.say("wait until the plots stand, then save them");
        return;
    }
    let about = "Each plot becomes an SVG file in it; the folder is made where there is none.";
    let form = Form::default().text("folder", "plots", about).one(
        IF_THERE,
        &["leave them", "overwrite them"],
        0,
        "What happens to files in it that have these names already.",
    );
    app.dialogs
        .push(Dialog::with_form(DialogKind::SavePlots, form));
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
        DialogKind::Labels => labels_of(&form).map(|labels| vec![labels]),
        DialogKind::SavePlots => path(&form, "folder").map(|folder| {
            let figures = figures::all(app);
            let overwrite = form.get(IF_THERE) == "overwrite them";
            vec![Request::SaveFigures {
                folder,
                figures,
                overwrite,
            }]
        }),
        DialogKind::Sweep => grid::grid(app, &form).map(|grid| vec![Request::Sweep(grid)]),
        _ => return vec![],
    };
    match taken {
        Ok(requests) => {
            app.dialogs.pop();
            match kind {
                DialogKind::Labels => app.tune.view = View::Labels,
                DialogKind::Sweep => app.tune.view = View::Sweep,
                _ => {}
            }
            requests.into_iter().map(Effect::Ask).collect()
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
