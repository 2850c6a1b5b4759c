//! Checksum by which a text or a passage is recognised.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

/// 128-bit XXH3 checksum; 32 hexadecimal digits in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest(pub u128);

impl Digest {
    /// The checksum of a sequence of terms: for all terms of a document, the checksum of its normalised text.
    pub fn of_terms(terms: &[u64]) -> Self {
        Digest(xxh3_128(bytemuck::cast_slice(terms)))
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        format!("{:032x}", digest.0)
    }
}

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(digits: String) -> Result<Self, Self::Error> {
        let hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u128::from_str_radix(&digits, 16);
        match number {
            Ok(number) if digits.len() == 32 && hexadecimal => Ok(Digest(number)),
            _ => Err("a checksum has 32 hexadecimal digits".to_owned()),
        }
    }
}
