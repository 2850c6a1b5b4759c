//! The answer of the current plot: a sentence with the conclusion, and notes below the plot.

use ratatui::text::Line;

use crate::app::{App, Command};
use crate::base::units::{count, counted};
use crate::cluster::Linkage;
use crate::engine::message::{BlockBest, SweepSoFar};
use crate::lab::LabelMetrics;
use crate::lab::tuning::Tuning;
use crate::screens::tune::state::{View, shown};
use crate::typeset::figures::{bare, threshold};
use crate::ui::widgets::measure;
use crate::ui::{Role, Theme};

/// The answer to the question of `view`; `None` while its figures are missing, or if only the plot shows it.
pub fn sentence(app: &App, view: View) -> Option<String> {
    let results = &app.tune.results;
    let tuning = results.tuning.as_deref().filter(|_| !results.waiting());
    let at = threshold(app.threshold);
    match view {
        View::SCurve => {
            if let Some(none) = tuning.and_then(no_pairs) {
                return Some(none);
            }
            let banded = results.banded.as_deref()?;
            let there = banded.at(app.threshold);
            let pairs = tuning?.truth.at_least(app.threshold).len() as u64;
            Some(format!(
                "LSH would miss {} of {} of different texts at {at}; {} of its {} are in vain",
                count(there.missed),
                counted(pairs, "pair", "pairs"),
                count(there.wasted + there.below_floor),
                counted(banded.candidates, "candidate", "candidates"),
            ))
        }
        View::Estimates => tuning?.accuracy.errors.verdict(),
        View::Thresholds => {
            let tuning = tuning?;
            // The merges of other linkages, and of a method that misses pairs, are not known for all thresholds.
            let clustering = app.data.clustering.as_ref();
            let is_single = clustering.is_none_or(|c| c.linkage == Linkage::Single);
            let misses = app.data.pairs.as_ref().is_some_and(|p| !p.info.complete);
            let over_all = if misses { "over all pairs, " } else { "" };
            let linkage = if is_single { "" } else { "by single linkage, " };
            let by = format!("{over_all}{linkage}");
            if let Some(stable) = &tuning.stable {
                let (low, high) = (threshold(stable.low), threshold(stable.high));
                return Some(format!(
                    "{by}from {low} to {high} the clusters are the same"
                ));
            }
            let lower = app.threshold - 0.01;
            let (here, there) = (tuning.at(app.threshold)?, tuning.at(lower)?);
            Some(format!(
                "{by}none stands out: {} at {at}, {} at {}",
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
            // The frame below shows the threshold.
            let counts = rows.enumerate().map(|(i, row)| {
                let pairs = row.counts.at(app.threshold);
                match i {
                    0 => format!("{} at k {}", counted(pairs, "pair", "pairs"), row.k),
                    _ => format!("{} at {}", count(pairs), row.k),
                }
            });
            let counts: Vec<String> = counts.collect();
            if counts.is_empty() {
                return None;
            }
            Some(format!(
                "what k changes, not which is right ({} reads labels): {}",
                app.keymap.label(Command::LoadLabels),
                counts.join(", ")
            ))
        }
        View::Labels => {
            let curve = &results.labelled.as_deref()?.curve;
            let (low, high) = curve.plateau()?;
            if let Some(none) = curve.best()?.no_gain("threshold") {
                let k = app.data.collection.as_ref()?.settings().sketching.k;
                let choice = curve.choice_by_precision(&format!("k {k}"));
                return Some(format!("{none}; {choice}"));
            }
            let best = curve.best()?;
            let f1 = [
                best.f1(),
                best.all_called().f1(),
                curve.at(app.threshold).f1(),
            ];
            let [f1, all, now] = f1.map(bare);
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
    }
}

/// Why there is no pair to measure bands by; `None` if there are pairs.
fn no_pairs(tuning: &Tuning) -> Option<String> {
    if !tuning.truth.pairs.is_empty() {
        return None;
    }
    let info = &tuning.truth.info;
    Some(match tuning.texts {
        0 | 1 => "There is one text at most, and so no pair.".to_owned(),
        n => format!(
            "No two of {} have an exact {} of {} or more.",
            counted(n as u64, "different text", "different texts"),
            measure(info.measure),
            threshold(info.floor)
        ),
    })
}

/// Sentences below the plot in front, in rows of `width` columns.
pub fn notes<'a>(app: &App, theme: &Theme, width: u16) -> Vec<Line<'a>> {
    let results = &app.tune.results;
    let mut notes = match app.tune.view {
        View::Labels => results.labelled.as_deref().map(|l| labels(app, l)),
        View::Sweep => results.sweep.as_deref().map(|sweep| cell(app, sweep)),
        View::ByK => Some(Vec::new()),
        View::SCurve => results.banded.as_deref().map(|banded| {
            let there = banded.at(app.threshold);
            let [missed, wasted] = [there.expected_missed, there.expected_wasted].map(tenth);
            vec![format!(
                "by theory {missed} missed, {wasted} candidates in vain"
            )]
        }),
        View::Estimates | View::Thresholds => None,
    };
    let different = app.data.clustering.as_deref().map_or(0, |c| c.cannot_link);
    if let Some(notes) = notes.as_mut().filter(|_| different > 0) {
        let pairs = counted(different, "pair", "pairs");
        notes.push(format!(
            "{pairs} decided different: here they count like any other"
        ));
    }
    let notes = notes.iter().flatten();
    notes
        .flat_map(|note| theme.wrapped(Role::Dim, &theme.own(note), width.into()))
        .collect()
}

/// An expected count: rounded to whole numbers from 1,000, otherwise to tenths; `<0.1` below 0.05.
fn tenth(value: f64) -> String {
    if value >= 1000.0 {
        count(value.round() as u64)
    } else if value > 0.0 && value < 0.05 {
        "<0.1".into()
    } else {
        format!("{value:.1}")
    }
}

/// Quality at the threshold.
fn labels(app: &App, labelled: &LabelMetrics) -> Vec<String> {
    let now = labelled.curve.at(app.threshold);
    let (positive, negative) = labelled.labels.counts();
    // The legend of the plot has the interval of the best threshold.
    vec![format!(
        "{} near, {} independent pairs; at {}: precision {}, recall {}, F1 {}",
        count(positive as u64),
        count(negative as u64),
        threshold(app.threshold),
        bare(now.precision()),
        bare(now.recall()),
        bare(now.f1())
    )]
}

/// What the setting under the cursor of the heat map makes.
fn cell(app: &App, sweep: &SweepSoFar) -> Vec<String> {
    let Some(row) = app.tune.heat.result(sweep) else {
        return vec!["still to be done …".to_owned()];
    };
    let mut notes = vec![
        format!(
            "k {} {}{}, {}, {}, exact",
            row.block.k,
            row.block.unit.nouns().1,
            if row.block.bag { " in bags" } else { "" },
            row.block.measure.name(),
            threshold(row.threshold),
        ),
        format!(
            "{}, {} with {}, largest {}",
            counted(row.pairs, "pair of documents", "pairs of documents"),
            counted(row.clusters, "cluster", "clusters"),
            counted(row.documents, "document", "documents"),
            count(row.largest)
        ),
    ];
    notes.extend(row.labelled.map(|point| {
        let [precision, recall, f1] = [point.precision(), point.recall(), point.f1()].map(bare);
        format!("precision {precision}, recall {recall}, F1 {f1}")
    }));
    let best = sweep.bests.iter().find(|best| best.block == row.block);
    notes.extend(best.map(|block| {
        let (f1, at) = (bare(block.best.f1()), bare(block.best.threshold));
        format!("its best threshold is {at}: F1 {f1}")
    }));
    notes
}

/// The conclusion of a sweep: its best setting at any threshold, or the range of the numbers of clusters.
fn sweep(sweep: &SweepSoFar) -> Option<String> {
    if shown(sweep).needs_labels() {
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
        let areas = sweep.bests.iter();
        let areas = areas.filter_map(|best| Some((best.block, best.area?, best.estimate.clone())));
        let orders_best = sweep.grid.greatest_area(&areas.collect::<Vec<_>>());
        let mut answers = [Some(best.greatest_f1(&setting)), orders_best];
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
