//! Words that a hyphen breaks at the end of a line, as in scanned and older texts.

use super::term::Term;

/// A text with its broken words joined, and the mapping to the original text.
pub(super) struct JoinedText {
    pub text: String,
    /// Offset of each join in the joined text, and the total of bytes removed so far.
    removed: Vec<(u32, u32)>,
}

impl JoinedText {
    /// Joins words broken by `-` or U+00AD at a line end if the next line begins with a lowercase letter. Removes the
    /// hyphen, the line end and the white space around it. Returns `None` if no word is joined.
    pub fn join(text: &str) -> Option<Self> {
        let mut joined = String::new();
        let mut removed = Vec::new();
        let (mut from, mut at) = (0, 0);
        while let Some(line_end) = text[at..].find('\n').map(|offset| at + offset) {
            at = line_end + 1;
            let line = text[from..line_end].trim_end();
            let Some(before) = line.strip_suffix(['-', '\u{ad}']) else {
                continue;
            };
            let rest = text[at..].trim_start_matches([' ', '\t']);
            if !before.ends_with(char::is_alphabetic) || !rest.starts_with(char::is_lowercase) {
                continue;
            }
            joined.push_str(before);
            from = text.len() - rest.len();
            removed.push((joined.len() as u32, (from - joined.len()) as u32));
        }
        if removed.is_empty() {
            return None;
        }
        joined.push_str(&text[from..]);
        Some(JoinedText {
            text: joined,
            removed,
        })
    }

    /// Returns the term with its span in the original text.
    pub fn original(&self, term: Term) -> Term {
        // At a removed break, a term ends before the break and starts after it.
        let removed_before = |at: u32, inclusive: bool| {
            let count = self
                .removed
                .partition_point(|(from, _)| *from < at || (inclusive && *from == at));
            count.checked_sub(1).map_or(0, |last| self.removed[last].1)
        };
        let start = term.start + removed_before(term.start, true);
        let end = term.end + removed_before(term.end, false);
        Term {
            start,
            // A term normalised together with the previous one may have an empty span.
            end: end.max(start),
            ..term
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::slow_path::term_text;
    use super::super::terms::Normaliser;
    use super::*;
    use crate::settings::{Normalisation, Unit};
    use proptest::prelude::*;

    fn joining(unit: Unit) -> Normaliser {
        let options = Normalisation {
            join_hyphens: true,
            unit,
            ..Normalisation::default()
        };
        Normaliser::new(&options).unwrap()
    }

    #[test]
    fn a_word_with_a_hyphen_at_the_end_of_a_line_is_joined() {
        let text = "A diction-\n  ary of gr\u{fc}\u{ad} \r\nne words, well-\nKnown 1-\n2, x -\ny, semi-aut-\no-mat-\nic";
        let got: Vec<(String, &str)> = joining(Unit::Term)
            .terms(text)
            .iter()
            .map(|term| {
                let span = &text[term.start as usize..term.end as usize];
                (term_text(text, term, false), span)
            })
            .collect();
        let words: Vec<&str> = got.iter().map(|(word, _)| &**word).collect();
        assert_eq!(
            words,
            [
                "a",
                "dictionary",
                "of",
                "gr\u{fc}ne",
                "words",
                "well",
                "known",
                "1",
                "2",
                "x",
                "y",
                "semi",
                "auto",
                "matic"
            ]
        );
        assert_eq!(got[1].1, "diction-\n  ary");
        assert_eq!(got[13].1, "mat-\nic");
    }

    proptest! {
        /// The terms equal the terms of the text without breaks, and their spans ascend within the text.
        #[test]
        fn terms_equal_the_terms_of_the_unbroken_text(
            words in prop::collection::vec("[a-z\u{e4}\u{4e00}]{1,6}", 1..30),
            breaks in prop::collection::vec(prop::option::of(1..6_usize), 30),
        ) {
            let mut broken = Vec::new();
            for (word, cut) in words.iter().zip(&breaks) {
                let at = cut.and_then(|cut| word.char_indices().nth(cut)).map(|(at, _)| at);
                let is_small = |at: &usize| word[*at..].starts_with(char::is_lowercase);
                broken.push(match at.filter(is_small) {
                    Some(at) => format!("{}-\n{}", &word[..at], &word[at..]),
                    None => word.clone(),
                });
            }
            let (unbroken, broken) = (words.join(" "), broken.join(" "));
            for unit in [Unit::Term, Unit::Char] {
                let hashes = |terms: Vec<Term>| terms.iter().map(|t| t.hash).collect::<Vec<_>>();
                let terms = joining(unit).terms(&broken);
                prop_assert!(terms.windows(2).all(|pair| pair[0].end <= pair[1].start));
                prop_assert!(terms.iter().all(|t| broken.get(t.start as usize..t.end as usize).is_some()));
                prop_assert_eq!(hashes(terms), hashes(joining(unit).terms(&unbroken)));
            }
        }
    }
}
