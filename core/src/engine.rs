//! Plans and runs the long work, and answers the screens: they send [`Request`]s and receive [`Update`]s on a
//! separate channel. These are snapshots of results; a partial one is replaced by a later one.
//!
//! The engine owns the worker threads, one for each lane (`lane.rs`), their cancellation and progress
//! reports. The threads for input, signals and hang-ups are in `term`.

mod answering;
mod answers;
mod background;
pub mod blocks;
pub mod build;
mod decisions;
pub mod disguised;
pub mod edits;
mod evidence;
pub mod excluded;
mod files;
mod full_text;
mod gather;
pub mod grids;
mod ingest;
pub mod keep;
mod lane;
mod lecture;
pub mod masking;
mod measured;
pub mod message;
pub mod mirrors;
pub mod new_file;
pub mod open;
pub mod options;
pub mod pair_order;
pub mod pairs;
pub mod passages;
mod plan;
pub mod pool;
pub mod progress;
mod reanalysis;
pub mod report;
pub mod review;
pub mod sets;
mod shared;
mod texts;
pub mod tune;
pub mod views;
pub mod why;
mod worker;

pub use message::{AnalysisConfig, Request, SearchHit, SearchResult, Update};
pub use progress::{Progress, Stage};
pub use why::Why;
pub use worker::Engine;
