//! The tree of pages, made a tree where it is none: the crate walks it by the references, so that a cycle reads some
//! pages again and again and others never.

use std::collections::HashSet;

use pdf_extract::{Document, Object};

/// The identity of an object.
type Id = (u32, u16);

/// Takes out references to nodes that have been met already, and names the node above as the parent of each, because a
/// page inherits from its parents. A node is met once, so the work is linear in the document. A page that is named again
/// is shown again by readers: it becomes a page of its own.
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
        let mut below: Vec<Id> = Vec::new();
        let mut kept: Vec<Object> = Vec::with_capacity(kids.len());
        let mut is_changed = false;
        for kid in kids {
            let Ok(mut id) = kid.as_reference() else {
                kept.push(kid);
                continue;
            };
            if !met.insert(id) {
                is_changed = true;
                let again = document.get_dictionary(id).cloned();
                match again {
                    Ok(page) if !page.has(b"Kids") => id = document.add_object(page),
                    _ => continue,
                }
            }
            below.push(id);
            kept.push(Object::Reference(id));
        }
        for kid in &below {
            adopt(document, *kid, id);
        }
        if is_changed && let Ok(node) = document.get_dictionary_mut(id) {
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

/// Names the parent of a node, and says what it is, where it does not say that itself.
fn adopt(document: &mut Document, kid: Id, parent: Id) {
    let Ok(node) = document.get_dictionary_mut(kid) else {
        return;
    };
    if !node.has(b"Type") {
        let kind = if node.has(b"Kids") { "Pages" } else { "Page" };
        node.set("Type", Object::Name(kind.into()));
    }
    if node.get(b"Parent").and_then(Object::as_reference).ok() != Some(parent) {
        node.set("Parent", Object::Reference(parent));
    }
}
