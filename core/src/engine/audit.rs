//! An audit: everything that a written report says of a corpus, as plain data. The figures are those of the lists and
//! commands, because the same functions compute them; texts are read again from their sources.

mod data;
mod documents;
mod gather;
mod groups;
mod names;
mod pieces;
mod places;
mod said;
mod sides;
mod text;

pub use data::{
    Asked, Audit, Corpus, Counts, DecisionEntry, DocumentEntry, Edge, Figures, Group, Interval,
    MaskedBy, Masks, NotRead, Opinion, Outdated, Pages, PairEntry, PassageEntry, Problem, Said,
    SideFigures, SourceEntry, Spread, Stretch, Strip,
};
pub use gather::{Given, Listed, Wanted, gather};
pub use names::aliases;
pub use pieces::{Mark, Part, Row};
pub use sides::Context;
