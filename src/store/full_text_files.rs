//! Checks the files of the tantivy index, which believes them unseen: each ends in a footer with the
//! CRC-32 of what is before it. Read plainly, not through a map, so that checking leaves nothing in
//! the program's memory.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tantivy::IndexMeta;
use tantivy::directory::footer::Footer;

use super::StoreError;

const BUFFER: usize = 256 << 10;
/// The last four bytes of every file of tantivy's.
const MAGIC: u32 = 1337;
const LONGEST_FOOTER: u32 = 50_000;

/// Checks every file that `meta` names in `folder`.
pub(super) fn verify(folder: &Path, meta: &IndexMeta) -> Result<(), StoreError> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in meta.list_segment_files() {
        let name = path.to_string_lossy();
        let optional = name.ends_with(".del") || name.ends_with(".temp");
        if !optional || folder.join(&path).exists() {
            files.push(folder.join(&path));
        }
    }
    files.sort_unstable();
    files.par_iter().try_for_each(|path| verify_one(path))
}

fn verify_one(path: &Path) -> Result<(), StoreError> {
    let mut file = File::open(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => StoreError::damaged(path, "is missing"),
        _ => StoreError::io("read", path)(e),
    })?;
    let read = StoreError::io("read", path);
    match checksum_holds(&mut file) {
        Ok(Some(true)) => Ok(()),
        Ok(Some(false)) => Err(StoreError::damaged(path, "has a wrong checksum")),
        Ok(None) => Err(StoreError::damaged(path, "does not end as it was written")),
        Err(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => {
            Err(StoreError::damaged(path, "is cut short"))
        }
        Err(e) => Err(read(e)),
    }
}

/// Whether the checksum in the footer is right; `None` where there is no footer.
fn checksum_holds(file: &mut File) -> std::io::Result<Option<bool>> {
    let length = file.metadata()?.len();
    if length < 8 {
        return Ok(None);
    }
    let mut tail = [0; 8];
    file.seek(SeekFrom::End(-8))?;
    file.read_exact(&mut tail)?;
    let [a, b, c, d, e, f, g, h] = tail;
    let footer = u32::from_le_bytes([a, b, c, d]);
    let whole = u64::from(footer) + 8;
    if u32::from_le_bytes([e, f, g, h]) != MAGIC || footer > LONGEST_FOOTER || whole > length {
        return Ok(None);
    }
    let mut json = vec![0; footer as usize];
    file.seek(SeekFrom::Start(length - whole))?;
    file.read_exact(&mut json)?;
    let footer = serde_json::from_slice::<Footer>(&json).ok();
    let Some(footer) = footer.filter(|f| f.is_compatible().is_ok()) else {
        return Ok(None);
    };
    file.seek(SeekFrom::Start(0))?;
    let mut body = file.take(length - whole);
    let mut hash = crc32fast::Hasher::new();
    let mut buffer = vec![0; BUFFER];
    let mut seen = 0;
    loop {
        match body.read(&mut buffer)? {
            0 => break,
            n => {
                hash.update(&buffer[..n]);
                seen += n as u64;
            }
        }
    }
    Ok(Some(
        seen == length - whole && hash.finalize() == footer.crc,
    ))
}
