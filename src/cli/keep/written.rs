//! The documents that stay, copied as they stand in their files.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};

use super::documents::ListedDocuments;
use crate::base::DocNo;
use crate::corpus::copy::lines::{self, Lines};
use crate::corpus::copy::records::Records;
use crate::corpus::copy::{CopiedDocuments, file_of, form_of};
use crate::corpus::packing::Format;
use crate::corpus::{DocumentRow, Kind, Place};

/// Writes the documents that stay to `out`, a file that will be at `path`; returns it. `step` is called before each
/// document that is copied, and its error ends the copy.
///
/// # Errors
/// A document is no row of a file of the format, a source has changed, or the output fails.
pub fn write<W: Write>(
    documents: &ListedDocuments<'_>,
    (path, format): (&Path, Format),
    out: W,
    step: &dyn Fn() -> Result<()>,
) -> Result<W> {
    for doc in documents.kept() {
        let row = documents.row_as_read(doc);
        let is_row = match format {
            Format::JsonLines => row.kind == Kind::JsonRow,
            _ => row.kind == Kind::TableRow && matches!(row.place, Place::Row { .. }),
        };
        if !is_row || form_of(row.place.view()).format != format {
            bail!(
                "{} is no line that --out {} could take: --out copies lines of JSON Lines, CSV or TSV to a file of the same \
                 kind; --drop-list FILE names what to drop from any corpus",
                documents.id(doc),
                path.display()
            );
        }
    }
    let reading = &documents.collection.settings().reading;
    if format == Format::JsonLines {
        let mut to = Lines::new(out);
        each_file(documents, |first, kept| {
            let mut wanted = CopiedDocuments::default();
            for doc in kept {
                wanted.add(documents.row_as_read(*doc).view());
            }
            lines::copy(&first.place, reading, &wanted, &mut to, step)
        })?;
        return Ok(to.into_inner());
    }
    let mut records = Records::new(out);
    each_file(documents, |first, kept| {
        let places = kept
            .iter()
            .filter_map(|doc| match documents.row_as_read(*doc).place {
                Place::Row { offset, length, .. } => Some(step().map(|()| (offset, length))),
                _ => None,
            });
        records.file(file_of(first.place.view()), first.stamp, places, reading)
    })?;
    Ok(records.into_inner())
}

/// Calls `each` for every file with documents that stay, in the order of the corpus: its first row, and the documents.
fn each_file(
    documents: &ListedDocuments<'_>,
    mut each: impl FnMut(&DocumentRow, &[DocNo]) -> Result<()>,
) -> Result<()> {
    let kept: Vec<DocNo> = documents.kept().collect();
    let path_of = |doc: &DocNo| file_of(documents.collection.row(*doc).place);
    for of_file in kept.chunk_by(|a, b| path_of(a) == path_of(b)) {
        each(&documents.row_as_read(of_file[0]), of_file)?;
    }
    Ok(())
}
