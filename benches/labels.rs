//! Share of 95 % intervals of the area under the ROC curve that contain the truth, and their median width, by how pairs
//! are chosen for labels and how much their scores depend on the documents. Prints a Markdown table, which stands in
//! `docs/labels.md`.
//!
//! `cargo bench -- labels`; `SHINGLESCOPE_BENCH=short` draws 60 sets of labels for each row. With
//! `-- --write FILE` it writes one set of labels with scores and what the program says of them as CSV, for
//! `benches/labels_check.py`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use shinglescope::base::DocNo;
use shinglescope::lab::{Curve, LabelledPair, Scored, area_interval};
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

const DESIGNS: [(&str, Design); 9] = [
    ("all pairs of 30 documents", Design::All(30)),
    ("all pairs of 60 documents", Design::All(60)),
    ("60 pairs of 40 documents", Design::Some(60, 40)),
    ("150 pairs of 60 documents", Design::Some(150, 60)),
    ("400 pairs of 60 documents", Design::Some(400, 60)),
    ("100 pairs of 100 documents", Design::Some(100, 100)),
    ("60 pairs apart", Design::Apart(60)),
    ("300 pairs apart", Design::Apart(300)),
    ("1,000 pairs apart", Design::Apart(1_000)),
];

/// Share of the variance of a score that its two documents make.
const SHARES: [(&str, f64); 3] = [("none", 0.0), ("half", 0.5), ("most", 0.8)];

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
    let sets = if is_short() { 60 } else { 4_000 };
    let mut random = Random(7);
    let heads = SHARES.map(|(name, _)| format!("{name} of a score is of the documents"));
    println!("| labels | {} |", heads.join(" | "));
    println!("|---|{}", "---|".repeat(SHARES.len()));
    // Pairs apart have the same distribution whatever the share.
    let (pairs, scores) = drawn(&mut random, Design::Apart(1_000_000), 0.5);
    let truth = Curve::of(&scored(&pairs, &scores)).area().unwrap_or(0.0);
    for (name, design) in DESIGNS {
        let cells = SHARES.map(|(_, share)| {
            if matches!(design, Design::Apart(_)) && share > 0.0 {
                return "same".to_owned();
            }
            let (mut inside, mut widths) = (0_u32, Vec::new());
            for _ in 0..sets {
                let (pairs, scores) = drawn(&mut random, design, share);
                if let Some((low, high)) = area_interval(&pairs, &scores) {
                    inside += u32::from(low <= truth && truth <= high);
                    widths.push(high - low);
                }
            }
            widths.sort_unstable_by(f64::total_cmp);
            let width = widths.get(widths.len() / 2).copied().unwrap_or(f64::NAN);
            let share = 100.0 * f64::from(inside) / widths.len().max(1) as f64;
            format!("{share:.1} % ({width:.3})")
        });
        println!("| {name} | {} |", cells.join(" | "));
    }
}

/// Writes a set of labels with two scores, rounded so that some are equal, and the figures of the program in comments.
pub fn write(file: &Path) -> anyhow::Result<()> {
    let mut random = Random(11);
    let (pairs, scores) = drawn(&mut random, Design::All(40), 0.5);
    let round = |score: f64| (score * 20.0).round() / 20.0;
    let first: Vec<f64> = scores.iter().map(|score| round(*score)).collect();
    let area = Curve::of(&scored(&pairs, &first))
        .area()
        .unwrap_or(f64::NAN);
    let (low, high) = area_interval(&pairs, &first).unwrap_or((f64::NAN, f64::NAN));
    let mut text = format!("# area {area:.9} {low:.9} {high:.9}\n");
    text += "a,b,positive,score\n";
    for (pair, score) in pairs.iter().zip(&first) {
        let (a, b, positive) = (pair.a.index(), pair.b.index(), u8::from(pair.positive));
        let _ = writeln!(text, "{a},{b},{positive},{score}");
    }
    Ok(std::fs::write(file, text)?)
}
