//! State of the Common blocks screen: the list, and which collection it was asked for.

use std::sync::{Arc, Weak};

use crate::app::scroll::Scroll;
use crate::collection::Collection;
use crate::engine::message::BlockList;

/// State of the Common blocks screen.
#[derive(Clone, Debug, Default)]
pub struct BlocksState {
    /// The latest answer; of an older collection while a new one is computed.
    latest: Option<Arc<BlockList>>,
    /// The collection whose blocks were requested last.
    asked: Weak<Collection>,
    /// Cursor in the list.
    pub list: Scroll,
    /// Scroll position of the text; the cursor is the first visible row.
    pub text: Scroll,
    /// Whether the text has the focus, otherwise the list.
    pub reading: bool,
}

impl BlocksState {
    /// Stores an answer and returns to the top of its text.
    pub fn set(&mut self, list: Arc<BlockList>) {
        self.list.select(self.list.selected, list.rows.len());
        self.text = Scroll::default();
        self.latest = Some(list);
    }

    /// Whether the blocks of `collection` are still to be requested; if so, notes that they are.
    pub fn ask(&mut self, collection: &Arc<Collection>) -> bool {
        let is_known = self.of(collection).is_some();
        let is_asked = std::ptr::eq(self.asked.as_ptr(), Arc::as_ptr(collection));
        if !is_known && !is_asked {
            self.asked = Arc::downgrade(collection);
        }
        !is_known && !is_asked
    }

    /// The blocks of `collection`; `None` until they are known.
    pub fn of(&self, collection: &Arc<Collection>) -> Option<&BlockList> {
        let latest = self.latest.as_deref();
        latest.filter(|list| Arc::ptr_eq(&list.collection, collection))
    }

    /// Number of rows of the latest list.
    pub fn len(&self) -> usize {
        self.latest.as_ref().map_or(0, |list| list.rows.len())
    }

    /// Whether no block is listed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
