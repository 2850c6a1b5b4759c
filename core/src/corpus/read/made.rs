//! Construction of documents from the bytes of a file or row.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_128;

use crate::corpus::archive::as_written;
use crate::corpus::extract::{self, readers};
use crate::corpus::file_kind::{extension, is_latex};
use crate::corpus::formats::{Format, remedy};
use crate::corpus::front_matter::FrontMatter;
use crate::corpus::html::Syntax;
use crate::corpus::limits::{Clock, is_deeper};
use crate::corpus::packing::{Form, bare};
use crate::corpus::table::TableRow;
use crate::corpus::{
    Date, Document, DocumentRow, Encoding, Kind, NO_DATE, Place, SkipReason, content, decode, html,
    jsonl, warc,
};
use crate::settings::Reading;
use crate::text::quotations;

/// A document of this row and text, with what is set apart from it unknown.
fn document(row: DocumentRow, text: String) -> Document {
    Document {
        row,
        text,
        unseen: Vec::new(),
        quoted: Vec::new(),
        blocks: Vec::new(),
        author: None,
    }
}

/// A row of UTF-8, with what is computed later unknown; `source` is the length and the digest of its bytes.
fn row(id: String, title: String, place: Place, kind: Kind, source: (u64, u128)) -> DocumentRow {
    DocumentRow {
        key: 0,
        id,
        title,
        place,
        encoding: Encoding::Utf8,
        kind,
        bytes: source.0,
        modified: 0,
        has_own_date: false,
        stamp: 0,
        fingerprint: source.1,
        normalised: 0,
        detected: Box::default(),
    }
}

/// The first of these titles that says something, or else `name`.
fn titled(titles: impl IntoIterator<Item = Option<String>>, name: &str) -> String {
    let mut said = titles
        .into_iter()
        .flatten()
        .filter(|title| !title.is_empty());
    said.next().unwrap_or_else(|| name.to_owned())
}

/// The path or name that says what a document at `place` is.
fn named(place: &Place) -> &Path {
    match place {
        Place::Demo(path) | Place::DemoRow(path, _) => Path::new(path),
        Place::File(path) => path,
        Place::Row { path, .. } => path,
        Place::Member { member, .. } => Path::new(as_written(member)),
    }
}

/// Builds a document from the content of a file.
pub(super) fn from_file(
    id: &str,
    bytes: Vec<u8>,
    place: Place,
    reading: &Reading,
    clock: &Clock,
) -> Result<Document, SkipReason> {
    if bytes.is_empty() {
        return Err(SkipReason::Empty);
    }
    let name = id.rsplit('/').next().unwrap_or(id);
    let extension = extension(bare(named(&place)));
    let extension = extension.as_deref();
    if let (Some(command), Place::File(path)) = (readers::of(extension), &place)
        && Form::of(path).packing.is_none()
        && path.is_file()
    {
        let source = (bytes.len() as u64, xxh3_128(&bytes));
        let extracted = extract::by_reader(command, path, source.1, reading)?;
        let format = Format::External;
        return Ok(with_extracted((id, name), format, source, extracted, place));
    }
    let format = Format::of_document(extension, &bytes);
    let is_markup = format == Some(Format::Xml);
    if let Some(format) = format.filter(|_| !is_markup || !reading.keep_html_tags) {
        return from_extracted((id, name), format, &bytes, place, reading);
    }
    if let Some(remedy) = remedy(extension, &bytes) {
        return Err(SkipReason::Unsupported(remedy.to_owned()));
    }
    if decode::is_binary(&bytes) {
        return Err(SkipReason::Binary);
    }
    if content::is_crawl(&bytes) {
        let why = "a crawl (WARC) under the name of a document: call it .warc";
        return Err(SkipReason::Unsupported(why.to_owned()));
    }
    let form = match extension {
        Some("html" | "htm") => TextForm::Html(Syntax::Html),
        Some("xhtml" | "xht") => TextForm::Html(Syntax::Xml),
        Some("md" | "markdown") => TextForm::Markdown,
        extension if is_latex(extension) => TextForm::Latex,
        Some("txt" | "text") => TextForm::Plain,
        // Mirrors have names such as `index.html?C=N`, `page.aspx`, `index.html.orig`.
        _ if html::is_page(&bytes) => TextForm::Html(Syntax::Html),
        _ => TextForm::Plain,
    };
    from_bytes((id, name), bytes, place, (form, None), reading, clock)
}

/// Builds a document from the bytes of a format that a parser takes apart.
fn from_extracted(
    (id, name): (&str, &str),
    format: Format,
    bytes: &[u8],
    place: Place,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    let source = (bytes.len() as u64, xxh3_128(bytes));
    let extracted = extract::extract(format, bytes, source.1, reading)?;
    Ok(with_extracted((id, name), format, source, extracted, place))
}

/// Builds a document from what was taken out of it; `source` is the length and the digest of its bytes.
fn with_extracted(
    (id, name): (&str, &str),
    format: Format,
    source: (u64, u128),
    extracted: extract::Extracted,
    place: Place,
) -> Document {
    let title = titled([Some(extracted.title)], name);
    let row = row(id.to_owned(), title, place, Kind::Extracted(format), source);
    Document {
        author: extracted.author,
        unseen: extracted.unseen.into_iter().map(|at| (at, at)).collect(),
        ..document(row, extracted.text)
    }
}

/// What a text is written as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextForm {
    Plain,
    Html(Syntax),
    Markdown,
    Latex,
}

/// Builds a document from bytes that are text, in the encoding that was sent with them if one was.
fn from_bytes(
    (id, name): (&str, &str),
    bytes: Vec<u8>,
    place: Place,
    (form, sent): (TextForm, Option<&'static encoding_rs::Encoding>),
    reading: &Reading,
    clock: &Clock,
) -> Result<Document, SkipReason> {
    let source = (bytes.len() as u64, xxh3_128(&bytes));
    let syntax = match form {
        TextForm::Html(syntax) => Some(syntax),
        _ => None,
    };
    // What is sent with a page goes before what the page says (HTML standard, 13.2.3.2).
    let of_page = || match syntax {
        Some(_) => html::declared_encoding(&bytes),
        // XML 1.0, 4.3.3: TEI, FictionBook, SVG.
        None => decode::xml_encoding(&bytes),
    };
    let sent = sent.filter(|encoding| *encoding != encoding_rs::UTF_8);
    let declared = sent.or_else(of_page);
    let named = reading.encoding().filter(|_| declared.is_none());
    let (text, encoding) = match decode::decode(bytes, declared.or(named)) {
        (text, Encoding::Detected(name)) if named.is_some_and(|named| named.name() == name) => {
            (text, Encoding::Named(name))
        }
        decoded => decoded,
    };
    clock.check()?;
    if text.len() as u64 > Reading::MOST_BYTES {
        // Decoding can expand one byte to three.
        return Err(SkipReason::TooLarge(text.len() as u64, Reading::MOST_BYTES));
    }
    let syntax = syntax.filter(|_| !reading.keep_html_tags);
    let kind = syntax.map_or(Kind::Plain, |_| Kind::Html);
    let is_packed = match &place {
        Place::Member { .. } => true,
        Place::File(path) => Form::of(path).packing.is_some(),
        _ => false,
    };
    let made = |title, text| {
        let mut row = row(id.to_owned(), title, place, kind, source);
        row.encoding = encoding;
        document(row, text)
    };
    let Some(syntax) = syntax else {
        let front = FrontMatter::of(&text, form == TextForm::Latex);
        // That of a plain file is read again where dates are asked for.
        let own_date = front.date.as_deref().filter(|_| is_packed).map(Date::parse);
        let heading = (form == TextForm::Markdown)
            .then(|| heading(&text))
            .flatten();
        let title = titled([front.title, heading.map(str::to_owned)], name);
        let mut made = made(title, text);
        let at = |date: Option<Date>| date.map_or(NO_DATE, |date| date.milliseconds());
        date(&mut made.row, own_date.map(at));
        let quoted = match form {
            TextForm::Latex => quotations::of_latex(&made.text),
            _ => Vec::new(),
        };
        return Ok(Document {
            author: front.author,
            quoted,
            ..made
        });
    };
    let page = html::page(&text, syntax, reading, clock)?;
    Ok(Document {
        unseen: page.unseen,
        quoted: page.quoted,
        blocks: page.blocks,
        ..made(titled([Some(page.title)], name), page.text)
    })
}

/// The first top-level Markdown heading in the first 60 lines.
fn heading(text: &str) -> Option<&str> {
    let mut lines = text.lines().take(60);
    let title = lines.find_map(|line| line.strip_prefix("# "))?.trim();
    (!title.is_empty()).then_some(title)
}

/// Number of characters of a row's text used as title if the row has none.
const TITLE: usize = 80;

/// Beginning of the first non-blank line of `text`: the title of a row that has none. It holds whole words only, since a
/// search finds each of them; nothing if the first word is longer than a title.
#[must_use]
pub fn beginning(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
    let Some((end, next)) = line.char_indices().nth(TITLE) else {
        return line;
    };
    let kept = &line[..end];
    let whole = match parts_words(next) {
        true => kept,
        false => kept.rfind(parts_words).map_or("", |last| &kept[..last]),
    };
    whole.trim_end()
}

/// Whether a character is in no word: white space, punctuation of ASCII, of most scripts, and of East Asian ones.
fn parts_words(c: char) -> bool {
    c.is_whitespace()
        || c.is_ascii_punctuation()
        || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}')
        || matches!(c, '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}')
}

/// Builds a document from a record of a WARC file; its URL is its id.
fn from_record(
    file: &str,
    record: &[u8],
    place: Place,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    let clock = Clock::start(reading);
    let page = warc::page(record, reading.max_bytes)?;
    if page.bytes.is_empty() {
        return Err(match warc::is_cut_short(record) {
            true => SkipReason::BadRow("the page was cut short before its first byte".to_owned()),
            false => SkipReason::Empty,
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
    let form = (form, page.encoding);
    let mut document = from_bytes((&id, &page.url), page.bytes, place, form, reading, &clock)?;
    let captured = Date::parse(&page.date).map_or(NO_DATE, |date| date.milliseconds());
    date(&mut document.row, Some(captured));
    Ok(document)
}

/// Gives a row the date of its source, milliseconds since 1970; [`NO_DATE`] if its place for one holds none. `None` if the source has
/// no place for dates: the row then has that of its file.
fn date(row: &mut DocumentRow, given: Option<i64>) {
    if let Some(given) = given {
        (row.modified, row.has_own_date) = (given, true);
    }
}

/// Builds a document from a row of a table.
pub(super) fn from_fields(
    file: &str,
    fields: TableRow,
    place: Place,
) -> Result<Document, SkipReason> {
    if fields.text.is_empty() {
        return Err(SkipReason::Empty);
    }
    if fields.text.len() as u64 > Reading::MOST_BYTES {
        let length = fields.text.len() as u64;
        return Err(SkipReason::TooLarge(length, Reading::MOST_BYTES));
    }
    let source = (fields.bytes(), fields.fingerprint());
    let id = fields.id.unwrap_or_else(|| fields.number.to_string());
    let title = fields.title.unwrap_or_else(|| {
        let beginning = beginning(&fields.text);
        let title = if beginning.is_empty() { &id } else { beginning };
        title.to_owned()
    });
    let id = [file, "#", &id].concat();
    let mut row = row(id, title, place, Kind::TableRow, source);
    date(&mut row, fields.date);
    row.encoding = fields.encoding;
    Ok(Document {
        author: fields.author,
        ..document(row, fields.text)
    })
}

/// Whether a row of a file whose name says nothing is a record of a crawl, and not of JSON.
pub(super) fn is_record(row: &[u8]) -> bool {
    row.starts_with(&[0x1f, 0x8b]) || content::is_crawl(row)
}

/// Builds a document from a row of a JSON Lines file, from a record of a WARC file or from a message of a
/// mailbox.
pub(super) fn from_row(
    file: &str,
    number: u64,
    line: &[u8],
    place: Place,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    match Form::of(named(&place)).format {
        Format::Warc => return from_record(file, line, place, reading),
        Format::Document if is_record(line) => {
            return from_record(file, line, place, reading);
        }
        Format::Mailbox => {
            let name = number.to_string();
            let id = [file, "#", &name].concat();
            return from_extracted((&id, &name), Format::Mail, line, place, reading);
        }
        _ => {}
    }
    let source = (line.len() as u64, xxh3_128(line));
    let (line, encoding) = decode::line(line, reading.encoding());
    if is_deeper(&line, reading.max_depth) {
        return Err(SkipReason::TooDeep(reading.max_depth));
    }
    let fields = jsonl::row(&line, reading)?;
    if fields.text.is_empty() {
        return Err(SkipReason::Empty);
    }
    let id = fields.id.unwrap_or_else(|| number.to_string());
    let beginning = beginning(&fields.text).to_owned();
    let title = titled([fields.title, Some(beginning)], &id);
    let id = [file, "#", &id].concat();
    let mut row = row(id, title, place, Kind::JsonRow, source);
    row.encoding = encoding;
    date(&mut row, fields.date);
    Ok(Document {
        author: fields.author.filter(|author| !author.is_empty()),
        ..document(row, fields.text.into_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &[u8]) -> Document {
        let place = Place::DemoRow("a.jsonl".into(), 1);
        from_row("a.jsonl", 1, line, place, &Reading::default()).unwrap()
    }

    #[test]
    fn the_beginning_of_a_text_holds_whole_words() {
        let text = format!("{}xx category of things", "v ".repeat(37));
        assert_eq!(beginning(&text), format!("{}xx", "v ".repeat(37)));
        let whole = "v".repeat(TITLE);
        assert_eq!(beginning(&format!("\n  {whole} w")), whole);
        assert_eq!(beginning(&format!("{whole}w x")), "");
        assert_eq!(beginning("short, this.\nmore"), "short, this.");
        let han = format!("{}。{}", "字".repeat(70), "字".repeat(70));
        assert_eq!(beginning(&han).chars().count(), 70);
        let document = read(format!("{{\"text\":\"{whole}w x\"}}").as_bytes());
        assert_eq!(document.row.title, "1", "its own id");
    }

    #[test]
    fn a_row_is_read_in_the_encoding_that_it_is_in() {
        let text = "Die Bürgerinnen möchten über größere Gärten plaudern";
        let line = format!("{{\"text\":\"{text}\"}}");
        let (latin, ..) = encoding_rs::WINDOWS_1252.encode(&line);
        for (bytes, encoding) in [
            (line.as_bytes(), Encoding::Utf8),
            (&latin, Encoding::Detected("windows-1252")),
        ] {
            let document = read(bytes);
            assert_eq!(
                (document.text.as_str(), document.row.encoding),
                (text, encoding)
            );
        }
        let damaged = read(b"{\"text\":\"\xc3\xbc \xc3\xb6 \xff\"}");
        assert_eq!(
            (damaged.text.as_str(), damaged.row.encoding),
            ("ü ö \u{fffd}", Encoding::Utf8Damaged)
        );
    }
}
