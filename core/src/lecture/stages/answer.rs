//! The last slide: the question of the first stage, answered.

use super::buckets::collection;
use super::{buckets, why};
use crate::base::units::share;
use crate::lecture::dial::SIZES;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Block, Slide, Span, cells, line, text};

/// The slide of the stage.
pub fn slides(setup: &Setup) -> Vec<Slide> {
    let n = SIZES[setup.size.min(SIZES.len() - 1)];
    let banding = buckets::banding(setup);
    let threshold = setup.threshold();
    let counted = collection::counted(banding, threshold, &buckets::sketching(setup));
    vec![Slide::of(vec![
        text!(
            "Which of {} documents are nearly the same, without looking at all of their {} pairs?",
            n,
            why::pairs(n)
        ),
        Block::rows([
            cells([
                "Shingles",
                "make a text a set: how alike two texts are is a fraction.",
            ]),
            cells([
                "Sketches",
                "stand for the sets: equal minima estimate the fraction.",
            ]),
            cells([
                "Buckets",
                "propose pairs: who shares no bucket is never compared.",
            ]),
            cells([
                "Counting",
                "decides: each proposed pair is compared exactly.",
            ]),
        ]),
        Block::big(
            format!("{}/{}", counted.found, counted.near),
            line!(
                "near-duplicates at {} of the demo’s {} texts are found with {} bands of {}. {} of {} pairs were compared.",
                share(threshold),
                counted.documents,
                banding.bands,
                Span::dial(banding.rows.to_string()),
                counted.candidates,
                why::pairs(counted.documents)
            ),
        ),
    ])]
}
