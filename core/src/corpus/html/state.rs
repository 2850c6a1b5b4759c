//! What is known of a page while it is read.

use super::open::{OpenElements, Place};
use crate::corpus::SkipReason;
use crate::corpus::limits::Clock;
use crate::corpus::unseen::Hidden;

/// What has been read of a page.
#[derive(Default)]
pub(super) struct State {
    pub title: String,
    pub text: String,
    /// The open elements.
    pub elements: OpenElements,
    /// Inside the `title` element.
    pub in_title: bool,
    /// Nesting depth of `pre` elements, in which white space is preserved.
    pub pre: usize,
    /// Current element whose content is not displayed up to its end tag, and its nesting depth in itself.
    pub hidden: Option<(String, usize)>,
    /// Current element whose content is not displayed until it is closed.
    pub unshown: Option<Place>,
    /// What makes the text that follows invisible, if anything does.
    pub unseen_by: Hidden,
    /// The open elements that changed this, outermost first.
    pub covers: Vec<Cover>,
    /// Whether the page sets a background.
    pub background: bool,
    pub unseen: Vec<(usize, usize)>,
    pub quoted: Vec<(usize, usize)>,
    /// Number of open `blockquote` and `q` elements, and where the text of the outermost begins.
    pub quotes: usize,
    pub quote_start: usize,
    /// Current number of open elements (as far as end tags show) and its maximum.
    pub depth: usize,
    pub deepest: usize,
    /// Whether the page is XHTML, which is XML: `<p/>` is an element without content, and text may stand in
    /// sections of CDATA.
    pub is_xml: bool,
    /// White space is pending before the next visible character.
    pub space: bool,
    /// How pages within this one are read; without it they are not.
    pub inner: Option<Inner>,
    /// Why a page within this one could not be read.
    pub failed: Option<SkipReason>,
}

/// An element that makes its text invisible, or visible again.
pub(super) struct Cover {
    /// Of an inline element its name, and its nesting depth in itself.
    pub inline: Option<(String, usize)>,
    /// The element, or the one around an inline one.
    pub place: Option<Place>,
    /// What makes text around it invisible.
    pub around: Hidden,
}

/// The limits within which a page is read.
#[derive(Clone, Copy)]
pub(super) struct Inner {
    pub max_depth: u32,
    pub clock: Clock,
    /// Number of pages around it.
    pub level: u32,
}
