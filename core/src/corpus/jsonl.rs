//! JSON Lines: one document per line, with text, id, title, author and date in configurable fields. A nested field is
//! named by its path, with dots.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::table::{TableRow, date, joined};
use super::{NO_DATE, SkipReason};
use crate::settings::Reading;

/// Replaces the line feeds of a JSON object by spaces, as `ArrayRows` does.
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
    let read = Fields::parse(line).and_then(|fields| fields.row(reading));
    if let Err(SkipReason::BadRow(_)) = read
        && let Some(repaired) = repaired(line)
        && let Ok(fields) = Fields::parse(&repaired)
        && let Ok(row) = fields.row(reading)
    {
        return Ok(row);
    }
    read
}

/// The fields of an object with their values as written.
struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Fields<'a> {
    fn parse(object: &'a str) -> Result<Self, SkipReason> {
        // The input of serde_json is a single line, so its line number is useless.
        serde_json::from_str(object).map_err(|error| {
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            SkipReason::BadRow(match error.classify() {
                serde_json::error::Category::Data => message.to_owned(),
                _ => format!("not JSON: {message} at column {}", error.column()),
            })
        })
    }

    fn named<'n>(&self, name: &'n str) -> impl Iterator<Item = &'a RawValue> + use<'_, 'n, 'a> {
        let fields = self.0.iter().filter(move |field| field.0 == name);
        fields.map(|field| field.1)
    }

    /// All values of a field, given by its name or, inside objects, by its path with dots.
    fn all(&self, path: &str) -> Vec<&'a RawValue> {
        let mut all: Vec<&RawValue> = self.named(path).collect();
        for (dot, _) in path.match_indices('.') {
            let objects = self
                .named(&path[..dot])
                .map(|value| Fields::parse(value.get()));
            all.extend(
                objects
                    .flatten()
                    .flat_map(|object| object.all(&path[dot + 1..])),
            );
        }
        all
    }

    /// The value of a field, if it is a scalar.
    fn scalar(&self, path: &str) -> Option<String> {
        scalar(self.all(path).pop()?)
    }

    /// The id. If no option names the id field, an object or an array is an id as written.
    fn id(&self, reading: &Reading) -> Option<String> {
        let value = self.all(reading.id_name()).pop()?;
        let raw = Some(value.get()).filter(|text| *text != "null" && reading.id_field.is_empty());
        scalar(value).or_else(|| raw.map(str::to_owned))
    }

    /// The text of a field. If there are several text fields, a null field adds no text, as in a table.
    fn text(&self, field: &str, is_only: bool) -> Result<String, SkipReason> {
        let error = |why: String| Err(SkipReason::BadRow(why));
        match self.all(field)[..] {
            [] => error(format!("no field {field:?} (--text-field)")),
            [value] if !is_only && value.get() == "null" => Ok(String::new()),
            [value] => match scalar(value) {
                Some(text) => Ok(text),
                None => error(format!("field {field:?} contains no text")),
            },
            // Readers of JSON differ in which of the values they take [RFC 8259, 4].
            _ => error(format!(
                "field {field:?} occurs twice in it, each with a text"
            )),
        }
    }

    fn row(&self, reading: &Reading) -> Result<TableRow, SkipReason> {
        let is_only = reading.text_fields().count() == 1;
        let texts = reading.text_fields().map(|field| self.text(field, is_only));
        let mut texts = texts.collect::<Result<Vec<String>, SkipReason>>()?;
        let id = self.id(reading);
        if id.is_none() && !reading.id_field.is_empty() {
            // The id must not come from a field that the user did not name.
            return Err(SkipReason::BadRow(format!(
                "no field {:?} with a text or a number (--id-field)",
                reading.id_field
            )));
        }
        let day = |field: &str| self.scalar(field).map_or(NO_DATE, |text| date(&text));
        let named = |field: &'_ str| Some(field.to_owned()).filter(|field| !field.is_empty());
        Ok(TableRow {
            text: if is_only {
                texts.swap_remove(0)
            } else {
                joined(texts)
            },
            id,
            title: self.scalar(reading.title_name()),
            author: named(&reading.author_field).and_then(|field| self.scalar(&field)),
            date: named(&reading.date_field).map(|field| day(&field)),
            ..TableRow::default()
        })
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Object)
    }
}

/// Reads the fields of an object.
struct Object;

/// A string, borrowed if it has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Visitor<'de> for Object {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object on each line")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
        let mut fields = Vec::with_capacity(8);
        while let Some((Text(name), value)) = map.next_entry()? {
            fields.push((name, value));
        }
        Ok(Fields(fields))
    }
}

/// A scalar as written, a string without its quotes. An id may have more digits than a number type can store.
fn scalar(value: &RawValue) -> Option<String> {
    let raw = value.get();
    match raw.as_bytes().first()? {
        b'"' => serde_json::from_str(raw).ok(),
        b'-' | b'0'..=b'9' | b't' | b'f' => Some(raw.to_owned()),
        _ => None,
    }
}

/// Repairs invalid JSON that other programs write: `NaN`, `Infinity` and `-Infinity` become null, and an unpaired
/// surrogate becomes U+FFFD. Returns `None` if the line contains none of these.
pub fn repaired(line: &str) -> Option<String> {
    static STRINGS_AND_NUMBERS: LazyLock<Result<Regex, regex::Error>> =
        LazyLock::new(|| Regex::new(r#"(?s)"(?:[^"\\]|\\.)*"?|-?Infinity|NaN"#));
    // Surrogate pairs, unpaired surrogates, and other escapes.
    static ESCAPES: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
        Regex::new(
            r"(?si)\\u(?:d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(?P<half>d[89a-f][0-9a-f]{2}))|\\.",
        )
    });
    let escapes = ESCAPES.as_ref().ok()?;
    let replacement = |escape: &Captures<'_>| match escape.name("half") {
        Some(_) => "\\ufffd".to_owned(),
        None => escape[0].to_owned(),
    };
    let repaired = STRINGS_AND_NUMBERS.as_ref().ok()?;
    let repaired = repaired.replace_all(line, |captures: &Captures<'_>| {
        let token = captures.get_match().as_str();
        if token.starts_with('"') {
            escapes.replace_all(token, replacement).into_owned()
        } else {
            "null".to_owned()
        }
    });
    (repaired != line).then(|| repaired.into_owned())
}

/// Whether a line is a JSON object, possibly after [`repaired`].
pub fn is_object(line: &str) -> bool {
    Fields::parse(line).is_ok() || repaired(line).is_some_and(|line| Fields::parse(&line).is_ok())
}

/// A reader that replaces the commas between the elements of an array by line feeds, and the brackets of the array and
/// the line feeds in elements by spaces.
pub(super) struct ArrayRows<R> {
    content: R,
    /// Number of open brackets: 0 before and after the array, 1 between its elements.
    depth: u64,
    in_string: bool,
    is_escaped: bool,
    /// Whether the array has ended.
    is_over: bool,
}

impl<R: Read> ArrayRows<R> {
    /// Reads `content` from its beginning, or from an element if `is_in_array`.
    pub fn new(content: R, is_in_array: bool) -> Self {
        ArrayRows {
            content,
            depth: u64::from(is_in_array),
            in_string: false,
            is_escaped: false,
            is_over: false,
        }
    }

    /// Returns the replacement of `byte`.
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
            // The first bracket, and a byte-order mark before it.
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

    fn parsed(line: &str) -> Result<TableRow, SkipReason> {
        row(line, &Reading::default())
    }

    fn problem_of(line: &str) -> String {
        match parsed(line) {
            Err(SkipReason::BadRow(why)) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fields_are_found_in_any_order_and_of_any_type() {
        for text in ["5", "1.10", "true"] {
            assert_eq!(parsed(&format!(r#"{{"text":{text}}}"#)).unwrap().text, text);
        }
        for id in ["18446744073709551617", "1.10", "-0", "1e400"] {
            let line = format!(r#"{{"id":{id},"text":"t"}}"#);
            assert_eq!(parsed(&line).unwrap().id.as_deref(), Some(id));
        }
        let r =
            parsed(r#"{"x":[1,{"text":"no"}],"id":17,"text":"a \"rose\"","title":"T"}"#).unwrap();
        let expected = TableRow {
            text: "a \"rose\"".into(),
            id: Some("17".into()),
            title: Some("T".into()),
            ..TableRow::default()
        };
        assert_eq!(r, expected);
    }

    #[test]
    fn any_scalar_is_an_id_as_written_and_a_named_id_field_is_required() {
        let of_id = |id: &str, name: &str| {
            let line = format!(r#"{{"text":"t","id":{id}}}"#);
            let reading = Reading {
                id_field: name.into(),
                ..Reading::default()
            };
            row(&line, &reading).map(|row| row.id)
        };
        for (id, expected) in [("true", "true"), ("1.50", "1.50"), (r#""a b""#, "a b")] {
            assert_eq!(of_id(id, ""), Ok(Some(expected.to_owned())), "{id}");
            assert_eq!(of_id(id, "id"), Ok(Some(expected.to_owned())), "{id}");
        }
        assert_eq!(of_id("[1,2]", ""), Ok(Some("[1,2]".to_owned())));
        assert_eq!(of_id("null", ""), Ok(None));
        for (id, name) in [
            ("[1,2]", "id"),
            ("null", "id"),
            ("7", "dok"),
            (r#"{"a":1}"#, "id"),
            (r#"{"$oid":"66f08"}"#, "id"),
        ] {
            let message = of_id(id, name).unwrap_err().to_string();
            assert!(message.contains("--id-field"), "{id}: {message}");
        }
    }

    #[test]
    fn invalid_json_of_other_programs_is_repaired() {
        let table_row = parsed(
            r#"{"score":NaN,"w":[-Infinity,Infinity],"text":"NaN stays \ud83d\ude00 \\ud83d","id":7}"#,
        );
        let table_row = table_row.unwrap();
        assert_eq!(table_row.text, "NaN stays 😀 \\ud83d");
        assert_eq!(table_row.id.as_deref(), Some("7"));
        let lone = parsed(r#"{"text":"cut \ud83d"}"#).unwrap();
        assert_eq!(lone.text, "cut \u{fffd}");
        let lone = parsed(r#"{"text":"\udc00\ud83dx"}"#).unwrap();
        assert_eq!(lone.text, "\u{fffd}\u{fffd}x");
        // Other invalid JSON is reported as it was.
        assert!(problem_of(r#"{"x":NaN,"text":}"#).contains("not JSON"));
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
        let table_row = row(line, &reading).unwrap();
        assert_eq!(table_row.text, "b\n\na");
        assert!(table_row.date > Some(0));
        assert_eq!(table_row.author.as_deref(), Some("Ada"));
        let null = r#"{"lead":"a","meta":{"body":null}}"#;
        assert_eq!(row(null, &reading).unwrap().text, "a");
        let message = row(r#"{"lead":"a","meta":[1]}"#, &reading)
            .unwrap_err()
            .to_string();
        assert!(message.contains("no field \"meta.body\""), "{message}");
        let reading = Reading {
            text_field: "a,b".into(),
            ..Reading::default()
        };
        let message = row(r#"{"b":"y"}"#, &reading).unwrap_err().to_string();
        assert!(message.contains("no field \"a\""), "{message}");
    }

    #[test]
    fn the_problem_of_a_line_is_reported() {
        assert!(problem_of("{nope").starts_with("not JSON: "));
        assert!(problem_of(r#"{"body":"x"}"#).contains("no field \"text\""));
        assert!(problem_of(r#"{"text":null}"#).contains("contains no text"));
        assert!(problem_of("[1]").contains("a JSON object"));
        let twice = problem_of(r#"{"text":"a","id":1,"text":"b"}"#);
        assert_eq!(twice, "field \"text\" occurs twice in it, each with a text");
        assert!(parsed(&("[".repeat(100_000))).is_err());
        assert!(parsed(r#"{"text":"x"} trailing"#).is_err());
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
        // Text after the array is a separate line.
        assert_eq!(array_lines("[{}]{},[]", false), " {}\n{},[]");
        assert_eq!(array_lines("}],", true), "}\n,");
    }
}
