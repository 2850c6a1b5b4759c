//! The matrix of documents, its signature under a few permutations, and the one pass of row hashing.

use super::sets::column_of;
use crate::base::units::share;
use crate::lecture::compared::{Compared, letter, more_than};
use crate::lecture::setup::{Example, MOST_TEXTS, Setup};
use crate::lecture::slide::{
    Ink, LectureLine, Question, Slide, SlideBlock, Span, line, one, plain_text, text,
};
use crate::similarity::Overlap;
use crate::sketch::Sketcher;

/// Rows of the matrix that are written out.
const ROWS: usize = 12;
/// Rows of the pass that are shown one by one.
const PASSED: usize = 8;

/// Matrix of rows by documents, with a one if the document has the row.
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
        let shown = self.rows.iter().take(ROWS).zip(1..);
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
        let says = if self.orders.is_empty() {
            text!("One column a document, one row a shingle:")
        } else {
            text!(
                "One column a document, one row a shingle; each permutation π gives every row a new index:"
            )
        };
        let orders = (0..self.orders.len()).map(permutation);
        let head = self.documents.iter().cloned().chain(orders);
        let mut blocks = vec![says, SlideBlock::matrix(head, rows)];
        blocks.extend(more_than(ROWS, self.rows.len()));
        blocks
    }
}

/// A row of signature values, one for each document.
type Signature = Vec<Option<u64>>;

/// Under each order the least new index of a document's rows.
pub fn minima(columns: &[Vec<u64>], orders: &[Vec<u64>]) -> Vec<Signature> {
    let least = |order: &Vec<u64>, rows: &Vec<u64>| {
        let indices = rows.iter().filter_map(|row| order.get(*row as usize - 1));
        indices.min().copied()
    };
    let row = |order| columns.iter().map(|rows| least(order, rows)).collect();
    orders.iter().map(row).collect()
}

/// In each sequence of visited rows the first that a document has.
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
/// a document with a one in the row keeps the least.
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
                let kept = slots[document].unwrap_or(value);
                slots[document] = Some(kept.min(value));
            }
        }
        after.push(slots.clone());
    }
    after
}

/// The least odd prime that is at least `n`: modulo such a number `2x + 1` differs for all of `n` rows.
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
    let ones = if example.matrix.is_empty() {
        let texts = Compared::new(setup, MOST_TEXTS)?;
        blocks = texts.notes();
        BinaryMatrix::of_texts(&texts, setup)
    } else {
        BinaryMatrix::of_example(example)
    };
    if ones.rows.is_empty() {
        blocks.push(text!("No text has a shingle: the matrix has no rows."));
        return Ok(vec![Slide::new(blocks)]);
    }
    blocks.extend(ones.blocks());
    let mut slides = Vec::new();
    let visits = &example.visits;
    if !ones.orders.is_empty() {
        let keeps = text!(
            "The signature keeps of each document the least new index under each permutation."
        );
        blocks.push(keeps);
        slides.extend(signed(&ones, blocks, &minima(&ones.columns, &ones.orders)));
    } else if !visits.is_empty() {
        let rows = visits.iter().enumerate().map(|(at, visit)| {
            let rows: Vec<String> = visit.iter().map(u64::to_string).collect();
            vec![permutation(at), one(rows.join(" "), Ink::Plain)]
        });
        blocks.push(text!(
            "The rows are visited in these orders. The signature keeps of each document the first row that has a 1."
        ));
        blocks.push(SlideBlock::rows(rows));
        slides.extend(signed(&ones, blocks, &firsts(&ones.columns, visits)));
    }
    if example.matrix.is_empty() || !example.row_hashes.is_empty() {
        slides.extend(pass(&ones, &example.row_hashes));
    }
    Ok(slides)
}

fn permutation(at: usize) -> LectureLine {
    one(format!("π{}", at + 1), Ink::Plain)
}

/// Signature values, one row for each permutation or hash.
fn values(ones: &BinaryMatrix, rows: impl Iterator<Item = (LectureLine, Signature)>) -> SlideBlock {
    let written = |value: &Option<u64>| {
        Span::strong(value.map_or_else(|| "∞".to_owned(), |value| value.to_string()))
    };
    let rows = rows.map(|(name, row)| (name, row.iter().map(written).collect()));
    SlideBlock::matrix(ones.documents.iter().cloned(), rows)
}

/// A question about the two documents that are most similar by signature; then the signature matrix, with true and
/// signature similarity.
fn signed(ones: &BinaryMatrix, blocks: Vec<SlideBlock>, signature: &[Signature]) -> [Slide; 2] {
    let mut slide = Slide::new(blocks);
    let rows = signature.iter().cloned().enumerate();
    let rows = rows.map(|(at, row)| (permutation(at), row));
    let values = values(ones, rows);
    let count = ones.documents.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let name = |(a, b): (usize, usize)| {
        let mut name = ones.documents[a].clone();
        name.extend(line!(" – "));
        name.extend(ones.documents[b].iter().cloned());
        name
    };
    let exact = |(a, b): (usize, usize)| Overlap::new(&ones.columns[a], &ones.columns[b]).jaccard();
    let signed = |(a, b)| agreement(signature, a, b);
    let pairs: Vec<(usize, usize)> = pairs.collect();
    // The best pair and up to three others, if only one is best.
    let mut offered = pairs.clone();
    offered.sort_by(|x, y| signed(*y).total_cmp(&signed(*x)).then(x.cmp(y)));
    offered.truncate(4);
    if let [best, next, ..] = offered[..]
        && signed(best) > signed(next)
    {
        offered.sort_unstable();
        let answers = offered.into_iter().map(|pair| plain_text(&name(pair)));
        let text = line!("Which two documents will the signature take for the most alike?");
        let right = plain_text(&name(best));
        slide.question = Some(Question::choice(text, answers.collect(), &right));
    }
    let rows = pairs.into_iter().map(|pair| {
        vec![
            name(pair),
            one(share(exact(pair)), Ink::Both),
            one(share(signed(pair)), Ink::Equal),
        ]
    });
    let head = vec![LectureLine::new(), line!("true"), line!("signature")];
    let answered = Slide::new(vec![
        text!("The signature matrix:"),
        values,
        text!("The true Jaccard, and the share of equal signature rows:"),
        SlideBlock::table(head, rows),
    ]);
    [slide, answered]
}

/// One pass over the rows, step by step, with hashes instead of permutations.
fn pass(ones: &BinaryMatrix, custom: &[(u64, u64, u64)]) -> Vec<Slide> {
    let rows = ones.rows.len();
    let prime = prime_from(rows as u64);
    let own = [(1, 0, prime), (2, 1, prime)];
    let hashes = if custom.is_empty() { &own[..] } else { custom };
    let names = hashes.iter().zip(["h", "g", "f", "e"]);
    let names = names.map(|((a, b, m), letter)| match (a, b) {
        (1, 0) => line!("{}(x) = x mod {}", letter, *m),
        (a, b) => line!("{}(x) = {}x+{} mod {}", letter, *a, *b, *m),
    });
    let names: Vec<LectureLine> = names.collect();
    let after = slots(&ones.columns, rows, hashes);
    let state = |slots: &[Signature]| {
        let rows = names.iter().cloned().zip(slots.iter().cloned());
        values(ones, rows)
    };
    let empty = vec![vec![None; ones.columns.len()]; hashes.len()];
    let last = after.last().unwrap_or(&empty);
    let largest = last.iter().flatten().flatten().max().copied().unwrap_or(0);
    let question = Question::of_numbers(
        line!("What is the largest number left in the slots after the pass?"),
        vec![largest, 0, rows as u64, hashes[0].2],
        largest,
    );
    let begin = text!(
        "No permutation is ever made: each row is hashed, in one pass, and every slot keeps \
         the least. The modulus is a prime, {}, so that no two rows get the same value. At \
         first every slot is ∞.",
        hashes[0].2
    );
    let mut blocks = if ones.orders.is_empty() {
        ones.blocks()
    } else {
        Vec::new()
    };
    blocks.extend([begin, state(&empty)]);
    let mut slides = vec![Slide::new(blocks).asking(question)];
    for (slots, row) in after.iter().take(PASSED).zip(1..) {
        let goes = hashes.iter().map(|hash| hashed(*hash, row).to_string());
        let goes = goes.collect::<Vec<_>>().join(", ");
        let holds = |at: &usize| ones.columns[*at].binary_search(&row).is_ok();
        let holders = (0..ones.documents.len()).filter(holds);
        let holders = holders.map(|at| plain_text(&ones.documents[at]));
        let holders = holders.collect::<Vec<_>>().join(", ");
        let row = Span::strong(row.to_string());
        let moved = text!("Row {} goes to {}; it is in: {}.", row, goes, holders);
        slides.push(Slide::new(vec![moved, state(slots)]));
    }
    if rows > PASSED {
        let more = text!("After the other {} rows:", rows - PASSED);
        slides.push(Slide::new(vec![more, state(last)]));
    }
    slides
}
