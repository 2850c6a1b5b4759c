//! Sizes that a Parquet or Arrow file claims. They are checked before a library reserves memory for them.
//!
//! Sources: Apache Parquet format ("Data Pages"); Apache Thrift, compact protocol; Arrow columnar format ("IPC").

use std::io::{self, BufReader, Read};

use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{Block, RecordBatch, root_as_footer, root_as_message};
use parquet::file::metadata::ColumnChunkMetaData;

use crate::base::units;
use crate::corpus::SkipReason;
use crate::corpus::random_access::RandomAccess;

/// Largest page of a Parquet file, unpacked, in bytes.
const MOST_PAGE: u64 = 256 << 20;

/// Most bytes of a packed batch of an Arrow file, unpacked, beside the size of the file.
const MOST_BATCH: u64 = 1 << 30;

/// Bytes of an Arrow file after its footer: its length and the magic number.
const TAIL: u64 = 10;

/// Why a file is not read in which another one stands before the table.
pub(super) const JOINED: &str =
    "another file stands before its table, as where two were joined: take them apart";

fn damaged(why: impl std::fmt::Display) -> SkipReason {
    SkipReason::Damaged(why.to_string())
}

/// Whether `magic` begins a file within `content`: the one whose footer at `footer` names bytes up to `end`, counted
/// from its own beginning. At most 16 bytes may stand between both.
pub(super) fn is_joined(
    content: &RandomAccess,
    (end, footer): (u64, u64),
    magic: &[u8],
) -> io::Result<bool> {
    let mut begin = vec![0; magic.len()];
    for between in (0..=16).step_by(4) {
        let at = footer.checked_sub(end + between).filter(|at| *at > 0);
        if let Some(at) = at.filter(|at| at + magic.len() as u64 <= content.length()) {
            content.at(at).read_exact(&mut begin)?;
            if begin == magic {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Size in bytes of the largest page of these parts of a Parquet file, unpacked, by the headers of the pages.
///
/// # Errors
/// A page is too large, or a header is damaged.
pub(super) fn largest_page<'a>(
    content: &RandomAccess,
    chunks: impl Iterator<Item = &'a ColumnChunkMetaData>,
) -> Result<u64, SkipReason> {
    let mut largest = 0;
    for chunk in chunks {
        let (start, length) = chunk.byte_range();
        let end = start.saturating_add(length).min(content.length());
        let mut at = start;
        while at < end {
            let mut header = Compact {
                input: BufReader::with_capacity(512, content.at(at).take(end - at)),
                read: 0,
            };
            let (mut unpacked, mut packed) = (None, None);
            let size = |number: u64| u64::try_from(zigzag(number)).ok();
            header
                .structure(0, &mut |header, field, kind| match (field, kind) {
                    (2, 5) => header.number().map(|number| unpacked = size(number)),
                    (3, 5) => header.number().map(|number| packed = size(number)),
                    _ => header.skip(kind, 1),
                })
                .map_err(|error| damaged(format!("Parquet: the header of a page: {error}")))?;
            // Behind the last page a part may be filled up.
            let (Some(unpacked), Some(packed)) = (unpacked, packed) else {
                break;
            };
            if unpacked > MOST_PAGE {
                return Err(SkipReason::Unsupported(format!(
                    "a page of the Parquet file unpacks to more than {}: write the file again with smaller pages",
                    units::bytes(MOST_PAGE)
                )));
            }
            largest = largest.max(unpacked);
            at = at.saturating_add(header.read).saturating_add(packed);
        }
    }
    Ok(largest)
}

/// The signed number that an unsigned one stands for.
fn zigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Deepest structure in the header of a page.
const MOST_DEPTH: u32 = 8;

/// Reads the compact protocol of Thrift.
struct Compact<R> {
    input: R,
    /// Bytes that were read.
    read: u64,
}

impl<R: Read> Compact<R> {
    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.input.read_exact(&mut byte)?;
        self.read += 1;
        Ok(byte[0])
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(io::Error::other("a number is too long"))
    }

    fn pass(&mut self, bytes: u64) -> io::Result<()> {
        self.read += bytes;
        let passed = io::copy(&mut (&mut self.input).take(bytes), &mut io::sink())?;
        if passed < bytes {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Calls `take` with the number and the type of each field of a structure; `take` reads the field.
    fn structure(
        &mut self,
        depth: u32,
        take: &mut dyn FnMut(&mut Self, i64, u8) -> io::Result<()>,
    ) -> io::Result<()> {
        if depth > MOST_DEPTH {
            return Err(io::Error::other("it is too deep"));
        }
        let mut field = 0;
        loop {
            let head = self.byte()?;
            if head & 0xf == 0 {
                return Ok(());
            }
            field = match head >> 4 {
                0 => zigzag(self.number()?),
                more => field + i64::from(more),
            };
            take(self, field, head & 0xf)?;
        }
    }

    /// Passes over a field of this type.
    fn skip(&mut self, kind: u8, depth: u32) -> io::Result<()> {
        match kind {
            // A truth value stands in the head of the field.
            1 | 2 => Ok(()),
            3 => self.pass(1),
            4..=6 => self.number().map(|_| ()),
            7 => self.pass(8),
            8 => {
                let length = self.number()?;
                self.pass(length)
            }
            9 | 10 => {
                let head = self.byte()?;
                let count = match head >> 4 {
                    15 => self.number()?,
                    count => count.into(),
                };
                for _ in 0..count {
                    match head & 0xf {
                        1 | 2 => self.pass(1)?,
                        kind => self.skip(kind, depth + 1)?,
                    }
                }
                Ok(())
            }
            12 => self.structure(depth, &mut |this, _, kind| this.skip(kind, depth + 1)),
            _ => Err(io::Error::other("a field is of an unknown type")),
        }
    }
}

/// Checks the footer of an Arrow file and the batches that it names: they lie within the file, and do not unpack to too
/// much.
///
/// # Errors
/// They do not, or cannot be read.
pub(super) fn check_arrow_file(content: &RandomAccess) -> Result<(), SkipReason> {
    let length = content.length();
    let tail_at = length
        .checked_sub(TAIL)
        .ok_or_else(|| damaged("Arrow: it ends before its footer"))?;
    let mut tail = [0; TAIL as usize];
    content.at(tail_at).read_exact(&mut tail)?;
    let footer = read_footer_length(tail).map_err(|error| damaged(format!("Arrow: {error}")))?;
    let start = tail_at
        .checked_sub(footer as u64)
        .ok_or_else(|| damaged("Arrow: its footer is longer than the file"))?;
    let mut bytes = vec![0; footer];
    content.at(start).read_exact(&mut bytes)?;
    let footer =
        root_as_footer(&bytes).map_err(|error| damaged(format!("Arrow: its footer: {error}")))?;
    let dictionaries = footer.dictionaries().into_iter().flatten();
    let blocks = dictionaries.chain(footer.recordBatches().into_iter().flatten());
    let blocks: Option<Vec<(u64, u64, u64)>> = blocks.map(span).collect();
    let blocks = blocks.filter(|blocks| blocks.iter().all(|(.., end)| *end <= length));
    let Some(blocks) = blocks else {
        return Err(damaged(
            "Arrow: its footer names data beyond the end of the file",
        ));
    };
    let end = blocks.iter().map(|(.., end)| *end).max().unwrap_or(8);
    if is_joined(content, (end, start), b"ARROW1\0\0")? {
        return Err(damaged(JOINED));
    }
    for (at, body, _) in blocks {
        let mut head = vec![0; (body - at) as usize];
        content.at(at).read_exact(&mut head)?;
        let begin = match head.starts_with(&[0xff; 4]) {
            true => 8,
            false => 4,
        };
        check_message(content, head.get(begin..).unwrap_or_default(), body)?;
    }
    Ok(())
}

/// Where a block, its body, and what is behind it begin; `None` if its figures make no sense.
fn span(block: &Block) -> Option<(u64, u64, u64)> {
    let at = u64::try_from(block.offset()).ok()?;
    let body = at.checked_add(u64::try_from(block.metaDataLength()).ok()?)?;
    let end = body.checked_add(u64::try_from(block.bodyLength()).ok()?)?;
    Some((at, body, end))
}

/// Checks the batches of an Arrow stream, as [`check_arrow_file`]. What is no message ends the check: the reader
/// reports it.
///
/// # Errors
/// A batch unpacks to too much, or cannot be read.
pub(super) fn check_arrow_stream(content: &RandomAccess) -> Result<(), SkipReason> {
    let mut at = 0;
    loop {
        let mut number = || {
            let mut bytes = [0; 4];
            let read = content.at(at).read_exact(&mut bytes);
            at += 4;
            read.ok().map(|()| u32::from_le_bytes(bytes))
        };
        let length = match number() {
            Some(u32::MAX) => number(),
            length => length,
        };
        let Some(length) = length
            .map(u64::from)
            .filter(|length| *length > 0 && at + length <= content.length())
        else {
            return Ok(());
        };
        let mut head = vec![0; length as usize];
        content.at(at).read_exact(&mut head)?;
        let body = at + length;
        let Some(size) = check_message(content, &head, body)? else {
            return Ok(());
        };
        at = body.saturating_add(size);
    }
}

/// Checks what the buffers of a message unpack to; returns the size of its body, `None` if it is no message.
fn check_message(
    content: &RandomAccess,
    head: &[u8],
    body: u64,
) -> Result<Option<u64>, SkipReason> {
    let Ok(message) = root_as_message(head) else {
        return Ok(None);
    };
    let dictionary = message.header_as_dictionary_batch();
    let batch: Option<RecordBatch<'_>> = message
        .header_as_record_batch()
        .or_else(|| dictionary.and_then(|dictionary| dictionary.data()));
    let batch = batch.filter(|batch| batch.compression().is_some());
    let buffers = batch.and_then(|batch| batch.buffers());
    let most = MOST_BATCH.saturating_add(content.length());
    let mut unpacked = 0_u64;
    for buffer in buffers.into_iter().flatten() {
        let offset = u64::try_from(buffer.offset()).unwrap_or(u64::MAX);
        let mut size = [0; 8];
        if buffer.length() < 8
            || content
                .at(body.saturating_add(offset))
                .read_exact(&mut size)
                .is_err()
        {
            continue;
        }
        // A negative size is that of a buffer that is not packed.
        let size = u64::try_from(i64::from_le_bytes(size)).unwrap_or(0);
        unpacked = unpacked.saturating_add(size);
        if unpacked > most {
            return Err(SkipReason::Unsupported(format!(
                "a batch of the Arrow file unpacks to more than {}: write the file again with smaller batches",
                units::bytes(most)
            )));
        }
    }
    Ok(u64::try_from(message.bodyLength()).ok())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, RecordBatch, StringArray};
    use arrow_ipc::CompressionType;
    use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
    use parquet::arrow::ArrowWriter;
    use parquet::file::metadata::ParquetMetaDataReader;

    use super::*;

    fn file() -> Vec<u8> {
        let texts: ArrayRef = Arc::new(StringArray::from(vec!["one", "two"]));
        let batch = RecordBatch::try_from_iter([("text", texts)]).unwrap();
        let mut writer = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
        writer.write(&batch).unwrap();
        writer.finish().unwrap();
        writer.into_inner().unwrap()
    }

    #[test]
    fn of_two_files_that_were_joined_none_is_read() {
        let whole = file();
        let texts: ArrayRef = Arc::new(StringArray::from(vec!["one, longer than before", "two"]));
        let batch = RecordBatch::try_from_iter([("text", texts)]).unwrap();
        let mut writer = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
        for _ in 0..20 {
            writer.write(&batch).unwrap();
        }
        writer.finish().unwrap();
        let long = writer.into_inner().unwrap();
        let mut writer = FileWriter::try_new(Vec::new(), &batch.schema()).unwrap();
        writer.finish().unwrap();
        let empty = writer.into_inner().unwrap();
        for alone in [&whole, &long, &empty] {
            check_arrow_file(&RandomAccess::bytes(alone.clone())).unwrap();
        }
        for (first, second) in [(&whole, &whole), (&whole, &long), (&long, &whole)] {
            let joined = RandomAccess::bytes([&first[..], second].concat());
            let said = check_arrow_file(&joined).unwrap_err().to_string();
            assert!(said.contains("joined"), "{said}");
        }
    }

    #[test]
    fn what_a_footer_claims_lies_within_the_file() {
        let whole = file();
        check_arrow_file(&RandomAccess::bytes(whole.clone())).unwrap();
        let short = RandomAccess::bytes(whole[whole.len() - 9..].to_vec());
        assert!(check_arrow_file(&short).is_err());
        let mut long_footer = whole.clone();
        let at = whole.len() - TAIL as usize;
        long_footer[at..at + 4].copy_from_slice(&i32::MAX.to_le_bytes());
        let said = check_arrow_file(&RandomAccess::bytes(long_footer)).unwrap_err();
        assert!(said.to_string().contains("longer than the file"), "{said}");
        // Without a part of the body, the last block ends beyond the file.
        let mut cut = whole[..8].to_vec();
        cut.extend(&whole[at - 400.min(at - 8)..]);
        let body_is_gone = cut.len() < whole.len();
        let said = check_arrow_file(&RandomAccess::bytes(cut));
        assert!(body_is_gone && said.is_err(), "{said:?}");
    }

    /// Replaces the number `known` by `other` wherever it stands.
    fn replaced(mut bytes: Vec<u8>, known: &[u8], other: &[u8]) -> Vec<u8> {
        let mut found = 0;
        for at in 0..bytes.len() - known.len() {
            if bytes[at..].starts_with(known) {
                bytes[at..at + known.len()].copy_from_slice(other);
                found += 1;
            }
        }
        assert!(found > 0);
        bytes
    }

    #[test]
    fn a_batch_that_claims_to_unpack_to_too_much_is_refused() {
        let text = "a ".repeat(5000);
        let texts: ArrayRef = Arc::new(StringArray::from(vec![text.as_str()]));
        let batch = RecordBatch::try_from_iter([("text", texts)]).unwrap();
        let options = IpcWriteOptions::default();
        let options = options
            .try_with_compression(Some(CompressionType::ZSTD))
            .unwrap();
        let mut file =
            FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options.clone()).unwrap();
        file.write(&batch).unwrap();
        file.finish().unwrap();
        let file = file.into_inner().unwrap();
        let mut stream =
            StreamWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
        stream.write(&batch).unwrap();
        stream.finish().unwrap();
        let stream = stream.into_inner().unwrap();
        let claim = |bytes: &[u8]| {
            let (known, other) = (10_000_i64.to_le_bytes(), (1_i64 << 46).to_le_bytes());
            RandomAccess::bytes(replaced(bytes.to_vec(), &known, &other))
        };
        check_arrow_file(&RandomAccess::bytes(file.clone())).unwrap();
        check_arrow_stream(&RandomAccess::bytes(stream.clone())).unwrap();
        for refused in [
            check_arrow_file(&claim(&file)),
            check_arrow_stream(&claim(&stream)),
        ] {
            let said = refused.unwrap_err().to_string();
            assert!(said.contains("smaller batches"), "{said}");
        }
    }

    #[test]
    fn the_headers_of_pages_say_the_size_of_the_largest() {
        let texts: Vec<String> = (0..2000).map(|n| format!("{n} ").repeat(50)).collect();
        let texts: ArrayRef = Arc::new(StringArray::from(texts));
        let batch = RecordBatch::try_from_iter([("text", texts)]).unwrap();
        let mut bytes = Vec::new();
        let properties = parquet::file::properties::WriterProperties::builder()
            .set_compression(parquet::basic::Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_data_page_row_count_limit(100)
            .set_write_batch_size(100)
            .build();
        let mut writer =
            ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        let largest = |bytes: &[u8]| {
            let content = RandomAccess::bytes(bytes.to_vec());
            let metadata = ParquetMetaDataReader::new()
                .parse_and_finish(&content)
                .unwrap();
            largest_page(&content, [metadata.row_group(0).column(0)].into_iter())
        };
        // A hundred texts of fifty numbers of four digits, each with its length.
        let size = 100 * (4 + 50 * 5);
        assert_eq!(largest(&bytes), Ok(size));
        // The size as a signed number of the compact protocol.
        let varint = |mut number: u64| {
            let mut out = Vec::new();
            while number >= 0x80 {
                out.push(number as u8 | 0x80);
                number >>= 7;
            }
            out.push(number as u8);
            out
        };
        let known = [&[0x15][..], &varint(2 * size)].concat();
        let mut other = known.clone();
        other[known.len() - 1] = 0x7f;
        let other = replaced(bytes.clone(), &known, &other);
        assert_eq!(
            largest(&other),
            Ok(((0x7f << 14) | ((2 * size) & 0x3fff)) / 2)
        );
        let mut cut = bytes;
        cut[4..200].fill(0x19);
        assert!(largest(&cut).is_err());
    }
}
