//! A lecture on near-duplicates: stages of slides. Their figures are computed from two or more texts by the same
//! functions that the rest of the program calls.
//!
//! One model, one renderer: a stage ([`StageKind`]) creates [`Slide`]s of a small set of [`SlideBlock`]s, and the
//! screens, plain text and notes ([`printed`]) show the same [`rows`]. The slides are a pure function of
//! the [`Setup`]: a step is an index, and a changed parameter ([`StageParameter`]) is another setup. Only the race is run by the
//! engine while it is shown ([`Race`]). [`SHIPPED`] has the lectures of the program.

mod compared;
mod glossary;
mod lectures;
mod render;
mod setup;
mod slide;
mod stages;
#[cfg(test)]
mod tests;

pub use glossary::{GlossaryTerm, glossary, of_stage};
pub use lectures::{Lecture, SHIPPED, Staged, shipped};
pub use render::{columns_of, cut, length, padded, printed, rows, wrap};
pub use setup::{Example, MAX_TEXTS, SEED, Setup, StageParameter};
pub use slide::{Bar, Ink, LectureLine, Question, Slide, SlideBlock, Span, Tree, plain_text};
pub use stages::StageKind;
pub use stages::race::{Race, Standing, live, live_answer};
