//! Rich Text Format 1.9: the text of the body with cells and rows of tables, text boxes and formulas, notes after the
//! text. Deleted revisions, comments, hidden text, headers, footers, pictures and objects are left out.

mod group;
mod words;

use std::collections::BTreeMap;

use super::code_page::CodePage;
use super::flow::Flow;
use super::reasons::damaged;
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, LeftOut, Limits};
use group::{Group, Lengths, To};

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
    defined_name: String,
    /// Bytes in the code page of the document that are not decoded yet.
    bytes: Vec<u8>,
    /// The first half of a surrogate pair.
    high: Option<u16>,
    /// Bytes or characters that a `\u` has replaced already.
    skip: usize,
}

/// Reads a document.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut rtf = Rtf {
        groups: Vec::new(),
        group: Group::outermost(),
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
        defined_name: String::new(),
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
        unseen: Vec::new(),
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
                    let hides = outer.hidden || outer.is_concealed;
                    outer.is_counted |= hides && self.group.is_counted;
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
        let sign = match (self.code_page(), unit) {
            (CodePage::Signs(character), 0xf020..=0xf0ff) => {
                Some(character(u32::from(unit)).unwrap_or(' '))
            }
            _ => None,
        };
        match sign {
            Some(sign) => self.put(sign.encode_utf8(&mut [0; 4])),
            None => self.put(&String::from_utf16_lossy(&units)),
        }
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
            let text = self.code_page().decode(&bytes).into_owned();
            self.write(&text);
        }
    }

    /// The encoding of the font in use. Names of fonts are in that of the document.
    fn code_page(&self) -> CodePage {
        let font = self.group.font.unwrap_or(self.font);
        let of_font = self.fonts.get(&font).filter(|_| !self.group.in_fonts);
        *of_font.unwrap_or(&self.encoding)
    }

    /// Part of the name of the font that is defined; a semicolon ends it.
    fn font_name(&mut self, text: &str) {
        let (name, is_whole) = match text.split_once(';') {
            Some((name, _)) => (name, true),
            None => (text, false),
        };
        self.defined_name.push_str(name);
        if is_whole {
            let name = std::mem::take(&mut self.defined_name);
            if let Some(signs) = CodePage::of_font(&name) {
                self.fonts.entry(self.defined).or_insert(signs);
            }
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
        if self.group.hidden || self.group.deleted || self.group.is_concealed {
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
            To::FontName => self.font_name(text),
            To::ShapeName => self.shape_name.push_str(text),
            To::ShapeText => self.shape_text.push_str(text),
            To::ShapeHidden => {
                // The shape is the group around that of the property.
                let around = self.groups.len().checked_sub(2);
                if let Some(shape) = around.and_then(|at| self.groups.get_mut(at)) {
                    shape.is_concealed |= !matches!(text.trim(), "" | "0");
                }
            }
            To::Nowhere => {}
        }
    }
}

#[cfg(test)]
mod tests;
