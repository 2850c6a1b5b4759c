//! The columns of a table that are read: named by options, or recognised by their names.

use super::{NextRow, TableRow};
use crate::corpus::SkipReason;
use crate::settings::Reading;

/// Names of columns with the text of a document, best first. Compared without case.
const TEXTS: [&str; 19] = [
    "text",
    "body",
    "content",
    "contents",
    "raw_content",
    "document",
    "full_text",
    "fulltext",
    "article",
    "answer",
    "response",
    "essay",
    "message",
    "comment",
    "review",
    "abstract",
    "description",
    "summary",
    "post",
];
const IDS: [&str; 6] = ["id", "doc_id", "document_id", "docid", "uuid", "key"];
const TITLES: [&str; 4] = ["title", "headline", "subject", "name"];
const AUTHORS: [&str; 6] = ["author", "authors", "byline", "creator", "writer", "by"];
const DATES: [&str; 6] = [
    "date",
    "published",
    "published_at",
    "created_at",
    "created",
    "timestamp",
];

/// Most columns that a message names.
const NAMED: usize = 20;

/// Most characters of a name that a message gives.
const SHOWN: usize = 60;

/// The columns that are read, as indices into the columns of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Text columns, in the order in which they are joined; of several with one name all.
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
    /// Columns that were recognised by their names and hold nothing that can be used, in words.
    pub unusable: Vec<String>,
    /// Whether the text column was recognised, not named by an option.
    pub guessed: bool,
}

impl Columns {
    /// The columns of a table with these names. Where no option names the text column and none is recognised,
    /// it is the only one of `candidates`, the indices of columns of text. Several text columns with one name are
    /// all read, in their order; of others with one name the first.
    ///
    /// # Errors
    /// [`SkipReason::NoField`]: there is no such column; the message names those there are.
    pub fn of<S: AsRef<str>>(
        names: &[S],
        candidates: &[usize],
        reading: &Reading,
    ) -> Result<Self, SkipReason> {
        let named = |option: &str, name: &str| match position(names, name) {
            Some(at) => Ok(at),
            None => Err(absent(names, option, name)),
        };
        // An option that is not given names the first of the columns that are recognised.
        let one = |option: &str, name: &str, known: &[&str]| {
            if name.is_empty() {
                Ok(recognised(names, known))
            } else {
                named(option, name).map(Some)
            }
        };
        let is_guess = reading.text_field.is_empty();
        let text = if is_guess {
            let only = match candidates {
                [only] => Some(*only),
                _ => None,
            };
            let text = recognised(names, &TEXTS).or(only);
            let text = text.ok_or_else(|| absent(names, "text-field", reading.text_name()))?;
            alike(names, names[text].as_ref())
        } else if position(names, &reading.text_field).is_some() {
            positions(names, &reading.text_field)
        } else {
            let mut text = Vec::new();
            for name in reading.text_fields() {
                named("text-field", name)?;
                text.extend(positions(names, name));
            }
            text
        };
        Ok(Columns {
            id: one("id-field", &reading.id_field, &IDS)?,
            title: one("title-field", &reading.title_field, &TITLES)?,
            date: one("date-field", &reading.date_field, &DATES)?,
            author: one("author-field", &reading.author_field, &AUTHORS)?,
            named_id: Some(reading.id_field.clone()).filter(|name| !name.is_empty()),
            unusable: Vec::new(),
            guessed: is_guess && names[text[0]].as_ref() != reading.text_name(),
            text,
        })
    }

    /// The columns in words: `text from "answer", id from "nr"`.
    #[must_use]
    pub fn sentence<S: AsRef<str>>(&self, names: &[S]) -> String {
        let name = |at: usize| shown(names[at].as_ref());
        let texts: Vec<String> = self.text.iter().map(|at| name(*at)).collect();
        let mut out = format!("text from {}", texts.join(" and "));
        let id = self.id.map_or("the number of the row".to_owned(), name);
        out.push_str(&format!(", id from {id}"));
        let others = [
            ("title", self.title),
            ("date", self.date),
            ("author", self.author),
        ];
        for (what, at) in others {
            if let Some(at) = at {
                out.push_str(&format!(", {what} from {}", name(at)));
            }
        }
        out
    }

    /// As [`Columns::sentence`] with what to do about it, where the text column was recognised or is one of several
    /// with its name.
    #[must_use]
    pub fn guess<S: AsRef<str>>(&self, names: &[S]) -> Option<String> {
        let is_again = |(at, column): (usize, &usize)| {
            let before = self.text[..at].iter();
            let name = |column: &usize| names[*column].as_ref();
            { before }.any(|other| same_name(name(other), name(column)))
        };
        let is_joined = self.text.iter().enumerate().any(is_again);
        let is_told = self.guessed || is_joined || !self.unusable.is_empty();
        let mut said = is_told.then(|| self.sentence(names))?;
        for unusable in &self.unusable {
            said.push_str(&format!("; {unusable}"));
        }
        let joined = match is_joined {
            true => "; columns with one name are joined",
            false => "",
        };
        Some(format!(
            "{said}{joined}; --text-field and the like name other columns"
        ))
    }

    /// A row, unless it lacks the id that an option asks for: its number would be another row's id.
    pub fn with_id(&self, row: TableRow) -> NextRow {
        match &self.named_id {
            Some(name) if row.id.is_none() => Err((
                row.number,
                SkipReason::BadRow(format!("no id in the column {} (--id-field)", shown(name))),
            )),
            _ => Ok(row),
        }
    }

    /// The columns that are read; one may come twice.
    pub fn read(&self) -> impl Iterator<Item = usize> {
        let others = [self.id, self.title, self.date, self.author];
        let others = others.into_iter().flatten();
        self.text.iter().copied().chain(others)
    }
}

fn position<S: AsRef<str>>(names: &[S], name: &str) -> Option<usize> {
    names.iter().position(|known| known.as_ref() == name)
}

/// All columns with this name.
fn positions<S: AsRef<str>>(names: &[S], name: &str) -> Vec<usize> {
    let same = |at: &usize| names[*at].as_ref() == name;
    (0..names.len()).filter(same).collect()
}

/// All columns with this name as [`recognised`] compares names.
fn alike<S: AsRef<str>>(names: &[S], name: &str) -> Vec<usize> {
    let same = |at: &usize| same_name(names[*at].as_ref(), name);
    (0..names.len()).filter(same).collect()
}

fn same_name(a: &str, b: &str) -> bool {
    a.trim().eq_ignore_ascii_case(b.trim())
}

/// The first column with the best of the `known` names.
fn recognised<S: AsRef<str>>(names: &[S], known: &[&str]) -> Option<usize> {
    known.iter().find_map(|known| {
        let is = |name: &S| same_name(name.as_ref(), known);
        names.iter().position(is)
    })
}

fn shown(name: &str) -> String {
    let short: String = name.chars().take(SHOWN).collect();
    match short.len() < name.len() {
        true => format!("{:?}…", short),
        false => format!("{short:?}"),
    }
}

/// The first names, for a message.
#[must_use]
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let first: Vec<String> = names
        .iter()
        .take(NAMED)
        .map(|name| shown(name.as_ref()))
        .collect();
    let more = match names.len().saturating_sub(NAMED) {
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

    fn columns(names: &[&str], change: impl Fn(&mut Reading)) -> Result<Columns, SkipReason> {
        let mut reading = Reading::default();
        change(&mut reading);
        Columns::of(names, &[], &reading)
    }

    #[test]
    fn columns_are_named_or_recognised() {
        let guessed = columns(&["Nr", "Title", "Body"], |_| {}).unwrap();
        assert_eq!(
            (guessed.text, guessed.title, guessed.id),
            (vec![2], Some(1), None)
        );
        assert!(guessed.guessed);
        let text = columns(&["body", "text"], |_| {}).unwrap();
        assert_eq!((text.text, text.guessed), (vec![1], false));
        let several = columns(&["a", "b", "c"], |r| r.text_field = "c,a".into()).unwrap();
        assert_eq!(several.text, [2, 0]);
        let comma = columns(&["a", "c,a"], |r| r.text_field = "c,a".into()).unwrap();
        assert_eq!(comma.text, [1]);
        let said = columns(&["a", "b"], |r| r.text_field = "x".into()).unwrap_err();
        assert_eq!(
            said.to_string(),
            "no column \"x\" (--text-field); the columns are \"a\", \"b\""
        );
        let said = columns(&["text"], |r| r.id_field = "x".into())
            .unwrap_err()
            .to_string();
        assert!(said.contains("--id-field"), "{said}");
        let said = columns(&["text"], |r| r.author_field = "x".into())
            .unwrap_err()
            .to_string();
        assert!(said.contains("--author-field"), "{said}");
        let names = ["answer", "Author", "x"];
        let by = columns(&names, |_| {}).unwrap();
        let said = "text from \"answer\", id from the number of the row, author from \"Author\"";
        assert_eq!(by.sentence(&names), said);
        assert!(by.guess(&names).unwrap().starts_with(said));
        let named = columns(&names, |r| r.author_field = "x".into()).unwrap();
        assert_eq!(
            (named.author, named.read().collect()),
            (Some(2), vec![0, 2])
        );
    }

    #[test]
    fn text_columns_with_one_name_are_all_read_and_it_is_said() {
        let names = ["id", "text", "text", "Text", "id"];
        let text = columns(&names, |_| {}).unwrap();
        assert_eq!((text.text.as_slice(), text.id), (&[1, 2, 3][..], Some(0)));
        let said = text.guess(&names).unwrap();
        assert!(said.contains("columns with one name are joined"), "{said}");
        let names = ["body", "a", "body", "Body"];
        let named = columns(&names, |r| r.text_field = "body".into()).unwrap();
        assert_eq!(named.text, [0, 2]);
        assert!(named.guess(&names).is_some());
        let several = columns(&names, |r| r.text_field = "a,body".into()).unwrap();
        assert_eq!(several.text, [1, 0, 2]);
        assert!(several.guess(&names).is_some());
        assert_eq!(
            columns(&["a", "text"], |_| {})
                .unwrap()
                .guess(&["a", "text"]),
            None
        );
    }

    #[test]
    fn a_message_stays_short_whatever_the_table() {
        let names: Vec<String> = (0..100_000)
            .map(|i| "x".repeat(100) + &i.to_string())
            .collect();
        let said = Columns::of(&names, &[], &Reading::default())
            .unwrap_err()
            .to_string();
        assert!(
            said.len() < 3000 && said.contains("and 99980 more"),
            "{said}"
        );
    }
}
