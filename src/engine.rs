//! The one place that owns threads, cancellation and progress. Screens send it requests; it answers
//! with updates that carry whole results, never parts under construction.

pub mod message;
pub mod progress;

pub use message::{
    Comparison, Neighbour, Neighbours, Request, SearchHit, SearchResult, Side, Update,
};
pub use progress::{Progress, Stage};
