//! All obfuscations of a document: character-level marks and invisible spans, with counts and a
//! description.

use std::ops::Range;

use super::disguise::{DisguiseKind, DisguiseMark, counts, marks};
use crate::base::ranges::union;
use crate::base::units::counted;

/// Obfuscations of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disguise {
    /// Character-level obfuscations, in order of their start.
    pub marks: Vec<DisguiseMark>,
    /// Byte spans `start..end` that are invisible on the rendered page, ascending and disjoint; empty if the hidden
    /// text of a document was not extracted.
    pub unseen: Vec<(usize, usize)>,
    /// Byte spans to highlight for all obfuscations, extended to whole visible characters; ascending and
    /// disjoint.
    pub shown: Vec<(usize, usize)>,
}

impl Disguise {
    /// Finds the marks in `text`; `unseen` comes from reading the document.
    pub fn new(text: &str, unseen: Vec<(usize, usize)>) -> Self {
        let marks = marks(text);
        let spans = marks.iter().map(|mark| {
            // An invisible character is highlighted together with the letter before it.
            let before = text[..mark.start].char_indices().next_back();
            let start = match mark.kind {
                DisguiseKind::Hidden | DisguiseKind::SoftHyphen => {
                    before.map_or(mark.start, |(at, _)| at)
                }
                _ => mark.start,
            };
            (start, mark.end)
        });
        let shown = union(spans.chain(unseen.iter().copied()));
        Disguise {
            marks,
            unseen,
            shown,
        }
    }

    /// Whether there are no obfuscations.
    pub fn is_none(&self) -> bool {
        self.marks.is_empty() && self.unseen.is_empty()
    }

    /// Number of obfuscations.
    pub fn count(&self) -> usize {
        self.marks.len() + self.unseen.len()
    }

    /// Description with the number of each kind; empty if there are none.
    pub fn describe(&self) -> String {
        let marks = DisguiseKind::NOUNS.into_iter().zip(counts(&self.marks));
        let hidden = ("stretch of hidden text", "stretches of hidden text");
        let all = marks.chain([(hidden, self.unseen.len() as u64)]);
        let parts = all.filter(|(_, count)| *count > 0);
        let parts = parts.map(|((singular, plural), count)| counted(count, singular, plural));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// The first disguised words of `text`, each once and at most `max`: the text between white space, without
    /// punctuation at its ends.
    pub fn words<'t>(&self, text: &'t str, max: usize) -> Vec<&'t str> {
        let mut words: Vec<&str> = Vec::new();
        for mark in &self.marks {
            let Some((before, after)) = text.get(..mark.start).zip(text.get(mark.end..)) else {
                continue;
            };
            let start = before.rfind(char::is_whitespace);
            let start = start.map_or(0, |at| {
                at + before[at..].chars().next().map_or(1, char::len_utf8)
            });
            let end = after
                .find(char::is_whitespace)
                .map_or(text.len(), |at| mark.end + at);
            let edge = |c: char| c.is_ascii_punctuation();
            let word = text[start..end].trim_matches(edge);
            if !words.contains(&word) {
                words.push(word);
            }
            if words.len() == max {
                break;
            }
        }
        words
    }

    /// Byte ranges of `text` outside the invisible spans.
    pub fn seen(&self, text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
        let unseen = || self.unseen.iter().filter(|span| span.0 < span.1);
        let starts = std::iter::once(0).chain(unseen().map(|span| span.1));
        let ends = unseen().map(|span| span.0);
        starts
            .zip(ends.chain(std::iter::once(text.len())))
            .map(|(start, end)| start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn highlighted_spans_are_whole_characters_ascending_and_disjoint() {
        let text = "wa\u{200b}\u{200b}ter l\u{43e}ng lost";
        let disguise = Disguise::new(text, vec![(18, 22)]);
        let shown: Vec<&str> = disguise.shown.iter().map(|s| &text[s.0..s.1]).collect();
        assert_eq!(shown, ["a\u{200b}\u{200b}", "l\u{43e}ng", "lost"]);
        assert_eq!(
            disguise.describe(),
            "2 invisible characters in words, 1 word with letters of another script, 1 stretch of hidden text"
        );
        let words = disguise.words(text, 9);
        assert_eq!(words, ["wa\u{200b}\u{200b}ter", "l\u{43e}ng"]);
        assert_eq!(disguise.words(text, 1).len(), 1);
        let seen: Vec<&str> = disguise.seen(text).map(|part| &text[part]).collect();
        assert_eq!(seen, ["wa\u{200b}\u{200b}ter l\u{43e}ng ", ""]);
        assert_eq!((disguise.count(), disguise.is_none()), (4, false));
    }

    #[test]
    fn an_ordinary_text_has_no_obfuscations() {
        let disguise = Disguise::new("naïve вода", Vec::new());
        assert!(disguise.is_none() && disguise.describe().is_empty());
    }
}
