//! Text that is present and invisible, by the attributes of its elements.

use html5ever::tokenizer::Tag;

use super::state::{Cover, State};
use crate::corpus::unseen::{self, INLINE};

impl State {
    /// Whether the page sets a background, or an open element does.
    pub fn has_background(&self) -> bool {
        self.background || self.elements.has_background()
    }

    /// Whether the text that follows is invisible.
    pub fn is_covered(&self) -> bool {
        self.unseen_by.is_hidden()
    }

    /// Tracks the elements that make their text invisible, and those inside that make it visible again. Each ends with
    /// its end tag, or where the element around it ends.
    pub fn cover(&mut self, tag: &Tag, name: &str, opens: bool) {
        if let Some(Cover {
            inline: Some((covering, depth)),
            ..
        }) = self.covers.last_mut()
            && covering.as_str() == name
        {
            *depth = match opens {
                // A link ends the one before.
                true if name == "a" => 0,
                true => *depth + 1,
                false => depth.saturating_sub(1),
            };
        }
        while let Some(cover) = self.covers.last() {
            let is_closed = cover
                .place
                .is_some_and(|place| !self.elements.is_open(place));
            let is_ended = cover.inline.as_ref().is_some_and(|(_, depth)| *depth == 0);
            if !is_closed && !is_ended {
                break;
            }
            self.unseen_by = cover.around;
            self.covers.pop();
        }
        if !opens || unseen::VOID.contains(&name) {
            return;
        }
        let around = self.has_background();
        if matches!(name, "body" | "html" | "table") && !self.is_covered() {
            self.background |= unseen::sets_background(tag);
        }
        let inside = self.unseen_by.inside(tag, around);
        if inside != self.unseen_by {
            let inline = INLINE.contains(&name).then(|| (name.to_owned(), 1));
            let place = self.elements.innermost();
            self.covers.push(Cover {
                inline,
                place,
                around: self.unseen_by,
            });
            self.unseen_by = inside;
        }
    }
}
