//! Side branch of the race: sketches that keep only the lowest bits of each value.

use super::race::{draws_of, sketching};
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Block, Ink, Slide, Span, Table};
use crate::lecture::teller::{Teller, one};
use crate::settings::{SketchKind, Sketching};
use crate::similarity::estimate::{Estimate, standard_error};
use crate::sketch::{Layout, Sketcher};

/// Bits that a value can keep.
pub const BITS: [usize; 6] = [1, 2, 4, 8, 16, 32];

/// Values that are written out.
const WRITTEN: usize = 6;

/// Bits of a whole value that are written out: the lowest.
const LOWEST: u32 = 12;

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
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
    let empty = texts.texts.iter().any(|text| text.set.is_empty());
    let mut blocks = texts.notes(t);
    if empty {
        blocks.push(t.text("signatures-empty", &[]));
        return Ok(vec![Slide::of(blocks)]);
    }
    let dial = || Span::new(bits.to_string(), Ink::Dial);
    let sizes = [
        ("bits", dial().into()),
        ("values", positions.into()),
        ("bytes", (layout.words() * 4).into()),
        ("whole", (whole.words() * 4).into()),
    ];
    blocks.push(t.text("b-bit-keeps", &sizes));
    let rows = (0..positions.min(WRITTEN)).map(|at| {
        let of = |text: usize| whole.value(&values[text], at);
        let verdict = |is: bool| match is {
            true => t.line("equal", &[]).into_iter().map(equal_ink).collect(),
            false => t.line("unlike", &[]).into_iter().map(unlike_ink).collect(),
        };
        let written = |value: u32| {
            let text = format!("{:012b}", value & ((1 << LOWEST) - 1));
            let kept = bits.min(LOWEST) as usize;
            let (high, low) = text.split_at(LOWEST as usize - kept);
            vec![
                Span::new(format!("…{high}"), Ink::Dim),
                Span::new(low, Ink::Dial),
            ]
        };
        vec![
            one((at + 1).to_string(), Ink::Dim),
            written(of(0)),
            written(of(1)),
            verdict(of(0) == of(1)),
            verdict(layout.value(&low[0], at) == layout.value(&low[1], at)),
        ]
    });
    blocks.push(Block::Table(Table {
        head: vec![
            Vec::new(),
            vec![texts.name(0)],
            vec![texts.name(1)],
            t.line("b-bit-whole", &[]),
            t.line("b-bit-kept", &[("bits", dial().into())]),
        ],
        rows: rows.collect(),
    }));
    let mut answers = vec![equal, agreeing, positions as u32];
    answers.sort_unstable();
    answers.dedup();
    let right = answers.iter().position(|n| *n == agreeing).unwrap_or(0);
    let answers = answers
        .iter()
        .map(|n| one(t.count(u64::from(*n)), Ink::Plain))
        .collect();
    let asked = [
        ("values", positions.into()),
        ("bits", dial().into()),
        ("equal", equal.into()),
    ];
    let asked = Slide::of(blocks).asking(t.question("b-bit-ask", &asked, answers, right));
    let estimate = Estimate::new(layout, agreeing);
    let counted = [
        ("bits", dial().into()),
        ("chance", t.share(chance(bits)).into()),
        ("estimate", t.share(estimate.value()).into()),
        ("counted", t.share(jaccard).into()),
    ];
    let revealed = Slide::of(vec![
        Block::Big {
            value: format!("{agreeing}/{positions}"),
            says: t.line("b-bit-agree", &counted),
        },
        t.text("b-bit-formula", &counted),
    ]);
    Ok(vec![asked, revealed, by_bits(positions, jaccard, &made, t)])
}

fn equal_ink(span: Span) -> Span {
    Span::new(span.text, Ink::Equal)
}

fn unlike_ink(span: Span) -> Span {
    Span::new(span.text, Ink::Unlike)
}

/// Probability that two different values agree in so many bits.
fn chance(bits: u32) -> f64 {
    crate::similarity::estimate::agreement(0.0, bits)
}

/// Size, estimate and error for each number of bits; and the error of as many bytes as 32-bit values take.
fn by_bits(
    positions: usize,
    jaccard: f64,
    made: &dyn Fn(u32) -> (Layout, Vec<Vec<u32>>),
    t: Teller,
) -> Slide {
    let rows = BITS.iter().map(|&bits| {
        let bits = bits as u32;
        let (layout, sketches) = made(bits);
        let estimate = Estimate::of(layout, &sketches[0], &sketches[1]).value();
        let as_large = positions * (32 / bits as usize);
        [
            bits.to_string(),
            t.count(layout.words() as u64 * 4),
            t.share(estimate),
            t.number(standard_error(jaccard, positions, bits), 3),
            t.count(as_large as u64),
            t.number(standard_error(jaccard, as_large, bits), 3),
        ]
        .map(|cell| one(cell, Ink::Plain))
        .to_vec()
    });
    let head = ["bits", "bytes", "estimate", "error", "values", "same"];
    let head = head.map(|key| t.line(&format!("b-bit-head-{key}"), &[]));
    Slide::of(vec![
        t.text("b-bit-sizes", &[("values", positions.into())]),
        Block::Table(Table {
            head: head.to_vec(),
            rows: rows.collect(),
        }),
        t.text("b-bit-trade", &[]),
    ])
}
