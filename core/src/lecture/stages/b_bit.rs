//! Side branch of the race: sketches that keep only the lowest bits of each value.

use super::permutation::verdict;
use super::race::{draws_of, sketching};
use super::signatures::no_rows;
use crate::base::units::{count, share};
use crate::lecture::compared::Compared;
use crate::lecture::dial::BITS;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Block, Ink, Question, Slide, Span, cells, line, one, text};
use crate::settings::{SketchKind, Sketching};
use crate::similarity::estimate::{Estimate, agreement, standard_error};
use crate::sketch::{Layout, Sketcher};

/// Values that are written out.
const WRITTEN: usize = 6;

/// Bits of a whole value that are written out: the lowest.
const LOWEST: u32 = 12;

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let positions = draws_of(setup);
    let jaccard = texts.overlap(0, 1).jaccard();
    let fits = |bits: &&usize| **bits <= setup.keep_bits as usize;
    let bits = BITS.iter().rev().find(fits).map_or(1, |bits| *bits as u32);
    let made = |bits: u32| -> (Layout, Vec<Vec<u32>>) {
        let seed = setup.sketching.seed;
        let sketcher = Sketcher::new(&Sketching {
            bits,
            ..sketching(setup, SketchKind::Minhash, positions, seed)
        });
        (sketcher.layout(), super::sketches(&texts, &sketcher))
    };
    let (whole, values) = made(32);
    let (layout, low) = made(bits);
    let equal = whole.agreeing(&values[0], &values[1]);
    let agreeing = layout.agreeing(&low[0], &low[1]);
    let mut blocks = texts.notes();
    if texts.texts.iter().any(|text| text.set.is_empty()) {
        blocks.push(no_rows());
        return Ok(vec![Slide::of(blocks)]);
    }
    let dial = || Span::dial(bits.to_string());
    blocks.push(text!(
        "A sketch of {} values of 32 bits takes {} bytes. With the lowest {} of each it takes {}:",
        positions,
        whole.words() * 4,
        dial(),
        layout.words() * 4
    ));
    let rows = (0..positions.min(WRITTEN)).map(|at| {
        let of = |text: usize| whole.value(&values[text], at);
        let written = |value: u32| {
            let text = format!("{:012b}", value & ((1 << LOWEST) - 1));
            let kept = bits.min(LOWEST) as usize;
            let (high, low) = text.split_at(LOWEST as usize - kept);
            line!(
                "{}{}",
                Span::new(format!("…{high}"), Ink::Dim),
                Span::dial(low)
            )
        };
        vec![
            one((at + 1).to_string(), Ink::Dim),
            written(of(0)),
            written(of(1)),
            verdict(of(0) == of(1)),
            verdict(layout.value(&low[0], at) == layout.value(&low[1], at)),
        ]
    });
    let head = vec![
        line!(""),
        vec![texts.name(0)],
        vec![texts.name(1)],
        line!("all bits"),
        line!("lowest {}", dial()),
    ];
    blocks.push(Block::table(head, rows));
    let question = line!(
        "In {} of {} places all 32 bits are equal. In how many are the lowest {}?",
        equal,
        positions,
        dial()
    );
    let answers = vec![equal.into(), agreeing.into(), positions as u64];
    let asked = Slide::of(blocks).asking(Question::of_numbers(question, answers, agreeing.into()));
    let chance = share(agreement(0.0, bits));
    let agree = line!(
        "places agree. Unlike values agree by chance with probability {}; with that counted \
         out, the estimate is {}. Counted: {}.",
        &*chance,
        share(Estimate::new(layout, agreeing).value()),
        share(jaccard)
    );
    let revealed = Slide::of(vec![
        Block::big(format!("{agreeing}/{positions}"), agree),
        text!(
            "J is estimated as (P − C) / (1 − C), with P the share that agrees and C = 2^−{} = {}.",
            dial(),
            chance
        ),
    ]);
    Ok(vec![asked, revealed, by_bits(positions, jaccard, &made)])
}

/// Size, estimate and error for each number of bits; and the error of as many bytes as 32-bit values take.
fn by_bits(positions: usize, jaccard: f64, made: &dyn Fn(u32) -> (Layout, Vec<Vec<u32>>)) -> Slide {
    let rows = BITS.map(|bits| {
        let as_large = positions * (32 / bits);
        let bits = bits as u32;
        let (layout, sketches) = made(bits);
        let error = |positions| format!("{:.3}", standard_error(jaccard, positions, bits));
        cells([
            bits.to_string(),
            count(layout.words() as u64 * 4),
            share(Estimate::of(layout, &sketches[0], &sketches[1]).value()),
            error(positions),
            count(as_large as u64),
            error(as_large),
        ])
    });
    let head = [
        "bits",
        "bytes",
        "estimate",
        "error",
        "values in the bytes of 32 bits",
        "error",
    ];
    Slide::of(vec![
        text!("{} values, by the bits that each keeps:", positions),
        Block::table(cells(head), rows),
        text!(
            "Fewer bits make the error of a value larger. In the same bytes there is room for \
             more values, and for texts that are alike this wins."
        ),
    ])
}
