//! Which blocks of pages are compared.

use serde::{Deserialize, Serialize};

use crate::base::PageBlock;

/// The blocks of pages that are compared. Documents that are no pages are compared whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageBlocks {
    /// All text of a page.
    #[default]
    All,
    /// All but the frame: navigation, header, footer, asides and advertisements.
    Body,
    /// The main part without a frame in it; as [`PageBlocks::Body`] on pages that name no main part.
    Main,
}

impl PageBlocks {
    /// All of them with their names.
    pub const ALL: [(&str, PageBlocks); 3] = [
        ("all", PageBlocks::All),
        ("body", PageBlocks::Body),
        ("main", PageBlocks::Main),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether a block is left out of the comparison.
    pub fn leaves_out(self, block: PageBlock) -> bool {
        match block {
            PageBlock::Heading => false,
            PageBlock::Outside => self == PageBlocks::Main,
            PageBlock::Navigation
            | PageBlock::Header
            | PageBlock::Footer
            | PageBlock::Aside
            | PageBlock::Advertisement => self != PageBlocks::All,
        }
    }

    /// The next one, from all over the main part to the body.
    pub fn next(self) -> Self {
        match self {
            PageBlocks::All => PageBlocks::Main,
            PageBlocks::Main => PageBlocks::Body,
            PageBlocks::Body => PageBlocks::All,
        }
    }

    /// The same, or [`PageBlocks::Main`] instead of all.
    pub fn or_main(self) -> Self {
        match self {
            PageBlocks::All => PageBlocks::Main,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_main_leaves_out_more_than_body() {
        for (name, blocks) in PageBlocks::ALL {
            assert_eq!(blocks.name(), name);
            assert_eq!(blocks.next().next().next(), blocks);
        }
        for block in PageBlock::ALL {
            let [all, body, main] = PageBlocks::ALL.map(|(_, of)| of.leaves_out(block));
            assert!(!all && body <= main);
            assert_eq!(body, main && block != PageBlock::Outside);
        }
    }
}
