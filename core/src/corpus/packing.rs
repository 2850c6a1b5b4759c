//! The compression and the format of a file, by its name.
//!
//! Sources: RFC 1952 (gzip), RFC 8878 (Zstandard), the bzip2 and xz formats as their reference programs write
//! them.

use std::ffi::OsStr;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use super::SkipReason;
use super::formats::FileFormat;
use super::limits::{Budget, Clock, Unpacked, within_limit};
use crate::settings::Reading;

/// A compression of a complete file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Packing {
    /// gzip, of any number of members.
    Gzip,
    /// Zstandard, of any number of frames.
    Zstd,
    /// bzip2, of any number of streams.
    Bzip2,
    /// xz, of any number of streams.
    Xz,
}

/// Compression and format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileForm {
    /// How the file is packed.
    pub packing: Option<Packing>,
    /// Format of the unpacked content.
    pub format: FileFormat,
}

/// Maximum memory of the xz decoder, in KiB; `xz -9` needs 65 MiB.
const XZ_MEMORY: u32 = 128 << 10;

/// Base-two logarithm of the maximum Zstandard window: 128 MiB, the limit of `zstd` without `--long`.
const ZSTD_WINDOW: u32 = 27;

impl Packing {
    /// The content of `packed`.
    ///
    /// # Errors
    /// No decoder can be created.
    pub fn content(
        self,
        packed: impl Read + Send + 'static,
        budget: Arc<Budget>,
    ) -> io::Result<Unpacked> {
        Ok(Unpacked {
            inner: self.decoder(packed)?,
            budget,
            name: self.name(),
        })
    }

    /// All bytes of `packed`, which is the content of one document.
    ///
    /// # Errors
    /// The content is damaged, or larger than [`Reading::max_bytes`].
    pub fn unpack(
        self,
        packed: Vec<u8>,
        reading: &Reading,
        clock: &Clock,
    ) -> Result<Vec<u8>, SkipReason> {
        let budget = Budget::new(packed.len() as u64, reading);
        let content = self.content(io::Cursor::new(packed), budget)?;
        within_limit(content, reading, clock)
    }

    /// Name of its program.
    pub fn name(self) -> &'static str {
        match self {
            Packing::Gzip => "gzip",
            Packing::Zstd => "zstd",
            Packing::Bzip2 => "bzip2",
            Packing::Xz => "xz",
        }
    }

    fn from_extension(extension: &str) -> Option<Self> {
        match extension {
            "gz" => Some(Packing::Gzip),
            "zst" | "zstd" => Some(Packing::Zstd),
            "bz2" => Some(Packing::Bzip2),
            "xz" => Some(Packing::Xz),
            _ => None,
        }
    }

    /// The compression of content that begins with these bytes: its first six bytes or more, or the complete content.
    pub fn of_content(begin: &[u8]) -> Option<Self> {
        match begin {
            [0x1f, 0x8b, ..] => Some(Packing::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Packing::Zstd),
            [b'B', b'Z', b'h', ..] => Some(Packing::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Packing::Xz),
            _ => None,
        }
    }

    /// The unpacked content of `packed`. The memory of each decoder is bounded.
    ///
    /// # Errors
    /// No decoder can be created.
    pub fn decoder(self, packed: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
        let packed = BufReader::with_capacity(64 << 10, packed);
        Ok(match self {
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(packed)),
            Packing::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(packed)?;
                decoder.window_log_max(ZSTD_WINDOW)?;
                Box::new(decoder)
            }
            Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(packed)),
            Packing::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(packed, true, XZ_MEMORY)),
        })
    }
}

impl FileForm {
    /// The form by the file name.
    pub fn from_path(path: &Path) -> Self {
        let last = extension(path).unwrap_or_default();
        let tar = match last.as_str() {
            "tbz" => Some("bz2"),
            "tgz" | "tbz2" | "txz" | "tzst" => last.strip_prefix('t'),
            _ => None,
        };
        let packing = Packing::from_extension(tar.unwrap_or(&last));
        let format = match tar {
            Some(_) => FileFormat::Tar,
            // `bare` keeps the name of an unpacked file.
            None => FileFormat::of_extension(extension(bare(path)).as_deref()),
        };
        // WARC files are compressed by record.
        let is_crawl = packing == Some(Packing::Gzip) && format == FileFormat::Warc;
        FileForm {
            packing: packing.filter(|_| !is_crawl),
            format,
        }
    }
}

/// Separates an archive from its member in an id.
pub const SEPARATOR: &str = "!/";

/// The id of the outermost archive that contains `id`.
pub fn archive_of(id: &str) -> Option<&str> {
    let ends = id.match_indices(SEPARATOR).map(|(at, _)| &id[..at]);
    { ends }.find(|archive| FileForm::from_path(Path::new(archive)).format.is_archive())
}

/// The file name without the extension of its compression: `notes.txt` for `notes.txt.gz`.
pub fn bare(path: &Path) -> &Path {
    let is_packed = extension(path).is_some_and(|last| Packing::from_extension(&last).is_some());
    match path.file_stem() {
        Some(stem) if is_packed && stem != OsStr::new("") => Path::new(stem),
        _ => path,
    }
}

/// File extension in lower case.
pub fn extension(path: &Path) -> Option<String> {
    path.extension()
        .map(|e| e.to_string_lossy().to_ascii_lowercase())
}

/// Whether a file with this extension is LaTeX.
pub fn is_latex(extension: Option<&str>) -> bool {
    matches!(extension, Some("tex" | "ltx"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_determine_the_form() {
        use FileFormat::{Csv, Document, JsonLines, Tar, Warc, Zip};
        let all = [
            ("a.txt", None, Document),
            ("a.txt.gz", Some(Packing::Gzip), Document),
            ("a.JSONL.Zst", Some(Packing::Zstd), JsonLines),
            ("a.csv.bz2", Some(Packing::Bzip2), Csv),
            ("a.tar.xz", Some(Packing::Xz), Tar),
            ("a.tgz", Some(Packing::Gzip), Tar),
            ("a.zip", None, Zip),
            ("a.warc.gz", None, Warc),
            ("a.warc.wet.gz", None, Warc),
            ("a.WET", None, Warc),
            ("gz", None, Document),
            (".gz", None, Document),
        ];
        for (name, packing, format) in all {
            let form = FileForm::from_path(Path::new(name));
            assert_eq!(form, FileForm { packing, format }, "{name}");
        }
        assert_eq!(archive_of("d/a.tar.gz!/b.zip!/c#1"), Some("d/a.tar.gz"));
        assert_eq!(archive_of("d!/a.txt"), None);
        assert_eq!(bare(Path::new("d/a.html.gz")), Path::new("a.html"));
        assert_eq!(bare(Path::new("d/a.html")), Path::new("d/a.html"));
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        io::Write::write_all(&mut encoder, bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn unpacked(bytes: Vec<u8>, max_bytes: u64) -> Result<Vec<u8>, SkipReason> {
        let reading = Reading {
            max_bytes,
            ..Reading::default()
        };
        Packing::Gzip.unpack(bytes, &reading, &Clock::start(&reading))
    }

    #[test]
    fn content_that_is_too_large_or_damaged_is_a_reason() {
        let small = gzip(b"some words");
        assert_eq!(unpacked(small.clone(), 100).unwrap(), b"some words");
        let several = [small.clone(), small.clone()].concat();
        assert_eq!(unpacked(several, 100).unwrap(), b"some wordssome words");
        assert_eq!(unpacked(small.clone(), 9), Err(SkipReason::Expands(9)));
        let bomb = gzip(&vec![0; 10_000_000]);
        let outcome = unpacked(bomb, 1_000_000);
        assert_eq!(outcome, Err(SkipReason::Expands(1_000_000)));
        let cut = small[..small.len() - 6].to_vec();
        assert!(matches!(unpacked(cut, 100), Err(SkipReason::Damaged(_))));
        assert!(matches!(
            unpacked(b"no gzip".to_vec(), 100),
            Err(SkipReason::Damaged(_))
        ));
    }
}
