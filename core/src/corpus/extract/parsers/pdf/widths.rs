//! Widths of composite fonts (ISO 32000-1, 9.7.4.3), written as the list of them that the crate reads: it takes none of
//! the form `first last width` and no array that is an object of its own. Without its widths columns cannot be told.

use pdf_extract::{Dictionary, Document, Object, ObjectId};

/// Widths that are written out in a document at most: eight fonts of all codes.
const MOST: usize = 8 << 16;

/// Writes out the widths of all composite fonts.
pub(super) fn write_out(document: &mut Document) {
    let mut room = MOST;
    let changed: Vec<(ObjectId, Dictionary)> = document
        .objects
        .iter()
        .filter_map(|(id, object)| {
            let font = object.as_dict().ok()?;
            Some((*id, written_out(document, font, &mut room)?))
        })
        .collect();
    for (id, font) in changed {
        document.objects.insert(id, Object::Dictionary(font));
    }
}

/// A font with widths that are written out; `None` where nothing changes.
fn written_out(document: &Document, font: &Dictionary, room: &mut usize) -> Option<Dictionary> {
    let subtype = font.get(b"Subtype").and_then(Object::as_name);
    let (key, value): (&[u8], Object) = match subtype {
        Ok(b"CIDFontType0" | b"CIDFontType2") => (b"W", list(document, font, room)?.into()),
        Ok(b"Type0") => {
            // Its font of characters, where that is no object of its own.
            let below = array(document, font.get(b"DescendantFonts").ok()?)?;
            let inner = below.first()?.as_dict().ok()?;
            let inner = written_out(document, inner, room)?;
            (b"DescendantFonts", vec![Object::Dictionary(inner)].into())
        }
        _ => return None,
    };
    let mut font = font.clone();
    font.set(key, value);
    Some(font)
}

/// The widths of a font of characters as pairs of a first code and an array; `None` where they are written so already.
fn list(document: &Document, font: &Dictionary, room: &mut usize) -> Option<Vec<Object>> {
    let widths = font.get(b"W").ok()?;
    let entries = array(document, widths)?;
    let is_pair = |two: &[Object]| matches!(two, [Object::Integer(_), Object::Array(_)]);
    if matches!(widths, Object::Array(_)) && entries.chunks(2).all(is_pair) {
        return None;
    }
    let whole = |entry: &Object| resolved(document, entry)?.as_i64().ok();
    let (mut written, mut rest) = (Vec::new(), &entries[..]);
    while let [first, second, after @ ..] = rest {
        let first = whole(first)?;
        let widths = match array(document, second) {
            Some(widths) => {
                rest = after;
                let widths = widths.iter().map(|width| number(document, width));
                widths.collect::<Option<Vec<Object>>>()?
            }
            None => {
                let [width, after @ ..] = after else { break };
                rest = after;
                let codes = usize::try_from(
                    whole(second)?
                        .saturating_sub(first)
                        .saturating_add(1)
                        .max(0),
                )
                .ok()?;
                vec![number(document, width)?; codes.min(*room)]
            }
        };
        *room = room.checked_sub(widths.len())?;
        written.extend([Object::Integer(first), Object::Array(widths)]);
    }
    Some(written)
}

fn resolved<'a>(document: &'a Document, object: &'a Object) -> Option<&'a Object> {
    document.dereference(object).ok().map(|(_, object)| object)
}

fn array<'a>(document: &'a Document, object: &'a Object) -> Option<&'a Vec<Object>> {
    resolved(document, object)?.as_array().ok()
}

/// A number as it stands, not as a reference to it.
fn number(document: &Document, object: &Object) -> Option<Object> {
    let object = resolved(document, object)?;
    matches!(object, Object::Integer(_) | Object::Real(_)).then(|| object.clone())
}
