//! Batches of an Arrow IPC stream, and whether the stream is whole.
//!
//! A stream ends with a marker, or where its bytes end. Of bytes that end between two messages without the marker
//! nobody can tell whether batches are missing, so that is an error behind the batches that are there; so is what
//! follows the marker, of which readers take no notice.
//!
//! Source: Arrow columnar format, IPC streaming format.

use std::io::{BufRead, Read};

use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_schema::{ArrowError, SchemaRef};

/// A reader that remembers whether it came to the end. A reader of a stream stops at the marker, before the end.
pub struct Watched<R> {
    inner: R,
    is_at_end: bool,
}

impl<R> Watched<R> {
    /// Watches `inner`.
    pub fn new(inner: R) -> Self {
        Watched {
            inner,
            is_at_end: false,
        }
    }

    /// Whether nothing was left when it was last read.
    pub fn is_at_end(&self) -> bool {
        self.is_at_end
    }
}

impl<R: BufRead> Watched<R> {
    /// Whether anything is left; waits until there is or the input ends.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn has_more(&mut self) -> std::io::Result<bool> {
        self.inner.fill_buf().map(|rest| !rest.is_empty())
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.is_at_end |= count == 0 && !buffer.is_empty();
        Ok(count)
    }
}

/// The batches of a stream; behind the last one an error if the stream is not whole or is not all there is.
pub struct StreamBatches<R> {
    reader: StreamReader<Watched<R>>,
    ended: bool,
}

impl<R: BufRead> StreamBatches<R> {
    /// Reads the schema. `columns` are the indices of the outermost columns that are read; `None` for all.
    ///
    /// # Errors
    /// `content` begins no stream, or cannot be read.
    pub fn new(content: R, columns: Option<Vec<usize>>) -> Result<Self, ArrowError> {
        Ok(StreamBatches {
            reader: StreamReader::try_new(Watched::new(content), columns)?,
            ended: false,
        })
    }

    /// The schema of all columns that are read.
    pub fn schema(&self) -> SchemaRef {
        self.reader.schema()
    }

    /// Why the stream that has been read to its end is not all there is.
    fn missing(&mut self) -> Option<ArrowError> {
        let watched = self.reader.get_mut();
        if watched.is_at_end {
            return Some(ArrowError::IpcError(
                "the stream breaks off without its end marker; rows may be missing".into(),
            ));
        }
        match watched.has_more() {
            Ok(false) => None,
            Ok(true) => Some(ArrowError::IpcError(
                "more follows the end marker of the stream; it was not read".into(),
            )),
            Err(error) => Some(error.into()),
        }
    }
}

impl<R: BufRead> Iterator for StreamBatches<R> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.reader.next();
        self.ended = !matches!(next, Some(Ok(_)));
        next.or_else(|| self.missing().map(Err))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, StringArray};
    use arrow_ipc::writer::StreamWriter;

    use super::*;

    /// A stream of three batches of two rows, and where each batch ends.
    fn stream() -> (Vec<u8>, Vec<usize>) {
        let text: ArrayRef = Arc::new(StringArray::from(vec!["one text", "another"]));
        let batch = RecordBatch::try_from_iter([("text", text)]).unwrap();
        let mut bytes = Vec::new();
        let mut writer = StreamWriter::try_new(&mut bytes, &batch.schema()).unwrap();
        let mut ends = vec![writer.get_ref().len()];
        for _ in 0..3 {
            writer.write(&batch).unwrap();
            ends.push(writer.get_ref().len());
        }
        writer.finish().unwrap();
        drop(writer);
        (bytes, ends)
    }

    /// Rows that are read, and the error behind them.
    fn read(bytes: &[u8]) -> (usize, Option<String>) {
        let (mut rows, mut error) = (0, None);
        for batch in StreamBatches::new(bytes, None).unwrap() {
            assert!(error.is_none());
            match batch {
                Ok(batch) => rows += batch.num_rows(),
                Err(why) => error = Some(why.to_string()),
            }
        }
        (rows, error)
    }

    #[test]
    fn a_stream_that_breaks_off_between_batches_is_an_error_behind_them() {
        let (bytes, ends) = stream();
        assert_eq!(read(&bytes), (6, None));
        for (batches, end) in ends.into_iter().enumerate() {
            let (rows, error) = read(&bytes[..end]);
            assert_eq!(rows, 2 * batches);
            assert!(error.unwrap().contains("without its end marker"));
        }
    }

    #[test]
    fn what_follows_the_end_marker_is_an_error() {
        let (bytes, _) = stream();
        for more in [&bytes[..], b"x", &[0; 8]] {
            let (rows, error) = read(&[&bytes, more].concat());
            assert_eq!(rows, 6);
            assert!(error.unwrap().contains("more follows"));
        }
    }
}
