//! Grapheme clusters, and line wrapping: after a space, between characters of scripts written without spaces, otherwise
//! within a word. Rows are found one by one from the start of any row, so only displayed text is wrapped.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use crate::base::sanitise;
use crate::base::width::Width;

/// Minimum row width in columns: narrower rows cannot contain a wide character.
pub const NARROWEST: usize = 2;

/// Line-breaking class of a cluster.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// White space; may hang over the end of its row.
    Space,
    /// Part of a word.
    Word,
    /// Joins parts of a word and allows a break after it: `-`, `/`, dashes.
    Joint,
    /// Character of a script without spaces; allows a break on either side.
    Free,
    /// Closing punctuation of a script without spaces; never begins a row.
    Closing,
    /// Opening punctuation of a script without spaces; never ends a row.
    Opening,
}

fn class(cluster: &GraphemeCluster<'_>) -> Class {
    if let [byte] = cluster.source.as_bytes() {
        return match byte {
            b' ' | b'\t' | b'\x0c' => Class::Space,
            b'-' | b'/' => Class::Joint,
            _ => Class::Word,
        };
    }
    if cluster.is_blank() {
        return Class::Space;
    }
    match cluster.source.chars().next().unwrap_or(' ') {
        '–' | '—' | '‐' => Class::Joint,
        '、' | '。' | '，' | '．' | '・' | '：' | '；' | '？' | '！' | '」' | '』' | '）'
        | '】' | '》' | '〉' | '〕' | '］' | '｝' | 'ー' | '々' | 'っ' | 'ゃ' | 'ゅ' | 'ょ'
        | 'ッ' | 'ャ' | 'ュ' | 'ョ' => Class::Closing,
        '「' | '『' | '（' | '【' | '《' | '〈' | '〔' | '［' | '｛' => Class::Opening,
        // Thai, Lao; Myanmar; Khmer.
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{19e0}'..='\u{19ff}'
        | '\u{a9e0}'..='\u{a9ff}'
        | '\u{aa60}'..='\u{aa7f}' => Class::Free,
        // East Asian wide characters and half-width kana.
        '\u{2e80}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}'
        | '\u{20000}'..='\u{3ffff}' => Class::Free,
        _ => Class::Word,
    }
}

fn can_break(before: Class, after: Class) -> bool {
    match (before, after) {
        (_, Class::Space | Class::Closing) | (Class::Opening, _) => false,
        (Class::Space, _) => true,
        (Class::Free | Class::Closing, _) | (_, Class::Free | Class::Opening) => true,
        (Class::Joint, Class::Word) => true,
        _ => false,
    }
}

/// End (byte offset) of the row that begins at `start`, for a line that ends at `end` and rows of
/// `width` columns. Trailing spaces may exceed it. The result is greater than `start` unless the line
/// ends at `start`.
pub fn row_end(text: &str, start: usize, end: usize, width: usize) -> usize {
    let width = width.max(NARROWEST);
    let mut column = 0;
    let mut previous: Option<Class> = None;
    let mut follows_letter = false;
    let mut last_break = None;
    // A cluster that is wider than a row has its own row.
    let mut overfull = false;
    for cluster in GraphemeClusters::new(text, start, end) {
        let class = class(&cluster);
        if previous.is_some_and(|previous| can_break(previous, class)) {
            last_break = Some(cluster.start);
        }
        let cluster_width = cluster.width(column);
        overfull |= cluster_width > width;
        let is_full = overfull || column + cluster_width > width;
        if class != Class::Space && is_full && cluster.start > start {
            return last_break.unwrap_or(cluster.start);
        }
        column += cluster_width;
        // Dashes at the start of a word (`--flag`) belong to it.
        let opens_word = class == Class::Joint && !follows_letter;
        previous = Some(if opens_word { Class::Word } else { class });
        follows_letter = cluster.source.starts_with(char::is_alphanumeric);
    }
    end
}

/// Start offsets of all rows of the line `text[start..end]`; at least one.
pub fn row_starts(text: &str, start: usize, end: usize, width: usize) -> Vec<usize> {
    let mut starts = vec![start];
    let mut at = start;
    loop {
        at = row_end(text, at, end, width);
        if at >= end {
            return starts;
        }
        starts.push(at);
    }
}

/// The rows of the line `text`; at least one. Joined, they are the line.
pub fn rows(text: &str, width: usize) -> Vec<&str> {
    let starts = row_starts(text, 0, text.len(), width);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(s, e)| &text[*s..e]).collect()
}

/// Columns between tab stops.
pub const TAB: usize = 4;

/// Form feed, which separates the pages of a text.
const PAGE_BREAK: u8 = 0x0c;

/// A grapheme cluster of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphemeCluster<'a> {
    /// Byte offset of the cluster.
    pub start: usize,
    /// Source text of the cluster.
    pub source: &'a str,
}

impl GraphemeCluster<'_> {
    /// Width in columns if it begins in `column`; a tab extends to the next tab stop.
    pub fn width(&self, column: usize) -> usize {
        match self.source.as_bytes() {
            [b'\t'] => TAB - column % TAB,
            [PAGE_BREAK] => 0,
            [_] => 1,
            _ => self.shown().width(),
        }
    }

    /// Displayed form: the cluster itself, or visible marks for characters that must not reach the terminal. A tab
    /// becomes one space here; the caller, who knows the column, pads it to the next tab stop. A page break has no
    /// width: the number of the page is shown in the frame of the text.
    pub fn shown(&self) -> Cow<'_, str> {
        match self.source.as_bytes() {
            [b'\t'] => Cow::Borrowed(" "),
            [PAGE_BREAK] => Cow::Borrowed(""),
            _ => sanitise::line(self.source),
        }
    }

    /// Whether it is white space at which a row may break.
    pub fn is_blank(&self) -> bool {
        match self.source.as_bytes() {
            [b' ' | b'\t' | PAGE_BREAK] => true,
            [_] => false,
            // No-break spaces and line separators do not allow a break.
            _ => self.source.chars().all(|c| {
                c.is_whitespace()
                    && !matches!(
                        c,
                        '\u{a0}' | '\u{202f}' | '\u{85}' | '\u{2028}' | '\u{2029}'
                    )
            }),
        }
    }
}

/// Iterator over the clusters of `text[start..end]`.
///
/// Plain text is iterated byte by byte: two ASCII characters never form one cluster (line breaks do not
/// occur here).
#[derive(Clone, Debug)]
pub struct GraphemeClusters<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> GraphemeClusters<'a> {
    /// Clusters from `start` to `end`; both must be character boundaries.
    pub fn new(text: &'a str, start: usize, end: usize) -> Self {
        GraphemeClusters {
            text,
            at: start,
            end: end.min(text.len()),
        }
    }
}

impl<'a> Iterator for GraphemeClusters<'a> {
    type Item = GraphemeCluster<'a>;

    fn next(&mut self) -> Option<GraphemeCluster<'a>> {
        let start = self.at;
        if start >= self.end {
            return None;
        }
        let bytes = self.text.as_bytes();
        let is_plain = bytes[start].is_ascii()
            && (start + 1 == self.end || bytes.get(start + 1).is_none_or(u8::is_ascii));
        let source = if is_plain {
            self.text.get(start..start + 1)
        } else {
            self.text.get(start..self.end)?.graphemes(true).next()
        }?;
        self.at = start + source.len();
        Some(GraphemeCluster { start, source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn columns(row: &str) -> usize {
        let mut column = 0;
        let mut visible_end = 0;
        for cluster in GraphemeClusters::new(row, 0, row.len()) {
            column += cluster.width(column);
            if !cluster.is_blank() {
                visible_end = column;
            }
        }
        visible_end
    }

    #[test]
    fn words_are_not_broken_if_they_fit() {
        assert_eq!(
            rows("the tide comes in", 9),
            ["the tide ", "comes in"],
            "a space exceeds the width"
        );
        assert_eq!(rows("well-known", 6), ["well-", "known"]);
        assert_eq!(rows("a --flag", 5), ["a ", "--fla", "g"]);
        assert_eq!(rows("incomprehensible", 6), ["incomp", "rehens", "ible"]);
        assert_eq!(rows("", 6), [""]);
    }

    #[test]
    fn scripts_without_spaces_break_anywhere_except_before_closing_marks() {
        assert_eq!(rows("潮が満ちる。朝", 10), ["潮が満ち", "る。朝"]);
        assert_eq!(rows("潮が「満ちる", 6), ["潮が", "「満ち", "る"]);
        assert_eq!(rows("日", 1), ["日"]);
    }

    #[test]
    fn a_cluster_wider_than_a_row_has_its_own_row() {
        let text = "\u{b55}\u{1f260}\u{c41}ab";
        assert_eq!(rows(text, 2), ["\u{b55}", "\u{1f260}\u{c41}", "ab"]);
    }

    proptest! {
        #[test]
        fn rows_joined_are_the_line_and_none_is_too_wide(text in "\\PC{0,80}", width in 2usize..40) {
            let rows = rows(&text, width);
            prop_assert_eq!(rows.concat(), text.clone());
            for row in rows {
                let single = GraphemeClusters::new(row, 0, row.len()).count() == 1;
                prop_assert!(columns(row) <= width || single, "{:?} in {}", row, width);
            }
        }

        #[test]
        fn rows_with_tabs_controls_and_wide_characters_are_not_too_wide(
            text in "[ a-z\t\u{1b}\u{301}日本語、「」\u{202e}-]{0,120}", width in 2usize..30
        ) {
            let rows = rows(&text, width);
            prop_assert_eq!(rows.concat(), text.clone());
            for row in rows {
                prop_assert!(columns(row) <= width.max(TAB), "{:?}", row);
            }
        }
    }

    #[test]
    fn a_page_break_has_no_width() {
        assert_eq!(widths("a\u{c}b"), [1, 0, 1]);
        let shown: String = GraphemeClusters::new("a\u{c}b", 0, 3)
            .map(|c| c.shown().into_owned())
            .collect();
        assert_eq!(shown, "ab");
    }

    fn widths(text: &str) -> Vec<usize> {
        let mut column = 0;
        GraphemeClusters::new(text, 0, text.len())
            .map(|c| {
                let width = c.width(column);
                column += width;
                width
            })
            .collect()
    }

    #[test]
    fn clusters_are_perceived_characters() {
        assert_eq!(widths("abc"), [1, 1, 1]);
        assert_eq!(widths("e\u{301}a"), [1, 1]);
        assert_eq!(widths("日本"), [2, 2]);
        assert_eq!(widths("👩‍👩‍👧x"), [2, 1]);
    }

    #[test]
    fn tabs_reach_the_next_stop_and_controls_take_one_column() {
        assert_eq!(widths("a\tb\x1b\t"), [1, 3, 1, 1, 2]);
        assert_eq!(widths("\u{202e}\u{200b}"), [1, 1]);
    }
}
