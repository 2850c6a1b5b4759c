//! The lines that stay, copied as they stand in their files.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};

use super::ListedDocuments;
use crate::base::DocNo;
use crate::corpus::copy::{CopiedRow, RowCopier};
use crate::corpus::formats::Format;
use crate::corpus::packing::Form;
use crate::corpus::position::{file_of, form_of};
use crate::corpus::{Kind, PlaceView};

/// Copies the lines of the documents that stay to `out`, a file that will be at `path`; returns it. `step` is called
/// before each line and ends the copy with its error.
///
/// # Errors
/// A document is no line of such a file, a source has changed, the output fails, or the copy was ended.
pub fn copy<W: Write>(
    documents: &ListedDocuments<'_>,
    path: &Path,
    out: W,
    step: &dyn Fn() -> Result<()>,
) -> Result<W> {
    let format = Form::of(path).format;
    let collection = documents.collection;
    let copied = |doc: DocNo| {
        let row = collection.row_as_read(doc);
        let is_line = match row.kind {
            Kind::JsonRow => format == Format::JsonLines,
            Kind::TableRow => form_of(row.place).format == format,
            _ => false,
        };
        match row.place {
            PlaceView::Row { offset, length, .. } if is_line => Ok(CopiedRow {
                offset,
                length,
                digest: (row.kind == Kind::JsonRow).then_some(row.fingerprint),
            }),
            _ => bail!(
                "{} is no line of such a file as {}: --out copies lines of JSON Lines, CSV and TSV files as they stand; of any other corpus --drop-list FILE lists the ids of what to drop",
                collection.id(doc),
                path.display()
            ),
        }
    };
    let kept: Vec<DocNo> = documents.kept().collect();
    kept.iter().try_for_each(|doc| copied(*doc).map(drop))?;
    let file = |doc: &DocNo| file_of(collection.row(*doc).place);
    let mut copier = RowCopier::new(out, &collection.settings().reading);
    for docs in kept.chunk_by(|a, b| file(a) == file(b)) {
        let rows = docs.iter().map(|doc| {
            step()?;
            copied(*doc)
        });
        copier.file(file(&docs[0]), collection.row(docs[0]).stamp, rows)?;
    }
    Ok(copier.into_inner())
}
