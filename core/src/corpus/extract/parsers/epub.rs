//! EPUB 2 and 3: the visible text of the chapters in the order of the spine. The list of chapters of EPUB 3 and
//! the marks that refer to notes are left out; notes stand where the book has them.

use std::collections::HashMap;

use regex::Regex;

use super::archive::Archive;
use super::page;
use super::reasons::{damaged, none_missing_without_text};
use super::xml::{Piece, fields, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, LeftOut, Limits};

/// Reads a book.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, Format::Epub, limits)?;
    let mut package = None;
    pieces(
        &archive.needed("META-INF/container.xml")?,
        limits.max_depth,
        |piece| {
            if let Piece::Start("rootfile", tag) = piece {
                package = package.take().or(tag.attribute("full-path"));
            }
            Ok(())
        },
    )?;
    let package = package.ok_or_else(|| damaged("it names no package"))?;
    let opf = archive.needed(&package)?;
    let chapters = spine(&opf, &package, limits)?;
    if let Some(encryption) = archive.text("META-INF/encryption.xml")?
        && chapters
            .iter()
            .flatten()
            .any(|chapter| encryption.contains(chapter.as_str()))
    {
        return Err(SkipReason::Encrypted);
    }
    let marks = Regex::new(
        r#"(?s)<a\b[^>]*(?:epub:type="(?:noteref|backlink)"|role="doc-(?:noteref|backlink)"|class="footnote-(?:ref|back)")[^>]*>.*?</a>"#,
    )
    .map_err(damaged)?;
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
        let page = page::visible(&marks.replace_all(&xhtml, ""), limits)?;
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(page.trim());
        limits.check(text.len())?;
    }
    none_missing_without_text(&text, &left_out)?;
    text.push('\n');
    let [title, author, date] = fields(&opf, limits.max_depth, ["title", "creator", "date"])?;
    Ok(Extracted {
        text,
        title: title.unwrap_or_default(),
        author,
        date,
        left_out,
    })
}

/// Names of the parts with chapters, in reading order; `None` for one that is no page of HTML, or not in the list of
/// parts.
fn spine(opf: &str, package: &str, limits: &Limits) -> Result<Vec<Option<String>>, SkipReason> {
    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (mut parts, mut order) = (HashMap::new(), Vec::new());
    pieces(opf, limits.max_depth, |piece| {
        let Piece::Start(name, tag) = piece else {
            return Ok(());
        };
        match name {
            "item" => {
                let properties = tag.attribute("properties").unwrap_or_default();
                let is_contents = properties.split_whitespace().any(|p| p == "nav");
                let kind = tag.attribute("media-type").unwrap_or_default();
                if let (Some(id), Some(href)) = (tag.attribute("id"), tag.attribute("href")) {
                    let part = match is_contents {
                        true => Part::Contents,
                        false if kind.contains("html") => Part::Chapter(resolved(folder, &href)),
                        false => Part::Other,
                    };
                    parts.insert(id, part);
                }
            }
            "itemref" => order.extend(tag.attribute("idref")),
            _ => {}
        }
        Ok(())
    })?;
    let chapters = order.into_iter().filter_map(|id| {
        // A part that is named again has been read.
        match parts.insert(id, Part::Contents) {
            Some(Part::Contents) => None,
            Some(Part::Chapter(name)) => Some(Some(name)),
            Some(Part::Other) | None => Some(None),
        }
    });
    Ok(chapters.collect())
}

/// A part of a book.
enum Part {
    /// The list of chapters.
    Contents,
    /// A page of HTML, by its name in the archive.
    Chapter(String),
    /// Something else.
    Other,
}

/// The name of the part that a relative reference in a file of `folder` leads to.
pub(super) fn resolved(folder: &str, href: &str) -> String {
    let href = href.split('#').next().unwrap_or_default();
    let mut names: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    let decoded = percent_decoded(href);
    for name in decoded.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}

/// Text with `%20` and its like as the bytes that they stand for.
fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let hex = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(byte.unwrap_or(bytes[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved_within_the_archive() {
        assert_eq!(
            resolved("OEBPS", "text/a%20b.xhtml#x"),
            "OEBPS/text/a b.xhtml"
        );
        assert_eq!(resolved("OEBPS/text", "../../../c.xhtml"), "c.xhtml");
        assert_eq!(resolved("", "100%.html"), "100%.html");
    }
}
