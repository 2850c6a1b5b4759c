//! Values of Arrow arrays as text: strings, numbers in their decimal form, dates; of structures by path.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, RunEndIndexType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, RunArray};
use arrow_schema::{DataType, Fields, TimeUnit};

/// Whether a column of this type holds text.
pub(super) fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        DataType::RunEndEncoded(_, values) => is_text(values.data_type()),
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
    of_column(fields, path, no_text_kind)
}

/// What a column with this path holds, if its values cannot be an id, a title or an author.
pub(super) fn no_scalar(fields: &Fields, path: &str) -> Option<&'static str> {
    of_column(fields, path, |kind| {
        no_text_kind(kind).filter(|_| !is_scalar(kind))
    })
}

fn of_column(
    fields: &Fields,
    path: &str,
    what: fn(&DataType) -> Option<&'static str>,
) -> Option<&'static str> {
    fields.iter().find_map(|field| {
        let rest = path.strip_prefix(field.name().as_str())?;
        match field.data_type() {
            DataType::Struct(inner) => of_column(inner, rest.strip_prefix('.')?, what),
            _ if !rest.is_empty() => None,
            kind => what(kind),
        }
    })
}

/// Whether [`scalar`] has a text for values of this type that are no text.
fn is_scalar(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => is_scalar(values),
        DataType::RunEndEncoded(_, values) => is_scalar(values.data_type()),
        DataType::Boolean
        | DataType::Date32
        | DataType::Date64
        | DataType::Timestamp(..)
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..)
        | DataType::FixedSizeBinary(16)
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView => true,
        _ => false,
    }
}

/// A value as an id, a title or an author: text, numbers, decimals with their scale, truth values, UUIDs, and dates and
/// times as ISO 8601 writes them.
pub(super) fn scalar(arrays: &[ArrayRef], row: usize) -> Option<String> {
    if let Value::Text(text) = value(arrays, row)? {
        return Some(text);
    }
    let array = arrays.first()?.as_ref();
    macro_rules! time {
        ($kind:ty, $zone:expr) => {{
            let time = array.as_primitive_opt::<$kind>()?.value_as_datetime(row)?;
            let zone = if $zone { "Z" } else { "" };
            Some(format!("{time:?}{zone}"))
        }};
    }
    match array.data_type() {
        DataType::Date32 => Some(
            array
                .as_primitive_opt::<Date32Type>()?
                .value_as_date(row)?
                .to_string(),
        ),
        DataType::Date64 => time!(Date64Type, false),
        DataType::Timestamp(TimeUnit::Second, zone) => time!(TimestampSecondType, zone.is_some()),
        DataType::Timestamp(TimeUnit::Millisecond, zone) => {
            time!(TimestampMillisecondType, zone.is_some())
        }
        DataType::Timestamp(TimeUnit::Microsecond, zone) => {
            time!(TimestampMicrosecondType, zone.is_some())
        }
        DataType::Timestamp(TimeUnit::Nanosecond, zone) => {
            time!(TimestampNanosecondType, zone.is_some())
        }
        _ => None,
    }
}

/// Sixteen bytes as a UUID is written.
fn uuid(bytes: &[u8]) -> String {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| hex.get(part).unwrap_or_default());
    parts.join("-")
}

/// What values of this type are, if they cannot be read as text.
fn no_text_kind(kind: &DataType) -> Option<&'static str> {
    match kind {
        DataType::Dictionary(_, values) => no_text_kind(values),
        DataType::RunEndEncoded(_, values) => no_text_kind(values.data_type()),
        DataType::List(_)
        | DataType::LargeList(_)
        | DataType::FixedSizeList(..)
        | DataType::ListView(_)
        | DataType::LargeListView(_) => Some("lists"),
        DataType::Map(..) => Some("maps"),
        DataType::Struct(_) => Some("structures"),
        DataType::Union(..) => Some("values of several types"),
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => Some("bytes"),
        DataType::Boolean => Some("truth values"),
        DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => Some("dates"),
        DataType::Time32(_)
        | DataType::Time64(_)
        | DataType::Duration(_)
        | DataType::Interval(_) => Some("times"),
        DataType::Float16
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => Some("numbers of a type that is not read"),
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Null
        | DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::UInt8
        | DataType::UInt16
        | DataType::UInt32
        | DataType::UInt64
        | DataType::Float32
        | DataType::Float64 => None,
    }
}

/// The column with this path before which `before` others have it too; for each level of structures also the
/// structure, for its nulls.
pub(super) fn column(batch: &RecordBatch, path: &str, mut before: usize) -> Option<Vec<ArrayRef>> {
    let schema = batch.schema();
    let (fields, columns) = (schema.fields(), batch.columns());
    found(fields, columns, path, &mut before)
}

fn found(
    fields: &Fields,
    columns: &[ArrayRef],
    path: &str,
    before: &mut usize,
) -> Option<Vec<ArrayRef>> {
    for (field, column) in fields.iter().zip(columns) {
        let rest = path.strip_prefix(field.name().as_str());
        match (rest, field.data_type()) {
            (Some(""), DataType::Struct(_)) | (None, _) => {}
            (Some(""), _) if *before > 0 => *before -= 1,
            (Some(""), _) => return Some(vec![column.clone()]),
            (Some(rest), DataType::Struct(inner)) => {
                let below = rest.strip_prefix('.');
                let columns = column.as_struct().columns();
                let below = below.and_then(|rest| found(inner, columns, rest, before));
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
    /// A date, milliseconds since 1970.
    Date(i64),
}

/// The value of a column in a row; `None` for a null and for types that are no text.
pub(super) fn value(arrays: &[ArrayRef], row: usize) -> Option<Value> {
    if arrays.iter().any(|array| array.is_null(row)) {
        return None;
    }
    of(arrays.first()?.as_ref(), row)
}

/// The value of the run that the row is in.
fn run<E: RunEndIndexType>(array: &dyn Array, row: usize) -> Option<Value> {
    let runs = array.as_any().downcast_ref::<RunArray<E>>()?;
    let values = runs.values();
    let at = runs.get_physical_index(row);
    (at < values.len()).then(|| of(values, at)).flatten()
}

fn of(array: &dyn Array, row: usize) -> Option<Value> {
    if array.is_null(row) {
        return None;
    }
    let text = |text: &str| Some(Value::Text(text.to_owned()));
    macro_rules! number {
        ($kind:ty) => {
            Some(Value::Text(
                array.as_primitive_opt::<$kind>()?.value(row).to_string(),
            ))
        };
    }
    macro_rules! decimal {
        ($kind:ty) => {
            text(&array.as_primitive_opt::<$kind>()?.value_as_string(row))
        };
    }
    macro_rules! date {
        ($kind:ty, $milliseconds:expr, $parts:expr) => {{
            let count = i64::from(array.as_primitive_opt::<$kind>()?.value(row));
            let parts = count.checked_mul($milliseconds)?;
            Some(Value::Date(parts.div_euclid($parts)))
        }};
    }
    let lossy = |bytes: &[u8]| Some(Value::Text(String::from_utf8_lossy(bytes).into_owned()));
    match array.data_type() {
        DataType::Utf8 => text(array.as_string_opt::<i32>()?.value(row)),
        DataType::LargeUtf8 => text(array.as_string_opt::<i64>()?.value(row)),
        DataType::Utf8View => text(array.as_string_view_opt()?.value(row)),
        DataType::Binary => lossy(array.as_binary_opt::<i32>()?.value(row)),
        DataType::LargeBinary => lossy(array.as_binary_opt::<i64>()?.value(row)),
        DataType::BinaryView => lossy(array.as_binary_view_opt()?.value(row)),
        DataType::Boolean => text(match array.as_boolean_opt()?.value(row) {
            true => "true",
            false => "false",
        }),
        DataType::FixedSizeBinary(16) => {
            let bytes = array.as_fixed_size_binary_opt()?.value(row);
            text(&uuid(bytes))
        }
        DataType::Decimal32(..) => decimal!(Decimal32Type),
        DataType::Decimal64(..) => decimal!(Decimal64Type),
        DataType::Decimal128(..) => decimal!(Decimal128Type),
        DataType::Decimal256(..) => decimal!(Decimal256Type),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary_opt()?;
            let key = match of(dictionary.keys(), row)? {
                Value::Text(key) => key.parse::<usize>().ok()?,
                Value::Date(_) => return None,
            };
            let values = dictionary.values();
            (key < values.len()).then(|| of(values, key)).flatten()
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => run::<Int16Type>(array, row),
            DataType::Int32 => run::<Int32Type>(array, row),
            _ => run::<Int64Type>(array, row),
        },
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
        DataType::Date32 => date!(Date32Type, 86_400_000, 1),
        DataType::Date64 => date!(Date64Type, 1, 1),
        DataType::Timestamp(TimeUnit::Second, _) => date!(TimestampSecondType, 1_000, 1),
        DataType::Timestamp(TimeUnit::Millisecond, _) => date!(TimestampMillisecondType, 1, 1),
        DataType::Timestamp(TimeUnit::Microsecond, _) => {
            date!(TimestampMicrosecondType, 1, 1_000)
        }
        DataType::Timestamp(TimeUnit::Nanosecond, _) => {
            date!(TimestampNanosecondType, 1, 1_000_000)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{DictionaryArray, Int32Array, Int64Array, StringArray};

    use super::super::arrow::ArrowRows;
    use super::*;
    use crate::corpus::formats::Format;
    use crate::corpus::random_access::RandomAccess;
    use crate::corpus::unpacked::Budget;
    use crate::settings::Reading;

    fn texts(array: &dyn Array) -> Vec<Option<String>> {
        let text = |row| match of(array, row)? {
            Value::Text(text) => Some(text),
            Value::Date(_) => None,
        };
        (0..array.len()).map(text).collect()
    }

    #[test]
    fn text_columns_with_one_name_are_joined() {
        let column = |text: &str| -> ArrayRef { Arc::new(StringArray::from(vec![text])) };
        let columns = [
            ("text", column("first")),
            ("id", column("7")),
            ("text", column("second")),
        ];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let mut bytes = Vec::new();
        let mut writer = arrow_ipc::writer::StreamWriter::try_new(&mut bytes, &batch.schema());
        writer.as_mut().unwrap().write(&batch).unwrap();
        writer.unwrap().finish().unwrap();
        let reading = Reading::default();
        let budget = Budget::of(1, &reading);
        let content = RandomAccess::bytes(bytes);
        let rows = ArrowRows::open(Format::Arrow, content, &reading, &budget).unwrap();
        let rows: Vec<_> = rows.map(Result::unwrap).collect();
        assert_eq!(rows[0].text, "first\n\nsecond");
        assert_eq!(rows[0].id.as_deref(), Some("7"));
    }

    #[test]
    fn runs_of_equal_values_are_values_of_each_row() {
        let ends = Int32Array::from(vec![2, 3, 5]);
        let plain = StringArray::from(vec![Some("one"), None, Some("two")]);
        let keys = Int32Array::from(vec![Some(1), None, Some(0)]);
        let known: ArrayRef = Arc::new(StringArray::from(vec!["two", "one"]));
        let coded = DictionaryArray::new(keys, known);
        let wanted = [Some("one"), Some("one"), None, Some("two"), Some("two")];
        let wanted = wanted.map(|text| text.map(str::to_owned));
        let of_texts = RunArray::try_new(&ends, &plain).unwrap();
        let of_codes = RunArray::try_new(&ends, &coded).unwrap();
        let of_long = RunArray::try_new(&Int64Array::from(vec![2, 3, 5]), &plain).unwrap();
        let arrays: [&dyn Array; 3] = [&of_texts, &of_codes, &of_long];
        for array in arrays {
            assert!(is_text(array.data_type()));
            assert_eq!(no_text_kind(array.data_type()), None);
            assert_eq!(texts(array), wanted);
            assert_eq!(texts(&*array.slice(1, 3)), wanted[1..4]);
        }
    }

    #[test]
    fn what_is_no_text_is_said() {
        let bytes = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Binary));
        for (kind, said) in [
            (DataType::Boolean, Some("truth values")),
            (DataType::Date32, Some("dates")),
            (bytes, Some("bytes")),
            (
                DataType::Decimal128(9, 2),
                Some("numbers of a type that is not read"),
            ),
            (DataType::Int64, None),
        ] {
            assert_eq!(no_text_kind(&kind), said, "{kind}");
        }
    }
}
