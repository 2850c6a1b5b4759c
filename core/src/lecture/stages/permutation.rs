//! Stage 3: one permutation of all shingles, the least of each text, and why they are equal with probability J.

use crate::base::units::share;
use crate::lecture::compared::{Compared, letter};
use crate::lecture::dial::PERMUTATIONS;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{
    Bar, Block, Ink, Line, Mark, NumberLine, Question, Slide, Span, line, one, text,
};
use crate::settings::{SketchKind, Sketching};
use crate::sketch::Sketcher;

/// Marks of a number line; of more shingles those that come first are shown.
const MARKS: usize = 12;

/// Permutations of the row of equal and unlike ones.
const SHOWN: usize = 40;

/// The permutations of a lecture, as min-hash has them.
pub fn sketcher(setup: &Setup) -> Sketcher {
    Sketcher::new(&Sketching {
        sketch: SketchKind::Minhash,
        permutations: PERMUTATIONS,
        bits: 32,
        ..setup.sketching.clone()
    })
}

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    if texts.shingles.is_empty() {
        return Ok(vec![Slide::of(texts.notes())]);
    }
    let sketcher = sketcher(setup);
    let at = setup.permutation.min(PERMUTATIONS - 1);
    let permuted = Permuted::of(&texts, &sketcher, at);
    let [before, after] = reveal(&texts, &permuted, at);
    Ok(vec![
        numbers(&texts),
        moved(&texts, &permuted, at),
        before,
        after,
        first(&texts),
        so_far(&texts, &sketcher, at),
    ])
}

/// What one permutation makes of the shingles.
struct Permuted {
    /// For each shingle of the union its permuted number.
    values: Vec<u32>,
    /// For each text its least shingle, with the number.
    least: [Option<(usize, u32)>; 2],
}

impl Permuted {
    fn of(texts: &Compared, sketcher: &Sketcher, at: usize) -> Self {
        let value = |hash: u64| sketcher.minimum(at, &[hash]).map_or(u32::MAX, |m| m.value);
        let least = [0, 1].map(|text| {
            let windows = &texts.texts[text].windows;
            let hashes: Vec<u64> = windows.iter().map(|s| texts.shingles[*s].hash).collect();
            let minimum = sketcher.minimum(at, &hashes)?;
            Some((windows[minimum.element], minimum.value))
        });
        Permuted {
            values: texts.shingles.iter().map(|s| value(s.hash)).collect(),
            least,
        }
    }

    /// The shingles of the union by their permuted numbers.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|shingle| (self.values[*shingle], *shingle));
        order
    }
}

/// A number line from 0 to a power of two with the shingles at their numbers; `least` is marked.
fn number_line(
    name: Line,
    bits: u32,
    numbers: impl Iterator<Item = (usize, u64)>,
    least: Option<usize>,
) -> Block {
    let whole = 2_f64.powi(bits as i32);
    let marks = numbers.map(|(shingle, number)| Mark {
        at: number as f64 / whole,
        label: letter(shingle),
        least: least == Some(shingle),
    });
    let mut marks: Vec<Mark> = marks.collect();
    marks.sort_by(|x, y| x.at.total_cmp(&y.at));
    Block::NumberLine(NumberLine {
        name,
        ends: ("0".into(), format!("2^{bits}")),
        marks,
    })
}

/// Every shingle has one number.
fn numbers(texts: &Compared) -> Slide {
    let hash = |s: usize| texts.shingles[s].hash;
    let rows = texts.shown(MARKS).map(|s| {
        vec![
            vec![letter(s)],
            vec![texts.written(s)],
            one(hash(s).to_string(), Ink::Dim),
        ]
    });
    let marks = texts.shown(MARKS).map(|s| (s, hash(s)));
    let mut blocks = texts.notes();
    blocks.extend([
        text!("Every shingle has one number, its hash, between 0 and 2^64:"),
        number_line(Line::new(), 64, marks, None),
        Block::rows(rows),
    ]);
    blocks.extend(texts.more(MARKS));
    Slide::of(blocks)
}

fn number(at: usize) -> Span {
    Span::dial((at + 1).to_string())
}

/// The permutation moves all of them, the same way for every text.
fn moved(texts: &Compared, permuted: &Permuted, at: usize) -> Slide {
    let order = permuted.order();
    let shown = || order.iter().take(MARKS).copied();
    let before = shown().map(|s| (s, texts.shingles[s].hash));
    let after = shown().map(|s| (s, permuted.values[s].into()));
    let mut blocks = vec![
        number_line(Line::new(), 64, before, None),
        text!(
            "Permutation {} of the upper 32 bits moves them all, the same way for every text:",
            number(at)
        ),
        number_line(Line::new(), 32, after, None),
    ];
    blocks.extend(texts.more(MARKS));
    Slide::of(blocks)
}

/// Each text's shingles on the line; then the least of each, and whether they are equal.
fn reveal(texts: &Compared, permuted: &Permuted, at: usize) -> [Slide; 2] {
    let order = permuted.order();
    let lines = |with_least: bool| {
        [0, 1].map(|text| {
            let own = order.iter().copied();
            let own = own.filter(|s| texts.shingles[*s].counts[text] > 0);
            let marks = own.take(MARKS).map(|s| (s, permuted.values[s].into()));
            let least = permuted.least[text].filter(|_| with_least);
            let name = vec![texts.name(text)];
            number_line(name, 32, marks, least.map(|(shingle, _)| shingle))
        })
    };
    let least = permuted.least.map(|least| least.map(|(_, value)| value));
    let equal = least[0].is_some() && least[0] == least[1];
    let question = line!(
        "Permutation {}: have both texts the same least number?",
        number(at)
    );
    let mut before = vec![text!("Each text has its own shingles only:")];
    before.extend(lines(false));
    let before = Slide::of(before).asking(Question::yes_no(question, equal));
    let mut after = lines(true).to_vec();
    for text in 0..2 {
        if let Some((shingle, value)) = permuted.least[text] {
            after.push(text!(
                "Least of {}: {}, “{}”, number {}.",
                texts.name(text),
                letter(shingle),
                texts.written(shingle),
                value
            ));
        }
    }
    after.push(match least {
        [Some(_), Some(_)] => Block::Text(verdict(equal)),
        _ => text!("A text without shingles has no least one."),
    });
    [before, Slide::of(after)]
}

/// Whether two values are equal, in words.
pub fn verdict(equal: bool) -> Line {
    match equal {
        true => one("EQUAL", Ink::Equal),
        false => one("unlike", Ink::Unlike),
    }
}

/// Each shingle of the union is as likely the first as any other: theorem 19.1.
fn first(texts: &Compared) -> Slide {
    let overlap = texts.overlap(0, 1);
    let rows = texts.shown(MARKS).map(|s| {
        let counts = &texts.shingles[s].counts;
        let both = counts[0] > 0 && counts[1] > 0;
        vec![vec![letter(s)], vec![texts.written(s)], verdict(both)]
    });
    let mut blocks = vec![
        text!("Which shingle of all comes first? Each is as likely as any other:"),
        Block::rows(rows),
    ];
    blocks.extend(texts.more(MARKS));
    let both = overlap.shared;
    blocks.push(Block::big(
        format!("{both}/{}", overlap.union()),
        line!(
            "P(equal) = in both / in at least one = {} / {} = {}: it is the Jaccard.",
            both,
            overlap.union(),
            share(overlap.jaccard())
        ),
    ));
    Slide::of(blocks)
}

/// Equal or unlike under every permutation so far, and the running fraction.
fn so_far(texts: &Compared, sketcher: &Sketcher, at: usize) -> Slide {
    let (equal, all) = (equal_until(texts, sketcher, at), at + 1);
    let from = all.saturating_sub(SHOWN);
    let squares = equal[from..].iter().map(|equal| match equal {
        true => Span::new("■ ", Ink::Equal),
        false => Span::new("□ ", Ink::Unlike),
    });
    let count = equal.iter().filter(|equal| **equal).count();
    let fraction = count as f64 / all as f64;
    let counted = texts.overlap(0, 1).jaccard();
    Slide::of(vec![
        Block::Text(squares.collect()),
        Block::big(
            format!("{count}/{all}"),
            line!(
                "{} of {} permutations so far had equal minima: {}, counted {}.",
                count,
                all,
                share(fraction),
                share(counted)
            ),
        ),
        Block::Bars(vec![
            Bar::share("equal so far", fraction, Ink::Equal),
            Bar::share("counted", counted, Ink::Both),
        ]),
    ])
}

/// Whether the minima of A and B are equal under each permutation up to `at`.
fn equal_until(texts: &Compared, sketcher: &Sketcher, at: usize) -> Vec<bool> {
    let sketches = super::sketches(texts, sketcher);
    let layout = sketcher.layout();
    let empty = texts.texts[0].set.is_empty() || texts.texts[1].set.is_empty();
    let agree = |i: usize| !empty && layout.agree(&sketches[0], &sketches[1], i..i + 1);
    (0..=at).map(agree).collect()
}
