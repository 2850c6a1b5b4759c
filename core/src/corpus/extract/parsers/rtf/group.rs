//! The state of a group of RTF.

/// Where the text of a group goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    Body,
    Note,
    Title,
    Author,
    FontName,
    /// A property of a shape: its name, and the value of one that is text.
    ShapeName,
    ShapeText,
    /// Whether the shape is hidden.
    ShapeHidden,
    Nowhere,
}

/// How much text there was.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    pub body: usize,
    pub note: usize,
    pub notes: usize,
    pub title: usize,
    pub author: usize,
}

/// State of a group; a group begins with that of the group around it.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub to: To,
    /// Where text that a reader sees goes here: also within a destination that a reader may not know.
    pub shown: To,
    /// Of the group of an object, how much text there was before.
    pub object: Option<Lengths>,
    /// Within text that is written in two ways, where it goes and how much there was before.
    pub twice: Option<(To, Lengths)>,
    pub in_formula: bool,
    pub hidden: bool,
    /// Whether the shape around is hidden.
    pub is_concealed: bool,
    /// Whether the hidden text has been counted.
    pub is_counted: bool,
    pub deleted: bool,
    /// Characters of the fallback after a `\u`, in bytes.
    pub fallback: usize,
    pub in_table: bool,
    pub in_fonts: bool,
    /// Number of the font; `None` for that of the document.
    pub font: Option<i32>,
}

impl Group {
    /// The state outside of all groups.
    pub fn outermost() -> Self {
        Group {
            to: To::Body,
            shown: To::Body,
            object: None,
            twice: None,
            in_formula: false,
            hidden: false,
            is_concealed: false,
            is_counted: false,
            deleted: false,
            fallback: 1,
            in_table: false,
            in_fonts: false,
            font: None,
        }
    }
}
