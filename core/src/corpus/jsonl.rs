//! JSON Lines: one document per line, with text, id, title, author and date in configurable fields. A field of an
//! object in the row is named by its path, with dots.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::nearly_json::repaired;
use super::table::{date, joined};
use super::{NO_DATE, SkipReason};
use crate::settings::Reading;

/// The extracted fields of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row<'a> {
    /// The text field.
    pub text: Cow<'a, str>,
    /// The id field, if present: a scalar as it is written; of `{"$oid": "…"}` and `{"$uuid": "…"}` the text.
    pub id: Option<String>,
    /// The title field, if present.
    pub title: Option<String>,
    /// The date field, milliseconds since 1970; [`NO_DATE`] if the row has none or it is no date. `None` if no field is one.
    pub date: Option<i64>,
    /// The author field, if present.
    pub author: Option<String>,
}

/// An object of JSON on one line, as the rows of an array are read.
#[must_use]
pub fn one_line(mut object: Vec<u8>) -> Vec<u8> {
    for byte in object.iter_mut().filter(|byte| **byte == b'\n') {
        *byte = b' ';
    }
    object
}

/// Extracts the configured fields of one line.
///
/// # Errors
/// [`SkipReason::BadRow`]: not JSON, not an object, text field missing, twice, or without text.
pub fn row<'a>(line: &'a str, reading: &Reading) -> Result<Row<'a>, SkipReason> {
    let read = parsed(line, reading);
    if let Err(SkipReason::BadRow(_)) = read
        && let Some(repaired) = repaired(line)
        && let Ok(row) = parsed(&repaired, reading)
    {
        return Ok(Row {
            text: row.text.into_owned().into(),
            ..row
        });
    }
    read
}

fn parsed<'a>(line: &'a str, reading: &Reading) -> Result<Row<'a>, SkipReason> {
    let mut json = serde_json::Deserializer::from_str(line);
    let row = RowSeed(reading).deserialize(&mut json).map_err(plain)?;
    json.end().map_err(plain)?;
    let text = match row.whole {
        Some(text) => text,
        None => {
            let mut all = Vec::new();
            for (text, name) in row.texts.into_iter().zip(reading.text_fields()) {
                all.push(text.ok_or_else(|| absent(name))?);
            }
            match all.len() {
                1 => all.swap_remove(0),
                _ => joined(all).into(),
            }
        }
    };
    if row.id.is_none() && !reading.id_field.is_empty() {
        // Another id than the one that was asked for would name another row.
        return Err(SkipReason::BadRow(format!(
            "no field {:?} with a text or a number (--id-field)",
            reading.id_field
        )));
    }
    Ok(Row {
        text,
        id: row.id,
        title: row.title,
        date: (!reading.date_field.is_empty())
            .then(|| row.date.map_or(NO_DATE, |text| date(&text))),
        author: row.author,
    })
}

/// A field that the row does not have.
fn absent(name: &str) -> SkipReason {
    SkipReason::BadRow(format!("no field {name:?} (--text-field)"))
}

/// Error message without the line number: the input of serde_json is a single line.
fn plain(error: serde_json::Error) -> SkipReason {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    SkipReason::BadRow(match error.classify() {
        serde_json::error::Category::Data => message.to_owned(),
        _ => format!("not JSON: {message} at column {}", error.column()),
    })
}

#[derive(Default)]
struct RowFields<'a> {
    /// The field whose name is all of the names with the commas between them, or the only name.
    whole: Option<Cow<'a, str>>,
    /// In the order of the names of the fields.
    texts: Vec<Option<Cow<'a, str>>>,
    id: Option<String>,
    title: Option<String>,
    date: Option<String>,
    author: Option<String>,
}

impl RowFields<'_> {
    /// Takes the value of a field for id, title, date and author, as far as it is theirs.
    fn take(&mut self, reading: &Reading, field: &str, value: &Scalar<'_>) {
        if field == reading.id_name() {
            self.id = match value {
                // One that is not named and has parts is told apart by all of them.
                Scalar::Other(whole) if reading.id_field.is_empty() => Some((*whole).to_owned()),
                value => value.text(),
            };
        }
        for (name, slot) in [
            (reading.title_name(), &mut self.title),
            (&*reading.date_field, &mut self.date),
            (&*reading.author_field, &mut self.author),
        ] {
            if field == name && !name.is_empty() {
                *slot = value.text();
            }
        }
    }
}

struct RowSeed<'r>(&'r Reading);

/// The value of a field that may be an object with wanted fields in it.
struct NestedFields<'r, 'f, 'de>(&'r Reading, String, &'f mut RowFields<'de>);

impl<'de> DeserializeSeed<'de> for NestedFields<'_, '_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NestedFields<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        fields(self.0, &self.1, map, self.2)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// Reads the wanted fields of an object, whose fields have names that begin with `before`.
fn fields<'de, A: MapAccess<'de>>(
    reading: &Reading,
    before: &str,
    mut map: A,
    found: &mut RowFields<'de>,
) -> Result<(), A::Error> {
    while let Some(Text(field)) = map.next_key::<Text<'de>>()? {
        let path = match before {
            "" => field,
            before => Cow::Owned([before, &field].concat()),
        };
        let field = &*path;
        let slot = TextSlot::of(reading, field);
        let is_other = is_other(reading, field);
        if slot.is_none() && !is_other {
            if leads_on(reading, field) {
                map.next_value_seed(NestedFields(reading, [field, "."].concat(), found))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
            continue;
        }
        let value = match slot {
            Some(_) => map.next_value::<Scalar<'de>>()?,
            // A number stays as it is written: an id may have more digits than a number of a machine.
            None => Scalar::of(map.next_value::<&RawValue>()?).map_err(A::Error::custom)?,
        };
        // One field can serve for several, as a column of a table can.
        if is_other {
            found.take(reading, field, &value);
        }
        if let Some(slot) = slot {
            let text = match (value, slot) {
                (Scalar::Text(text), _) => text,
                // As in a table, a field without a value adds no text to that of the other fields.
                (Scalar::Null, TextSlot::Part(_)) => Cow::Borrowed(""),
                _ => return Err(A::Error::custom(format!("field {field:?} holds no text"))),
            };
            let found = match slot {
                TextSlot::Whole => &mut found.whole,
                TextSlot::Part(at) => &mut found.texts[at],
            };
            if found.replace(text).is_some() {
                // Readers of JSON differ in which of them they take [RFC 8259, 4].
                return Err(A::Error::custom(format!(
                    "field {field:?} stands in it twice, with one text each"
                )));
            }
        }
    }
    Ok(())
}

/// Whether a field is that of the id, the title, the date or the author.
fn is_other(reading: &Reading, field: &str) -> bool {
    field == reading.id_name()
        || field == reading.title_name()
        || field == reading.date_field
        || field == reading.author_field
}

/// Which text of a row a field holds.
#[derive(Clone, Copy)]
enum TextSlot {
    /// All of it.
    Whole,
    /// The part at this position.
    Part(usize),
}

impl TextSlot {
    fn of(reading: &Reading, field: &str) -> Option<Self> {
        if field == reading.text_name() {
            return Some(TextSlot::Whole);
        }
        let at = reading.text_fields().position(|name| name == field)?;
        let is_only = !reading.text_name().contains(',');
        Some(match is_only {
            true => TextSlot::Whole,
            false => TextSlot::Part(at),
        })
    }
}

/// Whether a wanted field is in the object that a field holds.
fn leads_on(reading: &Reading, field: &str) -> bool {
    let is_in = |name: &str| {
        let rest = name.strip_prefix(field);
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    let others = [
        reading.id_name(),
        reading.title_name(),
        &reading.date_field,
        &reading.author_field,
    ];
    is_in(reading.text_name()) || reading.text_fields().any(is_in) || others.into_iter().any(is_in)
}

impl<'de> DeserializeSeed<'de> for RowSeed<'_> {
    type Value = RowFields<'de>;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<RowFields<'de>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RowSeed<'_> {
    type Value = RowFields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object on each line")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RowFields<'de>, A::Error> {
        let mut found = RowFields::default();
        found
            .texts
            .resize_with(self.0.text_fields().count(), || None);
        fields(self.0, "", map, &mut found)?;
        Ok(found)
    }
}

/// A string, borrowed if it has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A value that can be a text.
enum Scalar<'a> {
    /// A string, or another scalar as it is written.
    Text(Cow<'a, str>),
    Null,
    /// An object or an array as it is written.
    Other(&'a str),
}

/// What MongoDB writes for an id of its own types.
#[derive(Deserialize)]
enum OwnId {
    #[serde(rename = "$oid", alias = "$uuid")]
    Text(String),
}

impl<'a> Scalar<'a> {
    /// A value as it stands in the line.
    fn of(raw: &'a RawValue) -> serde_json::Result<Self> {
        let raw = raw.get();
        Ok(match raw.as_bytes().first() {
            Some(b'"') => {
                let Text(text) = serde_json::from_str(raw)?;
                Scalar::Text(text)
            }
            Some(b'-' | b'0'..=b'9' | b't' | b'f') => Scalar::Text(raw.into()),
            Some(b'n') => Scalar::Null,
            Some(b'{') if let Ok(OwnId::Text(id)) = serde_json::from_str(raw) => {
                Scalar::Text(id.into())
            }
            _ => Scalar::Other(raw),
        })
    }

    fn text(&self) -> Option<String> {
        match self {
            Scalar::Text(text) => Some(text.clone().into_owned()),
            Scalar::Null | Scalar::Other(_) => None,
        }
    }
}

impl<'de> Deserialize<'de> for Scalar<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Scalar<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a number")
            }
            fn visit_borrowed_str<E: Error>(self, s: &'de str) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Borrowed(s)))
            }
            fn visit_str<E: Error>(self, s: &str) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Owned(s.to_owned())))
            }
            fn visit_u64<E: Error>(self, n: u64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Owned(n.to_string())))
            }
            fn visit_i64<E: Error>(self, n: i64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Owned(n.to_string())))
            }
            fn visit_f64<E: Error>(self, n: f64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Owned(n.to_string())))
            }
            fn visit_bool<E: Error>(self, _: bool) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Other(""))
            }
            fn visit_unit<E: Error>(self) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Null)
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Scalar<'de>, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar::Other(""))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar::Other(""))
            }
        }
        deserializer.deserialize_any(V)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Result<Row<'_>, SkipReason> {
        row(line, &Reading::default())
    }

    fn wrong(line: &str) -> String {
        match of(line) {
            Err(SkipReason::BadRow(why)) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fields_are_found_whatever_their_order_and_kind() {
        for id in ["18446744073709551617", "1.10", "-0", "1e400"] {
            let line = format!(r#"{{"id":{id},"text":"t"}}"#);
            assert_eq!(of(&line).unwrap().id.as_deref(), Some(id));
        }
        let r = of(r#"{"x":[1,{"text":"no"}],"id":17,"text":"a \"rose\"","title":"T"}"#).unwrap();
        assert_eq!(
            r,
            Row {
                text: "a \"rose\"".into(),
                id: Some("17".into()),
                title: Some("T".into()),
                date: None,
                author: None,
            }
        );
        assert!(matches!(
            of(r#"{"text":"plain"}"#).unwrap().text,
            Cow::Borrowed("plain")
        ));
    }

    #[test]
    fn any_scalar_is_an_id_as_it_is_written_and_a_named_one_is_never_another() {
        let of_id = |id: &str, name: &str| {
            let line = format!(r#"{{"text":"t","id":{id}}}"#);
            let reading = Reading {
                id_field: name.into(),
                ..Reading::default()
            };
            row(&line, &reading).map(|row| row.id)
        };
        for (id, said) in [
            ("true", "true"),
            ("1.50", "1.50"),
            (r#""a b""#, "a b"),
            (r#"{"$oid":"66f08"}"#, "66f08"),
            (r#"{ "$uuid" : "0f-1" }"#, "0f-1"),
        ] {
            assert_eq!(of_id(id, ""), Ok(Some(said.to_owned())), "{id}");
            assert_eq!(of_id(id, "id"), Ok(Some(said.to_owned())), "{id}");
        }
        assert_eq!(of_id("[1,2]", ""), Ok(Some("[1,2]".to_owned())));
        assert_eq!(of_id("null", ""), Ok(None));
        for (id, name) in [
            ("[1,2]", "id"),
            ("null", "id"),
            ("7", "dok"),
            (r#"{"a":1}"#, "id"),
        ] {
            let said = of_id(id, name).unwrap_err().to_string();
            assert!(said.contains("--id-field"), "{id}: {said}");
        }
    }

    #[test]
    fn what_other_programs_write_costs_no_row() {
        let found = of(
            r#"{"score":NaN,"w":[-Infinity,Infinity],"text":"NaN stays \ud83d\ude00 \\ud83d","id":7}"#,
        );
        let found = found.unwrap();
        assert_eq!(found.text, "NaN stays 😀 \\ud83d");
        assert_eq!(found.id.as_deref(), Some("7"));
        let lone = of(r#"{"text":"cut \ud83d"}"#).unwrap();
        assert_eq!(lone.text, "cut \u{fffd}");
        assert_eq!(
            of(r#"{"text":"\udc00\ud83dx"}"#).unwrap().text,
            "\u{fffd}\u{fffd}x"
        );
        // What is no JSON for another reason is told as it was.
        assert!(wrong(r#"{"x":NaN,"text":}"#).contains("not JSON"));
    }

    #[test]
    fn a_field_whose_name_has_a_comma_is_found_by_its_whole_name() {
        let reading = Reading {
            text_field: "a,b".into(),
            ..Reading::default()
        };
        let text = |line| row(line, &reading).map(|row| row.text.into_owned());
        for line in [
            r#"{"a,b":"all"}"#,
            r#"{"a":"x","a,b":"all"}"#,
            r#"{"a,b":"all","b":"x","a":"y"}"#,
        ] {
            assert_eq!(text(line).as_deref(), Ok("all"), "{line}");
        }
        assert_eq!(text(r#"{"b":"y","a":"x"}"#).as_deref(), Ok("x\n\ny"));
        assert_eq!(text(r#"{"b":"y","a":null}"#).as_deref(), Ok("y"));
        assert_eq!(text(r#"{"b":"y"}"#), Err(absent("a")));
        let twice = r#"{"a,b":"all","a,b":"all"}"#;
        assert!(matches!(text(twice), Err(SkipReason::BadRow(why)) if why.contains("twice")));
    }

    #[test]
    fn one_field_serves_for_several() {
        let reading = Reading {
            text_field: "post".into(),
            id_field: "post".into(),
            title_field: "day".into(),
            date_field: "day".into(),
            ..Reading::default()
        };
        let found = row(r#"{"post":"hello","day":"2024-05-01"}"#, &reading).unwrap();
        assert_eq!(
            (&*found.text, found.id.as_deref()),
            ("hello", Some("hello"))
        );
        assert_eq!(found.title.as_deref(), Some("2024-05-01"));
        assert!(found.date > Some(0));
    }

    #[test]
    fn fields_are_joined_and_found_in_objects() {
        let reading = Reading {
            text_field: "meta.body,lead".into(),
            date_field: "meta.day".into(),
            author_field: "meta.by".into(),
            ..Reading::default()
        };
        let line = r#"{"lead":"a","meta":{"day":"2024-05-01","by":"Ada","x":{"body":"no"},"body":"b"},"id":1}"#;
        let found = row(line, &reading).unwrap();
        assert_eq!((&*found.text, found.date > Some(0)), ("b\n\na", true));
        assert_eq!(found.author.as_deref(), Some("Ada"));
        let null = r#"{"lead":"a","meta":{"body":null}}"#;
        assert_eq!(row(null, &reading).unwrap().text, "a");
        let said = row(r#"{"lead":"a","meta":[1]}"#, &reading)
            .unwrap_err()
            .to_string();
        assert!(said.contains("no field \"meta.body\""), "{said}");
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        assert!(wrong("{nope").starts_with("not JSON: "));
        assert!(wrong(r#"{"body":"x"}"#).contains("no field \"text\""));
        assert!(wrong(r#"{"text":null}"#).contains("holds no text"));
        assert!(wrong("[1]").contains("a JSON object"));
        let twice = wrong(r#"{"text":"a","id":1,"text":"b"}"#);
        assert_eq!(
            twice,
            "field \"text\" stands in it twice, with one text each"
        );
        assert!(of(&("[".repeat(100_000))).is_err());
        assert!(of(r#"{"text":"x"} trailing"#).is_err());
    }
}
