//! Cache of texts from the reading stage, for the full-text index. Its size is limited.

use std::collections::HashMap;

/// Bytes that an entry takes beside its text, about.
const ENTRY: usize = 64;

/// Texts by document key, as many as fit into the limit.
#[derive(Debug, Default)]
pub struct TextCache {
    /// Remaining bytes.
    room: usize,
    texts: HashMap<u64, Box<str>>,
}

impl TextCache {
    /// An empty cache for up to `limit` bytes; 0 caches nothing.
    pub fn up_to(limit: usize) -> Self {
        TextCache {
            room: limit,
            ..TextCache::default()
        }
    }

    /// Whether any bytes remain.
    pub fn has_room(&self) -> bool {
        self.room > 0
    }

    /// Stores the text if it fits.
    pub fn keep(&mut self, key: u64, text: String) {
        if let Some(rest) = self.room.checked_sub(text.len() + ENTRY) {
            self.room = rest;
            self.texts.insert(key, text.into());
        }
    }

    /// Removes and returns the text of a document.
    pub fn take(&mut self, key: u64) -> Option<String> {
        self.texts.remove(&key).map(String::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_kept_and_given_up_once() {
        let mut texts = TextCache::up_to(2 * ENTRY + 5);
        assert!(texts.has_room() && !TextCache::default().has_room());
        for (key, text) in [(1, "ab"), (2, "too long"), (3, "cde")] {
            texts.keep(key, text.to_owned());
        }
        assert!(!texts.has_room());
        let taken = [1, 2, 3, 1].map(|key| texts.take(key));
        assert_eq!(taken, [Some("ab".into()), None, Some("cde".into()), None]);
    }
}
