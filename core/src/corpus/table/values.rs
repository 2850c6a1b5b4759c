//! Values of Arrow arrays as text: strings, numbers in their decimal form, dates; of structures by path.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Fields, TimeUnit};

/// Whether a column of this type holds text.
pub(super) fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

/// Paths of the columns that are no structures, with whether they hold text and the index of their
/// outermost column.
pub(super) fn paths(fields: &Fields) -> Vec<(String, bool, usize)> {
    fn walk(
        fields: &Fields,
        before: &str,
        top: Option<usize>,
        out: &mut Vec<(String, bool, usize)>,
    ) {
        for (at, field) in fields.iter().enumerate() {
            let (path, top) = ([before, field.name()].concat(), top.unwrap_or(at));
            match field.data_type() {
                DataType::Struct(inner) => walk(inner, &[&path, "."].concat(), Some(top), out),
                kind => out.push((path, is_text(kind), top)),
            }
        }
    }
    let mut out = Vec::new();
    walk(fields, "", None, &mut out);
    out
}

/// What a column with this path holds, if its values cannot be read as text.
pub(super) fn no_text(fields: &Fields, path: &str) -> Option<&'static str> {
    fields.iter().find_map(|field| {
        let rest = path.strip_prefix(field.name().as_str())?;
        match field.data_type() {
            DataType::Struct(inner) => no_text(inner, rest.strip_prefix('.')?),
            _ if !rest.is_empty() => None,
            DataType::List(_)
            | DataType::LargeList(_)
            | DataType::FixedSizeList(..)
            | DataType::ListView(_)
            | DataType::LargeListView(_) => Some("lists"),
            DataType::Map(..) => Some("maps"),
            DataType::Union(..) => Some("values of several types"),
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => Some("bytes"),
            _ => None,
        }
    })
}

/// The column with this path; for each level of structures also the structure, for its nulls.
pub(super) fn column(batch: &RecordBatch, path: &str) -> Option<Vec<ArrayRef>> {
    let schema = batch.schema();
    let (fields, columns) = (schema.fields(), batch.columns());
    found(fields, columns, path)
}

fn found(fields: &Fields, columns: &[ArrayRef], path: &str) -> Option<Vec<ArrayRef>> {
    for (field, column) in fields.iter().zip(columns) {
        let rest = path.strip_prefix(field.name().as_str());
        match (rest, field.data_type()) {
            (Some(""), DataType::Struct(_)) | (None, _) => {}
            (Some(""), _) => return Some(vec![column.clone()]),
            (Some(rest), DataType::Struct(inner)) => {
                let below = rest.strip_prefix('.');
                let below = below.and_then(|rest| found(inner, column.as_struct().columns(), rest));
                if let Some(mut arrays) = below {
                    arrays.push(column.clone());
                    return Some(arrays);
                }
            }
            (Some(_), _) => {}
        }
    }
    None
}

/// A value.
pub(super) enum Value {
    /// A string, or a number in its decimal form.
    Text(String),
    /// A date, nanoseconds since 1970.
    Date(i64),
}

/// The value of a column in a row; `None` for a null and for types that are no text.
pub(super) fn value(arrays: &[ArrayRef], row: usize) -> Option<Value> {
    if arrays.iter().any(|array| array.is_null(row)) {
        return None;
    }
    of(arrays.first()?.as_ref(), row)
}

fn of(array: &dyn Array, row: usize) -> Option<Value> {
    if array.is_null(row) {
        return None;
    }
    macro_rules! number {
        ($kind:ty) => {
            Some(Value::Text(
                array.as_primitive_opt::<$kind>()?.value(row).to_string(),
            ))
        };
    }
    macro_rules! date {
        ($kind:ty, $nanoseconds:expr) => {{
            let count = i64::from(array.as_primitive_opt::<$kind>()?.value(row));
            count.checked_mul($nanoseconds).map(Value::Date)
        }};
    }
    let text = |text: &str| Some(Value::Text(text.to_owned()));
    let lossy = |bytes: &[u8]| Some(Value::Text(String::from_utf8_lossy(bytes).into_owned()));
    match array.data_type() {
        DataType::Utf8 => text(array.as_string_opt::<i32>()?.value(row)),
        DataType::LargeUtf8 => text(array.as_string_opt::<i64>()?.value(row)),
        DataType::Utf8View => text(array.as_string_view_opt()?.value(row)),
        DataType::Binary => lossy(array.as_binary_opt::<i32>()?.value(row)),
        DataType::LargeBinary => lossy(array.as_binary_opt::<i64>()?.value(row)),
        DataType::BinaryView => lossy(array.as_binary_view_opt()?.value(row)),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary_opt()?;
            let key = match of(dictionary.keys(), row)? {
                Value::Text(key) => key.parse::<usize>().ok()?,
                Value::Date(_) => return None,
            };
            let values = dictionary.values();
            (key < values.len()).then(|| of(values, key)).flatten()
        }
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float32 => number!(Float32Type),
        DataType::Float64 => number!(Float64Type),
        DataType::Date32 => date!(Date32Type, 86_400_000_000_000),
        DataType::Date64 => date!(Date64Type, 1_000_000),
        DataType::Timestamp(TimeUnit::Second, _) => date!(TimestampSecondType, 1_000_000_000),
        DataType::Timestamp(TimeUnit::Millisecond, _) => date!(TimestampMillisecondType, 1_000_000),
        DataType::Timestamp(TimeUnit::Microsecond, _) => date!(TimestampMicrosecondType, 1000),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => date!(TimestampNanosecondType, 1),
        _ => None,
    }
}
