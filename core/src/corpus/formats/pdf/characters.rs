//! Joins the positioned characters of the crate into lines, in drawing order.

use pdf_extract::{
    Dictionary, Document, MediaBox, Object, ObjectId, OutputDev, OutputError, Stream, Transform,
    content::Content, dictionary, output_doc_page,
};

use unicode_normalization::UnicodeNormalization;

use super::content;
use crate::base::caught::{caught, panic_message};

/// A page is unreadable if more than one in this many characters is unknown or right-to-left. A single bullet or large
/// bracket is tolerated.
const TOLERATED_ONE_IN: u64 = 50;

/// Gap between characters that separates words, in font sizes.
const WORD_GAP: f64 = 0.14;
/// Step back, in font sizes, that begins another line; an accent needs a smaller step.
const MAX_STEP_BACK: f64 = 0.6;
/// Step up or down, in font sizes, that begins another line; a raised character needs a smaller step.
const MAX_LINE_STEP: f64 = 0.45;

/// A document with only the current page, because the crate walks all pages for each one.
pub(super) struct Pages<'d> {
    document: &'d mut Document,
    page: ObjectId,
    content: ObjectId,
}

impl<'d> Pages<'d> {
    pub fn new(document: &'d mut Document) -> Self {
        let page = document.new_object_id();
        let content = document.new_object_id();
        let pages = dictionary! { "Type" => "Pages", "Count" => 1, "Kids" => vec![page.into()] };
        let pages = document.add_object(pages);
        let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
        document.trailer.set("Root", catalog);
        Pages {
            document,
            page,
            content,
        }
    }

    /// The text of a page, and the reason if a part of the page is not readable. `budget` is the number of
    /// bytes of the document that may still be unpacked.
    pub fn text(&mut self, id: ObjectId, budget: &mut usize) -> (String, Option<String>) {
        let page = content::read(self.document, id, budget);
        let operations = page.operations;
        let content = Content { operations }.encode().unwrap_or_default();
        let content = Stream::new(Dictionary::new(), content).with_compression(false);
        let dictionary = dictionary! {
            "Type" => "Page",
            "MediaBox" => vec![0.into(), 0.into(), 1.into(), 1.into()],
            "Resources" => dictionary! { "Font" => page.fonts },
            "Contents" => self.content,
        };
        let objects = &mut self.document.objects;
        objects.insert(self.content, content.into());
        objects.insert(self.page, Object::Dictionary(dictionary));
        let mut read = Characters::default();
        let failure = match caught(|| output_doc_page(self.document, &mut read, 1)) {
            Ok(outcome) => outcome.err().map(|error| error.to_string()),
            Err(panic) => Some(panic_message(&*panic)),
        };
        let problem = if read.unknown * TOLERATED_ONE_IN > read.codes {
            Some("its fonts do not say which characters they show")
        } else if read.right_to_left * TOLERATED_ONE_IN > read.codes {
            Some("its text runs from right to left, and is read as it is drawn")
        } else if page.is_damaged || read.strings < page.strings {
            Some("a part of its content is missing, damaged or packed in an unknown way")
        } else {
            None
        };
        (joined(&read.lines), failure.or(problem.map(str::to_owned)))
    }
}

/// Collects characters in lines.
#[derive(Default)]
struct Characters {
    lines: Vec<String>,
    /// End, height and size of the last character.
    last: (f64, f64, f64),
    /// Number of characters, and of characters without a known meaning.
    codes: u64,
    unknown: u64,
    /// Number of characters that are read from right to left.
    right_to_left: u64,
    /// Number of strings with characters, and of the characters before the current string.
    strings: u64,
    before: u64,
}

impl Characters {
    /// Adds a character at this place. Lengths are in points; x grows in the direction of writing, y upwards.
    fn add(&mut self, text: &str, (x, y): (f64, f64), width: f64, size: f64) {
        let (end, height, last_size) = self.last;
        let is_in_line = (height - y).abs() < MAX_LINE_STEP * size.max(last_size)
            && x - end > -MAX_STEP_BACK * size;
        let is_blank = text.trim().is_empty();
        match self.lines.last_mut() {
            Some(line) if is_in_line => {
                if (is_blank || x - end > WORD_GAP * size) && !line.ends_with(' ') {
                    line.push(' ');
                }
                if is_blank {
                    // The end moves by at most one font size, because the width can be wrong.
                    self.last.0 = end.max((x + width).min(end + size));
                    return;
                }
                line.push_str(text);
                self.last = (end.max(x + width), y, size);
            }
            _ if is_blank => {}
            _ => {
                self.lines.push(text.to_owned());
                self.last = (x + width, y, size);
            }
        }
    }
}

/// Lines as text, with ligatures as their letters. A word hyphenated at the end of a line is joined if the next line
/// begins with a lower-case letter.
fn joined(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines.iter().map(|line| line.trim()) {
        let begins_lower = line.starts_with(char::is_lowercase);
        let stem = text.strip_suffix(['-', '\u{ad}', '\u{2010}']);
        let stem = stem.filter(|before| begins_lower && before.ends_with(char::is_alphabetic));
        match stem.map(str::len) {
            Some(length) => text.truncate(length),
            None if text.is_empty() => {}
            None => text.push('\n'),
        }
        text.push_str(line);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    if text.is_ascii() {
        return text;
    }
    let letters = |c: char| match c {
        '\u{fb00}'..='\u{fb06}' => c.to_string().nfkd().collect(),
        c => c.to_string(),
    };
    text.chars()
        .map(letters)
        .collect::<String>()
        .nfc()
        .collect()
}

impl OutputDev for Characters {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        at: &Transform,
        width: f64,
        _: f64,
        font_size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        self.codes += 1;
        if text.chars().all(|c| matches!(c, '\0' | '\u{fffd}')) {
            self.unknown += 1;
            return Ok(());
        }
        let is_right_to_left = |c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
        self.right_to_left += u64::from(text.contains(is_right_to_left));
        // A negative size rotates the letters, as a matrix does. On a rotated page, the writing direction counts.
        let (a, b) = (at.m11 * font_size.signum(), at.m12 * font_size.signum());
        let scale = a.hypot(b);
        let (cos, sin) = (a / scale, b / scale);
        let size = (at.m11 * at.m22 - at.m12 * at.m21).abs().sqrt() * font_size.abs();
        let (x, y) = (at.m31 * cos + at.m32 * sin, at.m32 * cos - at.m31 * sin);
        let width = (width * scale * font_size.abs()).max(0.0);
        let is_finite = [x, y, width, size].iter().all(|value| value.is_finite());
        if is_finite && size > 0.0 {
            self.add(text, (x, y), width, size);
        }
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.before = self.codes;
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        self.strings += u64::from(self.codes > self.before);
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}
