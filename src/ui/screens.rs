//! The whole screens, one a file.

pub mod compare;
pub mod document;
