//! Requests of the screens to the engine and the engine's updates.
//!
//! A newer request supersedes an older one of the same kind, except decisions, choices and reports. Work on a
//! superseded request stops where it polls `cancel`; short work that does not poll runs to its end. Neither sends an
//! answer. Every large answer is an immutable snapshot in an `Arc`, so drawing code only reads.

mod views;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::edits::Edits;
pub use super::masking::MaskSurvey;
use super::pair_order::{ArrangedPairs, PairArrangement};
use super::progress::Progress;
use super::why::Why;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::candidates::banding::Banding;
use crate::cluster::Clustering;
pub use crate::config::AnalysisConfig;
use crate::corpus::Dated;
use crate::evidence::{CopiedText, CopiedTextProgress};
use crate::html_report::ReportScope;
use crate::index::Collection;
pub use crate::lab::LabelsFile;
use crate::lab::banded::BandingEvaluation;
use crate::lab::by_k::ByK;
use crate::lab::judge::{Answer, JudgingStep};
use crate::lab::sweep::{Grid, SettingBlock, SettingRow};
use crate::lab::{AreaEstimate, CurvePoint, LabelMetrics, Tuning};
use crate::lecture::{Slide, Staged};
use crate::mask::{Mask, MaskConfig};
use crate::review::{Choice, DecisionTarget, Offer, ReviewState, Statement};
pub use crate::similarity::{DiffRun, WordDiff};
pub use views::{
    BlockList, BlockRow, Comparison, Disguised, DocumentList, DocumentView, DocumentsOf, Excluded,
    Folding, HiddenPairs, MaskedSpan, Matrix, MirrorList, MirrorTrees, Neighbour, PairList,
    PairRow, Seams, SearchHit, SearchResult, SharedError, Side, SourcesView,
};

/// Request of a screen to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Recompute the clusters at this threshold (0..=1).
    Threshold(f64),
    /// The exact similarity matrix of these documents, the members of a cluster.
    Matrix(Vec<DocNo>),
    /// The dates of these documents.
    Dates(Vec<DocNo>),
    /// Aliases of all documents.
    Aliases,
    /// One document: its text, the passages that occur elsewhere, and its neighbours.
    Document(DocNo),
    /// The sources of one document: the documents that contain its words, and which document explains which.
    Sources(DocNo),
    /// Two documents side by side.
    Compare(DocNo, DocNo),
    /// Explain why two documents are, or are not, in the same cluster.
    Why(DocNo, DocNo),
    /// The bridges of a cluster and the nearest pairs outside it. Any of its documents identifies the
    /// cluster.
    Seams(DocNo),
    /// The list of the Pairs screen, with the evidence of each pair. It is sent again whenever the
    /// current results change, and in parts while evidence is counted.
    PairList,
    /// The common blocks of the current documents.
    Blocks,
    /// The mirrors of the current documents.
    Mirrors,
    /// The two trees of a mirror of a list, side by side.
    MirrorTrees(Arc<MirrorList>, usize),
    /// Filter and order a list of pairs.
    ArrangePairs(PairArrangement),
    /// The documents of pairs with copied text, worst first.
    CopiedDocuments(DocumentsOf),
    /// The text that each of these masks covers by itself.
    Masks(Vec<Mask>),
    /// The text that this mask excludes by itself (the config has only this mask), and the pairs that it hides if it is
    /// on. The text is sent before the pairs are counted.
    Excluded(Mask, Box<MaskConfig>),
    /// A full-text query as typed; parsed leniently.
    Search(String),
    /// The figures of the tuning screen for the current results.
    Tune,
    /// Measure this LSH banding against the exact pairs of the current results.
    Bands(Banding),
    /// The k landscape: the same corpus at every k. Partial answers are sent as they become available.
    ByK,
    /// Read the labels in this file and evaluate the current pairs against them.
    Labels(LabelsFile),
    /// The pair to judge after these answers, and the threshold that they propose.
    Judge(AskedPair),
    /// Add a decision to the journal. It is never superseded.
    Decide(Decide),
    /// The slides of a stage of a lecture.
    Slides(Arc<AskedSlides>),
    /// The texts for a lecture on a document: its own text, the text of the second document if given, and the texts of
    /// the documents most similar to the first, or of the next documents if none is similar.
    LectureTexts(DocNo, Option<DocNo>),
    /// Store these choices in the journal. They are never superseded.
    Choose(Vec<Choice>),
    /// Write a report of the current results to a file.
    Report(Box<AskedReport>),
    /// Run a parameter sweep. Partial answers are sent as they become available.
    Sweep(Grid),
    /// Re-analyse the corpus with other parameters. The current results stay visible until the new ones
    /// are complete. The index keeps the settings that it was opened with.
    Settings(Box<AnalysisConfig>),
    /// Read the corpus again; only new and changed files are processed.
    Reload,
    /// Cancel the re-analysis or, if none is running, the index build or else the low-priority jobs.
    /// Completed work is stored.
    Stop,
}

/// Figures of the labels for a block of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockBest {
    /// The block.
    pub block: SettingBlock,
    /// The threshold with the best F1 among all similarities, in the grid or not.
    pub best: CurvePoint,
    /// Area under the ROC curve, 0..=1; `None` if all labels are the same.
    pub area: Option<f64>,
    /// The area estimated from a sample, unless unlabelled pairs count.
    pub estimate: Option<Arc<AreaEstimate>>,
}

/// Partial result of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepSoFar {
    /// The parameter grid.
    pub grid: Grid,
    /// Finished rows, in grid order.
    pub rows: Vec<SettingRow>,
    /// With labels: their figures for each finished block.
    pub bests: Vec<BlockBest>,
    /// Number of rows in the complete grid.
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
    /// The decisions on pairs cannot be used as labels, because a threshold needs positive and negative ones.
    Unlabelled,
    /// Answer to [`Request::Aliases`]: the alias of each document of a collection.
    Aliases(Arc<Collection>, Arc<[String]>),
    /// Answer to [`Request::Dates`].
    Dates(Vec<(DocNo, Dated)>),
    /// Answer to [`Request::Document`]. In a large corpus a view with only the text is sent first.
    Document(Arc<DocumentView>),
    /// Answer to [`Request::Sources`].
    Sources(Arc<SourcesView>),
    /// Answer to [`Request::Compare`].
    Comparison(Arc<Comparison>),
    /// Answer to [`Request::Why`].
    Why(Arc<Why>),
    /// Answer to [`Request::Seams`].
    Seams(Arc<Seams>),
    /// The disguised documents of the current results; counted without a request, while neither the index build
    /// nor a request of the user runs.
    Disguised(Arc<Disguised>),
    /// Answer to [`Request::PairList`]; possibly partial.
    PairList(Arc<PairList>),
    /// Answer to [`Request::Blocks`], or to [`Request::Excluded`] and then possibly partial.
    Blocks(Arc<BlockList>),
    /// Answer to [`Request::Mirrors`].
    Mirrors(Arc<MirrorList>),
    /// Answer to [`Request::MirrorTrees`].
    MirrorTrees(Arc<MirrorTrees>),
    /// Answer to [`Request::ArrangePairs`].
    ArrangedPairs(Arc<ArrangedPairs>),
    /// Answer to [`Request::CopiedDocuments`].
    CopiedDocuments(Arc<DocumentList>),
    /// The pairs with copied text in the current results, under their masks, counted without a request if that is
    /// affordable.
    CopiedText(Arc<CopiedText>, Box<MaskConfig>),
    /// Progress of a long search for copied text; `None` when it was stopped.
    CountingCopied(Option<CopiedTextProgress>),
    /// Answer to [`Request::Masks`].
    Masks(Arc<MaskSurvey>),
    /// Answer to [`Request::Tune`]. After the first request it is sent again whenever the current results change. In a
    /// large corpus it first reaches down to a floor that is computed quickly.
    Tuning(Arc<Tuning>),
    /// Progress of the exact pairs below the floor of the last [`Update::Tuning`]; `None` once they are known, or
    /// there are too many.
    Deepening(Option<Progress>),
    /// Answer to [`Request::Bands`].
    BandingEvaluation(Arc<BandingEvaluation>),
    /// Answer to [`Request::ByK`]; possibly partial.
    ByK(Arc<ByK>),
    /// Answer to [`Request::Labels`]; sent again when the current results change.
    Labelled(Arc<LabelMetrics>),
    /// Answer to [`Request::Judge`].
    ToJudge(Arc<JudgingStep>),
    /// The decisions on the documents of a collection; sent when these change, and after each
    /// [`Request::Decide`].
    Review(Arc<Review>),
    /// The decision with this number was not written; the error. The decisions of the journal are sent next.
    NotDecided(u64, String),
    /// Answer to [`Request::Sweep`]; possibly partial.
    Sweep(Arc<SweepSoFar>),
    /// Answer to [`Request::Slides`].
    Slides(Arc<StageSlides>),
    /// Answer to [`Request::LectureTexts`].
    LectureTexts(Arc<LectureTexts>),
    /// Progress of the report as a sentence; `None` once it is written, cancelled or failed, which a notice reports
    /// next.
    Reporting(Option<String>),
    /// Answer to [`Request::Search`].
    Search(Arc<SearchResult>),
    /// The full-text index is ready for queries; its number of documents.
    FullText(usize),
    /// Progress of a re-analysis.
    Reanalysing(Progress),
    /// A re-analysis has ended.
    Settled {
        /// The parameters of all results sent from now on.
        analysis_config: Box<AnalysisConfig>,
        /// Whether the re-analysis was cancelled or failed, so that `analysis_config` is not the requested one.
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
    /// The index build has failed; a message with the error and advice.
    Unread(String),
    /// The files of the corpus differ from the last listing. All counts are 0 if the differences have
    /// disappeared.
    Edited(Edits),
    /// A sentence to show to the user; not an error.
    Notice(String),
    /// An error message with the error and advice.
    Failed(String),
}

impl Update {
    /// An error with its causes.
    pub fn failed(error: &anyhow::Error) -> Self {
        Update::Failed(format!("{error:#}"))
    }
}

/// The requested slides.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedSlides {
    /// Number of the lecture, which the screens count; an answer about another lecture is dropped.
    pub lecture: u64,
    /// Index of the stage in its lecture.
    pub stage: usize,
    /// Number of changes of the setup of the stage.
    pub revision: u64,
    /// The stage with its setup.
    pub staged: Staged,
}

/// The slides of a stage.
#[derive(Clone, Debug)]
pub struct StageSlides {
    /// As in the request.
    pub lecture: u64,
    /// As in the request.
    pub stage: usize,
    /// As in the request.
    pub revision: u64,
    /// Whether they are the last ones; slides of a race are sent again as it advances.
    pub is_last: bool,
    /// The slides, at least one; or the error.
    pub slides: Result<Vec<Slide>, SharedError>,
}

/// Texts of documents for a lecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LectureTexts {
    /// The two documents of the request.
    pub documents: (DocNo, Option<DocNo>),
    /// The texts, those of `documents` first.
    pub texts: Vec<String>,
}

/// A report to write of the current results.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedReport {
    /// The collection of the documents of the scope.
    pub collection: Arc<Collection>,
    /// Its target.
    pub scope: ReportScope,
    /// The filter of the pairs, as typed; may be empty.
    pub filter: String,
    /// The pairs with copied text, if they are counted already.
    pub copied: Option<Arc<CopiedText>>,
    /// The file.
    pub path: PathBuf,
    /// Whether an existing file is overwritten.
    pub overwrite: bool,
    /// Aliases instead of the names of documents.
    pub anonymous: bool,
    /// Only pairs with a decision.
    pub only_decided: bool,
    /// Words around passages.
    pub context: usize,
}

/// A decision to add to the journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Decide {
    /// Number of the act in this session, ascending.
    pub number: u64,
    /// The collection of the documents.
    pub collection: Arc<Collection>,
    /// Its target.
    pub target: DecisionTarget,
    /// The new decision and note.
    pub statement: Statement,
}

/// The parameters for the choice of the next pair to judge.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedPair {
    /// The collection of the documents.
    pub collection: Arc<Collection>,
    /// All answers, in the given order.
    pub answers: Vec<Answer>,
    /// The current threshold, where judging starts, 0..=1.
    pub threshold: f64,
}

/// The journal as it is on disk, for one collection.
#[derive(Clone, Debug)]
pub struct Review {
    /// The collection.
    pub collection: Arc<Collection>,
    /// The state of its decisions.
    pub state: Arc<ReviewState>,
    /// Path of the journal, which may not exist yet; or the error.
    pub location: Result<PathBuf, SharedError>,
    /// Note for the user about its path.
    pub note: Option<String>,
    /// The name under which decisions are written.
    pub person: String,
    /// Acts of others that wait for acceptance by the reviewer.
    pub offers: Vec<Offer>,
    /// Number of the last act of this session that was written or refused; 0 before the first.
    pub handled: u64,
}
