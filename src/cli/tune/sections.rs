//! The results of `tune` as sections of rows.

use std::sync::Arc;

use super::Findings;
use crate::base::DocNo;
use crate::base::units::{self, share};
use crate::lab::accuracy::Outlier;
use crate::lab::by_k::{AtK, ByK};
use crate::lab::label_metrics::Mistake;
use crate::lab::tuning::ThresholdCounts;
use crate::lab::{CurvePoint, LabelMetrics};
use crate::report::{Cell, OutputColumn, Section};

/// Thresholds of the landscape in hundredths; tables show every fifth.
const HUNDREDTHS: std::ops::RangeInclusive<u32> = 0..=100;

/// The meaning of a label.
pub fn means(positive: bool) -> Cell {
    Cell::text(if positive {
        "near-duplicate"
    } else {
        "independent"
    })
}

impl Findings<'_> {
    /// All sections: a selection for tables, everything for other formats.
    pub fn sections(&self, table: bool, limit: usize) -> Vec<Section> {
        let mut all = vec![
            self.corpus(),
            self.banding(),
            self.accuracy(),
            self.outliers(limit),
            self.landscape(table),
        ];
        all.extend(self.by_k.as_ref().map(|by_k| self.k(by_k)));
        if let Some(labelled) = &self.labelled {
            all.push(self.labels(labelled));
            all.push(self.quality(labelled));
            all.push(area(labelled));
            if !table {
                let points = labelled.curve.points();
                all.push(Section::new("curve", String::new(), points, &POINT));
            }
            all.push(self.errors(labelled, limit));
        }
        all
    }

    fn corpus(&self) -> Section {
        let (tuning, stable) = (&self.tuning, self.tuning.stable);
        let measure = tuning.truth.info.measure;
        let documents = tuning.documents as u64;
        let [threshold, pairs, clusters, largest, in_clusters] = counts("threshold");
        Section::new(
            "corpus",
            format!(
                "{} at {measure} {} or above",
                units::counted(documents, "document", "documents"),
                self.threshold
            ),
            [(Cell::Share(self.threshold), tuning.at(self.threshold))],
            &[
                ("measure", &|_| Cell::text(measure.to_string())),
                threshold,
                ("all_documents", &|_| Cell::Count(documents)),
                ("texts", &|_| Cell::Count(tuning.texts as u64)),
                pairs,
                clusters,
                largest,
                in_clusters,
                ("floor", &|_| Cell::Share(tuning.floor())),
                ("stable_low", &|_| stable.map(|s| s.low).into()),
                ("stable_high", &|_| stable.map(|s| s.high).into()),
            ],
        )
    }

    fn banding(&self) -> Section {
        let banded = &self.banded;
        let measured = banded.at(self.threshold);
        let is_known = self.threshold >= self.tuning.floor();
        let known = |cell| Cell::from(Some(cell).filter(|_| is_known));
        let expected = |number| known(Cell::Number(number, 1));
        let capped = Some(banded.capped).filter(|capped| *capped > 0);
        Section::new(
            "banding",
            format!(
                "What LSH bands, which agree by Jaccard, would miss and waste over pairs of different texts; all else here is of the \
                 complete join, which misses none; wasted: candidates from {floor} up to the threshold; below the floor of {floor} similarities are not counted",
                floor = share(self.tuning.floor())
            ),
            [banded],
            &[
                ("bands", &|b| Cell::Count(b.banding.bands as u64)),
                ("rows", &|b| Cell::Count(b.banding.rows as u64)),
                ("pairs_of_texts", &|_| known(Cell::Count(measured.pairs))),
                ("expected_missed", &|_| expected(measured.expected_missed)),
                ("missed", &|_| known(Cell::Count(measured.missed))),
                ("candidates", &|b| Cell::Count(b.candidates)),
                ("expected_wasted", &|_| expected(measured.expected_wasted)),
                ("wasted", &|_| known(Cell::Count(measured.wasted))),
                ("below_floor", &|_| known(Cell::Count(measured.below_floor))),
                ("capped", &|_| capped.into()),
            ],
        )
    }

    fn accuracy(&self) -> Section {
        let accuracy = &self.tuning.accuracy;
        let errors = &accuracy.errors;
        let if_any = |cell| Cell::from(Some(cell).filter(|_| errors.pairs > 0));
        let (layout, settings) = (self.collection.layout(), self.collection.settings());
        let verdict = errors.verdict();
        Section::new(
            "accuracy",
            format!(
                "Estimates of {} values, over {} with Jaccard {} or above{}; all of one draw of the permutations (seed {}): \
                 `verify --seeds 10` measures ten draws",
                layout.positions,
                units::counted(
                    errors.pairs,
                    "pair of different texts",
                    "pairs of different texts"
                ),
                share(self.tuning.floor()),
                verdict.map_or_else(String::new, |verdict| format!(";\n{verdict}")),
                settings.sketching.seed,
            ),
            [accuracy],
            &[
                ("sketch", &|_| Cell::text(settings.sketching.sketch.name())),
                ("bits", &|_| Cell::Count(layout.bits.into())),
                ("compared", &|_| errors.pairs.into()),
                ("error", &|_| if_any(Cell::Number(errors.error(), 4))),
                ("theory", &|_| if_any(Cell::Number(errors.theory(), 4))),
                ("coverage", &|_| if_any(Cell::Share(errors.coverage()))),
                ("outliers", &|a| a.missed().into()),
            ],
        )
    }

    fn outliers(&self, limit: usize) -> Section {
        let accuracy = &self.tuning.accuracy;
        let farthest = &accuracy.outliers[..limit.min(accuracy.outliers.len())];
        let title = match accuracy.missed() {
            0 => "Outliers: none".to_owned(),
            all if all == farthest.len() as u64 => "Outliers, in standard errors off".to_owned(),
            all => format!(
                "Outliers, in standard errors off: the farthest {} of {} (--listed N for more)",
                farthest.len(),
                units::count(all)
            ),
        };
        let columns: [OutputColumn<'_, &Outlier>; 5] = [
            ("jaccard", &|outlier| Cell::Share(outlier.pair.jaccard())),
            ("estimate", &|outlier| Cell::Share(outlier.estimate)),
            ("off", &|outlier| Cell::Number(outlier.off, 2)),
            ("a", &|outlier| self.id(outlier.pair.a)),
            ("b", &|outlier| self.id(outlier.pair.b)),
        ];
        Section::new("outlier", title, farthest, &columns)
    }

    fn landscape(&self, table: bool) -> Section {
        let step = if table { 5 } else { 1 };
        let thresholds = HUNDREDTHS.rev().filter(|at| at % step == 0);
        let thresholds = thresholds.map(|at| f64::from(at) / 100.0);
        // Tables omit rows without figures.
        let thresholds = thresholds.filter(|at| !table || *at >= self.tuning.floor());
        let stable = self.tuning.stable.map(|stable| {
            let (low, high) = (share(stable.low), share(stable.high));
            format!("clusters stay as they are from {low} to {high}")
        });
        let stable = stable.unwrap_or_else(|| "no clear break".to_owned());
        Section::new(
            "landscape",
            format!("Every threshold: {stable}"),
            thresholds.map(|at| (Cell::Share(at), self.tuning.at(at))),
            &counts("threshold"),
        )
    }

    fn k(&self, by_k: &ByK) -> Section {
        let row = |row: &Arc<AtK>| (Cell::Count(row.k as u64), row.at(self.threshold));
        Section::new(
            "k",
            format!(
                "Every k at {}: what k changes, not which is right; `sweep --labels` compares each with labels",
                self.threshold
            ),
            by_k.rows.iter().map(row),
            &counts("k"),
        )
    }

    fn labels(&self, labelled: &LabelMetrics) -> Section {
        let LabelMetrics { labels, scores, .. } = labelled;
        let row = |(index, name): (usize, &String)| {
            let pairs = labels.pairs.iter().zip(scores);
            let pairs = pairs.filter(|(pair, _)| usize::from(pair.label) == index);
            let called = pairs.clone().filter(|(_, score)| **score >= self.threshold);
            let positive = pairs.clone().any(|(pair, _)| pair.positive);
            (name.clone(), positive, pairs.count(), called.count())
        };
        Section::new(
            "label",
            format!("Labels; called near-duplicates at {}", self.threshold),
            labels.names.iter().enumerate().map(row),
            &[
                ("label", &|(name, ..)| Cell::text(name)),
                ("means", &|(_, positive, ..)| means(*positive)),
                ("labelled", &|(.., pairs, _)| (*pairs).into()),
                ("called", &|(.., called)| (*called).into()),
            ],
        )
    }

    fn quality(&self, labelled: &LabelMetrics) -> Section {
        let curve = &labelled.curve;
        let best = curve.best();
        // The 95 % interval of the best threshold, and the thresholds that are as good.
        let (interval, plateau) = (labelled.interval.unzip(), curve.plateau().unzip());
        let ends = [interval.0, interval.1, plateau.0, plateau.1];
        let all = curve.at(self.threshold).all_called();
        let mut rows = vec![("at the threshold", curve.at(self.threshold), [None; 4])];
        rows.extend(best.map(|best| ("at the best F1", best, ends)));
        rows.push(("all called near-duplicates", all, [None; 4]));
        let rest = if labelled.file.rest_negative {
            format!(
                "; every pair without a label counts as independent, and pairs below {} as equally unlike",
                share(self.tuning.floor())
            )
        } else {
            "; pairs without a label do not count; low to high: 95 % interval of the best threshold for pairs of other documents, empty where it holds 0 alone, which calls all near-duplicates; F1 has none".to_owned()
        };
        let k = format!("k {}", self.collection.settings().sketching.k);
        let remark = best.and_then(|best| best.no_gain("threshold"));
        let remark = remark.map(|remark| format!("{remark};\n{}", curve.choice_by_precision(&k)));
        let reaches_all = labelled.interval.is_some_and(|(low, _)| low == 0.0);
        let may_be_best =
            "the interval of the best threshold reaches 0: calling all near-duplicates may be best";
        let remark = remark.or_else(|| reaches_all.then(|| may_be_best.to_owned()));
        let remark = remark.map_or_else(String::new, |remark| format!(";\n{remark}"));
        let title = format!("Labels told apart{rest}{remark}");
        let points = rows.iter().map(|row| row.1);
        let points = Section::new("quality", String::new(), points, &POINT);
        type Row<'a> = &'a (&'a str, CurvePoint, [Option<f64>; 4]);
        let ends: [OutputColumn<'_, Row<'_>>; 4] = [
            ("low", &|row| row.2[0].into()),
            ("high", &|row| row.2[1].into()),
            ("plateau_low", &|row| row.2[2].into()),
            ("plateau_high", &|row| row.2[3].into()),
        ];
        let ends = Section::new("quality", String::new(), &rows, &ends);
        let which = Section::new("quality", title, &rows, &[("which", &|row| row.0.into())]);
        which.beside(points).beside(ends)
    }

    /// Labelled pairs that the threshold classifies wrongly: false positives first, each kind by
    /// descending distance from the threshold.
    fn errors(&self, labelled: &LabelMetrics, limit: usize) -> Section {
        let mistakes = labelled.mistakes(self.threshold);
        let (missed, false_alarms): (Vec<&Mistake>, _) = mistakes.iter().partition(|m| m.missed);
        let first = |list: Vec<_>| list.into_iter().take(limit);
        let shown: Vec<&Mistake> = first(false_alarms).chain(first(missed)).collect();
        let title = format!("Labelled pairs that {} gets wrong", self.threshold);
        let title = match mistakes.len() {
            0 => format!("{title}: none"),
            all if all == shown.len() => title,
            all => format!(
                "{title}: {} of {} (--listed N for more)",
                shown.len(),
                units::count(all as u64)
            ),
        };
        let labelled_alarms = mistakes.iter().filter(|mistake| !mistake.missed).count() as u64;
        let all = labelled.curve.at(self.threshold).false_alarms;
        let title = match all.saturating_sub(labelled_alarms) {
            n @ 1.. if labelled.file.rest_negative => {
                let pairs = units::counted(n, "pair", "pairs");
                format!("{title}; {pairs} without a label too")
            }
            _ => title,
        };
        let names = &labelled.labels.names;
        Section::new(
            "error",
            title,
            shown,
            &[
                ("mistake", &|mistake| Cell::text(mistake.kind())),
                ("similarity", &|mistake| Cell::Share(mistake.score)),
                ("label", &|mistake| mistake.name(names).into()),
                ("a", &|mistake| self.id(mistake.a)),
                ("b", &|mistake| self.id(mistake.b)),
            ],
        )
    }

    fn id(&self, doc: DocNo) -> Cell {
        Cell::text(self.collection.printed_id(doc))
    }
}

/// Figures of the labels over all thresholds.
fn area(labelled: &LabelMetrics) -> Section {
    let LabelMetrics { curve, area, .. } = labelled;
    let interval = area.as_ref().and_then(|area| area.interval).unzip();
    let about = area.as_ref().map(|area| format!("; {}", area.about()));
    let about = about.unwrap_or_default();
    Section::new(
        "area",
        format!("All thresholds together: area under the ROC curve{about}"),
        [curve],
        &[
            ("average_precision", &|c| c.average_precision().into()),
            ("area", &|c| c.area().into()),
            ("area_low", &|_| interval.0.into()),
            ("area_high", &|_| interval.1.into()),
        ],
    )
}

/// Columns of the counts at a threshold, after a column of this name.
fn counts(name: &'static str) -> [OutputColumn<'static, (Cell, Option<ThresholdCounts>)>; 5] {
    [
        (name, &|(first, _)| first.clone()),
        ("pairs", &|(_, at)| at.map(|at| at.pairs).into()),
        ("clusters", &|(_, at)| at.map(|at| at.clusters).into()),
        ("largest", &|(_, at)| at.map(|at| at.largest).into()),
        ("documents", &|(_, at)| at.map(|at| at.documents).into()),
    ]
}

/// Columns of a curve point.
const POINT: [OutputColumn<'static, CurvePoint>; 9] = [
    ("threshold", &|point| Cell::Share(point.threshold)),
    ("precision", &|point| Cell::Share(point.precision())),
    ("recall", &|point| Cell::Share(point.recall())),
    ("f1", &|point| Cell::Share(point.f1())),
    ("false_alarm_rate", &|point| point.false_alarm_rate().into()),
    ("hits", &|point| Cell::Count(point.hits)),
    ("false_alarms", &|point| Cell::Count(point.false_alarms)),
    ("missed", &|point| Cell::Count(point.missed)),
    ("passed", &|point| Cell::Count(point.passed)),
];
