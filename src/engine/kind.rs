//! Kinds of requests and the lanes that serve them. The newest request of a kind supersedes older ones;
//! a lane serves its requests one after the other.

use super::message::Request;

/// Kind of a request; a newer request supersedes an older one of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`Request::Threshold`]
    Threshold,
    /// [`Request::Matrix`]
    Matrix,
    /// [`Request::Document`]
    Document,
    /// [`Request::Compare`]
    Compare,
    /// [`Request::Why`]
    Why,
    /// [`Request::Seams`]
    Seams,
    /// [`Request::Search`]
    Search,
    /// [`Request::Changes`]
    Changes,
    /// [`Request::Tune`]
    Tune,
    /// [`Request::Bands`]
    Bands,
    /// [`Request::Labels`]
    Labels,
    /// [`Request::Judge`]
    Judge,
    /// [`Request::ByK`]
    ByK,
    /// [`Request::Sweep`]
    Sweep,
    /// [`Request::Judged`]
    Judged,
    /// [`Request::ExportJudged`]
    ExportJudged,
    /// [`Request::Keep`]
    Keep,
    /// [`Request::SaveFigures`]
    SaveFigures,
}

impl Kind {
    /// All kinds, in the order of their discriminants.
    pub const ALL: [Kind; 18] = [
        Kind::Threshold,
        Kind::Matrix,
        Kind::Document,
        Kind::Compare,
        Kind::Why,
        Kind::Seams,
        Kind::Search,
        Kind::Changes,
        Kind::Tune,
        Kind::Bands,
        Kind::Labels,
        Kind::Judge,
        Kind::ByK,
        Kind::Sweep,
        Kind::Judged,
        Kind::ExportJudged,
        Kind::Keep,
        Kind::SaveFigures,
    ];

    /// The kind of a request; `None` for commands that have no answer of their own.
    #[must_use]
    pub fn of(request: &Request) -> Option<Kind> {
        match request {
            Request::Threshold(_) => Some(Kind::Threshold),
            Request::Matrix(_) => Some(Kind::Matrix),
            Request::Document(_) => Some(Kind::Document),
            Request::Compare(..) => Some(Kind::Compare),
            Request::Why(..) => Some(Kind::Why),
            Request::Seams(_) => Some(Kind::Seams),
            Request::Search { .. } => Some(Kind::Search),
            Request::Changes(_) => Some(Kind::Changes),
            Request::Tune => Some(Kind::Tune),
            Request::Bands(_) => Some(Kind::Bands),
            Request::Labels(_) => Some(Kind::Labels),
            Request::Judge { .. } => Some(Kind::Judge),
            Request::ByK => Some(Kind::ByK),
            Request::Sweep(_) => Some(Kind::Sweep),
            Request::Judged(_) => Some(Kind::Judged),
            Request::ExportJudged(_) => Some(Kind::ExportJudged),
            Request::Keep(_) => Some(Kind::Keep),
            Request::SaveFigures { .. } => Some(Kind::SaveFigures),
            Request::Settings(_) | Request::Reload | Request::Stop => None,
        }
    }
}

/// A queue of requests with one thread that serves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// All lanes, in the order of their discriminants.
    pub const ALL: [Lane; 7] = [
        Lane::Clusters,
        Lane::Texts,
        Lane::Search,
        Lane::Tuning,
        Lane::ByK,
        Lane::Sweep,
        Lane::Annotations,
    ];

    /// The lane that serves a kind.
    #[must_use]
    pub fn of(kind: Kind) -> Lane {
        match kind {
            Kind::Threshold | Kind::Matrix | Kind::Why | Kind::Seams | Kind::Changes => {
                Lane::Clusters
            }
            Kind::Document | Kind::Compare => Lane::Texts,
            Kind::Search => Lane::Search,
            Kind::Tune | Kind::Bands | Kind::Labels | Kind::Judge => Lane::Tuning,
            Kind::ByK => Lane::ByK,
            Kind::Sweep => Lane::Sweep,
            Kind::Judged | Kind::ExportJudged | Kind::Keep | Kind::SaveFigures => Lane::Annotations,
        }
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
    /// A request with its ticket (see `Shared::ticket`).
    Ask(u64, Request),
    /// The current results have changed, or a re-analysis was abandoned.
    Picture,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_places() {
        assert!((0..).zip(Kind::ALL).all(|(at, kind)| kind as usize == at));
        assert!((0..).zip(Lane::ALL).all(|(at, lane)| lane as usize == at));
    }
}
