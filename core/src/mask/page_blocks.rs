//! Which blocks of pages are compared.

use serde::{Deserialize, Serialize};

use crate::base::PageBlock;

/// The blocks of pages that are compared. Other documents are compared as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageBlocks {
    /// All text of a page.
    #[default]
    All,
    /// All but the frame: navigation, header, footer, asides and advertisements.
    Body,
    /// The main part without its frame; as [`PageBlocks::Body`] on pages without a main part.
    Main,
}

impl PageBlocks {
    /// All values with their names.
    pub const ALL: [(&str, PageBlocks); 3] = [
        ("all", PageBlocks::All),
        ("body", PageBlocks::Body),
        ("main", PageBlocks::Main),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether a block is excluded from the comparison.
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

    /// The next value in the order all, main, body.
    pub fn next(self) -> Self {
        match self {
            PageBlocks::All => PageBlocks::Main,
            PageBlocks::Main => PageBlocks::Body,
            PageBlocks::Body => PageBlocks::All,
        }
    }

    /// [`PageBlocks::Main`] instead of all, others unchanged.
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
            let [all, body, main] = PageBlocks::ALL.map(|(_, blocks)| blocks.leaves_out(block));
            assert!(!all && body <= main);
            assert_eq!(body, main && block != PageBlock::Outside);
        }
    }
}
