//! OpenDocument text and slides (ISO/IEC 26300): paragraphs, lists, tables and text boxes in reading order, notes
//! after the text; charts and formulas where they stand. Deleted revisions, comments, what is hidden, other objects and
//! descriptions of pictures are left out; slides are parted by form feeds, their notes are left out.

mod content;
mod hiding;
mod objects;
mod own_styles;

use super::archive::Archive;
use super::xml::{fields, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, Limits};
use own_styles::OwnStyles;

/// Reads a document.
pub(super) fn read(bytes: &[u8], format: Format, limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, format, limits)?;
    if let Some(manifest) = archive.text("META-INF/manifest.xml")?
        && manifest.contains("encryption-data")
    {
        return Err(SkipReason::Encrypted);
    }
    let mut styles = OwnStyles::default();
    // A document is text without them too.
    if let Some(xml) = archive.text("styles.xml").ok().flatten() {
        let _ = pieces(&xml, limits.max_depth, |piece| {
            styles.add(&piece);
            Ok(())
        });
    }
    let xml = archive.needed("content.xml")?;
    let mut extracted = content::read(&xml, styles, format, limits, &mut |href| {
        objects::read(&mut archive, href, limits)
    })?;
    if let Some(xml) = archive.text("meta.xml")? {
        let names = [
            "title",
            "initial-creator",
            "creator",
            "creation-date",
            "date",
        ];
        let [title, first, author, created, date] = fields(&xml, limits.max_depth, names)?;
        extracted.title = title.unwrap_or_default();
        extracted.author = first.or(author);
        extracted.date = created.or(date);
    }
    Ok(extracted)
}

#[cfg(test)]
mod tests;
