//! Files that are embedded in a document (ISO 32000-1, 7.11.4), which are counted.

use std::collections::HashSet;

use pdf_extract::{Dictionary, Document, Object};

/// Number of the embedded files that the document lists by name (7.9.6, name trees).
pub(super) fn count(document: &Document) -> u32 {
    let inner = |dictionary: &'_ Dictionary, name: &[u8]| {
        let value = dictionary.get(name).ok()?;
        document.dereference(value).ok()?.1.as_dict().ok().cloned()
    };
    let catalog = document.catalog().ok();
    let root = catalog.and_then(|catalog| inner(&inner(catalog, b"Names")?, b"EmbeddedFiles"));
    let mut nodes: Vec<Dictionary> = root.into_iter().collect();
    let mut met = HashSet::new();
    let mut number = 0;
    while let Some(node) = nodes.pop() {
        let list = |name: &[u8]| {
            let value = node.get(name).ok()?;
            document.dereference(value).ok()?.1.as_array().ok().cloned()
        };
        number += list(b"Names").map_or(0, |names| names.len() / 2);
        for kid in list(b"Kids").unwrap_or_default() {
            if kid.as_reference().is_ok_and(|id| met.insert(id))
                && let Ok((_, Object::Dictionary(kid))) = document.dereference(&kid)
            {
                nodes.push(kid.clone());
            }
        }
    }
    u32::try_from(number).unwrap_or(u32::MAX)
}
