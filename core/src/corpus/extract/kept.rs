//! Cache of extracted texts, so that an unchanged file is parsed once. An entry is a compressed file in a folder of the
//! index, named by the digest of the source's bytes. Without an index only titles, authors, dates and counts are kept,
//! in memory.
//!
//! Each entry begins with a checksum over its name and content. An entry that is damaged, has the name of another
//! entry or was extracted under other limits counts as missing.

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
use crate::corpus::extracted::{Extracted, Limits, UnextractedParts};
use crate::corpus::formats::FileFormat;

/// Increase this when a parser gives another text for the same bytes, or when the format of entries changes.
const VERSION: u32 = 21;

/// Bytes of the checksum at the start of an entry.
const CHECKSUM: usize = 16;

/// Key of an entry: the digest of the source, and its format.
type Key = (u128, FileFormat);

#[derive(Default)]
struct Kept {
    folder: Option<PathBuf>,
    /// Whether texts are written to the folder, not only read.
    writes: bool,
    /// The documents that this process has read or looked up, without their texts.
    about: HashMap<Key, Extracted>,
}

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

fn with<T>(f: impl FnOnce(&mut Kept) -> T) -> T {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    f(kept.get_or_insert_default())
}

/// Sets the cache folder that is used from now on. Entries are added only if `writes` is set.
pub fn use_folder(folder: Option<PathBuf>, writes: bool) {
    with(|kept| (kept.folder, kept.writes) = (folder, writes));
}

/// Counts of parts that were not extracted from the document with this digest.
pub fn unextracted_from(kind: Kind, fingerprint: u128) -> UnextractedParts {
    match kind {
        Kind::Extracted(format) => about(format, fingerprint).unwrap_or_default().unextracted,
        _ => UnextractedParts::default(),
    }
}

/// Title, author, date and counts of a document, with an empty text. `None` if there is no entry.
pub fn about(format: FileFormat, fingerprint: u128) -> Option<Extracted> {
    let key = (fingerprint, format);
    if let Some(extracted) = with(|kept| kept.about.get(&key).cloned()) {
        return Some(extracted);
    }
    let (_, extracted) = unpacked(&name(key), &bytes(key)?, 0)?;
    note(format, fingerprint, &extracted);
    with(|kept| kept.about.get(&key).cloned())
}

/// Digest and version from a file name `DIGEST-VERSION-FORMAT`; the digest has 32 hexadecimal digits.
fn parse_name(name: &str) -> Option<(u128, &str)> {
    let (digest, rest) = name.split_once('-')?;
    let (version, format) = rest.split_once('-')?;
    version.parse::<u32>().and(format.parse::<u32>()).ok()?;
    let number = u128::from_str_radix(digest, 16).ok()?;
    (digest.len() == 32).then_some((number, version))
}

/// Whether a file of this name is an entry.
pub fn is_ours(name: &str) -> bool {
    parse_name(name).is_some()
}

fn name((fingerprint, format): Key) -> String {
    let index = FileFormat::extracted().take_while(|f| *f != format).count();
    format!("{fingerprint:032x}-{VERSION}-{index}")
}

/// The text extracted from the source with this digest under the same limits; `None` if there is no entry.
pub(super) fn find(format: FileFormat, fingerprint: u128, limits: &Limits) -> Option<Extracted> {
    let key = (fingerprint, format);
    let (entry_limits, extracted) = unpacked(&name(key), &bytes(key)?, limits.max_text)?;
    (entry_limits == *limits).then_some(extracted)
}

/// The compressed entry of a key.
fn bytes(key: Key) -> Option<Vec<u8>> {
    let folder = with(|kept| kept.folder.clone())?;
    fs::read(folder.join(name(key))).ok()
}

/// Writes an entry, if there is a folder that may be written.
pub(super) fn keep(format: FileFormat, fingerprint: u128, extracted: &Extracted, limits: &Limits) {
    let key = (fingerprint, format);
    let folder = with(|kept| kept.folder.clone().filter(|_| kept.writes));
    if let Some(folder) = folder
        && let Some(bytes) = packed(&name(key), limits, extracted)
    {
        // After a failure, the text is extracted again next time.
        let _ = write(&folder, &name(key), &bytes);
    }
}

/// Keeps the details of a document in memory, without its text.
pub(super) fn note(format: FileFormat, fingerprint: u128, extracted: &Extracted) {
    let about = Extracted {
        title: extracted.title.clone(),
        author: extracted.author.clone(),
        date: extracted.date.clone(),
        unextracted: extracted.unextracted,
        ..Extracted::default()
    };
    with(|kept| kept.about.insert((fingerprint, format), about));
}

/// Writes a temporary file and renames it, so that a reader never sees a partial entry.
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

/// Removes entries of other versions, and entries of sources whose digest is not in `digests`. Other files stay.
pub fn forget_others(folder: &Path, digests: &HashSet<u128>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some((digest, version)) = name.to_str().and_then(parse_name) else {
            continue;
        };
        if version != VERSION.to_string() || !digests.contains(&digest) {
            // A file that cannot be removed now is tried again after the next run.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Result of [`verify`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifiedTexts {
    /// Number of undamaged entries.
    pub intact: u64,
    /// Files that are damaged or have the name of another entry.
    pub damaged: Vec<PathBuf>,
}

/// Verifies all entries of a folder, which need not exist.
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
        // Entries of other versions are not used.
        if parse_name(name).is_none_or(|(_, version)| version != VERSION.to_string()) {
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

/// The content after the checksum; `None` if the checksum is wrong.
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

/// The limits and the text of an entry. At most `max_text` + 1 bytes of text are unpacked.
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
        let expected = (limits(), extracted);
        assert_eq!(unpacked("a", &packed, 10_000), Some(expected));
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
