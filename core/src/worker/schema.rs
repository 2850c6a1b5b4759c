//! Columns of the streams, and what their metadata says of the job.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

/// Key of a schema's metadata: hash of the job that made the stream.
const SETTINGS: &str = "shinglescope.settings";

/// Key of a schema's metadata: step that made the stream.
const STEP: &str = "shinglescope.step";

/// Name and type of a column.
pub(super) type Column = (&'static str, Type);

/// Types of columns. All are signed, because engines on the Java virtual machine know no others.
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
    fn written(self) -> DataType {
        match self {
            Type::Long => DataType::Int64,
            Type::Int => DataType::Int32,
            Type::Text => DataType::Utf8,
            Type::Bytes => DataType::Binary,
        }
    }

    /// Whether a column of this type can be read.
    fn reads(self, kind: &DataType) -> bool {
        match self {
            Type::Long => *kind == DataType::Int64,
            Type::Int => *kind == DataType::Int32,
            Type::Text => [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View].contains(kind),
            Type::Bytes => [
                DataType::Binary,
                DataType::LargeBinary,
                DataType::BinaryView,
            ]
            .contains(kind),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Type::Long => "int64",
            Type::Int => "int32",
            Type::Text => "string",
            Type::Bytes => "binary",
        }
    }
}

/// The schema of a stream that `step` of the job with this hash writes.
pub(super) fn written(columns: &[Column], step: &str, hash: &str) -> SchemaRef {
    let fields = columns
        .iter()
        .map(|(name, kind)| Field::new(*name, kind.written(), false));
    let metadata = HashMap::from([
        (SETTINGS.to_owned(), hash.to_owned()),
        (STEP.to_owned(), step.to_owned()),
    ]);
    Arc::new(Schema::new_with_metadata(
        fields.collect::<Vec<_>>(),
        metadata,
    ))
}

/// Checks that a stream has the columns that a step reads, and that another step of the same job made it.
///
/// # Errors
/// What is missing or of another type, with the columns that there are; or the other job.
pub(super) fn check(schema: &Schema, columns: &[Column], hash: &str) -> Result<()> {
    for (name, kind) in columns {
        let Ok(field) = schema.field_with_name(name) else {
            let there: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
            let there = match there.is_empty() {
                true => "none".to_owned(),
                false => there.join(", "),
            };
            bail!(
                "the input has no column {name:?} ({}); its columns are: {there}",
                kind.name()
            );
        };
        ensure!(
            kind.reads(field.data_type()),
            "column {name:?} of the input is {}, not {}; cast it before",
            field.data_type(),
            kind.name()
        );
    }
    if let Some(other) = schema.metadata().get(SETTINGS) {
        let step = schema.metadata().get(STEP).map_or("another", |step| step);
        ensure!(
            other == hash,
            "the input was made by the step {step} with other settings or another build of the program \
             (settings {other}, here {hash}); run all steps with the same options and program"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 2] = [("doc", Type::Long), ("text", Type::Text)];

    #[test]
    fn what_a_step_writes_the_next_can_read() {
        check(&written(&COLUMNS, "sketch", "1"), &COLUMNS, "1").unwrap();
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let said = |schema: &Schema| check(schema, &COLUMNS, "1").unwrap_err().to_string();
        let field = |name: &str, kind| Field::new(name, kind, true);
        let none = Schema::new(vec![
            field("doc", DataType::Int64),
            field("body", DataType::Utf8),
        ]);
        assert!(said(&none).contains("no column \"text\" (string); its columns are: doc, body"));
        let numbers = Schema::new(vec![
            field("doc", DataType::UInt64),
            field("text", DataType::Utf8),
        ]);
        assert!(said(&numbers).contains("column \"doc\" of the input is UInt64, not int64"));
        assert!(said(&written(&COLUMNS, "sketch", "2")).contains("by the step sketch"));
        assert!(said(&Schema::empty()).contains("its columns are: none"));
    }
}
