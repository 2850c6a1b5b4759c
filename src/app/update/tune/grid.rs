//! The grid of a sweep: the dialog that asks for it, and what was filled in as a grid.

use super::super::super::App;
use super::super::super::dialog::{Dialog, Kind};
use super::super::super::form::Form;
use crate::lab::sweep::Grid;
use crate::settings::SketchKind;
use crate::similarity::Measure;

/// Asks for it.
pub(super) fn show(app: &mut App) {
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

/// What was filled in.
///
/// # Errors
/// Says which line cannot be read, and what can stand in it.
pub(super) fn grid(app: &App, form: &Form) -> Result<Grid, String> {
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
            Ok(step) if (1e-3..=1.0).contains(&step) => whole(step),
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
