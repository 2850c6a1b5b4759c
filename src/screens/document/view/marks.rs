//! Styles of text that occurs in other documents.

use ratatui::style::{Modifier, Style};

use crate::engine::message::DocumentView;
use crate::ui::theme::{Role, Theme};

/// The largest number of documents in which a marked span of the view occurs.
pub fn most(view: &DocumentView) -> u32 {
    view.marked.iter().map(|m| m.2).max().unwrap_or(0)
}

/// The number of documents from which text counts as occurring in many.
pub fn many(view: &DocumentView) -> u32 {
    (most(view) * 3 / 4 + 1).max(2)
}

/// The style of text that few or many other documents contain. Underlined, so that it is visible
/// without colour.
pub fn elsewhere(theme: &Theme, many: bool) -> Style {
    let role = if many {
        Role::ElsewhereMany
    } else {
        Role::Elsewhere
    };
    theme.style(role).add_modifier(Modifier::UNDERLINED)
}
