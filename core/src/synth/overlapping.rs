//! Two collections that share some documents, for estimates of their relative size.

use super::Synth;
use crate::text::shingles::mix;

/// Words of a document, about, and of a header that only a copy has.
const WORDS: usize = 150;
const HEADER: usize = 5;

/// Two collections of made-up texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlapping {
    /// Texts of the left collection.
    pub left: Vec<String>,
    /// Texts of the right collection.
    pub right: Vec<String>,
}

/// A left collection of `documents` texts and a right one of 3/5 as many: |left|/|right| = 5/3. They share 3/10
/// of the left, which is half of the right; every second shared text has another header in the right one.
///
/// Lengths are such that samplers which prefer long documents err: the shortest texts, a third, are all in
/// the left collection alone, so that a shared text is longer than a text of the left.
#[must_use]
pub fn overlapping(documents: usize, seed: u64) -> Overlapping {
    overlapping_while(documents, seed, &|| true).unwrap_or_default()
}

/// As [`overlapping`]; `None` once `should_continue` returns `false`.
#[must_use]
pub fn overlapping_while(
    documents: usize,
    seed: u64,
    should_continue: &dyn Fn() -> bool,
) -> Option<Overlapping> {
    let shared = documents * 3 / 10;
    let (left_only, right_only) = (documents - shared, documents * 3 / 5 - shared);
    let synth = Synth::new(documents + right_only, WORDS, 0.0, seed);
    let text = |number: usize| {
        let text = synth.text(number);
        should_continue().then(|| (text.split_whitespace().count(), number, text))
    };
    let texts: Option<Vec<(usize, usize, String)>> = (0..synth.documents()).map(text).collect();
    let mut texts = texts?;
    texts.sort_unstable();
    let rest = texts.split_off(left_only / 2);
    let mut rest: Vec<(u64, String)> = rest
        .into_iter()
        .map(|(_, number, text)| (mix(seed ^ mix(number as u64)), text))
        .collect();
    rest.sort_unstable();
    let mut rest = rest.into_iter().map(|(_, text)| text);
    let mut made = Overlapping::default();
    for (at, text) in rest.by_ref().take(shared).enumerate() {
        made.right.push(match at % 2 {
            0 => text.clone(),
            _ => with_header(&text, at),
        });
        made.left.push(text);
    }
    made.right.extend(rest.by_ref().take(right_only));
    made.left.extend(texts.into_iter().map(|(_, _, text)| text));
    made.left.extend(rest);
    Some(made)
}

/// The text with other words at its beginning, which no other text has.
fn with_header(text: &str, number: usize) -> String {
    let rest = text.split_whitespace().skip(HEADER);
    let header = (0..HEADER).map(|at| format!("header{number}x{at}"));
    let words: Vec<String> = header.chain(rest.map(str::to_owned)).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn sizes_and_shares_are_as_planted() {
        let made = overlapping(200, 7);
        assert_eq!((made.left.len(), made.right.len()), (200, 120));
        let left: HashSet<&String> = made.left.iter().collect();
        assert_eq!(left.len(), 200);
        let same = made.right.iter().filter(|text| left.contains(text)).count();
        assert_eq!(
            same, 30,
            "the other half of the 60 shared ones has a header"
        );
        let headed = made.right.iter().filter(|text| text.starts_with("header"));
        assert_eq!(headed.count(), 30);
        assert_eq!(overlapping(200, 7), made);
    }
}
