//! Entry points for files with many documents and for document formats with a parser. Here the parsers run in this
//! process. In the program they run in a child process, which is ended if it needs too much memory or time.

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

/// Reads a file of these bytes. The first byte selects the extension and is not part of the file.
fn file(data: &[u8], extensions: &[&str]) {
    let (choice, content) = super::chosen(data);
    let extension = extensions[choice % 16 % extensions.len()];
    let pieces = read(content, extension, &reading(choice));
    // Every file yields a document or a skipped entry, even a table without rows. Only archives without members and
    // files of blank lines may yield none.
    let format = FileForm::from_path(format!("file.{extension}").as_ref()).format;
    let may_be_empty = format.is_archive() || !format.is_table();
    assert!(pieces > 0 || may_be_empty, "{extension}");
}

/// Separated values, compressed or not.
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

pub fn pdf(data: &[u8]) {
    file(&[&[0], data].concat(), &["pdf"]);
}

/// Messages and mailboxes.
pub fn mail(data: &[u8]) {
    file(data, &["eml", "mbox", "mbox.gz"]);
}
