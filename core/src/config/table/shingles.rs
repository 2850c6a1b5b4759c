//! Settings of terms and shingles.

use super::super::setting::{CliOption, Meaning, OneOf, Setting, ValueKind};
use crate::settings::{Sketching, Unit};

/// In display order.
pub(super) static ROWS: &[&Setting] = &[
    &UNIT,
    &K,
    &BAG,
    &HASH_BITS,
    &CASE,
    &LOOK_ALIKES,
    &LINE_HYPHENS,
    &NUMBERS,
    &STOP_WORDS,
];

const ROW: Setting = Setting {
    group: "Shingles",
    ..Setting::ROW
};

/// The unit of a shingle.
pub static UNIT: Setting = Setting {
    name: "unit",
    about: "What a shingle has k of. [Broder 1997; Leskovec, Rajaraman, Ullman, section 3.2]",
    kind: ValueKind::OneOf(&OneOf {
        all: &Unit::ALL,
        meaning: Meaning::Each(&[
            "runs of letters and digits",
            "characters of the normalised text",
        ]),
        get: |c| c.settings.normalisation.unit,
        set: |c, unit| c.settings.normalisation.unit = unit,
    }),
    option: CliOption::Value("unit", "UNIT"),
    help: "What shingles are made of: term or char (characters of the normalised text, which figures of words then count)",
    ..ROW
};

/// Units in a shingle.
pub static K: Setting = Setting {
    name: "k",
    about: "Units in a shingle: a greater k makes chance similarity rarer, and one changed unit costs k shingles. [Broder 1997]",
    kind: ValueKind::Number {
        bounds: (1, Sketching::MAX_K as u64),
        stops: &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        get: |c| Some(c.settings.sketching.k as u64),
        set: |c, n| c.settings.sketching.k = n as usize,
    },
    option: CliOption::Value("k", "N"),
    help: "Terms (or characters) in a shingle",
    ..ROW
};

/// Whether repeats count.
pub static BAG: Setting = Setting {
    name: "repeats",
    about: "Whether a shingle counts once, as in a set, or as often as it occurs, as in a bag. [Broder 1997]",
    kind: ValueKind::OneOf(&OneOf {
        all: &Sketching::BAGS,
        meaning: Meaning::Each(&[
            "the set: a shingle counts once, however often it occurs",
            "the bag: lesser counts over greater ones",
        ]),
        get: |c| c.settings.sketching.bag,
        set: |c, bag| c.settings.sketching.bag = bag,
    }),
    option: CliOption::Flag("bag"),
    help: "Count repeats: a document is the bag of its shingles instead of the set",
    ..ROW
};

pub(crate) static HASH_BITS: Setting = Setting {
    name: "hash bits",
    about: "Bits kept of a shingle's hash; with 32, one pair among 100,000 different shingles collides by chance. [Broder 1997]",
    kind: ValueKind::OneOf(&OneOf {
        all: &Sketching::HASH_BITS,
        meaning: Meaning::InName,
        get: |c| c.settings.sketching.hash_bits,
        set: |c, bits| c.settings.sketching.hash_bits = bits,
    }),
    option: CliOption::Set("hash-bits"),
    help: "Bits kept of a shingle's hash",
    ..ROW
};

pub(crate) static CASE: Setting = Setting {
    name: "letter case",
    about: "Whether A and a are the same letter. [IIR, section 2.2.3]",
    kind: ValueKind::OneOf(&OneOf {
        all: &[("lower-cased", false), ("as written", true)],
        meaning: Meaning::InName,
        get: |c| c.settings.normalisation.keep_case,
        set: |c, keep| c.settings.normalisation.keep_case = keep,
    }),
    option: CliOption::Switch("keep-case"),
    help: "Do not lower-case terms",
    ..ROW
};

pub(crate) static LOOK_ALIKES: Setting = Setting {
    name: "look-alikes",
    about: "Whether letters of another script or form count as the ones they look like, and hidden text is excluded: what a reader sees. [Unicode TS 39]",
    kind: ValueKind::OneOf(&OneOf {
        all: &[("as written", false), ("folded", true)],
        meaning: Meaning::InName,
        get: |c| c.settings.normalisation.fold_confusables,
        set: |c, fold| {
            c.settings.normalisation.fold_confusables = fold;
            c.settings.reading.drop_unseen = fold;
        },
    }),
    option: CliOption::Flag("fold-confusables"),
    help: "Compare as a reader sees the text: letters of other scripts that look the same count as the same; characters without a shape, and text of HTML pages that cannot be seen, not at all",
    ..ROW
};

pub(crate) static LINE_HYPHENS: Setting = Setting {
    name: "line hyphens",
    about: "Whether a word that a hyphen breaks at the end of a line is one word, as in scanned books.",
    kind: ValueKind::OneOf(&OneOf {
        all: &[("as written", false), ("joined", true)],
        meaning: Meaning::InName,
        get: |c| c.settings.normalisation.join_hyphens,
        set: |c, join| c.settings.normalisation.join_hyphens = join,
    }),
    option: CliOption::Switch("join-hyphens"),
    help: "Join a word that ends a line with a hyphen to the small letters that begin the next line",
    ..ROW
};

pub(crate) static NUMBERS: Setting = Setting {
    name: "numbers",
    about: "Whether terms of numeric characters only count: dates, page and line numbers.",
    kind: ValueKind::OneOf(&OneOf {
        all: &[("kept", false), ("excluded", true)],
        meaning: Meaning::InName,
        get: |c| c.settings.normalisation.drop_numbers,
        set: |c, drop| c.settings.normalisation.drop_numbers = drop,
    }),
    option: CliOption::Switch("drop-numbers"),
    help: "Exclude terms that are numbers",
    ..ROW
};

/// Sets of languages whose stop-words are excluded, by name.
static STOP_WORD_SETS: [(&str, &[&str]); 8] = [
    ("kept", &[]),
    ("without de", &["de"]),
    ("without en", &["en"]),
    ("without fr", &["fr"]),
    ("without de en", &["de", "en"]),
    ("without de fr", &["de", "fr"]),
    ("without en fr", &["en", "fr"]),
    ("without de en fr", &["de", "en", "fr"]),
];

pub(crate) static STOP_WORDS: Setting = Setting {
    name: "stop-words",
    about: "Whether very common words of a language are excluded before shingles are made. [IIR, section 2.2.2]",
    kind: ValueKind::OneOf(&OneOf {
        all: &STOP_WORD_SETS,
        meaning: Meaning::InName,
        get: |c| {
            let dropped = &c.settings.normalisation.drop_stopwords;
            let has = |list: &&str| dropped.iter().any(|dropped| dropped == list);
            let is = |(_, set): &&(&str, &[&str])| {
                set.iter().all(has) && dropped.iter().all(|list| set.contains(&list.as_str()))
            };
            STOP_WORD_SETS.iter().find(is).map_or(&[], |(_, set)| *set)
        },
        set: |c, lists| {
            let lists = lists.iter().map(|list| (*list).to_owned());
            c.settings.normalisation.drop_stopwords = lists.collect();
        },
    }),
    option: CliOption::List("drop-stopwords"),
    help: "Exclude stop-words of these languages (en, de, fr)",
    ..ROW
};
