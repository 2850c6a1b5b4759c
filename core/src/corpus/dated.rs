//! Dates of documents: from a list of the user, the document, its source or its file. They are displayed
//! and sort lists; no figure is computed from them.

use super::formats::FileFormat;
use super::{Kind, RowView, extract};
use crate::base::Date;

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
    /// The capture of the page, from the archive of the crawl.
    Capture,
    /// The modification time of the file.
    File,
}

impl DateSource {
    /// Name in reports.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// Phrase for display.
    pub fn phrase(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            DateSource::List => ("list", "date from the list"),
            DateSource::FrontMatter => ("front-matter", "date from front matter"),
            DateSource::Properties => ("properties", "date from its properties"),
            DateSource::Field => ("field", "date from its field"),
            DateSource::Capture => ("capture", "date of its capture"),
            DateSource::File => ("file", "date of the file"),
        }
    }
}

/// The date of a document, or why it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dated {
    /// A date.
    On(Date, DateSource),
    /// Front matter has an invalid date.
    Unread,
    /// No date.
    Unknown,
}

impl Dated {
    /// Returns the first date that exists: `listed`, the date in its properties, front matter or row, the date of its
    /// file. A row without a date in a table of dated rows has no date; neither does a message without a date.
    pub fn from_row(row: RowView<'_>, listed: Option<Date>) -> Self {
        if let Some(date) = listed {
            return Dated::On(date, DateSource::List);
        }
        if let Kind::Extracted(format) = row.kind {
            let about = extract::kept::about(format, row.fingerprint);
            if let Some(date) = about.and_then(|about| Date::parse(&about.date?)) {
                return Dated::On(date, DateSource::Properties);
            }
            // The date of a mailbox is not the date of its messages.
            if row.location.form().format == FileFormat::Mailbox {
                return Dated::Unknown;
            }
        }
        let source = match row.kind {
            _ if !row.has_own_date => DateSource::File,
            // Only crawls have rows of these kinds.
            Kind::Plain | Kind::Html if row.location.is_row() => DateSource::Capture,
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

    /// The date of the document itself, if any; the file's date may be the date of a copy.
    pub fn own(&self) -> Option<Date> {
        match self {
            Dated::On(date, source) if *source != DateSource::File => Some(*date),
            _ => None,
        }
    }

    /// The date with its source, or why there is none, for display.
    pub fn phrase(&self) -> String {
        match self {
            Dated::On(date, source) => format!("{date}, {}", source.phrase()),
            Dated::Unread => "the date of its front matter cannot be read".into(),
            Dated::Unknown => "no date".into(),
        }
    }
}

/// The order of two documents by date: earlier first, documents without a date last.
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
            let document = crate::corpus::read::read_path(&path, &reading).unwrap();
            let modified = 1_700_000_000_000_000_000;
            let mut row = document.row;
            if !row.has_own_date {
                row.modified = modified;
            }
            Dated::from_row(row.view(), listed)
        };
        let listed = Date::parse("2020-01-01");
        let matter = "---\ndate: 2021-02-03\n---\ntext";
        assert_eq!(dated(matter, listed).date(), listed);
        let front_matter_date = dated(matter, None);
        let phrase = front_matter_date.phrase();
        assert_eq!(phrase, "2021-02-03, date from front matter");
        let unread = dated("---\ndate: soon\n---\ntext", None);
        assert_eq!(unread, Dated::Unread);
        let file_date = dated("plain text", None);
        let is_of_file = matches!(file_date, Dated::On(_, DateSource::File));
        assert!(is_of_file, "{file_date:?}");
        let mut all = [Dated::Unknown, file_date.clone(), front_matter_date.clone()];
        all.sort_by(first_seen);
        assert_eq!(all, [front_matter_date, file_date, Dated::Unknown]);
    }
}
