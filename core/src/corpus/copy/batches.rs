//! Rows of Parquet and Arrow IPC files, with all their columns, in a file of the same schema.

use std::io::{BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use arrow_array::{BooleanArray, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::concat::concat_batches;
use arrow_select::filter::filter_record_batch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::{changed, check_stamp, parquet_types, unread};
use crate::corpus::opened;
use crate::corpus::packing::{Form, Format};
use crate::corpus::random_access::RandomAccess;
use crate::corpus::table::arrow::guarded;

/// Rows that are read at a time.
const BATCH: usize = 1024;

/// The key under which Parquet files of Arrow have their schema.
const SCHEMA: &str = "ARROW:schema";

/// Batches of rows.
type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>;

/// Which file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// Parquet, packed by Zstandard.
    Parquet,
    /// An Arrow IPC file.
    Arrow,
}

/// Copies rows of files of one schema.
pub struct Rows<W: Write + Send> {
    kind: OutputKind,
    /// Until the schema is known.
    out: Option<W>,
    /// The schema of the first file, and the file.
    schema: Option<(SchemaRef, PathBuf)>,
    sink: Option<Sink<W>>,
}

enum Sink<W: Write + Send> {
    /// The schema is there where it is not that of the rows.
    Parquet(Box<ArrowWriter<W>>, Option<SchemaRef>),
    Arrow(Box<FileWriter<W>>),
    /// A file of this format has one dictionary for each column, so that batches with dictionaries are written as one.
    Together(Box<FileWriter<W>>, Vec<RecordBatch>),
}

/// A file that is read: its schema, metadata and rows.
struct Source {
    schema: SchemaRef,
    metadata: Vec<KeyValue>,
    batches: Batches,
}

impl<W: Write + Send> Rows<W> {
    /// Nothing written yet.
    pub fn new(kind: OutputKind, out: W) -> Self {
        Rows {
            kind,
            out: Some(out),
            schema: None,
            sink: None,
        }
    }

    /// Copies the rows of the file at `path` with these numbers, which begin with 1 and ascend. `stamp` is the
    /// digest of the stamp under which they were read.
    ///
    /// # Errors
    /// The file has changed or cannot be read, has another schema than the first, or the output fails; errors of `rows`.
    pub fn file(
        &mut self,
        path: &Path,
        stamp: u64,
        rows: impl IntoIterator<Item = Result<u64>>,
    ) -> Result<()> {
        check_stamp(path, stamp)?;
        let source = source(path)?;
        match &self.schema {
            Some((schema, first)) if schema.fields() != source.schema.fields() => bail!(
                "{} has other columns than {}: write each to a file of its own, or all to a file that ends in .jsonl",
                path.display(),
                first.display()
            ),
            Some(_) => {}
            None => self.begin(path, &source)?,
        }
        let mut rows = rows.into_iter();
        let (mut next, mut before) = (rows.next().transpose()?, 0_u64);
        let mut batches = source.batches;
        let format = Form::of(path).format;
        loop {
            let batch = guarded(name(format), || batches.next().transpose());
            let Some(batch) = batch.map_err(|reason| unread(path, reason))? else {
                break;
            };
            let mut keeps = vec![false; batch.num_rows()];
            while let Some(row) = next {
                let at = (row - before) as usize - 1;
                let Some(keep) = keeps.get_mut(at) else { break };
                *keep = true;
                next = rows.next().transpose()?;
            }
            before += batch.num_rows() as u64;
            if keeps.iter().any(|keep| *keep) {
                let kept = filter_record_batch(&batch, &BooleanArray::from(keeps))?;
                self.write(&kept)?;
            }
        }
        if next.is_some() {
            bail!(changed(path));
        }
        // What was copied may be of two states of the file.
        check_stamp(path, stamp)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// No file was copied, or the output fails.
    pub fn finish(self) -> Result<W> {
        match self.sink {
            Some(Sink::Parquet(writer, _)) => Ok(writer.into_inner()?),
            Some(Sink::Arrow(mut writer)) => {
                writer.finish()?;
                Ok(writer.into_inner()?)
            }
            Some(Sink::Together(mut writer, batches)) => {
                if let Some(first) = batches.first() {
                    writer.write(&concat_batches(&first.schema(), &batches)?)?;
                }
                writer.finish()?;
                Ok(writer.into_inner()?)
            }
            None => Err(anyhow!("no row to write")),
        }
    }

    fn begin(&mut self, path: &Path, source: &Source) -> Result<()> {
        let out = self.out.take().ok_or_else(|| anyhow!("begun twice"))?;
        self.sink = Some(match self.kind {
            OutputKind::Parquet => {
                let metadata = Some(source.metadata.clone()).filter(|all| !all.is_empty());
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
                    .set_key_value_metadata(metadata)
                    .build();
                let converted = parquet_types::schema(&source.schema);
                let schema = converted.as_ref().unwrap_or(&source.schema);
                let writer = ArrowWriter::try_new(out, Arc::clone(schema), Some(properties))?;
                Sink::Parquet(Box::new(writer), converted)
            }
            OutputKind::Arrow => {
                let writer = Box::new(FileWriter::try_new(out, &source.schema)?);
                let fields = source.schema.flattened_fields();
                let is_dictionary = |kind: &DataType| matches!(kind, DataType::Dictionary(..));
                match fields.iter().any(|field| is_dictionary(field.data_type())) {
                    true => Sink::Together(writer, Vec::new()),
                    false => Sink::Arrow(writer),
                }
            }
        });
        self.schema = Some((Arc::clone(&source.schema), path.to_owned()));
        Ok(())
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        match &mut self.sink {
            Some(Sink::Parquet(writer, None)) => writer.write(batch)?,
            Some(Sink::Parquet(writer, Some(schema))) => {
                writer.write(&parquet_types::batch(batch, schema)?)?;
            }
            Some(Sink::Arrow(writer)) => writer.write(batch)?,
            Some(Sink::Together(_, batches)) => batches.push(batch.clone()),
            None => {}
        }
        Ok(())
    }
}

fn name(format: Format) -> &'static str {
    match format {
        Format::Parquet => "Parquet",
        _ => "Arrow",
    }
}

/// Opens a file with all its columns.
fn source(path: &Path) -> Result<Source> {
    let failed = |reason| unread(path, reason);
    let (file, metadata) = opened::regular(path).map_err(failed)?;
    let content = RandomAccess::file(Arc::new(file), metadata.len());
    let format = Form::of(path).format;
    let open = || match format {
        Format::Parquet => parquet(content),
        _ => ipc(content),
    };
    guarded(name(format), open).map_err(failed)
}

fn parquet(content: RandomAccess) -> Result<Source, ArrowError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(content)?;
    let all = builder.metadata().file_metadata().key_value_metadata();
    let metadata = all.into_iter().flatten();
    let metadata = metadata.filter(|pair| pair.key != SCHEMA).cloned();
    Ok(Source {
        metadata: metadata.collect(),
        schema: Arc::clone(builder.schema()),
        batches: Box::new(builder.with_batch_size(BATCH).build()?),
    })
}

fn ipc(mut content: RandomAccess) -> Result<Source, ArrowError> {
    let mut magic = [0; 6];
    let is_file = content.read_exact(&mut magic).is_ok() && magic == *b"ARROW1";
    content.rewind()?;
    let content = BufReader::new(content);
    let (schema, batches): (SchemaRef, Batches) = match is_file {
        true => {
            let reader = FileReader::try_new(content, None)?;
            (reader.schema(), Box::new(reader))
        }
        false => {
            let reader = StreamReader::try_new(content, None)?;
            (reader.schema(), Box::new(reader))
        }
    };
    let metadata = schema.metadata().iter();
    let metadata = metadata.map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
    Ok(Source {
        metadata: metadata.collect(),
        schema,
        batches,
    })
}
