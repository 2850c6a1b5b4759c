//! What the plot in front answers: its question, and a sentence that says what the figures come to.

use crate::app::App;
use crate::app::state::tune::View;
use crate::base::units::{count, counted};
use crate::engine::message::SweepSoFar;
use crate::lab::sweep::Row;
use crate::typeset::figures::{bare, threshold};

/// The answer to the question of `view`; `None` while its figures are not known, or if only the plot shows it.
pub fn sentence(app: &App, view: View) -> Option<String> {
    let results = &app.tune.results;
    let tuning = results.tuning.as_deref().filter(|_| !results.waiting());
    let at = threshold(app.threshold);
    match view {
        View::SCurve => {
            let banded = results.banded.as_deref()?;
            let there = banded.at(app.threshold);
            let pairs = tuning?.truth.at_least(app.threshold).len() as u64;
            Some(format!(
                "{} of {} at {at}; {} of {} below it",
                count(there.missed),
                counted(pairs, "pair", "pairs"),
                count(there.wasted),
                counted(banded.candidates, "candidate", "candidates"),
            ))
        }
        View::Estimates => {
            let accuracy = &tuning?.accuracy;
            let coverage = accuracy.coverage()? * 100.0;
            Some(format!(
                "{coverage:.1} % of intervals hold (theory 95 %), error {} (theory {})",
                bare(accuracy.error),
                bare(accuracy.theory),
            ))
        }
        View::Thresholds => {
            let tuning = tuning?;
            if let Some(stable) = &tuning.stable {
                let (low, high) = (threshold(stable.low), threshold(stable.high));
                return Some(format!("clusters stay the same from {low} to {high}"));
            }
            let lower = app.threshold - 0.01;
            let (here, there) = (tuning.at(app.threshold)?, tuning.at(lower)?);
            Some(format!(
                "no clear break; {} at {at}, {} at {}",
                counted(here.clusters.into(), "cluster", "clusters"),
                count(there.clusters.into()),
                threshold(lower),
            ))
        }
        View::ByK => {
            let by_k = results.by_k.as_deref()?;
            let near = |row: &&std::sync::Arc<crate::lab::by_k::AtK>| {
                row.k.abs_diff(by_k.k) <= 1 && row.floor <= app.threshold
            };
            let rows = by_k.rows.iter().filter(near);
            let said: Vec<String> = rows
                .map(|row| format!("k {}: {}", row.k, count(row.counts.at(app.threshold))))
                .collect();
            (!said.is_empty()).then(|| format!("pairs at {at} with {}", said.join(", ")))
        }
        View::Labels => {
            let curve = &results.labelled.as_deref()?.curve;
            let (low, high) = curve.plateau()?;
            let best = bare(curve.best()?.f1());
            let now = bare(curve.at(app.threshold).f1());
            Some(match bare(low) == bare(high) {
                true => format!("best F1 {best} at {}; {now} at {at}", bare(low)),
                false => format!(
                    "best F1 {best} from {} to {}; {now} at {at}",
                    bare(low),
                    bare(high)
                ),
            })
        }
        View::Sweep => sweep(results.sweep.as_deref()?),
        View::Changes => None,
    }
}

/// What a sweep comes to: its best cells by F1, or between which numbers of clusters the settings lie.
fn sweep(sweep: &SweepSoFar) -> Option<String> {
    let f1 = |row: &Row| row.labelled.map(|point| point.f1());
    let best = sweep.rows.iter().filter_map(f1).max_by(f64::total_cmp);
    if let Some(best) = best {
        let tied: Vec<&Row> = sweep
            .rows
            .iter()
            .filter(|row| f1(row) == Some(best))
            .collect();
        let row = tied.first()?;
        let others = match tied.len() - 1 {
            0 => String::new(),
            n => format!(", and at {} more", counted(n as u64, "setting", "settings")),
        };
        let (k, at) = (row.block.k, threshold(row.threshold));
        return Some(format!(
            "best F1 {} at k {k}, threshold {at}{others}",
            bare(best)
        ));
    }
    let clusters = sweep.rows.iter().map(|row| row.clusters);
    let (least, most) = (clusters.clone().min()?, clusters.max()?);
    let settings = counted(sweep.rows.len() as u64, "setting", "settings");
    Some(match least == most {
        true => format!(
            "{} with each of {settings}",
            counted(most, "cluster", "clusters")
        ),
        false => format!(
            "{} to {} clusters with {settings}",
            count(least),
            count(most)
        ),
    })
}
