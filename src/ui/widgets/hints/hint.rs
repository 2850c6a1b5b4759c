//! One hint of the bottom line.

use ratatui::text::Line;

use crate::app::commands::Command;
use crate::ui::widgets::paint::LineWidth;

/// A hint: keys, a word, and the command to run on a click.
pub(super) struct Hint {
    pub keys: String,
    pub word: String,
    pub command: Option<Command>,
}

impl Hint {
    pub fn width(&self) -> usize {
        let line = Line::from(format!("{} {}", self.keys, self.word));
        line.columns() + 3
    }
}

/// A hint that cannot be clicked.
pub(super) fn plain(keys: &str, word: &str) -> Hint {
    Hint {
        keys: keys.into(),
        word: word.into(),
        command: None,
    }
}
