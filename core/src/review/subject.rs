//! Subjects of decisions: pairs, documents and clusters, identified by the checksums of their texts.

use crate::base::DocNo;
use crate::index::Collection;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_128;

/// Reference to a text. The checksums identify the text; the name is for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextRef {
    /// Id of the document at the time of the decision.
    pub name: String,
    /// Checksum of the normalised text, which depends on the settings of terms (case, numbers, …). If the text has no
    /// terms, checksum of its bytes.
    pub text: Digest,
    /// Checksum of the bytes that the text was read from, which depends on no setting.
    pub source: Digest,
}

impl TextRef {
    /// References a document of `collection`. The checksums include masked text.
    pub fn new(collection: &Collection, doc: DocNo) -> Self {
        let unmasked = collection.unmasked().map_or(collection, Arc::as_ref);
        TextRef {
            name: collection.id(doc).to_owned(),
            text: Self::checksum(unmasked, doc),
            source: Digest(unmasked.row(doc).fingerprint),
        }
    }

    /// Returns the checksum of the normalised text of a document of `unmasked`, a collection without masks. Returns the
    /// checksum of the bytes if the text has no terms, because such texts are not copies of each other.
    pub(super) fn checksum(unmasked: &Collection, doc: DocNo) -> Digest {
        let row = unmasked.row(doc);
        let normalised = Digest(row.normalised);
        if normalised == Digest::of_terms(&[]) {
            return Digest(row.fingerprint);
        }
        normalised
    }
}

/// The pair, document or cluster that a decision applies to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "kebab-case")]
pub enum DecisionSubject {
    /// Two texts.
    Pair {
        /// First text.
        a: TextRef,
        /// Second text.
        b: TextRef,
    },
    /// One text.
    Document {
        /// The text.
        document: TextRef,
    },
    /// All documents of a cluster.
    Cluster {
        /// The texts, one for each document.
        members: Vec<TextRef>,
    },
}

/// Key of a [`DecisionSubject`], with its texts as `T`. The order of the texts has no effect on the key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecisionKey<T> {
    /// Two texts, the smaller one first.
    Pair(T, T),
    /// A text.
    Document(T),
    /// Texts ascending, one for each document.
    Cluster(Vec<T>),
}

impl<T> DecisionKey<T> {
    /// Name of the kind of subject, as in a journal.
    pub fn kind(&self) -> &'static str {
        match self {
            DecisionKey::Pair(..) => "pair",
            DecisionKey::Document(_) => "document",
            DecisionKey::Cluster(_) => "cluster",
        }
    }
}

impl DecisionSubject {
    /// The two documents `a` and `b` of `collection`.
    pub fn pair(collection: &Collection, a: DocNo, b: DocNo) -> Self {
        let [a, b] = [a.min(b), a.max(b)].map(|doc| TextRef::new(collection, doc));
        DecisionSubject::Pair { a, b }
    }

    /// A document of `collection`.
    pub fn document(collection: &Collection, doc: DocNo) -> Self {
        DecisionSubject::Document {
            document: TextRef::new(collection, doc),
        }
    }

    /// The documents of a cluster of `collection`.
    pub fn cluster(collection: &Collection, members: &[DocNo]) -> Self {
        let mut members = members.to_vec();
        members.sort_unstable();
        members.dedup();
        let members = members.into_iter().map(|doc| TextRef::new(collection, doc));
        DecisionSubject::Cluster {
            members: members.collect(),
        }
    }

    /// Name of the kind of subject, as in a journal.
    pub fn kind(&self) -> &'static str {
        self.key(|_| ()).kind()
    }

    /// Texts of the subject, in stored order.
    pub fn texts(&self) -> Vec<&TextRef> {
        match self {
            DecisionSubject::Pair { a, b } => vec![a, b],
            DecisionSubject::Document { document } => vec![document],
            DecisionSubject::Cluster { members } => members.iter().collect(),
        }
    }

    /// Returns the key of the subject. `text_key` converts each text.
    pub fn key<T: Ord>(&self, text_key: impl Fn(&TextRef) -> T) -> DecisionKey<T> {
        match self {
            DecisionSubject::Pair { a, b } => {
                let (a, b) = in_order(text_key(a), text_key(b));
                DecisionKey::Pair(a, b)
            }
            DecisionSubject::Document { document } => DecisionKey::Document(text_key(document)),
            DecisionSubject::Cluster { members } => {
                let mut members: Vec<T> = members.iter().map(text_key).collect();
                members.sort_unstable();
                DecisionKey::Cluster(members)
            }
        }
    }
}

/// Returns two values, the smaller one first.
pub(super) fn in_order<T: Ord>(a: T, b: T) -> (T, T) {
    if a <= b { (a, b) } else { (b, a) }
}

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
        // `from_str_radix` would also accept a sign.
        let is_digits = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u128::from_str_radix(&digits, 16).ok().filter(|_| is_digits);
        number
            .map(Digest)
            .ok_or_else(|| "a checksum has 32 hexadecimal digits".to_owned())
    }
}
