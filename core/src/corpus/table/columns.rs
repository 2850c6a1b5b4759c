//! The columns of a table that are read: named by options, or recognised by their names.

use super::{NextRow, TableRow, joined};
use crate::corpus::{NO_DATE, RowSpan, SkipReason};
use crate::settings::Reading;

/// Names of columns with the text of a document, best first. Compared without case.
const TEXTS: &str = "text body content contents raw_content document full_text fulltext article answer response essay message \
    comment review abstract description summary post";
const IDS: &str = "id doc_id document_id docid uuid key";
const TITLES: &str = "title headline subject name";
const AUTHORS: &str = "author authors byline creator writer by";
const DATES: &str = "date published published_at created_at created timestamp";

/// Maximum number of columns that a message names.
const MAX_NAMES: usize = 20;

/// Maximum number of characters of a name in a message.
const MAX_NAME_CHARS: usize = 60;

/// The columns that are read, as indices into the columns of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ColumnIndices {
    /// Text columns, in the order in which they are joined.
    pub text: Vec<usize>,
    /// The id column.
    pub id: Option<usize>,
    /// The name of the id column, if an option named it: then each row needs an id.
    pub named_id: Option<String>,
    /// The title column.
    pub title: Option<usize>,
    /// The date column.
    pub date: Option<usize>,
    /// The author column.
    pub author: Option<usize>,
    /// Whether the text column was guessed: no option names it, and it does not have the usual name.
    pub guessed: bool,
}

impl ColumnIndices {
    /// The columns of a table with these names. If no option names the text column and none is recognised, it is the
    /// only one of `candidates`, the indices of columns of text. The other columns are recognised only if `is_scalar`.
    /// If several columns have the same name, the first is read.
    ///
    /// # Errors
    /// [`SkipReason::NoField`]: a column is missing (the message names the existing ones), or several text columns
    /// have the same name.
    pub fn from_names<S: AsRef<str>>(
        names: &[S],
        candidates: &[usize],
        is_scalar: impl Fn(usize) -> bool,
        reading: &Reading,
    ) -> Result<Self, SkipReason> {
        let position = |name: &str| names.iter().position(|other| other.as_ref() == name);
        let named =
            |option: &str, name: &str| position(name).ok_or_else(|| absent(names, option, name));
        // Without an option, the first recognised column is used.
        let optional = |option: &str, name: &str, usual: &str| match name {
            "" => Ok(recognised(names, usual, &is_scalar)),
            name => named(option, name).map(Some),
        };
        let is_guess = reading.text_field.is_empty();
        let text = if is_guess {
            let single = match candidates {
                [single] => Some(*single),
                _ => None,
            };
            let text = recognised(names, TEXTS, |_| true).or(single);
            vec![text.ok_or_else(|| absent(names, "text-field", reading.text_name()))?]
        } else if let Some(at) = position(&reading.text_field) {
            vec![at]
        } else {
            let texts = reading.text_fields().map(|name| named("text-field", name));
            texts.collect::<Result<_, _>>()?
        };
        for name in text.iter().map(|at| names[*at].as_ref()) {
            if names.iter().filter(|other| other.as_ref() == name).count() > 1 {
                let why = format!("several columns are named {}: rename them", shown(name));
                return Err(SkipReason::NoField(why));
            }
        }
        Ok(ColumnIndices {
            id: optional("id-field", &reading.id_field, IDS)?,
            title: optional("set title-field", &reading.title_field, TITLES)?,
            date: optional("set date-field", &reading.date_field, DATES)?,
            author: optional("set author-field", &reading.author_field, AUTHORS)?,
            named_id: Some(reading.id_field.clone()).filter(|name| !name.is_empty()),
            guessed: is_guess && names[text[0]].as_ref() != reading.text_name(),
            text,
        })
    }

    /// Description of the columns with advice, `text from "answer", id from "nr"`, if the text column was guessed.
    pub fn guess<S: AsRef<str>>(&self, names: &[S]) -> Option<String> {
        if !self.guessed {
            return None;
        }
        let name = |at: usize| shown(names[at].as_ref());
        let texts: Vec<String> = self.text.iter().map(|at| name(*at)).collect();
        let id = self.id.map_or("the number of the row".to_owned(), name);
        let mut words = format!("text from {}, id from {id}", texts.join(" and "));
        let others = [("title", self.title), ("date", self.date)];
        for (field, at) in others.into_iter().chain([("author", self.author)]) {
            if let Some(at) = at {
                words.push_str(&format!(", {field} from {}", name(at)));
            }
        }
        Some(words + "; --text-field and similar options name other columns")
    }

    /// The row with these cells and this date. A row without a value in the id column that an option names is refused,
    /// because its number could be the id of another row.
    pub fn row(
        &self,
        row: RowSpan,
        cell: impl Fn(usize) -> Option<String>,
        date: impl Fn(usize) -> Option<i64>,
    ) -> NextRow {
        let filled = |at: usize| cell(at).filter(|text| !text.trim().is_empty());
        let id = self.id.and_then(filled);
        if let (Some(name), None) = (&self.named_id, &id) {
            let why = format!("no id in the column {} (--id-field)", shown(name));
            return Err((row.line, SkipReason::BadRow(why)));
        }
        Ok(TableRow {
            row,
            text: joined(self.text.iter().filter_map(|at| cell(*at))),
            id,
            title: self.title.and_then(filled),
            author: self.author.and_then(filled),
            date: self.date.map(|at| date(at).unwrap_or(NO_DATE)),
            ..TableRow::default()
        })
    }

    /// The columns that are read; one may occur twice.
    pub fn read(&self) -> impl Iterator<Item = usize> {
        let others = [self.id, self.title, self.date, self.author];
        let others = others.into_iter().flatten();
        self.text.iter().copied().chain(others)
    }
}

/// The first usable column with the best of the `usual` names.
fn recognised<S: AsRef<str>>(
    names: &[S],
    usual: &str,
    usable: impl Fn(usize) -> bool,
) -> Option<usize> {
    usual.split_whitespace().find_map(|name| {
        let is = |at: &usize| names[*at].as_ref().trim().eq_ignore_ascii_case(name) && usable(*at);
        (0..names.len()).find(is)
    })
}

fn shown(name: &str) -> String {
    let short: String = name.chars().take(MAX_NAME_CHARS).collect();
    let more = if short.len() < name.len() { "…" } else { "" };
    format!("{short:?}{more}")
}

/// The first names, for a message.
fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let first = names.iter().take(MAX_NAMES);
    let first: Vec<String> = first.map(|name| shown(name.as_ref())).collect();
    let more = match names.len().saturating_sub(MAX_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", first.join(", "))
}

fn absent<S: AsRef<str>>(names: &[S], option: &str, name: &str) -> SkipReason {
    SkipReason::NoField(format!(
        "no column {} (--{option}); the columns are {}",
        shown(name),
        listed(names)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str], change: impl Fn(&mut Reading)) -> Result<ColumnIndices, SkipReason> {
        let mut reading = Reading::default();
        change(&mut reading);
        ColumnIndices::from_names(names, &[], |_| true, &reading)
    }

    #[test]
    fn columns_are_named_or_recognised() {
        let guessed = columns(&["Nr", "Title", "Body"], |_| {}).unwrap();
        let roles = (guessed.text, guessed.title, guessed.id);
        assert_eq!(roles, (vec![2], Some(1), None));
        assert!(guessed.guessed);
        let text = columns(&["body", "text"], |_| {}).unwrap();
        assert_eq!((text.text, text.guessed), (vec![1], false));
        let several = columns(&["a", "b", "c"], |r| r.text_field = "c,a".into()).unwrap();
        assert_eq!(several.text, [2, 0]);
        let comma = columns(&["a", "c,a"], |r| r.text_field = "c,a".into()).unwrap();
        assert_eq!(comma.text, [1]);
        let reason = columns(&["a", "b"], |r| r.text_field = "x".into()).unwrap_err();
        assert_eq!(
            reason.to_string(),
            "no column \"x\" (--text-field); the columns are \"a\", \"b\""
        );
        let message = columns(&["text"], |r| r.id_field = "x".into())
            .unwrap_err()
            .to_string();
        assert!(message.contains("--id-field"), "{message}");
        let message = columns(&["text"], |r| r.author_field = "x".into())
            .unwrap_err()
            .to_string();
        assert!(message.contains("--set author-field"), "{message}");
        let names = ["answer", "Author", "x"];
        let by = columns(&names, |_| {}).unwrap();
        let expected =
            "text from \"answer\", id from the number of the row, author from \"Author\"";
        assert!(by.guess(&names).unwrap().starts_with(expected));
        let named = columns(&names, |r| r.author_field = "x".into()).unwrap();
        assert_eq!(named.author, Some(2));
        assert_eq!(Vec::from_iter(named.read()), [0, 2]);
    }

    #[test]
    fn text_columns_with_the_same_name_are_refused() {
        let reason = columns(&["id", "text", "text"], |_| {}).unwrap_err();
        assert!(reason.to_string().contains("several columns"), "{reason}");
        assert!(columns(&["id", "id", "text"], |_| {}).is_ok());
    }
}
