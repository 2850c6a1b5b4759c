//! Kinds of requests: of each the newest wins, and those that wait for each other share a lane.

use super::message::Request;

/// Kinds of requests of which the newest wins.
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
    /// All of them, in the order of their numbers.
    pub const ALL: [Kind; 17] = [
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
        Kind::ByK,
        Kind::Sweep,
        Kind::Judged,
        Kind::ExportJudged,
        Kind::Keep,
        Kind::SaveFigures,
    ];

    /// The kind of a request; none for those that are no question.
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

/// Requests that wait for each other; each lane has a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// What the clusters at hand answer.
    Clusters,
    /// What needs texts.
    Texts,
    /// The full-text index.
    Search,
    /// The tuning lab: one picture held against its exact truth.
    Tuning,
    /// The same corpus at every k, behind everything a person waits for.
    ByK,
    /// Grids of settings, behind that.
    Sweep,
    /// What is kept with the corpus, and files for the person.
    Annotations,
}

impl Lane {
    /// All of them, in the order of their numbers.
    pub const ALL: [Lane; 7] = [
        Lane::Clusters,
        Lane::Texts,
        Lane::Search,
        Lane::Tuning,
        Lane::ByK,
        Lane::Sweep,
        Lane::Annotations,
    ];

    /// The lane of a kind.
    #[must_use]
    pub fn of(kind: Kind) -> Lane {
        match kind {
            Kind::Threshold | Kind::Matrix | Kind::Why | Kind::Seams | Kind::Changes => {
                Lane::Clusters
            }
            Kind::Document | Kind::Compare => Lane::Texts,
            Kind::Search => Lane::Search,
            Kind::Tune | Kind::Bands | Kind::Labels => Lane::Tuning,
            Kind::ByK => Lane::ByK,
            Kind::Sweep => Lane::Sweep,
            Kind::Judged | Kind::ExportJudged | Kind::Keep | Kind::SaveFigures => Lane::Annotations,
        }
    }

    /// What its thread is called.
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

/// What a lane is told.
#[derive(Debug)]
pub enum Order {
    /// A request with its ticket.
    Ask(u64, Request),
    /// The picture has changed, or settings that were tried have been given up.
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
