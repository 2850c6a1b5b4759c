//! Plans and runs the long work, and answers the screens: they send `Request`s and receive `Update`s on a
//! separate channel. Updates are snapshots of results; a later update replaces a partial one.
//!
//! # Threads
//! A `Lane` is a thread with a queue of orders. The table has the reason for each:
//!
//! | thread | runs | reason |
//! |---|---|---|
//! | `build` | `threads`: index builds (`build`), re-analyses (`reanalysis`) | decides what is read next, also while an index is built |
//! | `answer` | `answering`: `answers` to screens, `evidence`, `disguised` | the screens wait for it, so it waits for nothing else |
//! | `lab` | `tune`: tuning, labels, judging; `grids`: k landscapes, sweeps | the exact pairs may take seconds |
//! | `files` | `files`: the journal (`decisions`), `report`s | waits for disks and locks of other programs, skips no order |
//! | `watch` | `threads`: looks for `edits` of the corpus | sleeps between two checks |
//!
//! Long work runs on rayon pools (`background`), so its lane continues to take orders, and is notified by
//! `Order::Ended`. Tuning and labels block their lane instead. Threads for input, signals and hang-ups are in `term`.
//!
//! # State
//! `shared` has the current results and their parameters. An answer is sent only if the results that it was computed
//! from are still current.
//!
//! # Cancellation
//! Work polls one token, `Cancel`. The lanes combine these causes in it: a newer request of the same kind
//! (`shared::Jobs::ask`), other results or parameters (`shared::Shared::superseded`), the user
//! (`shared::Shared::stop`), work of higher priority (`Cancel::behind`), the end of the program. For example, the token
//! of a pair search passes from `threads` through `pairs` and `candidates::find` to the method, which polls it.

mod answering;
mod answers;
mod background;
pub mod blocks;
pub mod build;
mod decisions;
mod disguised;
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
pub mod texts;
mod threads;
pub mod tune;
pub mod views;
pub mod why;

pub use message::{AnalysisConfig, Request, SearchHit, SearchResult, Update};
pub use progress::{Progress, Stage};
pub use threads::Engine;
pub use why::Why;
