//! EPUB 2 and 3: the visible text of the chapters in the order of the spine. Reference marks of notes are not
//! extracted; notes are at their position in the book.

use std::collections::{HashMap, HashSet};

use regex::Regex;

use super::package::{Package, resolved};
use super::xml::{Xml, damaged, fields};
use super::xml_text;
use crate::corpus::SkipReason;
use crate::corpus::extracted::{Extracted, Limits, UnextractedParts};
use crate::corpus::html::Syntax;

/// Reads a book.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut package = Package::open(bytes, "EPUB book", limits)?;
    let opf_name = opf(&mut package)?;
    let opf = package.required(&opf_name)?;
    let encrypted = encrypted(&mut package)?;
    let marks = marks()?;
    let mut text = String::new();
    let mut unextracted = UnextractedParts::default();
    for name in chapters(&opf, &opf_name)? {
        if encrypted.contains(&name) {
            return Err(SkipReason::Encrypted);
        }
        let Some(chapter) = package.text(&name)? else {
            unextracted.missing += 1;
            continue;
        };
        let chapter = xml_text::seen(&marks.replace_all(&chapter, ""), Syntax::Xml, limits)?;
        unextracted += chapter.unextracted;
        text.push_str(chapter.text.trim());
        text.push('\n');
    }
    let [title, author, date] = fields(&opf, ["title", "creator", "date"])?;
    Ok(Extracted {
        text,
        title: title.unwrap_or_default(),
        author,
        date,
        unextracted,
        ..Extracted::default()
    })
}

/// Name of the part that describes the book.
fn opf(package: &mut Package<'_>) -> Result<String, SkipReason> {
    let container = package.required("META-INF/container.xml")?;
    let mut xml = Xml::new(&container);
    while let Some(tag) = xml.next_start(0)? {
        if tag.name() == "rootfile"
            && let Some(path) = tag.attribute("full-path")
        {
            return Ok(resolved("", &path));
        }
    }
    Err(damaged("it names no package"))
}

/// Names of the chapters in reading order; the name is empty if a chapter is not text or not listed.
fn chapters(opf: &str, opf_name: &str) -> Result<Vec<String>, SkipReason> {
    let (mut items, mut names) = (HashMap::new(), Vec::new());
    let mut xml = Xml::new(opf);
    while let Some(tag) = xml.next_start(0)? {
        let attribute = |name: &str| tag.attribute(name).unwrap_or_default();
        match tag.name() {
            // XHTML, or a drawing.
            "item" if attribute("media-type").contains("ml") => {
                items.insert(attribute("id"), resolved(opf_name, &attribute("href")));
            }
            "itemref" => {
                let name: Option<&String> = items.get(&attribute("idref"));
                names.push(name.cloned().unwrap_or_default());
            }
            _ => {}
        }
    }
    Ok(names)
}

/// Names of the encrypted parts. Fonts are often encrypted even if the text is not.
fn encrypted(package: &mut Package<'_>) -> Result<HashSet<String>, SkipReason> {
    let source = package.text("META-INF/encryption.xml")?.unwrap_or_default();
    let mut xml = Xml::new(&source);
    let mut names = HashSet::new();
    while let Some(tag) = xml.next_start(0)? {
        if tag.name() == "CipherReference" {
            names.extend(tag.attribute("URI").map(|name| resolved("", &name)));
        }
    }
    Ok(names)
}

/// Matches links from the text to a note and back.
fn marks() -> Result<Regex, SkipReason> {
    let names =
        r#"(?:type|role|class)\s*=\s*["'][^"'>]*\b(?:noteref|backlink|footnote-(?:ref|back))\b"#;
    // An empty element does not match, because the next end tag belongs to another link.
    Regex::new(&format!(r"(?s)<a\b[^>]*{names}[^>]*[^>/]>.*?</a>")).map_err(damaged)
}

#[cfg(test)]
mod tests;
