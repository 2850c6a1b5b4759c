//! Corpora with passages copied between documents at known offsets.
//!
//! The first half of the documents are sources. The others copy passages from them; each uses one kind of
//! copying, in turn, and the last kind copies nothing. All other text is the document's own. As in the other
//! corpora, words are drawn independently, so runs shared by chance are shorter than in real text.

use std::io::{self, Write};

use super::vocabulary::Random;
use super::{BATCH, Synth, write_rows};

/// Minimum number of own words before, after and between passages.
const MIN_OWN_WORDS: usize = 80;

/// How a passage is changed when copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copying {
    /// Unchanged.
    Verbatim,
    /// Each word is replaced with this probability in percent.
    Replaced(u32),
    /// Each word is deleted with this probability in percent.
    Deleted(u32),
    /// After each word another is inserted with this probability in percent.
    Inserted(u32),
    /// Its sentences, of 8 to 20 words, are shuffled.
    Shuffled,
    /// Its halves are in two places.
    Split,
    /// One document has passages from three sources.
    Several,
    /// No passage.
    Unrelated,
}

impl Copying {
    /// All kinds with their names, in the order of the documents.
    pub const ALL: [(&'static str, Copying); 16] = [
        ("verbatim", Copying::Verbatim),
        ("replaced-05", Copying::Replaced(5)),
        ("replaced-10", Copying::Replaced(10)),
        ("replaced-20", Copying::Replaced(20)),
        ("replaced-40", Copying::Replaced(40)),
        ("deleted-05", Copying::Deleted(5)),
        ("deleted-10", Copying::Deleted(10)),
        ("deleted-20", Copying::Deleted(20)),
        ("deleted-40", Copying::Deleted(40)),
        ("inserted-05", Copying::Inserted(5)),
        ("inserted-10", Copying::Inserted(10)),
        ("inserted-20", Copying::Inserted(20)),
        ("inserted-40", Copying::Inserted(40)),
        ("shuffled", Copying::Shuffled),
        ("split", Copying::Split),
        ("several", Copying::Several),
    ];
}

/// A planted passage, in characters of the two texts, ends exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlantedPassage {
    /// Number of the source.
    pub a: usize,
    /// Span in the source.
    pub in_a: (usize, usize),
    /// Number of the document with the copy.
    pub b: usize,
    /// Span of the copy.
    pub in_b: (usize, usize),
    /// Name of the kind of copying.
    pub kind: &'static str,
}

/// A copied piece: its word ranges in the source and in the copy.
struct Piece {
    source: usize,
    in_source: (usize, usize),
    in_copy: (usize, usize),
}

/// A corpus with planted passages. Every document is a function of the parameters and its number.
#[derive(Clone, Debug)]
pub struct Passages {
    synth: Synth,
}

impl Passages {
    /// A corpus of `documents` documents of about `words` words each.
    pub fn new(documents: usize, words: usize, seed: u64) -> Self {
        Passages {
            synth: Synth::new(documents, words, 0.0, seed),
        }
    }

    /// Number of documents.
    pub fn documents(&self) -> usize {
        self.synth.documents()
    }

    /// Id of document `number`.
    pub fn id(&self, number: usize) -> String {
        self.synth.id(number)
    }

    fn sources(&self) -> usize {
        self.documents().div_ceil(2)
    }

    /// The kind of copying of document `number`, with its name.
    pub fn kind(&self, number: usize) -> (&'static str, Copying) {
        let unrelated = ("unrelated", Copying::Unrelated);
        let Some(index) = number.checked_sub(self.sources()) else {
            return unrelated;
        };
        let kinds = Copying::ALL.len() + 1;
        Copying::ALL
            .get(index % kinds)
            .copied()
            .unwrap_or(unrelated)
    }

    /// Text of document `number`, and the passages planted in it.
    pub fn document(&self, number: usize) -> (String, Vec<PlantedPassage>) {
        let (words, pieces) = self.words(number);
        let (text, places) = self.render(number, &words);
        let kind = self.kind(number).0;
        let planted = pieces.into_iter().map(|piece| {
            let (_, source_places) = self.render(piece.source, &self.words(piece.source).0);
            PlantedPassage {
                a: piece.source,
                in_a: span(&source_places, piece.in_source),
                b: number,
                in_b: span(&places, piece.in_copy),
                kind,
            }
        });
        let planted = planted.collect();
        (text, planted)
    }

    /// Text of the words, and the character range of each.
    fn render(&self, number: usize, words: &[u32]) -> (String, Vec<(usize, usize)>) {
        let mut places = Vec::with_capacity(words.len());
        let mut random = self.synth.random(number, "face");
        let vocabulary = &self.synth.vocabulary;
        let text = vocabulary.write_with(words, &mut random, |bytes| {
            places.push((bytes.start, bytes.end));
        });
        // From bytes to characters, in one pass.
        let (mut byte, mut character) = (0, 0);
        let mut characters = |to: usize| {
            character += text[byte..to].chars().count();
            byte = to;
            character
        };
        for (start, end) in &mut places {
            (*start, *end) = (characters(*start), characters(*end));
        }
        (text, places)
    }

    /// Words of document `number`, and its copied pieces.
    fn words(&self, number: usize) -> (Vec<u32>, Vec<Piece>) {
        let mut own_words = self.synth.words(number);
        let (_, kind) = self.kind(number);
        let source_count = match kind {
            Copying::Unrelated => return (own_words, Vec::new()),
            Copying::Several => 3,
            _ => 1,
        };
        let mut random = self.synth.random(number, "passages");
        // Source, range in the source, copied words; in the order of this document.
        let mut copies: Vec<(usize, (usize, usize), Vec<u32>)> = Vec::new();
        let mut sources = Vec::new();
        while sources.len() < source_count.min(self.sources()) {
            let source = random.below(self.sources() as u64) as usize;
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        for source in sources {
            let text = self.synth.words(source);
            let length = (40 + random.below(80) as usize).min(text.len());
            let start = random.below((text.len() - length + 1) as u64) as usize;
            let range = (start, start + length);
            let passage = &text[start..start + length];
            if kind == Copying::Split {
                let half = length / 2;
                copies.push((source, (start, start + half), passage[..half].to_vec()));
                copies.push((
                    source,
                    (start + half, start + length),
                    passage[half..].to_vec(),
                ));
            } else {
                let copied = self.copy_of(passage, kind, &mut random);
                copies.push((source, range, copied));
            }
        }
        copies.retain(|(_, _, copied)| !copied.is_empty());
        while own_words.len() < MIN_OWN_WORDS * (copies.len() + 1) {
            own_words.push(self.synth.vocabulary.draw(&mut random));
        }
        let (mut words, mut pieces) = (Vec::new(), Vec::new());
        let step = own_words.len() / (copies.len() + 1);
        let mut rest = own_words.as_slice();
        for (source, in_source, copied) in copies {
            let (before, after) = rest.split_at(step);
            words.extend_from_slice(before);
            let in_copy = (words.len(), words.len() + copied.len());
            words.extend(copied);
            pieces.push(Piece {
                source,
                in_source,
                in_copy,
            });
            rest = after;
        }
        words.extend_from_slice(rest);
        (words, pieces)
    }

    /// The copy of a passage.
    fn copy_of(&self, passage: &[u32], kind: Copying, random: &mut Random) -> Vec<u32> {
        let vocabulary = &self.synth.vocabulary;
        let words = passage.iter().copied();
        match kind {
            Copying::Replaced(share) => words
                .map(|word| {
                    if random.below(100) < u64::from(share) {
                        vocabulary.draw(random)
                    } else {
                        word
                    }
                })
                .collect(),
            Copying::Deleted(share) => words
                .filter(|_| random.below(100) >= u64::from(share))
                .collect(),
            Copying::Inserted(share) => words
                .flat_map(|word| {
                    let is_followed = random.below(100) < u64::from(share);
                    [Some(word), is_followed.then(|| vocabulary.draw(random))]
                })
                .flatten()
                .collect(),
            Copying::Shuffled => {
                let mut sentences = Vec::new();
                let mut rest = passage;
                while !rest.is_empty() {
                    let length = 8 + random.below(13) as usize;
                    let (sentence, after) = rest.split_at(length.min(rest.len()));
                    sentences.push(sentence);
                    rest = after;
                }
                for at in (1..sentences.len()).rev() {
                    sentences.swap(at, random.below(at as u64 + 1) as usize);
                }
                sentences.concat()
            }
            Copying::Verbatim | Copying::Split | Copying::Several | Copying::Unrelated => {
                words.collect()
            }
        }
    }

    /// Writes the corpus as JSON Lines with the fields `id` and `text`, and passes each planted passage to
    /// `planted`, in the order of the documents; returns the bytes of text. `should_continue` as in
    /// [`Synth::write_jsonl`].
    ///
    /// # Errors
    /// Output errors.
    pub fn write_jsonl(
        &self,
        out: impl Write,
        mut planted: impl FnMut(&PlantedPassage) -> io::Result<()>,
        should_continue: impl FnMut(usize, u64) -> bool,
    ) -> io::Result<u64> {
        let row = |number: usize| {
            let (text, passages) = self.document(number);
            vec![(self.id(number), text, passages)]
        };
        let passages = |all: Vec<PlantedPassage>| all.iter().try_for_each(&mut planted);
        let documents = (self.documents(), BATCH);
        let counts = write_rows(out, documents, row, passages, should_continue);
        counts.map(|(_, bytes)| bytes)
    }
}

/// From the start of the first word of a range to the end of its last.
fn span(places: &[(usize, usize)], range: (usize, usize)) -> (usize, usize) {
    (places[range.0].0, places[range.1 - 1].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, (start, end): (usize, usize)) -> Vec<String> {
        let text: String = text.chars().skip(start).take(end - start).collect();
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    }

    #[test]
    fn passages_are_at_their_planted_positions() {
        let corpus = Passages::new(200, 300, 3);
        let texts: Vec<String> = (0..200).map(|n| corpus.document(n).0).collect();
        let mut kinds = std::collections::BTreeSet::new();
        for number in 0..200 {
            let planted = corpus.document(number).1;
            let (name, kind) = corpus.kind(number);
            assert_eq!(
                planted.len(),
                match kind {
                    Copying::Unrelated => 0,
                    Copying::Split => 2,
                    Copying::Several => 3,
                    _ => 1,
                }
            );
            for p in planted {
                kinds.insert(name);
                let (mut a, mut b) = (cut(&texts[p.a], p.in_a), cut(&texts[p.b], p.in_b));
                match kind {
                    Copying::Replaced(_) => {
                        assert_eq!(a.len(), b.len());
                        let same = a.iter().zip(&b).filter(|(a, b)| a == b).count();
                        assert!(same * 3 > a.len(), "{same} of {}", a.len());
                    }
                    Copying::Deleted(_) => assert!(b.len() <= a.len()),
                    Copying::Inserted(_) => assert!(b.len() >= a.len()),
                    Copying::Shuffled => {
                        a.sort();
                        b.sort();
                        assert_eq!(a, b);
                    }
                    _ => assert_eq!(a, b),
                }
            }
        }
        assert_eq!(kinds.len(), Copying::ALL.len());
    }
}
