//! Rows of the union with ones, Jaccard and containment, and an excerpt that Jaccard hides.

use crate::base::units::share;
use crate::lecture::compared::{Compared, letter, more_than};
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Line, Question, Slide, Span, line, one, text};
use crate::similarity::Overlap;

/// Rows of the matrix that are written out.
const ROWS: usize = 12;

/// The excerpt of A that plays B has one word in this many.
const EXCERPT: usize = 4;

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let example = &setup.example;
    if !example.sets.is_empty() || !example.matrix.is_empty() {
        return Ok(given(setup));
    }
    let texts = Compared::of(setup, 2)?;
    let shown = texts.shingles.iter().enumerate().take(ROWS);
    let rows = shown.map(|(at, shingle)| {
        let name = line!("{}  {}", letter(at), texts.written(at));
        (name, shingle.counts[0] > 0, shingle.counts[1] > 0)
    });
    let mut blocks = texts.notes();
    blocks.push(text!(
        "Every shingle of either text is a row; 1 where the text has it:"
    ));
    blocks.push(matrix([0, 1].map(|at| vec![texts.name(at)]), rows));
    blocks.extend(more_than(ROWS, texts.shingles.len()));
    let mut slides = vec![Slide::of(blocks), figures(&texts.overlap(0, 1), 0)];
    slides.extend(excerpt(setup, &texts)?);
    Ok(slides)
}

/// A matrix of two columns with their ones.
fn matrix(columns: [Line; 2], rows: impl Iterator<Item = (Line, bool, bool)>) -> Block {
    let rows = rows.map(|(name, a, b)| {
        let ink = match (a, b) {
            (true, true) => Ink::Both,
            (true, false) => Ink::OnlyA,
            (false, true) => Ink::OnlyB,
            (false, false) => Ink::Dim,
        };
        let cell = |one: bool| Span::new(if one { "1" } else { "0" }, ink);
        (name, vec![cell(a), cell(b)])
    });
    Block::matrix(columns, rows)
}

/// Counts of the kinds of rows, then Jaccard and both containments; `neither` rows are in no set.
fn figures(overlap: &Overlap, neither: usize) -> Slide {
    let shared = overlap.shared;
    let (only_a, only_b) = (overlap.size_a - shared, overlap.size_b - shared);
    let count = |n: u32, ink| Span::new(n.to_string(), ink);
    let fraction = format!("{shared}/{}", overlap.union());
    let bar = |name: &str, value: f64, of: u64, ink| Bar {
        value: format!("{shared}/{of} = {}", share(value)),
        ..Bar::share(name, value, ink)
    };
    let (a, b) = (u64::from(overlap.size_a), u64::from(overlap.size_b));
    let (a_in_b, b_in_a) = (overlap.containment_a_in_b(), overlap.containment_b_in_a());
    Slide::of(vec![
        text!(
            "In both {}, in A alone {}, in B alone {}, in neither {}. \
             Rows in neither do not count.",
            count(shared, Ink::Both),
            count(only_a, Ink::OnlyA),
            count(only_b, Ink::OnlyB),
            neither
        ),
        areas(overlap),
        Block::big(
            fraction.clone(),
            line!(
                "Jaccard = in both / in at least one = {} = {}",
                fraction,
                share(overlap.jaccard())
            ),
        ),
        Block::Bars(vec![
            bar("Jaccard", overlap.jaccard(), overlap.union(), Ink::Both),
            bar("share of A that is in B", a_in_b, a, Ink::OnlyA),
            bar("share of B that is in A", b_in_a, b, Ink::OnlyB),
        ]),
    ])
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
    let a = line!("{}{}", area(only_a, Ink::OnlyA), area(both, Ink::Both));
    let b = line!(
        "{}{}{}",
        " ".repeat(only_a),
        area(both, Ink::Both),
        area(only_b, Ink::OnlyB)
    );
    Block::rows([vec![one("A", Ink::OnlyA), a], vec![one("B", Ink::OnlyB), b]])
}

/// B is an excerpt of A: its Jaccard is small, its containment is not.
fn excerpt(setup: &Setup, whole: &Compared) -> anyhow::Result<Option<Slide>> {
    let words = &whole.texts[0].words;
    let taken = (words.len() / EXCERPT).max(whole.k).min(words.len());
    if taken == words.len() {
        return Ok(None);
    }
    let texts = vec![words.join(" "), words[..taken].join(" ")];
    let setup = Setup {
        texts,
        ..setup.clone()
    };
    let overlap = Compared::of(&setup, 2)?.overlap(0, 1);
    let mut slide = figures(&overlap, 0);
    slide.blocks[0] = text!(
        "If B is an excerpt, the first {} of the {} words of A, all of it is in A, but the Jaccard is small, because \
         A is long. Containment says it.",
        taken,
        words.len()
    );
    Ok(Some(slide))
}

/// Two given sets, or a given matrix of two columns.
fn given(setup: &Setup) -> Vec<Slide> {
    let example = &setup.example;
    let set = |at: usize| {
        let mut set = match example.sets.get(at) {
            Some(set) => set.clone(),
            None => column_of(&example.matrix, at),
        };
        set.sort_unstable();
        set.dedup();
        set
    };
    let (a, b) = (set(0), set(1));
    let mut universe: Vec<u64> = match example.sets.is_empty() {
        true => (1..=example.matrix.len() as u64).collect(),
        false => a.iter().chain(&b).copied().collect(),
    };
    universe.sort_unstable();
    universe.dedup();
    let rows = universe.iter().map(|row| {
        let name = one(row.to_string(), Ink::Plain);
        (name, a.contains(row), b.contains(row))
    });
    let neither = rows.clone().filter(|(_, a, b)| !a && !b).count();
    let names = [one("A", Ink::OnlyA), one("B", Ink::OnlyB)];
    let asked = Slide::of(vec![
        text!("Every element is a row; 1 where the set has it:"),
        matrix(names, rows),
    ]);
    let overlap = Overlap::of(&a, &b);
    let right = format!("{}/{}", overlap.shared, overlap.union());
    let sizes = [
        overlap.size_a + overlap.size_b,
        overlap.size_a.max(overlap.size_b),
    ];
    let mut answers = sizes.map(|of| format!("{}/{of}", overlap.shared)).to_vec();
    answers.push(right.clone());
    answers.sort();
    let question = Question::choice(line!("How alike are A and B?"), answers, &right);
    vec![asked.asking(question), figures(&overlap, neither)]
}

/// The rows, from 1, that a column of a matrix has a one in.
pub fn column_of(matrix: &[Vec<bool>], column: usize) -> Vec<u64> {
    let rows = (1..).zip(matrix);
    let ones = rows.filter(|(_, row)| row.get(column).is_some_and(|one| *one));
    ones.map(|(row, _)| row).collect()
}
