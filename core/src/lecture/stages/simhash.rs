//! Stage 8: votes of the words on every bit, fingerprints, and sorted neighbours before and after a rotation.

use crate::candidates::simhash::sorted;
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Block, Ink, Line, Matrix, Slide, Span, Table};
use crate::lecture::teller::{Teller, one};
use crate::similarity::simhash::{distance, simhash, votes};

/// Words whose votes are shown.
const WORDS: usize = 8;
/// Bits that are shown, the lowest ones.
const BITS: usize = 16;
/// Distance up to which fingerprints are near (Manku, Jain, Das Sarma 2007).
const NEAR: u32 = 3;
/// Values of a textbook that are taken.
const MOST_VALUES: usize = 64;

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let example = &setup.example;
    if example.modulus > 0 && !example.values.is_empty() {
        return modulus(setup, t);
    }
    if !example.values.is_empty() {
        let bits = match example.bits {
            0 => 64,
            bits => bits.min(64),
        };
        let mask = u64::MAX >> (64 - bits);
        let values = example.values.iter().take(MOST_VALUES).map(|v| v & mask);
        return Ok(sorting(
            &values.collect::<Vec<_>>(),
            bits,
            setup.rotation,
            t,
        ));
    }
    let texts = Compared::of(setup, 2)?;
    let mut first = voting(&texts, 0, t);
    let mut notes = texts.notes(t);
    notes.append(&mut first.blocks);
    let (a, b) = (
        simhash(&texts.texts[0].terms),
        simhash(&texts.texts[1].terms),
    );
    let far = distance(a, b);
    let mut answers = vec![0, NEAR, far, 16, 32];
    answers.sort_unstable();
    answers.dedup();
    // Four answers around the right one.
    let at = answers.iter().position(|n| *n == far).unwrap_or(0);
    let from = at.saturating_sub(1).min(answers.len().saturating_sub(4));
    let answers: Vec<u32> = answers.into_iter().skip(from).take(4).collect();
    let right = answers.iter().position(|n| *n == far).unwrap_or(0);
    let lines = answers.iter().map(|n| one(n.to_string(), Ink::Plain));
    let question = t.question("simhash-ask", &[], lines.collect(), right);
    let asked = Slide::of(notes);
    let fingerprints = |unlike: u64| {
        let row = |at: usize, value: u64| vec![vec![texts.name(at)], bits_of(value, unlike, 64)];
        Block::Table(Table {
            head: Vec::new(),
            rows: vec![row(0, a), row(1, b)],
        })
    };
    let given = vec![fingerprints(0)];
    let second = voting(&texts, 1, t).asking(question).with_sheet(given);
    let values = [
        ("distance", far.into()),
        ("near", NEAR.into()),
        ("share", t.share(texts.overlap(0, 1).jaccard()).into()),
    ];
    let verdict = if far <= NEAR {
        "simhash-near"
    } else {
        "simhash-far"
    };
    let compared = Slide::of(vec![
        fingerprints(a ^ b),
        Block::Big {
            value: far.to_string(),
            says: t.line("simhash-distance", &values),
        },
        t.text(verdict, &values),
        t.text("simhash-angle", &[]),
    ]);
    Ok(vec![asked, second, compared])
}

/// The bits of a fingerprint, highest first; those in `unlike` are inked so.
fn bits_of(value: u64, unlike: u64, bits: u32) -> Line {
    let spans = (0..bits).rev().map(|bit| {
        let text = if value >> bit & 1 == 1 { "1" } else { "0" };
        let differs = unlike >> bit & 1 == 1;
        Span::new(text, if differs { Ink::Unlike } else { Ink::Dim })
    });
    spans.collect()
}

/// The votes of a text's words on its lowest bits.
fn voting(texts: &Compared, at: usize, t: Teller) -> Slide {
    let text = &texts.texts[at];
    let mut different: Vec<(usize, u64)> = Vec::new();
    for (place, term) in text.terms.iter().enumerate() {
        if !different.iter().any(|(_, known)| known == term) {
            different.push((place, *term));
        }
        if different.len() == WORDS {
            break;
        }
    }
    let vote = |term: u64| {
        let signs = (0..BITS).rev().map(|bit| match term >> bit & 1 {
            1 => Span::new("+", Ink::Equal),
            _ => Span::new("−", Ink::Dim),
        });
        signs.collect::<Line>()
    };
    let mut rows: Vec<(Line, Line)> = different
        .iter()
        .map(|(place, term)| {
            let times = text.terms.iter().filter(|other| *other == term).count();
            let name = format!("{} ×{times}", text.words[*place]);
            (one(name, Ink::Plain), vote(*term))
        })
        .collect();
    // What the rows come to, so that a class can add them up.
    let sums = |terms: &[u64], ink: Ink| -> Line {
        let (set, all) = (votes(terms), terms.len() as i64);
        let sum = |bit: usize| (2 * i64::from(set[bit]) - all).to_string();
        (0..BITS)
            .rev()
            .map(|bit| Span::new(sum(bit), ink))
            .collect()
    };
    let is_shown = |term: &u64| different.iter().any(|(_, shown)| shown == term);
    let rest: Vec<u64> = text
        .terms
        .iter()
        .copied()
        .filter(|term| !is_shown(term))
        .collect();
    if !rest.is_empty() {
        let name = t.line("simhash-rest", &[("n", rest.len().into())]);
        rows.push((name, sums(&rest, Ink::Plain)));
    }
    rows.push((t.line("simhash-sum", &[]), sums(&text.terms, Ink::Strong)));
    let fingerprint = simhash(&text.terms);
    let low = (0..BITS)
        .rev()
        .map(|bit| Span::new((fingerprint >> bit & 1).to_string(), Ink::Strong));
    rows.push((t.line("simhash-bit", &[]), low.collect()));
    let columns = (0..BITS).rev().map(|bit| one(bit.to_string(), Ink::Dim));
    let values = [
        ("name", texts.name(at).into()),
        ("words", text.terms.len().into()),
        ("bits", BITS.into()),
    ];
    Slide::of(vec![
        t.text("simhash-votes", &values),
        Block::Matrix(Matrix {
            columns: columns.collect(),
            rows,
            at: None,
        }),
    ])
}

/// Given fingerprints: their distances, and neighbours in sorted order, before and after a rotation.
fn sorting(values: &[u64], bits: u32, rotation: u32, t: Teller) -> Vec<Slide> {
    let rows = values.iter().zip(1..).map(|(value, number): (_, usize)| {
        vec![
            one(number.to_string(), Ink::Strong),
            one(value.to_string(), Ink::Plain),
            bits_of(*value, 0, bits),
        ]
    });
    let mut pairs: Vec<(u32, usize, usize)> = (0..values.len())
        .flat_map(|a| (a + 1..values.len()).map(move |b| (a, b)))
        .map(|(a, b)| (distance(values[a], values[b]), a, b))
        .collect();
    pairs.sort_unstable();
    let name = |a: usize, b: usize| format!("{} – {}", a + 1, b + 1);
    let mut offered: Vec<_> = pairs.iter().take(4).copied().collect();
    offered.sort_by_key(|(_, a, b)| (*a, *b));
    let right = offered.iter().position(|pair| Some(pair) == pairs.first());
    let answers = offered
        .iter()
        .map(|(_, a, b)| one(name(*a, *b), Ink::Plain));
    let alone = pairs.len() < 2 || pairs[0].0 < pairs[1].0;
    let question = (alone && !pairs.is_empty()).then(|| {
        t.question(
            "simhash-nearest-ask",
            &[],
            answers.collect(),
            right.unwrap_or(0),
        )
    });
    let asked = Slide::of(vec![
        t.text("simhash-given", &[("bits", bits.into())]),
        Block::Table(Table {
            head: Vec::new(),
            rows: rows.collect(),
        }),
    ])
    .asking(question.flatten());
    let near = pairs.iter().take_while(|(far, ..)| *far <= NEAR);
    let rows: Vec<Vec<Line>> = near
        .map(|(far, a, b)| {
            vec![
                one(name(*a, *b), Ink::Equal),
                one(far.to_string(), Ink::Strong),
            ]
        })
        .collect();
    let next = pairs.get(rows.len()).map_or(0, |(far, ..)| *far);
    let within = [("near", NEAR.into()), ("next", next.into())];
    let mut blocks = Vec::new();
    if !rows.is_empty() {
        let head = Vec::new();
        blocks.push(Block::Table(Table { head, rows }));
    }
    blocks.push(t.text("simhash-within", &within));
    let mut slides = vec![asked, Slide::of(blocks), order(values, bits, 0, t)];
    if !rotation.is_multiple_of(bits) {
        slides.push(order(values, bits, rotation % bits, t));
    }
    slides
}

/// Sorted after a rotation, with the distances of neighbours.
fn order(values: &[u64], bits: u32, rotation: u32, t: Teller) -> Slide {
    let order = sorted(values, bits, rotation);
    let mut numbers = Line::new();
    let mut distances = Vec::new();
    for (at, value) in order.iter().enumerate() {
        if at > 0 {
            let far = distance(values[order[at - 1]], values[*value]);
            distances.push(far);
            let ink = if far <= NEAR { Ink::Equal } else { Ink::Dim };
            numbers.push(Span::new(format!(" –{far}– "), ink));
        }
        numbers.push(Span::new((value + 1).to_string(), Ink::Strong));
    }
    let near = distances.iter().filter(|far| **far <= NEAR).count();
    let key = if rotation == 0 {
        "simhash-sorted"
    } else {
        "simhash-rotated"
    };
    let values = [
        ("bits", Span::new(rotation.to_string(), Ink::Dial).into()),
        ("n", near.into()),
        ("near", NEAR.into()),
    ];
    let mut blocks = vec![t.text(key, &values)];
    if !numbers.is_empty() {
        blocks.push(Block::Text(numbers));
    }
    blocks.push(t.text("simhash-neighbours", &values));
    Slide::of(blocks)
}

/// Given hash values of shingles: the sample of those that are 0 modulo a number.
fn modulus(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let (all, modulus) = (&setup.example.values, setup.example.modulus);
    let texts = Compared::of(setup, 2)?;
    let mut blocks = Vec::new();
    let text = &texts.texts[0];
    if !text.terms.is_empty() {
        blocks.push(Block::Text(texts.line(0, None)));
        let values = [
            ("name", texts.name(0).into()),
            ("words", text.words.len().into()),
            ("windows", text.windows.len().into()),
            ("different", text.set.len().into()),
        ];
        blocks.push(t.text("shingles-counts", &values));
    }
    let kept: Vec<u64> = all
        .iter()
        .copied()
        .filter(|v| v.is_multiple_of(modulus))
        .collect();
    let mut line = Line::new();
    let mut inked = Line::new();
    for value in all {
        let ink = if value.is_multiple_of(modulus) {
            Ink::Equal
        } else {
            Ink::Dim
        };
        line.push(Span::plain(format!("{value} ")));
        inked.push(Span::new(format!("{value} "), ink));
    }
    blocks.push(t.text("simhash-values", &[]));
    blocks.push(Block::Text(line));
    let mut answers = vec![
        kept.len(),
        all.len() / modulus.min(1 << 32) as usize,
        all.len(),
    ];
    answers.sort_unstable();
    answers.dedup();
    let right = answers.iter().position(|n| *n == kept.len()).unwrap_or(0);
    let lines = answers.iter().map(|n| one(n.to_string(), Ink::Plain));
    let by = [("modulus", modulus.into())];
    let question = t.question("simhash-modulus-ask", &by, lines.collect(), right);
    let values = [
        ("n", kept.len().into()),
        ("all", all.len().into()),
        ("modulus", modulus.into()),
    ];
    let sample: Vec<String> = kept.iter().map(u64::to_string).collect();
    let mut answer = vec![Block::Text(inked), t.text("simhash-sample", &values)];
    if !sample.is_empty() {
        answer.push(Block::Text(one(sample.join(" "), Ink::Equal)));
    }
    Ok(vec![Slide::of(blocks).asking(question), Slide::of(answer)])
}
