//! Extracted text is kept, so that an unchanged file is parsed once: by the digest of its bytes, compressed, in a
//! folder of the index or in memory. A changed file has another digest.
//!
//! That a file has no text or cannot be parsed is kept as well. What a limit decided is not: limits change, and a text
//! that was taken out under a higher limit is taken out anew. Each kept text begins with a checksum over its name and content: one that is damaged, or has another's name, is as if it
//! were not kept.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use xxhash_rust::xxh3::xxh3_128;

use super::{Extracted, LeftOut, Limits};
use crate::base::private;
use crate::corpus::child::{read_header, write_header};
use crate::corpus::formats::Format;
use crate::corpus::{Kind, SkipReason};

/// Changes whenever a parser gives another text for the same bytes.
const VERSION: u32 = 18;

/// Bytes of the checksum before a kept text.
const CHECKSUM: usize = 16;

/// Most bytes of compressed text in memory, where there is no folder.
const IN_MEMORY: usize = 64 << 20;

/// Name of a kept text: the digest of the source and what else decides the text.
type Key = (u128, Format);

/// A text, or why there is none.
type Outcome = Result<Extracted, SkipReason>;

/// What is kept of a document, but for its text: the limits under which it was taken out, and the outcome.
type Header = (Limits, Outcome);

#[derive(Default)]
struct Kept {
    folder: Option<PathBuf>,
    /// Whether texts are written to the folder, not only read.
    writes: bool,
    texts: HashMap<Key, Arc<[u8]>>,
    /// Bytes of `texts`.
    bytes: usize,
    /// Digests that this process has asked for.
    used: HashSet<u128>,
    /// What was left out of the documents that this process has read or asked for.
    left_out: HashMap<Key, LeftOut>,
}

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

fn with<T>(f: impl FnOnce(&mut Kept) -> T) -> T {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    f(kept.get_or_insert_default())
}

/// Keeps texts in this folder of an index from now on, or reads them there only. Without a folder they are kept
/// in memory.
pub fn use_folder(folder: Option<PathBuf>, writes: bool) {
    with(|kept| (kept.folder, kept.writes) = (folder, writes));
}

/// Notes what was left out of a document that was read.
pub(super) fn count(format: Format, fingerprint: u128, left_out: LeftOut) {
    with(|kept| kept.left_out.insert((fingerprint, format), left_out));
}

/// What was left out of a document of this kind with this digest. Of one that this process has not read, what is kept says it.
pub fn left_out_of(kind: Kind, fingerprint: u128) -> LeftOut {
    let Kind::Extracted(format) = kind else {
        return LeftOut::default();
    };
    let key = (fingerprint, format);
    if let Some(known) = with(|kept| kept.left_out.get(&key).copied()) {
        return known;
    }
    let about = about(format, fingerprint).unwrap_or_default();
    with(|kept| kept.left_out.insert(key, about.left_out));
    about.left_out
}

/// The digest and the version that the name of a file in the folder says: 32 hexadecimal digits, the version and the
/// format.
fn named(name: &str) -> Option<(u128, &str)> {
    let (digest, rest) = name.split_once('-')?;
    let (version, format) = rest.split_once('-')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let digest = u128::from_str_radix(digest, 16)
        .ok()
        .filter(|_| digest.len() == 32)?;
    (is_number(version) && is_number(format)).then_some((digest, version))
}

/// Whether a file of this name is a kept text.
pub fn is_ours(name: &str) -> bool {
    named(name).is_some()
}

fn name((fingerprint, format): Key) -> String {
    let place = Format::extracted().take_while(|f| *f != format).count();
    format!("{fingerprint:032x}-{VERSION}-{place}")
}

/// What is known of these bytes; `None` if they have to be parsed.
pub(super) fn find(
    format: Format,
    fingerprint: u128,
    limits: &Limits,
) -> Option<Result<Extracted, SkipReason>> {
    let key = (fingerprint, format);
    within(unpacked(&name(key), &bytes(key)?, limits.max_text)?, limits)
}

/// The outcome, if it is the same under these limits and by this reader.
fn within((under, outcome): Header, limits: &Limits) -> Option<Outcome> {
    let is_lower = under.max_unpacked <= limits.max_unpacked && under.max_depth <= limits.max_depth;
    let is_within = |text: &Extracted| is_lower && text.text.len() as u64 <= limits.max_text;
    let is_known = under.reader == limits.reader && outcome.as_ref().map_or(true, is_within);
    is_known.then_some(outcome)
}

/// What is kept under a key, compressed.
fn bytes(key: Key) -> Option<Arc<[u8]>> {
    let (folder, text) = with(|kept| {
        kept.used.insert(key.0);
        (kept.folder.clone(), kept.texts.get(&key).cloned())
    });
    match (text, folder) {
        (Some(text), _) => Some(text),
        (None, Some(folder)) => Some(fs::read(folder.join(name(key))).ok()?.into()),
        (None, None) => None,
    }
}

/// What is known of a document that was read: its title, author, date and what was left out, without its text, which
/// is empty here. `None` if it is not kept.
pub fn about(format: Format, fingerprint: u128) -> Option<Extracted> {
    let key = (fingerprint, format);
    let (header, _) = header(&name(key), &bytes(key)?)?;
    header.1.ok()
}

/// Keeps an outcome under these limits, unless a limit or a shortage decided it.
pub(super) fn keep(format: Format, fingerprint: u128, outcome: &Outcome, limits: &Limits) {
    let lasts = match outcome {
        Ok(_) | Err(SkipReason::NoTextLayer | SkipReason::Encrypted) => true,
        Err(reason) => matches!(reason, SkipReason::Damaged(_) | SkipReason::ParserFailed(_)),
    };
    if !lasts {
        return;
    }
    let key = (fingerprint, format);
    let Some(bytes) = packed(&name(key), limits, outcome) else {
        return;
    };
    let folder = with(|kept| kept.folder.clone().filter(|_| kept.writes));
    let is_written = folder.is_some_and(|folder| write(&folder, &name(key), &bytes).is_some());
    if !is_written {
        with(|kept| kept.add(key, bytes.into()));
    }
}

impl Kept {
    /// Keeps a text in memory, which forgets the others where there is no room for it.
    fn add(&mut self, key: Key, bytes: Arc<[u8]>) {
        if self.bytes + bytes.len() > IN_MEMORY {
            self.texts.clear();
            self.bytes = 0;
        }
        self.bytes += bytes.len();
        if let Some(before) = self.texts.insert(key, bytes) {
            self.bytes -= before.len();
        }
    }
}

/// Writes a file under another name first: a reader never sees part of one. `None` if it cannot be written.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Option<()> {
    if !folder.is_dir() {
        private::create_folders(folder).ok()?;
    }
    let begun = tempfile::Builder::new().prefix(".tmp").tempfile_in(folder);
    let mut file = begun.ok()?;
    file.write_all(bytes).ok()?;
    file.persist(folder.join(name)).ok()?;
    Some(())
}

/// Removes the kept texts of sources whose digest is neither in `wanted` nor was asked for by this process.
pub fn forget_others(folder: &Path, mut wanted: HashSet<u128>) {
    wanted.extend(with(|kept| kept.used.clone()));
    retain(folder, &wanted);
}

/// Removes the kept texts of sources whose digest is not in `wanted`. Files with other names stay.
fn retain(folder: &Path, wanted: &HashSet<u128>) {
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
pub struct Verified {
    /// Number of kept texts that are as they were written.
    pub whole: u64,
    /// Files that are damaged or have the name of another.
    pub damaged: Vec<PathBuf>,
}

/// Reads all kept texts of a folder, which need not exist.
///
/// # Errors
/// A file cannot be read.
pub fn verify(folder: &Path) -> io::Result<Verified> {
    let mut verified = Verified::default();
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
        match content(name, &fs::read(entry.path())?).is_some() {
            true => verified.whole += 1,
            false => verified.damaged.push(entry.path()),
        }
    }
    verified.damaged.sort();
    Ok(verified)
}

fn checksum(name: &str, content: &[u8]) -> [u8; CHECKSUM] {
    let sums = [xxh3_128(name.as_bytes()), xxh3_128(content)];
    let sums: Vec<u8> = sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
    xxh3_128(&sums).to_le_bytes()
}

/// What follows the checksum of a kept text; `None` if it is not what was written under this name.
fn content<'a>(name: &str, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let (sum, content) = bytes.split_first_chunk::<CHECKSUM>()?;
    (*sum == checksum(name, content)).then_some(content)
}

fn packed(name: &str, limits: &Limits, outcome: &Outcome) -> Option<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    write_header(&mut encoder, &(limits, outcome)).ok()?;
    if let Ok(extracted) = outcome {
        encoder.write_all(extracted.text.as_bytes()).ok()?;
    }
    let content = encoder.finish().ok()?;
    Some([&checksum(name, &content), &content[..]].concat())
}

/// What stands before the text, and the text, still packed.
fn header<'a>(name: &str, bytes: &'a [u8]) -> Option<(Header, DeflateDecoder<&'a [u8]>)> {
    let mut decoder = DeflateDecoder::new(content(name, bytes)?);
    Some((read_header(&mut decoder).ok()?, decoder))
}

fn unpacked(name: &str, bytes: &[u8], max_text: u64) -> Option<Header> {
    let (mut header, decoder) = header(name, bytes)?;
    if let Ok(extracted) = &mut header.1 {
        let mut text = decoder.take(max_text.saturating_add(1));
        text.read_to_string(&mut extracted.text).ok()?;
    }
    Some(header)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Reading;

    fn limits() -> Limits {
        Limits::of(&Reading::default())
    }

    #[test]
    fn a_text_taken_out_under_a_higher_limit_is_taken_out_anew() {
        let text = Extracted {
            text: "words".into(),
            ..Extracted::default()
        };
        let high = limits();
        let of = |under: Limits, now: Limits| within((under, Ok(text.clone())), &now);
        assert_eq!(of(high, high), Some(Ok(text.clone())));
        let lower = [
            Limits {
                max_depth: high.max_depth - 1,
                ..high
            },
            Limits {
                max_unpacked: high.max_unpacked - 1,
                ..high
            },
        ];
        for low in lower {
            assert_eq!(of(high, low), None, "{low:?}");
            assert_eq!(of(low, high), Some(Ok(text.clone())), "{low:?}");
        }
        let short = Limits {
            max_text: 4,
            ..high
        };
        assert_eq!(of(high, short), None);
        let other = Limits { reader: 7, ..high };
        assert_eq!(of(high, other), None, "another reader");
        assert_eq!(of(other, other), Some(Ok(text.clone())));
        let encrypted = (high, Err(SkipReason::Encrypted));
        assert!(within(encrypted, &lower[0]).is_some());
    }

    #[test]
    fn an_outcome_is_the_same_after_packing() {
        let extracted = Extracted {
            text: "words ".repeat(1000),
            title: "a title".into(),
            author: Some("an author".into()),
            ..Extracted::default()
        };
        for outcome in [Ok(extracted), Err(SkipReason::NoTextLayer)] {
            let packed = packed("a", &limits(), &outcome).unwrap();
            let kept = (limits(), outcome);
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
    }

    #[test]
    fn a_damaged_text_and_one_under_another_name_are_found() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(
            verify(&folder.path().join("none")).unwrap(),
            Verified::default()
        );
        let names = [1, 2, 3].map(|digest| name((digest, Format::Pdf)));
        for (name, text) in names.iter().zip(["one", "two", "three"]) {
            let text = Extracted {
                text: text.into(),
                ..Extracted::default()
            };
            fs::write(
                folder.path().join(name),
                packed(name, &limits(), &Ok(text)).unwrap(),
            )
            .unwrap();
        }
        assert_eq!(
            verify(folder.path()).unwrap(),
            Verified {
                whole: 3,
                damaged: vec![]
            }
        );
        fs::copy(folder.path().join(&names[0]), folder.path().join(&names[2])).unwrap();
        let damaged = vec![folder.path().join(&names[2])];
        assert_eq!(
            verify(folder.path()).unwrap(),
            Verified { whole: 2, damaged }
        );
    }

    #[test]
    fn only_files_with_our_names_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = name((7, Format::Pdf));
        let others = ["notes.txt", "0-1-2"];
        for name in [&*wanted, &name((8, Format::Docx)), others[0], others[1]] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        retain(folder.path(), &HashSet::from([7]));
        let names = fs::read_dir(folder.path()).unwrap();
        let names: HashSet<String> = names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let expected = [wanted.as_str(), others[0], others[1]].map(str::to_owned);
        assert_eq!(names, HashSet::from(expected));
    }

    #[test]
    fn memory_holds_the_newest_texts() {
        let mut kept = Kept::default();
        for i in 0..3 {
            kept.add((i, Format::Pdf), vec![0; IN_MEMORY / 2].into());
        }
        let keys: Vec<u128> = kept.texts.keys().map(|(digest, _)| *digest).collect();
        assert_eq!((keys, kept.bytes), (vec![2], IN_MEMORY / 2));
    }
}
