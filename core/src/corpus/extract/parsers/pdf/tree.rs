//! The tree of pages, made a tree where it is none: the crate walks it by the references, so that a cycle reads some
//! pages again and again and others never.

use std::collections::HashSet;

use pdf_extract::{Document, Object};

/// The identity of an object.
type Id = (u32, u16);

/// Takes out references to nodes that have been met already, and names the node above as the parent of each, because a
/// page inherits from its parents. A node is met once, so the work is linear in the document.
pub(super) fn mend(document: &mut Document) {
    let root = document.catalog().and_then(|catalog| catalog.get(b"Pages"));
    let Ok(root) = root.and_then(Object::as_reference) else {
        return;
    };
    if let Ok(node) = document.get_dictionary_mut(root) {
        node.remove(b"Parent");
    }
    let (mut met, mut nodes) = (HashSet::from([root]), vec![root]);
    while let Some(id) = nodes.pop() {
        let Some(kids) = kids(document, id) else {
            continue;
        };
        let before = kids.len();
        let mut below: Vec<Id> = Vec::new();
        let kept: Vec<Object> = kids
            .into_iter()
            .filter(|kid| {
                let Ok(kid) = kid.as_reference() else {
                    return true;
                };
                let is_node = has_kids(document, kid);
                if is_node && !met.insert(kid) {
                    return false;
                }
                below.push(kid);
                true
            })
            .collect();
        for kid in &below {
            adopt(document, *kid, id);
        }
        if kept.len() < before
            && let Ok(node) = document.get_dictionary_mut(id)
        {
            node.set("Kids", kept);
        }
        // The first is met first.
        below.retain(|kid| has_kids(document, *kid));
        nodes.extend(below.into_iter().rev());
    }
}

fn has_kids(document: &Document, id: Id) -> bool {
    let node = document.get_dictionary(id);
    node.is_ok_and(|node| node.has(b"Kids"))
}

fn kids(document: &Document, id: Id) -> Option<Vec<Object>> {
    let kids = document.get_dictionary(id).ok()?.get(b"Kids").ok()?;
    let (_, kids) = document.dereference(kids).ok()?;
    kids.as_array().ok().cloned()
}

fn adopt(document: &mut Document, kid: Id, parent: Id) {
    if let Ok(node) = document.get_dictionary_mut(kid)
        && node.get(b"Parent").and_then(Object::as_reference).ok() != Some(parent)
    {
        node.set("Parent", Object::Reference(parent));
    }
}
