//! Verified pairs of a generation on disk, by the document numbers of the generation's collection.

use std::borrow::Cow;
use std::path::Path;

use super::IndexError;
use super::column::Column;
use super::file;
use super::manifest::PairFiles;
use crate::base::DocNo;
use crate::similarity::Pair;

/// Verified pairs, in the form in which they are stored.
#[derive(Clone, Debug)]
pub struct StoredPairs<'a> {
    /// For each document, the first document with the same shingle set (itself if it is the first).
    pub representative: Cow<'a, [DocNo]>,
    /// Pairs of representatives.
    pub pairs: Cow<'a, [Pair]>,
    /// How they were found, as JSON.
    pub info: String,
}

/// Writes pairs as `NAME.pairs` and `NAME.representatives`.
pub(super) fn write(
    folder: &Path,
    name: &str,
    stored: &StoredPairs<'_>,
) -> Result<PairFiles, IndexError> {
    let first = format!("{name}.representatives");
    Ok(PairFiles {
        info: stored.info.clone(),
        pairs: file::write(folder, format!("{name}.pairs"), &stored.pairs)?,
        representatives: file::write(folder, first, &stored.representative)?,
    })
}

/// Pairs of an open generation: verified files.
#[derive(Debug)]
pub(super) struct PairColumns {
    pub pairs: Column<Pair>,
    representative: Column<DocNo>,
    info: String,
}

impl PairColumns {
    /// Opens and verifies the pair files in `folder`.
    pub fn open(folder: &Path, files: &PairFiles) -> Result<Self, IndexError> {
        Ok(PairColumns {
            pairs: files.pairs.map(folder)?,
            representative: files.representatives.map(folder)?,
            info: files.info.clone(),
        })
    }

    /// The pairs of a collection of `documents` documents; `None` if they are inconsistent. The caller then searches
    /// for pairs again.
    pub fn stored(&self, documents: usize) -> Option<StoredPairs<'static>> {
        // Copies, because another process could overwrite the files after the checks.
        let (representative, pairs) = (self.representative.to_vec(), self.pairs.to_vec());
        let is_first = |doc: DocNo| representative.get(doc.index()) == Some(&doc);
        // The overlap cannot exceed the smaller set.
        let is_valid = |pair: &Pair| {
            let overlap = pair.overlap;
            pair.a < pair.b
                && pair.b.index() < documents
                && overlap.shared <= overlap.size_a.min(overlap.size_b)
        };
        let is_consistent = representative.len() == documents
            && representative.iter().all(|first| is_first(*first))
            && pairs.iter().all(is_valid);
        is_consistent.then(|| StoredPairs {
            representative: representative.into(),
            pairs: pairs.into(),
            info: self.info.clone(),
        })
    }
}
