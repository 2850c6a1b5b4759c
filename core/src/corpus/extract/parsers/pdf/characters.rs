//! The characters of pages, as the crate gives them.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use pdf_extract::{
    Document, MediaBox, OutputDev, OutputError, Transform, output_doc, output_doc_page,
};

use super::super::reasons::said;
use super::boxes::Shown;
use super::layout::Glyph;
use crate::base::caught::caught;

/// The characters of each page, and the number of pages with text outside of what is shown of them. Pages that could
/// not be read, or of which the crate gave fewer characters than `codes`, are put into `lost` with the reason.
pub(super) fn glyphs(
    document: &Document,
    numbers: &[u32],
    shown: HashMap<u32, Shown>,
    codes: &HashMap<u32, u64>,
    lost: &mut BTreeMap<u32, String>,
) -> (Vec<Vec<Glyph>>, u32) {
    let shown = Rc::new(shown);
    let begun = || Pages {
        shown: Rc::clone(&shown),
        ..Pages::default()
    };
    // All at once, because the table of pages is made anew for each call.
    let whole = caught(|| {
        let mut pages = begun();
        output_doc(document, &mut pages).map(|()| pages)
    });
    if let Ok(Ok(pages)) = whole
        && pages.pages.len() == numbers.len()
    {
        compare(codes, &pages.codes, lost);
        return (pages.pages, pages.outside);
    }
    let mut outside = 0;
    // Page by page: one that fails is left out.
    let pages = numbers.iter().map(|number| {
        let page = caught(|| {
            let mut pages = begun();
            output_doc_page(document, &mut pages, *number).map(|()| pages)
        });
        match page {
            Ok(Ok(mut pages)) => {
                outside += pages.outside;
                let shown = codes.get_key_value(number).into_iter();
                let shown = shown.map(|(number, codes)| (*number, *codes)).collect();
                compare(&shown, &pages.codes, lost);
                pages.pages.pop().unwrap_or_default()
            }
            failed => {
                let why = match failed {
                    Ok(error) => error.err().map_or_else(String::new, |e| e.to_string()),
                    Err(panic) => said(&*panic),
                };
                lost.insert(*number, why);
                Vec::new()
            }
        }
    });
    (pages.collect(), outside)
}

/// Puts pages with more codes than characters into `lost`.
fn compare(codes: &HashMap<u32, u64>, read: &HashMap<u32, u64>, lost: &mut BTreeMap<u32, String>) {
    for (number, codes) in codes {
        if read.get(number).is_none_or(|read| read < codes) && *codes > 0 {
            let why = || "a part of its text could not be read".to_owned();
            lost.entry(*number).or_insert_with(why);
        }
    }
}

/// Collects characters with their places.
#[derive(Default)]
struct Pages {
    pages: Vec<Vec<Glyph>>,
    /// What is shown of each page, by its number.
    shown: Rc<HashMap<u32, Shown>>,
    present: Option<Shown>,
    /// Codes of each page, a character each, and the number of the present page.
    codes: HashMap<u32, u64>,
    number: u32,
    /// Number of pages with text outside of what is shown of them, and whether the present one counts.
    outside: u32,
    is_counted: bool,
}

impl OutputDev for Pages {
    fn begin_page(
        &mut self,
        number: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        self.pages.push(Vec::new());
        self.present = self.shown.get(&number).copied();
        self.number = number;
        self.is_counted = false;
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
        *self.codes.entry(self.number).or_default() += 1;
        // A negative size turns the letters, as a matrix does. Of a page that is turned, the direction of writing is what
        // counts.
        let (a, b) = match font_size < 0.0 {
            true => (-at.m11, -at.m12),
            false => (at.m11, at.m12),
        };
        let font_size = font_size.abs();
        let along = a.hypot(b);
        let size = (at.m11 * at.m22 - at.m12 * at.m21).abs().sqrt() * font_size;
        if !(along.is_finite() && along > 0.0 && size.is_finite() && size > 0.0) {
            return Ok(());
        }
        if self
            .present
            .is_some_and(|shown| shown.lacks(at, width * font_size, size))
        {
            let counts = !text.trim().is_empty() && !std::mem::replace(&mut self.is_counted, true);
            self.outside = self.outside.saturating_add(u32::from(counts));
            return Ok(());
        }
        let (cos, sin) = (a / along, b / along);
        let glyph = Glyph {
            x: at.m31 * cos + at.m32 * sin,
            y: at.m32 * cos - at.m31 * sin,
            width: width * along * font_size,
            size,
            text: text.into(),
        };
        if glyph.x.is_finite()
            && glyph.y.is_finite()
            && glyph.width.is_finite()
            && let Some(page) = self.pages.last_mut()
        {
            page.push(glyph);
        }
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}
