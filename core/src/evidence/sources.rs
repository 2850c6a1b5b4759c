//! The sources of a text: the documents that contain parts of it, how much each contains, and how much each adds to
//! the previous sources.
//!
//! A source shares at least one bridged passage with the text. It *holds* the words of the text that these passages
//! contain unchanged, and *adds* the words that no earlier source holds. So the added words sum up to the words that are
//! found elsewhere.
//!
//! Sources are ordered by the number of words that they contain unchanged. Sources with at least nine tenths of the
//! first source's number are equals; for a source that the user has named, half of this number suffices. Equals are
//! ordered by these criteria:
//!
//! 1. The user has named it as a source.
//! 2. More documents share runs of six words with it, and share more runs, because several documents copy from one
//!    source.
//! 3. Its own date is earlier.
//! 4. More of the words in its passages are unchanged.
//! 5. It has fewer runs of equal words, so an exact copy comes before an edited one.
//! 6. A larger share of it occurs in the text.
//! 7. Its longest passage is longer.
//! 8. Its id is lower.

mod assign;
mod find;
mod seeds;
mod sentence;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use assign::explains_as_much;
pub use find::sources;
pub use sentence::{COMMON_TEXT_COUNTS, percent};

use crate::base::{DocNo, ranges};
use crate::similarity::BridgedPassage;

/// One source of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct TextSource {
    /// The source.
    pub doc: DocNo,
    /// Words of the text that it contains unchanged in passages.
    pub same: u32,
    /// Words of these that no previous source contains unchanged.
    pub adds: u32,
    /// Maximum number of unchanged words in one passage, so that `same` is at most `longest` for each passage.
    pub longest: u32,
    /// Number of other documents that contain nine tenths or more of these words; 0 for a source with a low rank.
    pub others: u32,
    /// Its passages, including those that better sources also have; left is the text. By position in the text.
    pub passages: Arc<[BridgedPassage]>,
}

/// A range of words of the text in which one source is the first to have a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// First word.
    pub start: u32,
    /// Position after the last word.
    pub end: u32,
    /// Index of the source in [`Sources::list`].
    pub source: u32,
}

/// The sources of a text, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sources {
    /// Number of words of the text.
    pub words: u32,
    /// The sources, best first.
    pub list: Vec<TextSource>,
    /// The words in passages, as ascending and disjoint ranges.
    pub stretches: Vec<Stretch>,
    /// A note for the user if the list is limited; may be empty.
    pub note: String,
}

impl Sources {
    /// `words` as a share of the text, 0..=1.
    pub fn share(&self, words: u32) -> f64 {
        match self.words {
            0 => 0.0,
            all => f64::from(words) / f64::from(all),
        }
    }

    /// Words of the text that any source contains unchanged; passages also contain words between these.
    pub fn elsewhere(&self) -> u32 {
        self.list.iter().map(|source| source.adds).sum()
    }

    /// The first source, and the sources that add a hundredth of the text or more to the previous sources.
    pub fn adding(&self) -> impl Iterator<Item = &TextSource> {
        let sources = self.list.iter().enumerate();
        let adding = sources.filter(|(at, source)| *at == 0 || 100 * source.adds >= self.words);
        adding.map(|(_, source)| source)
    }

    /// The sources with a passage at `term`, best first: index of the source, and of its first passage there.
    pub fn holding(&self, term: u32) -> Vec<(usize, usize)> {
        let sources = self.list.iter().enumerate();
        let held = sources.filter_map(|(i, source)| Some((i, source.passage_at(term)?)));
        held.collect()
    }
}

impl TextSource {
    /// Index of the first passage with the word at `term` of the text.
    pub fn passage_at(&self, term: u32) -> Option<usize> {
        // Ordered by start, not by end.
        let begun = self.passages.partition_point(|p| p.left.0 <= term);
        self.passages[..begun].iter().position(|p| term < p.left.1)
    }

    /// The ranges of the text in its passages: ascending, disjoint, not adjacent.
    pub fn ranges(&self) -> Vec<(u32, u32)> {
        ranges::union(self.passages.iter().map(|p| p.left))
    }
}
