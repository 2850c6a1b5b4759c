//! Values of Arrow arrays as text: strings, numbers in their decimal form, dates as ISO 8601 writes them.

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Float32Type, Float64Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, RecordBatch, downcast_integer_array,
    downcast_temporal_array,
};
use arrow_schema::{DataType, Fields};

/// A column that is no structure.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Its name, with those of the structures around it before it and dots between.
    pub path: String,
    pub kind: DataType,
    /// Its place in the table, and within each structure.
    route: Vec<usize>,
}

impl AsRef<str> for Leaf {
    fn as_ref(&self) -> &str {
        &self.path
    }
}

impl Leaf {
    /// All columns that are no structures.
    pub fn all(fields: &Fields) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        Self::add(fields, "", &[], &mut leaves);
        leaves
    }

    fn add(fields: &Fields, before: &str, around: &[usize], leaves: &mut Vec<Leaf>) {
        for (at, field) in fields.iter().enumerate() {
            let path = [before, field.name()].concat();
            let route = [around, &[at]].concat();
            match field.data_type() {
                DataType::Struct(inner) => Self::add(inner, &[&path, "."].concat(), &route, leaves),
                kind => leaves.push(Leaf {
                    path,
                    kind: kind.clone(),
                    route,
                }),
            }
        }
    }

    /// Its place, or that of the structure around it, in the table.
    pub fn top(&self) -> usize {
        self.route[0]
    }

    /// What it holds, if that is neither strings nor numbers.
    pub fn no_text(&self) -> Option<&'static str> {
        (!is_text(&self.kind) && !self.kind.is_numeric()).then(|| name(&self.kind))
    }

    /// What it holds, if its values cannot be ids, titles or authors.
    pub fn no_scalar(&self) -> Option<&'static str> {
        use DataType::{Boolean, Date32, Date64, Decimal128, Timestamp};
        let kind = &self.kind;
        let is_other = matches!(
            kind,
            Boolean | Date32 | Date64 | Decimal128(..) | Timestamp(..)
        );
        let is_scalar = is_text(kind) || kind.is_integer() || kind.is_floating() || is_other;
        (!is_scalar).then(|| name(kind))
    }

    /// The array of the column, unless it or a structure around it has no value in this row.
    pub fn array<'b>(&self, batch: &'b RecordBatch, row: usize) -> Option<&'b ArrayRef> {
        let (top, within) = self.route.split_first()?;
        let mut array = batch.columns().get(*top)?;
        for at in within {
            if array.is_null(row) {
                return None;
            }
            array = array.as_struct_opt()?.columns().get(*at)?;
        }
        (!array.is_null(row)).then_some(array)
    }
}

/// Whether values of a type are strings.
pub(super) fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

/// What values of a type are, for a message.
fn name(kind: &DataType) -> &'static str {
    match kind {
        DataType::Boolean => "truth values",
        DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => "dates",
        kind if kind.is_list() => "lists",
        kind if kind.is_nested() => "structures",
        kind if kind.is_binary() => "bytes",
        _ => "values of a type that is not read",
    }
}

/// A value as text; `None` for a null and for types that have none.
pub(in crate::corpus) fn text(array: &dyn Array, row: usize) -> Option<String> {
    if array.is_null(row) {
        return None;
    }
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string_opt::<i32>()?.value(row).to_owned(),
        DataType::LargeUtf8 => array.as_string_opt::<i64>()?.value(row).to_owned(),
        DataType::Utf8View => array.as_string_view_opt()?.value(row).to_owned(),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary_opt()?;
            let key = text(dictionary.keys(), row)?.parse().ok()?;
            let values = dictionary.values();
            return (key < values.len()).then(|| text(values, key)).flatten();
        }
        DataType::Boolean => array.as_boolean_opt()?.value(row).to_string(),
        DataType::Float32 => value_of::<Float32Type>(array, row)?.to_string(),
        DataType::Float64 => value_of::<Float64Type>(array, row)?.to_string(),
        DataType::Decimal128(..) => {
            let array = array.as_primitive_opt::<Decimal128Type>()?;
            array.value_as_string(row)
        }
        DataType::Date32 => date_time(array, row)?.0.split('T').next()?.to_owned(),
        DataType::Date64 | DataType::Timestamp(_, None) => date_time(array, row)?.0,
        DataType::Timestamp(_, Some(_)) => date_time(array, row)?.0 + "Z",
        _ => downcast_integer_array!(array => array.value(row).to_string(), _ => return None),
    })
}

fn value_of<T: ArrowPrimitiveType>(array: &dyn Array, row: usize) -> Option<T::Native> {
    Some(array.as_primitive_opt::<T>()?.value(row))
}

/// A date in milliseconds since 1970; `None` for values of other types.
pub(super) fn milliseconds(array: &dyn Array, row: usize) -> Option<i64> {
    date_time(array, row).map(|(_, milliseconds)| milliseconds)
}

/// A date with its time as ISO 8601 writes it, and in milliseconds since 1970.
fn date_time(array: &dyn Array, row: usize) -> Option<(String, i64)> {
    let time = downcast_temporal_array!(
        array => array.value_as_datetime(row)?.and_utc(),
        _ => return None
    );
    Some((format!("{:?}", time.naive_utc()), time.timestamp_millis()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_said() {
        let bytes = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Binary));
        for (kind, reason) in [
            (DataType::Boolean, Some("truth values")),
            (DataType::Date32, Some("dates")),
            (bytes, Some("values of a type that is not read")),
            (DataType::Int64, None),
        ] {
            let fields = Fields::from(vec![arrow_schema::Field::new("a", kind, true)]);
            assert_eq!(Leaf::all(&fields)[0].no_text(), reason);
        }
    }
}
