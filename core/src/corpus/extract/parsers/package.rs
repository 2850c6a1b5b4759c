//! What documents of Office Open XML have in common (ECMA-376 part 2, packages): relationships between parts, and
//! what the document says about itself.

use super::archive::Archive;
use super::names::resolved;
use super::xml::{Piece, Tag, fields, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Limits};

/// A relationship to another part.
pub(super) struct Relationship {
    pub id: String,
    pub kind: String,
    /// Name of the part.
    pub target: String,
}

/// Whether the data of a graphic, an element `graphicData`, are a diagram, which holds its words in parts of its own.
pub(super) fn is_diagram(tag: &Tag<'_>) -> bool {
    tag.attribute("uri")
        .is_some_and(|uri| uri.ends_with("/diagram"))
}

/// The relationships of the part `name`, of the package where `name` is empty.
pub(super) fn relationships(
    archive: &mut Archive<'_>,
    name: &str,
    limits: &Limits,
) -> Result<Vec<Relationship>, SkipReason> {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let listed = match folder {
        "" => format!("_rels/{file}.rels"),
        folder => format!("{folder}/_rels/{file}.rels"),
    };
    let mut found = Vec::new();
    let Some(xml) = archive.text(&listed)? else {
        return Ok(found);
    };
    pieces(&xml, limits.max_depth, |piece| {
        if let Piece::Start("Relationship", tag) = piece
            && let Some(target) = tag.attribute("Target")
        {
            let folder = if target.starts_with('/') { "" } else { folder };
            let target = resolved(folder, &target);
            found.push(Relationship {
                id: tag.attribute("Id").unwrap_or_default(),
                kind: tag.attribute("Type").unwrap_or_default(),
                target,
            });
        }
        Ok(())
    })?;
    Ok(found)
}

/// Name of the part that the document begins with, as the relationships of the package say; else the `usual` one.
pub(super) fn main_part(
    archive: &mut Archive<'_>,
    usual: &str,
    limits: &Limits,
) -> Result<String, SkipReason> {
    let mut found = relationships(archive, "", limits)?.into_iter();
    let found = found.find(|to| to.kind.ends_with("/officeDocument"));
    Ok(found.map_or_else(|| usual.to_owned(), |to| to.target))
}

/// Adds title, author and date, where the package has them.
pub(super) fn about(
    archive: &mut Archive<'_>,
    limits: &Limits,
    extracted: &mut Extracted,
) -> Result<(), SkipReason> {
    if let Some(xml) = archive.text("docProps/core.xml")? {
        let names = ["title", "creator", "created"];
        let [title, author, date] = fields(&xml, limits.max_depth, names)?;
        extracted.title = title.unwrap_or_default();
        (extracted.author, extracted.date) = (author, date);
    }
    Ok(())
}
