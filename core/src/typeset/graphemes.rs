//! Grapheme clusters: source bytes, displayed form, width in columns.

use std::borrow::Cow;

use crate::base::width::Width;
use unicode_segmentation::UnicodeSegmentation;

use crate::base::sanitise;

/// Columns between tab stops.
pub const TAB: usize = 4;

/// Form feed, which parts the pages of a text.
const PAGE_BREAK: u8 = 0x0c;

/// A grapheme cluster of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster<'a> {
    /// Byte offset of the cluster.
    pub start: usize,
    /// Source text of the cluster.
    pub source: &'a str,
}

impl Cluster<'_> {
    /// Width in columns if it begins in `column`; a tab extends to the next tab stop.
    pub fn width(&self, column: usize) -> usize {
        match self.source.as_bytes() {
            [b'\t'] => TAB - column % TAB,
            [PAGE_BREAK] => 0,
            [_] => 1,
            _ => self.shown().width(),
        }
    }

    /// Displayed form: the cluster itself, or visible marks for characters that must not reach the
    /// terminal. A tab becomes one blank here; the caller, who knows the column, pads it to the next tab
    /// stop. A page break takes no room: the number of the page is shown in the frame of the text.
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
    type Item = Cluster<'a>;

    fn next(&mut self) -> Option<Cluster<'a>> {
        let start = self.at;
        if start >= self.end {
            return None;
        }
        let bytes = self.text.as_bytes();
        let plain = bytes[start].is_ascii()
            && (start + 1 == self.end || bytes.get(start + 1).is_none_or(u8::is_ascii));
        let source = if plain {
            self.text.get(start..start + 1)
        } else {
            self.text.get(start..self.end)?.graphemes(true).next()
        }?;
        self.at = start + source.len();
        Some(Cluster { start, source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_break_takes_no_room() {
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
    fn clusters_are_what_a_person_counts() {
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
