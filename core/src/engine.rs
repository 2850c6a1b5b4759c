//! Plans and does the long work, and answers the screens: they send [`Request`]s and receive [`Update`]s,
//! snapshots of results, on a channel of their own. A snapshot may be partial; a later one then replaces it.
//!
//! The engine owns the worker threads, one for each lane (`lane.rs`), their cancellation and progress
//! reports. The threads for input, signals and hang-ups are in `term`.

mod answers;
pub mod blocks;
pub mod build;
pub mod cancel;
mod decisions;
pub mod disguised;
pub mod edits;
pub mod event;
mod evidence;
mod full_text;
mod gather;
pub mod grids;
mod ingest;
pub mod keep;
mod lane;
mod lecture;
pub mod masking;
pub mod message;
pub mod mirrors;
pub mod new_file;
pub mod new_files;
pub mod open;
pub mod options;
pub mod pair_order;
pub mod pairs;
pub mod passages;
mod plan;
pub mod plots;
pub mod pool;
mod priority_gate;
pub mod progress;
mod reanalysis;
pub mod report;
mod resketch;
pub mod review;
pub mod sets;
mod shared;
mod text_cache;
mod texts;
pub mod tune;
pub mod views;
mod watch;
pub mod why;
mod worker;

pub use message::{AnalysisConfig, Request, SearchHit, SearchResult, Update};
pub use progress::{Progress, Stage};
pub use why::Why;
pub use worker::Engine;
