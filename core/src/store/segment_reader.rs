//! Opens a segment: verifies each file, reads the document table, maps terms and sketches.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::StoreError;
use super::manifest::SegmentFiles;
use super::record::Record;
use crate::collection::term_column::TermColumn;
use crate::collection::{Rows, Segment};

/// Opens all segments in `folder` in parallel on the caller's rayon pool.
pub(super) fn open_all(
    folder: &Path,
    segments: &[SegmentFiles],
) -> Result<Vec<Arc<Segment>>, StoreError> {
    let segments = segments.par_iter();
    segments.map(|files| open(folder, files)).collect()
}

fn open(folder: &Path, files: &SegmentFiles) -> Result<Arc<Segment>, StoreError> {
    let (numbers, sketches_and_rows) = rayon::join(
        || rayon::join(|| files.starts.map(folder), || files.terms.map(folder)),
        || rayon::join(|| files.sketches.map(folder), || rows(folder, files)),
    );
    let ((starts, terms), (sketches, rows)) = (numbers, sketches_and_rows);
    let (rows, starts, terms, sketches) = (rows?, starts?, terms?, sketches?);
    let whole = TermColumn::packed(starts, terms)
        .and_then(|terms| Segment::new(files.name.clone(), rows, terms, files.width, sketches));
    whole.map(Arc::new).ok_or_else(|| {
        let path = folder.join(&files.starts.name);
        StoreError::damaged(&path, "does not fit the files beside it")
    })
}

fn rows(folder: &Path, files: &SegmentFiles) -> Result<Rows, StoreError> {
    let documents = files.documents.read(folder)?;
    let strings = files.strings.read(folder)?;
    let damaged = || StoreError::damaged(&folder.join(&files.documents.name), "makes no sense");
    let records = documents.chunks_exact(size_of::<Record>());
    if !records.remainder().is_empty() {
        return Err(damaged());
    }
    let mut rows = Rows::default();
    for bytes in records {
        let record = bytemuck::pod_read_unaligned::<Record>(bytes);
        rows.push(record.row(&strings).ok_or_else(damaged)?.view());
    }
    rows.shrink_to_fit();
    Ok(rows)
}
