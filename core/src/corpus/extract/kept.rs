//! Extracted text is kept, so that an unchanged file is parsed once: by the digest of its bytes, compressed, in a
//! folder of the index. A changed file has another digest. Without an index only what is known of a document beside its
//! text is kept, in memory.
//!
//! Each kept text begins with a checksum over its name and content: one that is damaged, or has another's name, is as if
//! it were not kept. So is one that was taken out under other limits.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use xxhash_rust::xxh3::xxh3_128;

use crate::base::files;
use crate::corpus::Kind;
use crate::corpus::child::{read_header, write_header};
use crate::corpus::extracted::{Extracted, LeftOut, Limits};
use crate::corpus::formats::FileFormat;

/// Changes whenever a parser gives another text for the same bytes, or texts are kept in another form.
const VERSION: u32 = 21;

/// Bytes of the checksum before a kept text.
const CHECKSUM: usize = 16;

/// Name of a kept text: the digest of the source and what else decides the text.
type Key = (u128, FileFormat);

#[derive(Default)]
struct Kept {
    folder: Option<PathBuf>,
    /// Whether texts are written to the folder, not only read.
    writes: bool,
    /// What is known of the documents that this process has read or asked for, without their texts.
    about: HashMap<Key, Extracted>,
}

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

fn with<T>(f: impl FnOnce(&mut Kept) -> T) -> T {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    f(kept.get_or_insert_default())
}

/// Keeps texts in this folder of an index from now on, or reads them there only.
pub fn use_folder(folder: Option<PathBuf>, writes: bool) {
    with(|kept| (kept.folder, kept.writes) = (folder, writes));
}

/// What was left out of a document of this kind with this digest.
pub fn left_out_of(kind: Kind, fingerprint: u128) -> LeftOut {
    match kind {
        Kind::Extracted(format) => about(format, fingerprint).unwrap_or_default().left_out,
        _ => LeftOut::default(),
    }
}

/// What is known of a document that was read: its title, author, date and what was left out, without its text, which
/// is empty here. `None` if it is not kept.
pub fn about(format: FileFormat, fingerprint: u128) -> Option<Extracted> {
    let key = (fingerprint, format);
    if let Some(extracted) = with(|kept| kept.about.get(&key).cloned()) {
        return Some(extracted);
    }
    let (_, extracted) = unpacked(&name(key), &bytes(key)?, 0)?;
    note(format, fingerprint, &extracted);
    with(|kept| kept.about.get(&key).cloned())
}

/// The digest and the version that the name of a file in the folder says: 32 hexadecimal digits, the version and the
/// format.
fn named(name: &str) -> Option<(u128, &str)> {
    let (digest, rest) = name.split_once('-')?;
    let (version, format) = rest.split_once('-')?;
    version.parse::<u32>().and(format.parse::<u32>()).ok()?;
    let number = u128::from_str_radix(digest, 16).ok()?;
    (digest.len() == 32).then_some((number, version))
}

/// Whether a file of this name is a kept text.
pub fn is_ours(name: &str) -> bool {
    named(name).is_some()
}

fn name((fingerprint, format): Key) -> String {
    let index = FileFormat::extracted().take_while(|f| *f != format).count();
    format!("{fingerprint:032x}-{VERSION}-{index}")
}

/// The text that was taken out of these bytes under the same limits and by the same reader; `None` if it is not kept.
pub(super) fn find(format: FileFormat, fingerprint: u128, limits: &Limits) -> Option<Extracted> {
    let key = (fingerprint, format);
    let (under, extracted) = unpacked(&name(key), &bytes(key)?, limits.max_text)?;
    (under == *limits).then_some(extracted)
}

/// What is kept under a key, compressed.
fn bytes(key: Key) -> Option<Vec<u8>> {
    let folder = with(|kept| kept.folder.clone())?;
    fs::read(folder.join(name(key))).ok()
}

/// Keeps a text that was taken out under these limits, if there is a folder that can be written.
pub(super) fn keep(format: FileFormat, fingerprint: u128, extracted: &Extracted, limits: &Limits) {
    let key = (fingerprint, format);
    let folder = with(|kept| kept.folder.clone().filter(|_| kept.writes));
    if let Some(folder) = folder
        && let Some(bytes) = packed(&name(key), limits, extracted)
    {
        // A text that is not kept is taken out again.
        let _ = write(&folder, &name(key), &bytes);
    }
}

/// Notes what is known of a document that was read.
pub(super) fn note(format: FileFormat, fingerprint: u128, extracted: &Extracted) {
    let about = Extracted {
        title: extracted.title.clone(),
        author: extracted.author.clone(),
        date: extracted.date.clone(),
        left_out: extracted.left_out,
        ..Extracted::default()
    };
    with(|kept| kept.about.insert((fingerprint, format), about));
}

/// Writes a file under another name first: a reader never sees part of one.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    if !folder.is_dir() {
        files::create_folders(folder)?;
    }
    let mut file = tempfile::Builder::new()
        .prefix(".tmp")
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(folder.join(name))?;
    Ok(())
}

/// Removes the kept texts of sources whose digest is not in `wanted`. Files with other names stay.
pub fn forget_others(folder: &Path, wanted: &HashSet<u128>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some((digest, version)) = name.to_str().and_then(named) else {
            continue;
        };
        if version != VERSION.to_string() || !wanted.contains(&digest) {
            // What cannot be removed now is tried again after the next run.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Kept texts of a folder that were verified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifiedTexts {
    /// Number of kept texts that are as they were written.
    pub intact: u64,
    /// Files that are damaged or have the name of another.
    pub damaged: Vec<PathBuf>,
}

/// Reads all kept texts of a folder, which need not exist.
///
/// # Errors
/// A file cannot be read.
pub fn verify(folder: &Path) -> io::Result<VerifiedTexts> {
    let mut verified = VerifiedTexts::default();
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(verified),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        // Those of other versions are not read.
        if named(name).is_none_or(|(_, version)| version != VERSION.to_string()) {
            continue;
        }
        if content(name, &fs::read(entry.path())?).is_some() {
            verified.intact += 1
        } else {
            verified.damaged.push(entry.path())
        }
    }
    verified.damaged.sort();
    Ok(verified)
}

fn checksum(name: &str, content: &[u8]) -> [u8; CHECKSUM] {
    let sums = [xxh3_128(name.as_bytes()), xxh3_128(content)];
    xxh3_128(bytemuck::cast_slice(&sums)).to_le_bytes()
}

/// What follows the checksum of a kept text; `None` if it is not what was written under this name.
fn content<'a>(name: &str, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let (sum, content) = bytes.split_first_chunk::<CHECKSUM>()?;
    (*sum == checksum(name, content)).then_some(content)
}

fn packed(name: &str, limits: &Limits, extracted: &Extracted) -> Option<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    write_header(&mut encoder, &(limits, extracted)).ok()?;
    encoder.write_all(extracted.text.as_bytes()).ok()?;
    let content = encoder.finish().ok()?;
    Some([&checksum(name, &content), &content[..]].concat())
}

/// The limits of a kept text and the text, of which at most `max_text` bytes and one more are unpacked.
fn unpacked(name: &str, bytes: &[u8], max_text: u64) -> Option<(Limits, Extracted)> {
    let mut decoder = DeflateDecoder::new(content(name, bytes)?);
    let (limits, mut extracted): (Limits, Extracted) = read_header(&mut decoder).ok()?;
    let mut text = Vec::new();
    decoder
        .take(max_text.saturating_add(1))
        .read_to_end(&mut text)
        .ok()?;
    extracted.text = String::from_utf8_lossy(&text).into_owned();
    Some((limits, extracted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Reading;

    fn limits() -> Limits {
        Limits::new(&Reading::default())
    }

    #[test]
    fn an_outcome_is_the_same_after_packing() {
        let extracted = Extracted {
            text: "words ".repeat(1000),
            title: "a title".into(),
            author: Some("an author".into()),
            ..Extracted::default()
        };
        let packed = packed("a", &limits(), &extracted).unwrap();
        let kept = (limits(), extracted);
        assert_eq!(unpacked("a", &packed, 10_000), Some(kept));
        assert!(packed.len() < 400);
        assert_eq!(unpacked("a", &packed[..packed.len() / 2], 10_000), None);
        assert_eq!(unpacked("b", &packed, 10_000), None, "under another name");
        for at in 0..packed.len() {
            let mut flipped = packed.clone();
            flipped[at] ^= 1;
            assert_eq!(unpacked("a", &flipped, 10_000), None, "byte {at}");
        }
    }

    #[test]
    fn only_files_with_our_names_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = name((7, FileFormat::Pdf));
        let others = ["notes.txt", "0-1-2"];
        for name in [&*wanted, &name((8, FileFormat::Docx)), others[0], others[1]] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        forget_others(folder.path(), &HashSet::from([7]));
        let names = fs::read_dir(folder.path()).unwrap();
        let names: HashSet<String> = names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let expected = [wanted.as_str(), others[0], others[1]].map(str::to_owned);
        assert_eq!(names, HashSet::from(expected));
    }
}
