//! Styles of text that occurs in other documents.

use ratatui::style::{Modifier, Style};

use crate::engine::message::DocumentView;
use crate::ui::theme::{Role, Theme};

/// The largest number of documents in which a marked span of the view occurs.
pub fn most(view: &DocumentView) -> u32 {
    view.marked.iter().map(|m| m.2).max().unwrap_or(0)
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

/// Marked spans and their styles.
pub struct Levels<'a> {
    marked: &'a [(usize, usize, u32)],
    /// Number of documents from which the "many" style applies.
    many: u32,
    styles: [Style; 3],
}

impl<'a> Levels<'a> {
    /// Computes the limit for "many" from the maximum in this view.
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

    /// An iterator-like lookup that starts at `byte`.
    pub fn from(&self, byte: usize) -> Marks<'_> {
        Marks {
            levels: self,
            next: self.marked.partition_point(|m| m.1 <= byte),
        }
    }
}

/// Cursor over the marked spans; advances with the text.
pub struct Marks<'a> {
    levels: &'a Levels<'a>,
    next: usize,
}

impl Marks<'_> {
    /// The style of the text at `byte`. Successive calls must have ascending bytes.
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
