//! Dialogs with lines to fill in: what each asks for, and what Enter makes of it.

use std::path::PathBuf;

use super::super::super::App;
use super::super::super::dialog::{Dialog, Kind};
use super::super::super::effect::Effect;
use super::super::super::form::Form;
use super::super::super::key::{Code, Key};
use super::super::super::state::tune::View;
use super::figures;
use crate::engine::Request;
use crate::engine::message::LabelsFile;
use crate::lab::labels::NEGATIVE;
use crate::lab::named::Named;
use crate::lab::sweep::Grid;
use crate::settings::SketchKind;
use crate::similarity::Measure;

/// A threshold to type.
pub(super) fn threshold(app: &mut App) {
    app.dialogs.push(Dialog::new(Kind::Threshold));
}

/// A file of labels.
pub(super) fn labels(app: &mut App) {
    let known = app.tune.heard.labelled.as_ref().map(|l| l.file.clone());
    let path = known.as_ref().map(|file| file.path.display().to_string());
    let negative = known.as_ref().map(|file| file.negative.join(", "));
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
            (&["not counted", "independent"], usize::from(rest)),
            "What pairs count as that the file does not name.",
        );
    app.dialogs.push(Dialog::with_form(Kind::Labels, form));
}

/// A name for the settings that hold.
pub(super) fn name(app: &mut App) {
    let form = Form::default().text(
        "name",
        "",
        "The settings asked for now, threshold and all, are kept under it with the corpus.",
    );
    app.dialogs
        .push(Dialog::with_form(Kind::NameSettings, form));
}

/// A folder for plots.
pub(super) fn save_plots(app: &mut App) {
    if app.tune.heard.waiting() {
        app.say("wait until the plots stand, then save them");
        return;
    }
    let form = Form::default().text(
        "folder",
        "plots",
        "Each plot becomes an SVG file in it; the folder is made where there is none.",
    );
    app.dialogs.push(Dialog::with_form(Kind::SavePlots, form));
}

/// A file for judged pairs.
pub(super) fn export(app: &mut App) {
    let form = Form::default().text(
        "file",
        "judgements.csv",
        "Columns a,b,label with yes, no and unsure: the same form that labels are read in.",
    );
    app.dialogs
        .push(Dialog::with_form(Kind::ExportJudged, form));
}

/// The grid of a sweep.
pub(super) fn sweep(app: &mut App) {
    let form = Form::default()
        .text(
            "k",
            "1-8",
            "Units in a shingle: a range, or numbers with commas.",
        )
        .text(
            "thresholds",
            "0.10-0.95",
            "A range, or numbers with commas.",
        )
        .text(
            "steps of",
            "0.05",
            "From one threshold of the range to the next.",
        )
        .one(
            "measure",
            (&["as set", "jaccard", "containment", "both"], 0),
            "What the thresholds are held against.",
        )
        .one(
            "repeats",
            (&["as set", "sets", "bags", "both"], 0),
            "Whether a shingle counts once, or as often as it occurs.",
        )
        .one(
            "pairs",
            (&["every pair", "by LSH", "by LSH, all sketches"], 0),
            "Every pair there is, or those that LSH finds by sketches.",
        );
    app.dialogs.push(Dialog::with_form(Kind::Sweep, form));
}

/// A key in a dialog with lines to fill in.
pub(in super::super) fn key(app: &mut App, key: Key) -> Vec<Effect> {
    match key.code {
        Code::Esc => drop(app.dialogs.pop()),
        Code::Enter => return submit(app),
        _ => {
            if let Some(dialog) = app.dialogs.last_mut()
                && let Some(form) = &mut dialog.form
            {
                dialog.wrong = None;
                form.key(key);
            }
        }
    }
    vec![]
}

/// Takes what was filled in, or says what is wrong with it.
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
        Kind::Sweep => grid(app, &form).map(Request::Sweep),
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
                dialog.wrong = Some(why);
            }
            vec![]
        }
    }
}

fn path(form: &Form, line: &str) -> Result<PathBuf, String> {
    match form.get(line) {
        "" => Err(format!("type the {line}'s path")),
        path => Ok(PathBuf::from(path)),
    }
}

fn labels_of(form: &Form) -> Result<Request, String> {
    let negative = form.get("independent").split([',', ' ']);
    let negative = negative.filter(|name| !name.is_empty());
    Ok(Request::Labels(LabelsFile {
        path: path(form, "file")?,
        negative: negative.map(str::to_owned).collect(),
        rest_negative: form.get("other pairs") == "independent",
    }))
}

fn keep(app: &App, form: &Form) -> Result<Request, String> {
    let name = form.get("name").to_owned();
    if name.is_empty() {
        return Err("type a name".into());
    }
    let mut all = app.tune.heard.kept.named.clone();
    all.retain(|named| named.name != name);
    all.push(Named {
        name,
        choice: app.trials.asked().clone(),
        threshold: app.threshold,
    });
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Request::Keep(all))
}

fn grid(app: &App, form: &Form) -> Result<Grid, String> {
    let choice = app.trials.shown();
    let sketching = &choice.settings.sketching;
    let measure = choice.recipe.method.measure(choice.recipe.measure);
    let grid = Grid {
        units: vec![choice.settings.normalisation.unit],
        ks: counts(form.get("k"))?,
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
        sketches: match form.get("pairs") {
            "by LSH" => vec![Some(sketching.sketch)],
            "by LSH, all sketches" => SketchKind::ALL
                .iter()
                .map(|(_, kind)| Some(*kind))
                .collect(),
            _ => vec![None],
        },
        thresholds: thresholds(form.get("thresholds"), form.get("steps of"))?,
    };
    Ok(grid)
}

/// `1-8`, `1,2,4`.
fn counts(text: &str) -> Result<Vec<usize>, String> {
    let wrong = || "k: type a range like 1-8, or numbers like 2,4,8".to_owned();
    let number = |text: &str| match text.trim().parse::<usize>() {
        Ok(k) if (1..=1000).contains(&k) => Ok(k),
        _ => Err(wrong()),
    };
    let mut all = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to)?);
                if from > to {
                    return Err(format!("k: the range {from}-{to} is empty; turn it round"));
                }
                all.extend(from..=to);
            }
            None => all.push(number(part)?),
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// `0.1-0.95` in steps, or `0.5,0.8`.
fn thresholds(text: &str, step: &str) -> Result<Vec<f64>, String> {
    let number = |text: &str| match text.trim().parse::<f64>() {
        Ok(t) if (0.0..=1.0).contains(&t) => Ok(t),
        _ => Err("thresholds: type a range like 0.10-0.95, or numbers like 0.5,0.8".to_owned()),
    };
    // In ten-thousandths, so that steps of a range meet its end.
    let whole = |t: f64| (t * 1e4).round() as u32;
    let mut all = Vec::new();
    for part in text.split(',') {
        let Some((from, to)) = part.split_once('-') else {
            all.push(whole(number(part)?));
            continue;
        };
        let (from, to) = (whole(number(from)?), whole(number(to)?));
        let step = match step.parse::<f64>() {
            Ok(step) if step >= 1e-3 && step <= 1.0 => whole(step),
            _ => return Err("steps: type one from 0.001 to 1".into()),
        };
        if from > to {
            return Err("thresholds: the range is empty; turn it round".into());
        }
        all.extend((from..=to).step_by(step as usize));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all.into_iter().map(|t| f64::from(t) / 1e4).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_are_read_and_wrong_ones_told() {
        assert_eq!(counts("1-3, 8,2").unwrap(), [1, 2, 3, 8]);
        for wrong in ["", "x", "0-3", "5-2", "1-", "-1", "2000"] {
            assert!(counts(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            thresholds("0.1-0.3,0.95", "0.1").unwrap(),
            [0.1, 0.2, 0.3, 0.95]
        );
        assert_eq!(thresholds("0.10-0.95", "0.05").unwrap().len(), 18);
        for (text, step) in [("1.1", "0.1"), ("0.9-0.1", "0.1"), ("0-1", "0"), ("a", "1")] {
            assert!(thresholds(text, step).is_err(), "{text} {step}");
        }
    }
}
