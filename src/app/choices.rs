//! Table of the settings shown in the Settings dialog and as sliders on the Tune screen: every setting
//! that affects results except the threshold. Each row is one [`Field`]; a new setting needs a row here
//! and match arms in the submodules (its values, their meaning).

mod meaning;
mod steps;
mod values;

#[cfg(test)]
mod tests;

use crate::candidates::Method;
use crate::candidates::super_shingles::{ALTAVISTA_VALUES, SuperShingles};
use crate::engine::AnalysisConfig;

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Each is described once, in the table below.
pub enum Field {
    Method,
    Groups,
    Width,
    Needed,
    FingerprintOf,
    Distance,
    NearBy,
    Modulus,
    Passage,
    Measure,
    Recall,
    Bands,
    Linkage,
    Unit,
    K,
    Bag,
    HashBits,
    Case,
    LookAlikes,
    Numbers,
    StopWords,
    Sketch,
    Permutations,
    Bits,
    Seed,
}

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// The setting it describes.
    pub field: Field,
    /// Heading of its group.
    pub group: &'static str,
    /// Display name.
    pub name: &'static str,
    /// One-sentence description with its source.
    pub about: &'static str,
    /// The method it is an option of; `None` if it applies to all methods.
    pub only: Option<Method>,
}

use Field as F;

/// All rows in display order; rows of a group are contiguous.
pub const ROWS: &[Row] = &[
    row(
        F::Method,
        "Finding",
        "method",
        "Proposes the pairs that are then counted exactly, so methods differ only in what they miss and what they cost.",
    ),
    option(
        Method::SuperShingles,
        F::Groups,
        "super-shingle",
        "Which values of a sketch make a super-shingle: consecutive ones once they are sorted, or groups by their position. [IIR, section 19.6; Broder 2000]",
    ),
    option(
        Method::SuperShingles,
        F::Width,
        "run length",
        "Sorted values in a super-shingle: the longer the run, the nearer two documents must be to share one. [IIR, section 19.6]",
    ),
    option(
        Method::SuperShingles,
        F::Needed,
        "runs shared",
        "Super-shingles that two documents must share to be counted. [IIR, section 19.6]",
    ),
    option(
        Method::SimHash,
        F::FingerprintOf,
        "fingerprints",
        "What the 64 bits are sums over: terms do not see their order, shingles do. [Charikar 2002]",
    ),
    option(
        Method::SimHash,
        F::Distance,
        "bits apart",
        "Bits of 64 in which the fingerprints of two documents may differ, 0 to 16. [Manku, Jain, Das Sarma 2007]",
    ),
    option(
        Method::SimHash,
        F::NearBy,
        "search",
        "How near fingerprints are looked for: tables find every two, rotated and sorted lists miss some. [Manku, Jain, Das Sarma 2007]",
    ),
    option(
        Method::ModP,
        F::Modulus,
        "modulus",
        "One shingle in so many is in the sample: a greater modulus costs less and finds less. [Manber 1994; Broder 1997]",
    ),
    option(
        Method::Winnow,
        F::Passage,
        "passage",
        "Terms of a shared passage that make a candidate, wherever it stands; auto is 8 more than a shingle has. [Schleimer, Wilkerson, Aiken 2003]",
    ),
    row(
        F::Measure,
        "Finding",
        "measure",
        "The similarity that the threshold is held against, and that every figure of a pair or cluster is of. [Broder 1997]",
    ),
    row(
        F::Recall,
        "Finding",
        "recall",
        "Methods left to chance: the probability wanted of finding a pair right at the threshold; more of it costs more candidates. [Indyk, Motwani 1998]",
    ),
    row(
        F::Bands,
        "Finding",
        "bands × rows",
        "How LSH cuts sketches: two that agree on a whole band are a candidate. Auto is the strictest cut that keeps the recall at the threshold. [Indyk, Motwani 1998]",
    ),
    row(
        F::Linkage,
        "Finding",
        "linkage",
        "How pairs become clusters: single joins whatever a chain of pairs joins; the others part what only chains hold together. [IIR, section 17.2]",
    ),
    row(
        F::Unit,
        "Shingles",
        "unit",
        "What a shingle has k of. [Broder 1997; Leskovec, Rajaraman, Ullman, section 3.2]",
    ),
    row(
        F::K,
        "Shingles",
        "k",
        "Units in a shingle: a greater k makes chance likeness rarer, and one changed unit costs k shingles. [Broder 1997]",
    ),
    row(
        F::Bag,
        "Shingles",
        "repeats",
        "Whether a shingle counts once, as in a set, or as often as it occurs, as in a bag. [Broder 1997]",
    ),
    row(
        F::HashBits,
        "Shingles",
        "hash bits",
        "Bits kept of a shingle's hash; with 32, one pair among 100,000 different shingles collides by chance. [Broder 1997]",
    ),
    row(
        F::Case,
        "Shingles",
        "letter case",
        "Whether A and a are the same letter. [IIR, section 2.2.3]",
    ),
    row(
        F::LookAlikes,
        "Shingles",
        "look-alikes",
        "Whether letters of another script or form count as the ones they look like, and hidden text is left out: what a reader sees. [Unicode TS 39]",
    ),
    row(
        F::Numbers,
        "Shingles",
        "numbers",
        "Whether terms of numeric characters only count: dates, page and line numbers.",
    ),
    row(
        F::StopWords,
        "Shingles",
        "stop-words",
        "Whether very common words of a language are left out before shingles are made. [IIR, section 2.2.2]",
    ),
    row(
        F::Sketch,
        "Sketches",
        "sketch",
        "How the shingles of a document are cut down to a few values that estimate its likeness to others.",
    ),
    row(
        F::Permutations,
        "Sketches",
        "permutations",
        "Values in a sketch: the error of an estimate falls with the root of their number, time and space rise with it. [Broder 1997]",
    ),
    row(
        F::Bits,
        "Sketches",
        "value bits",
        "Lowest bits kept of each value: less space, and values that agree by chance, which the estimate takes back. [Li, König 2010]",
    ),
    row(
        F::Seed,
        "Sketches",
        "seed",
        "Another seed is another draw of hashes and permutations: estimates vary with it, exact figures do not.",
    ),
];

const fn row(field: Field, group: &'static str, name: &'static str, about: &'static str) -> Row {
    Row {
        field,
        group,
        name,
        about,
        only: None,
    }
}

const fn option(method: Method, field: Field, name: &'static str, about: &'static str) -> Row {
    Row {
        field,
        group: "Finding",
        name,
        about,
        only: Some(method),
    }
}

/// The rows relevant in `choice`: options of other methods, and run options of AltaVista super-shingles,
/// are omitted.
#[must_use]
pub fn shown(choice: &AnalysisConfig) -> Vec<&'static Row> {
    let method_config = &choice.method_config;
    let says = |row: &&Row| match (row.only, row.field) {
        (Some(method), _) if method != method_config.method => false,
        (_, F::Width | F::Needed) => method_config.super_shingles != SuperShingles::AltaVista,
        _ => true,
    };
    ROWS.iter().filter(says).collect()
}

/// Recomputation that a configuration change requires, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// Rebuild the clusters from the same pairs.
    Clusters,
    /// Repeat the pair search.
    Pairs,
    /// Recompute the sketches, then the pairs.
    Sketches,
    /// Read the texts again.
    Texts,
}

impl Work {
    /// Short description.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Work::Clusters => "clusters are made anew",
            Work::Pairs => "pairs are looked for anew",
            Work::Sketches => "documents are sketched anew",
            Work::Texts => "texts are read again",
        }
    }
}

/// The rows in which `a` and `b` differ, among those relevant in either.
pub fn changed<'a>(
    a: &'a AnalysisConfig,
    b: &'a AnalysisConfig,
) -> impl Iterator<Item = &'static Row> + 'a {
    let (in_a, in_b) = (shown(a), shown(b));
    let says = move |row: &Row| {
        let field = row.field;
        in_a.iter().chain(&in_b).any(|row| row.field == field)
    };
    let differs = |row: &Row| row.field.value(a) != row.field.value(b);
    ROWS.iter().filter(move |row| says(row) && differs(row))
}

/// The work required to go from one configuration to another; `None` if nothing changes.
#[must_use]
pub fn work(from: &AnalysisConfig, to: &AnalysisConfig) -> Option<Work> {
    let (a, b) = (&from.settings, &to.settings);
    if a.reading != b.reading || a.normalisation != b.normalisation {
        Some(Work::Texts)
    } else if a.sketching != b.sketching {
        Some(Work::Sketches)
    } else if from.method_config.in_use(from.method_config.method)
        != to.method_config.in_use(to.method_config.method)
    {
        Some(Work::Pairs)
    } else {
        (from.linkage != to.linkage).then_some(Work::Clusters)
    }
}

/// `choice` with incompatible values corrected: bands × rows that exceed the sketch size become
/// automatic, the number of required super-shingles is limited to what a sketch has, and a passage is at
/// least as long as a shingle.
#[must_use]
pub fn fitted(mut choice: AnalysisConfig) -> AnalysisConfig {
    let values = choice.settings.sketching.permutations;
    let k = choice.settings.sketching.k;
    let method_config = &mut choice.method_config;
    method_config.banding = method_config
        .banding
        .filter(|banding| banding.bands * banding.rows <= values);
    method_config.passage = method_config.passage.map(|terms| terms.max(k));
    method_config.super_shingles = match method_config.super_shingles {
        SuperShingles::AltaVista if values < ALTAVISTA_VALUES => SuperShingles::default(),
        other => other,
    };
    if let SuperShingles::Sorted { width, needed } = &mut method_config.super_shingles {
        *width = (*width).min(values);
        let there_are = u32::try_from(values + 1 - *width).unwrap_or(u32::MAX);
        *needed = (*needed).min(there_are);
    }
    choice
}

/// `choice` with every row reset to its default; settings without a row are kept.
#[must_use]
pub fn defaults(choice: &AnalysisConfig) -> AnalysisConfig {
    let plain = AnalysisConfig::default();
    let mut choice = choice.clone();
    for row in ROWS {
        // Cannot fail: a default is a valid value.
        let _ = row.field.set(&mut choice, &row.field.value(&plain));
    }
    choice
}
