//! The one place that owns threads, cancellation and progress. Screens send it requests; it answers
//! with updates that carry whole results, never parts under construction.

mod answers;
pub mod build;
pub mod cancel;
pub mod edits;
mod full_text;
pub mod grids;
pub mod ingest;
pub mod kept;
mod kept_texts;
mod kind;
pub mod message;
pub mod open;
mod plan;
pub mod pool;
pub mod progress;
mod resketch;
mod shared;
mod texts;
mod trial;
pub mod tune;
mod turn;
pub mod views;
pub mod why;
mod worker;

pub use message::{
    Choice, Comparison, Neighbour, Neighbours, Request, SearchHit, SearchResult, Side, Update,
};
pub use progress::{Progress, Stage};
pub use why::Why;
pub use worker::Engine;
