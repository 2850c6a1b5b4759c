//! The documents that have a near-duplicate, as a collection with its pairs.
//!
//! Documents that have none change no list of pairs or clusters, but for names: rows with the same id get distinct names,
//! so all of them are in the collection too.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::Folder;
use super::budget::Budget;
use super::documents::Documents;
use super::found::Batches;
use super::steps::Step;
use crate::base::DocNo;
use crate::candidates::{PairSet, PairSetInfo};
use crate::collection::Collection;
use crate::corpus::Skipped;
use crate::engine::cancel::Cancel;
use crate::engine::progress::{Progress, Stage};
use crate::store::SegmentWriter;

/// Documents that are read before progress is reported.
const REPORTED: usize = 1 << 10;

/// Makes the result.
pub(super) struct Gathering<'a> {
    pub documents: &'a Documents,
    pub representative: &'a [u32],
    pub budget: Budget,
    pub folder: &'a Folder,
    pub cancel: &'a Cancel,
}

/// The documents that have a near-duplicate, with their pairs.
pub(super) struct Gathered {
    pub collection: Arc<Collection>,
    pub pairs: PairSet,
    /// Their numbers in the scratch folder, ascending.
    pub numbers: Vec<u32>,
    /// In the same order, their numbers in the collection.
    pub in_result: Vec<DocNo>,
}

impl Gathering<'_> {
    pub fn run(
        &self,
        found: &Batches,
        info: PairSetInfo,
        skipped: Vec<Skipped>,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<Gathered> {
        let mut wanted = self.with_copies_and_namesakes();
        let mut paired = vec![false; wanted.len()];
        found.each(self.folder, |pair| {
            paired[pair.a as usize] = true;
            paired[pair.b as usize] = true;
        })?;
        for (wanted, first) in wanted.iter_mut().zip(self.representative) {
            *wanted |= paired[*first as usize];
        }
        drop(paired);
        let numbers: Vec<u32> = (0..wanted.len() as u32)
            .filter(|doc| wanted[*doc as usize])
            .collect();
        drop(wanted);
        let collection = self.collection(&numbers, skipped, progress)?;
        // The first document of each group in the order of ids.
        let mut first_of: HashMap<u32, DocNo> = HashMap::new();
        let mut representative = Vec::with_capacity(collection.len());
        for doc in collection.documents() {
            let number = numbers[collection.place(doc).1];
            let first = first_of.entry(self.representative[number as usize]);
            representative.push(*first.or_insert(doc));
        }
        let mut pairs = Vec::new();
        found.each(self.folder, |found| {
            pairs.push(found.pair(first_of[&found.a], first_of[&found.b]));
        })?;
        pairs.par_sort_unstable_by(|a, b| a.order(b, info.measure));
        let mut in_result = vec![DocNo(0); numbers.len()];
        for doc in collection.documents() {
            in_result[collection.place(doc).1] = doc;
        }
        Ok(Gathered {
            collection,
            pairs: PairSet::new(representative, pairs, info),
            numbers,
            in_result,
        })
    }

    /// Documents that have copies, or a name that others have or may get.
    fn with_copies_and_namesakes(&self) -> Vec<bool> {
        let count = self.documents.len();
        let mut wanted = vec![false; count];
        for (doc, first) in self.representative.iter().enumerate() {
            if doc != *first as usize {
                wanted[doc] = true;
                wanted[*first as usize] = true;
            }
        }
        let ids = || {
            self.documents
                .segments
                .iter()
                .flat_map(|segment| segment.ids.iter())
        };
        let parts = self.budget.parts(count as u64 * 8);
        let mut repeated = HashSet::new();
        for part in 0..parts {
            let ours = ids().map(|id| id >> 1).filter(|id| id % parts == part);
            let mut ours: Vec<u64> = ours.collect();
            ours.par_sort_unstable();
            let twice = ours.windows(2).filter(|two| two[0] == two[1]);
            repeated.extend(twice.map(|two| two[0]));
        }
        if !repeated.is_empty() {
            for (wanted, id) in wanted.iter_mut().zip(ids()) {
                *wanted |= id & 1 == 1 || repeated.contains(&(id >> 1));
            }
        }
        wanted
    }

    fn collection(
        &self,
        numbers: &[u32],
        skipped: Vec<Skipped>,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<Arc<Collection>> {
        let held = usize::try_from(self.budget.collection()).unwrap_or(usize::MAX);
        let mut writer = SegmentWriter::spilling(0, held, self.folder.parts().to_owned());
        let mut step = Step::new(Stage::Gather, 0, progress);
        let scattered = self.budget.scattered();
        for (at, &doc) in numbers.iter().enumerate() {
            let row = self.documents.row(doc)?;
            writer.push(row, &self.documents.terms(doc), &[])?;
            if at.is_multiple_of(REPORTED) {
                // Sorting and listing follow, which no rate of documents foretells: without a total no time left is shown.
                step.at(at as u64, 0);
            }
            if at % scattered == scattered - 1 {
                self.documents.release();
                self.cancel.check()?;
            }
        }
        self.documents.release();
        let settings = self.documents.settings().clone();
        let segments = vec![writer.finish()?];
        Ok(Arc::new(Collection::new(
            settings,
            segments,
            skipped,
            |_, _| true,
        )))
    }
}
