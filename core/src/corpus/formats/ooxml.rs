//! What Word documents and PowerPoint slides have in common (ECMA-376): relationships between parts, and what the document
//! says about itself.

use super::package::{Package, resolved};
use super::xml::{Xml, fields};
use crate::corpus::SkipReason;
use crate::corpus::extract::Extracted;

/// A relationship of a part to another one.
pub(super) struct Relationship {
    pub id: String,
    /// Last segment of its type, such as `footnotes`.
    pub kind: String,
    /// Name of the other part.
    pub target: String,
}

/// The relationships of the part `name`; of the package where `name` is empty.
pub(super) fn relationships(
    package: &mut Package<'_>,
    name: &str,
) -> Result<Vec<Relationship>, SkipReason> {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let listed = resolved("", &format!("{folder}/_rels/{file}.rels"));
    let source = package.text(&listed)?.unwrap_or_default();
    let mut xml = Xml::new(&source, package.limits);
    let mut found = Vec::new();
    while let Some(tag) = xml.next_start(0)? {
        if let Some(target) = tag.attribute("Target") {
            let kind = tag.attribute("Type").unwrap_or_default();
            found.push(Relationship {
                id: tag.attribute("Id").unwrap_or_default(),
                kind: kind.rsplit('/').next().unwrap_or_default().to_owned(),
                target: resolved(name, &target),
            });
        }
    }
    Ok(found)
}

/// Name of the part that the document begins with, as the package says; else the `usual` one.
pub(super) fn main_part(package: &mut Package<'_>, usual: &str) -> Result<String, SkipReason> {
    let mut all = relationships(package, "")?.into_iter();
    let main = all.find(|to| to.kind == "officeDocument");
    Ok(main.map_or_else(|| usual.to_owned(), |to| to.target))
}

/// Adds title, author and date, where the package has them.
pub(super) fn describe(
    package: &mut Package<'_>,
    extracted: &mut Extracted,
) -> Result<(), SkipReason> {
    let source = package.text("docProps/core.xml")?.unwrap_or_default();
    let names = ["title", "creator", "created"];
    let [title, author, date] = fields(&source, package.limits, names)?;
    extracted.title = title.unwrap_or_default();
    (extracted.author, extracted.date) = (author, date);
    Ok(())
}

/// Whether an element stands for a chart, a diagram or a file of another program, which are not read.
pub(super) fn is_object(name: &str) -> bool {
    matches!(name, "chart" | "relIds" | "OLEObject" | "oleObj")
}
