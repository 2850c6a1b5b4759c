//! Marked content (ISO 32000-1, 14.6), as far as it hides text.

use super::made::RewrittenContent;

/// The open pieces of marked content, and which of them are hidden.
#[derive(Default)]
pub(super) struct Marked {
    /// Of each open one, whether it is hidden itself.
    open: Vec<bool>,
    hidden: usize,
    is_counted: bool,
}

impl Marked {
    pub fn begin(&mut self, is_hidden: bool) {
        self.open.push(is_hidden);
        if is_hidden {
            self.is_counted &= self.hidden > 0;
            self.hidden += 1;
        }
    }

    pub fn end(&mut self) {
        if self.open.pop() == Some(true) {
            self.hidden -= 1;
        }
    }

    pub fn is_hidden(&self) -> bool {
        self.hidden > 0
    }

    /// Counts the piece that is hidden, unless it has been.
    pub fn count(&mut self, made: &mut RewrittenContent) {
        if !std::mem::replace(&mut self.is_counted, true) {
            made.hidden = made.hidden.saturating_add(1);
        }
    }
}
