//! Construction of documents from the bytes of a file or row.

use crate::corpus::extracted::Extracted;
use unicode_segmentation::UnicodeSegmentation;
use xxhash_rust::xxh3::xxh3_128;

use crate::corpus::extract::{self, readers};
use crate::corpus::formats::{FileFormat, remedy};
use crate::corpus::html::Syntax;
use crate::corpus::limits::Clock;
use crate::corpus::packing::{FileForm, bare, extension, is_latex};
use crate::corpus::table::{self, TableRow};
use crate::corpus::{
    Document, DocumentRow, Encoding, Kind, SkipReason, SourceLocation, content, decode, html,
    jsonl, warc,
};
use crate::settings::Reading;
use crate::text::front_matter::FrontMatter;
use crate::text::quotations;

/// Metadata of a document before its text is read.
struct Source {
    id: String,
    /// The title of a document that has no other.
    name: String,
    location: SourceLocation,
    /// Length of its bytes, and their digest.
    bytes: u64,
    fingerprint: u128,
}

impl Source {
    /// Creates the metadata of a document with these bytes.
    fn new(id: String, name: &str, bytes: &[u8], location: SourceLocation) -> Self {
        Source {
            id,
            name: name.to_owned(),
            location,
            bytes: bytes.len() as u64,
            fingerprint: xxh3_128(bytes),
        }
    }

    /// Creates a UTF-8 document, without values that are computed later. Without a title, its title is the beginning of
    /// its text, or its name if the text is empty.
    fn document(self, kind: Kind, title: Option<String>, text: String) -> Document {
        let titles = [title.as_deref().unwrap_or(""), beginning(&text), &self.name];
        let title = titles.iter().find(|title| !title.is_empty());
        let title = title.map_or(String::new(), |title| (*title).to_owned());
        Document {
            row: DocumentRow {
                key: 0,
                id: self.id,
                title,
                location: self.location,
                encoding: Encoding::Utf8,
                kind,
                bytes: self.bytes,
                modified: 0,
                has_own_date: false,
                stamp: 0,
                fingerprint: self.fingerprint,
                normalised: 0,
                detected: Box::default(),
            },
            text,
            unseen: Vec::new(),
            quoted: Vec::new(),
            blocks: Vec::new(),
            author: None,
        }
    }

    /// A document of the text that a parser extracts from these bytes.
    fn parsed(
        self,
        format: FileFormat,
        bytes: &[u8],
        reading: &Reading,
    ) -> Result<Document, SkipReason> {
        let extracted = extract::extract(format, bytes, self.fingerprint, reading)?;
        Ok(self.extracted(format, extracted))
    }

    /// A document of the text that a parser or a configured reader has extracted.
    fn extracted(self, format: FileFormat, extracted: Extracted) -> Document {
        Document {
            author: extracted.author,
            unseen: extracted.unseen.into_iter().map(|at| (at, at)).collect(),
            ..self.document(
                Kind::Extracted(format),
                Some(extracted.title),
                extracted.text,
            )
        }
    }
}

/// Builds a document from the content of a file.
pub(super) fn from_file(
    id: &str,
    bytes: Vec<u8>,
    location: SourceLocation,
    reading: &Reading,
    clock: &Clock,
) -> Result<Document, SkipReason> {
    if bytes.is_empty() {
        return Err(SkipReason::Empty);
    }
    let name = id.rsplit('/').next().unwrap_or(id);
    let source = Source::new(id.to_owned(), name, &bytes, location);
    let view = source.location.view();
    let extension = extension(bare(view.named()));
    let extension = extension.as_deref();
    if let Some(command) = readers::command_for(extension)
        && let Some(path) = view.file_on_disk()
        && FileForm::from_path(path).packing.is_none()
        && path.is_file()
    {
        let extracted = extract::by_reader(command, path, source.fingerprint, reading)?;
        return Ok(source.extracted(FileFormat::External, extracted));
    }
    if let Some(format) = FileFormat::of_document(extension, &bytes) {
        return source.parsed(format, &bytes, reading);
    }
    let unsupported = |why: &str| Err(SkipReason::Unsupported(why.to_owned()));
    if let Some(remedy) = remedy(extension, &bytes) {
        return unsupported(remedy);
    }
    if decode::is_binary(&bytes) {
        return match &bytes[..] {
            [b' '..=b'~', 0, _, 0, ..] | [0, b' '..=b'~', 0, _, ..] => {
                unsupported("UTF-16 without a byte-order mark: convert it to UTF-8, as iconv does")
            }
            _ => Err(SkipReason::Binary),
        };
    }
    if content::is_crawl(&bytes) {
        return unsupported("a crawl (WARC) under the name of a document: call it .warc");
    }
    let form = match extension {
        Some("html" | "htm") => TextForm::Html(Syntax::Html),
        Some("xhtml" | "xht") => TextForm::Html(Syntax::Xml),
        Some("md" | "markdown") => TextForm::Markdown,
        extension if is_latex(extension) => TextForm::Latex,
        Some("txt" | "text") => TextForm::Plain,
        // Mirroring tools give names such as `index.html?C=N`, `page.aspx`, `index.html.orig`.
        _ if html::is_page(&bytes) => TextForm::Html(Syntax::Html),
        _ => TextForm::Plain,
    };
    from_bytes(source, bytes, (form, None), reading, clock)
}

/// The syntax of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextForm {
    Plain,
    Html(Syntax),
    Markdown,
    Latex,
}

/// Builds a document from bytes that are text. The HTTP headers may name their encoding.
fn from_bytes(
    source: Source,
    bytes: Vec<u8>,
    (form, from_http): (TextForm, Option<&'static encoding_rs::Encoding>),
    reading: &Reading,
    clock: &Clock,
) -> Result<Document, SkipReason> {
    let declared = match form {
        // HTTP headers take precedence over the page itself (HTML standard, 13.2.3.2).
        _ if from_http.is_some_and(|http| http != encoding_rs::UTF_8) => from_http,
        TextForm::Html(_) => html::declared_encoding(&bytes),
        // XML 1.0, 4.3.3: TEI, FictionBook, SVG.
        _ => decode::xml_encoding(&bytes),
    };
    let named = reading.encoding().filter(|_| declared.is_none());
    let (text, mut encoding) = decode::decode(bytes, declared.or(named));
    if let (Encoding::Detected(used), Some(named)) = (encoding, named)
        && used == named.name()
    {
        encoding = Encoding::Named(used);
    }
    clock.check()?;
    if text.len() as u64 > Reading::MAX_BYTES {
        // Decoding can expand one byte to three.
        return Err(SkipReason::TooLarge(text.len() as u64, Reading::MAX_BYTES));
    }
    let mut document = if let TextForm::Html(syntax) = form {
        let page = html::page(&text, syntax, reading, clock)?;
        Document {
            unseen: page.unseen,
            quoted: page.quoted,
            blocks: page.blocks,
            ..source.document(Kind::Html, Some(page.title), page.text)
        }
    } else {
        let front = FrontMatter::parse(&text);
        let heading = match form {
            TextForm::Markdown => heading(&text).map(str::to_owned),
            _ => None,
        };
        let title = front.title.filter(|title| !title.is_empty()).or(heading);
        let mut document = source.document(Kind::Plain, title, text);
        date(&mut document.row, front.date.map(|own| table::date(&own)));
        if form == TextForm::Latex {
            document.quoted = quotations::of_latex(&document.text);
        }
        document.author = front.author;
        document
    };
    document.row.encoding = encoding;
    Ok(document)
}

/// The first top-level Markdown heading in the first 60 lines.
fn heading(text: &str) -> Option<&str> {
    let mut lines = text.lines().take(60);
    let title = lines.find_map(|line| line.strip_prefix("# "))?.trim();
    (!title.is_empty()).then_some(title)
}

/// Maximum number of characters of a text that are used as title.
const MAX_TITLE: usize = 80;

/// Beginning of the first line of `text` with a letter or a digit: the title of a document that has none. It has
/// complete words only, because a search finds no parts of words; it is empty if the first word is longer than a title.
pub fn beginning(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| line.contains(char::is_alphanumeric));
    let line = line.unwrap_or_default();
    let Some((end, next)) = line.char_indices().nth(MAX_TITLE) else {
        return line;
    };
    let mut words = line[..end + next.len_utf8()].split_word_bound_indices();
    let last = words.next_back().map_or(0, |(at, _)| at);
    line[..last].trim_end()
}

/// Builds a document from a record of a WARC file; its URL is its id.
fn from_record(
    file: &str,
    record: &[u8],
    location: SourceLocation,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    let clock = Clock::start(reading);
    let page = warc::page(record, reading.max_bytes)?;
    if page.bytes.is_empty() {
        return Err(if warc::is_cut_short(record) {
            SkipReason::BadRow("the page was cut short before its first byte".to_owned())
        } else {
            SkipReason::Empty
        });
    }
    if decode::is_binary(&page.bytes) {
        return Err(SkipReason::NoPage("binary data".to_owned()));
    }
    let form = match page.syntax {
        Some(syntax) => TextForm::Html(syntax),
        None if html::begins_as_html(&page.bytes) => TextForm::Html(Syntax::Html),
        None => TextForm::Plain,
    };
    let id = [file, "#", &page.url].concat();
    let source = Source::new(id, &page.url, &page.bytes, location);
    let form = (form, page.encoding);
    let mut document = from_bytes(source, page.bytes, form, reading, &clock)?;
    date(&mut document.row, Some(table::date(&page.date)));
    Ok(document)
}

/// Sets the date of a row to the date of its source in milliseconds since 1970; [`NO_DATE`](crate::corpus::NO_DATE) if
/// its date field is empty. `None` if the source has no date field: the row then has the date of its file.
fn date(row: &mut DocumentRow, milliseconds: Option<i64>) {
    if let Some(milliseconds) = milliseconds {
        (row.modified, row.has_own_date) = (milliseconds, true);
    }
}

/// Builds a document from the fields of a row of this kind, with the length and the digest of its bytes.
pub(super) fn from_fields(
    file: &str,
    fields: TableRow,
    location: SourceLocation,
    (kind, bytes, fingerprint): (Kind, u64, u128),
) -> Result<Document, SkipReason> {
    let length = fields.text.len() as u64;
    if length == 0 {
        return Err(SkipReason::Empty);
    }
    if length > Reading::MAX_BYTES {
        return Err(SkipReason::TooLarge(length, Reading::MAX_BYTES));
    }
    let name = fields.id.unwrap_or_else(|| location.row.line.to_string());
    let source = Source {
        id: [file, "#", &name].concat(),
        name,
        location,
        bytes,
        fingerprint,
    };
    let mut document = source.document(kind, fields.title, fields.text);
    document.row.encoding = fields.encoding;
    date(&mut document.row, fields.date);
    document.author = fields.author.filter(|author| !author.is_empty());
    Ok(document)
}

/// Whether a row of a file without a known extension is a record of a crawl, not JSON.
pub(super) fn is_record(row: &[u8]) -> bool {
    row.starts_with(&[0x1f, 0x8b]) || content::is_crawl(row)
}

/// Builds a document from a row of a JSON Lines file, from a record of a WARC file or from a message of a
/// mailbox.
pub(super) fn from_row(
    file: &str,
    line: &[u8],
    location: SourceLocation,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    match location.view().form().format {
        FileFormat::Warc => return from_record(file, line, location, reading),
        FileFormat::Document if is_record(line) => {
            return from_record(file, line, location, reading);
        }
        FileFormat::Mailbox => {
            let name = location.row.line.to_string();
            let id = [file, "#", &name].concat();
            let source = Source::new(id, &name, line, location);
            return source.parsed(FileFormat::Mail, line, reading);
        }
        _ => {}
    }
    let (bytes, fingerprint) = (line.len() as u64, xxh3_128(line));
    let (line, encoding) = decode::line(line, reading.encoding());
    let fields = TableRow {
        encoding,
        ..jsonl::row(&line, reading)?
    };
    from_fields(file, fields, location, (Kind::JsonRow, bytes, fingerprint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::RowSpan;

    fn read(line: &[u8]) -> Document {
        let location = SourceLocation::in_program("a.jsonl").row(RowSpan {
            line: 1,
            ..RowSpan::default()
        });
        from_row("a.jsonl", line, location, &Reading::default()).unwrap()
    }

    #[test]
    fn the_beginning_of_a_text_has_complete_words() {
        let text = format!("{}xx category of things", "v ".repeat(37));
        assert_eq!(beginning(&text), format!("{}xx", "v ".repeat(37)));
        let word = "v".repeat(MAX_TITLE);
        assert_eq!(beginning(&format!("\n  {word} w")), word);
        assert_eq!(beginning(&format!("{word}w x")), "");
        assert_eq!(beginning("short, this.\nmore"), "short, this.");
        let han = format!("{}。{}", "字".repeat(70), "字".repeat(70));
        assert_eq!(beginning(&han).chars().count(), MAX_TITLE);
        let document = read(format!("{{\"text\":\"{word}w x\"}}").as_bytes());
        assert_eq!(document.row.title, "1", "its own id");
    }
}
