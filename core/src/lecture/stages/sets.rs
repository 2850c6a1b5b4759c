//! Stage 2: rows of the union with ones, Jaccard and containment, and an excerpt that Jaccard hides.

use crate::lecture::compared::{Compared, WRITTEN, letter};
use crate::lecture::setup::{Setup, Text};
use crate::lecture::slide::{Bar, Block, Ink, Line, Matrix, Sheet, Slide, Span, Table};
use crate::lecture::teller::{Teller, one};
use crate::similarity::Overlap;

/// Rows of the matrix that are written out.
const ROWS: usize = 12;

/// The excerpt of A that plays B has one word in this many.
const EXCERPT: usize = 4;

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let example = &setup.example;
    if !example.sets.is_empty() || !example.matrix.is_empty() {
        return Ok(given(setup, t));
    }
    let texts = Compared::of(setup, 2)?;
    let mut blocks = texts.notes(t);
    let rows = texts.shown(ROWS).map(|s| {
        let counts = &texts.shingles[s].counts;
        let mut name = vec![letter(s), Span::plain("  ")];
        name.push(texts.written(s));
        (name, counts[0] > 0, counts[1] > 0)
    });
    blocks.push(t.text("sets-rows", &[]));
    blocks.push(matrix(
        [vec![texts.name(0)], vec![texts.name(1)]],
        rows.collect(),
    ));
    let left_out = texts.shingles.len().saturating_sub(ROWS);
    if left_out > 0 {
        blocks.push(t.text("and-more", &[("n", left_out.into())]));
    }
    let overlap = texts.overlap(0, 1);
    let mut slides = vec![Slide::of(blocks)];
    slides.extend(figures(&overlap, 0, t));
    slides.extend(excerpt(setup, t)?);
    Ok(slides)
}

/// A matrix of two columns with their ones.
fn matrix(columns: [Line; 2], rows: Vec<(Line, bool, bool)>) -> Block {
    let rows = rows.into_iter().map(|(name, a, b)| {
        let ink = match (a, b) {
            (true, true) => Ink::Both,
            (true, false) => Ink::OnlyA,
            (false, true) => Ink::OnlyB,
            (false, false) => Ink::Dim,
        };
        let cell = |one: bool| Span::new(if one { "1" } else { "0" }, ink);
        (name, vec![cell(a), cell(b)])
    });
    Block::Matrix(Matrix {
        columns: columns.to_vec(),
        rows: rows.collect(),
        at: None,
    })
}

/// Counts of the kinds of rows, then Jaccard and both containments; `neither` rows are in no set.
fn figures(overlap: &Overlap, neither: usize, t: Teller) -> Vec<Slide> {
    let (only_a, only_b) = (
        overlap.size_a - overlap.shared,
        overlap.size_b - overlap.shared,
    );
    let counts = [
        (
            "both",
            Span::new(overlap.shared.to_string(), Ink::Both).into(),
        ),
        ("onlya", Span::new(only_a.to_string(), Ink::OnlyA).into()),
        ("onlyb", Span::new(only_b.to_string(), Ink::OnlyB).into()),
        ("neither", neither.into()),
    ];
    let fraction = format!("{}/{}", overlap.shared, overlap.union());
    let shares = [
        ("share", t.share(overlap.jaccard()).into()),
        ("fraction", fraction.clone().into()),
    ];
    let bar = |key: &str, value: f64, of: u64, ink| Bar {
        name: t.line(key, &[]),
        length: value,
        value: format!("{}/{of} = {}", overlap.shared, t.share(value)),
        ink,
    };
    let bars = Block::Bars(vec![
        bar(
            "sets-jaccard",
            overlap.jaccard(),
            overlap.union(),
            Ink::Both,
        ),
        bar(
            "sets-a-in-b",
            overlap.containment_a_in_b(),
            overlap.size_a.into(),
            Ink::OnlyA,
        ),
        bar(
            "sets-b-in-a",
            overlap.containment_b_in_a(),
            overlap.size_b.into(),
            Ink::OnlyB,
        ),
    ]);
    vec![Slide::of(vec![
        t.text("sets-counts", &counts),
        areas(overlap),
        Block::Big {
            value: fraction.clone(),
            says: t.line("sets-formula", &shares),
        },
        bars,
    ])]
}

/// The two sets as areas over their union: what both have lies below each other.
fn areas(overlap: &Overlap) -> Block {
    const WIDE: f64 = 60.0;
    let union = overlap.union().max(1) as f64;
    // What there is takes a cell at least.
    let cells = |n: u32| match n {
        0 => 0,
        n => ((f64::from(n) / union * WIDE).round() as usize).max(1),
    };
    let both = cells(overlap.shared);
    let only_a = cells(overlap.size_a - overlap.shared);
    let only_b = cells(overlap.size_b - overlap.shared);
    let area = |n: usize, ink| Span::new("■".repeat(n), ink);
    let a = vec![area(only_a, Ink::OnlyA), area(both, Ink::Both)];
    let b = vec![
        Span::plain(" ".repeat(only_a)),
        area(both, Ink::Both),
        area(only_b, Ink::OnlyB),
    ];
    Block::Table(Table {
        head: Vec::new(),
        rows: vec![vec![one("A", Ink::OnlyA), a], vec![one("B", Ink::OnlyB), b]],
    })
}

/// B is an excerpt of A: its Jaccard is small, its containment is not.
fn excerpt(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let whole = Compared::of(setup, 2)?;
    let words = &whole.texts[0].words;
    let taken = (words.len() / EXCERPT).max(whole.k).min(words.len());
    if taken == 0 || taken == words.len() {
        return Ok(Vec::new());
    }
    let mut other = setup.clone();
    let excerpt = Text {
        name: crate::lecture::slide::said(&t.line("sets-excerpt-name", &[])),
        text: words[..taken].join(" "),
        ..Text::default()
    };
    // A is taken as the stage takes it: sampled.
    let whole_text = Text {
        name: whole.texts[0].name.clone(),
        text: words.join(" "),
        ..Text::default()
    };
    other.texts = vec![whole_text, excerpt];
    let texts = Compared::of(&other, 2)?;
    let overlap = texts.overlap(0, 1);
    let values = [
        ("words", taken.into()),
        ("all", words.len().into()),
        ("name", whole.name(0).into()),
    ];
    let (low, high) = (
        t.share(overlap.jaccard()),
        t.share(overlap.containment_b_in_a()),
    );
    let mut answers = vec![one(&low, Ink::Plain)];
    if high != low {
        answers.push(one(&high, Ink::Plain));
    }
    let asked = Slide::of(vec![
        t.text("sets-excerpt", &values),
        Block::Text(texts.line(1, None)),
    ]);
    let question = t.question("sets-excerpt-ask", &[], answers, 0);
    // With a text that is written out it can be worked out.
    let sheet = match words.len() <= WRITTEN {
        true => {
            let all = [Block::Text(whole.line(0, None))].into_iter();
            Sheet::Blocks(all.chain(asked.blocks.iter().cloned()).collect())
        }
        false => Sheet::Nothing,
    };
    let mut slides = vec![Slide { sheet, ..asked }.asking(question)];
    let mut revealed = figures(&overlap, 0, t);
    if let Some(last) = revealed.last_mut() {
        last.blocks.push(t.text("sets-excerpt-hidden", &[]));
    }
    slides.extend(revealed);
    Ok(slides)
}

/// Two given sets, or a given matrix of two columns.
fn given(setup: &Setup, t: Teller) -> Vec<Slide> {
    let example = &setup.example;
    let sets: Vec<Vec<u64>> = if example.sets.is_empty() {
        (0..2)
            .map(|column| column_of(&example.matrix, column))
            .collect()
    } else {
        example.sets.clone()
    };
    let mut sets = sets.into_iter().map(|mut set| {
        set.sort_unstable();
        set.dedup();
        set
    });
    let (a, b) = (
        sets.next().unwrap_or_default(),
        sets.next().unwrap_or_default(),
    );
    let mut universe: Vec<u64> = match example.sets.is_empty() {
        true => (1..=example.matrix.len() as u64).collect(),
        false => a.iter().chain(&b).copied().collect(),
    };
    universe.sort_unstable();
    universe.dedup();
    let rows = universe.iter().map(|row| {
        let (a, b) = (a.contains(row), b.contains(row));
        (one(row.to_string(), Ink::Plain), a, b)
    });
    let rows: Vec<_> = rows.collect();
    let neither = rows.iter().filter(|(_, a, b)| !a && !b).count();
    let names = [one("A", Ink::OnlyA), one("B", Ink::OnlyB)];
    let asked = Slide::of(vec![t.text("sets-given", &[]), matrix(names, rows)]);
    let overlap = Overlap::of(&a, &b);
    let shared = u64::from(overlap.shared);
    let all = u64::from(overlap.size_a) + u64::from(overlap.size_b);
    let right = format!("{shared}/{}", overlap.union());
    let mut answers = vec![right.clone(), format!("{shared}/{all}")];
    answers.push(format!("{shared}/{}", overlap.size_a.max(overlap.size_b)));
    answers.sort();
    answers.dedup();
    let at = answers.iter().position(|answer| *answer == right);
    let answers = answers.iter().map(|answer| one(answer, Ink::Plain));
    let question = t.question("sets-ask", &[], answers.collect(), at.unwrap_or(0));
    let mut slides = vec![asked.asking(question)];
    slides.extend(figures(&overlap, neither, t));
    slides
}

/// The rows, from 1, that a column of a matrix has a one in.
pub fn column_of(matrix: &[Vec<bool>], column: usize) -> Vec<u64> {
    let rows = (1..).zip(matrix);
    let ones = rows.filter(|(_, row)| row.get(column).is_some_and(|one| *one));
    ones.map(|(row, _)| row).collect()
}
