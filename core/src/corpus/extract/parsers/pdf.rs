//! PDF (ISO 32000): the text layer in reading order, pages parted by form feeds, words joined over hyphenated
//! line ends, ligatures and presentation forms as the letters that they are. A page that cannot be read in full is
//! counted, and so is text of layers that are not shown and outside of the page.

mod about;
mod annotations;
mod boxes;
mod characters;
mod cmap;
mod codes;
mod content;
mod embedded;
mod encodings;
mod filters;
mod forms;
mod glyph_names;
mod layers;
mod layout;
mod made;
mod making;
mod marked;
mod operations;
mod predefined;
mod rewrite;
mod streams;
mod to_unicode;
mod tree;
mod unpainted;
mod widths;

use std::collections::HashSet;

use pdf_extract::{Dictionary, Document, Error, IncrementalDocument, Object};

use super::reasons::damaged;
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, LeftOut, Limits};

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
    widths::write_out(&mut document);
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
    let (shown, codes) = (prepared.shown, prepared.codes);
    let (pages, outside) = characters::glyphs(&document, &numbers, shown, &codes, &mut lost);
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
    let (title, author, date) = about::about(&document);
    Ok(Extracted {
        unseen: Vec::new(),
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

/// The end of a document that something else follows, such as what a server has added; the crate looks for the end in the
/// last 512 bytes. `None` if what follows may be a part of the document: one that is cut within an update.
fn end(bytes: &[u8]) -> Option<usize> {
    const MARK: &[u8] = b"%%EOF";
    let end = bytes.windows(MARK.len()).rposition(|at| at == MARK)? + MARK.len();
    let rest = &bytes[end..];
    let has = |word: &[u8]| rest.windows(word.len()).any(|at| at == word);
    (![b" obj".as_slice(), b"xref", b"trailer"]
        .into_iter()
        .any(has))
    .then_some(end)
}

/// As [`Document::load_mem`], which looks for the encryption dictionary among the objects alone. Where the trailer
/// itself holds it (ISO 32000-1, 7.5.5), an update of the document makes it an object.
fn load(bytes: &[u8]) -> Result<Document, Error> {
    let (bytes, document) = match (Document::load_mem(bytes), end(bytes)) {
        (Err(_), Some(end)) => (&bytes[..end], Document::load_mem(&bytes[..end])?),
        (document, _) => (bytes, document?),
    };
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

#[cfg(test)]
mod tests;
