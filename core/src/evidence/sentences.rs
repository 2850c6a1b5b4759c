//! The sentences of a text, by the boundaries of Unicode Standard Annex 29, and the other documents that contain its
//! short sentences word for word.
//!
//! A sentence with fewer words than a passage is in a passage only if words around it are shared too, so passages do
//! not show all documents that contain it. Therefore the terms of all documents are searched.

use crate::base::{Cancel, DocNo};
use crate::index::Collection;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use unicode_segmentation::UnicodeSegmentation;

/// Maximum length of a sentence in bytes. Text without full stops is not one sentence of many pages.
const MAX_LEN: usize = 1500;

/// A part with at most this number of letters and digits is the mark of a list item or an initial, and belongs to the
/// next part.
const MARK: usize = 2;

/// Returns the byte span of the sentence in its line of `text` that contains `byte`, or that ends before the spaces at
/// `byte`; without surrounding spaces. `None` if there is no sentence, or if it is longer than 1,500 bytes.
pub fn around(text: &str, byte: usize) -> Option<(usize, usize)> {
    let byte = text.floor_char_boundary(byte);
    let from = text.floor_char_boundary(byte.saturating_sub(MAX_LEN));
    let until = text.ceil_char_boundary(byte.saturating_add(MAX_LEN).min(text.len()));
    let line_start = text[from..byte].rfind('\n').map(|at| from + at + 1);
    let line_end = text[byte..until].find('\n').map(|at| byte + at);
    let start = line_start.unwrap_or(from);
    let line = &text[start..line_end.unwrap_or(until)];
    let mut sentences = in_line(line);
    let sentence =
        sentences.find(|(first, end)| start + end > byte && !is_blank(&line[*first..*end]));
    let (first, end) = sentence.map(|(first, end)| (start + first, start + end))?;
    // A run that reaches the limits of the searched range may be longer.
    let may_be_cut = (line_start.is_none() && first == from && from > 0)
        || (line_end.is_none() && end == until && until < text.len());
    let (first, end) = trimmed(text, (first, end));
    (!may_be_cut && end - first <= MAX_LEN).then_some((first, end))
}

/// Returns a span without the spaces at its ends.
fn trimmed(text: &str, (start, end): (usize, usize)) -> (usize, usize) {
    let part = &text[start..end];
    let start = end - part.trim_start().len();
    (start, start + part.trim().len())
}

/// Returns the byte spans of all sentences of a text, in order: the sentences that [`around`] finds. In lines longer
/// than the range that [`around`] searches, spans may differ.
pub fn all(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut offset = 0;
    let lines = text.split('\n').map(move |line| {
        let start = offset;
        offset += line.len() + 1;
        (start, line)
    });
    let sentences = lines.flat_map(|(start, line)| {
        let spans = in_line(line).filter(|(first, end)| !is_blank(&line[*first..*end]));
        spans.map(move |(first, end)| (start + first, start + end))
    });
    let sentences = sentences.map(|span| trimmed(text, span));
    sentences.filter(|(first, end)| end - first <= MAX_LEN)
}

/// Returns the parts of a line, each with its trailing spaces. A part that is only a mark belongs to the next part.
fn in_line(line: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut begin = None;
    line.split_sentence_bound_indices()
        .filter_map(move |(at, part)| {
            let first = *begin.get_or_insert(at);
            let end = at + part.len();
            let letters = line[first..end].chars();
            let letters = letters.filter(|c| c.is_alphanumeric());
            let is_mark = letters.take(MARK + 1).count() <= MARK;
            if is_mark && end < line.len() {
                return None;
            }
            begin = None;
            Some((first, end))
        })
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Start of the sentence with the first letter or digit at or after `byte`; the position of this letter if it is in no
/// sentence. `None` at the end of the text.
pub fn after(text: &str, byte: usize) -> Option<usize> {
    let byte = text.ceil_char_boundary(byte);
    let letter = byte + text.get(byte..)?.find(char::is_alphanumeric)?;
    Some(around(text, letter).map_or(letter, |(start, _)| start))
}

/// Start of the sentence with the last letter or digit before `byte`; the position of this letter if it is in no
/// sentence. `None` at the start of the text.
pub fn before(text: &str, byte: usize) -> Option<usize> {
    let byte = text.floor_char_boundary(byte);
    let letter = text[..byte].rfind(char::is_alphanumeric)?;
    Some(around(text, letter).map_or(letter, |(start, _)| start))
}

/// Maximum number of documents that are listed for a sentence.
pub const MAX_LISTED: usize = 100;

/// Maximum length in bytes of a text whose sentences are searched for.
const MAX_BYTES: usize = 16 << 20;

/// Documents that are read before their results are joined.
const BATCH: usize = 1 << 12;

/// A document that contains the words of a sentence, and the position of the first word in it.
pub type Held = (DocNo, u32);

/// A sentence with fewer words than a passage, and the documents that contain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortSentence {
    /// Its words, as a range of terms of the text.
    pub words: (u32, u32),
    /// Number of other documents that contain these words consecutively, in this order.
    pub documents: u32,
    /// The first [`MAX_LISTED`] of these documents, each with the first position.
    pub list: Arc<[Held]>,
}

/// Returns the sentences of a text with fewer than `below` words, in order, and the documents of `others` that contain
/// them, in the order of `others`. `spans` are the byte spans of the terms in the text. A text of more than 16 MB gives
/// no sentences. `None` once cancelled.
pub fn short_sentences(
    collection: &Collection,
    (text, spans, terms): (&str, &[(u32, u32)], &[u64]),
    others: &[DocNo],
    below: u32,
    cancel: &Cancel,
) -> Option<Vec<ShortSentence>> {
    let mut ranges = Vec::new();
    for (start, end) in all(text).take_while(|_| text.len() <= MAX_BYTES) {
        cancel.proceed()?;
        let words = terms_within(spans, (start, end));
        if words.0 < words.1 && words.1 - words.0 < below {
            ranges.push(words);
        }
    }
    let mut sequences = Sequences::default();
    let numbers: Vec<u32> = ranges
        .iter()
        .map(|words| sequences.add(&terms[words.0 as usize..words.1 as usize]))
        .collect();
    let mut occurrences = vec![(0, Vec::new()); sequences.all.len()];
    for batch in others.chunks(BATCH).take_while(|_| !ranges.is_empty()) {
        let in_batch: Vec<Vec<(u32, u32)>> = batch
            .par_iter()
            .filter(|_| !cancel.stopped())
            .map(|doc| sequences.first_places(&collection.terms(*doc)))
            .collect();
        cancel.proceed()?;
        for (doc, places) in batch.iter().zip(in_batch) {
            for (number, at) in places {
                let (documents, list) = &mut occurrences[number as usize];
                *documents += 1;
                if list.len() < MAX_LISTED {
                    list.push((*doc, at));
                }
            }
        }
    }
    // A sentence that is repeated shares its list.
    let occurrences = occurrences.into_iter();
    let occurrences: Vec<(u32, Arc<[Held]>)> =
        occurrences.map(|(n, list)| (n, list.into())).collect();
    let sentences = ranges.into_iter().zip(numbers).map(|(words, number)| {
        let (documents, list) = occurrences[number as usize].clone();
        ShortSentence {
            words,
            documents,
            list,
        }
    });
    Some(sentences.collect())
}

/// The terms that overlap a part of a text.
pub fn terms_within(spans: &[(u32, u32)], (start, end): (usize, usize)) -> (u32, u32) {
    let from = spans.partition_point(|span| span.1 as usize <= start) as u32;
    let until = spans.partition_point(|span| (span.0 as usize) < end) as u32;
    (from, until.max(from))
}

/// Different sequences of terms, by their first two.
#[derive(Default)]
struct Sequences<'t> {
    numbers: HashMap<&'t [u64], u32>,
    all: Vec<&'t [u64]>,
    by_beginning: HashMap<(u64, Option<u64>), Vec<u32>>,
    /// One bit for each value of the lower 16 bits of a first term.
    begins: Vec<bool>,
}

impl<'t> Sequences<'t> {
    /// Adds a sequence of one term or more; returns its number.
    fn add(&mut self, terms: &'t [u64]) -> u32 {
        if let Some(number) = self.numbers.get(terms) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.all.push(terms);
        self.numbers.insert(terms, number);
        let beginning = (terms[0], terms.get(1).copied());
        self.by_beginning.entry(beginning).or_default().push(number);
        self.begins.resize(1 << 16, false);
        self.begins[terms[0] as usize & 0xffff] = true;
        number
    }

    /// The sequences that occur in a document, ascending, each with its first position.
    fn first_places(&self, terms: &[u64]) -> Vec<(u32, u32)> {
        let mut places = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            if !self.begins[*term as usize & 0xffff] {
                continue;
            }
            let next = terms.get(at + 1).copied();
            for beginning in [None, next].iter().take(1 + usize::from(next.is_some())) {
                let numbers = self.by_beginning.get(&(*term, *beginning));
                let numbers = numbers.into_iter().flatten();
                let here = numbers.filter(|n| terms[at..].starts_with(self.all[**n as usize]));
                places.extend(here.map(|number| (*number, at as u32)));
            }
        }
        places.sort_unstable();
        places.dedup_by_key(|(number, _)| *number);
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    fn sentence_at(text: &str, byte: usize) -> Option<&str> {
        around(text, byte).map(|(start, end)| &text[start..end])
    }

    #[test]
    fn a_sentence_ends_with_its_full_stop_or_its_line() {
        let text = "The ferry ran aground.  Nobody was hurt! Was it fog?\nA heading\n\n  The end";
        for (words, sentence) in [
            ("The ferry", "The ferry ran aground."),
            ("aground", "The ferry ran aground."),
            ("Nobody", "Nobody was hurt!"),
            ("fog", "Was it fog?"),
            ("heading", "A heading"),
            ("  The end", "The end"),
            ("end", "The end"),
        ] {
            let at = text.find(words).unwrap();
            assert_eq!(sentence_at(text, at), Some(sentence), "{words}");
        }
        assert_eq!(sentence_at(text, text.find("\n\n").unwrap() + 1), None);
        assert_eq!(sentence_at(text, text.len()), None);
        assert_eq!(sentence_at("", 0), None);
    }

    #[test]
    fn marks_of_lists_and_initials_belong_to_the_next_part() {
        let text = "1. Definitions. \"Work\" means a text, e.g. a poem. J. Smith wrote it. Ok.";
        for (words, sentence) in [
            ("1.", "1. Definitions."),
            ("means", "\"Work\" means a text, e.g. a poem."),
            ("Smith", "J. Smith wrote it."),
            ("Ok", "Ok."),
        ] {
            let at = text.find(words).unwrap();
            assert_eq!(sentence_at(text, at), Some(sentence), "{words}");
        }
    }

    #[test]
    fn all_sentences_of_a_text_are_listed() {
        let text = "1. The ferry ran aground.  Nobody was hurt! Was it fog?\n\n \nA heading\n  J. Smith wrote it. Ok.\n";
        let sentences: Vec<&str> = all(text).map(|(start, end)| &text[start..end]).collect();
        let want = [
            "1. The ferry ran aground.",
            "Nobody was hurt!",
            "Was it fog?",
            "A heading",
            "J. Smith wrote it.",
            "Ok.",
        ];
        assert_eq!(sentences, want);
        let words = "word ".repeat(1000);
        assert_eq!(all(&format!("{words}\nThe end.")).count(), 1);
    }

    #[test]
    fn long_text_without_full_stops_is_no_sentence() {
        let words = "word ".repeat(1000);
        assert_eq!(sentence_at(&words, 2500), None);
        assert_eq!(sentence_at(&words, 0), None);
        let after = format!("{words}end. The next sentence.");
        assert_eq!(
            sentence_at(&after, after.len() - 4),
            Some("The next sentence.")
        );
    }

    #[test]
    fn sentences_follow_each_other_in_both_directions() {
        let text = "One. Two!\n\n***\n  \"Three?\" Four";
        let mut at = Vec::from([0]);
        while let Some((_, end)) = around(text, *at.last().unwrap()) {
            let Some(next) = after(text, end) else { break };
            at.push(next);
        }
        let begin = |words: &str| text.find(words).unwrap();
        assert_eq!(at, ["One", "Two", "\"Three", "Four"].map(begin));
        let mut back = vec![*at.last().unwrap()];
        while let Some(start) = before(text, *back.last().unwrap()) {
            back.push(start);
        }
        back.reverse();
        assert_eq!(back, at);
    }

    proptest! {
        #[test]
        fn short_sentences_are_found_in_documents_with_their_words_in_a_row(
            documents in prop::collection::vec(prop::collection::vec(0u64..4, 0..12), 1..6),
            lengths in prop::collection::vec(1usize..5, 1..6),
            below in 1u32..5,
        ) {
            // A text of sentences of these lengths, each word a letter.
            let (mut text, mut spans, mut terms) = (String::new(), Vec::new(), Vec::new());
            for (i, length) in lengths.iter().enumerate() {
                for j in 0..*length {
                    let term = ((i * 7 + j * j) % 4) as u64;
                    text.push_str(["", " "][usize::from(j > 0)]);
                    let start = text.len() as u32;
                    text.push_str(["Anna", "Bert", "Carl", "Dora"][term as usize]);
                    spans.push((start, text.len() as u32));
                    terms.push(term);
                }
                text.push_str(".\n");
            }
            let collection = made::collection(&documents, Sketching::default());
            let others: Vec<DocNo> = collection.documents().collect();
            let sentences = short_sentences(&collection, (&text, &spans, &terms), &others, below, &Cancel::default());
            let sentences = sentences.expect("not stopped");
            let mut want = Vec::new();
            let mut from = 0;
            for length in &lengths {
                let until = from + length;
                if (*length as u32) < below {
                    let held_at = |doc: &DocNo| {
                        let theirs = collection.terms(*doc);
                        let at = theirs.windows(*length).position(|w| w == &terms[from..until]);
                        at.map(|at| (*doc, at as u32))
                    };
                    let list: Vec<_> = others.iter().filter_map(held_at).collect();
                    want.push(ShortSentence {
                        words: (from as u32, until as u32),
                        documents: list.len() as u32,
                        list: list.into(),
                    });
                }
                from = until;
            }
            prop_assert_eq!(sentences, want);
        }
    }
}
