//! State of the Common blocks screen: the list, and the collection of the request.

use std::sync::{Arc, Weak};

use crate::app::Scroll;
use crate::engine::message::BlockList;
use crate::index::Collection;
use crate::mask::Mask;

/// State of the Common blocks screen.
#[derive(Clone, Debug, Default)]
pub struct BlocksState {
    /// The latest answer; of an older collection while a new one is computed.
    latest: Option<Arc<BlockList>>,
    /// The collection whose blocks were requested last.
    requested: Weak<Collection>,
    /// The mask whose text is listed; `None` for common blocks.
    pub mask: Option<Mask>,
    /// Cursor in the list.
    pub list: Scroll,
    /// Scroll position of the text; the cursor is the first visible row.
    pub text: Scroll,
    /// Whether the text has the focus, otherwise the list.
    pub reading: bool,
}

impl BlocksState {
    /// Lists what a mask excludes, or common blocks.
    pub fn show(&mut self, mask: Option<Mask>) {
        if self.mask != mask {
            *self = BlocksState {
                mask,
                ..BlocksState::default()
            };
        }
    }

    /// Stores an answer and returns to the top of its text.
    pub fn set(&mut self, list: Arc<BlockList>) {
        self.list.select(self.list.selected, list.rows.len());
        self.text = Scroll::default();
        self.latest = Some(list);
    }

    /// Whether the blocks of `collection` are still to be requested; if so, notes that they are.
    pub fn ask(&mut self, collection: &Arc<Collection>) -> bool {
        let wanted = Arc::downgrade(collection);
        let is_requested = self.requested.ptr_eq(&wanted);
        self.requested = wanted;
        !is_requested
    }

    /// The blocks of `collection`; `None` until they are known.
    pub fn current(&self, collection: &Arc<Collection>) -> Option<&BlockList> {
        let latest = self.latest.as_deref();
        let same_mask = |list: &BlockList| {
            list.excluded.as_ref().map(|excluded| &excluded.mask) == self.mask.as_ref()
        };
        latest.filter(|list| Arc::ptr_eq(&list.collection, collection) && same_mask(list))
    }

    /// Number of rows of the latest list.
    pub fn rows(&self) -> usize {
        self.latest.as_ref().map_or(0, |list| list.rows.len())
    }
}
