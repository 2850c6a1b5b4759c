//! shinglescope: a terminal explorer of near-duplicate documents.
//!
//! Data flows one way through the modules: [`corpus`] reads documents, [`text`] makes terms and
//! shingles of them, [`sketch`] their digests; a [`collection`] holds all of it, [`store`] keeps it,
//! [`search`] indexes the full text. [`candidates`] proposes pairs and has them verified by
//! [`similarity`]; [`cluster`] joins pairs, [`assess`] proves methods and sketches on them. [`engine`] owns threads, cancellation and progress;
//! [`typeset`] lays text out in cells, [`app`] is the state of the screens, [`ui`] draws it, [`term`] runs both on a
//! terminal; [`cli`] and [`report`] serve scripts. A part knows those before it, never those after.

pub mod app;
pub mod assess;
pub mod base;
pub mod bench;
pub mod candidates;
pub mod cli;
pub mod cluster;
pub mod collection;
pub mod corpus;
pub mod engine;
pub mod exit;
pub mod lab;
pub mod plot;
pub mod report;
pub mod search;
pub mod settings;
pub mod similarity;
pub mod sketch;
pub mod store;
pub mod term;
pub mod text;
pub mod typeset;
pub mod ui;
