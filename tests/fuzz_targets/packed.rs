//! Entry points for files with many documents and for documents that a parser takes apart. Parsers run in this
//! process here; in the program they run in a child, which also ends one that takes all memory or does not end.

use shinglescope::corpus::packing::FileForm;
use shinglescope::settings::Reading;

use super::reading::read;

/// Limits that a file of a few kilobytes reaches.
fn reading(choice: usize) -> Reading {
    Reading {
        max_bytes: 1 << 16,
        text_field: ["text", "a,b", "a.b"][choice / 16 % 3].to_owned(),
        ..Reading::default()
    }
}

/// A file of these bytes but the first, under one of these extensions, which the first byte chooses.
fn file(data: &[u8], extensions: &[&str]) {
    let (choice, content) = super::chosen(data);
    let extension = extensions[choice % 16 % extensions.len()];
    let pieces = read(content, extension, &reading(choice));
    // Nothing is passed over in silence: a table without rows, too, is listed. An archive may have no members, and
    // lines may be blank.
    let format = FileForm::from_path(format!("file.{extension}").as_ref()).format;
    let may_be_empty = format.is_archive() || !format.is_table();
    assert!(pieces > 0 || may_be_empty, "{extension}");
}

/// Separated values, with and without a packing.
pub fn rows(data: &[u8]) {
    const FORMS: [&str; 6] = ["csv", "tsv", "csv.gz", "csv.zst", "jsonl.bz2", "jsonl.xz"];
    file(data, &FORMS);
}

/// Parquet files.
pub fn tables(data: &[u8]) {
    file(data, &["parquet"]);
}

/// Archives, with rows and archives in them.
pub fn archives(data: &[u8]) {
    const FORMS: [&str; 6] = ["zip", "tar", "tar.gz", "tar.zst", "tar.bz2", "tar.xz"];
    file(data, &FORMS);
}

/// Documents of word processors, slides and books.
pub fn documents(data: &[u8]) {
    file(data, &["docx", "odt", "epub", "pptx", "odp"]);
}

/// PDF.
pub fn pdf(data: &[u8]) {
    file(&[&[0], data].concat(), &["pdf"]);
}

/// Messages and mailboxes.
pub fn mail(data: &[u8]) {
    file(data, &["eml", "mbox", "mbox.gz"]);
}
