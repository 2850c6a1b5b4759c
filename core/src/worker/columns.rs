//! Columns of a batch as values of Rust. The schema was checked before: [`schema::check`](super::schema::check).

use anyhow::{Context, Result, bail, ensure};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;

use crate::base::units;

/// Values of a column of 64-bit integers.
///
/// # Errors
/// It has a null.
pub(super) fn longs<'a>(rows: &'a RecordBatch, name: &str) -> Result<&'a [i64]> {
    let column = column(rows, name)?;
    ensure!(column.null_count() == 0, "column {name:?} has a null");
    let column = column.as_primitive_opt::<Int64Type>();
    Ok(column.with_context(|| wrong(name))?.values())
}

/// Texts of a column; a null is an empty text. `docs` are the numbers of their documents, for messages.
///
/// # Errors
/// A text of more than `most` bytes.
pub(super) fn texts<'a>(
    rows: &'a RecordBatch,
    name: &str,
    docs: &[i64],
    most: u64,
) -> Result<Vec<&'a str>> {
    let column = column(rows, name)?;
    let all: Vec<&str> = match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().iter().map(or_empty).collect(),
        DataType::LargeUtf8 => column.as_string::<i64>().iter().map(or_empty).collect(),
        DataType::Utf8View => column.as_string_view().iter().map(or_empty).collect(),
        _ => bail!(wrong(name)),
    };
    let too_large = all
        .iter()
        .zip(docs)
        .find(|(text, _)| text.len() as u64 > most);
    if let Some((text, doc)) = too_large {
        bail!(
            "document {doc} has {} of text, and at most {} is read; leave it out, or give a greater --max-size",
            units::bytes(text.len() as u64),
            units::bytes(most)
        );
    }
    Ok(all)
}

fn or_empty(text: Option<&str>) -> &str {
    text.unwrap_or_default()
}

/// Sketches of a column: `words` 32-bit values each, as bytes in the order of the machine.
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
        let values = bytes.chunks_exact(size_of::<u32>());
        all.extend(values.map(|word| {
            word.iter()
                .rev()
                .fold(0, |all, byte| all << 8 | u32::from(*byte))
        }));
        Ok(())
    };
    match column.data_type() {
        DataType::Binary => column.as_binary::<i32>().iter().try_for_each(&mut push)?,
        DataType::LargeBinary => column.as_binary::<i64>().iter().try_for_each(&mut push)?,
        DataType::BinaryView => column.as_binary_view().iter().try_for_each(&mut push)?,
        _ => bail!(wrong(name)),
    }
    Ok(all)
}

/// The bytes of a sketch in a column: each value with its lowest byte first.
pub(super) fn bytes(sketch: &[u32]) -> Vec<u8> {
    sketch
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

fn column<'a>(rows: &'a RecordBatch, name: &str) -> Result<&'a ArrayRef> {
    rows.column_by_name(name)
        .with_context(|| format!("a batch has no column {name:?}"))
}

fn wrong(name: &str) -> String {
    format!("column {name:?} of a batch is of another type than in the schema")
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{BinaryArray, Int64Array, LargeStringArray, StringArray, StringViewArray};
    use std::sync::Arc;

    fn of(column: ArrayRef) -> RecordBatch {
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
            let rows = of(column);
            assert_eq!(
                super::texts(&rows, "x", &[1, 2, 3], 3).unwrap(),
                ["a", "", "ccc"]
            );
            let said = super::texts(&rows, "x", &[1, 2, 3], 2)
                .unwrap_err()
                .to_string();
            assert!(
                said.starts_with("document 3 has 3 B of text, and at most 2 B"),
                "{said}"
            );
        }
    }

    #[test]
    fn sketches_come_back_as_they_were() {
        let sketch = [1, 0x0102_0304, u32::MAX];
        let rows = of(Arc::new(BinaryArray::from(vec![&bytes(&sketch)[..]])));
        assert_eq!(sketches(&rows, "x", 3).unwrap(), sketch);
        assert!(sketches(&rows, "x", 2).is_err());
        assert!(sketches(&of(Arc::new(BinaryArray::from(vec![None]))), "x", 2).is_err());
    }

    #[test]
    fn numbers_have_no_nulls() {
        assert_eq!(
            longs(&of(Arc::new(Int64Array::from(vec![1, -2]))), "x").unwrap(),
            [1, -2]
        );
        assert!(longs(&of(Arc::new(Int64Array::from(vec![Some(1), None]))), "x").is_err());
    }
}
