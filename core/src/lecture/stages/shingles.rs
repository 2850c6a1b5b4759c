//! Stage 1: a window over the text, its shingles as a set and as a bag, and how many a changed word costs.

use std::collections::HashMap;

use crate::lecture::compared::{Compared, Shingled, letter};
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Line, Sheet, Slide, Span, Table, said};
use crate::lecture::teller::{Teller, one};
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
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let mut slides = vec![opening(&texts, t)];
    slides.extend(windows(&texts, t));
    slides.push(listed(&texts, t));
    slides.push(answer(&texts, t));
    slides.push(by_k(setup, t)?);
    if let Some((question, bars)) = changed(&texts, t) {
        let last = slides.len() - 1;
        slides[last].question = question.question;
        // The table has the answer of the question before.
        slides[last].sheet = Sheet::Blocks(Vec::new());
        slides.push(bars);
    }
    Ok(slides)
}

/// The two texts, and how alike they are to be guessed.
fn opening(texts: &Compared, t: Teller) -> Slide {
    let mut blocks = texts.notes(t);
    blocks.push(Block::Text(texts.line(0, None)));
    blocks.push(Block::Text(texts.line(1, None)));
    let (answers, right) = answers(texts);
    let k = || ("k", Span::new(texts.k.to_string(), Ink::Dial).into());
    let question = (answers.len() > 1).then(|| match slip(texts) {
        Some(slip) => {
            let values = [k(), ("slip", Span::new(slip, Ink::Strong).into())];
            t.question("shingles-ask-slip", &values, answers, right)
        }
        None => t.question("shingles-ask", &[k()], answers, right),
    });
    Slide::of(blocks).asking(question.flatten())
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

/// Up to four different fractions, and the index of that of the sets.
fn answers(texts: &Compared) -> (Vec<Line>, usize) {
    let (sets, bags) = (texts.overlap(0, 1), texts.bags(0, 1));
    let right = fraction(&sets);
    let mut all: Vec<String> = slip(texts).into_iter().collect();
    all.push(right.clone());
    all.push(fraction(&bags));
    for size in [sets.size_a, sets.size_b] {
        if u64::from(size) < sets.union() && sets.shared > 0 {
            all.push(format!("{}/{size}", sets.shared));
        }
    }
    let mut different: Vec<String> = Vec::new();
    for answer in all {
        if !different.contains(&answer) {
            different.push(answer);
        }
    }
    different.truncate(4);
    let at = different.iter().position(|answer| *answer == right);
    let lines = different.iter().map(|answer| one(answer, Ink::Plain));
    (lines.collect(), at.unwrap_or(0))
}

/// The window over A, step by step, with the shingles met so far.
fn windows(texts: &Compared, t: Teller) -> Vec<Slide> {
    let a = &texts.texts[0];
    let shown = a.windows.len().min(WINDOWS);
    let mut slides = Vec::new();
    for window in 0..shown {
        let values = [
            ("window", (window + 1).into()),
            ("windows", a.windows.len().into()),
            ("k", texts.k.into()),
        ];
        let mut met: Vec<usize> = Vec::new();
        for &shingle in &a.windows[..=window] {
            if !met.contains(&shingle) {
                met.push(shingle);
            }
        }
        let times = |shingle: usize| {
            let until = a.windows[..=window].iter();
            until.filter(|other| **other == shingle).count()
        };
        let rows = met.iter().map(|&shingle| {
            let dots = "●".repeat(times(shingle));
            vec![
                vec![letter(shingle)],
                vec![texts.written(shingle)],
                one(dots, Ink::Dim),
            ]
        });
        let mut blocks = vec![
            Block::Text(texts.line(0, Some(window))),
            t.text("shingles-window", &values),
            Block::Table(Table {
                head: Vec::new(),
                rows: rows.collect(),
            }),
        ];
        if window > 0 && a.windows[..window].contains(&a.windows[window]) {
            let again = [("shingle", letter(a.windows[window]).into())];
            blocks.push(t.text("shingles-again", &again));
        }
        slides.push(Slide::of(blocks));
    }
    slides
}

/// The shingles of both texts with their counts.
fn listed(texts: &Compared, t: Teller) -> Slide {
    let mut blocks = Vec::new();
    for at in 0..2 {
        let text = &texts.texts[at];
        let values = [
            ("name", texts.name(at).into()),
            ("words", text.words.len().into()),
            ("windows", text.windows.len().into()),
            ("different", text.set.len().into()),
        ];
        blocks.push(t.text("shingles-counts", &values));
    }
    let rows = texts.shown(ROWS).map(|shingle| {
        let counts = &texts.shingles[shingle].counts;
        let (place, ink) = match (counts[0] > 0, counts[1] > 0) {
            (true, true) => ("both", Ink::Both),
            (true, false) => ("only-a", Ink::OnlyA),
            _ => ("only-b", Ink::OnlyB),
        };
        let place = said(&t.line(&format!("shingles-{place}"), &[]));
        let count = |at: usize| one(counts[at].to_string(), Ink::Plain);
        vec![
            vec![letter(shingle)],
            vec![texts.written(shingle)],
            count(0),
            count(1),
            one(place, ink),
        ]
    });
    let rows: Vec<Vec<Line>> = rows.collect();
    let left_out = texts.shingles.len() - rows.len();
    if !rows.is_empty() {
        let head = vec![
            Line::new(),
            t.line("shingles-shingle", &[]),
            vec![texts.name(0)],
            vec![texts.name(1)],
            Line::new(),
        ];
        blocks.push(Block::Table(Table { head, rows }));
    }
    if left_out > 0 {
        blocks.push(t.text("and-more", &[("n", left_out.into())]));
    }
    Slide::of(blocks)
}

/// Sets and bags, and the slip of counting between them.
fn answer(texts: &Compared, t: Teller) -> Slide {
    let (sets, bags) = (texts.overlap(0, 1), texts.bags(0, 1));
    let values = |overlap: &Overlap| {
        [
            ("shared", u64::from(overlap.shared).into()),
            ("union", overlap.union().into()),
            ("share", t.share(overlap.jaccard()).into()),
        ]
    };
    let mut blocks = vec![
        Block::Big {
            value: fraction(&sets),
            says: t.line("shingles-sets", &values(&sets)),
        },
        t.text("shingles-bags", &values(&bags)),
    ];
    if let Some(slip) = slip(texts) {
        let values = [("slip", Span::new(slip, Ink::Strong).into())];
        blocks.push(t.text("shingles-slip", &values));
    }
    Slide::of(blocks)
}

/// Similarity of the texts by the length of the shingles.
fn by_k(setup: &Setup, t: Teller) -> anyhow::Result<Slide> {
    let mut rows = Vec::new();
    for k in 1..=MOST_K {
        let mut other = setup.clone();
        other.sketching.k = k;
        let overlap = Compared::of(&other, 2)?.overlap(0, 1);
        rows.push(Bar {
            name: vec![Span::new(
                format!("k {k}"),
                if k == setup.sketching.k {
                    Ink::Dial
                } else {
                    Ink::Plain
                },
            )],
            length: overlap.jaccard(),
            value: format!("{} = {}", fraction(&overlap), t.share(overlap.jaccard())),
            ink: Ink::Both,
        });
    }
    let says = t.text("shingles-by-k", &[]);
    Ok(Slide::of(vec![says, Block::Bars(rows)]))
}

/// The question how many shingles one changed word costs, and how many it costs at each place of B; `None` for
/// a B without words.
fn changed(texts: &Compared, t: Teller) -> Option<(Slide, Slide)> {
    let b = &texts.texts[1];
    if b.terms.is_empty() || b.set.len() < 2 {
        return None;
    }
    let k = texts.k;
    let mut numbers = vec![1, k.min(b.windows.len()), 2 * k, b.windows.len()];
    numbers.sort_unstable();
    numbers.dedup();
    let bound = k.min(b.windows.len());
    let right = numbers.iter().position(|n| *n == bound).unwrap_or(0);
    let lines = numbers.iter().map(|n| one(n.to_string(), Ink::Plain));
    let question = t.question("shingles-change-ask", &[], lines.collect(), right);
    let lost = lost_by_change(b, k);
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
        value: format!("{}", lost[at]),
        ink: Ink::Unlike,
    });
    let bars = bars.collect();
    let values = [
        ("k", Span::new(k.to_string(), Ink::Dial).into()),
        ("most", u64::from(most).into()),
        ("all", b.set.len().into()),
    ];
    let mut blocks = vec![t.text("shingles-change", &values), Block::Bars(bars)];
    if b.terms.len() > places {
        blocks.push(t.text("and-more-words", &[("n", (b.terms.len() - places).into())]));
    }
    Some((Slide::of(Vec::new()).asking(question), Slide::of(blocks)))
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
