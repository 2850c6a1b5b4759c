//! Dates of documents: of a list that the user gives, of what the document or its source says, of the file. They are shown and order
//! lists; no figure is computed from them.

use crate::base::Date;
use crate::corpus::formats::Format;
use crate::corpus::{Kind, RowView, extract};

/// Where a date comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DateSource {
    /// The list given with `--dates`.
    List,
    /// The front matter of the document.
    FrontMatter,
    /// The properties of the document.
    Properties,
    /// The date field of the row.
    Field,
    /// The capture of the page, as the archive of the crawl says.
    Capture,
    /// The modification time of the file.
    File,
}

impl DateSource {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            DateSource::List => "list",
            DateSource::FrontMatter => "front-matter",
            DateSource::Properties => "properties",
            DateSource::Field => "field",
            DateSource::Capture => "capture",
            DateSource::File => "file",
        }
    }

    /// As words for a person.
    pub fn phrase(self) -> &'static str {
        match self {
            DateSource::List => "date from the list",
            DateSource::FrontMatter => "date from front matter",
            DateSource::Properties => "date from its properties",
            DateSource::Field => "date from its field",
            DateSource::Capture => "date of its capture",
            DateSource::File => "date of the file",
        }
    }
}

/// What is known of the date of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dated {
    /// A date.
    On(Date, DateSource),
    /// Front matter names something that is no date.
    Unread,
    /// Nothing.
    Unknown,
}

impl Dated {
    /// The date of a document: the one `listed`, else that of its properties, its front matter or its row, else that of
    /// its file. A row without a date where the others have one has none, and so has a message of a mailbox.
    pub fn of(row: RowView<'_>, listed: Option<Date>) -> Self {
        if let Some(date) = listed {
            return Dated::On(date, DateSource::List);
        }
        if let Kind::Extracted(format) = row.kind {
            let about = extract::kept::about(format, row.fingerprint);
            if let Some(date) = about.and_then(|about| Date::parse(&about.date?)) {
                return Dated::On(date, DateSource::Properties);
            }
            // A message does not have the date of the others of its mailbox.
            if row.place.form().format == Format::Mailbox {
                return Dated::Unknown;
            }
        }
        let source = match row.kind {
            _ if !row.has_own_date => DateSource::File,
            // Rows that are texts are those of a crawl.
            Kind::Plain | Kind::Html if row.place.is_row() => DateSource::Capture,
            Kind::Plain => DateSource::FrontMatter,
            _ => DateSource::Field,
        };
        match (row.written().and_then(Date::of_nanoseconds), source) {
            (Some(date), DateSource::FrontMatter) => Dated::On(date.of_day(), source),
            (Some(date), _) => Dated::On(date, source),
            (None, DateSource::FrontMatter) => Dated::Unread,
            (None, _) => Dated::Unknown,
        }
    }

    /// The date, if there is one.
    pub fn date(&self) -> Option<Date> {
        match self {
            Dated::On(date, _) => Some(*date),
            Dated::Unread | Dated::Unknown => None,
        }
    }

    /// The date and where it comes from, or why there is none, as words for a person.
    pub fn phrase(&self) -> String {
        match self {
            Dated::On(date, source) => format!("{date}, {}", source.phrase()),
            Dated::Unread => "the date of its front matter cannot be read".into(),
            Dated::Unknown => "no date".into(),
        }
    }
}

/// The order of two documents by date: earlier first, those without a date last.
pub fn first_seen(a: &Dated, b: &Dated) -> std::cmp::Ordering {
    let (a, b) = (a.date(), b.date());
    a.is_none().cmp(&b.is_none()).then(a.cmp(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_date_comes_first_then_front_matter_then_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        let dated = |text: &str, listed| {
            std::fs::write(&path, text).unwrap();
            let reading = crate::settings::Reading::default();
            let document = crate::corpus::read::given(&path, &reading).unwrap();
            let modified = 1_700_000_000_000_000_000;
            let mut row = document.row;
            if !row.has_own_date {
                row.modified = modified;
            }
            Dated::of(row.view(), listed)
        };
        let listed = Date::parse("2020-01-01");
        let matter = "---\ndate: 2021-02-03\n---\ntext";
        assert_eq!(dated(matter, listed).date(), listed);
        let of_matter = dated(matter, None);
        assert_eq!(of_matter.phrase(), "2021-02-03, date from front matter");
        let unread = dated("---\ndate: soon\n---\ntext", None);
        assert_eq!(unread, Dated::Unread);
        let of_file = dated("plain text", None);
        assert!(
            matches!(of_file, Dated::On(_, DateSource::File)),
            "{of_file:?}"
        );
        let mut all = [Dated::Unknown, of_file.clone(), of_matter.clone()];
        all.sort_by(first_seen);
        assert_eq!(all, [of_matter, of_file, Dated::Unknown]);
    }
}
