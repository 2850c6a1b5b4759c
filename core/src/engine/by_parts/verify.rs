//! Candidates in batches: the documents of a batch are a collection in memory, on which the pairs are verified. Cost: each
//! candidate reads two documents, in ascending order within a batch.

use std::collections::BTreeSet;

use super::found::{Batches, Found};
use super::{Search, interrupted};
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::candidates::lsh::agree_on_a_band;
use crate::candidates::verify;
use crate::engine::progress::{Progress, Sampler, Stage};

impl Search<'_> {
    /// Verifies candidates, after those that `batches` has; such that agree on a band, or are `sure`.
    pub(super) fn verify(
        &self,
        candidates: impl Iterator<Item = (u32, u32)>,
        banding: Banding,
        sure: &dyn Fn((u32, u32)) -> bool,
        batches: &mut Batches,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<()> {
        let mut rest = candidates.skip(batches.done as usize).peekable();
        let sampler = Sampler::new(Stage::Pairs);
        let (count, begun) = (self.documents.len() as u64, batches.done);
        while rest.peek().is_some() {
            interrupted(self.cancel)?;
            let (mut pairs, mut members, mut bytes) = (Vec::new(), BTreeSet::new(), 0);
            while let Some(&(a, b)) = rest.peek()
                && (pairs.is_empty() || bytes < self.budget.collection())
            {
                rest.next();
                for doc in [a, b] {
                    if members.insert(doc) {
                        bytes += self.documents.bytes(doc);
                    }
                }
                bytes += 16;
                pairs.push((a, b));
            }
            // Candidates are in the order of their first document.
            let at = pairs.last().map_or(0, |(a, _)| u64::from(*a));
            let found = self.batch(&pairs, members.into_iter().collect(), banding, sure)?;
            batches.candidates += found.1;
            batches.add(self.folder, pairs.len() as u64, found.0)?;
            if begun == 0 {
                progress(sampler.at(at, count, 0));
            }
        }
        Ok(())
    }

    /// The pairs of a batch, and how many candidates of the method there are in it.
    fn batch(
        &self,
        pairs: &[(u32, u32)],
        numbers: Vec<u32>,
        banding: Banding,
        sure: &dyn Fn((u32, u32)) -> bool,
    ) -> anyhow::Result<(Vec<Found>, u64)> {
        let collection = self.documents.collection(&numbers, true)?;
        let within = |doc: u32| DocNo::at(numbers.partition_point(|number| *number < doc));
        let mut candidates = Vec::with_capacity(pairs.len());
        for &(a, b) in pairs {
            let (x, y) = (within(a), within(b));
            if sure((a, b)) || agree_on_a_band(&collection, banding, x, y) {
                candidates.push((x, y));
            }
        }
        let count = candidates.len() as u64;
        let go_on = || !self.cancel.stopped();
        let (measure, floor) = (self.measure(), self.threshold);
        let found = verify::verify(&collection, candidates, measure, floor, &go_on);
        interrupted(self.cancel)?;
        let found = found.iter().map(|pair| Found::of(pair, &numbers));
        Ok((found.collect(), count))
    }
}
