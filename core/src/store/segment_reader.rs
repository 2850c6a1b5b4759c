//! Opens a segment: verifies each file, reads the document table, maps terms and sketches.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::StoreError;
use super::manifest::SegmentFiles;
use super::record::Record;
use crate::collection::column::Column;
use crate::collection::term_column::TermColumn;
use crate::collection::{Rows, Segment};

/// Rows that are read before the pages of their files are released.
const AT_ONCE: usize = if cfg!(test) { 2 } else { 1 << 18 };

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
    let segment = TermColumn::packed(starts, terms)
        .and_then(|terms| Segment::new(files.name.clone(), rows, terms, files.width, sketches));
    segment.map(Arc::new).ok_or_else(|| {
        let path = folder.join(&files.starts.name);
        StoreError::damaged(&path, "does not fit the files beside it")
    })
}

fn rows(folder: &Path, files: &SegmentFiles) -> Result<Rows, StoreError> {
    let documents: Column<u8> = files.documents.map(folder)?;
    let strings: Column<u8> = files.strings.map(folder)?;
    let damaged = || StoreError::damaged(&folder.join(&files.documents.name), "makes no sense");
    const RECORD: usize = size_of::<Record>();
    if !documents.len().is_multiple_of(RECORD) {
        return Err(damaged());
    }
    let mut rows = Rows::with_capacity(documents.len() / RECORD);
    for records in documents.chunks(AT_ONCE * RECORD) {
        for bytes in records.chunks_exact(RECORD) {
            let record = bytemuck::pod_read_unaligned::<Record>(bytes);
            rows.push(record.row(&strings).ok_or_else(damaged)?.view());
        }
        documents.release();
        strings.release();
    }
    rows.shrink_to_fit();
    Ok(rows)
}
