//! Digest of a corpus.

use xxhash_rust::xxh3::Xxh3;

use crate::collection::Collection;

/// 128-bit XXH3 digest of the ids and terms of all documents, in hexadecimal.
#[must_use]
pub fn fingerprint(collection: &Collection) -> String {
    let mut hasher = Xxh3::new();
    for doc in collection.documents() {
        let id = collection.id(doc);
        hasher.update(&(id.len() as u64).to_le_bytes());
        hasher.update(id.as_bytes());
        hasher.update(&collection.row(doc).normalised.to_le_bytes());
    }
    format!("{:032x}", hasher.digest128())
}
