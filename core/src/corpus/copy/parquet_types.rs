//! Columns of dates and times that Parquet has no type for, as the ones that it has: days, and milliseconds instead of
//! seconds. Without this a writer would store bare integers.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Time32MillisecondType, Time32SecondType, TimestampMillisecondType,
    TimestampSecondType,
};
use arrow_array::{Array, ArrayRef, RecordBatch, make_array};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef, TimeUnit};

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// The schema with which a batch of `schema` goes to Parquet; `None` if it can stay as it is.
pub fn schema(schema: &SchemaRef) -> Option<SchemaRef> {
    let fields = fields(schema.fields());
    let metadata = schema.metadata().clone();
    (fields != *schema.fields()).then(|| Arc::new(Schema::new_with_metadata(fields, metadata)))
}

/// A batch with the schema that [`schema`] gives.
///
/// # Errors
/// A date or time that is out of the range of the other type.
pub fn batch(batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    let fields = schema.fields().iter();
    let columns = batch.columns().iter().zip(fields);
    let columns = columns.map(|(column, field)| array(column, field.data_type()));
    RecordBatch::try_new(Arc::clone(schema), columns.collect::<Result<_, _>>()?)
}

fn fields(all: &Fields) -> Fields {
    all.iter().map(field).collect()
}

fn field(field: &FieldRef) -> FieldRef {
    let to = kind(field.data_type());
    match to == *field.data_type() {
        true => Arc::clone(field),
        false => Arc::new(Field::clone(field).with_data_type(to)),
    }
}

/// The type with which values of the type `of` go to Parquet.
fn kind(of: &DataType) -> DataType {
    match of {
        DataType::Date64 => DataType::Date32,
        DataType::Time32(TimeUnit::Second) => DataType::Time32(TimeUnit::Millisecond),
        DataType::Timestamp(TimeUnit::Second, zone) => {
            DataType::Timestamp(TimeUnit::Millisecond, zone.clone())
        }
        DataType::List(of) => DataType::List(field(of)),
        DataType::LargeList(of) => DataType::LargeList(field(of)),
        DataType::ListView(of) => DataType::ListView(field(of)),
        DataType::LargeListView(of) => DataType::LargeListView(field(of)),
        DataType::FixedSizeList(of, length) => DataType::FixedSizeList(field(of), *length),
        DataType::Struct(of) => DataType::Struct(fields(of)),
        DataType::Map(of, sorted) => DataType::Map(field(of), *sorted),
        DataType::Dictionary(key, value) => {
            DataType::Dictionary(key.clone(), Box::new(kind(value)))
        }
        DataType::RunEndEncoded(ends, values) => {
            DataType::RunEndEncoded(Arc::clone(ends), field(values))
        }
        other => other.clone(),
    }
}

/// The types of what is within values of a type, in the order of an array's children.
fn within(kind: &DataType) -> Vec<&DataType> {
    match kind {
        DataType::List(of)
        | DataType::LargeList(of)
        | DataType::ListView(of)
        | DataType::LargeListView(of)
        | DataType::FixedSizeList(of, _)
        | DataType::Map(of, _) => vec![of.data_type()],
        DataType::Struct(of) => of.iter().map(|field| field.data_type()).collect(),
        DataType::Dictionary(_, value) => vec![value],
        DataType::RunEndEncoded(ends, values) => vec![ends.data_type(), values.data_type()],
        _ => Vec::new(),
    }
}

/// An array with values of the type that [`kind`] gives for its own.
fn array(array: &ArrayRef, to: &DataType) -> Result<ArrayRef, ArrowError> {
    let milliseconds = |seconds: i64| {
        let out = || ArrowError::ComputeError(format!("{seconds} seconds are out of range"));
        seconds.checked_mul(1_000).ok_or_else(out)
    };
    Ok(match (array.data_type(), to) {
        (from, to) if from == to => Arc::clone(array),
        (DataType::Date64, _) => {
            let days = |ms: i64| {
                let out = |_| ArrowError::ComputeError(format!("the date {ms} is out of range"));
                i32::try_from(ms.div_euclid(DAY)).map_err(out)
            };
            let dates = array.as_primitive::<Date64Type>();
            Arc::new(dates.try_unary::<_, Date32Type, _>(days)?)
        }
        (DataType::Time32(_), _) => {
            let times = array.as_primitive::<Time32SecondType>();
            let milliseconds = |seconds: i32| {
                let out =
                    || ArrowError::ComputeError(format!("the time {seconds} is out of range"));
                seconds.checked_mul(1_000).ok_or_else(out)
            };
            Arc::new(times.try_unary::<_, Time32MillisecondType, _>(milliseconds)?)
        }
        (DataType::Timestamp(_, zone), _) => {
            let times = array.as_primitive::<TimestampSecondType>();
            let times = times.try_unary::<_, TimestampMillisecondType, _>(milliseconds)?;
            Arc::new(times.with_timezone_opt(zone.clone()))
        }
        _ => {
            let data = array.to_data();
            let children = data.child_data().iter().zip(within(to));
            let children = children.map(|(child, to)| {
                let child = self::array(&make_array(child.clone()), to)?;
                Ok::<_, ArrowError>(child.to_data())
            });
            let children = children.collect::<Result<Vec<_>, _>>()?;
            let data = data.into_builder().data_type(to.clone());
            make_array(data.child_data(children).build()?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::builder::{Date64Builder, ListBuilder};
    use arrow_array::{Int64Array, StructArray};

    fn dates() -> ArrayRef {
        let values = [Some(0), None, Some(-DAY), Some(3 * DAY + 5)];
        Arc::new(arrow_array::Date64Array::from(values.to_vec()))
    }

    fn converted(column: ArrayRef) -> RecordBatch {
        let name = Field::new("a", column.data_type().clone(), true);
        let from: SchemaRef = Arc::new(Schema::new(vec![name]));
        let to = schema(&from).expect("another type");
        batch(&RecordBatch::try_new(from, vec![column]).unwrap(), &to).unwrap()
    }

    #[test]
    fn dates_are_days_and_seconds_milliseconds() {
        let days = [Some(0), None, Some(-1), Some(3)];
        let batch = converted(dates());
        let want = arrow_array::Date32Array::from(days.to_vec());
        assert_eq!(batch.column(0).as_primitive::<Date32Type>(), &want);
        let zone = "+02:00";
        let seconds = arrow_array::TimestampSecondArray::from(vec![Some(-1), None]);
        let batch = converted(Arc::new(seconds.with_timezone(zone)));
        let want = arrow_array::TimestampMillisecondArray::from(vec![Some(-1_000), None]);
        let got = batch.column(0).as_primitive::<TimestampMillisecondType>();
        assert_eq!(got, &want.with_timezone(zone));
        let batch = converted(Arc::new(arrow_array::Time32SecondArray::from(vec![7])));
        let want = arrow_array::Time32MillisecondArray::from(vec![7_000]);
        assert_eq!(
            batch.column(0).as_primitive::<Time32MillisecondType>(),
            &want
        );
    }

    #[test]
    fn so_are_those_within_other_values() {
        let mut lists = ListBuilder::new(Date64Builder::new());
        lists.append_value([Some(DAY), None]);
        lists.append_null();
        lists.append_value([Some(9 * DAY)]);
        // The second and the third only: a part of an array has an offset.
        let lists: ArrayRef = Arc::new(lists.finish().slice(1, 2));
        let parts = Fields::from(vec![
            Field::new("dates", lists.data_type().clone(), true),
            Field::new("date", DataType::Date64, true),
        ]);
        let pairs = StructArray::new(parts, vec![lists, dates().slice(2, 2)], None);
        let batch = converted(Arc::new(pairs));
        let got = batch.column(0).as_struct();
        let lists = got.column(0).as_list::<i32>();
        assert!(lists.is_null(0));
        let last = lists.value(1);
        assert_eq!(last.as_primitive::<Date32Type>().values(), &[9]);
        let dates = got.column(1).as_primitive::<Date32Type>();
        assert_eq!(dates.values(), &[-1, 3]);
    }

    #[test]
    fn other_columns_stay_as_they_are() {
        let column: ArrayRef = Arc::new(Int64Array::from(vec![1]));
        let field = Field::new("a", column.data_type().clone(), true);
        assert_eq!(schema(&Arc::new(Schema::new(vec![field]))), None);
    }

    #[test]
    fn a_time_out_of_range_is_an_error() {
        let column: ArrayRef = Arc::new(arrow_array::TimestampSecondArray::from(vec![i64::MAX]));
        let to = kind(column.data_type());
        assert!(array(&column, &to).is_err());
    }
}
