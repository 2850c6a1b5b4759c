//! Invisible differences are removed before a text is split into terms: presentation forms become ordinary letters,
//! characters without a shape are dropped, and apostrophes that Unicode classifies as letters become separators.

use std::sync::LazyLock;

use unicode_normalization::char::{canonical_combining_class, decompose_compatible};
use unicode_normalization::{IsNormalized, is_nfc_quick};

/// The changes that a text needs before its terms are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextPreparation {
    /// None: the text is in normal form C.
    Normal,
    /// The text may have to be normalised.
    Unknown,
    /// The text has characters that must be replaced or dropped.
    Changed,
}

impl TextPreparation {
    /// Classifies `text`.
    pub fn classify(text: &str) -> Self {
        let classes = &**CLASSES;
        let (mut form, mut previous) = (TextPreparation::Normal, 0);
        for c in text.chars() {
            match class(classes, c) {
                CHANGED => return TextPreparation::Changed,
                MAY_COMPOSE => form = TextPreparation::Unknown,
                class => {
                    if class > 0 && class < previous {
                        form = TextPreparation::Unknown;
                    }
                    previous = class;
                }
            }
        }
        form
    }
}

/// In place of a combining class: the character is changed.
const CHANGED: u8 = 255;
/// In place of a combining class: normal form C may replace the character or compose it.
const MAY_COMPOSE: u8 = 254;

/// Results of [`class_of`] for the first characters.
static CLASSES: LazyLock<Vec<u8>> = LazyLock::new(|| ('\0'..'\u{3100}').map(class_of).collect());

/// Returns the same as [`class_of`], from the table `classes` if possible.
#[inline]
fn class(classes: &[u8], c: char) -> u8 {
    match classes.get(c as usize) {
        Some(class) => *class,
        // Han, Hangul and full-width punctuation.
        None if matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}') => {
            0
        }
        None => class_of(c),
    }
}

/// The canonical combining class of `c`, or its substitute.
fn class_of(c: char) -> u8 {
    if is_changed(c) {
        CHANGED
    } else if is_nfc_quick(std::iter::once(c)) != IsNormalized::Yes {
        MAY_COMPOSE
    } else {
        canonical_combining_class(c)
    }
}

/// Whether `c` is replaced before terms are built. Full-width punctuation is not replaced, because it separates
/// terms in either form. The full-width macron is replaced, because it decomposes to a space and a mark, and marks are
/// reordered.
fn is_changed(c: char) -> bool {
    is_ignorable(c)
        || is_apostrophe(c)
        || matches!(c, '\u{640}' | '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
            | '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' | '\u{ff66}'..='\u{ffdc}' | '\u{ffe3}')
}

/// Calls `sink` with the characters that replace `c`.
pub(super) fn undo(c: char, mut sink: impl FnMut(char)) {
    match c {
        _ if !is_changed(c) => sink(c),
        _ if is_apostrophe(c) => sink('\''),
        _ => decompose_compatible(c, |c| {
            if !is_ignorable(c) && c != '\u{640}' {
                sink(c);
            }
        }),
    }
}

/// Whether `c` is an apostrophe that Unicode classifies as a letter, or the Greek numeral sign, whose normal form is
/// U+02B9.
fn is_apostrophe(c: char) -> bool {
    matches!(
        c,
        '\u{2b9}'..='\u{2bf}' | '\u{374}' | '\u{5f3}' | '\u{a78b}' | '\u{a78c}'
    )
}

/// Whether `c` is invisible and does not separate words (Default_Ignorable_Code_Point): zero-width and joining
/// characters, soft hyphens, variation selectors, bidirectional controls, fillers, tags.
#[inline]
pub fn is_ignorable(c: char) -> bool {
    c >= '\u{ad}'
        && matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// The letter that replaces a letter of Arabic script: one form of yeh and one of kaf; `None` for vowel signs.
#[inline]
pub(crate) fn plain_arabic(c: char) -> Option<char> {
    match c {
        '\u{64b}'..='\u{65f}' | '\u{670}' => None,
        '\u{649}' | '\u{6cc}' => Some('\u{64a}'),
        '\u{6a9}' => Some('\u{643}'),
        _ => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_match_unicode() {
        let ignorable = regex::Regex::new(r"\p{Default_Ignorable_Code_Point}").unwrap();
        for c in '\0'..=char::MAX {
            assert_eq!(class(&CLASSES, c), class_of(c), "U+{:X}", u32::from(c));
            let of_unicode = ignorable.is_match(c.encode_utf8(&mut [0; 4]));
            assert_eq!(is_ignorable(c), of_unicode, "U+{:X}", u32::from(c));
        }
    }
}
