//! What the screens ask of the engine, and what it answers.
//!
//! Requests of one kind supersede each other: the newest wins, and an answer to an older one is
//! never sent. Every answer is a whole snapshot behind an `Arc`, so drawing only ever reads.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::edits::Edits;
use super::progress::Progress;
use super::why::Why;
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::candidates::{MethodConfig, PairSet};
use crate::cluster::bridges::Bridges;
use crate::cluster::{Clustering, Linkage, Outside};
use crate::collection::Collection;
use crate::lab::banded::Banded;
use crate::lab::by_k::ByK;
use crate::lab::changes::Change;
use crate::lab::judge::Answer;
use crate::lab::named::Named;
use crate::lab::sweep::{Grid, Row};
use crate::lab::{Curve, Labels, Tuning};
use crate::plot::Figure;
use crate::settings::{Settings, SketchKind, Unit};
pub use crate::similarity::{DiffRun, WordDiff};
use crate::similarity::{Estimate, Measures, Overlap, Passage};
use crate::text::Disguise;

/// Everything that decides the figures, the threshold apart: what can be changed while the program
/// runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalysisConfig {
    /// How files become text, text terms, terms sketches.
    pub settings: Settings,
    /// How pairs are looked for.
    #[serde(rename = "recipe")]
    pub method_config: MethodConfig,
    /// How pairs become clusters.
    pub linkage: Linkage,
}

impl AnalysisConfig {
    /// Whether all of it lies where a person could have put it: what is read from a file has been
    /// through no dialog.
    ///
    /// # Errors
    /// The first that does not, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        self.settings.check()?;
        self.method_config
            .check(self.settings.sketching.permutations)
    }
}

/// Something the screens want done.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Cluster anew at this threshold (0..=1).
    Threshold(f64),
    /// The exact similarity of every two members of a cluster, given by its members.
    Matrix(Vec<DocNo>),
    /// One document's text with what occurs elsewhere in it, and its neighbours.
    Document(DocNo),
    /// Two documents side by side.
    Compare(DocNo, DocNo),
    /// Why two documents are in one cluster, or are not.
    Why(DocNo, DocNo),
    /// What holds a cluster together and what lies just outside it, given by any of its documents.
    Seams(DocNo),
    /// A full-text query, within the given documents where there are any.
    Search {
        /// As typed; parsed leniently.
        query: String,
        /// Only among these documents.
        within: Option<Vec<DocNo>>,
    },
    /// Everything that the tuning screen shows of the picture at hand.
    Tune,
    /// What this banding does, measured against the exact truth of the picture at hand.
    Bands(Banding),
    /// The same corpus at every k; partial answers come as they stand.
    ByK,
    /// What has become of these clusters, made by other settings or at another threshold.
    Changes(Pinned),
    /// Read the labels in this file, and hold the pairs of the picture at hand against them.
    Labels(LabelsFile),
    /// Keep these answers of a person, all there are, with the corpus.
    Judged(Vec<Answer>),
    /// Write the answers into this file as labels.
    ExportJudged(PathBuf),
    /// Keep these named settings, all there are, with the corpus.
    Keep(Vec<Named<AnalysisConfig>>),
    /// Run a whole grid of settings; partial answers come as they stand.
    Sweep(Grid),
    /// Write plots into a folder as SVG, each under its name with `.svg`.
    SaveFigures {
        /// The folder; made where there is none.
        folder: PathBuf,
        /// Name of the file, without its ending, and plot.
        figures: Vec<(String, Figure)>,
    },
    /// Make every figure anew by another choice. What is shown stays until the new figures stand;
    /// the store keeps the settings that it was opened with.
    Settings(Box<AnalysisConfig>),
    /// Read the corpus again: what has changed is done anew.
    Reload,
    /// Stop the long work and keep what is done.
    Stop,
}

/// Clusters to compare with others later. Equal only to itself.
#[derive(Clone, Debug)]
pub struct Pinned(pub Arc<Clustering>);

impl PartialEq for Pinned {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A file of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelsFile {
    /// Where it is.
    pub path: PathBuf,
    /// Labels that mean independent.
    pub negative: Vec<String>,
    /// Every pair without a label counts as negative.
    pub rest_negative: bool,
}

/// Answer to [`Request::Changes`].
#[derive(Clone, Debug)]
pub struct Changes {
    /// The clusters it was asked with.
    pub before: Arc<Clustering>,
    /// The clusters of the picture.
    pub after: Arc<Clustering>,
    /// What is not as it was.
    pub changes: Vec<Change>,
}

/// Labels held against the pairs of the picture.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The file they are of.
    pub file: LabelsFile,
    /// The labels.
    pub labels: Labels,
    /// Similarity of each labelled pair by the measure in use, in the order of `labels.pairs`.
    pub scores: Vec<f64>,
    /// All thresholds.
    pub curve: Curve,
    /// The 95 % interval of the best threshold, by the bootstrap.
    pub interval: Option<(f64, f64)>,
}

/// What a person has told the program about this corpus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// Settings with names, in the order of the names.
    pub named: Vec<Named<AnalysisConfig>>,
    /// Answers to pairs, in the order given.
    pub answers: Vec<Answer>,
}

/// A sweep as far as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepSoFar {
    /// What is swept.
    pub grid: Grid,
    /// Rows done, in the order of the grid.
    pub rows: Vec<Row>,
    /// Rows in all.
    pub total: usize,
}

/// Something the engine has to say.
#[derive(Clone, Debug)]
pub enum Update {
    /// How far the work is.
    Progress(Progress),
    /// Documents with terms and sketches; more may follow.
    Collection(Arc<Collection>),
    /// Verified pairs over the newest collection.
    Pairs(Arc<PairSet>),
    /// Clusters at a threshold.
    Clusters(Arc<Clustering>),
    /// Answer to [`Request::Matrix`].
    Matrix(Arc<Matrix>),
    /// Answer to [`Request::Document`]; the text comes first where counting takes longer.
    Document(Arc<DocumentView>),
    /// Answer to [`Request::Compare`].
    Comparison(Arc<Comparison>),
    /// Answer to [`Request::Why`].
    Why(Arc<Why>),
    /// Answer to [`Request::Seams`].
    Seams(Arc<Seams>),
    /// Answer to [`Request::Tune`]; also sent unasked when the picture changes after it was asked for
    /// once.
    Tuning(Arc<Tuning>),
    /// Answer to [`Request::Bands`].
    Banded(Arc<Banded>),
    /// Answer to [`Request::ByK`], as far as it stands.
    ByK(Arc<ByK>),
    /// Answer to [`Request::Changes`].
    Changes(Arc<Changes>),
    /// Answer to [`Request::Labels`]; sent anew when the picture changes.
    Labelled(Arc<Labelled>),
    /// What is kept with the corpus: once at the start, and after each change.
    Annotations(Arc<Annotations>),
    /// Answer to [`Request::Sweep`], as far as it stands.
    Sweep(Arc<SweepSoFar>),
    /// Answer to [`Request::Search`].
    Search(Arc<SearchResult>),
    /// The full-text index can be searched (number of documents in it).
    FullText(usize),
    /// How far the work for another choice of settings is.
    Reanalysing(Progress),
    /// The work for another choice has ended, and which choice the figures shown are of.
    Settled {
        /// The one that everything sent from now on is of.
        choice: Box<AnalysisConfig>,
        /// It is not the one asked for: that work was stopped, or failed.
        stopped: bool,
        /// How long it took.
        elapsed: Duration,
    },
    /// The long work has ended: everything done, or stopped on request.
    Finished {
        /// Whether it was stopped before its end.
        stopped: bool,
        /// How long it took.
        elapsed: Duration,
    },
    /// The corpus is no longer as it was when it was listed; by how much, or that it is again.
    Edited(Edits),
    /// A sentence for the person, not an error.
    Notice(String),
    /// Something went wrong; says what and the way out.
    Failed(String),
}

/// Exact similarity of every two members of a cluster, by the measure that the pairs were found by.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The members, in the order of their ids.
    pub members: Vec<DocNo>,
    /// `members.len()` squared values, row after row; 1 on the diagonal.
    pub values: Vec<f64>,
}

impl Matrix {
    /// Exact similarity of members `i` and `j`.
    #[must_use]
    pub fn at(&self, i: usize, j: usize) -> f64 {
        self.values[i * self.members.len() + j]
    }
}

/// Where a cluster would come apart, and what would come into it next.
#[derive(Clone, Debug)]
pub struct Seams {
    /// The cluster's index in the clustering it was asked of.
    pub cluster: u32,
    /// The threshold of that clustering.
    pub threshold: f64,
    /// Edges whose removal splits the cluster, the weakest of them with the pieces.
    pub bridges: Bridges,
    /// The nearest pairs with one foot outside, similarity falling.
    pub outside: Vec<Outside>,
}

/// One document for the screen: its text, what of it occurs elsewhere, its neighbours.
#[derive(Clone, Debug)]
pub struct DocumentView {
    /// Which document.
    pub doc: DocNo,
    /// Its text as read; every span below refers to its bytes.
    pub text: Arc<str>,
    /// Number of terms.
    pub terms: usize,
    /// Number of distinct shingles.
    pub shingles: usize,
    /// Whether the other documents have been counted. Until then nothing is known of neighbours and of
    /// what occurs elsewhere.
    pub counted: bool,
    /// Distinct shingles that at least one neighbour has too.
    pub elsewhere: usize,
    /// Byte spans `start..end`, rising and apart, of runs of shingles that neighbours have too, each
    /// with the number of neighbours that have it.
    pub marked: Vec<(usize, usize, u32)>,
    /// By exact Jaccard falling, then id.
    pub neighbours: Vec<Neighbour>,
    /// How the neighbours were looked for, in a few words, and how complete that is.
    pub found_by: String,
    /// What in it is not what it seems.
    pub disguise: Disguise,
}

/// All neighbours of one document (alias kept for the commands).
pub type Neighbours = Vec<Neighbour>;

/// One neighbour of a document with every figure of the pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The other document.
    pub doc: DocNo,
    /// What the sketches say.
    pub estimate: Estimate,
    /// What counting says; side a is the document at the centre, side b the neighbour.
    pub overlap: Overlap,
    /// Hamming distance of the two SimHash fingerprints, 0..=64.
    pub simhash: u32,
    /// Number of terms of the neighbour.
    pub words: usize,
    /// The two texts are the same term for term.
    pub identical: bool,
}

/// One side of a comparison.
#[derive(Clone, Debug)]
pub struct Side {
    /// Which document.
    pub doc: DocNo,
    /// Its text as read.
    pub text: Arc<str>,
    /// Number of terms.
    pub words: usize,
    /// Byte span of each term in the text, rising.
    pub spans: Vec<(u32, u32)>,
    /// What in it is not what it seems.
    pub disguise: Disguise,
}

/// A pair counted twice; side a is the left one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folding {
    /// Letter by letter, as the texts are written.
    pub written: Overlap,
    /// As a reader sees them: look-alikes folded, and without hidden text where that is known.
    pub seen: Overlap,
}

/// Two documents side by side.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The document held fixed.
    pub left: Side,
    /// The neighbour.
    pub right: Side,
    /// Terms in a shingle.
    pub k: usize,
    /// What a term is here: a word, or a character.
    pub unit: Unit,
    /// How the sketches behind the estimate were made.
    pub sketch: SketchKind,
    /// What the sketches say.
    pub estimate: Estimate,
    /// What counting says; side a is `left`.
    pub measures: Measures,
    /// Shared passages in the order of the left text; number = index plus one.
    pub passages: Vec<Passage>,
    /// The difference word by word.
    pub diff: WordDiff,
    /// Where either text is disguised: what that does to the score.
    pub folding: Option<Folding>,
}

/// Answer to a full-text query.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The query as typed.
    pub query: String,
    /// Best first.
    pub hits: Vec<SearchHit>,
    /// Documents that match in all; `hits` holds the best of them.
    pub total: usize,
    /// What of the query was not understood and ignored, in plain words.
    pub ignored: Vec<String>,
    /// Documents searched.
    pub searched: usize,
}

/// One document that matches a query.
#[derive(Clone, Debug)]
pub struct SearchHit {
    /// Which document.
    pub doc: DocNo,
    /// BM25 score.
    pub score: f32,
    /// A piece of the text around the matches.
    pub snippet: String,
    /// Byte spans of the matches in the snippet.
    pub marks: Vec<(usize, usize)>,
}
