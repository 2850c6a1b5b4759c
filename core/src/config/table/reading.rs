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

static TEXT_FIELD: Setting = Setting {
    name: "text field",
    kind: ValueKind::Text(|reading| &mut reading.text_field),
    option: CliOption::Value("text-field", "NAME"),
    help: "Rows: the field with the text, or several with commas between; `a.b` for a field in another. Not named: recognised in tables, `text` in JSON Lines",
    ..ROW
};

static ID_FIELD: Setting = Setting {
    name: "id field",
    kind: ValueKind::Text(|reading| &mut reading.id_field),
    option: CliOption::Value("id-field", "NAME"),
    help: "Rows: the field with the id. Not named: recognised in tables, `id` in JSON Lines, else the number of the row",
    ..ROW
};

static TITLE_FIELD: Setting = Setting {
    name: "title field",
    kind: ValueKind::Text(|reading| &mut reading.title_field),
    option: CliOption::Value("title-field", "NAME"),
    help: "Rows: the field with the title. Not named: recognised in tables, `title` in JSON Lines",
    ..ROW
};

static DATE_FIELD: Setting = Setting {
    name: "date field",
    kind: ValueKind::Text(|reading| &mut reading.date_field),
    option: CliOption::Value("date-field", "NAME"),
    help: "Rows: the field with the date",
    ..ROW
};

static AUTHOR_FIELD: Setting = Setting {
    name: "author field",
    kind: ValueKind::Text(|reading| &mut reading.author_field),
    option: CliOption::Value("author-field", "NAME"),
    help: "Rows: the field with the author",
    ..ROW
};

static ENCODING: Setting = Setting {
    name: "encoding",
    kind: ValueKind::Text(|reading| &mut reading.encoding),
    option: CliOption::Value("encoding", "NAME"),
    help: "The encoding of files that are not UTF-8 and do not say theirs, such as windows-1251. Not named: guessed, as `skipped --all` says",
    ..ROW
};

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
