//! What a decision is about: a pair, a document or a cluster, by the checksums of the texts.

use serde::{Deserialize, Serialize};

use super::digest::Digest;
use crate::base::DocNo;
use crate::collection::Collection;

/// A text. Its checksums say which; the name is for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextRef {
    /// Id of the document when the decision was taken.
    pub name: String,
    /// Checksum of the normalised text, which depends on the settings of terms (case, numbers, …); of the bytes if the
    /// text has no terms.
    pub text: Digest,
    /// Checksum of the bytes that the text was read from, which depends on no setting.
    pub source: Digest,
}

impl TextRef {
    /// A document of `collection`, with all its text where some is masked.
    pub fn of(collection: &Collection, doc: DocNo) -> Self {
        let whole = collection.unmasked().map_or(collection, |whole| whole);
        TextRef {
            name: collection.id(doc).to_owned(),
            text: Self::checksum(whole, doc),
            source: Digest(whole.row(doc).fingerprint),
        }
    }

    /// The checksum of the normalised text of a document of `whole`, a collection without masks. Texts without terms,
    /// which are no copies of each other, are told apart by their bytes.
    pub(super) fn checksum(whole: &Collection, doc: DocNo) -> Digest {
        let row = whole.row(doc);
        let normalised = Digest(row.normalised);
        if normalised == Digest::of_terms(&[]) {
            return Digest(row.fingerprint);
        }
        normalised
    }
}

/// What a decision is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "kebab-case")]
pub enum Thing {
    /// Two texts.
    Pair {
        /// A text.
        a: TextRef,
        /// Another one.
        b: TextRef,
    },
    /// One text.
    Document {
        /// The text.
        document: TextRef,
    },
    /// A cluster: all its members.
    Cluster {
        /// The texts, one for each document.
        members: Vec<TextRef>,
    },
}

/// A [`Thing`] with its texts as `T`, without order where it has none: equal for the same thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key<T> {
    /// Two texts, the lesser first.
    Pair(T, T),
    /// A text.
    Document(T),
    /// Texts ascending, one for each member.
    Cluster(Vec<T>),
}

impl Thing {
    /// The two documents `a` and `b` of `collection`.
    pub fn pair(collection: &Collection, a: DocNo, b: DocNo) -> Self {
        let [a, b] = [a.min(b), a.max(b)].map(|doc| TextRef::of(collection, doc));
        Thing::Pair { a, b }
    }

    /// A document of `collection`.
    pub fn document(collection: &Collection, doc: DocNo) -> Self {
        Thing::Document {
            document: TextRef::of(collection, doc),
        }
    }

    /// The documents of a cluster of `collection`.
    pub fn cluster(collection: &Collection, members: &[DocNo]) -> Self {
        let mut members = members.to_vec();
        members.sort_unstable();
        members.dedup();
        let members = members.into_iter().map(|doc| TextRef::of(collection, doc));
        Thing::Cluster {
            members: members.collect(),
        }
    }

    /// The name of its kind, as in a journal.
    pub fn kind(&self) -> &'static str {
        match self {
            Thing::Pair { .. } => "pair",
            Thing::Document { .. } => "document",
            Thing::Cluster { .. } => "cluster",
        }
    }

    /// Its texts, in their order.
    pub fn texts(&self) -> Vec<&TextRef> {
        match self {
            Thing::Pair { a, b } => vec![a, b],
            Thing::Document { document } => vec![document],
            Thing::Cluster { members } => members.iter().collect(),
        }
    }

    /// The key of the thing, with each text as `of` says it.
    pub fn key<T: Ord>(&self, of: impl Fn(&TextRef) -> T) -> Key<T> {
        match self {
            Thing::Pair { a, b } => {
                let (a, b) = in_order(of(a), of(b));
                Key::Pair(a, b)
            }
            Thing::Document { document } => Key::Document(of(document)),
            Thing::Cluster { members } => {
                let mut members: Vec<T> = members.iter().map(of).collect();
                members.sort_unstable();
                Key::Cluster(members)
            }
        }
    }
}

/// Two values, the lesser first.
pub(super) fn in_order<T: Ord>(a: T, b: T) -> (T, T) {
    if a <= b { (a, b) } else { (b, a) }
}
