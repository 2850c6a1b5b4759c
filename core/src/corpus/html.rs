//! The visible text of an HTML page: without tags, scripts and styles, with entities resolved and block elements on separate
//! lines; the parts of it that are hidden or quoted; and its blocks.

mod blocks;
mod encoding;
mod parser;
mod roles;
mod writer;

use super::SkipReason;
use super::limits::Clock;
use crate::settings::Reading;
pub use encoding::declared_encoding;
pub use writer::{HtmlPage, Syntax};

/// Reads a page.
///
/// # Errors
/// [`SkipReason::TooDeep`], [`SkipReason::TooSlow`], [`SkipReason::Damaged`].
pub fn page(
    source: &str,
    syntax: Syntax,
    reading: &Reading,
    clock: &Clock,
) -> Result<HtmlPage, SkipReason> {
    let writer = parser::parse(source, syntax, reading, clock, |_| {})?;
    let mut page = writer.page;
    page.title = page.title.split_whitespace().collect::<Vec<_>>().join(" ");
    page.blocks = blocks::blocks(&page.text, writer.marked);
    Ok(page)
}

/// Whether bytes are an HTML page, as its server sent it: they begin like one, and no program for the server (`<?php`, `<%`)
/// stands in them.
pub fn is_page(bytes: &[u8]) -> bool {
    let has = |begin: &[u8]| bytes.windows(begin.len()).any(|at| at == begin);
    begins_as_html(bytes) && !has(b"<?php") && !has(b"<?=") && !has(b"<%")
}

/// Whether bytes begin like an HTML page.
pub fn begins_as_html(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(512)];
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let head = head.trim_ascii_start().to_ascii_lowercase();
    head.starts_with(b"<!doctype html") || head.starts_with(b"<html")
}

#[cfg(test)]
mod tests;
