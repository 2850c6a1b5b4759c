//! Share of 95 % intervals of the area under the ROC curve, and of the difference of two areas, that contain the truth,
//! and their median width, by how pairs are chosen for labels and how much their scores depend on the documents. Prints
//! two Markdown tables, which are in `docs/labels.md` in part.
//!
//! `cargo bench -- labels`; `SHINGLESCOPE_BENCH=short` draws 60 sets of labels for each row. With
//! `-- --write FILE` it writes one set of labels with scores and the figures of the program as CSV, for
//! `benches/labels_check.py`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;

use shinglescope::base::DocNo;
use shinglescope::lab::{AreaEstimate, Curve, LabelledPair, Scored};
use shinglescope::text::shingles::mix;

use super::setup::is_short;

/// How pairs are chosen.
#[derive(Clone, Copy)]
pub enum Design {
    /// All pairs of this number of documents.
    All(usize),
    /// Number of pairs, and of the documents that they are drawn from.
    Some(usize, usize),
    /// Number of pairs; no two of them have a document in common.
    Apart(usize),
    /// Number of documents, and of pairs of each with other documents.
    Each(usize, usize),
}

pub const DESIGNS: [(&str, Design); 13] = [
    ("7 documents, each with 65 others", Design::Each(7, 65)),
    ("15 documents, each with 20 others", Design::Each(15, 20)),
    ("all pairs of 20 documents", Design::All(20)),
    ("all pairs of 30 documents", Design::All(30)),
    ("all pairs of 60 documents", Design::All(60)),
    ("60 pairs of 40 documents", Design::Some(60, 40)),
    ("150 pairs of 60 documents", Design::Some(150, 60)),
    ("400 pairs of 60 documents", Design::Some(400, 60)),
    ("100 pairs of 100 documents", Design::Some(100, 100)),
    ("16 pairs apart", Design::Apart(16)),
    ("60 pairs apart", Design::Apart(60)),
    ("300 pairs apart", Design::Apart(300)),
    ("1,000 pairs apart", Design::Apart(1_000)),
];

/// Share of the variance of a score that comes from its two documents.
pub const SHARES: [(&str, f64); 3] = [("none", 0.0), ("half", 0.5), ("most", 0.8)];

pub struct Random(pub u64);

impl Random {
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((mix(self.0) >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.unit().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }
}

pub fn choose_pairs(random: &mut Random, design: Design) -> Vec<(usize, usize)> {
    match design {
        Design::All(n) => (0..n)
            .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
            .collect(),
        Design::Apart(n) => (0..n).map(|i| (2 * i, 2 * i + 1)).collect(),
        Design::Each(n, others) => (n..n + n * others).map(|b| (b % n, b)).collect(),
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

fn draw_labels(random: &mut Random, design: Design, share: f64) -> (Vec<LabelledPair>, Vec<f64>) {
    let pairs = choose_pairs(random, design);
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

/// Scores of a worse measure of the same pairs; their variance is one too.
fn worse(random: &mut Random, pairs: &[LabelledPair], scores: &[f64]) -> Vec<f64> {
    let worse_score = |(pair, score): (&LabelledPair, &f64)| {
        let side = if pair.positive { 1.0 } else { -1.0 };
        WORSE_SHIFT * side + 0.8 * (score - 0.9 * side) + 0.6 * random.normal()
    };
    pairs.iter().zip(scores).map(worse_score).collect()
}

/// Half of the distance between the means of the worse scores.
const WORSE_SHIFT: f64 = 0.8;

pub fn bench() {
    let sets = if is_short() { 60 } else { 4_000 };
    let mut random = Random(7);
    // Pairs apart have the same distribution whatever the share.
    let (pairs, scores) = draw_labels(&mut random, Design::Apart(1_000_000), 0.5);
    let area = |scores: &[f64]| Curve::new(&scored(&pairs, scores)).area().unwrap_or(0.0);
    let truth = area(&scores);
    let difference = truth - area(&worse(&mut Random(8), &pairs, &scores));
    print(|design, share| {
        coverage(sets, truth, || {
            let (pairs, scores) = draw_labels(&mut random, design, share);
            AreaEstimate::estimate(&pairs, &scores)?.interval
        })
    });
    print(|design, share| {
        coverage(sets, difference, || {
            let (pairs, scores) = draw_labels(&mut random, design, share);
            let worse = worse(&mut random, &pairs, &scores);
            AreaEstimate::estimate(&pairs, &scores)?
                .difference(&AreaEstimate::estimate(&pairs, &worse)?)
        })
    });
}

/// Prints a table of cells by design and share.
fn print(mut cell: impl FnMut(Design, f64) -> String) {
    let heads = SHARES.map(|(name, _)| name).join(" | ");
    println!("| labels, by the documents' part of a score | {heads} |");
    println!("|---|{}", "---|".repeat(SHARES.len()));
    for (name, design) in DESIGNS {
        let cells = SHARES.map(|(_, share)| {
            if matches!(design, Design::Apart(_)) && share > 0.0 {
                "same".to_owned()
            } else {
                cell(design, share)
            }
        });
        println!("| {name} | {} |", cells.join(" | "));
    }
    println!();
}

/// Share of `sets` intervals that contain the truth, and their median width.
fn coverage(sets: u32, truth: f64, mut interval: impl FnMut() -> Option<(f64, f64)>) -> String {
    let intervals: Vec<(f64, f64)> = (0..sets).filter_map(|_| interval()).collect();
    let inside = intervals
        .iter()
        .filter(|(low, high)| (*low..=*high).contains(&truth));
    let share = 100.0 * inside.count() as f64 / intervals.len().max(1) as f64;
    let mut widths: Vec<f64> = intervals.iter().map(|(low, high)| high - low).collect();
    widths.sort_unstable_by(f64::total_cmp);
    let width = widths.get(widths.len() / 2).copied().unwrap_or(f64::NAN);
    format!("{share:.1} % ({width:.3})")
}

/// Writes a set of labels with two scores, rounded so that some are equal, and the figures of the program in comments.
pub fn write(file: &Path) -> anyhow::Result<()> {
    let mut random = Random(11);
    let (pairs, scores) = draw_labels(&mut random, Design::All(40), 0.5);
    let worse = worse(&mut random, &pairs, &scores);
    let round = |scores: &[f64]| -> Vec<f64> {
        scores
            .iter()
            .map(|score| (score * 20.0).round() / 20.0)
            .collect()
    };
    let both = [scores, worse].map(|scores| round(&scores));
    let [first, second] = both
        .each_ref()
        .map(|scores| AreaEstimate::estimate(&pairs, scores));
    let (first, second) = first.zip(second).context("labels of one kind")?;
    let (low, high) = first.interval.context("too few labels")?;
    let (low_difference, high_difference) = first.difference(&second).context("too few labels")?;
    let mut text = format!(
        "# area {:.9} {low:.9} {high:.9} {low_difference:.9} {high_difference:.9}\n",
        first.area
    );
    text += "a,b,positive,score,other\n";
    for (at, pair) in pairs.iter().enumerate() {
        let (a, b, positive) = (pair.a.index(), pair.b.index(), u8::from(pair.positive));
        let [score, other] = both.each_ref().map(|scores| scores[at]);
        let _ = writeln!(text, "{a},{b},{positive},{score},{other}");
    }
    Ok(std::fs::write(file, text)?)
}
