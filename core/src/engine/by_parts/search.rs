//! What the steps of the search share, and which of them a method takes.

use super::Folder;
use super::budget::Budget;
use super::documents::Documents;
use super::found::{Batches, Found};
use crate::candidates::banding::Banding;
use crate::candidates::{
    AUTO_TERMS, Identical, Method, MethodConfig, PairSet, PairSetInfo, find as find_in_memory,
};
use crate::engine::cancel::Cancel;
use crate::engine::progress::Progress;
use crate::similarity::Measure;

/// A search for the pairs of the documents in the scratch folder.
pub(super) struct Search<'a> {
    pub documents: &'a Documents,
    /// For each document the first with the same shingle set.
    pub representative: &'a [u32],
    pub config: &'a MethodConfig,
    pub threshold: f64,
    pub budget: Budget,
    pub folder: &'a Folder,
    pub cancel: &'a Cancel,
}

impl Search<'_> {
    /// The documents that are compared, ascending.
    pub fn distinct(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        let is_distinct = |doc: &u32| self.is_distinct(*doc);
        (0..self.documents.len() as u32).filter(is_distinct)
    }

    pub fn is_distinct(&self, doc: u32) -> bool {
        self.representative[doc as usize] == doc && self.documents.term_count(doc) > 0
    }

    pub fn measure(&self) -> Measure {
        self.config.method.measure(self.config.measure)
    }

    /// Finds the pairs, by `banding` where the method has bands.
    pub fn run(
        &self,
        banding: Option<Banding>,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<(Batches, PairSetInfo)> {
        let terms: u64 = self
            .distinct()
            .map(|d| self.documents.term_count(d) as u64)
            .sum();
        match (self.config.method, banding) {
            // No two documents are compared.
            (Method::Identical, _) => self.at_once(&[]),
            // The search in memory decides by the cost of the join, which only such a corpus can afford.
            (Method::Auto, _) if terms <= AUTO_TERMS as u64 => {
                self.at_once(&self.distinct().collect::<Vec<_>>())
            }
            (_, Some(banding)) => self.by_bands(banding, progress),
            (_, None) => self.by_blocks(progress),
        }
    }

    /// The pairs of these documents by the search in memory.
    fn at_once(&self, numbers: &[u32]) -> anyhow::Result<(Batches, PairSetInfo)> {
        let set = self.in_memory(numbers)?;
        let mut batches = Batches::anew(self.folder)?;
        let pairs = set
            .pairs
            .iter()
            .map(|pair| Found::of(pair, numbers))
            .collect();
        batches.add(self.folder, 0, pairs)?;
        Ok((batches, set.info))
    }

    /// The pairs of these documents by the search in memory; document `i` is `numbers[i]`.
    pub fn in_memory(&self, numbers: &[u32]) -> anyhow::Result<PairSet> {
        let collection = self.documents.collection(numbers, true)?;
        let identical =
            Identical::from_representatives(&collection, collection.documents().collect());
        let set = find_in_memory(
            &collection,
            &identical,
            self.config,
            self.threshold,
            self.threshold,
            &|| !self.cancel.stopped(),
        );
        self.cancel.check()?;
        Ok(set)
    }
}
