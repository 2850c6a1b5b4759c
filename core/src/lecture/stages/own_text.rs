//! Stage 10: any two texts through all figures, and what the method does not see.

use super::buckets::{banding, sketching};
use super::sets::{A_IN_B, B_IN_A};
use crate::base::units::share;
use crate::lecture::compared::Compared;
use crate::lecture::setup::{MOST_TEXTS, Setup};
use crate::lecture::slide::{Block, Ink, Question, Slide, Span, line, one, text};
use crate::similarity::Estimate;
use crate::similarity::simhash::{distance, simhash};
use crate::sketch::Sketcher;

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, MOST_TEXTS)?;
    let sketcher = Sketcher::new(&sketching(setup));
    let sketches = super::sketches(&texts, &sketcher);
    let banding = banding(setup);
    let threshold = share(setup.threshold());
    let mut slides = Vec::new();
    for other in 1..texts.texts.len() {
        let overlap = texts.overlap(0, other);
        let jaccard = overlap.jaccard();
        let near = jaccard >= setup.threshold() && overlap.shared > 0;
        let mut blocks = match other {
            1 => texts.notes(),
            _ => Vec::new(),
        };
        blocks.extend([0, other].map(|at| Block::Text(texts.line(at, None))));
        let question = line!(
            "Would the method catch {} and {} as near-duplicates at {}?",
            texts.name(0),
            texts.name(other),
            &*threshold
        );
        slides.push(Slide::of(blocks).asking(Question::yes_no(question, near)));

        // Two empty sketches are equal, and mean nothing.
        let equal = match overlap.size_a > 0 && overlap.size_b > 0 {
            true => sketcher.layout().agreeing(&sketches[0], &sketches[other]),
            false => 0,
        };
        let estimate = Estimate::new(sketcher.layout(), equal);
        let (low, high) = estimate.interval();
        let [a, b] = [0, other].map(|at| simhash(&texts.texts[at].terms));
        let counted = format!(
            "{}/{} = {}",
            overlap.shared,
            overlap.union(),
            share(jaccard)
        );
        let estimated = format!(
            "{} ({} … {})",
            share(estimate.value()),
            share(low),
            share(high)
        );
        let chance = format!(
            "{} ({}×{})",
            share(banding.probability(jaccard)),
            banding.bands,
            banding.rows
        );
        let rows = [
            ("Jaccard, counted", counted, Ink::Both),
            (A_IN_B, share(overlap.containment_a_in_b()), Ink::OnlyA),
            (B_IN_A, share(overlap.containment_b_in_a()), Ink::OnlyB),
            (
                "estimate from 200 values, 95 % interval",
                estimated,
                Ink::Equal,
            ),
            ("P(candidate)", chance, Ink::Plain),
            (
                "bits in which SimHash differs",
                distance(a, b).to_string(),
                Ink::Plain,
            ),
        ];
        let rows = rows.map(|(name, value, ink)| vec![one(name, Ink::Plain), one(value, ink)]);
        let verdict = match near {
            true => text!(
                "{} is at or above {}: near-duplicates.",
                Span::new(share(jaccard), Ink::Equal),
                &*threshold
            ),
            false => text!(
                "{} is below {}: not found as near-duplicates.",
                Span::new(share(jaccard), Ink::Unlike),
                &*threshold
            ),
        };
        slides.push(Slide::of(vec![Block::rows(rows), verdict]));
    }
    slides.push(Slide::of(vec![text!(
        "The method sees words in a row, not meaning. A text with every third word replaced by \
         a synonym keeps its sense and loses every shingle of three words or more."
    )]));
    Ok(slides)
}
