//! Text that is present and invisible, by the attributes of its elements.

use html5ever::tokenizer::Tag;

use super::open::INLINE;
use super::state::{Cover, State};
use crate::corpus::unseen;

impl State {
    /// Whether the page sets a background, or an open element does.
    pub fn has_ground(&self) -> bool {
        self.ground || self.elements.has_ground()
    }

    /// Tracks the element that makes its text invisible. It ends with its end tag, or where the element around it ends.
    pub fn cover(&mut self, tag: &Tag, name: &str, opens: bool) {
        if let Some(cover) = &mut self.under {
            if let Some((covering, depth)) = &mut cover.inline
                && covering.as_str() == name
            {
                *depth = if opens {
                    *depth + 1
                } else {
                    depth.saturating_sub(1)
                };
            }
            let is_closed = cover
                .place
                .is_some_and(|place| !self.elements.is_open(place));
            let is_ended = cover.inline.as_ref().is_some_and(|(_, depth)| *depth == 0);
            if !is_closed && !is_ended {
                return;
            }
            self.under = None;
        }
        if !opens || unseen::VOID.contains(&name) {
            return;
        }
        let around = self.has_ground();
        if matches!(name, "body" | "html" | "table") {
            self.ground |= unseen::sets_ground(tag);
        }
        if unseen::hides(tag, around) {
            let inline = INLINE.contains(&name).then(|| (name.to_owned(), 1));
            let place = self.elements.innermost();
            self.under = Some(Cover { inline, place });
        }
    }
}
