//! JSON Lines: one document per line, with text, id, title, author and date in configurable fields. A field of an
//! object in the row is named by its path, with dots.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::table::{TableRow, date, joined};
use super::{NO_DATE, SkipReason};
use crate::settings::Reading;

/// An object of JSON on one line, as the rows of an array are read.
pub fn one_line(mut object: Vec<u8>) -> Vec<u8> {
    for byte in object.iter_mut().filter(|byte| **byte == b'\n') {
        *byte = b' ';
    }
    object
}

/// The configured fields of one line.
///
/// # Errors
/// [`SkipReason::BadRow`]: not JSON, not an object, text field missing, twice, or without text.
pub fn row(line: &str, reading: &Reading) -> Result<TableRow, SkipReason> {
    let read = parsed(line, reading, false);
    // Texts that are numbers are rare, and those of strings are read faster alone.
    let read = read.or_else(|error| parsed(line, reading, true).map_err(|_| error));
    if let Err(SkipReason::BadRow(_)) = read
        && let Some(repaired) = repaired(line)
        && let Ok(row) = parsed(&repaired, reading, true)
    {
        return Ok(row);
    }
    read
}

/// The configured fields of one line, whose texts are strings, or with `scalars` also numbers and truth values as they are
/// written.
fn parsed(line: &str, reading: &Reading, scalars: bool) -> Result<TableRow, SkipReason> {
    let mut json = serde_json::Deserializer::from_str(line);
    let mut found = Found::default();
    let texts = reading.text_fields().count();
    found.texts.resize_with(texts, || None);
    json.deserialize_map(Object {
        reading,
        scalars,
        before: "",
        found: &mut found,
    })
    .map_err(plain)?;
    json.end().map_err(plain)?;
    let mut texts = Vec::with_capacity(texts);
    for (text, name) in found.texts.into_iter().zip(reading.text_fields()) {
        let absent = || SkipReason::BadRow(format!("no field {name:?} (--text-field)"));
        texts.push(text.ok_or_else(absent)?);
    }
    if found.row.id.is_none() && !reading.id_field.is_empty() {
        // Another id than the one that was asked for would name another row.
        return Err(SkipReason::BadRow(format!(
            "no field {:?} with a text or a number (--id-field)",
            reading.id_field
        )));
    }
    Ok(TableRow {
        text: match texts.len() {
            1 => texts.swap_remove(0).into_owned(),
            _ => joined(texts),
        },
        date: (!reading.date_field.is_empty()).then_some(found.row.date.unwrap_or(NO_DATE)),
        ..found.row
    })
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

/// What was found in a row.
#[derive(Default)]
struct Found<'a> {
    /// In the order of the names of the fields.
    texts: Vec<Option<Cow<'a, str>>>,
    /// Without its text.
    row: TableRow,
}

impl<'a> Found<'a> {
    /// Takes a value for id, title, date and author, as far as it is theirs.
    fn take(&mut self, reading: &Reading, field: &str, value: &'a RawValue) {
        if field == reading.id_name() {
            // One that is not named and has parts is told apart by all of them.
            let whole = || Some(value.get()).filter(|text| *text != "null");
            let whole = || whole().filter(|_| reading.id_field.is_empty());
            self.row.id = scalar(value).or_else(|| whole().map(str::to_owned));
        }
        if field == reading.title_name() {
            self.row.title = scalar(value);
        }
        if field == reading.author_field {
            self.row.author = scalar(value);
        }
        if field == reading.date_field {
            self.row.date = scalar(value).map(|text| date(&text));
        }
    }

    /// Takes a value as the text at this position.
    fn take_text<E: Error>(
        &mut self,
        (at, field): (usize, &str),
        text: Option<Text<'a>>,
    ) -> Result<(), E> {
        let text = match text {
            Some(Text(text)) => text,
            // As in a table, a field without a value adds no text to that of the other fields.
            None if self.texts.len() > 1 => Cow::Borrowed(""),
            None => return Err(E::custom(format!("field {field:?} holds no text"))),
        };
        // Readers of JSON differ in which of them they take [RFC 8259, 4].
        match self.texts[at].replace(text) {
            None => Ok(()),
            Some(_) => Err(E::custom(format!(
                "field {field:?} stands in it twice, with one text each"
            ))),
        }
    }
}

/// A string, borrowed if it has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// What MongoDB writes for an id of its own types.
#[derive(Deserialize)]
enum OwnId {
    #[serde(rename = "$oid", alias = "$uuid")]
    Text(String),
}

/// A scalar as it is written, a string without its quotes: an id may have more digits than a number of a machine. Of
/// `{"$oid": "…"}` and `{"$uuid": "…"}` the text.
fn scalar(value: &RawValue) -> Option<String> {
    let raw = value.get();
    match raw.as_bytes().first()? {
        b'"' => serde_json::from_str(raw).ok(),
        b'-' | b'0'..=b'9' | b't' | b'f' => Some(raw.to_owned()),
        b'{' => serde_json::from_str(raw).ok().map(|OwnId::Text(id)| id),
        _ => None,
    }
}

/// Reads the wanted fields of an object.
struct Object<'r, 'f, 'de> {
    reading: &'r Reading,
    scalars: bool,
    /// What the names of its fields begin with.
    before: &'r str,
    found: &'f mut Found<'de>,
}

impl<'de> Visitor<'de> for Object<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object on each line")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (reading, scalars, found) = (self.reading, self.scalars, self.found);
        while let Some(Text(field)) = map.next_key::<Text<'de>>()? {
            let path = match self.before {
                "" => field,
                before => Cow::Owned([before, &field].concat()),
            };
            let field = &*path;
            let text = reading.text_fields().position(|name| name == field);
            let others = [reading.id_name(), reading.title_name()];
            let named = [&*reading.date_field, &*reading.author_field];
            let is_other = others.contains(&field) || !field.is_empty() && named.contains(&field);
            match text {
                Some(at) if !is_other && !scalars => {
                    let text = map.next_value::<Option<Text<'de>>>().map_err(|error| {
                        A::Error::custom(format!("field {field:?} holds no text: {error}"))
                    })?;
                    found.take_text((at, field), text)?;
                }
                // One field can serve for several, as a column of a table can.
                _ if is_other || text.is_some() => {
                    let value = map.next_value::<&RawValue>()?;
                    if is_other {
                        found.take(reading, field, value);
                    }
                    if let Some(at) = text {
                        let is_part = value.get().starts_with(['[', '{']);
                        if is_part && scalar(value).is_none() {
                            return Err(A::Error::custom(format!("field {field:?} holds no text")));
                        }
                        let text = scalar(value).map(|text| Text(Cow::Owned(text)));
                        found.take_text((at, field), text)?;
                    }
                }
                _ if leads_on(reading, field) => {
                    let value = map.next_value::<&RawValue>()?.get();
                    if value.starts_with('{') {
                        let mut inner = serde_json::Deserializer::from_str(value);
                        let before = &[field, "."].concat();
                        let object = Object {
                            reading,
                            scalars,
                            before,
                            found,
                        };
                        inner.deserialize_map(object).map_err(A::Error::custom)?;
                    }
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
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
    reading.text_fields().any(is_in) || others.into_iter().any(is_in)
}

/// A line without what other programs write and JSON has not: `NaN`, `Infinity` and `-Infinity` become null, and half of
/// a pair of surrogates U+FFFD. `None` if there is nothing of this in it.
pub fn repaired(line: &str) -> Option<String> {
    let mut out = String::with_capacity(line.len());
    let (mut rest, mut in_string) = (line, false);
    while let Some(first) = rest.chars().next() {
        let numbers = ["NaN", "-Infinity", "Infinity"];
        let number = numbers
            .iter()
            .find(|name| !in_string && rest.starts_with(**name));
        let (taken, written) = if let Some(name) = number {
            (name.len(), "null")
        } else if in_string && first == '\\' {
            match surrogate(rest) {
                // A whole pair stays.
                Some(0xd800..=0xdbff) if matches!(surrogate(&rest[6..]), Some(0xdc00..=0xdfff)) => {
                    (12, &rest[..12])
                }
                Some(_) => (6, "\\ufffd"),
                None => {
                    let escaped = rest[1..].chars().next().map_or(0, char::len_utf8);
                    (1 + escaped, &rest[..1 + escaped])
                }
            }
        } else {
            in_string ^= first == '"';
            (first.len_utf8(), &rest[..first.len_utf8()])
        };
        out.push_str(written);
        rest = &rest[taken..];
    }
    (out != line).then_some(out)
}

/// The surrogate whose escape `text` begins with.
fn surrogate(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let unit = u32::from_str_radix(digits, 16).ok()?;
    (0xd800..=0xdfff).contains(&unit).then_some(unit)
}

/// Whether a line is an object of JSON, or nearly one.
pub fn is_object(line: &str) -> bool {
    let is_object = |line: &str| {
        serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line).is_ok()
    };
    is_object(line) || repaired(line).is_some_and(|line| is_object(&line))
}

/// A reader that puts a line feed in place of the commas between the elements and blanks in place of the brackets of the
/// array and of the line feeds in elements.
pub(super) struct ArrayRows<R> {
    content: R,
    /// Open brackets: 0 before and behind the array, 1 between its elements.
    depth: u64,
    in_string: bool,
    is_escaped: bool,
    /// Whether the array has ended.
    is_over: bool,
}

impl<R: Read> ArrayRows<R> {
    /// The lines of `content`, which stands at its beginning, or at that of an element.
    pub fn new(content: R, is_in_array: bool) -> Self {
        ArrayRows {
            content,
            depth: u64::from(is_in_array),
            in_string: false,
            is_escaped: false,
            is_over: false,
        }
    }

    /// What stands in place of `byte`.
    fn replaced(&mut self, byte: u8) -> u8 {
        if self.is_over {
            return byte;
        }
        if self.in_string {
            let is_escaped = std::mem::take(&mut self.is_escaped);
            self.in_string = byte != b'"' || is_escaped;
            self.is_escaped = byte == b'\\' && !is_escaped;
        } else {
            match (self.depth, byte) {
                (0, b'[') => self.depth = 1,
                (1, b',') => return b'\n',
                (1, b']') => {
                    self.is_over = true;
                    return b'\n';
                }
                (1.., b'"') => self.in_string = true,
                (1.., b'{' | b'[') => self.depth += 1,
                (2.., b'}' | b']') => self.depth -= 1,
                _ => {}
            }
            // The first bracket, and a mark before it.
            if self.depth == 0 || self.depth == 1 && byte == b'[' {
                return b' ';
            }
        }
        match byte {
            b'\n' => b' ',
            byte => byte,
        }
    }
}

impl<R: Read> Read for ArrayRows<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(into)?;
        for byte in &mut into[..read] {
            *byte = self.replaced(*byte);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Result<TableRow, SkipReason> {
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
        for text in ["5", "1.10", "true"] {
            assert_eq!(of(&format!(r#"{{"text":{text}}}"#)).unwrap().text, text);
        }
        for id in ["18446744073709551617", "1.10", "-0", "1e400"] {
            let line = format!(r#"{{"id":{id},"text":"t"}}"#);
            assert_eq!(of(&line).unwrap().id.as_deref(), Some(id));
        }
        let r = of(r#"{"x":[1,{"text":"no"}],"id":17,"text":"a \"rose\"","title":"T"}"#).unwrap();
        let wanted = TableRow {
            text: "a \"rose\"".into(),
            id: Some("17".into()),
            title: Some("T".into()),
            ..TableRow::default()
        };
        assert_eq!(r, wanted);
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
        let reading = Reading {
            text_field: "a,b".into(),
            ..Reading::default()
        };
        let said = row(r#"{"b":"y"}"#, &reading).unwrap_err().to_string();
        assert!(said.contains("no field \"a\""), "{said}");
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

    fn array_lines(array: &str, is_in_array: bool) -> String {
        let mut lines = String::new();
        let mut rows = ArrayRows::new(array.as_bytes(), is_in_array);
        rows.read_to_string(&mut lines).unwrap();
        assert_eq!(lines.len(), array.len());
        lines
    }

    #[test]
    fn every_element_is_a_line_at_its_offset() {
        let array = "\u{feff}\n[ {\"a\":[1,\n{}],\"b\":\"],\\\"}\\\\\"},\r\n {\"c\":2}\n, 3,[4]]\n";
        let read = array_lines(array, false);
        let rows: Vec<&str> = read.lines().map(str::trim).collect();
        let first = "{\"a\":[1, {}],\"b\":\"],\\\"}\\\\\"}";
        assert_eq!(rows, [first, "{\"c\":2}", "3", "[4]", ""]);
        let at = array.find("{\"c\"").unwrap();
        assert_eq!(array_lines(&array[at..], true), read[at..]);
        // What follows the array is a line of its own.
        assert_eq!(array_lines("[{}]{},[]", false), " {}\n{},[]");
        assert_eq!(array_lines("}],", true), "}\n,");
    }
}
