//! Widths of composite fonts (ISO 32000-1, 9.7.4.3): ranges (`first last width`) become lists, the only form that the
//! crate reads. Without widths columns cannot be told from words.

use pdf_extract::{Document, Object, ObjectId};

/// Widths that are written out in a document at most: eight fonts of all codes.
const MOST: usize = 8 << 16;

/// Writes out the widths of all composite fonts.
pub(super) fn write_out(document: &mut Document) {
    let mut room = MOST;
    let lists: Vec<(ObjectId, Vec<Object>)> = { document.objects.iter() }
        .filter_map(|(id, object)| {
            let widths = object.as_dict().ok()?.get_deref(b"W", document).ok()?;
            Some((
                *id,
                written_out(document, widths.as_array().ok()?, &mut room)?,
            ))
        })
        .collect();
    for (id, widths) in lists {
        if let Ok(font) = document.get_dictionary_mut(id) {
            font.set("W", widths);
        }
    }
}

/// Widths as pairs of a first code and an array.
fn written_out(document: &Document, widths: &[Object], room: &mut usize) -> Option<Vec<Object>> {
    let value = |object: &Object| Some(document.dereference(object).ok()?.1.clone());
    let (mut written, mut rest) = (Vec::new(), widths);
    while let [first, second, after @ ..] = rest {
        let first = value(first)?.as_i64().ok()?;
        let list = match value(second)? {
            Object::Array(list) => {
                rest = after;
                list.iter().map(value).collect::<Option<Vec<Object>>>()?
            }
            last => {
                let (width, after) = after.split_first()?;
                rest = after;
                let codes = last.as_i64().ok()?.checked_sub(first)?.checked_add(1)?;
                vec![value(width)?; usize::try_from(codes).ok()?.min(*room)]
            }
        };
        *room = room.checked_sub(list.len())?;
        written.extend([Object::Integer(first), Object::Array(list)]);
    }
    Some(written)
}
