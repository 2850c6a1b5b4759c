//! The engine's threads, called lanes, each with a queue of orders ([`super`] has the reasons).

use super::message::Request;
use crate::base::Cancel;

/// A thread of the engine with its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// The index build, and re-analyses with other settings.
    Build,
    /// Answers to the screens, cheap ones at once and expensive ones one by one; copied text and disguises.
    Answer,
    /// The tuning lab, k landscapes and sweeps.
    Lab,
    /// The journal of decisions, and reports.
    Files,
    /// Polls the corpus for edits; serves no request.
    Watch,
}

impl Lane {
    /// All lanes.
    pub const ALL: [Lane; 5] = [
        Lane::Build,
        Lane::Answer,
        Lane::Lab,
        Lane::Files,
        Lane::Watch,
    ];

    /// The lane that serves a request; `None` for [`Request::Stop`], which is executed at once.
    pub fn for_request(request: &Request) -> Option<Lane> {
        Some(match request {
            Request::Reload | Request::Settings(_) => Lane::Build,
            Request::Tune
            | Request::Judge(_)
            | Request::Bands(_)
            | Request::Labels(_)
            | Request::ByK
            | Request::Sweep(_) => Lane::Lab,
            Request::Decide(_) | Request::Choose(_) | Request::Report(_) => Lane::Files,
            Request::Stop => return None,
            _ => Lane::Answer,
        })
    }

    /// Name of the lane's thread.
    pub fn name(self) -> &'static str {
        match self {
            Lane::Build => "build",
            Lane::Answer => "answer",
            Lane::Lab => "lab",
            Lane::Files => "files",
            Lane::Watch => "watch",
        }
    }
}

/// Message to a lane.
#[derive(Debug)]
pub enum Order {
    /// A request, with a flag that is set once a newer request of its kind arrives. Requests of [`Lane::Files`] are
    /// never superseded.
    Ask(Cancel, Request),
    /// The results have changed, or a re-analysis was abandoned. To [`Lane::Build`]: the index build has new documents.
    ResultsChanged,
    /// To [`Lane::Answer`]: the pairs with the decision "different" have changed.
    OtherEdges,
    /// A job that the lane gave to a pool has ended.
    Ended,
}
