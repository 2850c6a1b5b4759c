//! Settings of passages.

use super::super::setting::{CliOption, Setting, ValueKind};
use crate::similarity::Bridging;

/// In display order.
pub(super) static ROWS: &[&Setting] = &[&BRIDGE, &MIN_WORDS];

/// Largest gap inside a passage.
pub static BRIDGE: Setting = Setting {
    name: "bridge",
    group: "Passages",
    about: "Words of a gap, on either side, over which shared runs are joined into one passage; 0 shows every shared run by itself. [Potthast et al. 2013]",
    kind: ValueKind::Number {
        bounds: (0, Bridging::MOST as u64),
        stops: &[0, 5, 10, 15, 20, 30, 40, 60, 80],
        get: |c| Some(c.bridging.gap as u64),
        set: |c, n| c.bridging.gap = n as usize,
    },
    option: CliOption::Optional("bridge", "N"),
    help: "Words of a gap over which shared runs are joined into one passage; 0: exact runs",
    ..Setting::ROW
};

/// Least number of words of a passage.
pub static MIN_WORDS: Setting = Setting {
    name: "least words",
    group: "Passages",
    about: "Words of a passage on its shorter side, at least; shorter ones are not shown.",
    kind: ValueKind::Number {
        bounds: (1, Bridging::MOST as u64),
        stops: &[4, 6, 8, 10, 15, 20, 25, 30, 40, 50],
        get: |c| Some(c.bridging.min_words as u64),
        set: |c, n| c.bridging.min_words = n as usize,
    },
    option: CliOption::Optional("min-words", "N"),
    help: "Words of a passage on its shorter side, at least",
    ..Setting::ROW
};
