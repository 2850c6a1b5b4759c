//! Stage 9: how large two collections are relative to each other, from samples of each looked up in the other.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Slide, Span};
use crate::lecture::teller::{Teller, one};
use crate::overlap::{Ratio, Share};

/// Documents of the two made-up collections, and of both: half of A is in B, a sixth of B is in A.
const COLLECTIONS: (u64, u64, u64) = (6_000, 18_000, 3_000);

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> Vec<Slide> {
    let (a, b, both) = COLLECTIONS;
    let mut rng = Rng::with_seed(setup.sketching.seed);
    let drawn = setup.sample.clamp(1, a as usize);
    let forth = sample(a, both, drawn, &mut rng);
    let back = sample(b, both, drawn, &mut rng);
    let ratio = Ratio::of(forth, back, setup.sketching.seed);
    let truth = a as f64 / b as f64;
    let answers = ["1/6", "1/3", "1/2", "3"].map(|answer| one(answer, Ink::Plain));
    let shares = [
        ("forth", t.share(0.5).into()),
        ("back", t.share(1.0 / 6.0).into()),
    ];
    let question = t.question("mirrors-ask", &shares, answers.to_vec(), 1);
    let asked = Slide::of(vec![
        t.text("mirrors-unseen", &[]),
        t.text("mirrors-shares", &shares),
    ]);
    let formula = Slide::of(vec![
        Block::Big {
            value: "1/3".into(),
            says: t.line("mirrors-formula", &shares),
        },
        t.text("mirrors-why", &[]),
    ]);
    let bar = |key: &str, share: Share, ink| Bar {
        name: t.line(key, &[]),
        length: share.value(),
        value: format!("{}/{} = {}", share.found, share.of, t.share(share.value())),
        ink,
    };
    let estimate = match ratio.value {
        Some(value) => {
            let high = match ratio.high.is_finite() {
                true => t.number(ratio.high, 3),
                false => "∞".into(),
            };
            let values = [
                ("value", Span::new(t.number(value, 3), Ink::Strong).into()),
                ("low", t.number(ratio.low, 3).into()),
                ("high", high.into()),
                ("truth", t.number(truth, 3).into()),
            ];
            let key = if ratio.holds(truth) {
                "mirrors-inside"
            } else {
                "mirrors-outside"
            };
            t.text(key, &values)
        }
        None => t.text("mirrors-nothing", &[]),
    };
    let values = [
        ("n", Span::new(t.count(drawn as u64), Ink::Dial).into()),
        ("a", a.into()),
        ("b", b.into()),
        ("both", both.into()),
    ];
    let simulated = Slide::of(vec![
        t.text("mirrors-drawn", &values),
        Block::Bars(vec![
            bar("mirrors-forth", forth, Ink::OnlyA),
            bar("mirrors-back", back, Ink::OnlyB),
        ]),
        estimate,
    ]);
    vec![asked.asking(question), formula, simulated]
}

/// Draws different documents of a collection, of which the first `both` are in the other.
fn sample(of: u64, both: u64, drawn: usize, rng: &mut Rng) -> Share {
    let mut documents = BTreeSet::new();
    while documents.len() < drawn {
        documents.insert(rng.u64(0..of));
    }
    let found = documents
        .iter()
        .filter(|document| **document < both)
        .count();
    Share {
        found: found as u32,
        of: drawn as u32,
    }
}
