//! Dates with or without a time of day, as documents and tables write them.

use std::fmt;

use time::format_description::well_known::Iso8601;
use time::{OffsetDateTime, PrimitiveDateTime, UtcOffset};

/// A day, with its time if the time is known. A day without a time counts as the first moment of the day (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    at: OffsetDateTime,
    with_time: bool,
}

impl Date {
    /// Returns the date without its time if the time is midnight.
    pub fn of_day(self) -> Self {
        Date {
            with_time: self.with_time && self.at.time() != time::Time::MIDNIGHT,
            ..self
        }
    }

    /// Reads an ISO 8601 date, with or without a time: `2024-05-01`, `2024-05-01 12:30`, `2024-05-01T12:30:00+02:00`. A
    /// space may separate date, time and offset. A time without an offset is UTC. Returns `None` if the text is not a
    /// date.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        // `time::Date::parse` ignores a time after the day.
        let has_time = text.contains([' ', 'T', 't']);
        let date = |at, with_time| Some(Date { at, with_time });
        if !has_time && let Ok(day) = time::Date::parse(text, &Iso8601::DEFAULT) {
            return date(day.midnight().assume_utc(), false);
        }
        // The first space precedes the time. Any later space, such as one before the offset, is removed.
        let (day, time) = text.split_once([' ', 'T', 't'])?;
        let text = format!("{day}T{}", time.replace(' ', ""));
        let at = OffsetDateTime::parse(&text, &Iso8601::DEFAULT).or_else(|_| {
            let without_offset = PrimitiveDateTime::parse(&text, &Iso8601::DEFAULT);
            without_offset.map(PrimitiveDateTime::assume_utc)
        });
        date(at.ok()?.checked_to_offset(UtcOffset::UTC)?, true)
    }

    /// Converts nanoseconds since 1970. Returns `None` if the year has more than four digits.
    pub fn of_nanoseconds(nanoseconds: i128) -> Option<Self> {
        let at = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).ok()?;
        Some(Date {
            at,
            with_time: true,
        })
    }

    /// Milliseconds since 1970, rounded down.
    pub fn milliseconds(&self) -> i64 {
        let seconds = self.at.unix_timestamp();
        seconds * 1_000 + i64::from(self.at.millisecond())
    }

    /// Nanoseconds since 1970.
    pub fn nanoseconds(&self) -> i128 {
        self.at.unix_timestamp_nanos()
    }

    /// Whether this date is later than `other`. Compares only the days if one of the two has no time.
    pub fn is_after(&self, other: &Self) -> bool {
        if self.with_time && other.with_time {
            self.at > other.at
        } else {
            self.at.date() > other.at.date()
        }
    }

    /// The day: `2024-05-01`.
    pub fn day(&self) -> String {
        self.at.date().to_string()
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
        let date = second.map(|date| date.to_string());
        assert_eq!(date.as_deref(), Some("1970-01-02 00:00"));
    }
}
