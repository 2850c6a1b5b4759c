//! The one place that owns threads, cancellation and progress. Screens send it requests; it answers
//! with updates that carry whole results, never parts under construction.

pub mod cancel;
pub mod ingest;
pub mod message;
pub mod open;
pub mod pool;
pub mod progress;
pub mod views;

pub use message::{
    Comparison, Neighbour, Neighbours, Request, SearchHit, SearchResult, Side, Update,
};
pub use progress::{Progress, Stage};
