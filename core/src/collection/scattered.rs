//! Reading sketches here and there in a large mapped file, with few of its pages resident.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Collection;

/// Documents after which pages are released. A page fault makes 64 KB around it resident, so these are at most
/// 256 MB.
const DOCUMENTS: usize = 4096;

/// Counts documents whose sketches are read in no order, and releases pages from time to time. Can be shared between
/// threads.
#[derive(Debug)]
pub struct Scattered<'c> {
    collection: &'c Collection,
    read: AtomicUsize,
}

impl<'c> Scattered<'c> {
    /// Nothing was read yet.
    #[must_use]
    pub fn new(collection: &'c Collection) -> Self {
        Scattered {
            collection,
            read: AtomicUsize::new(0),
        }
    }

    /// Notes that the sketches of this many documents were read.
    pub fn add(&self, documents: usize) {
        if self.read.fetch_add(documents, Ordering::Relaxed) + documents > DOCUMENTS {
            self.read.store(0, Ordering::Relaxed);
            self.collection.release();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::made;
    use crate::settings::Sketching;

    #[test]
    fn the_count_begins_again_with_each_release() {
        let collection = made::collection(&[vec![1, 2, 3, 4]], Sketching::default());
        let scattered = Scattered::new(&collection);
        for (add, left) in [(DOCUMENTS, DOCUMENTS), (1, 0), (7, 7), (2 * DOCUMENTS, 0)] {
            scattered.add(add);
            assert_eq!(scattered.read.load(Ordering::Relaxed), left);
        }
    }
}
