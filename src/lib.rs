//! shinglescope: a terminal explorer of near-duplicate documents.
//!
//! The package `shinglescope-core` reads, compares and stores; its modules are re-exported here. [`app`] is the
//! state of the screens, [`ui`] draws it, [`term`] runs both on a terminal, [`cli`] serves scripts.

pub mod app;
pub mod cli;
pub mod exit;
pub mod screens;
pub mod term;
pub mod ui;

pub use shinglescope_core::worker;
pub use shinglescope_core::{
    base, candidates, cluster, config, corpus, engine, evidence, figures, filter, html_report,
    index, lab, lecture, mask, mirrors, overlap, plot, provenance, report, review, settings,
    similarity, sketch, synth, text, typeset,
};
