//! Names of the steps, columns of the streams, and the job's settings in their metadata.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use serde::Serialize;

use crate::base::units;

/// A step of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepName {
    /// Texts to sketches.
    Sketch,
    /// Sketches to keys of bands.
    Bands,
    /// Sorted keys to candidate pairs.
    Pairs,
    /// Candidate pairs with their texts to pairs.
    Verify,
    /// All documents of outsized buckets with their texts to pairs.
    Join,
}

impl StepName {
    /// All steps with their names on the command line.
    pub const ALL: [(&'static str, StepName); 5] = [
        ("sketch", StepName::Sketch),
        ("bands", StepName::Bands),
        ("pairs", StepName::Pairs),
        ("verify", StepName::Verify),
        ("join", StepName::Join),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The columns that it reads and the columns that it writes. Other columns of the input are ignored.
    pub(super) fn columns(self) -> (Columns, Columns) {
        use Type::{Bytes, Int, Long, Text};
        const DOCUMENTS: Columns = &[("doc", Long), ("text", Text)];
        const KEYS: Columns = &[("key", Long), ("doc", Long)];
        const PAIRS: Columns = &[
            ("a", Long),
            ("b", Long),
            ("shared", Long),
            ("size_a", Long),
            ("size_b", Long),
            ("agreeing", Int),
        ];
        const SKETCHES: Columns = &[
            ("doc", Long),
            ("print_hi", Long),
            ("print_lo", Long),
            ("size", Long),
            ("sketch", Bytes),
        ];
        const CANDIDATES: Columns = &[("a", Long), ("b", Long), ("text_a", Text), ("text_b", Text)];
        match self {
            StepName::Sketch => (DOCUMENTS, SKETCHES),
            StepName::Bands => (&[("doc", Long), ("sketch", Bytes)], KEYS),
            StepName::Pairs => (KEYS, &[("a", Long), ("b", Long)]),
            StepName::Verify => (CANDIDATES, PAIRS),
            StepName::Join => (DOCUMENTS, PAIRS),
        }
    }
}

/// Counts of a step other than rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StepCounts {
    /// Candidate pairs of outsized buckets that are not compared, because their complete join is not affordable.
    pub capped: u64,
    /// Outsized buckets.
    pub outsized_buckets: u64,
}

/// Receives the columns of each batch that a step writes, in the order of [`StepName::columns`].
pub(super) type Out<'a> = &'a mut dyn FnMut(Vec<ArrayRef>) -> Result<()>;

/// A step: takes batches and writes batches. Runs on the caller's rayon pool.
pub(super) trait Step {
    /// Takes the next rows.
    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()>;

    /// Writes the remaining rows after the last input. Returns the counts.
    fn finish(self: Box<Self>, _out: Out<'_>) -> Result<StepCounts> {
        Ok(StepCounts::default())
    }
}

/// Key of a schema's metadata: hash of the job that wrote the stream.
const SETTINGS_KEY: &str = "shinglescope.settings";

/// Key of a schema's metadata: step that wrote the stream.
const STEP_KEY: &str = "shinglescope.step";

/// Names and types of columns.
pub(super) type Columns = &'static [(&'static str, Type)];

/// Types of columns. All are signed, because engines on the Java virtual machine have no unsigned integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// 64-bit integer.
    Long,
    /// 32-bit integer.
    Int,
    /// UTF-8 text.
    Text,
    /// Bytes.
    Bytes,
}

impl Type {
    /// Its name, and the types of Arrow that are read; the first one is written.
    fn arrow(self) -> (&'static str, &'static [DataType]) {
        use DataType::{Binary, BinaryView, Int32, Int64, LargeBinary, LargeUtf8, Utf8, Utf8View};
        match self {
            Type::Long => ("int64", &[Int64]),
            Type::Int => ("int32", &[Int32]),
            Type::Text => ("string", &[Utf8, LargeUtf8, Utf8View]),
            Type::Bytes => ("binary", &[Binary, LargeBinary, BinaryView]),
        }
    }
}

/// The schema of a stream that `step` of the job with this hash writes.
pub(super) fn output_schema(step: StepName, hash: &str) -> SchemaRef {
    let columns = step.columns().1.iter();
    let fields = columns.map(|(name, kind)| Field::new(*name, kind.arrow().1[0].clone(), false));
    let metadata = HashMap::from([
        (SETTINGS_KEY.to_owned(), hash.to_owned()),
        (STEP_KEY.to_owned(), step.name().to_owned()),
    ]);
    let fields: Vec<Field> = fields.collect();
    Arc::new(Schema::new_with_metadata(fields, metadata))
}

/// Checks that a stream has the columns that a step reads, and that no other job wrote it.
///
/// # Errors
/// The column that is missing or has another type, with the existing columns; or the other job.
pub(super) fn check(schema: &Schema, step: StepName, hash: &str) -> Result<()> {
    for (name, kind) in step.columns().0 {
        let (kind, types) = kind.arrow();
        let Ok(field) = schema.field_with_name(name) else {
            let mut names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
            if names.is_empty() {
                names.push("none");
            }
            let names = names.join(", ");
            bail!("the input has no column {name:?} ({kind}); its columns are: {names}");
        };
        ensure!(
            types.contains(field.data_type()),
            "column {name:?} of the input is {}, not {kind}; cast it before",
            field.data_type()
        );
    }
    if let Some(other) = schema.metadata().get(SETTINGS_KEY) {
        let step = schema.metadata().get(STEP_KEY).map_or("another", |s| s);
        ensure!(
            other == hash,
            "the input was made by the step {step} with other settings or another build of the program \
             (settings {other}, here {hash}); run all steps with the same options and program"
        );
    }
    Ok(())
}

/// Values of a column of 64-bit integers.
///
/// # Errors
/// It has a null.
pub(super) fn longs<'a>(rows: &'a RecordBatch, name: &str) -> Result<&'a [i64]> {
    let column = column(rows, name)?;
    ensure!(column.null_count() == 0, "column {name:?} has a null");
    let column = column.as_primitive_opt::<Int64Type>();
    Ok(column.with_context(|| type_error(name))?.values())
}

/// Texts of a column; a null is an empty text. `docs` are the numbers of their documents, for messages.
///
/// # Errors
/// A text of more than `max_bytes` bytes.
pub(super) fn texts<'a>(
    rows: &'a RecordBatch,
    name: &str,
    docs: &[i64],
    max_bytes: u64,
) -> Result<Vec<&'a str>> {
    let column = column(rows, name)?;
    let texts: Vec<&str> = match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().iter().map(or_empty).collect(),
        DataType::LargeUtf8 => column.as_string::<i64>().iter().map(or_empty).collect(),
        DataType::Utf8View => column.as_string_view().iter().map(or_empty).collect(),
        _ => bail!(type_error(name)),
    };
    let mut documents = texts.iter().zip(docs);
    if let Some((text, doc)) = documents.find(|(text, _)| text.len() as u64 > max_bytes) {
        bail!(
            "document {doc} has {} of text, and at most {} is read; leave it out, or give a greater --max-size",
            units::bytes(text.len() as u64),
            units::bytes(max_bytes)
        );
    }
    Ok(texts)
}

fn or_empty(text: Option<&str>) -> &str {
    text.unwrap_or_default()
}

/// Sketches of a column: `words` 32-bit values each, the lowest byte first.
///
/// # Errors
/// A null, or a sketch of another length.
pub(super) fn sketches(rows: &RecordBatch, name: &str, words: usize) -> Result<Vec<u32>> {
    let column = column(rows, name)?;
    let mut all = Vec::with_capacity(rows.num_rows() * words);
    let mut push = |bytes: Option<&[u8]>| -> Result<()> {
        let bytes = bytes.with_context(|| format!("column {name:?} has a null"))?;
        ensure!(
            bytes.len() == words * size_of::<u32>(),
            "a sketch has {} bytes where {} are expected; it was made with other settings",
            bytes.len(),
            words * size_of::<u32>()
        );
        let (values, _) = bytes.as_chunks();
        all.extend(values.iter().copied().map(u32::from_le_bytes));
        Ok(())
    };
    match column.data_type() {
        DataType::Binary => column.as_binary::<i32>().iter().try_for_each(&mut push)?,
        DataType::LargeBinary => column.as_binary::<i64>().iter().try_for_each(&mut push)?,
        DataType::BinaryView => column.as_binary_view().iter().try_for_each(&mut push)?,
        _ => bail!(type_error(name)),
    }
    Ok(all)
}

/// The bytes of a sketch in a column: each value with its lowest byte first.
pub(super) fn bytes(sketch: &[u32]) -> Vec<u8> {
    let values = sketch.iter();
    values.flat_map(|value| value.to_le_bytes()).collect()
}

/// A column of 64-bit integers.
pub(super) fn array(values: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}

fn column<'a>(rows: &'a RecordBatch, name: &str) -> Result<&'a ArrayRef> {
    rows.column_by_name(name)
        .with_context(|| format!("a batch has no column {name:?}"))
}

fn type_error(name: &str) -> String {
    format!("column {name:?} of a batch is of another type than in the schema")
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{BinaryArray, LargeStringArray, StringArray, StringViewArray};

    fn batch_of(column: ArrayRef) -> RecordBatch {
        RecordBatch::try_from_iter_with_nullable([("x", column, true)]).unwrap()
    }

    #[test]
    fn texts_of_all_types_are_the_same() {
        let texts = vec![Some("a"), None, Some("ccc")];
        let columns: [ArrayRef; 3] = [
            Arc::new(StringArray::from(texts.clone())),
            Arc::new(LargeStringArray::from(texts.clone())),
            Arc::new(StringViewArray::from(texts)),
        ];
        for column in columns {
            let rows = batch_of(column);
            let read = |max| super::texts(&rows, "x", &[1, 2, 3], max);
            assert_eq!(read(3).unwrap(), ["a", "", "ccc"]);
            let message = read(2).unwrap_err().to_string();
            let expected = "document 3 has 3 B of text, and at most 2 B";
            assert!(message.starts_with(expected), "{message}");
        }
    }

    #[test]
    fn sketches_are_read_unchanged() {
        let sketch = [1, 0x0102_0304, u32::MAX];
        let rows = batch_of(Arc::new(BinaryArray::from(vec![&bytes(&sketch)[..]])));
        assert_eq!(sketches(&rows, "x", 3).unwrap(), sketch);
        assert!(sketches(&rows, "x", 2).is_err());
        assert!(sketches(&batch_of(Arc::new(BinaryArray::from(vec![None]))), "x", 2).is_err());
    }

    #[test]
    fn numbers_have_no_nulls() {
        assert_eq!(longs(&batch_of(array([1, -2])), "x").unwrap(), [1, -2]);
        let with_null = Int64Array::from(vec![Some(1), None]);
        assert!(longs(&batch_of(Arc::new(with_null)), "x").is_err());
    }
}
