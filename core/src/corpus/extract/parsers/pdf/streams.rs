//! The streams that a page consists of, and their data, also where the file says a wrong length.

use std::borrow::Cow;

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream, xref::XrefEntry};

use super::filters::{StreamError, decode};

/// A value of a dictionary behind its reference; `None` for null, which stands for none.
pub(super) fn entry<'a>(
    document: &'a Document,
    dictionary: &'a Dictionary,
    name: &[u8],
) -> Option<&'a Object> {
    let value = dictionary.get(name).ok()?;
    let (_, value) = document.dereference(value).ok()?;
    (!value.is_null()).then_some(value)
}

/// The streams that a page consists of, and whether all that it names can be one.
pub(super) fn contents(document: &Document, page: &Dictionary) -> (Vec<ObjectId>, bool) {
    let Ok(mut value) = page.get(b"Contents") else {
        return (Vec::new(), true);
    };
    for _ in 0..8 {
        match value {
            Object::Reference(id) => match document.objects.get(id) {
                Some(next @ (Object::Array(_) | Object::Reference(_))) => value = next,
                _ => return (vec![*id], true),
            },
            Object::Array(values) => {
                let ids = values.iter().filter_map(|value| value.as_reference().ok());
                let is_one = |value: &Object| value.as_reference().is_ok() || value.is_null();
                return (ids.collect(), values.iter().all(is_one));
            }
            Object::Null => return (Vec::new(), true),
            _ => break,
        }
    }
    (Vec::new(), false)
}

/// The data of a stream, at most `most` bytes, and whether it is all of it.
pub(super) fn data(
    document: &Document,
    file: &[u8],
    id: ObjectId,
    most: usize,
) -> Result<(Vec<u8>, bool), StreamError> {
    let stream = stream(document, file, id)?;
    if most == 0 {
        return Err(StreamError::TooLarge);
    }
    let decoded = decode(document, &stream, most)?;
    Ok((decoded.bytes, decoded.is_whole))
}

/// A stream. One whose length is wrong is an empty stream or no stream at all to the crate: its data is what
/// stands before `endstream`.
fn stream<'a>(
    document: &'a Document,
    file: &[u8],
    id: ObjectId,
) -> Result<Cow<'a, Stream>, StreamError> {
    let object = document.get_object(id);
    let dictionary = match object.map_err(|_| StreamError::Absent)? {
        Object::Stream(stream) if !stream.content.is_empty() => {
            return Ok(Cow::Borrowed(stream));
        }
        Object::Stream(stream) => &stream.dict,
        Object::Dictionary(dictionary) if dictionary.has(b"Length") => dictionary,
        _ => return Err(StreamError::Absent),
    };
    match bytes_of(document, file, id) {
        Some(bytes) => Ok(Cow::Owned(Stream::new(dictionary.clone(), bytes.to_vec()))),
        // An empty one that is rightly so, within a file that has been decrypted.
        None if dictionary
            .get(b"Length")
            .and_then(Object::as_i64)
            .is_ok_and(|n| n == 0) =>
        {
            Ok(Cow::Owned(Stream::new(dictionary.clone(), Vec::new())))
        }
        None => Err(StreamError::WrongLength),
    }
}

/// The bytes between `stream` and `endstream` of an object, as they stand in the file.
fn bytes_of<'a>(document: &Document, file: &'a [u8], id: ObjectId) -> Option<&'a [u8]> {
    if document.was_encrypted() || document.trailer.has(b"Encrypt") {
        return None;
    }
    let XrefEntry::Normal { offset, .. } = document.reference_table.get(id.0)? else {
        return None;
    };
    let begin = find(file, b"%PDF-").unwrap_or(0);
    let object = file.get(begin + *offset as usize..)?;
    let header = format!("{} {} obj", id.0, id.1);
    let object = object.trim_ascii_start().strip_prefix(header.as_bytes())?;
    let mut at = 0;
    let data = loop {
        let found = at + find(&object[at..], b"stream")?;
        at = found + b"stream".len();
        let before = &object[..found];
        if find(before, b"endobj").is_some() {
            return None;
        }
        if before.trim_ascii_end().ends_with(b">>") {
            break &object[at..];
        }
    };
    let data = data.strip_prefix(b"\r").unwrap_or(data);
    let data = data.strip_prefix(b"\n").unwrap_or(data);
    let data = &data[..find(data, b"endstream").or_else(|| find(data, b"endobj"))?];
    let data = data.strip_suffix(b"\n").unwrap_or(data);
    Some(data.strip_suffix(b"\r").unwrap_or(data))
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}
