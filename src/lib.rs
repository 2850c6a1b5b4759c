//! shinglescope: a terminal explorer of near-duplicate documents.

pub mod base;
pub mod candidates;
pub mod cli;
pub mod cluster;
pub mod collection;
pub mod corpus;
pub mod engine;
pub mod exit;
pub mod report;
pub mod settings;
pub mod similarity;
pub mod sketch;
pub mod text;
pub mod ui;
