//! The characters of a page, as the crate gives them.

use pdf_extract::{
    Dictionary, Document, MediaBox, Object, ObjectId, OutputDev, OutputError, Stream, Transform,
    content::Content, dictionary, output_doc_page,
};

use super::content;
use super::layout::Glyph;
use crate::base::caught::{caught, panic_message};

/// One character in this many without a known meaning, or from right to left, makes a page unreadable: a bullet or a large
/// bracket does not.
const FEW: u64 = 50;

/// A document whose only page is the one that is read: the crate walks all pages for each one.
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

    /// The characters of a page, and why they are not all that it shows. `left` bounds the bytes that all contents of
    /// the document unpack to.
    pub fn characters(&mut self, id: ObjectId, left: &mut usize) -> (Vec<Glyph>, Option<String>) {
        let page = content::read(self.document, id, left);
        let operations = page.operations;
        let content = Content { operations }.encode().unwrap_or_default();
        let content = Stream::new(Dictionary::new(), content).with_compression(false);
        let resources = dictionary! { "Font" => page.fonts };
        let dictionary = dictionary! {
            "Type" => "Page",
            "MediaBox" => vec![0.into(), 0.into(), 1.into(), 1.into()],
            "Resources" => resources,
            "Contents" => self.content,
        };
        let objects = &mut self.document.objects;
        objects.insert(self.content, content.into());
        objects.insert(self.page, Object::Dictionary(dictionary));
        let mut read = Characters::default();
        let outcome = caught(std::panic::AssertUnwindSafe(|| {
            output_doc_page(self.document, &mut read, 1)
        }));
        let failure = match outcome {
            Ok(outcome) => outcome.err().map(|error| error.to_string()),
            Err(panic) => Some(panic_message(&*panic)),
        };
        let lacks = if read.unknown * FEW > read.codes {
            Some("its fonts do not say which characters they show")
        } else if read.right_to_left * FEW > read.codes {
            Some("its text runs from right to left, and is read as it is drawn")
        } else if read.strings < page.strings {
            Some("a part of its text could not be read")
        } else {
            page.damage
        };
        (read.glyphs, failure.or(lacks.map(str::to_owned)))
    }
}

/// Collects characters with their places.
#[derive(Default)]
struct Characters {
    glyphs: Vec<Glyph>,
    /// Characters, and those of them without a known meaning.
    codes: u64,
    unknown: u64,
    /// Those that are read from right to left.
    right_to_left: u64,
    /// Strings with characters, and the characters before the present one.
    strings: u64,
    before: u64,
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
        // A negative size turns the letters, as a matrix does. Of a page that is turned, the direction of writing counts.
        let (a, b) = if font_size < 0.0 {
            (-at.m11, -at.m12)
        } else {
            (at.m11, at.m12)
        };
        let font_size = font_size.abs();
        let along = a.hypot(b);
        let size = (at.m11 * at.m22 - at.m12 * at.m21).abs().sqrt() * font_size;
        let (cos, sin) = (a / along, b / along);
        let glyph = Glyph {
            x: at.m31 * cos + at.m32 * sin,
            y: at.m32 * cos - at.m31 * sin,
            width: width * along * font_size,
            size,
            text: text.into(),
        };
        if [glyph.x, glyph.y, glyph.width, size]
            .iter()
            .all(|value| value.is_finite())
            && size > 0.0
        {
            self.glyphs.push(glyph);
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
