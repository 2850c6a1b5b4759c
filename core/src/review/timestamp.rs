//! Time of an act.

use std::fmt;

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A time in UTC, in microseconds since 1970; in a file as RFC 3339, `2026-11-22T19:40:03.120000Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Timestamp(i64);

impl Timestamp {
    /// Microseconds since 1970; times outside of the years 0 to 9999 become the nearest within.
    pub fn from_micros(micros: i64) -> Self {
        // The first and the last microsecond of these years.
        Timestamp(micros.clamp(-62_167_219_200_000_000, 253_402_300_799_999_999))
    }

    /// The time that the system's clock shows.
    pub fn now() -> Self {
        let nanos = OffsetDateTime::now_utc().unix_timestamp_nanos();
        Self::from_micros(i64::try_from(nanos / 1_000).unwrap_or(i64::MAX))
    }

    /// The next later time.
    pub fn next(self) -> Self {
        Self::from_micros(self.0 + 1)
    }

    fn date(self) -> OffsetDateTime {
        let date = OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000);
        date.unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }

    /// For people: date and time to the minute.
    pub fn to_the_minute(self) -> String {
        let date = self.date();
        format!(
            "{:04}-{:02}-{:02} {:02}:{:02}",
            date.year(),
            u8::from(date.month()),
            date.day(),
            date.hour(),
            date.minute(),
        )
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = self.date();
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z",
            date.year(),
            u8::from(date.month()),
            date.day(),
            date.hour(),
            date.minute(),
            date.second(),
            date.microsecond(),
        )
    }
}

impl From<Timestamp> for String {
    fn from(moment: Timestamp) -> Self {
        moment.to_string()
    }
}

impl TryFrom<String> for Timestamp {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let date = OffsetDateTime::parse(&text, &Rfc3339);
        let date = date.map_err(|_| format!("{text:?} is no time in the form of RFC 3339"))?;
        let micros = i64::try_from(date.unix_timestamp_nanos().div_euclid(1_000));
        Ok(Self::from_micros(micros.unwrap_or(i64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc_and_read_with_any_offset() {
        let read = |text: &str| Timestamp::try_from(text.to_owned()).unwrap();
        let moment = read("2026-11-22T19:40:03.12Z");
        assert_eq!(moment.to_string(), "2026-11-22T19:40:03.120000Z");
        assert_eq!(read("2026-11-22T20:40:03.120000+01:00"), moment);
        assert_eq!(read(&moment.to_string()), moment);
        assert_eq!(read(&moment.next().to_string()), moment.next());
        assert!(moment.next() > moment);
        assert_eq!(moment.to_the_minute(), "2026-11-22 19:40");
        assert!(Timestamp::try_from("yesterday".to_owned()).is_err());
    }

    #[test]
    fn the_ends_of_the_range_can_be_written_and_read() {
        for micros in [i64::MIN, -1, 0, i64::MAX] {
            let moment = Timestamp::from_micros(micros);
            assert_eq!(
                Timestamp::try_from(moment.to_string()),
                Ok(moment),
                "{micros}"
            );
        }
    }
}
