//! A window over the text, its shingles as a set and as a bag, and the number of shingles that a changed word affects.

use std::collections::BTreeSet;

use crate::base::units::{counted, share};
use crate::lecture::compared::{Compared, letter, more_than};
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Ink, Question, Slide, SlideBlock, Span, line, one, text};
use crate::similarity::Overlap;

/// Number of the last window that is shown.
const LAST_WINDOW: usize = 6;
/// Maximum number of rows of a table of shingles.
const MAX_ROWS: usize = 12;
/// Maximum k of the bars that show similarity by k.
const MAX_K: usize = 8;

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::new(setup, 2)?;
    let mut slides = vec![opening(&texts)];
    slides.extend(windows(&texts, setup));
    slides.extend([listed(&texts), answer(&texts)]);
    if !setup.is_brief {
        slides.extend(changed(&texts));
        slides.push(by_k(setup)?);
    }
    Ok(slides)
}

/// The two texts, and a question about their similarity.
fn opening(texts: &Compared) -> Slide {
    let mut blocks = texts.notes();
    blocks.extend([0, 1].map(|at| SlideBlock::Text(texts.line(at, None))));
    let (sets, bags) = (texts.overlap(0, 1), texts.bags(0, 1));
    let right = fraction(&sets);
    let miscount = miscount(texts);
    let mut answers: Vec<String> = miscount.iter().cloned().collect();
    answers.push(right.clone());
    answers.push(fraction(&bags));
    for size in [sets.size_a, sets.size_b] {
        if u64::from(size) < sets.union() && sets.shared > 0 {
            answers.push(format!("{}/{size}", sets.shared));
        }
    }
    let mut prompt = line!(
        "Cut both into runs of {} words. What share of the runs do they have in common?",
        Span::setting(texts.k)
    );
    if let Some(miscount) = miscount {
        prompt.extend(line!(" Somebody counts {}. You?", Span::strong(miscount)));
    }
    answers.dedup();
    answers.truncate(4);
    answers.sort();
    let question = Question::choice(prompt, answers, &right);
    let has_choice = question.answers.len() > 1;
    Slide::new(blocks).asking(has_choice.then_some(question))
}

/// The fraction that results if one repeated shingle is counted twice on one side only; `None` without repeats.
fn miscount(texts: &Compared) -> Option<String> {
    let (sets, bags) = (texts.overlap(0, 1), texts.bags(0, 1));
    let repeats = bags.union() > sets.union() && sets.shared > 0;
    repeats.then(|| format!("{}/{}", sets.shared, sets.union() + 1))
}

/// The fraction of shared shingles.
fn fraction(overlap: &Overlap) -> String {
    format!("{}/{}", overlap.shared, overlap.union())
}

/// The first two windows over A, and a later one unless the lecture is brief, each with the shingles so far.
fn windows(texts: &Compared, setup: &Setup) -> Vec<Slide> {
    let a = &texts.texts[0];
    let total = a.windows.len();
    let last = total.min(LAST_WINDOW).saturating_sub(1);
    let mut slides = Vec::new();
    for window in (0..total).filter(|at| *at < 2 || *at == last && !setup.is_brief) {
        let so_far = &a.windows[..=window];
        let distinct: BTreeSet<usize> = so_far.iter().copied().collect();
        let rows = distinct.iter().map(|shingle| {
            let times = so_far.iter().filter(|other| *other == shingle).count();
            let dots = one("●".repeat(times), Ink::Dim);
            vec![vec![letter(*shingle)], vec![texts.written(*shingle)], dots]
        });
        let mut blocks = vec![
            SlideBlock::Text(texts.line(0, Some(window))),
            text!(
                "Window {} of {}: k = {} words in a row are a shingle.",
                window + 1,
                total,
                texts.k
            ),
            SlideBlock::rows(rows),
        ];
        if a.windows[..window].contains(&a.windows[window]) {
            blocks.push(text!(
                "Shingle {} again: in a set it counts once, in a bag twice.",
                letter(a.windows[window])
            ));
        }
        slides.push(Slide::new(blocks));
    }
    slides
}

/// Numbers of words, windows and different shingles of a text.
pub fn counts(texts: &Compared, at: usize) -> SlideBlock {
    let text = &texts.texts[at];
    text!(
        "{}: {}, {}, {} different.",
        texts.name(at),
        counted(text.words.len() as u64, "word", "words"),
        counted(text.windows.len() as u64, "window", "windows"),
        text.set.len()
    )
}

/// The shingles of both texts with their counts.
fn listed(texts: &Compared) -> Slide {
    let mut blocks = vec![counts(texts, 0), counts(texts, 1)];
    let shown = texts.shingles.iter().enumerate().take(MAX_ROWS);
    let rows = shown.map(|(at, shingle)| {
        let (found_in, ink) = match shingle.counts[..] {
            [0, _, ..] => ("only B", Ink::OnlyB),
            [_, 0, ..] => ("only A", Ink::OnlyA),
            _ => ("both", Ink::Both),
        };
        let mut row = vec![vec![letter(at)], vec![texts.written(at)]];
        row.extend(shingle.counts.iter().map(|n| line!("{}", *n)));
        row.push(one(found_in, ink));
        row
    });
    let [a, b] = [0, 1].map(|at| vec![texts.name(at)]);
    let head = vec![line!(""), line!("shingle"), a, b, line!("")];
    blocks.push(SlideBlock::table(head, rows));
    blocks.extend(more_than(MAX_ROWS, texts.shingles.len()));
    Slide::new(blocks)
}

/// Sets and bags, and the mistake of mixing them.
fn answer(texts: &Compared) -> Slide {
    let (sets, bags) = (texts.overlap(0, 1), texts.bags(0, 1));
    let mut blocks = vec![SlideBlock::big(
        fraction(&sets),
        line!(
            "As sets, they share {} of {} shingles: {}.",
            sets.shared,
            sets.union(),
            share(sets.jaccard())
        ),
    )];
    if bags != sets {
        blocks.push(text!(
            "As bags, each repeat counts: {} of {}, {}.",
            bags.shared,
            bags.union(),
            share(bags.jaccard())
        ));
    }
    if let Some(miscount) = miscount(texts) {
        blocks.push(text!(
            "{} counts one repeat on one side only. It is neither the set nor the bag.",
            Span::strong(miscount)
        ));
    }
    Slide::new(blocks)
}

/// Similarity of the texts by shingle length.
fn by_k(setup: &Setup) -> anyhow::Result<Slide> {
    let mut bars = Vec::new();
    for k in 1..=MAX_K {
        let mut other = setup.clone();
        other.sketching.k = k;
        let overlap = Compared::new(&other, 2)?.overlap(0, 1);
        let name = if k == setup.sketching.k {
            line!("k {}", Span::setting(k))
        } else {
            line!("k {}", k)
        };
        bars.push(Bar {
            name,
            length: overlap.jaccard(),
            value: format!("{} = {}", fraction(&overlap), share(overlap.jaccard())),
            ink: Ink::Both,
        });
    }
    Ok(Slide::new(vec![
        text!(
            "A changed word occurs in k shingles. The longer they are, the less two different texts share:"
        ),
        SlideBlock::Bars(bars),
    ]))
}

/// The number of shingles that one changed word affects; `None` if B has at most one shingle.
fn changed(texts: &Compared) -> Option<Slide> {
    let windows = texts.texts[1].windows.len() as u64;
    let k = texts.k as u64;
    let question = Question::of_numbers(
        line!("Change one word of B. How many shingles of B can change at most?"),
        vec![1, k.min(windows), 2 * k, windows],
        k.min(windows),
    );
    let blocks = vec![SlideBlock::Text(texts.line(1, None)), counts(texts, 1)];
    (windows > 1).then(|| Slide::new(blocks).asking(question))
}
