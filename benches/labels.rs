//! Share of 95 % intervals of figures of labelled pairs that contain the truth, by how pairs are chosen for labels and
//! how much their scores depend on the documents. Prints a Markdown table, which stands in `docs/labels.md`.
//!
//! `cargo bench -- labels`; `SHINGLESCOPE_BENCH=short` draws 60 sets of labels for each row. With
//! `-- --write FILE` it writes one set of labels with scores and what the program says of them as CSV, for
//! `benches/labels_check.py`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use shinglescope::base::DocNo;
use shinglescope::lab::{Curve, LabelIntervals, LabelledPair, Scored};
use shinglescope::text::shingles::mix;

use super::setup::is_short;

/// How pairs are chosen.
#[derive(Clone, Copy)]
enum Design {
    /// All pairs of so many documents.
    All(usize),
    /// So many pairs of so many documents.
    Some(usize, usize),
    /// So many pairs, each of two documents of its own.
    Apart(usize),
}

const DESIGNS: [(&str, Design); 7] = [
    ("all pairs of 10 documents", Design::All(10)),
    ("all pairs of 16 documents", Design::All(16)),
    ("all pairs of 30 documents", Design::All(30)),
    ("60 pairs of 20 documents", Design::Some(60, 20)),
    ("150 pairs of 60 documents", Design::Some(150, 60)),
    ("60 pairs apart", Design::Apart(60)),
    ("300 pairs apart", Design::Apart(300)),
];

/// Share of the variance of a score that its two documents make.
const SHARES: [(&str, f64); 3] = [("none", 0.0), ("half", 0.5), ("most", 0.8)];

const THRESHOLD: f64 = 0.3;

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((mix(self.0) >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.unit().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }
}

fn chosen(random: &mut Random, design: Design) -> Vec<(usize, usize)> {
    match design {
        Design::All(n) => (0..n)
            .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
            .collect(),
        Design::Apart(n) => (0..n).map(|i| (2 * i, 2 * i + 1)).collect(),
        Design::Some(n, documents) => {
            let mut pairs = BTreeSet::new();
            while pairs.len() < n {
                let mut document =
                    || ((random.unit() * documents as f64) as usize).min(documents - 1);
                let (a, b) = (document(), document());
                if a != b {
                    pairs.insert((a.min(b), a.max(b)));
                }
            }
            pairs.into_iter().collect()
        }
    }
}

fn drawn(random: &mut Random, design: Design, share: f64) -> (Vec<LabelledPair>, Vec<f64>) {
    let pairs = chosen(random, design);
    let documents = pairs.iter().map(|pair| pair.1 + 1).max().unwrap_or(0);
    // The variance of a score is one.
    let part: Vec<f64> = (0..documents)
        .map(|_| (share / 2.0).sqrt() * random.normal())
        .collect();
    let label = |(a, b): (usize, usize)| {
        let positive = random.unit() <= 0.4;
        let shift = if positive { 0.9 } else { -0.9 };
        let score = shift + part[a] + part[b] + (1.0 - share).sqrt() * random.normal();
        let (a, b) = (DocNo::at(a), DocNo::at(b));
        let label = u16::from(!positive);
        (
            LabelledPair {
                a,
                b,
                label,
                positive,
            },
            score,
        )
    };
    pairs.into_iter().map(label).unzip()
}

fn scored(pairs: &[LabelledPair], scores: &[f64]) -> Vec<Scored> {
    let each = pairs.iter().zip(scores);
    each.map(|(pair, score)| Scored {
        score: *score,
        positive: pair.positive,
    })
    .collect()
}

/// Prints the table.
pub fn bench() {
    let sets = if is_short() { 60 } else { 1_000 };
    let mut random = Random(7);
    println!("| labels | part of the documents | area, delong | area | precision | recall | F1 |");
    println!("|---|---|---|---|---|---|---|");
    // Pairs apart have the same distribution whatever the share.
    let (pairs, scores) = drawn(&mut random, Design::Apart(1_000_000), 0.5);
    let curve = Curve::of(&scored(&pairs, &scores));
    let (area, at) = (curve.area().unwrap_or(0.0), curve.at(THRESHOLD));
    let truth = [area, area, at.precision(), at.recall(), at.f1()];
    for (name, design) in DESIGNS {
        for (share_name, share) in SHARES {
            if matches!(design, Design::Apart(_)) && share > 0.0 {
                continue;
            }
            let (mut inside, mut of) = ([0_u32; 5], [0_u32; 5]);
            for _ in 0..sets {
                let (pairs, scores) = drawn(&mut random, design, share);
                let Some(got) = LabelIntervals::of(&pairs, &scores, THRESHOLD) else {
                    continue;
                };
                let all = [
                    got.area,
                    got.area_over_documents,
                    got.precision,
                    got.recall,
                    got.f1,
                ];
                for (at, figure) in all.iter().enumerate() {
                    if let Some((low, high)) = figure.ends {
                        of[at] += 1;
                        inside[at] += u32::from(low <= truth[at] && truth[at] <= high);
                    }
                }
            }
            let cells = (0..5).map(|at| {
                let share = 100.0 * f64::from(inside[at]) / f64::from(of[at].max(1));
                format!(" {share:.1} % |")
            });
            let cells: String = cells.collect();
            println!("| {name} | {share_name} |{cells}");
        }
    }
}

/// Writes a set of labels with two scores, rounded so that some are equal, and the figures of the program in comments.
pub fn write(file: &Path) -> anyhow::Result<()> {
    let mut random = Random(11);
    let (pairs, scores) = drawn(&mut random, Design::All(40), 0.5);
    let round = |score: f64| (score * 20.0).round() / 20.0;
    let first: Vec<f64> = scores.iter().map(|score| round(*score)).collect();
    let got = LabelIntervals::of(&pairs, &first, THRESHOLD).expect("labels of both kinds");
    let mut text = String::new();
    let mut say = |name: &str, value: f64, ends: Option<(f64, f64)>| {
        let (low, high) = ends.unwrap_or((f64::NAN, f64::NAN));
        let _ = writeln!(text, "# {name} {value:.9} {low:.9} {high:.9}");
    };
    say("threshold", THRESHOLD, None);
    say("area_delong", got.area.value, got.area.ends);
    say(
        "area_documents",
        got.area_over_documents.value,
        got.area_over_documents.ends,
    );
    say("precision", got.precision.value, got.precision.ends);
    say("recall", got.recall.value, got.recall.ends);
    say("f1", got.f1.value, got.f1.ends);
    text += "a,b,positive,score\n";
    for (pair, score) in pairs.iter().zip(&first) {
        let (a, b, positive) = (pair.a.index(), pair.b.index(), u8::from(pair.positive));
        let _ = writeln!(text, "{a},{b},{positive},{score}");
    }
    Ok(std::fs::write(file, text)?)
}
