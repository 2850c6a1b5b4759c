//! Columns of a text in a terminal. Layout and output both count by code points, as wcwidth does, because a different
//! count would misplace the cursor.

use std::borrow::Cow;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

/// Zero-width joiner.
const JOINER: char = '\u{200d}';

/// The width of a sanitised text.
pub trait Width {
    /// Columns that the text takes.
    fn width(&self) -> usize;
}

impl Width for str {
    fn width(&self) -> usize {
        if self.is_ascii() {
            return self.len();
        }
        let mut chars = self.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return of_char(c);
        }
        let clusters = self.graphemes(true).map(plain);
        clusters
            .map(|cluster| cluster.chars().map(of_char).sum::<usize>())
            .sum()
    }
}

/// Columns of a single code point.
pub fn of_char(c: char) -> usize {
    match (c, c.width().unwrap_or(0)) {
        // Wide marks of Korean and Vietnamese, and the Hangul filler.
        ('\u{302e}' | '\u{302f}' | '\u{3164}' | '\u{16ff0}' | '\u{16ff1}', _) => 2,
        // Signs above or around the number that follows.
        ('\u{605}' | '\u{70f}' | '\u{890}' | '\u{891}' | '\u{8e2}', _) => 1,
        // Vowels and final consonants of Korean syllables.
        ('\u{1160}'..='\u{11ff}' | '\u{d7b0}'..='\u{d7ff}', _) => 0,
        // Spacing vowel signs, which unicode-width joins to their consonant.
        (_, 0) => match c.general_category() {
            GeneralCategory::SpacingMark
            | GeneralCategory::OtherLetter
            | GeneralCategory::OtherPunctuation => 1,
            _ => 0,
        },
        (_, width) => width,
    }
}

/// Whether a text begins with a mark that has its own column; some terminals join the mark to the preceding text.
pub fn begins_with_spacing_mark(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|c| !c.is_ascii() && c.general_category() == GeneralCategory::SpacingMark)
}

/// Returns a form of a grapheme cluster that has the same width in every terminal: without variation selectors, and
/// with only the first character of joined or coloured emoji. It never ends with a joiner, because tmux would join the
/// next cluster.
pub fn plain(cluster: &str) -> Cow<'_, str> {
    if cluster.is_ascii() {
        return Cow::Borrowed(cluster);
    }
    let cluster = cluster.trim_end_matches(JOINER);
    let mut chars = cluster.chars();
    let first = chars.next();
    let rest = chars.as_str();
    // Joiners between letters are part of the spelling of a word.
    let is_sign = first.is_some_and(|c| !c.is_alphabetic());
    let is_selector = |c| matches!(c, '\u{fe0e}' | '\u{fe0f}');
    let is_end = |c| is_sign && matches!(c, JOINER | '\u{1f3fb}'..='\u{1f3ff}');
    if !rest.contains(|c| is_selector(c) || is_end(c)) {
        return Cow::Borrowed(cluster);
    }
    let rest = rest.chars().take_while(|c| !is_end(*c));
    let rest = rest.filter(|c| !is_selector(*c));
    Cow::Owned(first.into_iter().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_vowel_signs_have_a_column_and_combining_marks_none() {
        for (text, columns) in [
            ("abc", 3),
            ("e\u{301}", 1),
            ("日本", 4),
            // Tamil KA with the vowel signs AA and O; O is one code point.
            ("கா", 2),
            ("கொ", 2),
            ("ಕೀ", 2),
            ("हिन्दी", 5),
            ("นำ้", 2),
            // A subscript consonant of Khmer.
            ("ក្ក", 2),
            ("لا", 2),
            ("ｶﾞ", 2),
            // A syllable of Korean in three parts, and with a tone mark.
            ("\u{1112}\u{1161}\u{11ab}", 2),
            ("가\u{302e}", 4),
            ("\u{605}1", 2),
        ] {
            assert_eq!(text.width(), columns, "{text}");
        }
    }

    #[test]
    fn signs_on_which_terminals_disagree_have_a_plain_form() {
        for (cluster, shown, columns) in [
            ("👩\u{200d}👩\u{200d}👧", "👩", 2),
            ("👍🏽", "👍", 2),
            ("❤\u{fe0f}", "❤", 1),
            ("❤\u{fe0f}\u{200d}🔥", "❤", 1),
            ("1\u{fe0f}\u{20e3}", "1\u{20e3}", 1),
            ("⌚\u{fe0e}", "⌚", 2),
            ("🇩🇪", "🇩🇪", 2),
            ("🏽", "🏽", 2),
            ("ക\u{d4d}\u{200d}ക", "ക\u{d4d}\u{200d}ക", 2),
            ("ക\u{d4d}\u{200d}", "ക\u{d4d}", 1),
            (" \u{200d}", " ", 1),
        ] {
            assert_eq!(plain(cluster), shown);
            assert_eq!(cluster.width(), columns, "{cluster}");
        }
    }
}
