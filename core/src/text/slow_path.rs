//! Tokenisation of non-ASCII text: normalisation, lower-casing and scripts without spaces, implemented directly from
//! the definition.

use std::sync::LazyLock;

use unicode_normalization::char::{
    canonical_combining_class, compose, decompose_canonical, is_combining_mark,
};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc, is_nfc_quick};
use unicode_script::{Script, UnicodeScript};

use super::disguise::fold_in;
use super::line_hyphens::JoinedText;
use super::presentation::{TextPreparation, plain_arabic, undo};
use super::term::{Term, TermOptions, TermSink, hash};

/// Whether each character of `c`'s script is a separate term.
pub(crate) fn is_spaceless(c: char) -> bool {
    // All of these scripts are at or after Thai in Unicode; most other text is before it.
    c >= '\u{e00}'
        && matches!(
            c.script(),
            Script::Han
                | Script::Hiragana
                | Script::Katakana
                | Script::Thai
                | Script::Lao
                | Script::Khmer
                | Script::Myanmar
        )
}

/// Bits of [`kind`].
const ALPHANUMERIC: u8 = 1;
const SPACELESS: u8 = 2;
const MARK: u8 = 4;

/// Results of [`kind_of`] for the characters before Han, Hangul and rarer scripts.
static KINDS: LazyLock<Vec<u8>> = LazyLock::new(|| ('\0'..'\u{3100}').map(kind_of).collect());

/// Bits for alphanumeric characters, scripts without spaces and combining marks.
fn kind_of(c: char) -> u8 {
    let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
    bit(c.is_alphanumeric(), ALPHANUMERIC)
        | bit(is_spaceless(c), SPACELESS)
        | bit(is_combining_mark(c), MARK)
}

/// Returns the same as [`kind_of`], from the table `kinds` if possible.
#[inline]
fn kind(kinds: &[u8], c: char) -> u8 {
    match kinds.get(c as usize) {
        Some(kind) => *kind,
        None if matches!(c, '\u{4e00}'..='\u{9fff}') => ALPHANUMERIC | SPACELESS,
        None if matches!(c, '\u{ac00}'..='\u{d7a3}') => ALPHANUMERIC,
        None => kind_of(c),
    }
}

/// Calls `sink` with the terms of `text[start..end]`; `script` is the script of the text, for folding. The run must be
/// delimited on both sides by ASCII punctuation, ASCII space or the ends of the text, so that no outside character can
/// compose with it.
#[inline(never)]
pub(super) fn scan(
    options: &TermOptions,
    (text, script): (&str, Option<Script>),
    start: usize,
    end: usize,
    sink: &mut impl TermSink,
) {
    let stretch = &text[start..end];
    let mut runs = Runs {
        options,
        script,
        sink,
        kinds: &KINDS,
        word: String::new(),
        open: None,
        apart: true,
        reached: start,
        last_start: start,
    };
    match TextPreparation::classify(stretch) {
        TextPreparation::Changed => push_changed(&mut runs, stretch, start),
        form => normalise(stretch, form, |c, from, to| {
            runs.push(c, start + from, start + to);
        }),
    }
    runs.close();
}

/// Pushes the characters that replace the characters of `stretch`, which begins at `start`.
#[inline(never)]
fn push_changed<S: TermSink>(runs: &mut Runs<'_, S>, stretch: &str, start: usize) {
    let mut plain = String::with_capacity(stretch.len());
    // For each byte of `plain`, the span of the original character.
    let mut spans = Vec::with_capacity(stretch.len());
    for (at, original) in stretch.char_indices() {
        let span = (start + at, start + at + original.len_utf8());
        undo(original, |c| {
            plain.push(c);
            spans.resize(plain.len(), span);
        });
    }
    normalise(&plain, TextPreparation::Unknown, |c, from, to| {
        runs.push(c, spans[from].0, spans[to - 1].1);
    });
}

/// Whether the terms of `span` consist of its own characters, in lower case.
pub(crate) fn is_as_written(span: &str) -> bool {
    TextPreparation::classify(span) == TextPreparation::Normal
}

/// Calls `sink` with each character of `stretch` in normal form C, and the span in `stretch` that it comes from.
#[inline(always)]
fn normalise(stretch: &str, form: TextPreparation, mut sink: impl FnMut(char, usize, usize)) {
    let is_normal = form == TextPreparation::Normal;
    let mut from = 0;
    while from < stretch.len() {
        let to = if is_normal {
            stretch.len()
        } else {
            segment_end(stretch, from)
        };
        let segment = &stretch[from..to];
        if is_normal || is_nfc(segment) {
            for (at, c) in segment.char_indices() {
                sink(c, from + at, from + at + c.len_utf8());
            }
        } else {
            for (piece_from, piece_to) in pieces(segment) {
                for c in segment[piece_from..piece_to].nfc() {
                    sink(c, from + piece_from, from + piece_to);
                }
            }
        }
        from = to;
    }
}

/// End of the segment starting at `from` that can be normalised on its own: the next character that does
/// not compose with preceding ones (Unicode Standard Annex 15, stable code points).
fn segment_end(stretch: &str, from: usize) -> usize {
    let mut rest = stretch[from..].char_indices().skip(1);
    rest.find(|&(_, c)| begins_segment(c))
        .map_or(stretch.len(), |(at, _)| from + at)
}

/// Spans of the independent parts of `segment`: a character that could compose with the preceding
/// text but does not starts a new part, so that no two terms have the same span.
fn pieces(segment: &str) -> Vec<(usize, usize)> {
    let mut ends = Vec::new();
    // Composition of the current part so far; `None` once the part has other characters.
    let mut last: Option<char> = None;
    for (at, c) in segment.char_indices() {
        if at == 0 {
            last = Some(c);
        } else if canonical_combining_class(c) != 0 {
            last = None;
        } else {
            last = last.and_then(|last| compose(last, c));
            if last.is_none() {
                ends.push(at);
                last = Some(c);
            }
        }
    }
    ends.push(segment.len());
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let spans: Vec<(usize, usize)> = starts.zip(ends.iter().copied()).collect();
    let by_piece = spans.iter().flat_map(|&(from, to)| segment[from..to].nfc());
    if by_piece.eq(segment.nfc()) {
        spans
    } else {
        vec![(0, segment.len())]
    }
}

fn begins_segment(c: char) -> bool {
    let mut first = None;
    decompose_canonical(c, |d| first = first.or(Some(d)));
    first.is_some_and(|d| {
        canonical_combining_class(d) == 0 && is_nfc_quick(std::iter::once(d)) != IsNormalized::Maybe
    })
}

/// State of the run of characters being collected.
struct Runs<'a, S> {
    options: &'a TermOptions,
    sink: &'a mut S,
    /// The script of the text.
    script: Option<Script>,
    /// [`KINDS`].
    kinds: &'a [u8],
    /// Characters of the open run, before lower-casing.
    word: String,
    open: Option<Open>,
    /// Whether a dropped term, or text that is not a term, precedes the next term.
    apart: bool,
    /// End of the last term. The next span starts after it, even if both come from characters that were
    /// normalised together.
    reached: usize,
    /// Start of the last term.
    last_start: usize,
}

#[derive(Clone, Copy)]
struct Open {
    start: usize,
    end: usize,
    /// Start of its original characters; before `start` if the last term comes from the same characters.
    origin: usize,
    /// A single character of a script without spaces; only combining marks may join it.
    single: bool,
}

impl<S: TermSink> Runs<'_, S> {
    fn push(&mut self, c: char, start: usize, end: usize) {
        let c = if self.options.fold_arabic {
            plain_arabic(c)
        } else {
            Some(c)
        };
        let Some(c) = c else {
            // A vowel sign stays with its letter.
            if let Some(open) = &mut self.open {
                open.end = open.end.max(end);
            }
            return;
        };
        let kind = kind(self.kinds, c);
        let is_single_open = matches!(&self.open, Some(open) if open.single);
        let joins_single = is_single_open && kind & MARK != 0;
        if !joins_single && kind & ALPHANUMERIC == 0 {
            self.close();
            self.apart = true;
            return;
        }
        let single = !joins_single && kind & SPACELESS != 0;
        if single || is_single_open && !joins_single {
            self.close();
        }
        let open = self.open.get_or_insert(Open {
            start: start.max(self.reached),
            end,
            origin: start,
            single,
        });
        open.end = open.end.max(end);
        self.word.push(c);
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        let (mut start, end) = (open.start, open.end);
        if start >= end {
            start = open.origin.max(self.last_start);
        }
        self.last_start = start;
        self.reached = self.reached.max(end);
        if self.options.fold
            && let Some(folded) = fold_in(&self.word, self.script)
        {
            self.word = folded;
        }
        let is_dropped = self.options.drop_numbers && self.word.chars().all(char::is_numeric);
        let is_emitted = !is_dropped && {
            let lower;
            let word = if self.options.keep_case {
                &self.word
            } else {
                lower = self.word.to_lowercase();
                &lower
            };
            let term = Term {
                hash: hash(word.as_bytes()),
                start: start as u32,
                end: end as u32,
            };
            self.options.emit(term, Some(word), self.apart, self.sink)
        };
        self.apart = !is_emitted;
        self.word.clear();
    }
}

/// Normalised form of the text that a term spans, for display.
pub fn term_text(text: &str, term: &Term, keep_case: bool) -> String {
    let span = text.get(term.start as usize..term.end as usize);
    word_of(span.unwrap_or_default(), term.hash, keep_case)
}

/// Returns the word with this hash in `span`, or all words of `span` if no word has this hash, for example because
/// look-alikes are folded. If a letter and a mark that does not compose with it are normalised together, the span
/// contains both.
pub(crate) fn word_of(span: &str, hash: u64, keep_case: bool) -> String {
    // Only a broken word contains a line end.
    if let Some(joined) = JoinedText::join(span) {
        return word_of(&joined.text, hash, keep_case);
    }
    let words = |fold_arabic| {
        let options = TermOptions {
            keep_case,
            fold_arabic,
            ..TermOptions::default()
        };
        let mut words = Words::default();
        scan(&options, (span, None), 0, span.len(), &mut words);
        words.0
    };
    let is_hashed = |(own, _): &(u64, String)| *own == hash;
    let mut all = words(false);
    if !span.is_ascii() && !all.iter().any(is_hashed) {
        let folded = words(true);
        if folded.iter().any(is_hashed) {
            all = folded;
        }
    }
    match all.iter().position(is_hashed) {
        Some(at) => all.swap_remove(at).1,
        None => all.into_iter().map(|(_, word)| word).collect(),
    }
}

/// Words with their hashes.
#[derive(Default)]
struct Words(Vec<(u64, String)>);

impl TermSink for Words {
    fn take(&mut self, term: Term, word: Option<&str>, _: bool) {
        self.0
            .push((term.hash, word.unwrap_or_default().to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_matches_unicode_for_every_character() {
        for c in '\0'..=char::MAX {
            assert_eq!(kind(&KINDS, c), kind_of(c), "U+{:X}", u32::from(c));
        }
    }
}
