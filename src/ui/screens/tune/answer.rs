//! What the plot in front answers: its question, and a sentence that says what the figures come to.

use std::sync::Arc;

use crate::app::App;
use crate::app::state::tune::View;
use crate::base::units::{count, counted, tenths_of_per_cent};
use crate::candidates::PairSet;
use crate::cluster::Linkage;
use crate::engine::message::{BlockBest, SweepSoFar};
use crate::plot::figures::Shown;
use crate::settings::SketchKind;
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
                "LSH misses {} of {} at {at}; {} of its {} {}",
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
            let kind = app.data.collection.as_ref()?.settings().sketching.sketch;
            // Their errors are less than those that the intervals are made for.
            let promised = match kind {
                SketchKind::Fss | SketchKind::Superminhash => "95 % or more",
                _ => "95 %",
            };
            Some(format!(
                "{coverage} % lie within their interval; {promised} promised; error {}, theory {}",
                bare(accuracy.error),
                bare(accuracy.theory),
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
            let said = rows.enumerate().map(|(i, row)| {
                let pairs = row.counts.at(app.threshold);
                match i {
                    0 => format!("{} at k {}", counted(pairs, "pair", "pairs"), row.k),
                    _ => format!("{} at {}", count(pairs), row.k),
                }
            });
            let said: Vec<String> = said.collect();
            if !said.is_empty() {
                let labels = match results.labelled {
                    Some(_) => "settings? holds each k against the labels; ",
                    None => "",
                };
                return Some(labels.to_owned() + &said.join(", "));
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
                return Some(none);
            }
            let best = curve.best()?;
            let (f1, all) = (bare(best.f1()), bare(best.all_called().f1()));
            let now = bare(curve.at(app.threshold).f1());
            let at_best = match bare(low) == bare(high) {
                true => format!("at {}", bare(low)),
                false => format!("from {} to {}", bare(low), bare(high)),
            };
            Some(format!(
                "they agree best {at_best}: F1 {f1}; {now} at {at}, {all} with all called near-duplicates"
            ))
        }
        View::Sweep => {
            let results = results.sweep.as_deref()?;
            sweep(results, app.tune.heat.shown(results))
        }
        View::Changes => None,
    }
}

/// The area under the ROC curve of a block, with its interval.
pub fn area_of(of: &BlockBest) -> Option<String> {
    let interval = of.estimate.as_ref().and_then(|e| e.interval);
    let interval = interval.map_or_else(String::new, |(low, high)| {
        format!(" (95 %: {} to {})", bare(low), bare(high))
    });
    Some(format!("area under ROC {}{interval}", bare(of.area?)))
}

/// Which setting of a sweep orders the labels best.
fn greatest_area(sweep: &SweepSoFar) -> Option<String> {
    let areas = sweep.bests.iter();
    let areas = areas.filter_map(|of| Some((of.block, of.area?, of.estimate.clone())));
    sweep.grid.greatest_area(&areas.collect::<Vec<_>>())
}

/// What a sweep comes to: its best setting at any threshold, or between which figures the settings lie.
fn sweep(sweep: &SweepSoFar, shown: Shown) -> Option<String> {
    if shown == Shown::F1 {
        // The first of equal ones.
        let better = |x: &&BlockBest, y: &&BlockBest| x.best.f1().total_cmp(&y.best.f1());
        let BlockBest { block, best, .. } = sweep.bests.iter().rev().max_by(better)?;
        let area = greatest_area(sweep);
        if let Some(none) = best.no_gain("setting of this grid") {
            return Some(area.unwrap_or(none));
        }
        let (f1, at) = (bare(best.f1()), bare(best.threshold));
        let as_good = sweep
            .bests
            .iter()
            .filter(|other| bare(other.best.f1()) == f1);
        let others = match as_good.count() as u64 {
            ..=1 => String::new(),
            n => format!("; so have {}", counted(n - 1, "other setting", "others")),
        };
        let area = area.map_or_else(String::new, |area| format!("; {area}"));
        return Some(format!(
            "best F1 {f1} at k {}, {} with all called near-duplicates; threshold {at}{others}{area}",
            block.k,
            bare(best.all_called().f1())
        ));
    }
    let values = sweep.rows.iter().filter_map(|row| shown.of(row));
    let name = shown.name();
    if shown.needs_labels() {
        let (least, most) = (
            values.clone().min_by(f64::total_cmp)?,
            values.max_by(f64::total_cmp)?,
        );
        return Some(format!("{name}: {} to {}", bare(least), bare(most)));
    }
    let least = values.clone().min_by(f64::total_cmp)?;
    let most = values.max_by(f64::total_cmp)?;
    let settings = counted(sweep.rows.len() as u64, "setting", "settings");
    let (least, most) = (count(least as u64), count(most as u64));
    Some(match least == most {
        true => format!("{name}: {most} with each of {settings}"),
        false => format!("{name}: {least} to {most} with {settings}"),
    })
}
