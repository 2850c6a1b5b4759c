//! A lecture on near-duplicates: stages of slides. Their figures are computed from two or more texts by the same
//! functions that the rest of the program calls.
//!
//! One model, several renderers: a stage ([`StageKind`]) makes [`Slide`]s of a small set of [`Block`]s, and the
//! screens, plain text ([`plain`]) and notes ([`notes`]) draw the same blocks. [`slides`] is a pure function of the
//! [`Setup`]: stepping back and forth is an index, and a turned parameter ([`Dial`]) is another setup. Lectures that
//! teachers write are files ([`mod@file`]).

mod aside;
mod compared;
mod dial;
pub mod file;
mod glossary;
pub mod notes;
mod own;
pub mod picture;
pub mod plain;
mod setup;
mod shipped;
mod slide;
mod stage;
mod stages;
mod teller;
#[cfg(test)]
mod tests;
mod words;

pub use dial::{Dial, Parameter};
pub use glossary::{Term, glossary, of_stage};
pub use setup::{Example, MOST_TEXTS, Setup, Text};
pub use shipped::{SHIPPED, shipped, shipped_in};
pub use slide::{
    Bar, Block, Ink, Line, Mark, Matrix, NumberLine, Question, Slide, Span, Table, Tile, Tree, said,
};
pub use stage::{StageKind, dial, slides};
pub use teller::{Teller, Value};
pub use words::of_lecture;
