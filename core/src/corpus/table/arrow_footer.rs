//! Footer of an Arrow IPC file: the library allocates what it claims before it reads.
//!
//! Source: Arrow columnar format, "IPC File Format".

use std::io::{Read, Seek, SeekFrom};

use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{Block, root_as_footer};
use arrow_schema::ArrowError;

use super::alone::{JOINED, is_joined};
use crate::corpus::random_access::RandomAccess;

/// The beginning of a file; it ends with the first six bytes.
const MAGIC: &[u8] = b"ARROW1\0\0";

/// Bytes after the footer: its length and the magic number.
const TAIL: u64 = 10;

/// Checks that the footer of `file` and all blocks that it names lie within the file.
///
/// # Errors
/// One does not, the footer cannot be decoded, or the system reports an error.
pub fn check(file: &RandomAccess) -> Result<(), ArrowError> {
    let damaged = |why: &str| ArrowError::ParseError(why.to_owned());
    let length = file.length();
    let mut tail = [0; TAIL as usize];
    let mut reader = file.at(0);
    let at = length
        .checked_sub(TAIL)
        .ok_or_else(|| damaged("it ends before its footer"))?;
    reader.seek(SeekFrom::Start(at))?;
    reader.read_exact(&mut tail)?;
    let footer = read_footer_length(tail)?;
    let start = at
        .checked_sub(footer as u64)
        .ok_or_else(|| damaged("its footer is longer than the file"))?;
    let mut bytes = vec![0; footer];
    reader.seek(SeekFrom::Start(start))?;
    reader.read_exact(&mut bytes)?;
    let footer = root_as_footer(&bytes)
        .map_err(|error| ArrowError::ParseError(format!("its footer: {error}")))?;
    let dictionaries = footer.dictionaries().into_iter().flatten();
    let batches = footer.recordBatches().into_iter().flatten();
    let ends: Option<Vec<u64>> = dictionaries.chain(batches).map(end).collect();
    let named = ends.map(|ends| ends.into_iter().max().unwrap_or(MAGIC.len() as u64));
    let Some(named) = named.filter(|named| *named <= length) else {
        return Err(damaged("its footer names data beyond the end of the file"));
    };
    match is_joined(file, (named, start), MAGIC, 6)? {
        true => Err(damaged(JOINED)),
        false => Ok(()),
    }
}

/// Byte after a block; `None` if its figures make no sense.
fn end(block: &Block) -> Option<u64> {
    let offset = u64::try_from(block.offset()).ok()?;
    let head = u64::try_from(block.metaDataLength()).ok()?;
    let body = u64::try_from(block.bodyLength()).ok()?;
    offset.checked_add(head)?.checked_add(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use arrow_array::{ArrayRef, RecordBatch, StringArray};
    use arrow_ipc::writer::FileWriter;

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
            check(&RandomAccess::bytes(alone.clone())).unwrap();
        }
        for (first, second) in [
            (&whole, &whole),
            (&whole, &long),
            (&long, &whole),
            (&long, &empty),
        ] {
            let joined = RandomAccess::bytes([&first[..], second].concat());
            let said = check(&joined).unwrap_err().to_string();
            assert!(said.contains("joined"), "{said}");
        }
    }

    #[test]
    fn what_a_footer_claims_lies_within_the_file() {
        let whole = file();
        check(&RandomAccess::bytes(whole.clone())).unwrap();
        let short = RandomAccess::bytes(whole[whole.len() - 9..].to_vec());
        assert!(check(&short).is_err());
        let mut long_footer = whole.clone();
        let at = whole.len() - TAIL as usize;
        long_footer[at..at + 4].copy_from_slice(&i32::MAX.to_le_bytes());
        let said = check(&RandomAccess::bytes(long_footer)).unwrap_err();
        assert!(said.to_string().contains("longer than the file"), "{said}");
        // Without a part of the body, the last block ends beyond the file.
        let mut cut = whole[..8].to_vec();
        cut.extend(&whole[at - 400.min(at - 8)..]);
        let body_is_gone = cut.len() < whole.len();
        let said = check(&RandomAccess::bytes(cut));
        assert!(body_is_gone && said.is_err(), "{said:?}");
    }
}
