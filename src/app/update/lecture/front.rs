//! The lecture in front.

use super::super::super::state::lecture::LectureState;
use super::super::super::{App, Page};

/// The lecture in front.
pub fn state(app: &mut App) -> Option<&mut LectureState> {
    match app.pages.last_mut() {
        Some(Page::Lecture(state)) => Some(state),
        _ => None,
    }
}
