//! A lecture on near-duplicates: stages of slides. Their figures are computed from two or more texts by the same
//! functions that the rest of the program calls.
//!
//! One model, several renderers: a stage ([`StageKind`]) makes [`Slide`]s of a small set of [`Block`]s, and the
//! screens, plain text ([`plain`]) and notes ([`notes`]) draw the same blocks. [`slides`] is a pure function of the
//! [`Setup`]: stepping back and forth is an index, and a turned parameter ([`Dial`]) is another setup. [`SHIPPED`] has the lectures
//! of the program.

mod compared;
mod dial;
mod glossary;
mod lectures;
pub mod notes;
pub mod plain;
mod setup;
mod shipped;
mod slide;
mod stage;
mod stages;
#[cfg(test)]
mod tests;

pub use dial::Dial;
pub use glossary::{Term, glossary, of_stage};
pub use lectures::{Lecture, Staged};
pub use setup::{Example, MOST_TEXTS, SEED, Setup, Text};
pub use shipped::{SHIPPED, shipped};
pub use slide::{
    Bar, Block, Ink, Line, Mark, Matrix, NumberLine, Question, Slide, Span, Table, Tile, Tree, said,
};
pub use stage::{StageKind, dial, slides};
