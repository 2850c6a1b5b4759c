//! The styles of text that occurs elsewhere.

use ratatui::style::{Modifier, Style};

use crate::engine::message::DocumentView;
use crate::ui::theme::{Role, Theme};

/// In how many documents the most widespread text of the view occurs.
pub fn most(view: &DocumentView) -> u32 {
    view.marked.iter().map(|m| m.2).max().unwrap_or(0)
}

/// The style of text that few or many other documents have. Underlined, so that it is told without
/// colour.
pub fn elsewhere(theme: &Theme, many: bool) -> Style {
    let role = if many {
        Role::ElsewhereMany
    } else {
        Role::Elsewhere
    };
    theme.style(role).add_modifier(Modifier::UNDERLINED)
}

/// Marked spans with the style of each.
pub struct Levels<'a> {
    marked: &'a [(usize, usize, u32)],
    /// In at least so many documents counts as many.
    many: u32,
    styles: [Style; 3],
}

impl<'a> Levels<'a> {
    /// Finds out what counts as many in this view.
    pub fn new(view: &'a DocumentView, theme: &Theme) -> Self {
        Levels {
            marked: &view.marked,
            many: (most(view) * 3 / 4 + 1).max(2),
            styles: [
                theme.style(Role::Text),
                elsewhere(theme, false),
                elsewhere(theme, true),
            ],
        }
    }

    /// From `byte` on.
    pub fn from(&self, byte: usize) -> Marks<'_> {
        Marks {
            levels: self,
            next: self.marked.partition_point(|m| m.1 <= byte),
        }
    }
}

/// Walks along the marked spans with the text.
pub struct Marks<'a> {
    levels: &'a Levels<'a>,
    next: usize,
}

impl Marks<'_> {
    /// The style of the text at `byte`; asked for in rising order.
    pub fn at(&mut self, byte: usize) -> Style {
        let marked = self.levels.marked;
        while marked.get(self.next).is_some_and(|m| m.1 <= byte) {
            self.next += 1;
        }
        match marked.get(self.next) {
            Some((start, _, documents)) if *start <= byte => {
                self.levels.styles[1 + usize::from(*documents >= self.levels.many)]
            }
            _ => self.levels.styles[0],
        }
    }
}
