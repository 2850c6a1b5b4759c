//! Settings of masks.

use super::super::setting::{CliOption, Meaning, OneOf, Setting, ValueKind};
use crate::mask::PageBlocks;

/// In display order.
pub(super) static ROWS: &[&Setting] = &[&PAGE_BLOCKS];

/// The blocks of pages that are compared.
pub static PAGE_BLOCKS: Setting = Setting {
    name: "page blocks",
    group: "Leaving out",
    about: "The blocks of HTML pages that are compared. [HTML standard, WAI-ARIA 1.2, Kohlschütter et al. 2010]",
    kind: ValueKind::OneOf(&OneOf {
        all: &PageBlocks::ALL,
        meaning: Meaning::Each(&[
            "all text of a page",
            "all but navigation, header, footer, asides and advertisements",
            "the main part without these; as body on pages that name none",
        ]),
        get: |c| c.masks.blocks,
        set: |c, blocks| c.masks.blocks = blocks,
    }),
    option: CliOption::Optional("blocks", "BLOCKS"),
    help: "Blocks of HTML pages to compare: all; body, without navigation, header, footer, asides and advertisements; main, only the main part of these",
    ..Setting::ROW
};
