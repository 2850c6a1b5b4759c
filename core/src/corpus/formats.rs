//! The table of formats, one row each, and the recognition of a file's format. A new format is a row here and a file in
//! `formats/`. If a file of the format contains many documents, [`super::read`] splits it into units of work.

mod docx;
mod epub;
mod mail;
mod odf;
mod package;
mod pdf;
mod pptx;
mod xml;
mod xml_text;

use serde::{Deserialize, Serialize};

use super::extracted::{Extracted, Limits, UnextractedParts};
use super::{SkipReason, decode, html};
use crate::base::caught::{caught, panic_message};
use crate::base::units::counted;
use package::COMPOUND_FILE;
pub(super) use package::before_zip;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FileFormat {
    /// One document of text or HTML, or one that is recognised by its content.
    Document,
    /// A document on each line.
    JsonLines,
    /// A document in each object of an array of JSON.
    JsonArray,
    /// Comma-separated values; another separator is recognised by the header.
    Csv,
    /// Tab-separated values.
    Tsv,
    /// An Apache Parquet file.
    Parquet,
    /// A WARC file; each record may be compressed separately.
    Warc,
    /// A mailbox (mbox); each message is a document.
    Mailbox,
    /// A zip archive.
    Zip,
    /// A tar archive.
    Tar,
    /// Office Open XML text.
    Docx,
    /// OpenDocument text.
    Odt,
    /// EPUB 2 and 3.
    Epub,
    /// Office Open XML slides.
    Pptx,
    /// OpenDocument slides.
    Odp,
    /// Portable Document Format.
    Pdf,
    /// A mail message.
    Mail,
    /// XML, including JATS and TEI.
    Xml,
    /// A document that a configured reader reads.
    External,
}

/// Extracts the text of a document.
type Parse = fn(&[u8], &Limits) -> Result<Extracted, SkipReason>;

/// How a file of a format becomes documents.
#[derive(Clone, Copy)]
enum Reader {
    /// It is text, or a configured reader reads it.
    Text,
    /// A parser extracts its text.
    Parser(Parse),
    /// It contains many documents.
    Many,
}

/// A row of the table of formats: its name in the singular, for messages; extensions in lower case, separated by
/// spaces; a check of the first bytes; how a file becomes documents.
struct Row(
    FileFormat,
    &'static str,
    &'static str,
    fn(&[u8]) -> bool,
    Reader,
);

/// The table of formats, in the order of [`FileFormat`].
#[rustfmt::skip]
static ROWS: [Row; 19] = {
    use FileFormat as F;
    use Reader::{Many, Parser, Text};
    [
        Row(F::Document, "text", "", any, Text),
        Row(F::JsonLines, "JSON Lines", "jsonl ndjson ldjson jl", any, Many),
        Row(F::JsonArray, "JSON array", "", any, Many),
        Row(F::Csv, "table of separated values", "csv", any, Many),
        Row(F::Tsv, "table of separated values", "tsv tab", any, Many),
        Row(F::Parquet, "Parquet file", "parquet pq", any, Many),
        Row(F::Warc, "crawl", "warc wet", any, Many),
        Row(F::Mailbox, "mailbox", "mbox", any, Many),
        Row(F::Zip, "zip archive", "zip wacz", any, Many),
        Row(F::Tar, "tar archive", "tar", any, Many),
        Row(F::Docx, "Word document", "docx docm dotx", is_office, Parser(docx::read)),
        Row(F::Odt, "OpenDocument text", "odt ott", is_zip, Parser(odf::read)),
        Row(F::Epub, "EPUB book", "epub", is_zip, Parser(epub::read)),
        Row(F::Pptx, "PowerPoint slides", "pptx pptm ppsx", is_office, Parser(pptx::read)),
        Row(F::Odp, "OpenDocument slides", "odp otp", is_zip, Parser(odf::read)),
        Row(F::Pdf, "PDF", "pdf", is_pdf, Parser(pdf::read)),
        Row(F::Mail, "mail message", "eml", any, Parser(mail::read)),
        Row(F::Xml, "XML document", "", any, Parser(xml_text::read)),
        Row(F::External, "document read by a program of yours", "", any, Text),
    ]
};

/// Extensions of text and HTML, which need no parser.
const TEXTS: &str = "txt text md markdown html htm xhtml xht xml tex ltx doc rtf mht mhtml";

fn has(extensions: &str, extension: &str) -> bool {
    extensions.split(' ').any(|other| other == extension)
}

impl FileFormat {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Formats whose text a parser or a configured reader extracts. The index records positions in this list, so
    /// new formats go to its end.
    pub fn extracted() -> impl Iterator<Item = FileFormat> {
        let is_extracted =
            |row: &&Row| matches!(row.4, Reader::Parser(_)) || row.0 == FileFormat::External;
        ROWS.iter().filter(is_extracted).map(|row| row.0)
    }

    /// The format of a file with this extension (lower case), if such a file contains many documents; otherwise
    /// [`FileFormat::Document`].
    pub fn of_extension(extension: Option<&str>) -> Self {
        let is_named = |row: &&Row| {
            matches!(row.4, Reader::Many)
                && extension.is_some_and(|extension| has(row.2, extension))
        };
        ROWS.iter()
            .find(is_named)
            .map_or(FileFormat::Document, |row| row.0)
    }

    /// The format of a document with this extension (lower case) and content, if a parser extracts its text. The
    /// extension names the format and the first bytes confirm it: a text named `.pdf` is read as text.
    pub fn of_document(extension: Option<&str>, bytes: &[u8]) -> Option<Self> {
        if is_xml(extension, bytes) {
            return Some(FileFormat::Xml);
        }
        let extension = extension?;
        // Browsers save pages in this format.
        if has("mht mhtml", extension) && is_message(bytes) {
            return Some(FileFormat::Mail);
        }
        let is_named = |row: &&Row| matches!(row.4, Reader::Parser(_)) && has(row.2, extension);
        let row = ROWS.iter().find(is_named)?;
        (row.3)(bytes).then_some(row.0)
    }

    /// Whether an extension (lower case) determines that a file is one document.
    pub fn is_of_document(extension: &str) -> bool {
        let is_parsed = |row: &Row| matches!(row.4, Reader::Parser(_)) && has(row.2, extension);
        has(TEXTS, extension) || ROWS.iter().any(is_parsed)
    }

    /// Display name in the singular.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Whether a file of this format may contain many documents.
    pub fn has_rows(self) -> bool {
        matches!(self.row().4, Reader::Many)
    }

    /// Whether its documents are separate files.
    pub fn is_archive(self) -> bool {
        matches!(self, FileFormat::Zip | FileFormat::Tar)
    }

    /// Whether it is a table of separated values.
    pub fn is_separated(self) -> bool {
        matches!(self, FileFormat::Csv | FileFormat::Tsv)
    }

    /// Whether the documents are the rows of a table with named columns.
    pub fn is_table(self) -> bool {
        self.is_separated() || self == FileFormat::Parquet
    }

    /// Whether a row is read again by the offset of its bytes in the file.
    pub fn is_read_by_offset(self) -> bool {
        matches!(
            self,
            FileFormat::JsonLines | FileFormat::JsonArray | FileFormat::Mailbox | FileFormat::Warc
        )
    }
}

/// Extracts the text in this process. A panic of a parser becomes a reason; a parser that aborts, hangs or exhausts
/// memory is not caught here.
pub(super) fn parse(
    format: FileFormat,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extracted, SkipReason> {
    let parse = || match format.row().4 {
        Reader::Parser(parse) => parse(bytes, limits),
        _ => Err(SkipReason::Unsupported(format.name().to_owned())),
    };
    let outcome = caught(parse);
    let extracted =
        outcome.unwrap_or_else(|panic| Err(SkipReason::ParserFailed(panic_message(&*panic))))?;
    limits.check(extracted.text.len())?;
    if extracted.text.trim().is_empty() {
        return Err(without_text(format, extracted.unextracted));
    }
    Ok(extracted)
}

/// Why a document has no text.
fn without_text(format: FileFormat, unextracted: UnextractedParts) -> SkipReason {
    if format == FileFormat::Pdf {
        SkipReason::NoTextLayer
    } else if unextracted.attachments > 0 {
        let attachments = counted(unextracted.attachments.into(), "attachment", "attachments");
        SkipReason::Unsupported(format!(
            "a message without text, but with {attachments}: save the attachments as files and read those"
        ))
    } else if unextracted.missing > 0 {
        let parts = counted(unextracted.missing.into(), "part", "parts");
        SkipReason::Damaged(format!("it has no text, and {parts} of it cannot be read"))
    } else {
        SkipReason::Empty
    }
}

fn any(_: &[u8]) -> bool {
    true
}

fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK")
}

fn is_office(bytes: &[u8]) -> bool {
    is_zip(bytes) || bytes.starts_with(COMPOUND_FILE)
}

fn is_pdf(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1024)];
    head.windows(5).any(|at| at == b"%PDF-")
}

/// Whether a file is XML other than XHTML, by its extension or first bytes, and its extension does not name text or
/// HTML.
fn is_xml(extension: Option<&str>, bytes: &[u8]) -> bool {
    let begin = &bytes[..bytes.len().min(64)];
    let is_utf16 = begin.starts_with(b"\xff\xfe") || begin.starts_with(b"\xfe\xff");
    let without_bom = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin);
    if !is_utf16 && !without_bom.trim_ascii_start().starts_with(b"<") {
        return false;
    }
    let begin = decode::decode(begin.to_vec(), None).0;
    let begin = begin.trim_start().as_bytes();
    let is_markup = match extension {
        Some("xml") => begin.starts_with(b"<"),
        Some("txt" | "text" | "md" | "markdown" | "html" | "htm" | "xhtml" | "xht") => false,
        _ => begin.starts_with(b"<?xml"),
    };
    is_markup && !html::is_page(bytes)
}

/// Whether bytes begin with a header of a message.
fn is_message(bytes: &[u8]) -> bool {
    let begin = bytes.trim_ascii_start();
    let name = begin.split(|byte| *byte == b':').next();
    let name = name.unwrap_or_default();
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    !name.is_empty() && name.len() < begin.len() && name.iter().all(is_of_name)
}

/// Extensions, the first bytes of a file with one of them, and the advice for such a file.
#[rustfmt::skip]
const REMEDIES: [(&str, &[u8], &str); 12] = [
    ("arrow arrows feather", b"", "an Arrow file: save it as .parquet and read that"),
    ("xlsx xlsm xltx xlsb ods ots xls xlt", ZIP, "a spreadsheet: save it as .csv and read that"),
    ("xlsx xlsm xltx xlsb ods ots xls xlt", COMPOUND_FILE, "a spreadsheet: save it as .csv and read that"),
    ("doc dot", COMPOUND_FILE, "a Word document of the old format: save it as .docx, or add doc = \"antiword {}\" to [readers] of the config file"),
    ("doc dot", ZIP, "a Word document of another format: call it .docx"),
    ("ppt pps pot", COMPOUND_FILE, "PowerPoint slides of the old format: save them as .pptx, or add ppt = \"catppt {}\" to [readers] of the config file"),
    ("msg", COMPOUND_FILE, "an Outlook message: save it as .eml, or add msg = \"tika --text {}\" to [readers] of the config file"),
    ("pages", ZIP, "a document of Pages: export it as .docx, or add pages = \"soffice --cat {}\" to [readers] of the config file"),
    ("numbers", ZIP, "a spreadsheet: export it as .csv and read that"),
    ("key", ZIP, "slides of Keynote: export them as .pptx and read that"),
    ("7z", b"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip: unpack it and read the result"),
    ("rar", b"Rar!", "an archive of RAR: unpack it and read the result"),
];

const ZIP: &[u8] = b"PK";

/// Name of a known but unsupported format, and advice. As in [`FileFormat::of_document`], extension and first bytes
/// must agree.
pub fn remedy(extension: Option<&str>, bytes: &[u8]) -> Option<&'static str> {
    let extension = extension?;
    // Many programs give RTF the name of a Word document.
    if bytes.trim_ascii_start().starts_with(b"{\\rtf") && has("rtf doc docx dot", extension) {
        return Some(
            "an RTF document: save it as .docx, or add rtf = \"pandoc -t plain --wrap=none {}\" to [readers] of the config file",
        );
    }
    let is_it = |row: &&(&str, &[u8], &str)| has(row.0, extension) && bytes.starts_with(row.1);
    REMEDIES.iter().find(is_it).map(|row| row.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_formats() {
        for (at, row) in ROWS.iter().enumerate() {
            assert_eq!(row.0 as usize, at, "{}", row.1);
        }
    }

    #[test]
    fn extension_and_first_bytes_must_agree() {
        for (extension, bytes, format) in [
            ("pdf", b"%PDF-1.7".as_slice(), Some(FileFormat::Pdf)),
            ("pdf", b"junk\n%PDF-1.7", Some(FileFormat::Pdf)),
            ("pdf", b"words", None),
            ("docx", b"PK\x03\x04", Some(FileFormat::Docx)),
            ("docx", COMPOUND_FILE, Some(FileFormat::Docx)),
            ("docx", b"{\\rtf1 a}", None),
            ("txt", b"PK\x03\x04", None),
            ("doc", COMPOUND_FILE, None),
            ("doc", b"Note: plain words", None),
            ("mht", b"From: <Saved by Blink>\r\n", Some(FileFormat::Mail)),
            ("mhtml", b"plain words: more", None),
        ] {
            assert_eq!(FileFormat::of_document(Some(extension), bytes), format);
        }
        assert_eq!(FileFormat::of_document(None, b"%PDF-1.7"), None);
    }

    #[test]
    fn an_unsupported_format_has_advice() {
        for (extension, bytes, hint) in [
            ("xlsx", b"PK\x03\x04".as_slice(), Some(".csv")),
            ("xls", COMPOUND_FILE, Some(".csv")),
            ("doc", COMPOUND_FILE, Some(".docx")),
            ("rtf", b" {\\rtf1 a}", Some("RTF")),
            ("docx", b"{\\rtf1 a}", Some("RTF")),
            ("ppt", COMPOUND_FILE, Some(".pptx")),
            ("doc", b"plain words", None),
            ("xls", b"a\tb", None),
            ("txt", COMPOUND_FILE, None),
        ] {
            let remedy = remedy(Some(extension), bytes);
            let has = |hint: &str| remedy.is_some_and(|remedy| remedy.contains(hint));
            assert_eq!(remedy.is_some(), hint.is_some_and(has), "{extension}");
        }
    }
}
