//! The steps of the pair search as functions from Arrow streams to Arrow streams, so that an engine that spreads work
//! over machines can run them: each step is a process that reads record batches and writes record batches, and the
//! engine sorts, joins and moves rows between steps.
//!
//! | step | in | out |
//! |---|---|---|
//! | `sketch` | doc, text | doc, print_hi, print_lo, size, sketch |
//! | `bands` | doc, sketch | key, doc |
//! | `pairs` | key, doc, sorted by both | a, b; a, a for a document of an outsized bucket |
//! | `verify` | a, b, text_a, text_b | a, b, shared, size_a, size_b, agreeing |
//! | `join` | doc, text of outsized buckets | as `verify` |
//!
//! Together they are the method `lsh` of [`candidates`](crate::candidates) and use the same functions. This module
//! is independent of standard input, command line and engine. docs/scale.md describes the columns.

mod buckets;
mod job;
mod join;
mod schema;
mod sketch;
mod stream;
mod verify;

pub use job::JobSettings;
pub use schema::{StepCounts, StepName};
pub use stream::run;
