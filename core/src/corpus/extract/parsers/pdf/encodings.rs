//! Composite fonts with an encoding of their own, an embedded CMap, or one of Chinese, Japanese or Korean text (ISO
//! 32000-1, 9.7.5). The crate that takes the text out reads codes of the wrong length by the first, and none by the
//! others. Here such a font becomes one of codes of two bytes (Identity-H), with the widths of its characters by those
//! codes, and what is shown with it is written in them.

use std::collections::HashMap;
use std::rc::Rc;

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream};

use super::cmap::{Encoding, is_identity};
use super::filters::decode;
use super::predefined;
use super::streams::entry;

/// Bytes of a CMap that are read at most.
const MOST: usize = 4 << 20;

/// Makes composite fonts with an embedded CMap, or one that is an encoding of text, fonts of codes of two bytes; gives
/// their encodings.
pub(super) fn complete(document: &mut Document) -> HashMap<ObjectId, Rc<Encoding>> {
    let mut encodings = HashMap::new();
    let mut fonts = Vec::new();
    let mut tables = Vec::new();
    let mut known = HashMap::new();
    for (id, object) in &document.objects {
        let Ok(font) = object.as_dict() else { continue };
        let Some(of_font) = encoding(document, font) else {
            continue;
        };
        let mut new = font.clone();
        let encoding = if let Ok(cmap) = of_font.as_stream() {
            let encoding = Rc::new(embedded(document, cmap));
            if !encoding.is_identity() {
                let by_code =
                    |widths: Option<&Object>| Some(encoding.by_code(widths?.as_array().ok()?));
                new = with_widths(document, new, by_code);
            }
            encoding
        } else if let Ok(name) = of_font.as_name() {
            let named = known.entry(name).or_insert_with(|| {
                let (encoding, table) = predefined::named(name)?;
                // Numbers of this generation are not in use.
                let object = (u32::try_from(tables.len()).ok()?, u16::MAX - 4);
                tables.push((object, table.written(2)));
                Some((Rc::new(encoding), object))
            });
            let Some((encoding, table)) = named else {
                continue;
            };
            new = with_widths(document, new, |_| Some(predefined::widths()));
            if entry(document, font, b"ToUnicode").is_none() {
                new.set("ToUnicode", Object::Reference(*table));
            }
            Rc::clone(encoding)
        } else {
            continue;
        };
        new.set("Encoding", Object::Name(b"Identity-H".to_vec()));
        fonts.push((*id, new));
        encodings.insert(*id, encoding);
    }
    for (id, font) in fonts {
        document.objects.insert(id, Object::Dictionary(font));
    }
    for (id, table) in tables {
        let stream = Stream::new(Dictionary::new(), table);
        document.objects.insert(id, Object::Stream(stream));
    }
    encodings
}

/// Whether a font is a composite one with an embedded CMap.
pub(super) fn has_own_encoding(document: &Document, font: &Dictionary) -> bool {
    encoding(document, font).is_some_and(|encoding| encoding.as_stream().is_ok())
}

/// The encoding of a composite font: a name, or an embedded CMap.
fn encoding<'a>(document: &'a Document, font: &'a Dictionary) -> Option<&'a Object> {
    let subtype = font.get(b"Subtype").and_then(Object::as_name).ok()?;
    let encoding = font.get(b"Encoding").ok().filter(|_| subtype == b"Type0")?;
    let (_, encoding) = document.dereference(encoding).ok()?;
    Some(encoding)
}

fn embedded(document: &Document, stream: &Stream) -> Encoding {
    let named = entry(document, &stream.dict, b"UseCMap").and_then(|name| name.as_name().ok());
    let names_identity = named.is_some_and(is_identity);
    let cmap = decode(document, stream, MOST).map(|decoded| decoded.bytes);
    Encoding::read(&cmap.unwrap_or_default(), names_identity)
}

/// A composite font with other widths; as it is where it has no font of glyphs, or `widths` gives none.
fn with_widths(
    document: &Document,
    mut font: Dictionary,
    widths: impl Fn(Option<&Object>) -> Option<Vec<Object>>,
) -> Dictionary {
    let below = || {
        let below = entry(document, &font, b"DescendantFonts")?
            .as_array()
            .ok()?;
        let (_, below) = document.dereference(below.first()?).ok()?;
        let mut below = below.as_dict().ok()?.clone();
        let widths = widths(entry(document, &below, b"W"))?;
        below.set("W", widths);
        Some(below)
    };
    if let Some(below) = below() {
        font.set("DescendantFonts", vec![Object::Dictionary(below)]);
    }
    font
}
