//! What the plot in front answers: its question, and a sentence that says what the figures come to.

use std::sync::Arc;

use crate::app::{App, Command};
use crate::base::units::{count, counted, tenths_of_per_cent};
use crate::candidates::PairSet;
use crate::cluster::Linkage;
use crate::engine::message::{BlockBest, SweepSoFar};
use crate::lab::estimate_errors::is_as_theory;
use crate::plot::figures::HeatMapQuantity;
use crate::screens::tune::state::{View, shown};
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
            let no_pairs = there.wasted + there.below_floor;
            Some(format!(
                "LSH would miss {} of {} at {at}; {} of its {} {}",
                count(there.missed),
                counted(pairs, "pair", "pairs"),
                count(no_pairs),
                counted(banded.candidates, "candidate", "candidates"),
                if no_pairs == 1 {
                    "is no pair"
                } else {
                    "are no pairs"
                },
            ))
        }
        View::Estimates => {
            let accuracy = &tuning?.accuracy;
            let coverage = tenths_of_per_cent(accuracy.coverage()?);
            let settings = &app.data.collection.as_ref()?.settings().sketching;
            let as_theory = is_as_theory(accuracy.error, accuracy.theory, accuracy.coverage()?);
            Some(format!(
                "{}: error {}, theory {}; {coverage} % lie within their 95 % interval (seed {})",
                if as_theory {
                    "as good as theory says"
                } else {
                    "worse than theory says"
                },
                bare(accuracy.error),
                bare(accuracy.theory),
                settings.seed,
            ))
        }
        View::Thresholds => {
            let tuning = tuning?;
            let clustering = app.data.clustering.as_ref();
            // The merges of other linkages, and of a method that misses pairs, are not known for all thresholds.
            let misses = |pairs: &Arc<PairSet>| !pairs.info.complete;
            let by = match (
                clustering.is_none_or(|c| c.linkage == Linkage::Single),
                app.data.pairs.as_ref().is_some_and(misses),
            ) {
                (true, false) => "",
                (false, false) => "by single linkage, ",
                (true, true) => "over all pairs, ",
                (false, true) => "over all pairs, by single linkage, ",
            };
            if let Some(stable) = &tuning.stable {
                let (low, high) = (threshold(stable.low), threshold(stable.high));
                return Some(format!(
                    "{by}from {low} to {high} the clusters are the same"
                ));
            }
            let lower = app.threshold - 0.01;
            let (here, there) = (tuning.at(app.threshold)?, tuning.at(lower)?);
            Some(format!(
                "{by}none stands out: {} at {at}, {} at {}{}",
                counted(here.clusters.into(), "cluster", "clusters"),
                count(there.clusters.into()),
                threshold(lower),
                match results.labelled {
                    Some(_) => "; labels? holds each threshold against them",
                    None => "",
                },
            ))
        }
        View::ByK => {
            let by_k = results.by_k.as_deref()?;
            let near = |row: &&std::sync::Arc<crate::lab::by_k::AtK>| {
                row.k.abs_diff(by_k.k) <= 1 && row.floor <= app.threshold
            };
            let rows = by_k.rows.iter().filter(near);
            // The frame below says the threshold.
            let counts = rows.enumerate().map(|(i, row)| {
                let pairs = row.counts.at(app.threshold);
                match i {
                    0 => format!("{} at k {}", counted(pairs, "pair", "pairs"), row.k),
                    _ => format!("{} at {}", count(pairs), row.k),
                }
            });
            let counts: Vec<String> = counts.collect();
            if !counts.is_empty() {
                let counts = counts.join(", ");
                return Some(match results.labelled {
                    Some(_) => format!("settings? holds each k against the labels; {counts}"),
                    None => format!(
                        "what k changes, not which is right ({} reads labels): {counts}",
                        app.keymap.label(Command::LoadLabels)
                    ),
                });
            }
            let row = by_k.rows.iter().find(|row| row.k == by_k.k)?;
            Some(format!(
                "too many pairs to count at k {} below {}",
                row.k,
                threshold(row.floor)
            ))
        }
        View::Labels => {
            let curve = &results.labelled.as_deref()?.curve;
            let (low, high) = curve.plateau()?;
            if let Some(none) = curve.best()?.no_gain("threshold") {
                return Some(format!("{none}; {}", curve.choice_by_precision()));
            }
            let best = curve.best()?;
            let (f1, all) = (bare(best.f1()), bare(best.all_called().f1()));
            let now = bare(curve.at(app.threshold).f1());
            let at_best = if bare(low) == bare(high) {
                format!("at {}", bare(low))
            } else {
                format!("from {} to {}", bare(low), bare(high))
            };
            Some(format!(
                "they agree best {at_best}: F1 {f1}; {now} at {at}, {all} with all called near-duplicates"
            ))
        }
        View::Sweep => sweep(results.sweep.as_deref()?),
        View::Changes => None,
    }
}

/// The area under the ROC curve of a block, with its interval.
pub fn area_of(best: &BlockBest) -> Option<String> {
    let interval = best.estimate.as_ref().and_then(|e| e.interval);
    let interval = interval.map_or_else(String::new, |(low, high)| {
        format!(" (95 %: {} to {})", bare(low), bare(high))
    });
    Some(format!("area under ROC {}{interval}", bare(best.area?)))
}

/// Which setting of a sweep orders the labels best.
fn greatest_area(sweep: &SweepSoFar) -> Option<String> {
    let areas = sweep.bests.iter();
    let areas = areas.filter_map(|best| Some((best.block, best.area?, best.estimate.clone())));
    sweep.grid.greatest_area(&areas.collect::<Vec<_>>())
}

/// What a sweep comes to: its best setting at any threshold, or between which numbers of clusters the settings lie.
fn sweep(sweep: &SweepSoFar) -> Option<String> {
    if shown(sweep) == HeatMapQuantity::F1 {
        // The first of equal ones.
        let better = |x: &&BlockBest, y: &&BlockBest| x.best.f1().total_cmp(&y.best.f1());
        let BlockBest { block, best, .. } = sweep.bests.iter().rev().max_by(better)?;
        let (f1, at) = (bare(best.f1()), bare(best.threshold));
        let as_good = |other: &&BlockBest| bare(other.best.f1()) == f1;
        let others = match sweep.bests.iter().filter(as_good).count() as u64 {
            ..=1 => String::new(),
            n => format!(" (and {})", counted(n - 1, "other", "others")),
        };
        let setting = format!("{} at {at}{others}", sweep.grid.name(block));
        let mut answers = [Some(best.greatest_f1(&setting)), greatest_area(sweep)];
        if best.is_no_better_than_all() {
            answers.reverse();
        }
        return Some(answers.into_iter().flatten().collect::<Vec<_>>().join("; "));
    }
    let clusters = sweep.rows.iter().map(|row| row.clusters);
    let (least, most) = (count(clusters.clone().min()?), count(clusters.max()?));
    let settings = counted(sweep.rows.len() as u64, "setting", "settings");
    Some(if least == most {
        format!("clusters: {most} with each of {settings}")
    } else {
        format!("clusters: {least} to {most} with {settings}")
    })
}
