//! Opens a segment: verifies each file, reads the document table, maps terms and sketches.

use std::path::Path;
use std::sync::Arc;

use super::StoreError;
use super::file::{FileRecord, map};
use super::manifest::SegmentFiles;
use super::record::Record;
use crate::collection::Segment;
use crate::collection::column::Column;
use crate::corpus::DocumentRow;

/// Opens all segments in `folder` in parallel on the caller's rayon pool.
pub(super) fn open_all(
    folder: &Path,
    segments: &[SegmentFiles],
) -> Result<Vec<Arc<Segment>>, StoreError> {
    use rayon::prelude::*;
    segments
        .par_iter()
        .map(|files| open(folder, files).map(Arc::new))
        .collect()
}

fn open(folder: &Path, files: &SegmentFiles) -> Result<Segment, StoreError> {
    let ((starts, terms), (sketches, rows)) = rayon::join(
        || {
            rayon::join(
                || column::<u64>(folder, &files.starts),
                || column::<u64>(folder, &files.terms),
            )
        },
        || {
            rayon::join(
                || column::<u32>(folder, &files.sketches),
                || rows(folder, files),
            )
        },
    );
    let whole = Segment::new(
        files.name.clone(),
        rows?,
        starts?,
        terms?,
        files.width,
        sketches?,
    );
    whole.ok_or_else(|| {
        let path = folder.join(&files.starts.name);
        StoreError::damaged(&path, "does not fit the files beside it")
    })
}

fn column<T: bytemuck::Pod>(folder: &Path, record: &FileRecord) -> Result<Column<T>, StoreError> {
    map(&record.verified(folder)?, &record.path(folder)?)
}

fn rows(folder: &Path, files: &SegmentFiles) -> Result<Vec<DocumentRow>, StoreError> {
    let documents = files.documents.read(folder)?;
    let strings = files.strings.read(folder)?;
    let damaged = || StoreError::damaged(&folder.join(&files.documents.name), "makes no sense");
    let records = documents.chunks_exact(size_of::<Record>());
    if !records.remainder().is_empty() {
        return Err(damaged());
    }
    let mut rows: Vec<DocumentRow> = Vec::with_capacity(records.len());
    for bytes in records {
        let record = bytemuck::pod_read_unaligned::<Record>(bytes);
        let mut row = record.row(&strings).ok_or_else(damaged)?;
        if let Some(before) = rows.last() {
            row.place.share_with(&before.place);
        }
        rows.push(row);
    }
    Ok(rows)
}
