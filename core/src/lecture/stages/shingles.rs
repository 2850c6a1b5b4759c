//! Stage 1: a window over the text, its shingles as a set and as a bag, and how many a changed word costs.

use std::collections::HashMap;

use crate::base::units::{counted, share};
use crate::lecture::compared::{Compared, Shingled, letter};
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Question, Slide, Span, cells, line, one, text};
use crate::similarity::Overlap;

/// Windows that are shown one by one.
const WINDOWS: usize = 6;
/// Rows of a table of shingles.
const ROWS: usize = 12;
/// Changed words whose cost is shown.
const CHANGED: usize = 12;
/// Longest shingle of the table over k.
const MOST_K: usize = 8;

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let mut slides = vec![opening(&texts)];
    slides.extend(windows(&texts));
    slides.push(listed(&texts));
    slides.push(answer(&texts));
    let by_k = by_k(setup)?;
    match changed(&texts) {
        Some((question, bars)) => {
            // The bars have the answer of the question before.
            let by_k = by_k.asking(question).with_sheet(Vec::new());
            slides.extend([by_k, bars]);
        }
        None => slides.push(by_k),
    }
    Ok(slides)
}

/// The two texts, and how alike they are to be guessed.
fn opening(texts: &Compared) -> Slide {
    let mut blocks = texts.notes();
    blocks.extend([0, 1].map(|at| Block::Text(texts.line(at, None))));
    let slide = Slide::of(blocks);
    let (sets, bags) = (texts.overlap(0, 1), texts.bags(0, 1));
    let right = fraction(&sets);
    let slip = slip(texts);
    let mut answers: Vec<String> = slip.iter().cloned().collect();
    answers.push(right.clone());
    answers.push(fraction(&bags));
    for size in [sets.size_a, sets.size_b] {
        if u64::from(size) < sets.union() && sets.shared > 0 {
            answers.push(format!("{}/{size}", sets.shared));
        }
    }
    let mut asked = line!(
        "Cut both into runs of {} words. What share of the runs do they have in common?",
        Span::dial(texts.k.to_string())
    );
    if let Some(slip) = slip {
        asked.extend(line!(" Somebody counts {}. You?", Span::strong(slip)));
    }
    let question = Question::choice(asked, answers, &right);
    match question.answers.len() {
        0 | 1 => slide,
        _ => slide.asking(question),
    }
}

/// The fraction that results if one repeated shingle is counted twice on one side only; `None` without repeats.
fn slip(texts: &Compared) -> Option<String> {
    let (sets, bags) = (texts.overlap(0, 1), texts.bags(0, 1));
    let repeats = bags.union() > sets.union() && sets.shared > 0;
    repeats.then(|| format!("{}/{}", sets.shared, sets.union() + 1))
}

/// The fraction of shared shingles.
fn fraction(overlap: &Overlap) -> String {
    format!("{}/{}", overlap.shared, overlap.union())
}

/// The window over A, step by step, with the shingles met so far.
fn windows(texts: &Compared) -> Vec<Slide> {
    let a = &texts.texts[0];
    let all = a.windows.len();
    let mut slides = Vec::new();
    for window in 0..all.min(WINDOWS) {
        let until = &a.windows[..=window];
        let mut met: Vec<usize> = Vec::new();
        for &shingle in until {
            if !met.contains(&shingle) {
                met.push(shingle);
            }
        }
        let times = |shingle: usize| until.iter().filter(|other| **other == shingle).count();
        let rows = met.iter().map(|&shingle| {
            vec![
                vec![letter(shingle)],
                vec![texts.written(shingle)],
                one("●".repeat(times(shingle)), Ink::Dim),
            ]
        });
        let what = match texts.k {
            1 => "every word is a shingle.".into(),
            k => format!("{k} words in a row are a shingle."),
        };
        let mut blocks = vec![
            Block::Text(texts.line(0, Some(window))),
            text!("Window {} of {}: {}", window + 1, all, what),
            Block::rows(rows),
        ];
        if a.windows[..window].contains(&a.windows[window]) {
            blocks.push(text!(
                "Shingle {} again: in a set it counts once, in a bag twice.",
                letter(a.windows[window])
            ));
        }
        slides.push(Slide::of(blocks));
    }
    slides
}

/// Words, windows and different shingles of a text.
pub fn counts(texts: &Compared, at: usize) -> Block {
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
    let rows = texts.shown(ROWS).map(|shingle| {
        let counts = &texts.shingles[shingle].counts;
        let (place, ink) = match (counts[0] > 0, counts[1] > 0) {
            (true, true) => ("both", Ink::Both),
            (true, false) => ("only A", Ink::OnlyA),
            _ => ("only B", Ink::OnlyB),
        };
        let mut row = vec![vec![letter(shingle)], vec![texts.written(shingle)]];
        row.extend(cells([counts[0], counts[1]].map(|n| n.to_string())));
        row.push(one(place, ink));
        row
    });
    if !texts.shingles.is_empty() {
        let head = vec![
            line!(""),
            line!("shingle"),
            vec![texts.name(0)],
            vec![texts.name(1)],
            line!(""),
        ];
        blocks.push(Block::table(head, rows));
    }
    blocks.extend(texts.more(ROWS));
    Slide::of(blocks)
}

/// Sets and bags, and the slip of counting between them.
fn answer(texts: &Compared) -> Slide {
    let (sets, bags) = (texts.overlap(0, 1), texts.bags(0, 1));
    let mut blocks = vec![
        Block::big(
            fraction(&sets),
            line!(
                "As sets, they share {} of {} shingles: {}.",
                sets.shared,
                sets.union(),
                share(sets.jaccard())
            ),
        ),
        text!(
            "As bags, each repeat counts: {} of {}, {}.",
            bags.shared,
            bags.union(),
            share(bags.jaccard())
        ),
    ];
    if let Some(slip) = slip(texts) {
        blocks.push(text!(
            "{} counts one repeat, on one side: a slip. It is neither the set nor the bag.",
            Span::strong(slip)
        ));
    }
    Slide::of(blocks)
}

/// Similarity of the texts by the length of the shingles.
fn by_k(setup: &Setup) -> anyhow::Result<Slide> {
    let mut bars = Vec::new();
    for k in 1..=MOST_K {
        let mut other = setup.clone();
        other.sketching.k = k;
        let overlap = Compared::of(&other, 2)?.overlap(0, 1);
        let ink = if k == setup.sketching.k {
            Ink::Dial
        } else {
            Ink::Plain
        };
        bars.push(Bar {
            name: one(format!("k {k}"), ink),
            length: overlap.jaccard(),
            value: format!("{} = {}", fraction(&overlap), share(overlap.jaccard())),
            ink: Ink::Both,
        });
    }
    Ok(Slide::of(vec![
        text!("The longer the shingles, the less two different texts share:"),
        Block::Bars(bars),
    ]))
}

/// The question how many shingles one changed word costs, and how many it costs at each place of B; `None` for
/// a B without words.
fn changed(texts: &Compared) -> Option<(Question, Slide)> {
    let b = &texts.texts[1];
    if b.terms.is_empty() || b.set.len() < 2 {
        return None;
    }
    let (k, all) = (texts.k as u64, b.windows.len() as u64);
    let question = Question::of_numbers(
        line!("Change one word of B. How many of its shingles can that cost at most?"),
        vec![1, k.min(all), 2 * k, all],
        k.min(all),
    );
    let lost = lost_by_change(b, texts.k);
    let most = lost.iter().copied().max().unwrap_or(0);
    let places = b.terms.len().min(CHANGED);
    // The first words, unless none of them costs as much as another one does.
    let first = lost.iter().position(|lost| *lost == most).unwrap_or(0);
    let start = match first < places {
        true => 0,
        false => first.min(lost.len() - places),
    };
    let bars = (start..start + places).map(|at| Bar {
        name: one(&b.words[at], Ink::OnlyB),
        length: f64::from(lost[at]) / b.set.len() as f64,
        value: lost[at].to_string(),
        ink: Ink::Unlike,
    });
    let mut blocks = vec![
        text!(
            "One changed word stands in at most {} shingles. Here it costs up to {} of {}:",
            Span::dial(k.to_string()),
            most,
            b.set.len()
        ),
        Block::Bars(bars.collect()),
    ];
    let more = (b.terms.len() - places) as u64;
    if more > 0 {
        let words = counted(more, "more word", "more words");
        blocks.push(text!("… and {}.", words));
    }
    Some((question, Slide::of(blocks)))
}

/// For each word, how many shingles of the set are gone once another word stands in its place that is in no text.
fn lost_by_change(text: &Shingled, k: usize) -> Vec<u32> {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for shingle in &text.windows {
        *counts.entry(*shingle).or_default() += 1;
    }
    let Some(last) = text.windows.len().checked_sub(1) else {
        return vec![0; text.terms.len()];
    };
    let lost = (0..text.terms.len()).map(|at| {
        let holding = &text.windows[at.saturating_sub(k - 1).min(last)..=at.min(last)];
        let mut shingles = holding.to_vec();
        shingles.sort_unstable();
        let same = shingles.chunk_by(|a, b| a == b);
        same.filter(|same| counts[&same[0]] == same.len()).count() as u32
    });
    lost.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lecture::setup::Text;
    use crate::settings::Sketching;
    use crate::similarity::Overlap;
    use crate::text::shingles;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_changed_word_costs_what_the_sets_say(
            words in prop::collection::vec(0_u8..6, 1..30),
            k in 1_usize..6,
        ) {
            let words: Vec<String> = words.iter().map(|word| format!("w{word}")).collect();
            let text = Text { text: words.join(" "), ..Text::default() };
            let mut setup = Setup { texts: vec![Text::default(), text], ..Setup::default() };
            setup.sketching.k = k;
            let texts = Compared::of(&setup, 2).unwrap();
            let b = &texts.texts[1];
            let set = Sketching { bag: false, ..setup.sketching.clone() };
            let lost = lost_by_change(b, k);
            prop_assert_eq!(lost.len(), words.len());
            for (at, lost) in lost.into_iter().enumerate() {
                let mut terms = b.terms.clone();
                terms[at] = shingles::mix(terms[at] ^ 0x6e65_7720_776f_7264);
                let left = Overlap::of(&b.set, &shingles::set(&terms, &set));
                prop_assert_eq!(lost, left.size_a - left.shared);
            }
        }
    }
}
