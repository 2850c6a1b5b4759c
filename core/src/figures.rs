//! The table of figures. Filter fields, columns and sort keys of lists, columns of files and the figures of `compare`
//! are made from it. A new figure is one row; columns of files are also listed by the commands that write them.

use crate::cluster::Cluster;
use crate::evidence::Evidence;
use crate::index::Collection;
use crate::settings::Unit;
use crate::similarity::{Estimate, Measure, Measures, Overlap, Pair};

/// The items that have a figure, and that a filter selects from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Pairs of documents.
    Pairs,
    /// Clusters of documents.
    Clusters,
    /// Decisions of a journal.
    Decisions,
}

impl Target {
    /// The plural noun.
    pub fn nouns(self) -> &'static str {
        match self {
            Target::Pairs => "pairs",
            Target::Clusters => "clusters",
            Target::Decisions => "decisions",
        }
    }
}

/// How a figure is typed and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// 0..=1, shown as `.89`.
    Similarity,
    /// 0..=1 of the words of a document, shown as `89 %`.
    Share,
    /// A whole number.
    Count,
    /// A number of words, or of characters if shingles consist of characters.
    Words,
    /// Any other number.
    Number,
}

impl FigureKind {
    /// Whether it is from 0 to 1.
    pub fn is_fraction(self) -> bool {
        matches!(self, FigureKind::Similarity | FigureKind::Share)
    }
}

/// The data from which figures of a pair are computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct PairData<'a> {
    /// The shingles of both.
    pub overlap: Overlap,
    /// Jaccard by the sketches.
    pub estimate: Estimate,
    /// Word counts of both documents, without excluded words.
    pub words: [usize; 2],
    /// The shared passages, if they are counted.
    pub evidence: Option<&'a Evidence>,
    /// Figures that only a comparison of two texts has.
    pub measures: Option<&'a Measures>,
}

impl<'a> PairData<'a> {
    /// The data of a pair of a collection.
    pub fn new(collection: &Collection, pair: &Pair, evidence: Option<&'a Evidence>) -> Self {
        PairData {
            overlap: pair.overlap,
            estimate: Estimate::new(collection.layout(), pair.agreeing),
            words: [pair.a, pair.b].map(|doc| collection.term_count(doc)),
            evidence,
            measures: None,
        }
    }

    /// Share of each document's words that is in shared passages (0 without words); `None` if they are not counted.
    fn shares(&self) -> Option<[f64; 2]> {
        let evidence = self.evidence?;
        let share = |copied: u32, words: usize| match words {
            0 => 0.0,
            words => f64::from(copied) / words as f64,
        };
        let [words_a, words_b] = self.words;
        Some([
            share(evidence.words_a, words_a),
            share(evidence.words_b, words_b),
        ])
    }

    fn counted(&self, count: fn(&Evidence) -> u32) -> Option<f64> {
        self.evidence.map(|evidence| count(evidence).into())
    }

    fn measured(&self, count: fn(&Measures) -> u32) -> Option<f64> {
        self.measures.map(|measures| count(measures).into())
    }
}

/// How a figure is computed.
#[derive(Clone, Copy, Debug)]
pub enum FigureValue {
    /// Of a pair; `None` if its data are missing.
    Pair(fn(&PairData<'_>) -> Option<f64>),
    /// Of a cluster.
    Cluster(fn(&Cluster) -> f64),
}

/// A figure of a pair or of a cluster.
#[derive(Debug)]
pub struct Figure {
    /// Its name in filters and as a column of files.
    pub name: &'static str,
    /// Full name, shown by `compare`.
    pub title: &'static str,
    /// Heading of its column in the list of pairs.
    heading: &'static str,
    /// The list of pairs drops the columns of the highest rank first; 0: not a column.
    pub rank: u8,
    /// How it is shown.
    pub kind: FigureKind,
    /// The targets that a filter can select by it.
    pub targets: &'static [Target],
    /// Its meaning.
    pub meaning: &'static str,
    value: FigureValue,
}

impl PartialEq for Figure {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Figure {}

impl Figure {
    /// Finds a figure by its name or title.
    pub fn find(name: &str) -> Option<&'static Figure> {
        let mut figures = FIGURES.iter();
        figures.find(|figure| figure.name == name || figure.title == name)
    }

    /// The figure of this name.
    ///
    /// # Panics
    /// If no figure has this name.
    pub fn named(name: &str) -> &'static Figure {
        Figure::find(name).unwrap_or_else(|| panic!("no figure is named {name}"))
    }

    /// All figures of a pair.
    pub fn of_pairs() -> impl Iterator<Item = &'static Figure> {
        FIGURES
            .iter()
            .filter(|figure| matches!(figure.value, FigureValue::Pair(_)))
    }

    /// The columns of the list of pairs when `measure` selects the pairs.
    pub fn columns(measure: Measure) -> impl Iterator<Item = &'static Figure> {
        FIGURES.iter().filter(move |figure| match figure.name {
            "jaccard" => measure == Measure::Jaccard,
            "containment" => measure == Measure::Containment,
            _ => figure.rank > 0,
        })
    }

    /// The value for a pair; `None` if its data are missing.
    pub fn of_pair(&self, pair: &PairData<'_>) -> Option<f64> {
        match self.value {
            FigureValue::Pair(value) => value(pair),
            FigureValue::Cluster(_) => None,
        }
    }

    /// The value for a cluster; `None` for a figure of pairs.
    pub fn of_cluster(&self, cluster: &Cluster) -> Option<f64> {
        match self.value {
            FigureValue::Cluster(value) => Some(value(cluster)),
            FigureValue::Pair(_) => None,
        }
    }

    /// Whether passages must be counted for it.
    pub fn needs_evidence(&self) -> bool {
        matches!(self.value, FigureValue::Pair(value) if value(&PairData::default()).is_none())
    }

    /// The heading in the list of pairs.
    pub fn heading(&self, unit: Unit) -> &'static str {
        match self.heading {
            "words" => unit.heading(),
            heading => heading,
        }
    }

    /// Its title as a key in files.
    pub fn key(&self) -> String {
        self.title.to_lowercase().replace(' ', "_")
    }

    /// The title, with the noun of `unit` instead of "words".
    pub fn title_in(&self, unit: Unit) -> String {
        self.title.replace("words", unit.nouns().1)
    }
}

const PAIRS: &[Target] = &[Target::Pairs];
const PAIRS_AND_DECISIONS: &[Target] = &[Target::Pairs, Target::Decisions];
const CLUSTERS: &[Target] = &[Target::Clusters];
const NONE: &[Target] = &[];

/// Heading and rank of a figure that is not a column of the list of pairs.
const HIDDEN: (&str, u8) = ("", 0);

const fn figure(
    name: &'static str,
    title: &'static str,
    kind: FigureKind,
    (heading, rank): (&'static str, u8),
    targets: &'static [Target],
    meaning: &'static str,
    value: FigureValue,
) -> Figure {
    Figure {
        name,
        title,
        heading,
        rank,
        kind,
        targets,
        meaning,
        value,
    }
}

/// All figures, in the order of filter proposals and of the columns of the list of pairs.
#[rustfmt::skip]
pub static FIGURES: &[Figure] = {
    use FigureKind::{Count, Number, Share, Similarity, Words};
    use FigureValue::{Cluster, Pair};
    &[
        figure("of", "share the same", Share, HIDDEN, PAIRS, "share of one text that is the same in the other: the greater of of_a and of_b",
            Pair(|p| p.shares().map(|[a, b]| a.max(b)))),
        figure("evidence", "evidence", Words, ("evidence", 6), PAIRS, "words the same, each counting less the more documents have it",
            Pair(|p| p.evidence.map(|evidence| evidence.weight))),
        figure("words", "words the same", Words, ("words", 2), PAIRS_AND_DECISIONS, "words of passages that are the same on both sides",
            Pair(|p| p.counted(Evidence::words))),
        figure("of_a", "share of A", Share, ("of A", 3), PAIRS, "share of A that is the same in B",
            Pair(|p| p.shares().map(|[a, _]| a))),
        figure("of_b", "share of B", Share, ("of B", 3), PAIRS, "share of B that is the same in A",
            Pair(|p| p.shares().map(|[_, b]| b))),
        figure("longest", "longest passage", Words, ("longest", 4), PAIRS, "words the same in one passage, at most",
            Pair(|p| p.counted(|evidence| evidence.longest))),
        figure("passages", "passages", Count, ("passages", 7), PAIRS, "number of passages",
            Pair(|p| p.counted(|evidence| evidence.passages))),
        figure("jaccard", "Jaccard", Similarity, ("Jaccard", 5), PAIRS_AND_DECISIONS, "exact Jaccard",
            Pair(|p| Some(p.overlap.jaccard()))),
        figure("containment", "containment", Similarity, ("contained", 5), PAIRS, "the greater containment",
            Pair(|p| Some(Measure::Containment.similarity(&p.overlap)))),
        figure("containment_a_in_b", "containment A in B", Similarity, HIDDEN, PAIRS, "shared shingles / shingles of A",
            Pair(|p| Some(p.overlap.containment_a_in_b()))),
        figure("containment_b_in_a", "containment B in A", Similarity, HIDDEN, PAIRS, "shared shingles / shingles of B",
            Pair(|p| Some(p.overlap.containment_b_in_a()))),
        figure("estimate", "estimate", Similarity, HIDDEN, PAIRS, "Jaccard estimated from the sketches",
            Pair(|p| Some(p.estimate.value()))),
        figure("shared", "shared", Count, HIDDEN, PAIRS, "shingles of both",
            Pair(|p| Some(p.overlap.shared.into()))),
        figure("interval_low", "interval_low", Similarity, HIDDEN, NONE, "lower end of the 95 % interval of the estimate",
            Pair(|p| Some(p.estimate.interval().0))),
        figure("interval_high", "interval_high", Similarity, HIDDEN, NONE, "upper end of the 95 % interval of the estimate",
            Pair(|p| Some(p.estimate.interval().1))),
        figure("union", "union", Count, HIDDEN, NONE, "shingles of either",
            Pair(|p| Some(p.overlap.union() as f64))),
        figure("shingles_a", "shingles_a", Count, HIDDEN, NONE, "shingles of A",
            Pair(|p| Some(p.overlap.size_a.into()))),
        figure("shingles_b", "shingles_b", Count, HIDDEN, NONE, "shingles of B",
            Pair(|p| Some(p.overlap.size_b.into()))),
        figure("words_a", "words_a", Words, HIDDEN, NONE, "words of A",
            Pair(|p| Some(p.words[0] as f64))),
        figure("words_b", "words_b", Words, HIDDEN, NONE, "words of B",
            Pair(|p| Some(p.words[1] as f64))),
        figure("bag_jaccard", "bag_jaccard", Similarity, HIDDEN, NONE, "Jaccard of the bags of shingles",
            Pair(|p| p.measures.map(|m| m.bag.jaccard()))),
        figure("cosine", "cosine", Similarity, HIDDEN, NONE, "cosine of the vectors of term frequencies",
            Pair(|p| p.measures.map(|m| m.cosine))),
        figure("euclidean_distance", "euclidean_distance", Number, HIDDEN, NONE, "distance of these vectors",
            Pair(|p| p.measures.map(|m| m.euclidean))),
        figure("edit_distance", "edit_distance", Count, HIDDEN, NONE, "words inserted, deleted or replaced",
            Pair(|p| p.measured(|m| m.edit_distance))),
        figure("edit_similarity", "edit_similarity", Similarity, HIDDEN, NONE, "1 - edit distance / words of the longer text",
            Pair(|p| p.measures.map(Measures::edit_similarity))),
        figure("shared_words", "shared_words", Words, HIDDEN, NONE, "different words of both",
            Pair(|p| p.measured(|m| m.shared_terms))),
        figure("simhash_distance", "simhash_distance", Count, HIDDEN, NONE, "bits in which the SimHash fingerprints differ",
            Pair(|p| p.measured(|m| m.simhash))),
        figure("longest_common_run", "longest_common_run", Words, HIDDEN, NONE, "words in a row that both have, at most",
            Pair(|p| p.measured(|m| m.longest_run))),
        figure("size", "size", Count, HIDDEN, CLUSTERS, "documents of the cluster",
            Cluster(|c| c.size() as f64)),
        figure("min", "min", Similarity, HIDDEN, CLUSTERS, "lowest similarity in the cluster",
            Cluster(|c| c.min)),
        figure("mean", "mean", Similarity, HIDDEN, CLUSTERS, "mean similarity in the cluster",
            Cluster(|c| c.mean)),
        figure("max", "max", Similarity, HIDDEN, CLUSTERS, "highest similarity in the cluster",
            Cluster(|c| c.max)),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_its_own_name_and_says_what_it_means() {
        for (at, figure) in FIGURES.iter().enumerate() {
            assert!(!FIGURES[..at].contains(figure), "{}", figure.name);
            assert!(!figure.meaning.is_empty() && Figure::named(figure.name) == figure);
        }
    }
}
