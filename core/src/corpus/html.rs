//! The visible text of an HTML page: without tags, scripts and styles, with entities resolved and block elements on
//! separate lines. Also its hidden and quoted parts, and its blocks.

mod blocks;
mod parser;
mod roles;
mod writer;

use std::sync::LazyLock;

use encoding_rs::Encoding;
use regex::bytes::Regex;

use super::SkipReason;
use super::decode::xml_encoding;
use super::limits::Clock;
use crate::settings::Reading;
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
    let writer = parser::parse(source, syntax, reading, clock)?;
    let mut page = writer.page;
    page.title = page.title.split_whitespace().collect::<Vec<_>>().join(" ");
    page.blocks = blocks::blocks(&page.text, writer.marked);
    Ok(page)
}

/// Whether bytes are an HTML page as a server sends it: they begin like a page, and contain no server code (`<?php`,
/// `<%`).
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

/// Number of bytes in which a declared encoding is searched. Browsers also accept a declaration after the first 1,024
/// (HTML standard, 13.2.3.4).
const HEAD: usize = 1 << 16;

/// Encoding declared in a `meta` element, or in the XML declaration (HTML standard, 13.2.3.2).
pub fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let in_meta = in_meta(&bytes[..bytes.len().min(HEAD)]);
    // The declaration was read as ASCII, so it cannot be UTF-16.
    Some(in_meta.or_else(|| xml_encoding(bytes))?.output_encoding())
}

/// The first known encoding that a `meta` element of these bytes names.
fn in_meta(head: &[u8]) -> Option<&'static Encoding> {
    static META: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
        // Comments are skipped.
        Regex::new(r#"(?is-u)<!--.*?(?:-->|$)|<meta[\s/][^>]*?charset\s*=\s*["']?\s*([\w:.-]+)"#)
    });
    let mut declared = META.as_ref().ok()?.captures_iter(head);
    declared.find_map(|element| Encoding::for_label(element.get(1)?.as_bytes()))
}

#[cfg(test)]
mod tests;
