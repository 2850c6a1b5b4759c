//! The lanes that serve requests: each is a thread with a queue, and serves its requests one after the
//! other.

use super::cancel::Cancel;
use super::message::Request;

/// A queue of requests with one thread that serves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Requests answered from the current clusters.
    Clusters,
    /// Requests that need document texts.
    Texts,
    /// Queries of the full-text index.
    Search,
    /// The tuning lab: the current results compared with the exact pairs.
    Tuning,
    /// The k landscape; pauses while foreground requests run.
    ByK,
    /// Sweeps; pause while foreground requests or a k landscape run.
    Sweep,
    /// Annotations and exported files.
    Annotations,
}

impl Lane {
    /// All lanes.
    pub const ALL: [Lane; 7] = [
        Lane::Clusters,
        Lane::Texts,
        Lane::Search,
        Lane::Tuning,
        Lane::ByK,
        Lane::Sweep,
        Lane::Annotations,
    ];

    /// The lane that serves a request; `None` for commands that have no answer of their own.
    #[must_use]
    pub fn of(request: &Request) -> Option<Lane> {
        Some(match request {
            Request::Threshold(_)
            | Request::Matrix(_)
            | Request::Why(..)
            | Request::Seams(_)
            | Request::Changes(_) => Lane::Clusters,
            Request::Document(_) | Request::Compare(..) => Lane::Texts,
            Request::Search { .. } => Lane::Search,
            Request::Tune | Request::Bands(_) | Request::Labels(_) => Lane::Tuning,
            Request::ByK => Lane::ByK,
            Request::Sweep(_) => Lane::Sweep,
            Request::Judged(_)
            | Request::ExportJudged(_)
            | Request::Keep(_)
            | Request::SaveFigures { .. } => Lane::Annotations,
            Request::Settings(_) | Request::Reload | Request::Stop => return None,
        })
    }

    /// Name of the lane's thread.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Lane::Clusters => "clusters",
            Lane::Texts => "texts",
            Lane::Search => "search",
            Lane::Tuning => "tuning",
            Lane::ByK => "by-k",
            Lane::Sweep => "sweep",
            Lane::Annotations => "kept",
        }
    }
}

/// Message to a lane.
#[derive(Debug)]
pub enum Order {
    /// A request, with a flag that is set once a newer request of its kind arrives.
    Ask(Cancel, Request),
    /// The current results have changed, or a re-analysis was abandoned.
    ResultsChanged,
}
