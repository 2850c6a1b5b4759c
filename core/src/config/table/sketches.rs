//! Settings of sketches.

use super::super::setting::{CliOption, Meaning, OneOf, Setting, ValueKind};
use crate::settings::{SketchKind, Sketching};

/// In display order.
pub(super) static ROWS: &[&Setting] = &[&SKETCH, &PERMUTATIONS, &BITS, &SEED];

const ROW: Setting = Setting {
    group: "Sketches",
    ..Setting::ROW
};

/// The kind of sketch.
pub static SKETCH: Setting = Setting {
    name: "sketch",
    about: "How the shingles of a document are cut down to a few values that estimate its similarity to others.",
    kind: ValueKind::OneOf(&OneOf {
        all: &SketchKind::ALL,
        meaning: Meaning::Each(&[
            "the minimum hash under each permutation [Broder 1997]",
            "fast similarity sketching [Dahlgaard, Knudsen, Thorup 2017]",
            "one permutation, empty bins filled from others [Shrivastava 2017]",
            "permutations that differ: less error [Ertl 2017]",
        ]),
        get: |c| c.settings.sketching.sketch,
        set: |c, kind| c.settings.sketching.sketch = kind,
    }),
    option: CliOption::Value("sketch", "KIND"),
    help: "How sketches are made",
    ..ROW
};

/// Values in a sketch.
pub static PERMUTATIONS: Setting = Setting {
    name: "permutations",
    about: "Values in a sketch: the error of an estimate falls with the root of their number, time and space rise with it. [Broder 1997]",
    kind: ValueKind::Number {
        bounds: (
            Sketching::MIN_PERMUTATIONS as u64,
            Sketching::MAX_PERMUTATIONS as u64,
        ),
        stops: &[16, 32, 64, 100, 128, 200, 256, 400, 512, 1024],
        get: |c| Some(c.settings.sketching.permutations as u64),
        set: |c, n| c.settings.sketching.permutations = n as usize,
    },
    option: CliOption::Value("permutations", "N"),
    help: "Values in a sketch, 16 to 1024",
    ..ROW
};

/// Bits kept of each value of a sketch.
pub static BITS: Setting = Setting {
    name: "value bits",
    about: "Lowest bits kept of each value: fewer need less space, but agree by chance, which the estimate corrects. [Li, König 2010]",
    kind: ValueKind::OneOf(&OneOf {
        all: &Sketching::BITS,
        meaning: Meaning::InName,
        get: |c| c.settings.sketching.bits,
        set: |c, bits| c.settings.sketching.bits = bits,
    }),
    option: CliOption::Value("bits", "BITS"),
    help: "Lowest bits kept of each value of a sketch",
    ..ROW
};

pub(crate) static SEED: Setting = Setting {
    name: "seed",
    about: "Another seed is another draw of hashes and permutations: estimates vary with it, exact figures do not.",
    kind: ValueKind::Number {
        bounds: (0, u64::MAX),
        stops: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        get: |c| Some(c.settings.sketching.seed),
        set: |c, n| c.settings.sketching.seed = n,
    },
    option: CliOption::Value("seed", "N"),
    help: "Seed of the shingle hash and the permutations",
    ..ROW
};
