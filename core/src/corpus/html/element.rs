//! An element of a page.

use html5ever::{Attribute, QualName};

/// Index of an element.
pub(super) type ElementId = usize;

/// An element of the page.
pub(super) struct Element {
    pub name: QualName,
    /// Its attributes until it begins.
    pub attributes: Vec<Attribute>,
    pub parent: Option<ElementId>,
    pub is_open: bool,
    /// Whether other elements were moved into it before it began.
    pub has_moved: bool,
    /// Whether the page was cut off within the element.
    pub is_unclosed: bool,
}

impl Element {
    /// The name of the element in lower case.
    pub fn name(&self) -> &str {
        &self.name.local
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let attribute = attributes.find(|attribute| &*attribute.name.local == name)?;
        Some(&attribute.value)
    }
}
