//! Stage 0: how many pairs a collection has, and what comparing all of them takes.

use crate::base::units::{self, count, counted};
use crate::lecture::dial::SIZES;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Question, Slide, Span, line, one, text};

/// Comparisons in a second that the stage assumes, and says so.
const A_SECOND: u64 = 1_000_000;
/// Bytes of a list entry of a pair with its similarity.
const BYTES: u64 = 16;
/// Units of time, with their seconds.
const UNITS: [(&str, &str, u64); 5] = [
    ("second", "seconds", 1),
    ("minute", "minutes", 60),
    ("hour", "hours", 3_600),
    ("day", "days", 86_400),
    ("year", "years", 365 * 86_400),
];

/// Number of pairs of `n` documents.
pub fn pairs(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// The slides of the stage.
pub fn slides(setup: &Setup) -> Vec<Slide> {
    let n = SIZES[setup.size.min(SIZES.len() - 1)];
    let all = pairs(n);
    let documents = || Span::dial(count(n));
    let asked = Slide::of(vec![text!(
        "A collection has {} documents. Which of them are nearly the same?",
        documents()
    )]);
    let question = line!(
        "{} documents: how many pairs are there to compare?",
        documents()
    );
    let asked = asked.asking(Question::of_numbers(question, vec![n, all, n * n], all));
    let answered = Slide::of(vec![
        Block::big(
            count(all),
            line!("pairs of {} documents: n (n − 1) / 2.", n),
        ),
        text!(
            "At {} comparisons in a second, all of them take {}.",
            A_SECOND,
            Span::strong(time((all + A_SECOND / 2) / A_SECOND))
        ),
        text!(
            "A list of all of them, 16 bytes a pair, takes {}.",
            Span::strong(units::bytes(all * BYTES))
        ),
    ]);
    let logarithm = |size: u64| (pairs(size).max(1) as f64).log10();
    let most = SIZES.map(logarithm).into_iter().fold(1.0, f64::max);
    let bars = SIZES.map(|size| Bar {
        name: one(count(size), if size == n { Ink::Dial } else { Ink::Plain }),
        length: logarithm(size) / most,
        value: count(pairs(size)),
        ink: Ink::Unlike,
    });
    let growth = Slide::of(vec![
        text!("Ten times the documents are a hundred times the pairs (bars by powers of ten):"),
        Block::Bars(bars.to_vec()),
        text!(
            "Nearly all pairs have nothing in common. The way out is to find the others \
             without looking at all: shingles, sketches, buckets."
        ),
    ]);
    vec![asked, answered, growth]
}

/// Seconds in the largest unit of which they are one.
fn time(seconds: u64) -> String {
    let unit = UNITS.iter().rev().find(|(.., of)| seconds >= *of);
    match unit {
        Some((one, many, of)) => counted((seconds + of / 2) / of, one, many),
        None => "less than a second".into(),
    }
}
