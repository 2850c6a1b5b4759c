//! The full-size screens, one per file.

pub mod about;
pub mod blocks;
pub mod clusters;
pub mod compare;
pub mod document;
pub mod lecture;
pub mod mirrors;
pub mod pairs;
pub mod search;
pub mod skipped;
pub mod tune;
