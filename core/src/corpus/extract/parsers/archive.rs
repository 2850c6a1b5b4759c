//! A zip archive that a document is, read within a budget of unpacked bytes.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::names::key;
use super::reasons::damaged;
use crate::corpus::archive::outside::Outside;
use crate::corpus::extract::{Format, Limits, format::COMPOUND_FILE};
use crate::corpus::{SkipReason, decode};

/// The parts of a document that is a zip archive. All parts together unpack to at most the limit.
pub(super) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// The place of each part by what all ways to write its name have in common; made when it is needed.
    keys: Option<HashMap<String, usize>>,
    left: u64,
    limit: u64,
}

impl<'a> Archive<'a> {
    /// Reads the table of contents.
    pub fn open(bytes: &'a [u8], format: Format, limits: &Limits) -> Result<Self, SkipReason> {
        if bytes.starts_with(COMPOUND_FILE) {
            let wide: Vec<u8> = "EncryptedPackage".bytes().flat_map(|b| [b, 0]).collect();
            let is_encrypted = bytes.windows(wide.len()).any(|at| at == wide);
            return Err(match is_encrypted {
                true => SkipReason::Encrypted,
                false => damaged(format!(
                    "a {} of an old format; save it anew",
                    format.name()
                )),
            });
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
        let (directory, offset) = (zip.central_directory_start(), zip.offset());
        let outside = Outside::of(Cursor::new(bytes), directory, offset).map_err(damaged)?;
        let behind = &bytes[bytes.len().saturating_sub(outside.behind as usize)..];
        let is_joined = outside.before > 0 || behind.windows(4).any(|at| at == b"PK\x03\x04");
        if is_joined && let Some(said) = outside.said() {
            return Err(SkipReason::Unsupported(said));
        }
        Ok(Archive {
            zip,
            keys: None,
            left: limits.max_unpacked,
            limit: limits.max_unpacked,
        })
    }

    /// The place of a part: that of this very name, else of one that is the same written in another way.
    fn place(&mut self, name: &str) -> Option<usize> {
        if let Some(place) = self.zip.index_for_name_raw(name.as_bytes()) {
            return Some(place);
        }
        let zip = &self.zip;
        let keys = self.keys.get_or_insert_with(|| {
            let mut keys = HashMap::new();
            // A name is UTF-8, or in the code page of DOS.
            for (raw, name) in zip.file_names_raw().zip(zip.file_names()) {
                let Some(place) = zip.index_for_name_raw(raw) else {
                    continue;
                };
                keys.entry(key(raw)).or_insert(place);
                if let Ok(name) = name {
                    keys.entry(key(name.as_bytes())).or_insert(place);
                }
            }
            keys
        });
        keys.get(&key(name.as_bytes())).copied()
    }

    /// The bytes of a part; `None` if there is no such part.
    pub fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, SkipReason> {
        let Some(place) = self.place(name) else {
            return Ok(None);
        };
        let part = match self.zip.by_index(place) {
            Ok(part) => part,
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => {
                return Err(SkipReason::Encrypted);
            }
            Err(error) => return Err(damaged(error)),
        };
        let mut bytes = Vec::new();
        part.take(self.left + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| damaged(format!("{name}: {error}")))?;
        self.left = match self.left.checked_sub(bytes.len() as u64) {
            Some(left) => left,
            None => return Err(SkipReason::Unpacked(self.limit)),
        };
        // What a full disk or a recovered archive leaves of a part is none.
        Ok((!bytes.is_empty()).then_some(bytes))
    }

    /// A part as text.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, SkipReason> {
        let bytes = self.part(name)?;
        Ok(bytes.map(|bytes| {
            let declared = decode::xml_encoding(&bytes);
            decode::decode(bytes, declared).0
        }))
    }

    /// A part that must be there.
    pub fn needed(&mut self, name: &str) -> Result<String, SkipReason> {
        self.text(name)?
            .ok_or_else(|| damaged(format!("it has no part {name}, or an empty one")))
    }
}

#[cfg(test)]
pub(super) mod made {
    //! Archives made here.

    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// An archive with these parts.
    pub fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in parts {
            let options = SimpleFileOptions::default();
            archive.start_file(*name, options).expect("it is added");
            archive.write_all(bytes).expect("it is written");
        }
        archive.finish().expect("it is ended").into_inner()
    }

    /// An archive with these texts.
    pub fn zipped_texts(parts: &[(&str, &str)]) -> Vec<u8> {
        let parts = parts.iter().map(|(name, text)| (*name, text.as_bytes()));
        zipped(&parts.collect::<Vec<_>>())
    }
}
