//! Optional content (ISO 32000-1, 8.11), which readers call layers: which of it is not shown in the default configuration
//! of the document.

use std::collections::HashSet;

use pdf_extract::{Document, Object, ObjectId};

use super::streams::entry;

/// Expressions that are looked at for one piece of content at most.
const MOST: usize = 1000;

/// The groups of optional content that are switched off.
#[derive(Debug, Default)]
pub(super) struct Layers {
    /// Whether those are off that are named nowhere.
    are_off: bool,
    on: HashSet<ObjectId>,
    off: HashSet<ObjectId>,
}

impl Layers {
    /// The groups as the default configuration of the document switches them.
    pub fn of(document: &Document) -> Self {
        let catalog = document.catalog().ok();
        let all = catalog.and_then(|catalog| entry(document, catalog, b"OCProperties"));
        let Some(default) = all
            .and_then(|all| all.as_dict().ok())
            .and_then(|all| entry(document, all, b"D")?.as_dict().ok())
        else {
            return Layers::default();
        };
        let listed = |name: &[u8]| {
            let groups = entry(document, default, name).and_then(|list| list.as_array().ok());
            let groups = groups.into_iter().flatten();
            groups
                .filter_map(|group| group.as_reference().ok())
                .collect()
        };
        let base = entry(document, default, b"BaseState").and_then(|state| state.as_name().ok());
        Layers {
            are_off: base == Some(b"OFF"),
            on: listed(b"ON"),
            off: listed(b"OFF"),
        }
    }

    /// Whether content of this group, or of this membership of groups, is not shown.
    pub fn hide(&self, document: &Document, content: &Object) -> bool {
        if !self.are_off && self.off.is_empty() {
            return false;
        }
        let mut left = MOST;
        !self.shows(document, content, &mut left)
    }

    fn shows(&self, document: &Document, content: &Object, left: &mut usize) -> bool {
        let Ok((id, Object::Dictionary(dictionary))) = document.dereference(content) else {
            return true;
        };
        if !matches!(dictionary.get_type(), Ok(b"OCMD")) {
            return id.is_none_or(|id| self.is_on(id));
        }
        if let Some(Object::Array(expression)) = entry(document, dictionary, b"VE") {
            return self.holds(document, expression, left);
        }
        let groups = match dictionary.get(b"OCGs") {
            Ok(group @ Object::Reference(id)) => match document.dereference(group) {
                Ok((_, Object::Array(groups))) => references(groups),
                Ok((_, Object::Dictionary(_))) => vec![*id],
                _ => Vec::new(),
            },
            Ok(Object::Array(groups)) => references(groups),
            _ => Vec::new(),
        };
        if groups.is_empty() {
            return true;
        }
        let mut on = groups.iter().map(|id| self.is_on(*id));
        let policy = entry(document, dictionary, b"P").and_then(|policy| policy.as_name().ok());
        match policy {
            Some(b"AllOn") => on.all(|on| on),
            Some(b"AnyOff") => on.any(|on| !on),
            Some(b"AllOff") => on.all(|on| !on),
            _ => on.any(|on| on),
        }
    }

    fn is_on(&self, group: ObjectId) -> bool {
        !self.off.contains(&group) && (!self.are_off || self.on.contains(&group))
    }

    /// Whether a visibility expression holds; one that is not understood does.
    fn holds(&self, document: &Document, expression: &[Object], left: &mut usize) -> bool {
        let Some((operator, operands)) = expression.split_first() else {
            return true;
        };
        let mut values = Vec::new();
        for operand in operands {
            let Some(less) = left.checked_sub(1) else {
                return true;
            };
            *left = less;
            values.push(match document.dereference(operand) {
                Ok((_, Object::Array(inner))) => self.holds(document, inner, left),
                _ => self.shows(document, operand, left),
            });
        }
        match operator.as_name() {
            Ok(b"And") => values.iter().all(|on| *on),
            Ok(b"Or") => values.iter().any(|on| *on),
            Ok(b"Not") => values.first().is_none_or(|on| !on),
            _ => true,
        }
    }
}

fn references(groups: &[Object]) -> Vec<ObjectId> {
    let groups = groups.iter();
    groups
        .filter_map(|group| group.as_reference().ok())
        .collect()
}
