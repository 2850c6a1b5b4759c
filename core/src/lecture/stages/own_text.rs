//! Stage 10: any two texts through all figures, and what the method does not see.

use crate::candidates::banding::Banding;
use crate::lecture::compared::Compared;
use crate::lecture::dial::VALUES;
use crate::lecture::setup::{MOST_TEXTS, Setup};
use crate::lecture::slide::{Block, Ink, Line, Slide, Span, Table};
use crate::lecture::teller::{Teller, one};
use crate::settings::{SketchKind, Sketching};
use crate::similarity::Estimate;
use crate::similarity::simhash::{distance, simhash};
use crate::sketch::Sketcher;

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, MOST_TEXTS)?;
    let sketcher = Sketcher::new(&Sketching {
        sketch: SketchKind::Minhash,
        permutations: VALUES,
        bits: 32,
        ..setup.sketching.clone()
    });
    let sketches = super::sketches(&texts, &sketcher);
    let mut slides = Vec::new();
    for other in 1..texts.texts.len() {
        let overlap = texts.overlap(0, other);
        let jaccard = overlap.jaccard();
        let near = jaccard >= setup.threshold() && overlap.shared > 0;
        let mut blocks = if other == 1 {
            texts.notes(t)
        } else {
            Vec::new()
        };
        blocks.push(Block::Text(texts.line(0, None)));
        blocks.push(Block::Text(texts.line(other, None)));
        let names = [
            ("a", texts.name(0).into()),
            ("b", texts.name(other).into()),
            ("threshold", t.share(setup.threshold()).into()),
        ];
        let answers = vec![t.line("yes", &[]), t.line("no", &[])];
        let question = t.question("own-ask", &names, answers, usize::from(!near));
        slides.push(Slide::of(blocks).asking(question));

        // Two empty sketches are equal, and mean nothing.
        let equal = match overlap.size_a > 0 && overlap.size_b > 0 {
            true => sketcher.layout().agreeing(&sketches[0], &sketches[other]),
            false => 0,
        };
        let estimate = Estimate::new(sketcher.layout(), equal);
        let (low, high) = estimate.interval();
        let rows = setup.rows.clamp(1, VALUES);
        let banding = Banding {
            bands: VALUES / rows,
            rows,
        };
        let far = distance(
            simhash(&texts.texts[0].terms),
            simhash(&texts.texts[other].terms),
        );
        let row = |key: &str, value: String, ink| -> Vec<Line> {
            vec![t.line(key, &[]), one(value, ink)]
        };
        let fraction = format!("{}/{}", overlap.shared, overlap.union());
        let table = Table {
            head: Vec::new(),
            rows: vec![
                row(
                    "own-jaccard",
                    format!("{fraction} = {}", t.share(jaccard)),
                    Ink::Both,
                ),
                row(
                    "sets-a-in-b",
                    t.share(overlap.containment_a_in_b()),
                    Ink::OnlyA,
                ),
                row(
                    "sets-b-in-a",
                    t.share(overlap.containment_b_in_a()),
                    Ink::OnlyB,
                ),
                row(
                    "own-estimate",
                    format!(
                        "{} ({} … {})",
                        t.share(estimate.value()),
                        t.share(low),
                        t.share(high)
                    ),
                    Ink::Equal,
                ),
                row(
                    "own-candidate",
                    format!(
                        "{} ({}×{})",
                        t.share(banding.probability(jaccard)),
                        banding.bands,
                        banding.rows
                    ),
                    Ink::Plain,
                ),
                row("own-simhash", far.to_string(), Ink::Plain),
            ],
        };
        let ink = if near { Ink::Equal } else { Ink::Unlike };
        let key = if near { "own-caught" } else { "own-missed" };
        let mut verdict = vec![Block::Table(table)];
        let values = [
            ("share", Span::new(t.share(jaccard), ink).into()),
            names[2].clone(),
        ];
        verdict.push(t.text(key, &values));
        slides.push(Slide::of(verdict));
    }
    slides.push(Slide::of(vec![t.text("own-blind", &[])]));
    Ok(slides)
}
