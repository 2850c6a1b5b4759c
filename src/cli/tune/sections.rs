//! The results of `tune` as sections of rows.

use super::{Findings, LabelMetrics};
use crate::base::DocNo;
use crate::base::units::{self, share};
use crate::lab::Point;
use crate::lab::by_k::ByK;
use crate::lab::tuning::There;
use crate::report::{Cell, Row, Section};

/// Thresholds of the landscape in hundredths; tables show every fifth.
const HUNDREDTHS: std::ops::RangeInclusive<u32> = 0..=100;

impl Findings<'_> {
    /// All sections: a selection for tables, everything for other formats.
    pub fn sections(&self, table: bool, listed: usize) -> Vec<Section> {
        let mut all = vec![
            self.corpus(),
            self.banding(),
            self.accuracy(),
            self.outliers(listed),
            self.landscape(table),
        ];
        all.extend(self.by_k.as_ref().map(|by_k| self.k(by_k)));
        if let Some(held) = &self.held {
            all.push(self.labels(held));
            all.push(self.quality(held));
            if !table {
                all.push(curve(held));
            }
            all.push(self.errors(held, listed));
        }
        all
    }

    fn at(&self, threshold: f64) -> [Cell; 4] {
        match self.tuning.at(threshold) {
            Some(There {
                pairs,
                clusters,
                largest,
                documents,
            }) => [
                Cell::Count(pairs),
                Cell::Count(clusters.into()),
                Cell::Count(largest.into()),
                Cell::Count(documents.into()),
            ],
            None => [const { Cell::None }; 4],
        }
    }

    fn corpus(&self) -> Section {
        let stable = self.tuning.stable;
        let [pairs, clusters, largest, documents] = self.at(self.threshold);
        Section {
            kind: "corpus",
            title: format!(
                "{} at {} {} or above",
                units::counted(self.tuning.documents as u64, "document", "documents"),
                self.tuning.truth.found.measure,
                self.threshold
            ),
            columns: vec![
                "measure",
                "threshold",
                "all_documents",
                "texts",
                "pairs",
                "clusters",
                "largest",
                "documents",
                "floor",
                "stable_low",
                "stable_high",
            ],
            rows: vec![vec![
                Cell::Text(self.tuning.truth.found.measure.to_string()),
                Cell::Share(self.threshold),
                Cell::Count(self.tuning.documents as u64),
                Cell::Count(self.tuning.texts as u64),
                pairs,
                clusters,
                largest,
                documents,
                Cell::Share(self.tuning.floor()),
                stable.map_or(Cell::None, |s| Cell::Share(s.low)),
                stable.map_or(Cell::None, |s| Cell::Share(s.high)),
            ]],
        }
    }

    fn banding(&self) -> Section {
        let banded = &self.banded;
        let (expected, measured) = (banded.expected(self.threshold), banded.at(self.threshold));
        let known = self.threshold >= self.tuning.floor();
        let only = |cell| if known { cell } else { Cell::None };
        Section {
            kind: "banding",
            title: format!(
                "Bands, over pairs of different texts; expected ones among pairs at {} or above",
                share(self.tuning.floor())
            ),
            columns: vec![
                "bands",
                "rows",
                "pairs_of_texts",
                "expected_missed",
                "missed",
                "candidates",
                "expected_wasted",
                "wasted",
                "capped",
            ],
            rows: vec![vec![
                Cell::Count(banded.banding.bands as u64),
                Cell::Count(banded.banding.rows as u64),
                only(Cell::Count(measured.pairs)),
                only(Cell::Number(expected.missed, 1)),
                only(Cell::Count(measured.missed)),
                Cell::Count(banded.candidates),
                only(Cell::Number(expected.wasted, 1)),
                only(Cell::Count(measured.wasted)),
                match banded.capped {
                    0 => Cell::None,
                    capped => Cell::Count(capped),
                },
            ]],
        }
    }

    fn accuracy(&self) -> Section {
        let accuracy = &self.tuning.accuracy;
        let some = |cell| if accuracy.pairs > 0 { cell } else { Cell::None };
        let ratio = (accuracy.theory > 0.0).then(|| accuracy.error / accuracy.theory);
        Section {
            kind: "accuracy",
            title: format!(
                "Estimates of {} values, over {} with Jaccard {} or above",
                self.collection.layout().positions,
                units::counted(
                    accuracy.pairs,
                    "pair of different texts",
                    "pairs of different texts"
                ),
                share(self.tuning.floor()),
            ),
            columns: vec![
                "sketch", "bits", "compared", "bias", "error", "theory", "ratio", "coverage",
                "outliers",
            ],
            rows: vec![vec![
                Cell::Text(
                    self.collection
                        .settings()
                        .sketching
                        .sketch
                        .name()
                        .to_owned(),
                ),
                Cell::Count(self.collection.layout().bits.into()),
                Cell::Count(accuracy.pairs),
                some(Cell::Number(accuracy.bias, 4)),
                some(Cell::Number(accuracy.error, 4)),
                some(Cell::Number(accuracy.theory, 4)),
                ratio.map_or(Cell::None, |ratio| Cell::Number(ratio, 2)),
                accuracy.coverage().map_or(Cell::None, Cell::Share),
                Cell::Count(accuracy.missed()),
            ]],
        }
    }

    fn outliers(&self, listed: usize) -> Section {
        let accuracy = &self.tuning.accuracy;
        let shown = accuracy.outliers.iter().take(listed);
        let row = |outlier: &crate::lab::accuracy::Outlier| -> Row {
            vec![
                Cell::Share(outlier.pair.jaccard()),
                Cell::Share(outlier.estimate),
                Cell::Number(outlier.off, 2),
                self.id(outlier.pair.a),
                self.id(outlier.pair.b),
            ]
        };
        let rows: Vec<Row> = shown.map(row).collect();
        Section {
            kind: "outlier",
            title: match accuracy.missed() {
                0 => "Outliers: none".to_owned(),
                all if all == rows.len() as u64 => "Outliers, in standard errors off".to_owned(),
                all => format!(
                    "Outliers, in standard errors off: the farthest {} of {} (--listed N for more)",
                    rows.len(),
                    units::count(all)
                ),
            },
            columns: vec!["jaccard", "estimate", "off", "a", "b"],
            rows,
        }
    }

    fn landscape(&self, table: bool) -> Section {
        let every = if table { 5 } else { 1 };
        let thresholds = HUNDREDTHS.rev().filter(|at| at % every == 0);
        let thresholds = thresholds.map(|at| f64::from(at) / 100.0);
        // Tables omit rows without figures.
        let thresholds = thresholds.filter(|at| !table || *at >= self.tuning.floor());
        let row = |threshold| {
            let mut row = vec![Cell::Share(threshold)];
            row.extend(self.at(threshold));
            row
        };
        let stable = match self.tuning.stable {
            Some(stable) => format!(
                "clusters stay as they are from {} to {}",
                share(stable.low),
                share(stable.high)
            ),
            None => "no clear break".to_owned(),
        };
        Section {
            kind: "landscape",
            title: format!("Every threshold: {stable}"),
            columns: vec!["threshold", "pairs", "clusters", "largest", "documents"],
            rows: thresholds.map(row).collect(),
        }
    }

    fn k(&self, by_k: &ByK) -> Section {
        let nearest = by_k.thresholds.iter().enumerate().min_by(|x, y| {
            let far = |at: f64| (at - self.threshold).abs();
            far(*x.1).total_cmp(&far(*y.1))
        });
        let rows = by_k.rows.iter().map(|row| {
            let step = row.landscape.at(self.threshold);
            let known = row.floor <= self.threshold;
            let only = |cell| if known { cell } else { Cell::None };
            let differs = nearest.and_then(|(at, _)| row.differs.get(at)).copied();
            let differs = differs.filter(|_| known);
            vec![
                Cell::Count(row.k as u64),
                only(Cell::Count(row.counts.at(self.threshold))),
                only(Cell::Count(step.clusters.into())),
                only(Cell::Count(step.largest.into())),
                only(Cell::Count(step.documents.into())),
                differs.map_or(Cell::None, |d| Cell::Count(d.0)),
                differs.map_or(Cell::None, |d| Cell::Count(d.1)),
            ]
        });
        let at = nearest.map_or(self.threshold, |(_, at)| *at);
        Section {
            kind: "k",
            title: format!(
                "Every k at {}; pairs that appear and vanish against k = {} at {}",
                self.threshold,
                by_k.k,
                share(at)
            ),
            columns: vec![
                "k",
                "pairs",
                "clusters",
                "largest",
                "documents",
                "appear",
                "vanish",
            ],
            rows: rows.collect(),
        }
    }

    fn labels(&self, held: &LabelMetrics) -> Section {
        let row = |(index, name): (usize, &String)| {
            let mut positive = false;
            let (mut pairs, mut called) = (0, 0);
            for (pair, score) in held.labels.pairs.iter().zip(&held.scores) {
                if usize::from(pair.label) == index {
                    positive = pair.positive;
                    pairs += 1;
                    called += u64::from(*score >= self.threshold);
                }
            }
            vec![
                Cell::Text(name.clone()),
                Cell::Text(
                    if positive {
                        "near-duplicate"
                    } else {
                        "independent"
                    }
                    .to_owned(),
                ),
                Cell::Count(pairs),
                Cell::Count(called),
            ]
        };
        Section {
            kind: "label",
            title: format!("Labels; called near-duplicates at {}", self.threshold),
            columns: vec!["label", "means", "labelled", "called"],
            rows: held.labels.names.iter().enumerate().map(row).collect(),
        }
    }

    fn quality(&self, held: &LabelMetrics) -> Section {
        let row = |name: &str, point: &Point, interval: Option<(f64, f64)>| {
            let mut row = vec![Cell::Text(name.to_owned())];
            row.extend(point_cells(point));
            row.extend([
                interval.map_or(Cell::None, |i| Cell::Share(i.0)),
                interval.map_or(Cell::None, |i| Cell::Share(i.1)),
            ]);
            row
        };
        let mut rows = vec![row(
            "at the threshold",
            &held.curve.at(self.threshold),
            None,
        )];
        let best = held.curve.best();
        rows.extend(best.map(|best| row("at the best F1", &best, held.interval)));
        let figure = |value: Option<f64>| value.map_or("none".to_owned(), share);
        let rest = if held.rest_negative {
            "; every pair without a label counts as independent"
        } else {
            ""
        };
        let mut columns = vec!["which"];
        columns.extend(POINT);
        columns.extend(["low", "high"]);
        Section {
            kind: "quality",
            title: format!(
                "Labels told apart: average precision {}, area under ROC {}{rest}",
                figure(held.curve.average_precision()),
                figure(held.curve.area()),
            ),
            columns,
            rows,
        }
    }

    /// Labelled pairs that the threshold classifies wrongly: false positives first, each kind by
    /// descending distance from the threshold.
    fn errors(&self, held: &LabelMetrics, listed: usize) -> Section {
        let pairs = held.labels.pairs.iter().zip(&held.scores);
        let mut wrong: Vec<_> = pairs
            .filter(|(pair, score)| (**score >= self.threshold) != pair.positive)
            .collect();
        let far = |score: f64| (score - self.threshold).abs();
        wrong.sort_by(|x, y| {
            let kind = x.0.positive.cmp(&y.0.positive);
            kind.then(far(*y.1).total_cmp(&far(*x.1)))
        });
        let mut counts = [0_usize; 2];
        let rows = wrong.iter().filter(|(pair, _)| {
            let count = &mut counts[usize::from(pair.positive)];
            *count += 1;
            *count <= listed
        });
        let rows: Vec<Row> = rows
            .map(|(pair, score)| {
                let missed = pair.positive;
                vec![
                    Cell::Text(if missed { "missed" } else { "false alarm" }.to_owned()),
                    Cell::Share(**score),
                    Cell::Text(held.labels.names[usize::from(pair.label)].clone()),
                    self.id(pair.a),
                    self.id(pair.b),
                ]
            })
            .collect();
        Section {
            kind: "error",
            title: match wrong.len() {
                0 => format!("Labelled pairs that {} gets wrong: none", self.threshold),
                all if all == rows.len() => {
                    format!("Labelled pairs that {} gets wrong", self.threshold)
                }
                all => format!(
                    "Labelled pairs that {} gets wrong: {} of {} (--listed N for more)",
                    self.threshold,
                    rows.len(),
                    units::count(all as u64)
                ),
            },
            columns: vec!["error", "score", "label", "a", "b"],
            rows,
        }
    }

    fn id(&self, doc: DocNo) -> Cell {
        Cell::Text(self.collection.id(doc).to_owned())
    }
}

/// Columns of a curve point.
const POINT: [&str; 9] = [
    "threshold",
    "precision",
    "recall",
    "f1",
    "false_alarm_rate",
    "hits",
    "false_alarms",
    "missed",
    "passed",
];

fn point_cells(point: &Point) -> [Cell; 9] {
    [
        Cell::Share(point.threshold),
        Cell::Share(point.precision()),
        Cell::Share(point.recall()),
        Cell::Share(point.f1()),
        Cell::Share(point.false_alarm_rate()),
        Cell::Count(point.hits),
        Cell::Count(point.false_alarms),
        Cell::Count(point.missed),
        Cell::Count(point.passed),
    ]
}

fn curve(held: &LabelMetrics) -> Section {
    let points = held.curve.points();
    Section {
        kind: "curve",
        title: String::new(),
        columns: POINT.to_vec(),
        rows: points.iter().map(|p| point_cells(p).to_vec()).collect(),
    }
}
