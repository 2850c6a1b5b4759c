//! Checksum of a document's content, by which a label is recognised as one of another text under the same id.

use serde::{Deserialize, Serialize};

use crate::base::DocNo;
use crate::index::Collection;

/// XXH3 checksum of the bytes of a document's source, 64 bits; 16 hexadecimal digits in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Checksum(u64);

impl Checksum {
    /// The checksum of a document of `collection`.
    pub fn new(collection: &Collection, doc: DocNo) -> Self {
        Checksum(collection.row(doc).fingerprint as u64)
    }
}

impl From<Checksum> for String {
    fn from(checksum: Checksum) -> Self {
        format!("{:016x}", checksum.0)
    }
}

impl TryFrom<String> for Checksum {
    type Error = std::num::ParseIntError;

    fn try_from(digits: String) -> Result<Self, Self::Error> {
        u64::from_str_radix(&digits, 16).map(Checksum)
    }
}
