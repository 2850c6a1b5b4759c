//! Visible text of an HTML page: without tags, scripts and styles, with entities resolved and block
//! elements on separate lines. Uses the html5ever tokeniser, so malformed markup is read as browsers
//! read it, and deep nesting needs no stack.

mod blocks;
mod cover;
mod declared;
mod display;
mod doctype;
mod inner;
mod line_break;
mod names;
mod open;
mod sink;
mod state;

use super::SkipReason;
use super::limits::Clock;
use crate::base::BlockSpan;
use crate::settings::Reading;
pub use declared::declared_encoding;
use state::Inner;

/// Extracted content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Content of the `title` element, which is not part of the text.
    pub title: String,
    /// Text of the page.
    pub text: String,
    /// Byte spans `start..end` of the text, ascending and disjoint, that element attributes make
    /// invisible.
    pub unseen: Vec<(usize, usize)>,
    /// Byte spans `start..end` of the text, ascending and disjoint, inside `blockquote` and `q` elements.
    pub quoted: Vec<(usize, usize)>,
    /// Blocks of the page, ascending and disjoint. Text in none of them is body text.
    pub blocks: Vec<BlockSpan>,
}

impl Page {
    /// The quoted spans as offsets into [`Page::seen`].
    #[must_use]
    pub fn quoted_seen(&self) -> Vec<(usize, usize)> {
        let mut seen = self.spans_seen(self.quoted.iter().copied());
        seen.retain(|(start, end)| start < end);
        seen
    }

    /// The blocks as offsets into [`Page::seen`].
    #[must_use]
    pub fn blocks_seen(&self) -> Vec<BlockSpan> {
        let seen = self.spans_seen(self.blocks.iter().map(|span| (span.start, span.end)));
        let blocks = seen.into_iter().zip(&self.blocks);
        let blocks = blocks.map(|((start, end), span)| BlockSpan {
            start,
            end,
            block: span.block,
        });
        blocks.filter(|span| span.start < span.end).collect()
    }

    /// Ascending, disjoint spans as offsets into [`Page::seen`]; empty where nothing of one is seen.
    fn spans_seen(&self, spans: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
        // Bytes up to `from` of the text make `length` bytes of what is seen.
        let (mut from, mut length, mut unseen) = (0, 0, self.unseen.iter().peekable());
        let mut space = false;
        let mut place = |at: usize| {
            while let Some(&&(start, end)) = unseen.peek().filter(|(_, end)| *end <= at) {
                let kept = &self.text[from..start];
                space = kept.chars().next_back().map_or(space, char::is_whitespace);
                // As `seen` does: a space unless white space stands there.
                length += kept.len() + usize::from(!space);
                (from, space) = (end, true);
                unseen.next();
            }
            match unseen.peek() {
                // Inside of an invisible span.
                Some(&&(start, _)) if start < at => length + (start - from),
                _ => length + (at - from),
            }
        };
        spans
            .map(|(start, end)| (place(start), place(end)))
            .collect()
    }

    /// The text without invisible spans. Words on either side of a removed span stay separated.
    #[must_use]
    pub fn seen(&self) -> String {
        let mut seen = String::with_capacity(self.text.len());
        let mut from = 0;
        for &(start, end) in &self.unseen {
            seen.push_str(&self.text[from..start]);
            if !seen.ends_with(char::is_whitespace) {
                seen.push(' ');
            }
            from = end;
        }
        seen.push_str(&self.text[from..]);
        seen
    }
}

/// How a page is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// HTML. A page that begins with the declaration of XML, or declares itself as XHTML, is read as XML nevertheless.
    Html,
    /// XML (XHTML), whether or not the page says so.
    Xml,
}

/// Extracts text and title of `source`. Checks the limits of depth and time after each piece.
///
/// # Errors
/// [`SkipReason::TooDeep`], [`SkipReason::TooSlow`].
pub fn page(
    source: &str,
    syntax: Syntax,
    reading: &Reading,
    clock: &Clock,
) -> Result<Page, SkipReason> {
    let inner = Inner {
        max_depth: reading.max_depth,
        clock: *clock,
        level: 0,
    };
    let page = inner.read(source, syntax)?;
    Ok(Page {
        title: page.title.split_whitespace().collect::<Vec<_>>().join(" "),
        blocks: blocks::blocks(&page.text, page.elements.found()),
        text: page.text,
        unseen: page.unseen,
        quoted: page.quoted,
    })
}

/// Whether bytes are an HTML page, as its server sent it: they begin like one, and no program for the server (`<?php`, `<%`)
/// stands in them.
#[must_use]
pub fn is_page(bytes: &[u8]) -> bool {
    let has = |begin: &[u8]| bytes.windows(begin.len()).any(|at| at == begin);
    begins_as_html(bytes) && !has(b"<?php") && !has(b"<?=") && !has(b"<%")
}

/// Whether bytes begin like an HTML page.
#[must_use]
pub fn begins_as_html(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(512)];
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let head = head.trim_ascii_start().to_ascii_lowercase();
    head.starts_with(b"<!doctype html") || head.starts_with(b"<html")
}

#[cfg(test)]
mod tests;
