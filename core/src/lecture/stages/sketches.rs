//! Side branch of the race: the kinds of sketches beside each other, measured over seats and by theory.

use super::race::{certain, draws_of, error, estimates, seats_for, sketching};
use crate::base::units::{count, share};
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Question, Slide, Span, cells, line, one, text};
use crate::settings::SketchKind;
use crate::similarity::estimate::standard_error_with;
use crate::sketch::Layout;

/// What a kind of sketch is called, and how it is made.
fn described(kind: SketchKind) -> (&'static str, &'static str) {
    match kind {
        SketchKind::Minhash => ("min-hash", "one permutation a value"),
        SketchKind::Fss => ("fast similarity sketch", "rounds until no bin is empty"),
        SketchKind::Oph => ("one permutation, in bins", "one hash, then bins filled"),
        SketchKind::Superminhash => ("SuperMinHash", "one permutation a shingle"),
    }
}

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let overlap = texts.overlap(0, 1);
    let jaccard = overlap.jaccard();
    let mut blocks = texts.notes();
    if overlap.shared == 0 || jaccard >= 1.0 {
        blocks.push(certain(jaccard));
        return Ok(vec![Slide::of(blocks)]);
    }
    let values = draws_of(setup);
    let seats = seats_for(&texts, setup);
    let measured = SketchKind::ALL.map(|(_, kind)| {
        let layout = Layout::of(&sketching(setup, kind, values, 0));
        let theory = standard_error_with(kind, layout, jaccard, overlap.union());
        let found = estimates(&texts, setup, kind, seats);
        (kind, error(&found, jaccard).unwrap_or(0.0), theory)
    });
    let name = |kind: SketchKind| described(kind).0;
    let best = measured.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let best = best.map_or(SketchKind::Minhash, |(kind, ..)| *kind);
    let dial = || Span::dial(count(values as u64));
    blocks.push(text!(
        "Four kinds of sketches with {} values each, for two texts with {} shingles together \
         that share {}.",
        dial(),
        overlap.union(),
        share(jaccard)
    ));
    let question = line!("Which of them had the least error over {} seeds?", seats);
    let answers = measured.map(|(kind, ..)| name(kind).to_owned());
    let question = Question::choice(question, answers.to_vec(), name(best));
    let longest = measured.iter().map(|(_, error, _)| *error);
    let longest = longest.fold(f64::MIN_POSITIVE, f64::max);
    let bars = measured.map(|(kind, error, _)| Bar {
        name: one(name(kind), Ink::Plain),
        length: error / longest,
        value: format!("{error:.4}"),
        ink: if kind == best { Ink::Equal } else { Ink::Plain },
    });
    let rows = measured.map(|(kind, error, theory)| {
        let (name, how) = described(kind);
        let [error, theory] = [error, theory].map(|value| format!("{value:.4}"));
        cells([name, &error, &theory, how])
    });
    Ok(vec![
        Slide::of(blocks).asking(question),
        Slide::of(vec![
            text!(
                "Error of the estimate over {} seeds, with {} values each:",
                seats,
                dial()
            ),
            Block::Bars(bars.to_vec()),
        ]),
        Slide::of(vec![
            Block::table(
                cells(["kind", "measured", "theory", "how it is made"]),
                rows,
            ),
            text!(
                "Two values of min-hash may come from one shingle. Fast similarity sketches \
                 and SuperMinHash spread the shingles over the values, so that their error is \
                 smaller where texts are short."
            ),
        ]),
    ])
}
