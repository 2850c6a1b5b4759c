//! Settings of the pair search, and the linkage of clusters.

use super::super::Purpose;
use super::super::setting::{Auto, CliOption, Meaning, OneOf, Setting, Value, ValueKind};
use crate::candidates::Method;
use crate::candidates::banding::Banding;
use crate::candidates::method::MAX;
use crate::candidates::simhash::{MAX_DISTANCE, SimHashInput, SimHashSearch};
use crate::candidates::super_shingles::{self, SuperShingles};
use crate::cluster::{DecidedDifferent, Linkage};
use crate::settings::Sketching;
use crate::similarity::Measure;
use crate::sketch::Layout;

/// In display order.
pub(super) static ROWS: &[&Setting] = &[
    &PURPOSE,
    &METHOD,
    &SUPER_SHINGLES,
    &WIDTH,
    &NEEDED,
    &SIMHASH_OF,
    &DISTANCE,
    &SIMHASH_SEARCH,
    &MODULUS,
    &PASSAGE,
    &MEASURE,
    &RECALL,
    &BANDS,
    &LINKAGE,
    &DECIDED_DIFFERENT,
];

/// The purpose of the analysis.
pub static PURPOSE: Setting = Setting {
    name: "purpose",
    about: "What to look for. It sets k, the measure, the threshold and the order of lists; each can be changed afterwards. [Broder 1997; Potthast et al. 2010]",
    kind: ValueKind::OneOf(&OneOf {
        all: &Purpose::ALL,
        meaning: Meaning::Each(&[
            "documents that are nearly the same",
            "text of one document that occurs in another, most first",
        ]),
        get: |c| c.purpose,
        set: |c, purpose| c.adopt(purpose),
    }),
    option: CliOption::Value("for", "PURPOSE"),
    help: "What to look for: near-duplicates, or copied-text, which begins with --k 3 --measure containment --threshold 0.1 and orders by evidence",
    ..Setting::ROW
};

/// The method.
pub static METHOD: Setting = Setting {
    name: "method",
    about: "Proposes candidate pairs. Each candidate is verified exactly, so methods differ only in what they miss and what they cost.",
    kind: ValueKind::OneOf(&OneOf {
        all: &Method::ALL,
        meaning: Meaning::Of(|method| {
            let about = method.about();
            match about.source {
                "" => about.line.to_owned(),
                source => format!("{} [{source}]", about.line),
            }
        }),
        get: |c| c.method_config.method,
        set: |c, method| c.method_config.method = method,
    }),
    option: CliOption::Value("method", "NAME"),
    help: "How pairs are found",
    ..Setting::ROW
};

/// The form of super-shingles.
pub static SUPER_SHINGLES: Setting = Setting {
    name: "super-shingle",
    about: "Which values of a sketch form a super-shingle: runs of its sorted values, or groups by position. [IIR, section 19.6; Broder 2000]",
    methods: &[Method::SuperShingles],
    kind: ValueKind::OneOf(&OneOf {
        all: &[("sorted", false), ("altavista", true)],
        meaning: Meaning::Each(&[
            "runs of sorted values; length and number are set below",
            "two of six groups of 14 values are equal",
        ]),
        get: |c| c.method_config.super_shingles == SuperShingles::AltaVista,
        set: |c, by_position| {
            c.method_config.super_shingles = if by_position {
                SuperShingles::AltaVista
            } else {
                SuperShingles::default()
            }
        },
    }),
    option: CliOption::Switch("altavista"),
    help: "super-shingles: as in AltaVista, two of six groups of 14 values by position must be equal",
    ..Setting::ROW
};

/// Width of sorted super-shingles.
pub static WIDTH: Setting = Setting {
    name: "run length",
    about: "Sorted values in a super-shingle: the longer the run, the nearer two documents must be to share one. [IIR, section 19.6]",
    methods: &[Method::SuperShingles],
    kind: ValueKind::Number {
        bounds: (1, Sketching::MAX_PERMUTATIONS as u64),
        stops: &[1, 2, 3, 4, 5, 6, 8, 10, 12, 14],
        get: |c| Some(sorted(c.method_config.super_shingles).0 as u64),
        set: |c, n| {
            let (width, needed) = (n as usize, sorted(c.method_config.super_shingles).1);
            c.method_config.super_shingles = SuperShingles::Sorted { width, needed };
        },
    },
    limits: Some(|c| (1, c.settings.sketching.permutations as u64)),
    option: CliOption::Set("super-width"),
    help: "super-shingles: sorted sketch values in each",
    ..Setting::ROW
};

/// Number of sorted super-shingles that must be shared.
pub static NEEDED: Setting = Setting {
    name: "runs shared",
    about: "Super-shingles that two documents must share to become a candidate. [IIR, section 19.6]",
    methods: &[Method::SuperShingles],
    kind: ValueKind::Number {
        bounds: (1, Sketching::MAX_PERMUTATIONS as u64),
        stops: &[1, 2, 3, 4, 6, 8, 12],
        get: |c| Some(sorted(c.method_config.super_shingles).1.into()),
        set: |c, n| {
            let (width, needed) = (sorted(c.method_config.super_shingles).0, n as u32);
            c.method_config.super_shingles = SuperShingles::Sorted { width, needed };
        },
    },
    option: CliOption::Set("super-needed"),
    help: "super-shingles: how many must be shared",
    ..Setting::ROW
};

pub(crate) static SIMHASH_OF: Setting = Setting {
    name: "fingerprints",
    about: "What the 64 bits are computed from. Terms ignore the order of words, shingles do not. [Charikar 2002]",
    methods: &[Method::SimHash],
    kind: ValueKind::OneOf(&OneOf {
        all: &SimHashInput::ALL,
        meaning: Meaning::Each(&[
            "each occurrence of a term counts once",
            "each occurrence of a shingle counts once",
        ]),
        get: |c| c.method_config.simhash.input,
        set: |c, features| c.method_config.simhash.input = features,
    }),
    option: CliOption::Set("simhash-of"),
    help: "simhash: what fingerprints are computed from, terms or shingles",
    ..Setting::ROW
};

pub(crate) static DISTANCE: Setting = Setting {
    name: "bits apart",
    about: "Bits of 64 in which the fingerprints of two documents may differ, 0 to 16. [Manku, Jain, Das Sarma 2007]",
    methods: &[Method::SimHash],
    kind: ValueKind::Number {
        bounds: (0, MAX_DISTANCE as u64),
        stops: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        get: |c| Some(c.method_config.simhash.distance.into()),
        set: |c, n| c.method_config.simhash.distance = n as u32,
    },
    option: CliOption::Set("distance"),
    help: "simhash: bits of 64 that may differ, 0 to 16",
    ..Setting::ROW
};

pub(crate) static SIMHASH_SEARCH: Setting = Setting {
    name: "search",
    about: "How fingerprints within the distance are found: tables find all pairs, rotated sorted lists miss some. [Manku, Jain, Das Sarma 2007]",
    methods: &[Method::SimHash],
    kind: ValueKind::OneOf(&OneOf {
        all: &SimHashSearch::ALL,
        meaning: Meaning::Each(&[
            "all pairs within the distance",
            "neighbours in sorted order, after each of 64 rotations",
        ]),
        get: |c| c.method_config.simhash.search,
        set: |c, search| c.method_config.simhash.search = search,
    }),
    option: CliOption::Set("simhash-search"),
    help: "simhash: tables (finds all within the distance) or rotate (sorted neighbours)",
    ..Setting::ROW
};

/// Modulus of the samples.
pub static MODULUS: Setting = Setting {
    name: "modulus",
    about: "The sample has one in this many shingles: a greater modulus costs less and finds less. [Manber 1994; Broder 1997]",
    methods: &[Method::ModP],
    kind: ValueKind::Number {
        bounds: (1, MAX),
        stops: &[1, 2, 4, 8, 16, 32, 64, 128],
        get: |c| Some(c.method_config.modulus),
        set: |c, n| c.method_config.modulus = n,
    },
    option: CliOption::Set("modulus"),
    help: "mod-p: the sample has one in this many shingles",
    ..Setting::ROW
};

pub(crate) static PASSAGE: Setting = Setting {
    name: "passage",
    about: "Two documents are a candidate if they share a passage of this many terms, at any position; auto is k + 8. [Schleimer, Wilkerson, Aiken 2003]",
    methods: &[Method::Winnow],
    kind: ValueKind::Number {
        bounds: (1, MAX),
        stops: &[4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64],
        get: |c| c.method_config.passage.map(|terms| terms as u64),
        set: |c, n| c.method_config.passage = Some(n as usize),
    },
    limits: Some(|c| (c.settings.sketching.k as u64, MAX)),
    auto: Some(Auto {
        set: |c| c.method_config.passage = None,
        chosen: |c, _| Value::Number(c.method_config.passage(c.settings.sketching.k) as u64),
    }),
    option: CliOption::Set("passage"),
    help: "winnow: shared passages of this many terms make a candidate, k or more [default: k + 8]",
    ..Setting::ROW
};

/// The measure that the threshold applies to.
pub static MEASURE: Setting = Setting {
    name: "measure",
    about: "The similarity that the threshold applies to, and that pairs and clusters show. [Broder 1997]",
    kind: ValueKind::OneOf(&OneOf {
        all: &Measure::ALL,
        meaning: Meaning::Each(&[
            "shared shingles / all shingles: how equal both are",
            "shared shingles / those of one: how much is in the other",
        ]),
        get: |c| c.method_config.measure,
        set: |c, measure| c.method_config.measure = measure,
    }),
    option: CliOption::Value("measure", "NAME"),
    help: "What the threshold applies to: jaccard, or containment (the greater of both directions)",
    ..Setting::ROW
};

pub(crate) static RECALL: Setting = Setting {
    name: "recall",
    about: "Random methods: the probability of finding a pair exactly at the threshold. A higher one costs more candidates. [Indyk, Motwani 1998]",
    methods: &[Method::Lsh, Method::SortedList, Method::ModP, Method::Auto],
    kind: ValueKind::Probability(
        &[0.5, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999],
        |c| c.method_config.recall,
        |c, recall| c.method_config.recall = recall,
    ),
    option: CliOption::Set("recall"),
    help: "lsh, sorted-list, mod-p: probability of finding a pair exactly at the threshold",
    ..Setting::ROW
};

/// Bands and rows of LSH, for example `--set bands=20x10`.
pub static BANDS: Setting = Setting {
    name: "bands × rows",
    about: "How LSH divides sketches: two that agree on a band are a candidate. Auto is the strictest division that reaches the recall at the threshold. [Indyk, Motwani 1998]",
    methods: &[Method::Lsh, Method::Auto],
    kind: ValueKind::Banding,
    auto: Some(Auto {
        set: |c| c.method_config.banding = None,
        chosen: |c, threshold| {
            let layout = Layout::new(&c.settings.sketching);
            Value::Banding(Banding::choose(layout, threshold, c.method_config.recall))
        },
    }),
    option: CliOption::Set("bands"),
    help: "lsh: bands and rows, for example 20x10, instead of those chosen from threshold and recall",
    ..Setting::ROW
};

/// The linkage of clusters.
pub static LINKAGE: Setting = Setting {
    name: "linkage",
    about: "How pairs become clusters: single joins all documents that a chain of pairs connects; the others split chains. [IIR, section 17.2]",
    kind: ValueKind::OneOf(&OneOf {
        all: &Linkage::ALL,
        meaning: Meaning::Each(&[
            "one pair at the threshold is enough to join",
            "every two documents must reach the threshold",
            "documents must reach the threshold on average",
        ]),
        get: |c| c.linkage,
        set: |c, linkage| c.linkage = linkage,
    }),
    option: CliOption::Value("linkage", "NAME"),
    help: "What makes a cluster: single (documents are connected by pairs), complete (every two documents reach the threshold, also within a group of --group-by) or average (documents reach it on average). Identical documents stay together, also within a group, and each counts in an average",
    ..Setting::ROW
};

/// Whether decisions split clusters.
pub static DECIDED_DIFFERENT: Setting = Setting {
    name: "different",
    about: "What pairs with the decision 'different' do: they connect no cluster, or count like all others. The journal contains the decisions.",
    kind: ValueKind::OneOf(&OneOf {
        all: &DecidedDifferent::ALL,
        meaning: Meaning::Each(&[
            "no edge, however similar the two are",
            "a pair like all others",
        ]),
        get: |c| c.decided_different,
        set: |c, decided| c.decided_different = decided,
    }),
    option: CliOption::Value("decided-different", "HOW"),
    help: "Pairs with the decision 'different' in the journal: apart (they connect no cluster), or ignored (they count like all others) [default: apart on screens, in reports and with --journal; elsewhere ignored, and their number is reported]",
    ..Setting::ROW
};

/// Width and required number of sorted super-shingles. For AltaVista, the defaults of sorted super-shingles.
fn sorted(form: SuperShingles) -> (usize, u32) {
    match form {
        SuperShingles::Sorted { width, needed } => (width, needed),
        SuperShingles::AltaVista => (super_shingles::WIDTH, super_shingles::NEEDED),
    }
}
