//! JSON Lines: one document per line, with text, id and title in configurable fields.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::SkipReason;
use crate::settings::Reading;

/// The extracted fields of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row<'a> {
    /// The text field.
    pub text: Cow<'a, str>,
    /// The id field, if present; a number in its decimal form.
    pub id: Option<String>,
    /// The title field, if present.
    pub title: Option<String>,
}

/// Extracts the configured fields of one line.
///
/// # Errors
/// [`SkipReason::BadRow`]: not JSON, not an object, text field missing, or text field without text.
pub fn row<'a>(line: &'a str, reading: &Reading) -> Result<Row<'a>, SkipReason> {
    let mut json = serde_json::Deserializer::from_str(line);
    let row = RowSeed(reading).deserialize(&mut json).map_err(plain)?;
    json.end().map_err(plain)?;
    let Some(text) = row.text else {
        let why = format!("no field {:?} (--text-field)", reading.text_field);
        return Err(SkipReason::BadRow(why));
    };
    Ok(Row {
        text,
        id: row.id,
        title: row.title,
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

#[derive(Default)]
struct RowFields<'a> {
    text: Option<Cow<'a, str>>,
    id: Option<String>,
    title: Option<String>,
}

struct RowSeed<'r>(&'r Reading);

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

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RowFields<'de>, A::Error> {
        let mut found = RowFields::default();
        while let Some(Text(field)) = map.next_key::<Text<'de>>()? {
            if field == self.0.text_field {
                let Scalar(value) = map.next_value::<Scalar<'de>>()?;
                found.text = Some(value.ok_or_else(|| {
                    A::Error::custom(format!("field {:?} holds no text", self.0.text_field))
                })?);
            } else if field == self.0.id_field {
                found.id = map.next_value::<Scalar<'de>>()?.0.map(Cow::into_owned);
            } else if field == self.0.title_field {
                found.title = map.next_value::<Scalar<'de>>()?.0.map(Cow::into_owned);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// A string, borrowed if it has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A string, or a number in its decimal form; `None` for other types.
struct Scalar<'a>(Option<Cow<'a, str>>);

impl<'de> Deserialize<'de> for Scalar<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Scalar<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a number")
            }
            fn visit_borrowed_str<E: Error>(self, s: &'de str) -> Result<Scalar<'de>, E> {
                Ok(Scalar(Some(Cow::Borrowed(s))))
            }
            fn visit_str<E: Error>(self, s: &str) -> Result<Scalar<'de>, E> {
                Ok(Scalar(Some(Cow::Owned(s.to_owned()))))
            }
            fn visit_u64<E: Error>(self, n: u64) -> Result<Scalar<'de>, E> {
                Ok(Scalar(Some(Cow::Owned(n.to_string()))))
            }
            fn visit_i64<E: Error>(self, n: i64) -> Result<Scalar<'de>, E> {
                Ok(Scalar(Some(Cow::Owned(n.to_string()))))
            }
            fn visit_f64<E: Error>(self, n: f64) -> Result<Scalar<'de>, E> {
                Ok(Scalar(Some(Cow::Owned(n.to_string()))))
            }
            fn visit_bool<E: Error>(self, _: bool) -> Result<Scalar<'de>, E> {
                Ok(Scalar(None))
            }
            fn visit_unit<E: Error>(self) -> Result<Scalar<'de>, E> {
                Ok(Scalar(None))
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Scalar<'de>, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar(None))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar(None))
            }
        }
        deserializer.deserialize_any(V)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Result<Row<'_>, String> {
        row(line, &Reading::default()).map_err(|reason| match reason {
            SkipReason::BadRow(why) => why,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn fields_are_found_whatever_their_order_and_kind() {
        let r = of(r#"{"x":[1,{"text":"no"}],"id":17,"text":"a \"rose\"","title":"T"}"#).unwrap();
        assert_eq!(
            r,
            Row {
                text: "a \"rose\"".into(),
                id: Some("17".into()),
                title: Some("T".into())
            }
        );
        assert!(matches!(
            of(r#"{"text":"plain"}"#).unwrap().text,
            Cow::Borrowed("plain")
        ));
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        assert!(of("{nope").unwrap_err().starts_with("not JSON: "));
        assert!(
            of(r#"{"body":"x"}"#)
                .unwrap_err()
                .contains("no field \"text\"")
        );
        assert!(
            of(r#"{"text":null}"#)
                .unwrap_err()
                .contains("holds no text")
        );
        assert!(of("[1]").unwrap_err().contains("a JSON object"));
        assert!(of(&("[".repeat(100_000))).is_err());
        assert!(of(r#"{"text":"x"} trailing"#).is_err());
    }
}
