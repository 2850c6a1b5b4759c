//! Zip archives that stand behind something else.

use std::io::{Read, Seek};

use zip::ZipArchive;

use crate::base::units;
use crate::corpus::SkipReason;

/// Why what stands before a zip archive is not read: the end of the file says where its archive begins, so that of two that
/// were joined the first is never seen.
pub(in crate::corpus) fn not_read_before<R: Read + Seek>(
    archive: &ZipArchive<R>,
) -> Option<SkipReason> {
    let before = archive.offset();
    (before > 0).then(|| {
        SkipReason::Unsupported(format!(
            "{} stand before the zip archive, as where two were joined, and were not read: take them apart",
            units::bytes(before)
        ))
    })
}
