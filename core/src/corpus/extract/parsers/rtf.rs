//! Rich Text Format 1.9: the text of the body with cells and rows of tables, notes after the text. Deleted
//! revisions, comments, hidden text, headers, footers and pictures are left out.

use std::borrow::Cow;
use std::collections::BTreeMap;

use encoding_rs::{Encoding, WINDOWS_1252};
use oem_cp::code_table::DECODING_TABLE_CP_MAP;
use oem_cp::code_table_type::TableType;

use super::flow::Flow;
use super::reasons::damaged;
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, LeftOut, Limits};

/// Where the text of a group goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Body,
    Note,
    Title,
    Author,
    Nowhere,
}

/// How bytes are written.
#[derive(Clone, Copy)]
enum CodePage {
    Encoding(&'static Encoding),
    /// A code page of DOS.
    Oem(&'static TableType),
}

impl CodePage {
    /// The usual one of Windows.
    const USUAL: CodePage = CodePage::Encoding(WINDOWS_1252);

    fn decode<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        match self {
            CodePage::Encoding(encoding) => encoding.decode_without_bom_handling(bytes).0,
            CodePage::Oem(table) => Cow::Owned(table.decode_string_lossy(bytes)),
        }
    }
}

/// State of a group; a group begins with that of the group around it.
#[derive(Clone, Copy)]
struct Group {
    to: To,
    /// Where the text around the object goes, within an object.
    around_object: Option<To>,
    hidden: bool,
    deleted: bool,
    /// Characters of the fallback after a `\u`, in bytes.
    fallback: usize,
    in_table: bool,
    in_fonts: bool,
    /// Number of the font; `None` for that of the document.
    font: Option<i32>,
}

struct Rtf {
    groups: Vec<Group>,
    group: Group,
    body: Flow,
    note: Flow,
    notes: Vec<String>,
    title: String,
    author: String,
    created: [Option<i32>; 3],
    in_created: bool,
    left_out: LeftOut,
    encoding: CodePage,
    /// Encodings of the fonts that have one of their own, the font of the document, and the font that is defined.
    fonts: BTreeMap<i32, CodePage>,
    font: i32,
    defined: i32,
    /// Bytes in the code page of the document that are not decoded yet.
    bytes: Vec<u8>,
    /// The first half of a surrogate pair.
    high: Option<u16>,
    /// Bytes or characters that a `\u` has replaced already.
    skip: usize,
}

/// Reads a document.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let group = Group {
        to: To::Body,
        around_object: None,
        hidden: false,
        deleted: false,
        fallback: 1,
        in_table: false,
        in_fonts: false,
        font: None,
    };
    let mut rtf = Rtf {
        groups: Vec::new(),
        group,
        body: Flow::default(),
        note: Flow::default(),
        notes: Vec::new(),
        title: String::new(),
        author: String::new(),
        created: [None; 3],
        in_created: false,
        left_out: LeftOut::default(),
        encoding: CodePage::USUAL,
        fonts: BTreeMap::new(),
        font: 0,
        defined: 0,
        bytes: Vec::new(),
        high: None,
        skip: 0,
    };
    rtf.run(bytes, limits)?;
    let date = match rtf.created {
        [Some(year), Some(month), Some(day)] => Some(format!("{year:04}-{month:02}-{day:02}")),
        _ => None,
    };
    let (title, author) = (rtf.title.trim().to_owned(), rtf.author.trim().to_owned());
    Ok(Extracted {
        text: rtf.body.with_notes(rtf.notes.iter().map(String::as_str)),
        title,
        author: Some(author).filter(|author| !author.is_empty()),
        date,
        left_out: rtf.left_out,
    })
}

/// The code page of Windows or DOS of this number.
fn code_page(number: i32) -> Option<CodePage> {
    let label = match number {
        65001 => "utf-8".to_owned(),
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10_000 => "macintosh".to_owned(),
        page => format!("windows-{page}"),
    };
    let known = Encoding::for_label(label.as_bytes()).map(CodePage::Encoding);
    known.or_else(|| {
        let number = u16::try_from(number).ok()?;
        DECODING_TABLE_CP_MAP.get(&number).map(CodePage::Oem)
    })
}

/// The encoding of a character set of a font, by the code page that the format gives for it; `None` for that of the
/// document.
fn character_set(number: i32) -> Option<CodePage> {
    code_page(match number {
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        254 => 437,
        _ => return None,
    })
}

/// What may follow the end of a document: nothing, or filling.
fn ended(rest: &[u8]) -> Result<(), SkipReason> {
    let is_filling = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1a);
    match rest.trim_ascii_start() {
        [] => Ok(()),
        next if next.starts_with(b"{\\rtf") => {
            Err(damaged("two documents in one file: give each its own"))
        }
        rest if rest.iter().all(is_filling) => Ok(()),
        _ => Err(damaged("more follows the end of the document")),
    }
}

impl Rtf {
    fn run(&mut self, bytes: &[u8], limits: &Limits) -> Result<(), SkipReason> {
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            at += 1;
            match byte {
                b'{' => {
                    self.flush();
                    if self.groups.len() >= limits.max_depth as usize {
                        return Err(SkipReason::TooDeep(limits.max_depth));
                    }
                    self.groups.push(self.group);
                    self.skip = 0;
                }
                b'}' => {
                    self.flush();
                    self.skip = 0;
                    let Some(outer) = self.groups.pop() else {
                        return Err(damaged("more groups end than begin"));
                    };
                    if self.group.to == To::Note && outer.to != To::Note {
                        let note = std::mem::take(&mut self.note);
                        self.notes.push(note.with_notes([]));
                    }
                    self.group = outer;
                    self.in_created = false;
                    if self.groups.is_empty() {
                        return ended(&bytes[at..]);
                    }
                }
                b'\\' => at = self.control(bytes, at)?,
                b'\r' | b'\n' => {}
                _ => self.byte(byte),
            }
            limits.check(self.body.len() + self.note.len())?;
        }
        match self.groups.is_empty() {
            true => Ok(()),
            false => Err(damaged("it ends within a group: the file is cut off")),
        }
    }

    /// Reads what follows a backslash; returns the position after it.
    fn control(&mut self, bytes: &[u8], mut at: usize) -> Result<usize, SkipReason> {
        let Some(&first) = bytes.get(at) else {
            return Ok(at);
        };
        if !first.is_ascii_alphabetic() {
            at += 1;
            match first {
                b'\'' => {
                    let hex = bytes.get(at..at + 2);
                    let hex = hex.and_then(|hex| std::str::from_utf8(hex).ok());
                    if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                        self.byte(byte);
                        at += 2;
                    }
                }
                b'*' => {
                    // A destination that a reader may not know: those we know set `to` again.
                    self.flush();
                    self.group.to = To::Nowhere;
                }
                b'~' => self.put("\u{a0}"),
                b'_' => self.put("-"),
                b'-' => self.put("\u{ad}"),
                b'\n' | b'\r' => self.end_paragraph(),
                b'\\' | b'{' | b'}' => self.byte(first),
                _ => {}
            }
            return Ok(at);
        }
        let word_end = |b: &u8| !b.is_ascii_alphabetic();
        let end = at
            + bytes[at..]
                .iter()
                .position(word_end)
                .unwrap_or(bytes.len() - at);
        let word = std::str::from_utf8(&bytes[at..end]).unwrap_or_default();
        at = end;
        let sign = usize::from(bytes.get(at) == Some(&b'-'));
        let digits = bytes[at + sign..]
            .iter()
            .take(10)
            .take_while(|b| b.is_ascii_digit());
        let digits = digits.count();
        let number = match digits {
            0 => None,
            _ => {
                let text = std::str::from_utf8(&bytes[at..at + sign + digits]).ok();
                at += sign + digits;
                text.and_then(|text| text.parse::<i32>().ok())
            }
        };
        if bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        match word {
            "bin" => {
                // Raw bytes follow.
                let length = usize::try_from(number.unwrap_or(0)).unwrap_or(0);
                return Ok(at.saturating_add(length).min(bytes.len()));
            }
            "u" => self.unicode(number.unwrap_or(0)),
            _ => {
                self.flush();
                self.word(word, number);
            }
        }
        Ok(at)
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        let on = number != Some(0);
        match word {
            "ansicpg" => {
                if let Some(page) = number {
                    self.encoding = code_page(page).unwrap_or(CodePage::USUAL);
                }
            }
            "mac" => self.encoding = CodePage::Encoding(encoding_rs::MACINTOSH),
            "pc" => self.encoding = code_page(437).unwrap_or(CodePage::USUAL),
            "pca" => self.encoding = code_page(850).unwrap_or(CodePage::USUAL),
            "deff" => self.font = number.unwrap_or(0),
            "f" => match self.group.in_fonts {
                true => self.defined = number.unwrap_or(0),
                false => self.group.font = number,
            },
            "fcharset" | "cpg" if self.group.in_fonts => {
                let number = number.unwrap_or(0);
                let encoding = match word {
                    "cpg" => code_page(number),
                    _ => character_set(number),
                };
                if let Some(encoding) = encoding {
                    self.fonts.insert(self.defined, encoding);
                }
            }
            "uc" => self.group.fallback = usize::try_from(number.unwrap_or(1)).unwrap_or(1),
            "par" | "sect" | "page" => self.end_paragraph(),
            "line" => match self.group.to {
                To::Body => self.body.break_line(),
                To::Note => self.note.break_line(),
                _ => {}
            },
            "tab" => self.put("\t"),
            "emdash" => self.put("—"),
            "endash" => self.put("–"),
            "lquote" => self.put("‘"),
            "rquote" => self.put("’"),
            "ldblquote" => self.put("“"),
            "rdblquote" => self.put("”"),
            "bullet" => self.put("•"),
            "emspace" | "enspace" => self.put(" "),
            "pard" => self.group.in_table = false,
            "plain" => {
                (self.group.hidden, self.group.deleted) = (false, false);
                self.group.font = None;
            }
            "intbl" => self.group.in_table = true,
            "cell" | "nestcell" if self.group.to == To::Body => {
                self.body.begin_cell();
                self.body.end_cell();
            }
            "row" | "nestrow" if self.group.to == To::Body => self.body.end_row(),
            "v" => {
                self.group.hidden = on;
                self.left_out.hidden += u32::from(on);
            }
            "deleted" => {
                self.group.deleted = on;
                self.left_out.deletions += u32::from(on);
            }
            "footnote" => self.group.to = To::Note,
            "annotation" => {
                self.left_out.comments += 1;
                self.group.to = To::Nowhere;
            }
            "title" => self.group.to = To::Title,
            "author" => self.group.to = To::Author,
            "creatim" => self.in_created = true,
            "yr" if self.in_created => self.created[0] = number,
            "mo" if self.in_created => self.created[1] = number,
            "dy" if self.in_created => self.created[2] = number,
            // A text box, a form field: read although a reader may not know them.
            "shptxt" => self.group.to = To::Body,
            "object" => {
                self.group.around_object.get_or_insert(self.group.to);
                self.group.to = To::Nowhere;
            }
            // What a word processor shows of the object.
            "result" => {
                if let Some(around) = self.group.around_object.take() {
                    self.group.to = around;
                }
            }
            "fonttbl" => (self.group.to, self.group.in_fonts) = (To::Nowhere, true),
            "colortbl" | "stylesheet" | "info" | "pict" | "header" | "headerl" | "headerr"
            | "headerf" | "footer" | "footerl" | "footerr" | "footerf" | "pntext" | "listtext"
            | "fldinst" | "operator" | "doccomm" | "comment" | "subject" | "keywords"
            | "company" | "manager" | "category" | "nonshppict" | "atnid" | "atnauthor" | "xe"
            | "tc" | "bkmkstart" | "bkmkend" | "themedata" | "datastore" | "generator"
            | "filetbl" | "rxe" | "listtable" => {
                self.group.to = To::Nowhere;
            }
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        self.flush();
        match (self.group.to, self.group.in_table) {
            (To::Body, true) => self.body.push(" "),
            (To::Body, false) => self.body.end_paragraph(),
            (To::Note, _) => self.note.end_paragraph(),
            _ => {}
        }
    }

    fn unicode(&mut self, value: i32) {
        if !self.bytes.is_empty() {
            self.flush();
        }
        let unit = value as u16;
        self.skip = self.group.fallback;
        let units = match (self.high.take(), unit) {
            (_, 0xd800..=0xdbff) => {
                self.high = Some(unit);
                return;
            }
            (Some(high), 0xdc00..=0xdfff) => vec![high, unit],
            _ => vec![unit],
        };
        let skip = std::mem::take(&mut self.skip);
        self.put(&String::from_utf16_lossy(&units));
        self.skip = skip;
    }

    /// A byte in the code page of the document.
    fn byte(&mut self, byte: u8) {
        match self.skip.checked_sub(1) {
            Some(rest) => self.skip = rest,
            None => self.bytes.push(byte),
        }
    }

    fn flush(&mut self) {
        if !self.bytes.is_empty() {
            let bytes = std::mem::take(&mut self.bytes);
            let font = self.group.font.unwrap_or(self.font);
            let encoding = self.fonts.get(&font).unwrap_or(&self.encoding);
            let text = encoding.decode(&bytes);
            self.write(&text);
        }
    }

    fn put(&mut self, text: &str) {
        self.flush();
        self.write(text);
    }

    fn write(&mut self, text: &str) {
        if self.group.hidden || self.group.deleted {
            return;
        }
        match self.group.to {
            To::Body => self.body.push(text),
            To::Note => self.note.push(text),
            To::Title => self.title.push_str(text),
            To::Author => self.author.push_str(text),
            To::Nowhere => {}
        }
    }
}

#[cfg(test)]
mod tests;
