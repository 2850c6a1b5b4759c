//! A document that is a zip archive: its parts by name, within a budget of unpacked bytes. Also the common
//! parts of Word and PowerPoint files (ECMA-376): relationships between parts, and metadata.

use std::io::{Cursor, Read};

use percent_encoding::percent_decode_str;
use zip::ZipArchive;
use zip::result::ZipError;

use super::xml::{Xml, damaged, fields};
use crate::base::units;
use crate::corpus::extracted::{Extracted, Limits};
use crate::corpus::{SkipReason, decode};

/// The parts of a document. All of them together unpack to at most the limit.
pub(super) struct Package<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    pub limits: &'a Limits,
    /// Bytes that may still be unpacked.
    budget: u64,
}

impl<'a> Package<'a> {
    /// Reads the table of contents.
    ///
    /// # Errors
    /// The document is encrypted, of an old format or damaged, or the file contains a second document.
    pub fn open(bytes: &'a [u8], name: &str, limits: &'a Limits) -> Result<Self, SkipReason> {
        if bytes.starts_with(COMPOUND_FILE) {
            let utf16: Vec<u8> = "EncryptedPackage".bytes().flat_map(|b| [b, 0]).collect();
            if bytes.windows(utf16.len()).any(|at| at == utf16) {
                return Err(SkipReason::Encrypted);
            }
            return Err(damaged(format!("a {name} of an old format; save it again")));
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
        if zip.offset() > 0 {
            return Err(before_zip(zip.offset()));
        }
        Ok(Package {
            zip,
            limits,
            budget: limits.max_unpacked,
        })
    }

    /// The text of a part; `None` if it is absent or empty.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, SkipReason> {
        let Some(index) = self.zip.index_for_name(name) else {
            return Ok(None);
        };
        let part = self.zip.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => SkipReason::Encrypted,
            error => damaged(error),
        })?;
        let mut bytes = Vec::new();
        part.take(self.budget + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| damaged(format!("{name}: {error}")))?;
        let budget = self.budget.checked_sub(bytes.len() as u64);
        self.budget = budget.ok_or(SkipReason::Expands(self.limits.max_unpacked))?;
        let declared = decode::xml_encoding(&bytes);
        let is_empty = bytes.is_empty();
        Ok((!is_empty).then(|| decode::decode(bytes, declared).0))
    }

    /// The text of a part that must exist.
    pub fn required(&mut self, name: &str) -> Result<String, SkipReason> {
        let text = self.text(name)?;
        text.ok_or_else(|| damaged(format!("it has no part {name}, or an empty one")))
    }
}

/// Resolves a reference (a percent-encoded relative URL) in the part `from` to the name of a part.
pub(super) fn resolved(from: &str, reference: &str) -> String {
    let reference = reference.split('#').next().unwrap_or_default();
    let reference = percent_decode_str(reference).decode_utf8_lossy();
    let folder = match from.rsplit_once('/') {
        Some((folder, _)) if !reference.starts_with('/') => folder,
        _ => "",
    };
    let mut names = Vec::new();
    for name in folder.split('/').chain(reference.split('/')) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}

/// A relationship of a part to another one.
pub(super) struct Relationship {
    pub id: String,
    /// Last segment of its type, such as `footnotes`.
    pub kind: String,
    /// Name of the other part.
    pub target: String,
}

/// The relationships of the part `name`, or of the package if `name` is empty.
pub(super) fn relationships(
    package: &mut Package<'_>,
    name: &str,
) -> Result<Vec<Relationship>, SkipReason> {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let listed = resolved("", &format!("{folder}/_rels/{file}.rels"));
    let source = package.text(&listed)?.unwrap_or_default();
    let mut xml = Xml::new(&source);
    let mut relations = Vec::new();
    while let Some(tag) = xml.next_start(0)? {
        if let Some(target) = tag.attribute("Target") {
            let kind = tag.attribute("Type").unwrap_or_default();
            relations.push(Relationship {
                id: tag.attribute("Id").unwrap_or_default(),
                kind: kind.rsplit('/').next().unwrap_or_default().to_owned(),
                target: resolved(name, &target),
            });
        }
    }
    Ok(relations)
}

/// Name of the main part that the package names, otherwise `default`.
pub(super) fn main_part(package: &mut Package<'_>, default: &str) -> Result<String, SkipReason> {
    let mut all = relationships(package, "")?.into_iter();
    let main = all.find(|to| to.kind == "officeDocument");
    Ok(main.map_or_else(|| default.to_owned(), |to| to.target))
}

/// Adds title, author and date, if the package has them.
pub(super) fn describe(
    package: &mut Package<'_>,
    extracted: &mut Extracted,
) -> Result<(), SkipReason> {
    let source = package.text("docProps/core.xml")?.unwrap_or_default();
    let names = ["title", "creator", "created"];
    let [title, author, date] = fields(&source, names)?;
    extracted.title = title.unwrap_or_default();
    (extracted.author, extracted.date) = (author, date);
    Ok(())
}

/// Whether an element represents a chart, a diagram or a file of another program, which are not read.
pub(super) fn is_object(name: &str) -> bool {
    matches!(name, "chart" | "relIds" | "OLEObject" | "oleObj")
}

#[cfg(test)]
pub(super) mod made {
    //! Packages for tests.

    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// A package with these parts.
    pub fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts {
            let options = SimpleFileOptions::default();
            archive.start_file(*name, options).expect("it is added");
            archive.write_all(text.as_bytes()).expect("it is written");
        }
        archive.finish().expect("it is ended").into_inner()
    }
}

/// First bytes of old Office files. Encrypted new files are wrapped in this format.
pub(super) const COMPOUND_FILE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Why bytes before a zip archive are not read. If two archives are joined, the directory at the end of the file lists
/// only the second.
pub(in crate::corpus) fn before_zip(bytes: u64) -> SkipReason {
    SkipReason::Unsupported(format!(
        "{} before the zip archive were not read, as if two files were joined: separate them",
        units::bytes(bytes)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved_within_the_package() {
        for (from, reference, name) in [
            ("OEBPS/x.opf", "text/a%20b.xhtml#x", "OEBPS/text/a b.xhtml"),
            ("OEBPS/text/a", "../../../c.xhtml", "c.xhtml"),
            ("OEBPS/text/a", "/OEBPS/a.xhtml", "OEBPS/a.xhtml"),
            ("", "./OEBPS/o.opf", "OEBPS/o.opf"),
            ("", "100%.html", "100%.html"),
        ] {
            assert_eq!(resolved(from, reference), name);
        }
    }
}
