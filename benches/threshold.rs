//! Share of 95 % intervals of the best threshold that contain it, and their median width, by the shape of the
//! truth, the spread of the scores and the number of labels. Prints a Markdown table, which stands in
//! `docs/threshold.md`.
//!
//! `cargo bench -- threshold`; `SHINGLESCOPE_BENCH=short` draws 60 sets of labels for each cell.

use shinglescope::lab::{Curve, Scored};
use shinglescope::text::shingles::mix;

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

/// Prints the table.
pub fn bench() {
    let sets = if is_short() { 60 } else { 1_000 };
    let mut random = 7_u64;
    let mut unit = || {
        random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (mix(random) >> 11) as f64 / (1_u64 << 53) as f64
    };
    let heads = LABELS.map(|labels| format!("{labels} labels"));
    println!("| truth | scores | best | {} |", heads.join(" | "));
    println!("|---|---|---|{}", "---|".repeat(LABELS.len()));
    for (spread_name, spread) in SPREADS {
        for (shape_name, shape) in SHAPES {
            let best = best(shape, spread);
            let cells = LABELS.map(|labels| {
                let (mut widths, mut inside) = (Vec::new(), 0_u32);
                for _ in 0..sets {
                    let one = |_| {
                        let score = spread(unit());
                        let positive = unit() < shape(score);
                        Scored { score, positive }
                    };
                    let scored: Vec<Scored> = (0..labels).map(one).collect();
                    // All of one kind: no threshold is proposed.
                    if scored.iter().all(|s| s.positive == scored[0].positive) {
                        continue;
                    }
                    if let Some((low, high)) = Curve::of(&scored).best_interval() {
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
            });
            println!(
                "| {shape_name} | {spread_name} | {best:.3} | {} |",
                cells.join(" | ")
            );
        }
    }
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
