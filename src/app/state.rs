//! The state of each screen.

pub mod compare;
pub mod document;
