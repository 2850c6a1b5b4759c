//! Verified pairs of a generation on disk. Documents are identified by key, because document numbers are
//! valid only for one open collection.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

use super::StoreError;
use super::file::{FileRecord, FileWriter, Written};
use crate::base::{Cancel, DocNo, lock};
use crate::candidates::{PairSet, PairSetInfo};
use crate::collection::Collection;
use crate::collection::column::Column;
use crate::similarity::{Measure, Overlap, Pair};

/// One verified pair, by document keys.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(super) struct PairRecord {
    a: u64,
    b: u64,
    shared: u32,
    size_a: u32,
    size_b: u32,
    agreeing: u32,
}

/// A document and the representative of its identical group: the first document with the same shingle
/// set.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(super) struct IdenticalRecord {
    document: u64,
    representative: u64,
}

/// [`PairSetInfo`] in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct StoredFound {
    method: String,
    #[serde(default)]
    measure: String,
    bands: Option<(usize, usize)>,
    /// Bits of the floor as `f64`; JSON could round it.
    floor: u64,
    complete: bool,
    /// Bits of the threshold, as for `floor`.
    #[serde(default)]
    chosen_for: Option<u64>,
    candidates: u64,
    capped: u64,
    #[serde(default)]
    note: String,
}

/// The files of the verified pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PairFiles {
    pub found: StoredFound,
    pub pairs: FileRecord,
    pub identical: FileRecord,
}

impl From<&PairSetInfo> for StoredFound {
    fn from(info: &PairSetInfo) -> Self {
        StoredFound {
            method: info.method.to_owned(),
            measure: info.measure.name().to_owned(),
            bands: info.bands,
            floor: info.floor.to_bits(),
            complete: info.complete,
            chosen_for: info.chosen_for.map(f64::to_bits),
            candidates: info.candidates,
            capped: info.capped,
            note: info.note.clone(),
        }
    }
}

impl StoredFound {
    fn info(&self) -> PairSetInfo {
        PairSetInfo {
            method: lasting(&self.method),
            measure: Measure::ALL
                .iter()
                .find(|(name, _)| *name == self.measure)
                .map_or(Measure::Jaccard, |(_, measure)| *measure),
            bands: self.bands,
            floor: f64::from_bits(self.floor),
            complete: self.complete,
            // What a stopped search found is not stored.
            stopped: false,
            chosen_for: self.chosen_for.map(f64::from_bits),
            candidates: self.candidates,
            capped: self.capped,
            note: self.note.clone(),
        }
    }
}

/// Interns a method name for the lifetime of the process. Each of the few names is leaked once.
fn lasting(name: &str) -> &'static str {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut names = lock(&NAMES);
    if let Some(leaked) = names.iter().find(|&&n| n == name) {
        return leaked;
    }
    let kept: &'static str = Box::leak(name.to_owned().into_boxed_str());
    names.push(kept);
    kept
}

/// Pairs of an open generation.
#[derive(Debug)]
pub(super) struct StoredPairs {
    info: StoredFound,
    pairs: Column<PairRecord>,
    identical: Column<IdenticalRecord>,
}

/// Writes the pairs of `collection` as `NAME.pairs` and `NAME.identical`. The caller syncs the files.
pub(super) fn write(
    folder: &Path,
    name: &str,
    collection: &Collection,
    set: &PairSet,
) -> Result<(PairFiles, [Written; 2]), StoreError> {
    let key = |doc: DocNo| collection.row(doc).key;
    let mut pairs = FileWriter::create(folder, format!("{name}.pairs"))?;
    for pair in &set.pairs {
        pairs.push(&[PairRecord {
            a: key(pair.a),
            b: key(pair.b),
            shared: pair.overlap.shared,
            size_a: pair.overlap.size_a,
            size_b: pair.overlap.size_b,
            agreeing: pair.agreeing,
        }])?;
    }
    let mut identical = FileWriter::create(folder, format!("{name}.identical"))?;
    for (doc, &representative) in set.representative.iter().enumerate() {
        let doc = DocNo::at(doc);
        if doc != representative {
            identical.push(&[IdenticalRecord {
                document: key(doc),
                representative: key(representative),
            }])?;
        }
    }
    let (pairs, identical) = (pairs.finish()?, identical.finish()?);
    let files = PairFiles {
        found: (&set.info).into(),
        pairs: pairs.record.clone(),
        identical: identical.record.clone(),
    };
    Ok((files, [pairs, identical]))
}

impl StoredPairs {
    /// Opens and verifies the pair files in `folder`.
    pub fn open(folder: &Path, files: &PairFiles) -> Result<Self, StoreError> {
        Ok(StoredPairs {
            info: files.found.clone(),
            pairs: files.pairs.map(folder)?,
            identical: files.identical.map(folder)?,
        })
    }

    /// Number of pairs between representatives.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The complete pair set. `None` if a document is missing in `collection` or the data is
    /// inconsistent; the caller then searches for pairs again.
    pub fn pair_set(&self, collection: &Collection, cancel: &Cancel) -> Option<PairSet> {
        let mut numbers = HashMap::with_capacity(collection.len());
        for doc in collection.documents() {
            if doc.index().is_multiple_of(1 << 14) && cancel.stopped() {
                return None;
            }
            numbers.insert(collection.row(doc).key, doc);
        }
        let mut representative: Vec<DocNo> = collection.documents().collect();
        for (at, record) in self.identical.iter().enumerate() {
            if at.is_multiple_of(1 << 14) && cancel.stopped() {
                return None;
            }
            let doc = numbers.get(&record.document)?;
            *representative.get_mut(doc.index())? = *numbers.get(&record.representative)?;
        }
        let stands = |first: &DocNo| representative[first.index()] == *first;
        if !representative.iter().all(stands) {
            return None;
        }
        let info = self.info.info();
        let pairs: Option<Vec<Pair>> = self.pairs.iter().map(|r| r.pair(&numbers)).collect();
        let pairs = pairs.filter(|pairs| {
            let order = |a: &Pair, b: &Pair| a.order(b, info.measure).is_lt();
            pairs.is_sorted_by(order)
        })?;
        Some(PairSet::new(representative, pairs, info))
    }
}

impl PairRecord {
    fn pair(&self, numbers: &HashMap<u64, DocNo>) -> Option<Pair> {
        let overlap = Overlap {
            shared: self.shared,
            size_a: self.size_a,
            size_b: self.size_b,
        };
        // The overlap cannot exceed the smaller set: invalid record.
        if overlap.shared > overlap.size_a.min(overlap.size_b) {
            return None;
        }
        let (a, b) = (*numbers.get(&self.a)?, *numbers.get(&self.b)?);
        // A key always has the same id, and document numbers follow ids, so `a < b` still holds.
        (a < b).then_some(Pair {
            a,
            b,
            overlap,
            agreeing: self.agreeing,
        })
    }
}
