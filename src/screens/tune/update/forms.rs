//! Dialogs with forms: their fields and the requests made from them.

use std::path::PathBuf;

use anyhow::bail;

use super::{figures, grid};
use crate::app::App;
use crate::app::dialog::Form;
use crate::app::dialog::{Dialog, DialogKind};
use crate::app::effect::Effect;
use crate::engine::Request;
use crate::engine::message::LabelsFile;
use crate::lab::labels::NEGATIVE;
use crate::screens::tune::state::View;

/// Opens the form for a label file.
pub(super) fn labels(app: &mut App) {
    let label_file = app.tune.results.labelled.as_ref().map(|l| &l.file);
    // Labels from decisions have no file.
    let label_file = label_file.filter(|file| !file.path.as_os_str().is_empty());
    let path = label_file.map(|file| file.path.display().to_string());
    let negative = label_file.map(|file| file.negative.join(", "));
    let rest = label_file.is_some_and(|file| file.rest_negative);
    let form = Form::default()
        .text(
            "file",
            path.unwrap_or_default(),
            "A CSV with a header: a,b,label for pairs, or document,class where documents of one class belong together.",
        )
        .text(
            "independent",
            negative.unwrap_or_else(|| NEGATIVE.join(", ")),
            "Labels of pairs that are not near-duplicates. All other labels mean near-duplicates.",
        )
        .one(
            "other pairs",
            &["not counted", "independent"],
            usize::from(rest),
            "How pairs are counted that are not in the file.",
        );
    app.dialogs
        .push(Dialog::with_form(DialogKind::Labels, form));
}

/// Field: what to do with existing files.
const IF_THERE: &str = "existing files";

/// Opens the form for saving plots.
pub(super) fn save_plots(app: &mut App) {
    if app.tune.results.waiting() {
        app.say("wait until the plots are ready, then save them");
        return;
    }
    let about = "Each plot becomes an SVG file in this folder, which is created if missing.";
    let form = Form::default().text("folder", "plots", about).one(
        IF_THERE,
        &["leave them", "overwrite them"],
        0,
        "What to do with files that already have these names.",
    );
    app.dialogs
        .push(Dialog::with_form(DialogKind::SavePlots, form));
}

/// Submits the form, or shows what is wrong with it.
pub(crate) fn submit(app: &mut App) -> Vec<Effect> {
    let Some((kind, form)) = app
        .dialogs
        .last()
        .and_then(|d| Some((d.kind, d.form.clone()?)))
    else {
        return vec![];
    };
    let taken = match kind {
        DialogKind::Labels => labels_of(&form),
        DialogKind::SavePlots => path(&form, "folder").map(|folder| Request::SaveFigures {
            folder,
            figures: figures::all(app),
            overwrite: form.get(IF_THERE) == "overwrite them",
        }),
        DialogKind::Sweep => grid::grid(app, &form).map(Request::Sweep),
        _ => return vec![],
    };
    match taken {
        Ok(request) => {
            app.dialogs.pop();
            match kind {
                DialogKind::Labels => app.tune.view = View::Labels,
                DialogKind::Sweep => app.tune.view = View::Sweep,
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
