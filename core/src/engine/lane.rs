//! The engine's threads, called lanes: each has a queue of orders and serves them in order. Most take all
//! that wait, and skip superseded requests or all but the newest of a kind. The lane of the journal skips
//! none.

use super::message::Request;
use crate::base::Cancel;

/// A thread of the engine with its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// The index build.
    LongWork,
    /// Re-analyses.
    Reanalysis,
    /// Polls the corpus for edits; serves no request.
    Watch,
    /// Requests answered from the current clusters.
    Clusters,
    /// Requests that need document texts.
    Texts,
    /// Queries of the full-text index.
    Search,
    /// The list of pairs with their passages, and the pairs with copied text.
    Evidence,
    /// The common blocks, and excluded text.
    Blocks,
    /// The mirrors.
    Mirrors,
    /// Filter and order of the list of pairs, while its evidence is still counted; dates of documents.
    Lists,
    /// Counts the disguised documents, while neither the index build nor a request of the user runs; serves
    /// no request.
    Disguised,
    /// The tuning lab: the current results compared with the exact pairs.
    Tuning,
    /// The k landscape; pauses while foreground requests run.
    ByK,
    /// Sweeps; pause while foreground requests or a k landscape run.
    Sweep,
    /// The journal of decisions.
    Review,
    /// Reports and plots that are written to files.
    Report,
    /// Slides of a lecture.
    Lecture,
}

impl Lane {
    /// All lanes.
    pub const ALL: [Lane; 17] = [
        Lane::LongWork,
        Lane::Reanalysis,
        Lane::Watch,
        Lane::Clusters,
        Lane::Texts,
        Lane::Search,
        Lane::Evidence,
        Lane::Blocks,
        Lane::Mirrors,
        Lane::Lists,
        Lane::Disguised,
        Lane::Tuning,
        Lane::ByK,
        Lane::Sweep,
        Lane::Review,
        Lane::Report,
        Lane::Lecture,
    ];

    /// The lane that serves a request; `None` for [`Request::Stop`], which is carried out at once.
    pub fn for_request(request: &Request) -> Option<Lane> {
        Some(match request {
            Request::Reload => Lane::LongWork,
            Request::Settings(_) => Lane::Reanalysis,
            Request::Threshold(_)
            | Request::Matrix(_)
            | Request::Why(..)
            | Request::Seams(_)
            | Request::Masks(_)
            | Request::Changes(_) => Lane::Clusters,
            Request::Document(_)
            | Request::Sources(_)
            | Request::Compare(..)
            | Request::LectureTexts(..) => Lane::Texts,
            Request::Search { .. } => Lane::Search,
            Request::PairList => Lane::Evidence,
            Request::Blocks | Request::Excluded(..) => Lane::Blocks,
            Request::Mirrors(_) | Request::MirrorTrees(..) => Lane::Mirrors,
            Request::ArrangePairs(_)
            | Request::CopiedDocuments(_)
            | Request::Dates(_)
            | Request::Aliases => Lane::Lists,
            Request::Tune
            | Request::Judge(_)
            | Request::Bands(_)
            | Request::Labels(_)
            | Request::DecisionLabels => Lane::Tuning,
            Request::ByK => Lane::ByK,
            Request::Sweep(_) => Lane::Sweep,
            Request::Decide(_) | Request::Choose(_) => Lane::Review,
            Request::Report(_) => Lane::Report,
            Request::Slides(_) => Lane::Lecture,
            Request::Stop => return None,
        })
    }

    /// Whether the lane is told of each change of the current results.
    pub fn follows_results(self) -> bool {
        matches!(
            self,
            Lane::Evidence | Lane::Disguised | Lane::Tuning | Lane::ByK | Lane::Review
        )
    }

    /// Whether the lane writes no file and starts no process.
    pub fn only_computes(self) -> bool {
        !matches!(
            self,
            Lane::LongWork
                | Lane::Reanalysis
                | Lane::Watch
                | Lane::Texts
                | Lane::Blocks
                | Lane::Review
                | Lane::Report
        )
    }

    /// Name of the lane's thread.
    pub fn name(self) -> &'static str {
        match self {
            Lane::LongWork => "long-work",
            Lane::Reanalysis => "settings",
            Lane::Watch => "edits",
            Lane::Clusters => "clusters",
            Lane::Texts => "texts",
            Lane::Search => "search",
            Lane::Evidence => "evidence",
            Lane::Blocks => "blocks",
            Lane::Mirrors => "mirrors",
            Lane::Lists => "lists",
            Lane::Disguised => "disguised",
            Lane::Tuning => "tuning",
            Lane::ByK => "by-k",
            Lane::Sweep => "sweep",
            Lane::Review => "decisions",
            Lane::Report => "report",
            Lane::Lecture => "lecture",
        }
    }
}

/// Message to a lane.
#[derive(Debug)]
pub enum Order {
    /// A request, with a flag that is set once a newer request of its kind arrives.
    Ask(Cancel, Request),
    /// To the lanes that follow the results: they have changed, or a re-analysis was abandoned. To
    /// [`Lane::Reanalysis`]: the index build has new documents. To [`Lane::Clusters`]: other pairs are decided to be
    /// different.
    ResultsChanged,
}
