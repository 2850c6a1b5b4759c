//! What the plot in front answers: its question, and a sentence that says what the figures come to.

use crate::app::App;
use crate::app::state::tune::View;
use crate::base::units::{count, counted};
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
        View::Labels | View::Changes | View::Sweep => None,
    }
}
