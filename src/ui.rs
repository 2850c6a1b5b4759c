//! Drawing: from shared references to the state onto a frame, and nothing else.

pub mod theme;
