//! Documents passed to tantivy. Tantivy reads the fields by reference, which avoids a copy of the text.

use std::iter::Empty;

use tantivy::schema::Field;
use tantivy::schema::document::{Document, ReferenceValue, ReferenceValueLeaf, Value};

use super::schema::Fields;

/// A document to be indexed.
#[derive(Debug)]
pub(super) struct IndexEntry {
    pub fields: Fields,
    pub key: u64,
    pub id: String,
    pub title: String,
    pub body: String,
}

impl Document for IndexEntry {
    type Value<'a> = EntryValue<'a>;
    type FieldsValuesIter<'a> = std::array::IntoIter<(Field, EntryValue<'a>), 5>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        [
            (self.fields.key, EntryValue::Key(self.key)),
            (self.fields.id, EntryValue::Text(&self.id)),
            (self.fields.path, EntryValue::Text(&self.id)),
            (self.fields.title, EntryValue::Text(&self.title)),
            (self.fields.body, EntryValue::Text(&self.body)),
        ]
        .into_iter()
    }
}

/// A field value, borrowed from its entry.
#[derive(Clone, Copy, Debug)]
pub(super) enum EntryValue<'a> {
    Key(u64),
    Text(&'a str),
}

impl<'a> Value<'a> for EntryValue<'a> {
    type ArrayIter = Empty<Self>;
    type ObjectIter = Empty<(&'a str, Self)>;

    fn as_value(&self) -> ReferenceValue<'a, Self> {
        ReferenceValue::Leaf(match *self {
            EntryValue::Key(key) => ReferenceValueLeaf::U64(key),
            EntryValue::Text(text) => ReferenceValueLeaf::Str(text),
        })
    }
}
