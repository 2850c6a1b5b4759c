//! Settings of reading, in the order of the command line. No screen changes them: another text is
//! another corpus.

use super::super::setting::{CliOption, Get, Set, Setting, ValueKind};
use crate::settings::Reading;

/// Bytes in a megabyte, the unit of `--max-size`.
const MEGABYTE: u64 = 1_000_000;

/// In the order of the command line.
pub(super) static ROWS: &[&Setting] = &[
    &TEXT_FIELD,
    &ID_FIELD,
    &TITLE_FIELD,
    &DATE_FIELD,
    &AUTHOR_FIELD,
    &ENCODING,
    &MAX_SIZE,
    &MAX_SECONDS,
];

const ROW: Setting = Setting {
    group: "Reading",
    ..Setting::ROW
};

/// A setting that is a text.
const fn text(
    name: &'static str,
    option: CliOption,
    field: fn(&mut Reading) -> &mut String,
    help: &'static str,
) -> Setting {
    Setting {
        name,
        kind: ValueKind::Text(field),
        option,
        help,
        ..ROW
    }
}

/// A limit from 1 to `maximum`.
const fn limit(
    name: &'static str,
    (maximum, option): (u64, CliOption),
    get: Get<Option<u64>>,
    set: Set<u64>,
    help: &'static str,
) -> Setting {
    Setting {
        name,
        kind: ValueKind::Number {
            bounds: (1, maximum),
            stops: &[],
            get,
            set,
        },
        option,
        help,
        ..ROW
    }
}

static TEXT_FIELD: Setting = text(
    "text field",
    CliOption::Value("text-field", "NAME"),
    |reading| &mut reading.text_field,
    "Rows: the field with the text, or several with commas between; `a.b` for a field in another. Not named: recognised in tables, `text` in JSON Lines",
);

static ID_FIELD: Setting = text(
    "id field",
    CliOption::Value("id-field", "NAME"),
    |reading| &mut reading.id_field,
    "Rows: the field with the id. Not named: recognised in tables, `id` in JSON Lines, else the number of the row",
);

static TITLE_FIELD: Setting = text(
    "title field",
    CliOption::Set("title-field"),
    |reading| &mut reading.title_field,
    "Rows: the field with the title. Not named: recognised in tables, `title` in JSON Lines",
);

static DATE_FIELD: Setting = text(
    "date field",
    CliOption::Set("date-field"),
    |reading| &mut reading.date_field,
    "Rows: the field with the date",
);

static AUTHOR_FIELD: Setting = text(
    "author field",
    CliOption::Set("author-field"),
    |reading| &mut reading.author_field,
    "Rows: the field with the author",
);

static ENCODING: Setting = text(
    "encoding",
    CliOption::Set("encoding"),
    |reading| &mut reading.encoding,
    "The encoding of files that are not UTF-8 and do not say theirs, such as windows-1251. Not named: guessed, as `skipped --all` says",
);

static MAX_SIZE: Setting = limit(
    "size limit",
    (
        Reading::MAX_BYTES / MEGABYTE,
        CliOption::Value("max-size", "MB"),
    ),
    |c| Some(c.settings.reading.max_bytes / MEGABYTE),
    |c, n| c.settings.reading.max_bytes = n * MEGABYTE,
    "Skip files and rows larger than this many MB",
);

static MAX_SECONDS: Setting = limit(
    "time limit",
    (Reading::MAX_SECONDS as u64, CliOption::Set("max-seconds")),
    |c| Some(c.settings.reading.max_seconds.into()),
    |c, n| c.settings.reading.max_seconds = n as u32,
    "Skip files and rows that take longer than this many seconds each to read",
);
