//! The lecture whose page is on the screen.

use super::super::super::state::lecture::LectureState;
use super::super::super::{App, Page};

/// The lecture whose page is on the screen; `None` on any other page.
pub fn state(app: &mut App) -> Option<&mut LectureState> {
    match app.pages.last_mut() {
        Some(Page::Lecture(state)) => Some(state),
        _ => None,
    }
}
