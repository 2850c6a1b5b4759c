//! The matrix of documents, its signature under a few permutations, and row hashing in one pass.

use super::sets::column_of;
use crate::base::units::share;
use crate::lecture::compared::{Compared, letter, more_than};
use crate::lecture::setup::{Example, MAX_TEXTS, Setup};
use crate::lecture::slide::{
    Ink, LectureLine, Question, Slide, SlideBlock, Span, line, one, plain_text, text,
};
use crate::similarity::Overlap;
use crate::sketch::Sketcher;

/// Maximum number of rows of the matrix that are shown.
const MAX_ROWS: usize = 12;
/// Maximum number of rows of the pass that are shown one by one.
const MAX_PASSED: usize = 8;

/// Matrix of rows by documents, with a one if the row's shingle is in the document.
struct BinaryMatrix {
    documents: Vec<LectureLine>,
    rows: Vec<LectureLine>,
    columns: Vec<Vec<u64>>,
    /// Permutations: the new index of every row, from 1.
    orders: Vec<Vec<u64>>,
}

impl BinaryMatrix {
    fn of_example(example: &Example) -> Self {
        let documents = example.matrix.iter().map(Vec::len).max().unwrap_or(0);
        let name = |at: usize| one(format!("d{}", at + 1), Ink::Plain);
        let row = |at: usize| one((at + 1).to_string(), Ink::Plain);
        BinaryMatrix {
            documents: (0..documents).map(name).collect(),
            rows: (0..example.matrix.len()).map(row).collect(),
            columns: (0..documents)
                .map(|at| column_of(&example.matrix, at))
                .collect(),
            orders: example.orders.clone(),
        }
    }

    fn of_texts(texts: &Compared, setup: &Setup) -> Self {
        let rows = 0..texts.shingles.len();
        let documents = 0..texts.texts.len();
        let has = |text: usize| {
            let ones = rows.clone().filter(|s| texts.shingles[*s].counts[text] > 0);
            ones.map(|row| row as u64 + 1).collect()
        };
        let sketcher = Sketcher::new(&setup.minhash(setup.few));
        let orders = (0..setup.few).map(|at| {
            let value = |s: usize| sketcher.minimum(at, &[texts.shingles[s].hash]);
            let mut order: Vec<usize> = rows.clone().collect();
            order.sort_by_cached_key(|s| (value(*s).map(|m| m.value), *s));
            let mut index = vec![0; order.len()];
            for (position, row) in order.into_iter().enumerate() {
                index[row] = position as u64 + 1;
            }
            index
        });
        BinaryMatrix {
            documents: documents.clone().map(|at| vec![texts.name(at)]).collect(),
            rows: (rows.clone())
                .map(|s| line!("{}  {}", letter(s), texts.written(s)))
                .collect(),
            columns: documents.map(has).collect(),
            orders: orders.collect(),
        }
    }

    /// Its first rows, with the new index of each row under every permutation.
    fn blocks(&self) -> Vec<SlideBlock> {
        let shown = self.rows.iter().take(MAX_ROWS).zip(1..);
        let rows = shown.map(|(name, at): (_, u64)| {
            let has = |rows: &Vec<u64>| match rows.binary_search(&at) {
                Ok(_) => Span::strong("1"),
                Err(_) => Span::new("0", Ink::Dim),
            };
            let index = |order: &Vec<u64>| order.get(at as usize - 1).copied().unwrap_or(0).into();
            let ones = self.columns.iter().map(has);
            (
                name.clone(),
                ones.chain(self.orders.iter().map(index)).collect(),
            )
        });
        let caption = if self.orders.is_empty() {
            text!("One column a document, one row a shingle:")
        } else {
            text!(
                "One column a document, one row a shingle; each permutation π gives every row a new index:"
            )
        };
        let orders = (0..self.orders.len()).map(permutation);
        let head = self.documents.iter().cloned().chain(orders);
        let mut blocks = vec![caption, SlideBlock::matrix(head, rows)];
        blocks.extend(more_than(MAX_ROWS, self.rows.len()));
        blocks
    }
}

/// A row of signature values, one for each document.
type Signature = Vec<Option<u64>>;

/// For each order, the minimum new index of the rows of each document.
pub fn minima(columns: &[Vec<u64>], orders: &[Vec<u64>]) -> Vec<Signature> {
    let minimum = |order: &Vec<u64>, rows: &Vec<u64>| {
        let indices = rows.iter().filter_map(|row| order.get(*row as usize - 1));
        indices.min().copied()
    };
    let row = |order| columns.iter().map(|rows| minimum(order, rows)).collect();
    orders.iter().map(row).collect()
}

/// For each sequence of visited rows, the first row of each document.
pub fn firsts(columns: &[Vec<u64>], visits: &[Vec<u64>]) -> Vec<Signature> {
    let first =
        |visit: &Vec<u64>, rows: &Vec<u64>| visit.iter().find(|row| rows.contains(row)).copied();
    let row = |visit| columns.iter().map(|rows| first(visit, rows)).collect();
    visits.iter().map(row).collect()
}

/// Fraction of signature rows in which two documents are equal.
pub fn agreement(signature: &[Signature], a: usize, b: usize) -> f64 {
    let equal = |row: &&Signature| row[a].is_some() && row[a] == row[b];
    signature.iter().filter(equal).count() as f64 / signature.len().max(1) as f64
}

/// The slots after each row of one pass: row x has `a·x + b mod m` under each hash `(a, b, m)`, and every slot of
/// a document with a one in the row keeps the minimum.
pub fn slots(columns: &[Vec<u64>], rows: usize, hashes: &[(u64, u64, u64)]) -> Vec<Vec<Signature>> {
    let mut slots = vec![vec![None; columns.len()]; hashes.len()];
    let mut after = Vec::new();
    for row in 1..=rows as u64 {
        for (document, ones) in columns.iter().enumerate() {
            if ones.binary_search(&row).is_err() {
                continue;
            }
            for (hash, slots) in hashes.iter().zip(&mut slots) {
                let value = hashed(*hash, row);
                let minimum = slots[document].unwrap_or(value);
                slots[document] = Some(minimum.min(value));
            }
        }
        after.push(slots.clone());
    }
    after
}

/// The smallest odd prime that is at least `n`: modulo this prime, `2x + 1` differs for all `n` rows.
pub fn prime_from(n: u64) -> u64 {
    let is_prime = |n: &u64| {
        let mut divisors = (2..).take_while(|d| d * d <= *n);
        divisors.all(|d| !n.is_multiple_of(d))
    };
    (n.max(3)..).find(is_prime).unwrap_or(n)
}

fn hashed((a, b, m): (u64, u64, u64), row: u64) -> u64 {
    a.wrapping_mul(row).wrapping_add(b) % m.max(1)
}

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let example = &setup.example;
    let mut blocks = Vec::new();
    let grid = if example.matrix.is_empty() {
        let texts = Compared::new(setup, MAX_TEXTS)?;
        blocks = texts.notes();
        BinaryMatrix::of_texts(&texts, setup)
    } else {
        BinaryMatrix::of_example(example)
    };
    if grid.rows.is_empty() {
        blocks.push(text!("No text has a shingle: the matrix has no rows."));
        return Ok(vec![Slide::new(blocks)]);
    }
    blocks.extend(grid.blocks());
    let mut slides = Vec::new();
    let visits = &example.visits;
    if !grid.orders.is_empty() {
        let note = text!(
            "The signature keeps of each document the least new index under each permutation."
        );
        blocks.push(note);
        slides.extend(signed(&grid, blocks, &minima(&grid.columns, &grid.orders)));
    } else if !visits.is_empty() {
        let rows = visits.iter().enumerate().map(|(at, visit)| {
            let rows: Vec<String> = visit.iter().map(u64::to_string).collect();
            vec![permutation(at), one(rows.join(" "), Ink::Plain)]
        });
        blocks.push(text!(
            "The rows are visited in these orders. The signature keeps of each document the first row that has a 1."
        ));
        blocks.push(SlideBlock::rows(rows));
        slides.extend(signed(&grid, blocks, &firsts(&grid.columns, visits)));
    }
    if example.matrix.is_empty() || !example.row_hashes.is_empty() {
        slides.extend(pass(&grid, &example.row_hashes));
    }
    Ok(slides)
}

fn permutation(at: usize) -> LectureLine {
    one(format!("π{}", at + 1), Ink::Plain)
}

/// Signature values, one row for each permutation or hash.
fn values(grid: &BinaryMatrix, rows: impl Iterator<Item = (LectureLine, Signature)>) -> SlideBlock {
    let cell = |value: &Option<u64>| {
        Span::strong(value.map_or_else(|| "∞".to_owned(), |value| value.to_string()))
    };
    let rows = rows.map(|(name, row)| (name, row.iter().map(cell).collect()));
    SlideBlock::matrix(grid.documents.iter().cloned(), rows)
}

/// A question about the two documents that are most similar by signature; then the signature matrix, with true and
/// signature similarity.
fn signed(grid: &BinaryMatrix, blocks: Vec<SlideBlock>, signature: &[Signature]) -> [Slide; 2] {
    let mut slide = Slide::new(blocks);
    let rows = signature.iter().cloned().enumerate();
    let rows = rows.map(|(at, row)| (permutation(at), row));
    let values = values(grid, rows);
    let count = grid.documents.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let name = |(a, b): (usize, usize)| {
        let mut name = grid.documents[a].clone();
        name.extend(line!(" – "));
        name.extend(grid.documents[b].iter().cloned());
        name
    };
    let exact = |(a, b): (usize, usize)| Overlap::new(&grid.columns[a], &grid.columns[b]).jaccard();
    let estimate = |(a, b)| agreement(signature, a, b);
    let pairs: Vec<(usize, usize)> = pairs.collect();
    // The best pair and up to three others, if only one is best.
    let mut options = pairs.clone();
    options.sort_by(|x, y| estimate(*y).total_cmp(&estimate(*x)).then(x.cmp(y)));
    options.truncate(4);
    if let [best, next, ..] = options[..]
        && estimate(best) > estimate(next)
    {
        options.sort_unstable();
        let answers = options.into_iter().map(|pair| plain_text(&name(pair)));
        let text = line!("Which two documents will the signature take for the most alike?");
        let right = plain_text(&name(best));
        slide.question = Some(Question::choice(text, answers.collect(), &right));
    }
    let rows = pairs.into_iter().map(|pair| {
        vec![
            name(pair),
            one(share(exact(pair)), Ink::Both),
            one(share(estimate(pair)), Ink::Equal),
        ]
    });
    let head = vec![LectureLine::new(), line!("true"), line!("signature")];
    let answer = Slide::new(vec![
        text!("The signature matrix:"),
        values,
        text!("The true Jaccard, and the share of equal signature rows:"),
        SlideBlock::table(head, rows),
    ]);
    [slide, answer]
}

/// One pass over the rows, step by step, with hashes instead of permutations.
fn pass(grid: &BinaryMatrix, custom: &[(u64, u64, u64)]) -> Vec<Slide> {
    let rows = grid.rows.len();
    let prime = prime_from(rows as u64);
    let base = [(1, 0, prime), (2, 1, prime)];
    let hashes = if custom.is_empty() { &base[..] } else { custom };
    let names = hashes.iter().zip(["h", "g", "f", "e"]);
    let names = names.map(|((a, b, m), letter)| match (a, b) {
        (1, 0) => line!("{}(x) = x mod {}", letter, *m),
        (a, b) => line!("{}(x) = {}x+{} mod {}", letter, *a, *b, *m),
    });
    let names: Vec<LectureLine> = names.collect();
    let after = slots(&grid.columns, rows, hashes);
    let state = |slots: &[Signature]| {
        let rows = names.iter().cloned().zip(slots.iter().cloned());
        values(grid, rows)
    };
    let empty = vec![vec![None; grid.columns.len()]; hashes.len()];
    let last = after.last().unwrap_or(&empty);
    let largest = last.iter().flatten().flatten().max().copied().unwrap_or(0);
    let question = Question::of_numbers(
        line!("What is the largest number left in the slots after the pass?"),
        vec![largest, 0, rows as u64, hashes[0].2],
        largest,
    );
    let introduction = text!(
        "No permutation is ever made: each row is hashed, in one pass, and every slot keeps \
         the least. The modulus is a prime, {}, so that no two rows get the same value. At \
         first every slot is ∞.",
        hashes[0].2
    );
    let mut blocks = if grid.orders.is_empty() {
        grid.blocks()
    } else {
        Vec::new()
    };
    blocks.extend([introduction, state(&empty)]);
    let mut slides = vec![Slide::new(blocks).asking(question)];
    for (slots, row) in after.iter().take(MAX_PASSED).zip(1..) {
        let targets = hashes.iter().map(|hash| hashed(*hash, row).to_string());
        let targets = targets.collect::<Vec<_>>().join(", ");
        let has_row = |at: &usize| grid.columns[*at].binary_search(&row).is_ok();
        let names = (0..grid.documents.len()).filter(has_row);
        let names = names.map(|at| plain_text(&grid.documents[at]));
        let names = names.collect::<Vec<_>>().join(", ");
        let row = Span::strong(row.to_string());
        let sentence = text!("Row {} goes to {}; it is in: {}.", row, targets, names);
        slides.push(Slide::new(vec![sentence, state(slots)]));
    }
    if rows > MAX_PASSED {
        let sentence = text!("After the other {} rows:", rows - MAX_PASSED);
        slides.push(Slide::new(vec![sentence, state(last)]));
    }
    slides
}
