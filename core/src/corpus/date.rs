//! Dates of documents: of a list that the user gives, of what the document or its source says, of the file. They are shown and order
//! lists; no figure is computed from them.

use std::fmt;

use time::format_description::well_known::Iso8601;
use time::{OffsetDateTime, PrimitiveDateTime, UtcOffset};

use super::formats::Format;
use super::{Kind, RowView, extract};

/// A day, with the time of day where it is known. Without one it counts as the first moment of the day (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    at: OffsetDateTime,
    with_time: bool,
}

impl Date {
    /// The date without its time, if that is the first moment of the day.
    fn of_day(self) -> Self {
        Date {
            with_time: self.with_time && self.at.time() != time::Time::MIDNIGHT,
            ..self
        }
    }

    /// Reads an ISO 8601 date, with or without a time, between which a blank may stand: `2024-05-01`,
    /// `2024-05-01 12:30`, `2024-05-01T12:30:00+02:00`. A time without an offset is UTC. `None` if it is no
    /// such date.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        // The parser of days passes over a time.
        let has_time = text.contains([' ', 'T', 't']);
        let dated = |at, with_time| Some(Date { at, with_time });
        if !has_time && let Ok(day) = time::Date::parse(text, &Iso8601::DEFAULT) {
            return dated(day.midnight().assume_utc(), false);
        }
        // One blank stands before the time, another may stand before the offset.
        let (day, time) = text.split_once([' ', 'T', 't'])?;
        let text = format!("{day}T{}", time.replace(' ', ""));
        let at = OffsetDateTime::parse(&text, &Iso8601::DEFAULT).or_else(|_| {
            let plain = PrimitiveDateTime::parse(&text, &Iso8601::DEFAULT);
            plain.map(PrimitiveDateTime::assume_utc)
        });
        dated(at.ok()?.checked_to_offset(UtcOffset::UTC)?, true)
    }

    /// Of nanoseconds since 1970; `None` outside of the years that are written with four digits.
    pub fn of_nanoseconds(nanoseconds: i128) -> Option<Self> {
        let at = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).ok()?;
        Some(Date {
            at,
            with_time: true,
        })
    }

    /// As milliseconds since 1970, finer fractions cut off.
    pub fn milliseconds(&self) -> i64 {
        let second = self.at.unix_timestamp();
        second * 1_000 + i64::from(self.at.millisecond())
    }

    /// As nanoseconds since 1970.
    pub fn nanoseconds(&self) -> i128 {
        self.at.unix_timestamp_nanos()
    }

    /// Whether it is later than `other`; of a day without a time only the days are compared.
    pub fn is_after(&self, other: &Self) -> bool {
        match self.with_time && other.with_time {
            true => self.at > other.at,
            false => self.at.date() > other.at.date(),
        }
    }

    /// The day: `2024-05-01`.
    pub fn day(&self) -> String {
        let at = self.at;
        format!("{:04}-{:02}-{:02}", at.year(), at.month() as u8, at.day())
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.day())?;
        if self.with_time {
            write!(f, " {:02}:{:02}", self.at.hour(), self.at.minute())?;
        }
        Ok(())
    }
}

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
    fn a_date_is_read_with_and_without_a_time_and_an_offset() {
        let shown = |text: &str| Date::parse(text).map(|date| date.to_string());
        for (text, expected) in [
            ("2024-05-01", Some("2024-05-01")),
            (" 2024-05-01 12:30 ", Some("2024-05-01 12:30")),
            ("2024-05-01T12:30:59Z", Some("2024-05-01 12:30")),
            ("2024-05-01T00:30:00+02:00", Some("2024-04-30 22:30")),
            ("2024-05-01 00:30:00 +02:00", Some("2024-04-30 22:30")),
            ("2024-02-30", None),
            ("2023-02-29 10:00", None),
            ("May", None),
            ("", None),
            ("2024-05-01 25:00", None),
        ] {
            assert_eq!(shown(text).as_deref(), expected, "{text:?}");
        }
        assert!(Date::parse("2024-05-01") < Date::parse("2024-05-01 00:01"));
        assert_eq!(Date::of_nanoseconds(i128::MAX), None);
        let second = Date::of_nanoseconds(86_400_000_000_000);
        assert_eq!(
            second.map(|date| date.to_string()).as_deref(),
            Some("1970-01-02 00:00")
        );
    }

    #[test]
    fn a_listed_date_comes_first_then_front_matter_then_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        let dated = |text: &str, listed| {
            std::fs::write(&path, text).unwrap();
            let reading = crate::settings::Reading::default();
            let document = super::super::read::given(&path, &reading).unwrap();
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
