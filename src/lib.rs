//! shinglescope: a terminal explorer of near-duplicate documents.

pub mod base;
pub mod candidates;
pub mod cluster;
pub mod collection;
pub mod corpus;
pub mod engine;
pub mod search;
pub mod settings;
pub mod similarity;
pub mod store;
pub mod text;
pub mod ui;
