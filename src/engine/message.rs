//! Requests of the screens to the engine and the engine's updates.
//!
//! A newer request supersedes an older one of the same kind; the answer to a superseded request is
//! never sent. Every answer is an immutable snapshot in an `Arc`, so drawing code only reads.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::edits::Edits;
use super::progress::Progress;
use super::why::Why;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::candidates::banding::Banding;
use crate::cluster::bridges::Bridges;
use crate::cluster::{Clustering, Outside};
use crate::collection::Collection;
pub use crate::config::AnalysisConfig;
use crate::lab::banded::Banded;
use crate::lab::by_k::ByK;
use crate::lab::changes::Change;
use crate::lab::judge::Answer;
use crate::lab::named::Named;
use crate::lab::sweep::{Grid, Row};
use crate::lab::{Curve, Labels, Tuning};
use crate::plot::Figure;
use crate::settings::{SketchKind, Unit};
pub use crate::similarity::{DiffRun, WordDiff};
use crate::similarity::{Estimate, Measures, Overlap, Passage};
use crate::text::Disguise;

/// Request of a screen to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Recompute the clusters at this threshold (0..=1).
    Threshold(f64),
    /// The exact similarity matrix of these documents, the members of a cluster.
    Matrix(Vec<DocNo>),
    /// One document: its text, the passages that occur elsewhere, and its neighbours.
    Document(DocNo),
    /// Two documents side by side.
    Compare(DocNo, DocNo),
    /// Explain why two documents are, or are not, in the same cluster.
    Why(DocNo, DocNo),
    /// The bridges of a cluster and the nearest pairs outside it. Any of its documents identifies the
    /// cluster.
    Seams(DocNo),
    /// A full-text query, optionally restricted to some documents.
    Search {
        /// The query as typed; parsed leniently.
        query: String,
        /// Search only these documents; `None` for all.
        within: Option<Vec<DocNo>>,
    },
    /// The figures of the tuning screen for the current results.
    Tune,
    /// Measure this LSH banding against the exact pairs of the current results.
    Bands(Banding),
    /// The k landscape: the same corpus at every k. Partial answers are sent as they become available.
    ByK,
    /// Compare these clusters, made by other settings or at another threshold, with the current ones.
    Changes(Pinned),
    /// Read the labels in this file and evaluate the current pairs against them.
    Labels(LabelsFile),
    /// Save this complete list of pair labels with the corpus.
    Judged(Vec<Answer>),
    /// Export the pair labels to this file.
    ExportJudged(PathBuf),
    /// Save this complete list of named settings with the corpus.
    Keep(Vec<Named<AnalysisConfig>>),
    /// Run a parameter sweep. Partial answers are sent as they become available.
    Sweep(Grid),
    /// Write plots as SVG files into a folder, each as `NAME.svg`.
    SaveFigures {
        /// The folder; created if it does not exist.
        folder: PathBuf,
        /// File name without extension, and the plot.
        figures: Vec<(String, Figure)>,
    },
    /// Re-analyse the corpus with other parameters. The current results stay visible until the new ones
    /// are complete. The store keeps the settings that it was opened with.
    Settings(Box<AnalysisConfig>),
    /// Read the corpus again; only new and changed files are processed.
    Reload,
    /// Cancel the re-analysis or, if none is running, the index build or else the low-priority jobs.
    /// Completed work is kept.
    Stop,
}

/// Clusters set aside for a later comparison. Equality is pointer identity.
#[derive(Clone, Debug)]
pub struct Pinned(pub Arc<Clustering>);

impl PartialEq for Pinned {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A label file and how to interpret it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelsFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Label values that mean "not a duplicate".
    pub negative: Vec<String>,
    /// Whether every pair without a label counts as negative.
    pub rest_negative: bool,
}

/// Answer to [`Request::Changes`].
#[derive(Clone, Debug)]
pub struct Changes {
    /// The clusters of the request.
    pub before: Arc<Clustering>,
    /// The current clusters.
    pub after: Arc<Clustering>,
    /// The differences between the two.
    pub changes: Vec<Change>,
}

/// Answer to [`Request::Labels`]: the current pairs evaluated against labels.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The file that the labels come from.
    pub file: LabelsFile,
    /// The parsed labels.
    pub labels: Labels,
    /// Similarity of each labelled pair by the current measure, in the order of `labels.pairs`.
    pub scores: Vec<f64>,
    /// Quality at every threshold.
    pub curve: Curve,
    /// 95 % bootstrap confidence interval of the best threshold.
    pub interval: Option<(f64, f64)>,
}

/// The user's annotations of a corpus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// Named settings, sorted by name.
    pub named: Vec<Named<AnalysisConfig>>,
    /// Pair labels, in the order given.
    pub answers: Vec<Answer>,
}

/// Partial result of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepSoFar {
    /// The parameter grid.
    pub grid: Grid,
    /// Finished rows, in grid order.
    pub rows: Vec<Row>,
    /// Number of rows in the whole grid.
    pub total: usize,
}

/// Message from the engine to the screens.
#[derive(Clone, Debug)]
pub enum Update {
    /// Progress of the index build.
    Progress(Progress),
    /// Documents with terms and sketches; a newer collection may follow.
    Collection(Arc<Collection>),
    /// Verified pairs over the newest collection.
    Pairs(Arc<PairSet>),
    /// Clusters at a threshold.
    Clusters(Arc<Clustering>),
    /// Answer to [`Request::Matrix`].
    Matrix(Arc<Matrix>),
    /// Answer to [`Request::Document`]. In a large corpus a view with the text alone is sent first.
    Document(Arc<DocumentView>),
    /// Answer to [`Request::Compare`].
    Comparison(Arc<Comparison>),
    /// Answer to [`Request::Why`].
    Why(Arc<Why>),
    /// Answer to [`Request::Seams`].
    Seams(Arc<Seams>),
    /// Answer to [`Request::Tune`]. After the first request it is sent again whenever the current
    /// results change.
    Tuning(Arc<Tuning>),
    /// Answer to [`Request::Bands`].
    Banded(Arc<Banded>),
    /// Answer to [`Request::ByK`]; possibly partial.
    ByK(Arc<ByK>),
    /// Answer to [`Request::Changes`].
    Changes(Arc<Changes>),
    /// Answer to [`Request::Labels`]; sent again when the current results change.
    Labelled(Arc<Labelled>),
    /// The user's annotations; sent once at the start and after each change.
    Annotations(Arc<Annotations>),
    /// Answer to [`Request::Sweep`]; possibly partial.
    Sweep(Arc<SweepSoFar>),
    /// Answer to [`Request::Search`].
    Search(Arc<SearchResult>),
    /// The full-text index is ready for queries; holds its number of documents.
    FullText(usize),
    /// Progress of a re-analysis.
    Reanalysing(Progress),
    /// A re-analysis has ended.
    Settled {
        /// The parameters of all results sent from now on.
        choice: Box<AnalysisConfig>,
        /// Whether the re-analysis was cancelled or failed, so that `choice` is not the requested one.
        stopped: bool,
        /// Duration of the re-analysis.
        elapsed: Duration,
    },
    /// The index build has ended.
    Finished {
        /// Whether it was cancelled.
        stopped: bool,
        /// Duration of the build.
        elapsed: Duration,
    },
    /// The files of the corpus differ from the last listing. All counts are 0 if the differences have
    /// disappeared.
    Edited(Edits),
    /// A sentence to show to the user; not an error.
    Notice(String),
    /// An error message that says what went wrong and what to do.
    Failed(String),
}

/// Exact pairwise similarities of the members of a cluster, by the measure of the pair search.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The members, in ascending order of their ids.
    pub members: Vec<DocNo>,
    /// `members.len()`² values in row-major order; 1 on the diagonal.
    pub values: Vec<f64>,
}

impl Matrix {
    /// Exact similarity of members `i` and `j`, 0..=1.
    #[must_use]
    pub fn at(&self, i: usize, j: usize) -> f64 {
        self.values[i * self.members.len() + j]
    }
}

/// The weak points of a cluster and the documents that would join it next.
#[derive(Clone, Debug)]
pub struct Seams {
    /// Index of the cluster in its clustering.
    pub cluster: u32,
    /// Threshold of that clustering.
    pub threshold: f64,
    /// Edges whose removal splits the cluster; for the weakest ones also the resulting pieces.
    pub bridges: Bridges,
    /// The nearest pairs with one member in the cluster and one outside, by descending similarity.
    pub outside: Vec<Outside>,
}

/// Data of the document screen: the text, its passages that occur elsewhere, and its neighbours.
#[derive(Clone, Debug)]
pub struct DocumentView {
    /// The document.
    pub doc: DocNo,
    /// Text as read; all spans below are byte offsets into it.
    pub text: Arc<str>,
    /// Number of terms.
    pub terms: usize,
    /// Number of distinct shingles.
    pub shingles: usize,
    /// Whether the other documents have been compared. Until then neighbours and shared passages are
    /// unknown.
    pub counted: bool,
    /// Number of distinct shingles that occur in at least one other document.
    pub elsewhere: usize,
    /// Byte spans `start..end`, ascending and disjoint, of runs of shingles that occur in other
    /// documents, each with the largest number of documents that share a shingle of the run.
    pub marked: Vec<(usize, usize, u32)>,
    /// Neighbours by descending exact Jaccard similarity, then by id.
    pub neighbours: Vec<Neighbour>,
    /// A short note on how the neighbours were found and how complete the list is.
    pub found_by: String,
    /// Disguises in the text: invisible, look-alike or reordered characters, and hidden text.
    pub disguise: Disguise,
}

/// The neighbours of one document.
pub type Neighbours = Vec<Neighbour>;

/// A neighbour of a document with all figures of the pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The neighbour.
    pub doc: DocNo,
    /// Similarity estimated from the sketches.
    pub estimate: Estimate,
    /// Exact overlap of the shingle sets; side a is the central document, side b the neighbour.
    pub overlap: Overlap,
    /// Hamming distance of the two SimHash fingerprints, 0..=64.
    pub simhash: u32,
    /// Number of terms of the neighbour.
    pub words: usize,
    /// Whether the two texts have the same sequence of terms.
    pub identical: bool,
}

/// One document of a comparison.
#[derive(Clone, Debug)]
pub struct Side {
    /// The document.
    pub doc: DocNo,
    /// Text as read.
    pub text: Arc<str>,
    /// Number of terms.
    pub words: usize,
    /// Byte span of each term in the text, ascending.
    pub spans: Vec<(u32, u32)>,
    /// Disguises in the text: invisible, look-alike or reordered characters, and hidden text.
    pub disguise: Disguise,
}

/// Overlap of a pair with and without folding; side a is the left document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folding {
    /// Without folding: the characters as written.
    pub written: Overlap,
    /// As a reader sees the texts: look-alike characters folded, and hidden text removed where it is
    /// known.
    pub seen: Overlap,
}

/// Two documents side by side, with all figures of the pair.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The reference document.
    pub left: Side,
    /// The document compared with it.
    pub right: Side,
    /// Number of terms in a shingle.
    pub k: usize,
    /// The unit of a term: word or character.
    pub unit: Unit,
    /// The sketching method behind the estimate.
    pub sketch: SketchKind,
    /// Similarity estimated from the sketches.
    pub estimate: Estimate,
    /// Exact measures; side a is `left`.
    pub measures: Measures,
    /// Shared passages in the order of the left text. The number shown is the index plus one.
    pub passages: Vec<Passage>,
    /// Word-level diff.
    pub diff: WordDiff,
    /// Overlap with and without folding; `None` unless at least one text is disguised.
    pub folding: Option<Folding>,
}

/// Answer to [`Request::Search`].
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The query as typed.
    pub query: String,
    /// The best matches, by descending score.
    pub hits: Vec<SearchHit>,
    /// Number of matching documents; `hits` is limited to the best of them.
    pub total: usize,
    /// Parts of the query that were not understood and ignored, as sentences.
    pub ignored: Vec<String>,
    /// Number of documents searched.
    pub searched: usize,
}

/// A document that matches a query.
#[derive(Clone, Debug)]
pub struct SearchHit {
    /// The document.
    pub doc: DocNo,
    /// BM25 score.
    pub score: f32,
    /// Excerpt of the text around the matches.
    pub snippet: String,
    /// Byte spans of the matches in the snippet.
    pub marks: Vec<(usize, usize)>,
}
