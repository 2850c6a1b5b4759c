//! Share of 95 % intervals of the best threshold that contain it, and their median width, by the shape of the truth,
//! the spread of the scores and the number of labels, and by how pairs share documents. Prints two Markdown tables,
//! which are in `docs/labels.md` in part.
//!
//! `cargo bench -- threshold`; `SHINGLESCOPE_BENCH=short` draws 60 sets of labels for each cell.

use shinglescope::base::DocNo;
use shinglescope::lab::{Curve, LabelledPair, Scored, independent_share};

use super::labels::{DESIGNS, Design, Random, SHARES, choose_pairs};
use super::setup::is_short;

/// Probability that a pair of this similarity is a near-duplicate.
type Shape = fn(f64) -> f64;

const SHAPES: [(&str, Shape); 6] = [
    ("one step at .72", |s| f64::from(u8::from(s >= 0.72))),
    ("logistic, steep", |s| logistic(s, 0.72, 0.02)),
    ("logistic", |s| logistic(s, 0.6, 0.08)),
    ("logistic, slow", |s| logistic(s, 0.5, 0.2)),
    ("step from .15 to .8", |s| if s >= 0.6 { 0.8 } else { 0.15 }),
    ("convex", |s| ((s - 0.3) / 0.7).clamp(0.0, 1.0).powi(2)),
];

/// Turns an even number in 0..=1 into a score.
type Spread = fn(f64) -> f64;

const SPREADS: [(&str, Spread); 3] = [
    ("even", |u| u),
    ("mostly low", |u| 1.0 - (1.0 - u).cbrt()),
    ("at both ends", |u| {
        (std::f64::consts::FRAC_PI_2 * u).sin().powi(2)
    }),
];

const LABELS: [usize; 4] = [30, 100, 400, 1_000];

fn logistic(s: f64, middle: f64, width: f64) -> f64 {
    1.0 / (1.0 + (-(s - middle) / width).exp())
}

pub fn bench() {
    let sets = if is_short() { 60 } else { 1_000 };
    let mut random = Random(7);
    let heads = LABELS.map(|labels| format!("{labels} labels"));
    println!("| truth | scores | best | {} |", heads.join(" | "));
    println!("|---|---|---|{}", "---|".repeat(LABELS.len()));
    for (spread_name, spread) in SPREADS {
        for (shape_name, shape) in SHAPES {
            let best = best(shape, spread);
            let cells = LABELS.map(|labels| {
                coverage(sets, best, || {
                    let one = |_| {
                        let score = spread(random.unit());
                        let positive = random.unit() < shape(score);
                        Scored { score, positive }
                    };
                    ((0..labels).map(one).collect(), 1.0)
                })
            });
            println!(
                "| {shape_name} | {spread_name} | {best:.3} | {} |",
                cells.join(" | ")
            );
        }
    }
    let shapes = [SHAPES[1], SHAPES[2]];
    let heads = shapes.map(|(name, _)| SHARES.map(|(share, _)| format!("{name}: {share}")));
    println!("\n| labels | {} |", heads.concat().join(" | "));
    println!("|---|{}", "---|".repeat(heads.as_flattened().len()));
    for (name, design) in DESIGNS {
        let cells = shapes.map(|(_, shape)| {
            let best = best(shape, |u| u);
            SHARES.map(|(_, share)| match design {
                Design::Apart(_) if share > 0.0 => "same".to_owned(),
                _ => coverage(sets, best, || drawn(&mut random, design, share, shape)),
            })
        });
        println!("| {name} | {} |", cells.concat().join(" | "));
    }
    println!(
        "\nEach from {sets} sets: their standard error is at most {:.1} points, {:.1} at 95 %",
        error(sets, 0.5),
        error(sets, 0.95)
    );
}

/// The standard error of a share of `sets` values, in percentage points.
fn error(sets: u32, share: f64) -> f64 {
    100.0 * (share * (1.0 - share) / f64::from(sets)).sqrt()
}

/// Share of `sets` intervals that contain the best threshold, and their median width. `drawn` returns scored labels,
/// and the share of them that counts as independent.
fn coverage(sets: u32, best: f64, mut drawn: impl FnMut() -> (Vec<Scored>, f64)) -> String {
    let (mut widths, mut inside) = (Vec::new(), 0_u32);
    for _ in 0..sets {
        let (scored, share) = drawn();
        // For labels of one kind, no threshold is proposed.
        if scored.iter().all(|s| s.positive == scored[0].positive) {
            continue;
        }
        if let Some((low, high)) = Curve::new(&scored).best_interval(share) {
            inside += u32::from(low <= best && best <= high);
            widths.push(high - low);
        }
    }
    widths.sort_unstable_by(f64::total_cmp);
    match widths.get(widths.len() / 2) {
        Some(width) => {
            let share = 100.0 * f64::from(inside) / widths.len() as f64;
            format!("{share:.1} % ({width:.2})")
        }
        None => "—".to_owned(),
    }
}

/// Draws labels of pairs. This share of the variance of the score, and of the random number that decides the label,
/// comes from the documents of a pair; with [`Design::Each`], all of it comes from the document in many pairs.
fn drawn(random: &mut Random, design: Design, share: f64, shape: Shape) -> (Vec<Scored>, f64) {
    let pairs = choose_pairs(random, design);
    let documents = pairs.iter().map(|pair| pair.1 + 1).max().unwrap_or(0);
    let weight = |document: usize| match design {
        Design::Each(n, _) if document < n => share.sqrt(),
        Design::Each(..) => 0.0,
        _ => (share / 2.0).sqrt(),
    };
    let mut even = || {
        let part: Vec<f64> = (0..documents)
            .map(|document| weight(document) * random.normal())
            .collect();
        let number = |&(a, b): &(usize, usize)| {
            normal_below(part[a] + part[b] + (1.0 - share).sqrt() * random.normal())
        };
        pairs.iter().map(number).collect::<Vec<f64>>()
    };
    let (scores, chances) = (even(), even());
    let label = |((&(a, b), score), chance): ((&(usize, usize), &f64), &f64)| LabelledPair {
        a: DocNo::at(a),
        b: DocNo::at(b),
        label: 0,
        positive: *chance < shape(*score),
    };
    let labelled: Vec<LabelledPair> = pairs.iter().zip(&scores).zip(&chances).map(label).collect();
    let share = independent_share(&labelled, &scores);
    (Scored::all(&labelled, &scores), share)
}

/// Probability of a standard normal number below `x`, with an error below 10⁻⁶ (Abramowitz, Stegun 7.1.26).
fn normal_below(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let factors = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ];
    let above = factors.iter().fold(0.0, |sum, factor| sum * t + factor) * t * (-z * z).exp() / 2.0;
    if x < 0.0 { above } else { 1.0 - above }
}

/// The threshold with the best F1 over all pairs.
fn best(shape: Shape, spread: Spread) -> f64 {
    let cells = 200_000_u32;
    let score = |cell: u32| spread((f64::from(cell) + 0.5) / f64::from(cells));
    let all: f64 = (0..cells).map(|cell| shape(score(cell))).sum();
    let (mut hits, mut best) = (0.0, (0.0, 0.0));
    for (called, cell) in (1..).zip((0..cells).rev()) {
        hits += shape(score(cell));
        let f1 = 2.0 * hits / (f64::from(called) + all);
        if f1 > best.0 {
            best = (f1, score(cell));
        }
    }
    best.1
}
