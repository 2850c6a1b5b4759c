//! Stage 9: how large two collections are relative to each other, from samples of each looked up in the other.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::base::units::{count, share};
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Question, Slide, Span, line, text};
use crate::overlap::{Ratio, Share};

/// Documents of the two made-up collections, and of both: half of A is in B, a sixth of B is in A.
const COLLECTIONS: (u64, u64, u64) = (6_000, 18_000, 3_000);

/// The slides of the stage.
pub fn slides(setup: &Setup) -> Vec<Slide> {
    let (a, b, both) = COLLECTIONS;
    let mut rng = Rng::with_seed(setup.sketching.seed);
    let drawn = setup.sample.clamp(1, a as usize);
    let forth = sample(a, both, drawn, &mut rng);
    let back = sample(b, both, drawn, &mut rng);
    let ratio = Ratio::of(forth, back, setup.sketching.seed);
    let (half, sixth) = (share(0.5), share(1.0 / 6.0));
    let asked = Slide::of(vec![
        text!(
            "Two collections can be searched, but not read. How large is one, measured by the \
             other?"
        ),
        text!(
            "Of documents drawn from A, a share of {} is found in B. Of documents drawn from \
             B, a share of {} is found in A.",
            &*half,
            &*sixth
        ),
    ]);
    let answers = ["1/6", "1/3", "1/2", "3"].map(String::from).to_vec();
    let question = Question::choice(line!("What is |A| / |B|?"), answers, "1/3");
    let formula = line!(
        "|A| / |B| = {} / {}: what both have is the same number of documents, seen from either \
         side.",
        &*sixth,
        &*half
    );
    let formula = Slide::of(vec![
        Block::big("1/3", formula),
        text!("|A ∩ B| = share of A · |A| = share of B · |B|."),
    ]);
    let bar = |name: &str, found: Share, ink| Bar {
        value: format!("{}/{} = {}", found.found, found.of, share(found.value())),
        ..Bar::share(name, found.value(), ink)
    };
    let documents = match drawn {
        1 => "document",
        _ => "documents",
    };
    let simulated = Slide::of(vec![
        text!(
            "Drawn: {} {} from each of two made-up collections, A with {} documents and B with \
             {}, {} in both.",
            Span::dial(count(drawn as u64)),
            documents,
            a,
            b,
            both
        ),
        Block::Bars(vec![
            bar("of A, found in B", forth, Ink::OnlyA),
            bar("of B, found in A", back, Ink::OnlyB),
        ]),
        estimate(&ratio, a as f64 / b as f64),
    ]);
    vec![asked.asking(question), formula, simulated]
}

/// The estimate with its interval, and whether the truth is in it.
fn estimate(ratio: &Ratio, truth: f64) -> Block {
    let Some(value) = ratio.value else {
        return text!(
            "Nothing common was found in one of the samples: they do not bound the ratio. Draw \
             more."
        );
    };
    let high = match ratio.high.is_finite() {
        true => format!("{:.3}", ratio.high),
        false => "∞".into(),
    };
    let end = match ratio.holds(truth) {
        true => ".",
        false => ": one of the samples, about one in twenty, that miss it.",
    };
    text!(
        "|A| / |B| is about {}, with 95 % between {} and {}. It is {}{}",
        Span::strong(format!("{value:.3}")),
        format!("{:.3}", ratio.low),
        high,
        format!("{truth:.3}"),
        end
    )
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
