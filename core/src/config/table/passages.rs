//! Settings of passages and masks.

use super::super::setting::{CliOption, Meaning, OneOf, Setting, ValueKind};
use crate::mask::PageBlocks;
use crate::similarity::Bridging;

/// Settings of passages, in display order.
pub(super) static ROWS: &[&Setting] = &[&BRIDGE, &MIN_WORDS];

/// Settings of masks.
pub(super) static MASKS: &[&Setting] = &[&PAGE_BLOCKS];

/// Largest gap inside a passage.
pub static BRIDGE: Setting = Setting {
    name: "bridge",
    group: "Passages",
    about: "Largest gap, in words on either side, over which shared runs are joined into one passage; 0 shows each run by itself. [Potthast et al. 2013]",
    kind: ValueKind::Number {
        bounds: (0, Bridging::MAX as u64),
        stops: &[0, 5, 10, 15, 20, 30, 40, 60, 80],
        get: |c| Some(c.bridging.gap as u64),
        set: |c, n| c.bridging.gap = n as usize,
    },
    option: CliOption::Set("bridge"),
    help: "Largest gap, in words, over which shared runs are joined into one passage; 0: exact runs",
    ..Setting::ROW
};

/// Minimum number of words of a passage.
pub static MIN_WORDS: Setting = Setting {
    name: "least words",
    group: "Passages",
    about: "Minimum words of a passage, on its shorter side; shorter passages are not shown.",
    kind: ValueKind::Number {
        bounds: (1, Bridging::MAX as u64),
        stops: &[4, 6, 8, 10, 15, 20, 25, 30, 40, 50],
        get: |c| Some(c.bridging.min_words as u64),
        set: |c, n| c.bridging.min_words = n as usize,
    },
    option: CliOption::Value("min-words", "N"),
    help: "Minimum words of a passage, on its shorter side",
    ..Setting::ROW
};

/// The blocks of pages that are compared.
pub static PAGE_BLOCKS: Setting = Setting {
    name: "page blocks",
    group: "Excluding",
    about: "The blocks of HTML pages that are compared. [HTML standard, WAI-ARIA 1.2, Kohlschütter et al. 2010]",
    kind: ValueKind::OneOf(&OneOf {
        all: &PageBlocks::ALL,
        meaning: Meaning::Each(&[
            "all text of a page",
            "all except navigation, header, footer, asides and advertisements",
            "the main part without these; body if a page marks none",
        ]),
        get: |c| c.masks.blocks,
        set: |c, blocks| c.masks.blocks = blocks,
    }),
    option: CliOption::Set("blocks"),
    help: "Blocks of HTML pages to compare: all; body, without navigation, header, footer, asides and advertisements; main, only the main part of body",
    ..Setting::ROW
};
