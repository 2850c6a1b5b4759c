//! The formats whose text is taken out by a parser: how they are recognised, and what they are called.

use serde::{Deserialize, Serialize};

use crate::corpus::{decode, html};

/// A format whose text is taken out by a parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Format {
    /// Office Open XML text (`.docx`).
    Docx,
    /// OpenDocument text (`.odt`).
    Odt,
    /// EPUB 2 and 3 (`.epub`).
    Epub,
    /// Office Open XML slides (`.pptx`).
    Pptx,
    /// OpenDocument slides (`.odp`).
    Odp,
    /// Portable Document Format (`.pdf`).
    Pdf,
    /// One message (`.eml`), or one of a mailbox (`.mbox`).
    Mail,
    /// XML, JATS and TEI among it.
    Xml,
    /// What a reader of the user reads.
    External,
}

impl Format {
    /// All formats. The store records the place of a format in this list: new ones go to its end.
    pub const ALL: [Format; 9] = [
        Format::Docx,
        Format::Odt,
        Format::Epub,
        Format::Pptx,
        Format::Odp,
        Format::Pdf,
        Format::Mail,
        Format::Xml,
        Format::External,
    ];

    /// The format of a file with this extension (lower case) and content. The extension says which format is
    /// meant, the first bytes whether it is one: a text that is called `.pdf` is read as text.
    #[must_use]
    pub fn of(extension: Option<&str>, bytes: &[u8]) -> Option<Self> {
        if is_xml(extension, bytes) {
            return Some(Format::Xml);
        }
        let format = match extension? {
            // Many programs give a message with a page and its pictures the name of a Word document.
            "doc" | "docx" if is_page_message(bytes) => Format::Mail,
            "docx" | "docm" | "dotx" => Format::Docx,
            "odt" | "ott" => Format::Odt,
            "epub" => Format::Epub,
            "pptx" | "pptm" | "ppsx" => Format::Pptx,
            "odp" | "otp" => Format::Odp,
            "pdf" => Format::Pdf,
            "eml" => Format::Mail,
            // A page with its pictures, as browsers save it.
            "mht" | "mhtml" if is_message(bytes) => Format::Mail,
            _ => return None,
        };
        format.begins(bytes).then_some(format)
    }

    fn begins(self, bytes: &[u8]) -> bool {
        match self {
            // An encrypted document of Office is a compound file.
            Format::Docx | Format::Pptx => {
                bytes.starts_with(b"PK") || bytes.starts_with(COMPOUND_FILE)
            }
            Format::Odt | Format::Odp | Format::Epub => bytes.starts_with(b"PK"),
            Format::Pdf => {
                let head = &bytes[..bytes.len().min(1024)];
                head.windows(5).any(|at| at == b"%PDF-")
            }
            Format::Mail | Format::Xml => true,
            Format::External => false,
        }
    }

    /// Its name in the singular, for a person.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Docx => "Word document",
            Format::Odt => "OpenDocument text",
            Format::Epub => "EPUB book",
            Format::Pptx => "PowerPoint slides",
            Format::Odp => "OpenDocument slides",
            Format::Pdf => "PDF",
            Format::Mail => "mail message",
            Format::Xml => "XML document",
            Format::External => "document read by a program of yours",
        }
    }
}

/// Whether a file is XML other than XHTML, by its extension or first bytes, and not said to be text.
fn is_xml(extension: Option<&str>, bytes: &[u8]) -> bool {
    let begin = &bytes[..bytes.len().min(64)];
    let is_wide = begin.starts_with(b"\xff\xfe") || begin.starts_with(b"\xfe\xff");
    let marked = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin);
    if !is_wide && !marked.trim_ascii_start().starts_with(b"<") {
        return false;
    }
    let begin = decode::decode(begin.to_vec(), None).0;
    let begin = begin.trim_start().as_bytes();
    let begins = match extension {
        Some("xml") => begin.starts_with(b"<"),
        Some("txt" | "text" | "md" | "markdown" | "html" | "htm" | "xhtml" | "xht") => false,
        _ => begin.starts_with(b"<?xml"),
    };
    begins && cfg!(feature = "documents") && !html::is_page(bytes)
}

/// Whether bytes begin with a header of a message.
fn is_message(bytes: &[u8]) -> bool {
    let begin = bytes.trim_ascii_start();
    let line = begin.split(|byte| matches!(byte, b'\n' | b'\r')).next();
    line.is_some_and(|line| {
        let colon = line.iter().position(|byte| *byte == b':');
        let name = &line[..colon.unwrap_or(0)];
        !name.is_empty()
            && name
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    })
}

/// Whether bytes are a message whose headers say that it has parts, as wikis export a page for Word.
fn is_page_message(bytes: &[u8]) -> bool {
    let head = bytes[..bytes.len().min(2048)].to_ascii_lowercase();
    let has = |words: &[u8]| head.windows(words.len()).any(|at| at == words);
    is_message(bytes) && has(b"mime-version:") && has(b"multipart/related")
}

/// First bytes of the files of old Office programs, which encrypted new ones are wrapped into.
pub(super) const COMPOUND_FILE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// What a file of a known format that is not read is, and what to do with it. As with [`Format::of`], extension and
/// first bytes must agree.
#[must_use]
pub fn remedy(extension: Option<&str>, bytes: &[u8]) -> Option<&'static str> {
    let (zip, compound) = (bytes.starts_with(b"PK"), bytes.starts_with(COMPOUND_FILE));
    let is_rtf = bytes.trim_ascii_start().starts_with(b"{\\rtf");
    match extension? {
        // Many programs give RTF the name of a Word document.
        "rtf" | "doc" | "docx" | "dot" if is_rtf => Some(
            "an RTF document: save it as .docx, or add rtf = \"pandoc -t plain --wrap=none {}\" to [readers] of the config file",
        ),
        "xlsx" | "xlsm" | "xltx" | "xlsb" | "ods" | "ots" | "xls" | "xlt" if zip || compound => {
            Some("a spreadsheet: save it as .csv and read that")
        }
        "doc" | "dot" if compound => Some(
            "a Word document of the old format: save it as .docx, or add doc = \"antiword {}\" to [readers] of the config file",
        ),
        "doc" | "dot" if zip => Some("a Word document of another format: call it .docx"),
        "ppt" | "pps" | "pot" if compound => Some(
            "PowerPoint slides of the old format: save them as .pptx, or add ppt = \"catppt {}\" to [readers] of the config file",
        ),
        "msg" if compound => Some(
            "an Outlook message: save it as .eml, or add msg = \"tika --text {}\" to [readers] of the config file",
        ),
        "pages" if zip => Some(
            "a document of Pages: export it as .docx, or add pages = \"soffice --cat {}\" to [readers] of the config file",
        ),
        "numbers" if zip => Some("a spreadsheet: export it as .csv and read that"),
        "key" if zip => Some("slides of Keynote: export them as .pptx and read that"),
        "7z" if bytes.starts_with(b"7z\xbc\xaf\x27\x1c") => {
            Some("an archive of 7-Zip: unpack it and read the result")
        }
        "rar" if bytes.starts_with(b"Rar!") => {
            Some("an archive of RAR: unpack it and read the result")
        }
        _ => None,
    }
}

/// Number of the page, from 1, that byte `at` of `text` stands on: pages are parted by form feeds.
#[must_use]
pub fn page_at(text: &str, at: usize) -> u32 {
    let before = &text.as_bytes()[..at.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\x0c').count() as u32
}

/// As [`page_at`]; `None` where the text has no pages.
#[must_use]
pub fn page_of(text: &str, at: usize) -> Option<u32> {
    has_pages(text).then(|| page_at(text, at))
}

/// Whether `text` consists of several pages.
#[must_use]
pub fn has_pages(text: &str) -> bool {
    text.as_bytes().contains(&b'\x0c')
}

/// Page on which a line of `text` begins (both from 1); `None` where the text has no pages.
#[must_use]
pub fn page_of_line(text: &str, line: usize) -> Option<u32> {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    let at: usize = lines.map(str::len).sum();
    // A form feed at the start of the line has begun its page.
    let begun = usize::from(text.as_bytes().get(at) == Some(&b'\x0c'));
    has_pages(text).then(|| page_at(text, at + begun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extension_and_first_bytes_must_agree() {
        assert_eq!(Format::of(Some("pdf"), b"%PDF-1.7"), Some(Format::Pdf));
        assert_eq!(
            Format::of(Some("pdf"), b"junk\n%PDF-1.7"),
            Some(Format::Pdf)
        );
        assert_eq!(Format::of(Some("pdf"), b"words"), None);
        assert_eq!(Format::of(Some("docx"), b"PK\x03\x04"), Some(Format::Docx));
        assert_eq!(Format::of(Some("docx"), COMPOUND_FILE), Some(Format::Docx));
        assert_eq!(Format::of(Some("txt"), b"PK\x03\x04"), None);
        assert_eq!(Format::of(None, b"%PDF-1.7"), None);
        assert_eq!(Format::of(Some("doc"), COMPOUND_FILE), None);
        assert_eq!(Format::of(Some("docx"), b"{\\rtf1 a}"), None);
        let exported =
            b"Date: now\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n";
        assert_eq!(Format::of(Some("doc"), exported), Some(Format::Mail));
        assert_eq!(Format::of(Some("doc"), b"Note: plain words"), None);
        let saved = b"From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n";
        assert_eq!(Format::of(Some("mht"), saved), Some(Format::Mail));
        assert_eq!(Format::of(Some("mhtml"), b"plain words: more"), None);
    }

    #[test]
    fn what_is_not_read_says_what_helps() {
        for (extension, bytes, said) in [
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
            let is_as_said = match (remedy, said) {
                (Some(remedy), Some(said)) => remedy.contains(said),
                (remedy, said) => remedy.is_none() && said.is_none(),
            };
            assert!(is_as_said, "{extension}: {remedy:?}");
        }
    }

    #[test]
    fn lines_stand_on_pages() {
        let text = "one\ntwo\n\u{c}three\nfour\n";
        let pages = [1, 2, 3, 4].map(|line| page_of_line(text, line));
        assert_eq!(pages, [Some(1), Some(1), Some(2), Some(2)]);
        assert_eq!(page_of_line("one\ntwo\n", 2), None);
    }

    #[test]
    fn a_form_feed_begins_a_page() {
        let text = "one\u{c}two\u{c}three";
        let pages = [0, 3, 4, 8, 99].map(|at| page_at(text, at));
        assert_eq!(pages, [1, 1, 2, 3, 3]);
        assert_eq!([page_of(text, 4), page_of("one", 1)], [Some(2), None]);
    }
}
