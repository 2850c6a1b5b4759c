//! Rows of the union with ones, Jaccard and containment, and an excerpt with a small Jaccard.

use std::collections::BTreeSet;

use crate::base::units::share;
use crate::lecture::compared::{Compared, letter, more_than};
use crate::lecture::setup::Setup;
use crate::lecture::slide::{
    Bar, Ink, LectureLine, Question, Slide, SlideBlock, Span, line, one, text,
};
use crate::similarity::Overlap;

/// Maximum number of rows of the matrix that are shown.
const MAX_ROWS: usize = 12;

/// The excerpt that replaces B has the first quarter of the windows of A.
const EXCERPT_PART: usize = 4;

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let example = &setup.example;
    if !example.sets.is_empty() || !example.matrix.is_empty() {
        return Ok(of_example(setup));
    }
    let texts = Compared::new(setup, 2)?;
    let shown = texts.shingles.iter().enumerate().take(MAX_ROWS);
    let rows = shown.map(|(at, shingle)| {
        let name = line!("{}  {}", letter(at), texts.written(at));
        (name, shingle.counts[0] > 0, shingle.counts[1] > 0)
    });
    let mut blocks = texts.notes();
    blocks.push(text!(
        "Every shingle of either text is a row; 1 where the text has it:"
    ));
    blocks.push(matrix([0, 1].map(|at| vec![texts.name(at)]), rows));
    blocks.extend(more_than(MAX_ROWS, texts.shingles.len()));
    let mut slides = vec![Slide::new(blocks), figures(&texts.overlap(0, 1), 0)];
    slides.extend(excerpt(&texts));
    Ok(slides)
}

/// A matrix of two columns with their ones.
fn matrix(
    columns: [LectureLine; 2],
    rows: impl Iterator<Item = (LectureLine, bool, bool)>,
) -> SlideBlock {
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
    SlideBlock::matrix(columns, rows)
}

/// Counts of the kinds of rows, then Jaccard and both containments; `neither` is the number of rows in no set.
fn figures(overlap: &Overlap, neither: usize) -> Slide {
    let shared = overlap.shared;
    let (only_a, only_b) = (overlap.size_a - shared, overlap.size_b - shared);
    let count = |n: u32, ink| Span::new(n.to_string(), ink);
    let fraction = format!("{shared}/{}", overlap.union());
    let bar = |name: &str, value: f64, total: u64, ink| Bar {
        value: format!("{shared}/{total} = {}", share(value)),
        ..Bar::share(name, value, ink)
    };
    let (a, b) = (u64::from(overlap.size_a), u64::from(overlap.size_b));
    let (a_in_b, b_in_a) = (overlap.containment_a_in_b(), overlap.containment_b_in_a());
    Slide::new(vec![
        text!(
            "In both {}, in A alone {}, in B alone {}, in neither {}. \
             Rows in neither do not count.",
            count(shared, Ink::Both),
            count(only_a, Ink::OnlyA),
            count(only_b, Ink::OnlyB),
            neither
        ),
        SlideBlock::big(
            fraction.clone(),
            line!(
                "Jaccard = in both / in at least one = {} = {}",
                fraction,
                share(overlap.jaccard())
            ),
        ),
        SlideBlock::Bars(vec![
            bar("Jaccard", overlap.jaccard(), overlap.union(), Ink::Both),
            bar("share of A that is in B", a_in_b, a, Ink::OnlyA),
            bar("share of B that is in A", b_in_a, b, Ink::OnlyB),
        ]),
    ])
}

/// B is an excerpt of A: its Jaccard is small, its containment is not.
fn excerpt(texts: &Compared) -> Option<Slide> {
    let text = &texts.texts[0];
    let windows = text.windows.len() / EXCERPT_PART;
    let hashes = text.windows[..windows]
        .iter()
        .map(|at| texts.shingles[*at].hash);
    let hashes: BTreeSet<u64> = hashes.collect();
    let overlap = Overlap::new(&text.set, &hashes.into_iter().collect::<Vec<u64>>());
    let mut slide = figures(&overlap, 0);
    slide.blocks[0] = text!(
        "If B is an excerpt, the first {} of the {} words of A, all of it is in A, but the Jaccard is small, because \
         A is long. Containment says it.",
        windows + texts.k - 1,
        text.words.len()
    );
    (windows > 0).then_some(slide)
}

/// Two example sets, or an example matrix of two columns.
fn of_example(setup: &Setup) -> Vec<Slide> {
    let example = &setup.example;
    let set = |at: usize| match example.sets.get(at) {
        Some(set) => set.clone(),
        None => column_of(&example.matrix, at),
    };
    let (a, b) = (set(0), set(1));
    let mut universe: BTreeSet<u64> = a.iter().chain(&b).copied().collect();
    universe.extend(1..=example.matrix.len() as u64);
    let rows = universe.iter().map(|row| {
        let name = one(row.to_string(), Ink::Plain);
        (name, a.contains(row), b.contains(row))
    });
    let neither = rows.clone().filter(|(_, a, b)| !a && !b).count();
    let names = [one("A", Ink::OnlyA), one("B", Ink::OnlyB)];
    let slide = Slide::new(vec![
        text!("Every element is a row; 1 where the set has it:"),
        matrix(names, rows),
    ]);
    let overlap = Overlap::new(&a, &b);
    let right = format!("{}/{}", overlap.shared, overlap.union());
    let (a, b) = (u64::from(overlap.size_a), u64::from(overlap.size_b));
    let mut answers = [overlap.union(), a + b, a.max(b)]
        .map(|denominator| format!("{}/{denominator}", overlap.shared));
    answers.sort();
    let question = Question::choice(line!("How alike are A and B?"), answers.to_vec(), &right);
    vec![slide.asking(question), figures(&overlap, neither)]
}

/// The rows, from 1, with a one in a column of the matrix.
pub fn column_of(matrix: &[Vec<bool>], column: usize) -> Vec<u64> {
    let rows = (1..).zip(matrix);
    let ones = rows.filter(|(_, row)| row.get(column).is_some_and(|one| *one));
    ones.map(|(row, _)| row).collect()
}
