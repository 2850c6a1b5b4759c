//! Settings of reading, in the order of the command line. No screen changes them: another text is
//! another corpus.

use super::super::setting::{CliOption, Meaning, OneOf, Setting, ValueKind};
use crate::settings::Reading;

/// Bytes in a megabyte, the unit of `--max-size`.
const MEGABYTE: u64 = 1_000_000;

/// In the order of the command line.
pub(super) static ROWS: &[&Setting] = &[
    &HTML_TAGS,
    &TEXT_FIELD,
    &ID_FIELD,
    &TITLE_FIELD,
    &DATE_FIELD,
    &AUTHOR_FIELD,
    &ENCODING,
    &MAX_SIZE,
    &MAX_DEPTH,
    &MAX_SECONDS,
];

const ROW: Setting = Setting {
    group: "Reading",
    ..Setting::ROW
};

/// A setting that is a text.
const fn text(
    name: &'static str,
    option: &'static str,
    field: fn(&mut Reading) -> &mut String,
    help: &'static str,
) -> Setting {
    Setting {
        name,
        kind: ValueKind::Text(field),
        option: CliOption::Value(option, "NAME"),
        help,
        ..ROW
    }
}

static HTML_TAGS: Setting = Setting {
    name: "HTML tags",
    kind: ValueKind::OneOf(&OneOf {
        all: &[("left out", false), ("kept", true)],
        meaning: Meaning::InName,
        get: |c| c.settings.reading.keep_html_tags,
        set: |c, keep| c.settings.reading.keep_html_tags = keep,
    }),
    option: CliOption::Flag("keep-html-tags"),
    help: "Take the tags of HTML files as text",
    ..ROW
};

static TEXT_FIELD: Setting = text(
    "text field",
    "text-field",
    |reading| &mut reading.text_field,
    "Rows: the field with the text, or several with commas between; `a.b` for a field in another. Not named: recognised in tables, `text` in JSON Lines",
);

static ID_FIELD: Setting = text(
    "id field",
    "id-field",
    |reading| &mut reading.id_field,
    "Rows: the field with the id. Not named: recognised in tables, `id` in JSON Lines, else the number of the row",
);

static TITLE_FIELD: Setting = text(
    "title field",
    "title-field",
    |reading| &mut reading.title_field,
    "Rows: the field with the title. Not named: recognised in tables, `title` in JSON Lines",
);

static DATE_FIELD: Setting = text(
    "date field",
    "date-field",
    |reading| &mut reading.date_field,
    "Rows: the field with the date",
);

static AUTHOR_FIELD: Setting = text(
    "author field",
    "author-field",
    |reading| &mut reading.author_field,
    "Rows: the field with the author",
);

static ENCODING: Setting = text(
    "encoding",
    "encoding",
    |reading| &mut reading.encoding,
    "The encoding of files that are not UTF-8 and do not say theirs, such as windows-1251. Not named: guessed, as `skipped --all` says",
);

static MAX_SIZE: Setting = Setting {
    name: "size limit",
    kind: ValueKind::Number {
        bounds: (1, Reading::MOST_BYTES / MEGABYTE),
        stops: &[],
        get: |c| Some(c.settings.reading.max_bytes / MEGABYTE),
        set: |c, n| c.settings.reading.max_bytes = n * MEGABYTE,
    },
    option: CliOption::Value("max-size", "MB"),
    help: "Skip files and rows larger than this many MB",
    ..ROW
};

static MAX_DEPTH: Setting = Setting {
    name: "depth limit",
    kind: ValueKind::Number {
        bounds: (1, Reading::MOST_DEPTH as u64),
        stops: &[],
        get: |c| Some(c.settings.reading.max_depth.into()),
        set: |c, n| c.settings.reading.max_depth = n as u32,
    },
    option: CliOption::Value("max-depth", "LEVELS"),
    help: "Skip pages and rows nested deeper than this many levels",
    ..ROW
};

static MAX_SECONDS: Setting = Setting {
    name: "time limit",
    kind: ValueKind::Number {
        bounds: (1, Reading::MOST_SECONDS as u64),
        stops: &[],
        get: |c| Some(c.settings.reading.max_seconds.into()),
        set: |c, n| c.settings.reading.max_seconds = n as u32,
    },
    option: CliOption::Value("max-seconds", "SECONDS"),
    help: "Skip files and rows that take longer than this many seconds each to read",
    ..ROW
};
