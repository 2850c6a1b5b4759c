//! EPUB 2 and 3: the visible text of the parts in the order of the spine, each once. The marks that refer to notes are
//! left out; notes stand where the book has them, and so does a list of chapters that is part of the spine.

mod spine;

use std::collections::HashSet;

use regex::Regex;

use super::archive::Archive;
use super::names::{key, resolved};
use super::page;
use super::reasons::{damaged, none_missing_without_text};
use super::xml::{Piece, fields, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, LeftOut, Limits};
use crate::corpus::html::Syntax;

/// Reads a book.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, Format::Epub, limits)?;
    let container = archive.needed("META-INF/container.xml")?;
    let package = package(&container, limits)?;
    let opf = archive.needed(&package)?;
    let chapters = spine::chapters(&opf, &package, limits)?;
    if let Some(encryption) = archive.text("META-INF/encryption.xml")? {
        let encrypted = encrypted(&encryption, limits)?;
        let mut names = chapters.iter().flatten();
        if names.any(|name| encrypted.contains(&key(name.as_bytes()))) {
            return Err(SkipReason::Encrypted);
        }
    }
    let marks = marks()?;
    let mut text = String::new();
    let mut left_out = LeftOut::default();
    for chapter in &chapters {
        let xhtml = match chapter {
            Some(chapter) => archive.text(chapter)?,
            None => None,
        };
        let Some(xhtml) = xhtml else {
            left_out.missing += 1;
            continue;
        };
        let page = page::seen(&marks.replace_all(&xhtml, ""), Syntax::Xml, limits)?;
        left_out += page.left_out;
        left_out.pages += u32::from(is_cut(&xhtml));
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(page.text.trim());
        limits.check(text.len())?;
    }
    none_missing_without_text(&text, &left_out)?;
    text.push('\n');
    let [title, author, date] = fields(&opf, limits.max_depth, ["title", "creator", "date"])?;
    Ok(Extracted {
        unseen: Vec::new(),
        text,
        title: title.unwrap_or_default(),
        author,
        date,
        left_out,
    })
}

/// Whether a chapter, which is XML, lacks the end of its page.
fn is_cut(xhtml: &str) -> bool {
    let has = |tag: &[u8]| {
        let mut windows = xhtml.as_bytes().windows(tag.len());
        windows.any(|at| at.eq_ignore_ascii_case(tag))
    };
    has(b"<html") && !has(b"</html")
}

/// Name of the part that describes the book: the first that the container says to be one, else the first.
fn package(container: &str, limits: &Limits) -> Result<String, SkipReason> {
    let (mut first, mut package) = (None, None);
    pieces(container, limits.max_depth, |piece| {
        if let Piece::Start("rootfile", tag) = piece {
            let path = || Some(resolved("", &tag.attribute("full-path")?));
            let kind = tag.attribute("media-type");
            if kind.as_deref() == Some("application/oebps-package+xml") {
                package = package.take().or_else(path);
            }
            first = first.take().or_else(path);
        }
        Ok(())
    })?;
    package
        .or(first)
        .ok_or_else(|| damaged("it names no package"))
}

/// Keys of the parts that are encrypted, fonts that are only obscured among them.
fn encrypted(encryption: &str, limits: &Limits) -> Result<HashSet<String>, SkipReason> {
    let mut names = HashSet::new();
    pieces(encryption, limits.max_depth, |piece| {
        if let Piece::Start("CipherReference", tag) = piece
            && let Some(reference) = tag.attribute("URI")
        {
            names.insert(key(resolved("", &reference).as_bytes()));
        }
        Ok(())
    })?;
    Ok(names)
}

/// Marks that refer to notes and lead back from them.
fn marks() -> Result<Regex, SkipReason> {
    let says = r#"epub:type\s*=\s*["'][^"']*\b(?:noteref|backlink)\b|role\s*=\s*["'][^"']*\bdoc-(?:noteref|backlink)\b|class\s*=\s*["']footnote-(?:ref|back)\b"#;
    // An empty element ends at once.
    Regex::new(&format!(
        r"(?s)<a\b[^>]*(?:{says})(?:[^>]*/>|(?:[^>]*[^/>])?>.*?</a>)"
    ))
    .map_err(damaged)
}

#[cfg(test)]
mod tests;
