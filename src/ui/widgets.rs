//! Small things to draw that more than one screen uses.

pub mod strip;
