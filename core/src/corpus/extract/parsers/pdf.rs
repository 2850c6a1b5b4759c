//! PDF (ISO 32000): the text layer in reading order, pages parted by form feeds, words joined over hyphenated
//! line ends, ligatures and presentation forms as the letters that they are. A page that cannot be read in full is
//! counted, and so is text of layers that are not shown and outside of the page.

mod annotations;
mod boxes;
mod codes;
mod content;
mod embedded;
mod filters;
mod forms;
mod glyph_names;
mod layers;
mod layout;
mod made;
mod marked;
mod operations;
mod rewrite;
mod streams;
mod tree;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use pdf_extract::{
    Dictionary, Document, Error, IncrementalDocument, MediaBox, Object, OutputDev, OutputError,
    Transform, output_doc, output_doc_page,
};

use super::reasons::{damaged, said};
use crate::base::caught::caught;
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, LeftOut, Limits};
use boxes::Shown;
use layout::Glyph;

/// Reads a document.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut document = load(bytes).map_err(|error| match error {
        Error::InvalidPassword => SkipReason::Encrypted,
        error => damaged(error),
    })?;
    // Documents that only forbid printing open with an empty password.
    if document.is_encrypted() && document.decrypt("").is_err() {
        return Err(SkipReason::Encrypted);
    }
    if is_drawn_elsewhere(&document) {
        return Err(SkipReason::Unsupported(
            "a form whose pages only Acrobat draws (XFA): print it to a PDF and read that"
                .to_owned(),
        ));
    }
    tree::mend(&mut document);
    let numbers: Vec<u32> = document.get_pages().into_keys().collect();
    // Objects within streams are not read where a password is missing; the trailer alone tells.
    let names_encryption = || bytes.windows(8).any(|at| at == b"/Encrypt");
    if numbers.is_empty() && names_encryption() {
        return Err(SkipReason::Encrypted);
    }
    if numbers.is_empty() {
        return Err(damaged("it has no pages"));
    }
    let most = usize::try_from(limits.max_unpacked).unwrap_or(usize::MAX);
    let prepared = content::prepare(&mut document, bytes, most);
    let mut lost = prepared.unreadable;
    let (pages, outside) = glyphs(&document, &numbers, prepared.shown, &mut lost);
    let mut text = String::new();
    for (number, page) in pages.into_iter().enumerate() {
        if number > 0 {
            text.push('\u{c}');
        }
        text.push_str(&layout::page(page));
        limits.check(text.len())?;
    }
    let missing = promised(&document).saturating_sub(numbers.len());
    let is_blank = text.trim().is_empty();
    if is_blank && let Some((_, why)) = lost.pop_first() {
        return Err(SkipReason::ParserFailed(why));
    }
    let (title, author, date) = about(&document);
    Ok(Extracted {
        text: if is_blank { String::new() } else { text },
        title: title.unwrap_or_default(),
        author,
        date,
        left_out: LeftOut {
            pages: u32::try_from(lost.len() + missing).unwrap_or(u32::MAX),
            hidden: prepared.hidden.saturating_add(outside),
            objects: embedded::count(&document),
            ..LeftOut::default()
        },
    })
}

/// Whether the pages of the file stand in for those of a form that a program draws (XFA; ISO 32000-1, 12.7.8): they say
/// that one has to wait or to get another program.
fn is_drawn_elsewhere(document: &Document) -> bool {
    let is_true = |catalog: &Dictionary| {
        let needs = catalog.get(b"NeedsRendering");
        needs.and_then(Object::as_bool).unwrap_or(false)
    };
    document.catalog().is_ok_and(is_true)
}

/// Number of leaves that the tree of pages names, whether or not there is a page at them (ISO 32000-1, 7.7.3). Each
/// object counts once, however often it is named, so that the work is linear in the document.
fn promised(document: &Document) -> usize {
    let root = document.catalog().and_then(|catalog| catalog.get(b"Pages"));
    let mut nodes: Vec<&Object> = root.into_iter().collect();
    let mut seen = HashSet::new();
    let mut leaves = 0;
    while let Some(node) = nodes.pop() {
        if node.as_reference().is_ok_and(|id| !seen.insert(id)) {
            continue;
        }
        let resolved = document.dereference(node).map(|(_, object)| object);
        let kids = resolved.and_then(Object::as_dict).and_then(|dict| {
            let kids = dict.get(b"Kids")?;
            document.dereference(kids)?.1.as_array()
        });
        match kids {
            Ok(kids) => nodes.extend(kids),
            Err(_) => leaves += 1,
        }
    }
    leaves
}

/// As [`Document::load_mem`], which looks for the encryption dictionary among the objects alone. Where the trailer
/// itself holds it (ISO 32000-1, 7.5.5), an update of the document makes it an object.
fn load(bytes: &[u8]) -> Result<Document, Error> {
    let document = Document::load_mem(bytes)?;
    let trailer = &document.trailer;
    let Some(encryption) = trailer
        .get(b"Encrypt")
        .and_then(Object::as_dict)
        .ok()
        .cloned()
    else {
        return Ok(document);
    };
    let size = trailer.get(b"Size").and_then(Object::as_i64).unwrap_or(0);
    let mut update = IncrementalDocument::create_from(bytes.to_vec(), document);
    let new = &mut update.new_document;
    new.max_id = new.max_id.max(u32::try_from(size).unwrap_or(0));
    let object = new.add_object(encryption);
    new.trailer.set("Encrypt", object);
    let mut updated = Vec::new();
    update.save_to(&mut updated)?;
    Document::load_mem(&updated)
}

/// The characters of each page, and the number of pages with text outside of what is shown of them. Pages that could
/// not be read are put into `lost` with the reason.
fn glyphs(
    document: &Document,
    numbers: &[u32],
    shown: HashMap<u32, Shown>,
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

/// Collects characters with their places.
#[derive(Default)]
struct Pages {
    pages: Vec<Vec<Glyph>>,
    /// What is shown of each page, by its number.
    shown: Rc<HashMap<u32, Shown>>,
    present: Option<Shown>,
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
        // Of a page that is turned, the direction of writing is what counts.
        let (a, b) = (at.m11, at.m12);
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

/// Title, author and date of the document information.
fn about(document: &Document) -> (Option<String>, Option<String>, Option<String>) {
    let info = document.trailer.get(b"Info").ok();
    let info = info.and_then(|info| match info {
        Object::Reference(id) => document.get_dictionary(*id).ok(),
        Object::Dictionary(dictionary) => Some(dictionary),
        _ => None,
    });
    let field = |name: &[u8]| {
        let text = string(document, info?, name)?;
        let text = text.trim().to_owned();
        (!text.is_empty()).then_some(text)
    };
    let date = field(b"CreationDate").and_then(|date| day(&date));
    (field(b"Title"), field(b"Author"), date)
}

fn string(document: &Document, info: &Dictionary, name: &[u8]) -> Option<String> {
    let value = match info.get(name).ok()? {
        Object::Reference(id) => document.get_object(*id).ok()?,
        value => value,
    };
    let bytes = value.as_str().ok()?;
    Some(match bytes {
        [0xfe, 0xff, rest @ ..] => encoding_rs::UTF_16BE.decode(rest).0.into_owned(),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned(),
    })
}

/// The day of a date of PDF, `D:20210304102000+01'00'`, as `2021-03-04`.
fn day(date: &str) -> Option<String> {
    let digits = date.strip_prefix("D:").unwrap_or(date);
    let digits = digits
        .get(..8)
        .filter(|d| d.bytes().all(|b| b.is_ascii_digit()))?;
    Some(format!(
        "{}-{}-{}",
        &digits[..4],
        &digits[4..6],
        &digits[6..]
    ))
}

#[cfg(test)]
mod tests;
