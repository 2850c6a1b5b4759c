//! The visible text of an HTML page: without tags, scripts and styles, with entities resolved and block elements on separate
//! lines; the parts of it that are hidden or quoted; and its blocks.

mod blocks;
mod encoding;
mod hidden;
mod parser;
mod roles;
mod writer;

use super::SkipReason;
use super::limits::Clock;
use crate::base::BlockSpan;
use crate::settings::Reading;
pub use encoding::declared_encoding;

/// Extracted content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Content of the `title` element, which is not part of the text.
    pub title: String,
    /// Text of the page.
    pub text: String,
    /// Byte spans `start..end` of the text, ascending and disjoint, that element attributes make invisible; none where
    /// [`Reading::drop_unseen`] leaves such text out.
    pub unseen: Vec<(usize, usize)>,
    /// Byte spans `start..end` of the text, ascending and disjoint, inside `blockquote` and `q` elements.
    pub quoted: Vec<(usize, usize)>,
    /// Blocks of the page, ascending and disjoint. Text in none of them is body text.
    pub blocks: Vec<BlockSpan>,
}

impl Page {
    /// The text without invisible spans. Words on either side of a removed span stay separated.
    #[must_use]
    pub fn seen(&self) -> String {
        let mut seen = String::with_capacity(self.text.len());
        let mut from = 0;
        for &(start, end) in &self.unseen {
            seen.push_str(&self.text[from..start]);
            seen.push(' ');
            from = end;
        }
        seen.push_str(&self.text[from..]);
        seen
    }
}

/// How a page is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// HTML. A page that begins with the declaration of XML is read as XML nevertheless.
    Html,
    /// XML (XHTML), whether or not the page says so.
    Xml,
}

/// Reads a page.
///
/// # Errors
/// [`SkipReason::TooDeep`], [`SkipReason::TooSlow`], [`SkipReason::Damaged`].
pub fn page(
    source: &str,
    syntax: Syntax,
    reading: &Reading,
    clock: &Clock,
) -> Result<Page, SkipReason> {
    let writer = parser::parse(source, syntax, reading, clock, |_| {})?;
    let mut page = writer.page;
    page.title = page.title.split_whitespace().collect::<Vec<_>>().join(" ");
    page.blocks = blocks::blocks(&page.text, writer.marked);
    Ok(page)
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
