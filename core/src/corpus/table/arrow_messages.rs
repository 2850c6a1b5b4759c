//! The messages of an Arrow file or stream are walked through before a library reserves memory for what they claim.
//!
//! A stream ends with a marker. A file is a stream between a magic number and a footer.
//!
//! Source: Arrow columnar format ("IPC").

use std::io::Read;

use arrow_ipc::root_as_message;

use crate::base::units;
use crate::corpus::SkipReason;
use crate::corpus::random_access::RandomAccess;

/// Most bytes of a packed batch, unpacked, beside the size of the file.
const MOST_BATCH: u64 = 1 << 30;

/// The magic number of a file, as it begins.
const MAGIC: &[u8] = b"ARROW1\0\0";

/// Most bytes of the magic number with what fills it up.
const MOST_FILLED: u64 = 64;

/// The first four bytes of a message and of the marker of the end.
const CONTINUES: u32 = u32::MAX;

pub(super) fn damaged(why: &str) -> SkipReason {
    SkipReason::Damaged(format!("Arrow: {why}"))
}

/// The offset of the stream, if it claims nothing which the content does not have.
///
/// # Errors
/// It is cut, or a batch unpacks to too much.
pub(super) fn stream(content: &RandomAccess) -> Result<u64, SkipReason> {
    let mut magic = [0; MAGIC.len()];
    let is_file = content.at(0).read_exact(&mut magic).is_ok() && magic == MAGIC;
    let mut start = if is_file { MAGIC.len() as u64 } else { 0 };
    // The magic number may be filled up.
    while is_file && start < MOST_FILLED && number(content, start)? == 0 {
        start += 8;
    }
    let mut at = start;
    loop {
        let length = match (number(content, at)?, number(content, at + 4)?) {
            (CONTINUES, length) => length,
            // A stream of before 2019.
            _ => return Err(damaged("it is none, or one of an old version")),
        };
        at += 8;
        if length == 0 {
            return Ok(start);
        }
        let body = at + u64::from(length);
        if body > content.length() {
            return Err(damaged("it is cut"));
        }
        let mut head = vec![0; length as usize];
        content.at(at).read_exact(&mut head)?;
        at = body.saturating_add(body_of(content, &head, body)?);
        if at > content.length() {
            return Err(damaged(
                "it is cut, or a batch claims to be larger than it is",
            ));
        }
    }
}

fn number(content: &RandomAccess, at: u64) -> Result<u32, SkipReason> {
    let mut bytes = [0; 4];
    let read = content.at(at).read_exact(&mut bytes);
    read.map_err(|_| damaged("it is cut before its end marker; rows may be missing"))?;
    Ok(u32::from_le_bytes(bytes))
}

/// The size of the body of a message, whose buffers do not unpack to too much.
fn body_of(content: &RandomAccess, head: &[u8], body: u64) -> Result<u64, SkipReason> {
    let message = root_as_message(head).map_err(|error| damaged(&error.to_string()))?;
    let dictionary = message.header_as_dictionary_batch();
    let batch = message
        .header_as_record_batch()
        .or_else(|| dictionary.and_then(|dictionary| dictionary.data()));
    let batch = batch.filter(|batch| batch.compression().is_some());
    let buffers = batch.and_then(|batch| batch.buffers());
    let most = MOST_BATCH.saturating_add(content.length());
    let mut unpacked = 0_u64;
    for buffer in buffers.into_iter().flatten() {
        let mut size = [0; 8];
        let offset = u64::try_from(buffer.offset()).unwrap_or(u64::MAX);
        let at = body.saturating_add(offset);
        if buffer.length() < 8 || content.at(at).read_exact(&mut size).is_err() {
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
    Ok(u64::try_from(message.bodyLength()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, RecordBatch, StringArray};
    use arrow_ipc::CompressionType;
    use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};

    use super::*;

    /// A file and a stream of a text of 10,000 bytes.
    fn both() -> [Vec<u8>; 2] {
        let text = "a ".repeat(5000);
        let texts: ArrayRef = Arc::new(StringArray::from(vec![text.as_str()]));
        let batch = RecordBatch::try_from_iter([("text", texts)]).unwrap();
        let options = IpcWriteOptions::default();
        let options = options.try_with_compression(Some(CompressionType::ZSTD));
        let options = options.unwrap();
        let schema = &batch.schema();
        let mut file = FileWriter::try_new_with_options(Vec::new(), schema, options.clone());
        let file = file.as_mut().unwrap();
        file.write(&batch).unwrap();
        file.finish().unwrap();
        let mut stream = StreamWriter::try_new_with_options(Vec::new(), schema, options).unwrap();
        stream.write(&batch).unwrap();
        stream.finish().unwrap();
        [file.get_ref().clone(), stream.into_inner().unwrap()]
    }

    fn checked(bytes: Vec<u8>) -> Result<u64, String> {
        stream(&RandomAccess::bytes(bytes)).map_err(|reason| reason.to_string())
    }

    #[test]
    fn a_batch_that_claims_to_unpack_to_too_much_is_refused() {
        for bytes in both() {
            checked(bytes.clone()).unwrap();
            let length = 10_000_i64.to_le_bytes();
            let mut claim = bytes.clone();
            for at in 0..bytes.len() - 8 {
                if bytes[at..at + 8] == length {
                    claim[at..at + 8].copy_from_slice(&(1_i64 << 46).to_le_bytes());
                }
            }
            let message = checked(claim).unwrap_err();
            assert!(message.contains("smaller batches"), "{message}");
        }
    }

    #[test]
    fn a_file_or_stream_that_is_cut_is_refused() {
        let [file, stream] = both();
        // Behind the end of its stream a file has a footer, which is not needed.
        for (bytes, end) in [(&file, file.len() / 2), (&stream, stream.len())] {
            checked(bytes.clone()).unwrap();
            for length in 0..end {
                assert!(checked(bytes[..length].to_vec()).is_err(), "{length}");
            }
        }
    }
}
