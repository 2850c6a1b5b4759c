//! Copies the lines that stay, byte for byte. A JSON object that spans several lines is put on one line.
//!
//! Sources are only read. If a file has changed since it was read, the copy ends with an error that names it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use xxhash_rust::xxh3::xxh3_128;

use super::outputs::ListedDocuments;
use crate::base::small_table::separator;
use crate::base::{Cancel, DocNo, Stamp};
use crate::corpus::formats::FileFormat;
use crate::corpus::jsonl::one_line;
use crate::corpus::limits::Budget;
use crate::corpus::packing::FileForm;
use crate::corpus::table::delimited;
use crate::corpus::{Kind, SkipReason, decode, opened};
use crate::index::Collection;
use crate::settings::Reading;

/// Copies the lines of the documents that stay to `out`, the future file at `path`, and returns `out`.
///
/// # Errors
/// A document is not a line of a file with the format of `path`; a source has changed, cannot be read, or has another
/// header or an incompatible encoding; the output fails; the copy was cancelled.
pub fn copy<W: Write>(
    documents: &ListedDocuments<'_>,
    path: &Path,
    out: W,
    cancel: &Cancel,
) -> Result<W> {
    let format = FileForm::from_path(path).format;
    let collection = documents.collection;
    let kept: Vec<DocNo> = documents.kept().collect();
    for doc in &kept {
        let row = collection.row_as_read(*doc);
        let is_line = match row.kind {
            Kind::JsonRow => format == FileFormat::JsonLines,
            Kind::TableRow => row.location.form().format == format,
            _ => false,
        };
        ensure!(
            row.location.is_row() && is_line,
            "{} is not a line of a file such as {}: --out copies lines of JSON Lines, CSV and TSV files; for any other corpus, --drop-list FILE lists the ids to drop",
            collection.id(*doc),
            path.display()
        );
    }
    let file = |doc: &DocNo| collection.row(*doc).location.path;
    let mut copier = RowCopier {
        out,
        collection,
        first: None,
        not_utf8: None,
        is_open: false,
    };
    for docs in kept.chunk_by(|a, b| file(a) == file(b)) {
        copier.file(file(&docs[0]), docs, cancel)?;
    }
    Ok(copier.out)
}

/// Copies rows of files of one format; a table gets the header of the first file.
struct RowCopier<'a, W> {
    out: W,
    collection: &'a Collection,
    /// The first file and its header, which is empty in JSON Lines.
    first: Option<(PathBuf, Vec<u8>)>,
    /// The first file with rows that are not UTF-8.
    not_utf8: Option<PathBuf>,
    /// Whether the last row has no line end.
    is_open: bool,
}

impl<W: Write> RowCopier<'_, W> {
    /// Copies the rows of `docs`, ascending, from the file at `path`.
    fn file(&mut self, path: &Path, docs: &[DocNo], cancel: &Cancel) -> Result<()> {
        let read_error = |error: io::Error| unread_error(path, SkipReason::from_io_error(&error));
        let stamp = self.collection.row(docs[0]).stamp;
        check_stamp(path, stamp)?;
        let mut content = content(path, self.reading())?;
        self.begin(path)?;
        let (mut position, mut line, mut last_offset) = (0, Vec::new(), None);
        for doc in docs {
            cancel.check()?;
            let row = self.collection.row_as_read(*doc);
            let span = row.location.row;
            // The file was read by two paths.
            if last_offset.replace(span.offset) == Some(span.offset) {
                continue;
            }
            let gap = span.offset.checked_sub(position);
            let gap = gap.context("rows in another order")?;
            io::copy(&mut (&mut content).take(gap), &mut io::sink()).map_err(read_error)?;
            line.clear();
            let read = (&mut content).take(span.length).read_to_end(&mut line);
            let is_whole = read.map_err(read_error)? as u64 == span.length;
            let is_json = row.kind == Kind::JsonRow;
            if is_json {
                line = one_line(line);
            }
            let is_unchanged = !is_json || row.fingerprint == xxh3_128(&line);
            ensure!(is_whole && is_unchanged, changed_error(path));
            end_line(&mut content, &mut line).map_err(read_error)?;
            position = span.offset + line.len() as u64;
            if self.not_utf8.is_none() && std::str::from_utf8(&line).is_err() {
                self.not_utf8 = Some(path.to_owned());
            }
            let is_first = span.offset == 0;
            self.write(if is_first { unmarked(&line) } else { &line })?;
        }
        let is_first = self.first.as_ref().is_some_and(|(first, _)| first == path);
        if let (false, Some(other)) = (is_first, &self.not_utf8) {
            bail!(
                "{} is not UTF-8, and lines of several files go to one: convert it, or keep each file by itself",
                other.display()
            );
        }
        // The copied lines may come from two states of the file.
        check_stamp(path, stamp)
    }

    fn reading(&self) -> &Reading {
        &self.collection.settings().reading
    }

    /// Writes the header of the first file, and compares the header of any other file with it.
    fn begin(&mut self, path: &Path) -> Result<()> {
        let header = match FileForm::from_path(path).format {
            format @ (FileFormat::Csv | FileFormat::Tsv) => {
                let header = header(content(path, self.reading())?, format);
                header.map_err(|error| unread_error(path, SkipReason::from_io_error(&error)))?
            }
            _ => Vec::new(),
        };
        match &self.first {
            Some((first, first_header)) => ensure!(
                trimmed(unmarked(first_header)) == trimmed(unmarked(&header)),
                "{} has another header than {}: keep each file by itself",
                path.display(),
                first.display()
            ),
            None => {
                self.write(&header)?;
                self.first = Some((path.to_owned(), header));
            }
        }
        Ok(())
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        // The line end before a record may belong to its bytes.
        let from = line.iter().position(|byte| !is_end(byte));
        let Some(line) = from.and_then(|from| line.get(from..)) else {
            return Ok(());
        };
        if std::mem::replace(&mut self.is_open, !line.last().is_some_and(is_end)) {
            self.out.write_all(b"\n")?;
        }
        self.out.write_all(line)
    }
}

/// The unpacked content of a file.
///
/// # Errors
/// It cannot be read, or is UTF-16 or UTF-32.
fn content(path: &Path, reading: &Reading) -> Result<BufReader<Box<dyn Read + Send>>> {
    let (file, metadata) = opened::regular(path).map_err(|reason| unread_error(path, reason))?;
    let budget = Budget::new(metadata.len(), reading);
    let content: Box<dyn Read + Send> = match FileForm::from_path(path).packing {
        None => Box::new(file),
        Some(packing) => Box::new(packing.content(file, budget)?),
    };
    let mut content = BufReader::with_capacity(1 << 20, content);
    let begin = content.fill_buf()?;
    ensure!(
        !decode::begins_wide(begin),
        "{} is UTF-16 or UTF-32, whose lines are not copied: convert it to UTF-8, or give --drop-list",
        path.display()
    );
    Ok(content)
}

/// The header at the start of `content`, with its line end.
fn header(content: impl BufRead, format: FileFormat) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    content.take(delimited::HEAD).read_to_end(&mut head)?;
    let separator = match format {
        FileFormat::Tsv => b'\t',
        _ => separator(&head),
    };
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.delimiter(separator).from_reader(head.as_slice());
    reader.byte_headers()?;
    let end = reader.position().byte() as usize;
    let rest = head.split_off(end.min(head.len()));
    end_line(&mut rest.as_slice(), &mut head)?;
    Ok(head)
}

/// Appends the rest of the line end to `line`.
fn end_line(content: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    while !line.ends_with(b"\n") {
        match content.fill_buf()?.first() {
            Some(byte @ (b'\r' | b'\n')) => line.push(*byte),
            _ => break,
        }
        content.consume(1);
    }
    Ok(())
}

/// Returns a line without trailing white space.
fn trimmed(line: &[u8]) -> &[u8] {
    line.trim_ascii_end()
}

/// A line without a byte-order mark.
fn unmarked(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// The error for a file that has changed since it was read.
fn changed_error(path: &Path) -> anyhow::Error {
    anyhow!(
        "{} has changed since it was read: run the command again (if that does not help, `shinglescope index --rebuild` reads everything)",
        path.display()
    )
}

/// The error for a file that can no longer be read.
fn unread_error(path: &Path, reason: SkipReason) -> anyhow::Error {
    match reason {
        SkipReason::Changed => changed_error(path),
        reason => anyhow!("{}: {reason}", path.display()),
    }
}

/// Checks that the file at `path` has the stamp whose digest is `stamp`.
fn check_stamp(path: &Path, stamp: u64) -> Result<()> {
    let (_, metadata) = opened::regular(path).map_err(|reason| unread_error(path, reason))?;
    ensure!(
        Stamp::from_metadata(&metadata).digest() == stamp,
        changed_error(path)
    );
    Ok(())
}
