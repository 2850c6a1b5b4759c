//! Cache of texts from the reading stage, for the full-text index. Its size is limited.
//!
//! With one allocation per text and a hash table, a million short texts take three times the memory of
//! the text. Here texts are stored contiguously in blocks and located by their ascending keys. A block
//! is freed when its last text is taken.

/// Bytes of a block; a longer text gets a block of its own.
const BLOCK: usize = 1 << 20;

/// Texts by document key, as many as fit into the limit.
#[derive(Debug, Default)]
pub struct TextCache {
    /// Remaining bytes.
    room: usize,
    /// Sorted by key.
    places: Vec<TextPlace>,
    blocks: Vec<Block>,
}

/// Location of a text.
#[derive(Clone, Copy, Debug)]
struct TextPlace {
    key: u64,
    /// Index of the block; `None` once the text was taken.
    block: Option<u32>,
    start: u32,
    length: u32,
}

#[derive(Debug)]
struct Block {
    text: String,
    /// Number of texts not yet taken.
    left: u32,
}

impl TextCache {
    /// An empty cache for up to `limit` bytes of text; 0 caches nothing.
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

    /// Stores the text if it fits. `key` must be greater than all earlier keys; otherwise the text is
    /// ignored.
    pub fn keep(&mut self, key: u64, text: &str) {
        let rises = self.places.last().is_none_or(|last| last.key < key);
        let (Some(rest), true) = (self.room.checked_sub(text.len().max(1)), rises) else {
            return;
        };
        let fits = |block: &Block| block.text.len() + text.len() <= BLOCK;
        if !self.blocks.last().is_some_and(fits) {
            let text = String::with_capacity(BLOCK.max(text.len()));
            self.blocks.push(Block { text, left: 0 });
        }
        let at = self.blocks.len() - 1;
        let block = &mut self.blocks[at];
        // The conversions do not fail in practice: neither a document nor the number of blocks reaches
        // 2³².
        let narrow = |n: usize| u32::try_from(n).ok();
        if let (Some(number), Some(start), Some(length)) =
            (narrow(at), narrow(block.text.len()), narrow(text.len()))
        {
            self.room = rest;
            block.text.push_str(text);
            block.left += 1;
            self.places.push(TextPlace {
                key,
                block: Some(number),
                start,
                length,
            });
        }
    }

    /// Removes and returns the text of a document. O(log n).
    pub fn take(&mut self, key: u64) -> Option<String> {
        let index = self.places.binary_search_by_key(&key, |entry| entry.key);
        let entry = &mut self.places[index.ok()?];
        let block = &mut self.blocks[entry.block.take()? as usize];
        let start = entry.start as usize;
        let text = block.text.get(start..start + entry.length as usize)?;
        let text = text.to_owned();
        block.left -= 1;
        if block.left == 0 {
            block.text = String::new();
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_kept_is_given_up_once_and_its_memory_freed(
            lengths in prop::collection::vec(prop_oneof![0..90_usize, 300_000..1_400_000_usize], 0..24),
            limit in 0..6_000_000_usize,
            order in any::<u64>(),
        ) {
            let text = |i: usize, length: usize| "aé€𝄞".chars().cycle().skip(i).take(length / 3).collect::<String>();
            let texts: Vec<String> = lengths.iter().enumerate().map(|(i, l)| text(i, *l)).collect();
            let mut kept = TextCache::up_to(limit);
            let (mut room, mut held) = (limit, Vec::new());
            for (i, text) in texts.iter().enumerate() {
                kept.keep(i as u64 * 3, text);
                let fits = text.len().max(1) <= room;
                room -= if fits { text.len().max(1) } else { 0 };
                held.push(fits);
            }
            prop_assert_eq!(kept.has_room(), room > 0);
            let mut indices: Vec<usize> = (0..texts.len()).collect();
            indices.sort_by_key(|i| xxhash_rust::xxh3::xxh3_64_with_seed(&i.to_le_bytes(), order));
            for i in indices {
                prop_assert_eq!(kept.take(i as u64 * 3), held[i].then(|| texts[i].clone()));
                prop_assert_eq!(kept.take(i as u64 * 3), None);
                prop_assert_eq!(kept.take(i as u64 * 3 + 1), None);
            }
            prop_assert!(kept.blocks.iter().all(|block| block.text.capacity() == 0));
        }
    }
}
