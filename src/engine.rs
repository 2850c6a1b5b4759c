//! The engine owns all worker threads, cancellation and progress reports. Screens send it requests and
//! receive updates, each of which is a complete snapshot of a result.

pub mod annotations;
mod answers;
pub mod build;
pub mod cancel;
pub mod edits;
mod full_text;
pub mod grids;
pub mod ingest;
mod kind;
pub mod message;
pub mod open;
mod plan;
pub mod pool;
mod priority_gate;
pub mod progress;
mod reanalysis;
mod resketch;
mod shared;
mod text_cache;
mod texts;
pub mod tune;
pub mod views;
pub mod why;
mod worker;

pub use message::{
    AnalysisConfig, Comparison, Neighbour, Neighbours, Request, SearchHit, SearchResult, Side,
    Update,
};
pub use progress::{Progress, Stage};
pub use why::Why;
pub use worker::Engine;
