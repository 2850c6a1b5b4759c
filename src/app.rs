//! What the program knows and shows at a moment, and how it changes: no I/O, no clock.

pub mod state;
