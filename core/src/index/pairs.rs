//! Verified pairs of a generation on disk, by document numbers. The numbers are those of the collection of that
//! generation.

use std::borrow::Cow;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::StoreError;
use super::column::Column;
use super::file::{FileRecord, FileWriter, Written};
use crate::base::DocNo;
use crate::similarity::Pair;

/// Verified pairs, in the form in which they are stored.
#[derive(Clone, Debug)]
pub struct StoredPairs<'a> {
    /// For each document, the first document with the same shingle set (itself, if none).
    pub representative: Cow<'a, [DocNo]>,
    /// Pairs of representatives.
    pub pairs: Cow<'a, [Pair]>,
    /// How they were found, as JSON.
    pub info: String,
}

/// The files of the verified pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PairFiles {
    pub info: String,
    pub pairs: FileRecord,
    pub representatives: FileRecord,
}

/// Pairs of an open generation.
#[derive(Debug)]
pub(super) struct PairColumns {
    info: String,
    pairs: Column<Pair>,
    representative: Column<DocNo>,
}

/// Writes pairs as `NAME.pairs` and `NAME.representatives`. The caller syncs the files.
pub(super) fn write(
    folder: &Path,
    name: &str,
    stored: &StoredPairs<'_>,
) -> Result<(PairFiles, [Written; 2]), StoreError> {
    let mut pairs = FileWriter::create(folder, format!("{name}.pairs"))?;
    pairs.push(&stored.pairs)?;
    let mut representatives = FileWriter::create(folder, format!("{name}.representatives"))?;
    representatives.push(&stored.representative)?;
    let (pairs, representatives) = (pairs.finish()?, representatives.finish()?);
    let files = PairFiles {
        info: stored.info.clone(),
        pairs: pairs.record.clone(),
        representatives: representatives.record.clone(),
    };
    Ok((files, [pairs, representatives]))
}

impl PairColumns {
    /// Opens and verifies the pair files in `folder`.
    pub fn open(folder: &Path, files: &PairFiles) -> Result<Self, StoreError> {
        Ok(PairColumns {
            info: files.info.clone(),
            pairs: files.pairs.map(folder)?,
            representative: files.representatives.map(folder)?,
        })
    }

    /// Number of pairs between representatives.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The pairs of a collection of `documents` documents; `None` if they are inconsistent. The caller then searches
    /// for pairs again.
    pub fn stored(&self, documents: usize) -> Option<StoredPairs<'static>> {
        // Copies, because a foreign process could overwrite the files after the checks.
        let (representative, pairs) = (self.representative.to_vec(), self.pairs.to_vec());
        let is_first = |doc: DocNo| representative.get(doc.index()) == Some(&doc);
        // The overlap cannot exceed the smaller set.
        let is_sound = |pair: &Pair| {
            let overlap = pair.overlap;
            pair.a < pair.b
                && pair.b.index() < documents
                && overlap.shared <= overlap.size_a.min(overlap.size_b)
        };
        let is_right = representative.len() == documents
            && representative.iter().all(|first| is_first(*first))
            && pairs.iter().all(is_sound);
        is_right.then(|| StoredPairs {
            representative: representative.into(),
            pairs: pairs.into(),
            info: self.info.clone(),
        })
    }
}
