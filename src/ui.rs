//! Drawing: from shared references to the state onto a frame, and nothing else.

pub mod figures;
pub mod screens;
pub mod text_view;
pub mod theme;
pub mod widgets;
