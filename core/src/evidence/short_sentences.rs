//! Which other documents have the short sentences of a text, word for word.
//!
//! A sentence with fewer words than a passage is in no passage unless words around it are shared too, so that
//! passages do not tell who has it. One pass over the terms of all documents does.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::sentences;
use crate::base::{Cancel, DocNo};
use crate::index::Collection;

/// Most documents that are listed for a sentence.
pub const MOST_LISTED: usize = 100;

/// Longest text whose sentences are looked for, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// Documents that are read before what was found in them is joined.
const BATCH: usize = 1 << 12;

/// A document that has the words of a sentence, and the position of the first of them there.
pub type Held = (DocNo, u32);

/// A sentence with fewer words than a passage, and who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortSentence {
    /// Its words, as a range of terms of the text.
    pub words: (u32, u32),
    /// Number of other documents that have these words in this order, with no other between them.
    pub documents: u32,
    /// The first [`MOST_LISTED`] of them, each with the first place there.
    pub list: Arc<[Held]>,
}

/// The sentences of a text that have fewer than `below` words, in order, and who has them among `others`, listed in
/// that order. `spans` are the byte spans of the terms in the text. None for a text of more than 16 MB; `None` once cancelled.
pub fn short_sentences(
    collection: &Collection,
    (text, spans, terms): (&str, &[(u32, u32)], &[u64]),
    others: &[DocNo],
    below: u32,
    cancel: &Cancel,
) -> Option<Vec<ShortSentence>> {
    let mut ranges = Vec::new();
    for (start, end) in sentences::all(text).take_while(|_| text.len() <= MOST_BYTES) {
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
            .map(|doc| {
                if !cancel.stopped() {
                    sequences.first_places(&collection.terms(*doc))
                } else {
                    Vec::new()
                }
            })
            .collect();
        cancel.proceed()?;
        for (doc, places) in batch.iter().zip(in_batch) {
            for (number, at) in places {
                let (documents, list) = &mut occurrences[number as usize];
                *documents += 1;
                if list.len() < MOST_LISTED {
                    list.push((*doc, at));
                }
            }
        }
    }
    let occurrences = occurrences.into_iter();
    let occurrences: Vec<(u32, Arc<[Held]>)> = occurrences
        .map(|(documents, list)| (documents, list.into()))
        .collect();
    let sentences = ranges.into_iter().zip(numbers).map(|(words, number)| {
        let (documents, list) = &occurrences[number as usize];
        ShortSentence {
            words,
            documents: *documents,
            list: Arc::clone(list),
        }
    });
    Some(sentences.collect())
}

/// The terms in a part of a text: those of which a byte lies in it.
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
    /// The number of a sequence of one term or more.
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

    /// The sequences that stand in a document, ascending, each with the first place where it begins.
    fn first_places(&self, terms: &[u64]) -> Vec<(u32, u32)> {
        let mut places = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            if !self.begins[*term as usize & 0xffff] {
                continue;
            }
            let next = terms.get(at + 1).copied();
            for beginning in [(*term, None), (*term, next)]
                .iter()
                .take(1 + usize::from(next.is_some()))
            {
                let numbers = self.by_beginning.get(beginning).into_iter().flatten();
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
    use proptest::prelude::*;

    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;

    proptest! {
        #[test]
        fn who_has_a_sentence_is_whose_text_has_its_words_in_a_row(
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

    #[test]
    fn many_documents_are_counted_and_the_first_are_listed() {
        let documents = vec![vec![1, 2, 3]; MOST_LISTED + BATCH + 7];
        let collection = made::collection(&documents, Sketching::default());
        let mut others: Vec<DocNo> = collection.documents().collect();
        others.reverse();
        let text = ("Two three.", &[(0, 3), (4, 9)][..], &[2, 3][..]);
        let sentences =
            short_sentences(&collection, text, &others, 10, &Cancel::default()).unwrap();
        assert_eq!(sentences.len(), 1);
        assert_eq!(sentences[0].documents as usize, documents.len());
        assert_eq!(sentences[0].list.len(), MOST_LISTED);
        assert_eq!(sentences[0].list[0], (others[0], 1));
        assert_eq!(
            short_sentences(&collection, text, &others, 10, &Cancel::after(0)),
            None
        );
        assert_eq!(
            short_sentences(&collection, text, &others, 2, &Cancel::default()),
            Some(vec![])
        );
    }
}
