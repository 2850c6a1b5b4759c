//! Rich Text Format 1.9: the text of the body with cells and rows of tables, text boxes and formulas, notes after the
//! text. Deleted revisions, comments, hidden text, headers, footers, pictures and objects are left out.

mod code_page;

use std::collections::BTreeMap;

use super::flow::Flow;
use super::reasons::damaged;
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, LeftOut, Limits};
use code_page::{CodePage, character_set, code_page};

/// Where the text of a group goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Body,
    Note,
    Title,
    Author,
    /// A property of a shape: its name, and the value of one that is text.
    ShapeName,
    ShapeText,
    Nowhere,
}

/// How much text there was.
#[derive(Clone, Copy)]
struct Lengths {
    body: usize,
    note: usize,
    notes: usize,
    title: usize,
    author: usize,
}

/// State of a group; a group begins with that of the group around it.
#[derive(Clone, Copy)]
struct Group {
    to: To,
    /// Where text that a reader sees goes here: also within a destination that a reader may not know.
    shown: To,
    /// Of the group of an object, how much text there was before.
    object: Option<Lengths>,
    /// Within text that is written in two ways, where it goes and how much there was before.
    twice: Option<(To, Lengths)>,
    in_formula: bool,
    hidden: bool,
    /// Whether the hidden text has been counted.
    is_counted: bool,
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
    shape_name: String,
    shape_text: String,
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
        shown: To::Body,
        object: None,
        twice: None,
        in_formula: false,
        hidden: false,
        is_counted: false,
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
        shape_name: String::new(),
        shape_text: String::new(),
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
                    self.group.object = None;
                    self.skip = 0;
                }
                b'}' => {
                    self.flush();
                    self.skip = 0;
                    let Some(mut outer) = self.groups.pop() else {
                        return Err(damaged("more groups end than begin"));
                    };
                    self.end_group(&outer);
                    outer.is_counted |= outer.hidden && self.group.is_counted;
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
                b'~' => self.sign("\u{a0}"),
                b'_' => self.sign("-"),
                b'-' => self.sign("\u{ad}"),
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
            "par" | "sect" | "page" | "column" => self.end_paragraph(),
            "line" => match self.group.to {
                To::Body => self.body.break_line(),
                To::Note => self.note.break_line(),
                _ => {}
            },
            "tab" => self.sign("\t"),
            "emdash" => self.sign("—"),
            "endash" => self.sign("–"),
            "lquote" => self.sign("‘"),
            "rquote" => self.sign("’"),
            "ldblquote" => self.sign("“"),
            "rdblquote" => self.sign("”"),
            "bullet" => self.sign("•"),
            "emspace" | "enspace" | "qmspace" => self.sign(" "),
            "zwj" => self.sign("\u{200d}"),
            "zwnj" => self.sign("\u{200c}"),
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
                self.group.is_counted = false;
            }
            "deleted" => {
                self.group.deleted = on;
                self.left_out.deletions += u32::from(on);
            }
            "footnote" if self.group.shown != To::Nowhere => {
                (self.group.to, self.group.shown) = (To::Note, To::Note);
            }
            "annotation" => {
                self.left_out.comments += 1;
                self.nowhere();
            }
            "title" => self.group.to = To::Title,
            "author" => self.group.to = To::Author,
            "creatim" => self.in_created = true,
            "yr" if self.in_created => self.created[0] = number,
            "mo" if self.in_created => self.created[1] = number,
            "dy" if self.in_created => self.created[2] = number,
            // The same text in the code page, and in Unicode for readers that know it.
            "upr" => self.group.twice = Some((self.group.to, self.lengths())),
            "ud" => {
                if let Some((to, before)) = self.group.twice.take() {
                    self.cut(&before);
                    self.group.to = to;
                }
            }
            // A text box: read although a reader may not know it.
            "shptxt" | "dptxbxtext" => self.group.to = self.group.shown,
            "sn" if self.group.shown != To::Nowhere => {
                self.shape_name.clear();
                self.group.to = To::ShapeName;
            }
            // The text of a picture made of letters (WordArt).
            "sv" => {
                let name = std::mem::take(&mut self.shape_name);
                self.group.to = match name.trim() {
                    "gtextUNICODE" => To::ShapeText,
                    _ => To::Nowhere,
                };
            }
            "moMath" | "moMathPara" => {
                (self.group.to, self.group.in_formula) = (self.group.shown, true);
            }
            "object" => {
                self.group.object = Some(self.lengths());
                self.group.to = To::Nowhere;
            }
            // What a word processor shows of the object.
            "result" => self.group.to = self.group.shown,
            "fonttbl" => {
                self.nowhere();
                self.group.in_fonts = true;
            }
            "colortbl" | "stylesheet" | "info" | "pict" | "header" | "headerl" | "headerr"
            | "headerf" | "footer" | "footerl" | "footerr" | "footerf" | "pntext" | "listtext"
            | "fldinst" | "operator" | "doccomm" | "comment" | "subject" | "keywords"
            | "company" | "manager" | "category" | "nonshppict" | "atnid" | "atnauthor" | "xe"
            | "tc" | "bkmkstart" | "bkmkend" | "themedata" | "datastore" | "generator"
            | "filetbl" | "rxe" | "listtable" | "ftnsep" | "ftnsepc" | "ftncn" | "aftnsep"
            | "aftnsepc" | "aftncn" | "pntxta" | "pntxtb" => self.nowhere(),
            // What readers show that do not know the shape.
            "shprslt" => self.nowhere(),
            // Properties of a formula.
            word if self.group.in_formula && word.starts_with('m') && word.ends_with("Pr") => {
                self.nowhere();
            }
            _ => {}
        }
    }

    /// Leaves out the text of a group, whatever stands in it.
    fn nowhere(&mut self) {
        (self.group.to, self.group.shown) = (To::Nowhere, To::Nowhere);
    }

    fn lengths(&self) -> Lengths {
        Lengths {
            body: self.body.len(),
            note: self.note.len(),
            notes: self.notes.len(),
            title: self.title.len(),
            author: self.author.len(),
        }
    }

    /// Takes out the text that has come since there was this much.
    fn cut(&mut self, before: &Lengths) {
        self.body.split_off(before.body);
        self.note.split_off(before.note);
        self.notes.truncate(before.notes);
        for (text, length) in [
            (&mut self.title, before.title),
            (&mut self.author, before.author),
        ] {
            text.truncate(text.floor_char_boundary(length));
        }
    }

    /// What the end of the group means; `outer` is the one around it.
    fn end_group(&mut self, outer: &Group) {
        if self.group.shown == To::Note && outer.shown != To::Note {
            let note = std::mem::take(&mut self.note);
            self.notes.push(note.with_notes([]));
        }
        if self.group.to == To::ShapeText && outer.to != To::ShapeText {
            let text = std::mem::take(&mut self.shape_text);
            self.group.to = self.group.shown;
            self.end_paragraph();
            self.put(&text);
            self.end_paragraph();
        }
        // An object of which no text is shown.
        if let Some(before) = self.group.object
            && self.group.shown != To::Nowhere
        {
            let now = self.lengths();
            let is_shown =
                (now.body, now.note, now.notes) != (before.body, before.note, before.notes);
            self.left_out.objects += u32::from(!is_shown);
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

    /// A character that a word stands for.
    fn sign(&mut self, text: &str) {
        match self.skip.checked_sub(1) {
            Some(rest) => self.skip = rest,
            None => self.put(text),
        }
    }

    fn put(&mut self, text: &str) {
        self.flush();
        self.write(text);
    }

    fn write(&mut self, text: &str) {
        if self.group.hidden || self.group.deleted {
            let is_text = matches!(self.group.to, To::Body | To::Note) && !text.trim().is_empty();
            if is_text && !self.group.deleted && !self.group.is_counted {
                self.group.is_counted = true;
                self.left_out.hidden += 1;
            }
            return;
        }
        match self.group.to {
            To::Body => self.body.push(text),
            To::Note => self.note.push(text),
            To::Title => self.title.push_str(text),
            To::Author => self.author.push_str(text),
            To::ShapeName => self.shape_name.push_str(text),
            To::ShapeText => self.shape_text.push_str(text),
            To::Nowhere => {}
        }
    }
}

#[cfg(test)]
mod tests;
