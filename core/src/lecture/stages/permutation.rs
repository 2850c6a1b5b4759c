//! Shuffles: all shingles as cards in a permuted order, whether the first card is in both texts, and why two hundred
//! shuffles converge to the Jaccard.

use crate::base::units::share;
use crate::lecture::compared::{Compared, letter, more_than};
use crate::lecture::setup::{Setup, VALUES};
use crate::lecture::slide::{
    Bar, Ink, LectureLine, Question, Slide, SlideBlock, Span, line, one, text,
};
use crate::sketch::Sketcher;

/// Maximum number of cards that are shown.
const MAX_CARDS: usize = 10;
/// Maximum number of shuffles in the row of squares.
const MAX_SQUARES: usize = 40;
/// Numbers of shuffles at which the bar is shown.
const STEPS: [usize; 4] = [1, 5, 20, VALUES];

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::new(setup, 2)?;
    if texts.shingles.is_empty() {
        return Ok(vec![Slide::new(texts.notes())]);
    }
    let sketcher = Sketcher::new(&setup.minhash(VALUES));
    let at = setup.permutation.min(VALUES - 1);
    let equal = equal(&texts, &sketcher);
    let mut slides = vec![numbers(&texts, at)];
    slides.extend([cards(&texts, &sketcher, at, equal[at]), first(&texts)]);
    slides.push(so_far(&texts, &equal, at + 1));
    // The bar fills step by step, starting at the current shuffle.
    let steps = STEPS.into_iter().filter(|step| *step > at + 1);
    slides.extend(steps.map(|step| so_far(&texts, &equal, step)));
    Ok(slides)
}

/// Whether the minima of A and B are equal, under each permutation.
fn equal(texts: &Compared, sketcher: &Sketcher) -> Vec<bool> {
    let sketches = texts.sketches(sketcher);
    let layout = sketcher.layout();
    let are_nonempty = texts.texts[..2].iter().all(|text| !text.set.is_empty());
    let agree = |i: usize| are_nonempty && layout.agree(&sketches[0], &sketches[1], i..i + 1);
    (0..VALUES).map(agree).collect()
}

/// A card: its number, its letter and words, and the texts that have it.
fn card(texts: &Compared, shingle: usize, number: String) -> Vec<LectureLine> {
    let counts = &texts.shingles[shingle].counts;
    let name_of = |text: usize| match counts[text] {
        0 => LectureLine::new(),
        _ => vec![texts.name(text)],
    };
    let words = vec![texts.written(shingle)];
    vec![
        one(number, Ink::Dim),
        vec![letter(shingle)],
        words,
        name_of(0),
        name_of(1),
    ]
}

/// Every shingle is a card with one number; how likely is the first one after the shuffle in both texts?
fn numbers(texts: &Compared, at: usize) -> Slide {
    let shown = 0..texts.shingles.len().min(MAX_CARDS);
    let rows = shown.map(|s| card(texts, s, texts.shingles[s].hash.to_string()));
    let mut blocks = texts.notes();
    blocks.extend([
        text!("Every shingle is a card with one number, its hash, the same in every text:"),
        SlideBlock::rows(rows),
    ]);
    blocks.extend(more_than(MAX_CARDS, texts.shingles.len()));
    let question = line!(
        "Shuffle {} gives all cards new numbers. How likely is the least one on a card of both texts?",
        Span::setting(at + 1)
    );
    let answers = ["1 / all", "in one text / all", "in both / all", "1 / 2"];
    let answers = answers.map(String::from).to_vec();
    Slide::new(blocks).asking(Question::choice(question, answers, "in both / all"))
}

/// The cards in their permuted order: the first one decides.
fn cards(texts: &Compared, sketcher: &Sketcher, at: usize, equal: bool) -> Slide {
    let value = |s: usize| sketcher.minimum(at, &[texts.shingles[s].hash]);
    let values = (0..texts.shingles.len()).map(|s| (value(s).map(|least| least.value), s));
    let mut order: Vec<(Option<u32>, usize)> = values.collect();
    order.sort_unstable();
    let rows = order
        .iter()
        .take(MAX_CARDS)
        .enumerate()
        .map(|(index, (value, s))| {
            let number = value.map_or_else(String::new, |value| value.to_string());
            let mut row = card(texts, *s, number);
            row.push(match (index, equal) {
                (0, true) => one("in both: EQUAL", Ink::Equal),
                (0, false) => one("in one: unlike", Ink::Strong),
                _ => LectureLine::new(),
            });
            row
        });
    let mut blocks = vec![
        text!(
            "Shuffle {}: the cards in the order of their new numbers.",
            Span::setting(at + 1)
        ),
        SlideBlock::rows(rows),
    ];
    blocks.extend(more_than(MAX_CARDS, order.len()));
    blocks.push(text!(
        "The first card is the least of each text that has it. If both have it, their least numbers are equal."
    ));
    Slide::new(blocks)
}

/// Each shingle of the union is the first with equal probability (theorem 19.1 of Manning, Raghavan, Schütze).
fn first(texts: &Compared) -> Slide {
    let overlap = texts.overlap(0, 1);
    let rows = texts.shingles.iter().enumerate().take(MAX_CARDS);
    let rows = rows.map(|(at, shingle)| {
        let verdict = match shingle.counts[..] {
            [0, _, ..] | [_, 0, ..] => one("unlike", Ink::Dim),
            _ => one("EQUAL", Ink::Equal),
        };
        vec![vec![letter(at)], vec![texts.written(at)], verdict]
    });
    let mut blocks = vec![
        text!("Which card of all comes first? Each is as likely as any other:"),
        SlideBlock::rows(rows),
    ];
    blocks.extend(more_than(MAX_CARDS, texts.shingles.len()));
    let (both, union) = (overlap.shared, overlap.union());
    blocks.push(SlideBlock::big(
        format!("{both}/{union}"),
        line!(
            "P(equal) = in both / in at least one = {} / {} = {}, the Jaccard of the two.",
            both,
            union,
            share(overlap.jaccard())
        ),
    ));
    Slide::new(blocks)
}

/// Equal or not under each of the first `shuffles`, and the share of equal ones next to the Jaccard.
fn so_far(texts: &Compared, equal: &[bool], shuffles: usize) -> Slide {
    let squares = equal[shuffles.saturating_sub(MAX_SQUARES)..shuffles].iter();
    let squares = squares.map(|equal| {
        if *equal {
            Span::new("■ ", Ink::Equal)
        } else {
            Span::new("□ ", Ink::Dim)
        }
    });
    let count = equal[..shuffles].iter().filter(|equal| **equal).count();
    let fraction = count as f64 / shuffles as f64;
    let jaccard = texts.overlap(0, 1).jaccard();
    let last = text!("The last {} of {} shuffles.", MAX_SQUARES, shuffles);
    let squares = [
        Some(SlideBlock::Text(squares.collect())),
        (shuffles > MAX_SQUARES).then_some(last),
    ];
    let blocks = vec![
        SlideBlock::big(
            format!("{count}/{shuffles}"),
            line!(
                "{} of {} shuffles had equal least numbers: {}, counted {}.",
                count,
                shuffles,
                share(fraction),
                share(jaccard)
            ),
        ),
        SlideBlock::Bars(vec![
            Bar::share("equal so far", fraction, Ink::Equal),
            Bar::share("Jaccard, counted", jaccard, Ink::Both),
        ]),
    ];
    Slide::new(squares.into_iter().flatten().chain(blocks).collect())
}
