//! Blocks of a web page: what a part of a page is for.

use serde::{Deserialize, Serialize};

/// What a part of a page is for. Text that is none of these is body text of the page, within its main
/// part if the page names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageBlock {
    /// A heading of the text that is no part of the frame.
    Heading,
    /// Navigation: menus, breadcrumbs, pagination, lists of links.
    Navigation,
    /// The header of the page, not that of an article or section.
    Header,
    /// The footer of the page.
    Footer,
    /// Text beside the subject: sidebars, related pages.
    Aside,
    /// An advertisement.
    Advertisement,
    /// Other text outside of the main part, on pages that name one.
    Outside,
}

impl PageBlock {
    /// All blocks.
    pub const ALL: [PageBlock; 7] = [
        PageBlock::Heading,
        PageBlock::Navigation,
        PageBlock::Header,
        PageBlock::Footer,
        PageBlock::Aside,
        PageBlock::Advertisement,
        PageBlock::Outside,
    ];

    /// Name for a reader, singular.
    pub fn name(self) -> &'static str {
        match self {
            PageBlock::Heading => "heading",
            PageBlock::Navigation => "navigation",
            PageBlock::Header => "page header",
            PageBlock::Footer => "page footer",
            PageBlock::Aside => "aside",
            PageBlock::Advertisement => "advertisement",
            PageBlock::Outside => "outside of the main part",
        }
    }

    /// Name of at most four columns, for a margin.
    pub fn label(self) -> &'static str {
        match self {
            PageBlock::Heading => "hdg",
            PageBlock::Navigation => "nav",
            PageBlock::Header => "head",
            PageBlock::Footer => "foot",
            PageBlock::Aside => "side",
            PageBlock::Advertisement => "ad",
            PageBlock::Outside => "out",
        }
    }
}

/// A block as a byte span of the text of its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSpan {
    /// Byte offset of the start.
    pub start: usize,
    /// Byte offset of the end (exclusive).
    pub end: usize,
    /// What it is.
    pub block: PageBlock,
}
