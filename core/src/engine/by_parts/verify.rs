//! Candidates in batches: the documents of a batch are a collection in memory, on which the pairs are verified. Cost: each
//! candidate reads two documents, in ascending order within a batch.

use std::collections::BTreeSet;

use super::found::{Batches, Found};
use super::runs::Merged;
use super::search::Search;
use super::steps::Step;
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::candidates::lsh::agree_on_a_band;
use crate::candidates::verify;
use crate::engine::progress::{Progress, Stage};

/// Candidates that are passed over before cancellation is asked for.
const PASSED: u64 = 1 << 20;

impl Search<'_> {
    /// Verifies candidates, after those that `batches` has; such that agree on a band, or are of two documents of
    /// outsized buckets. Where those were joined, the join has found their pairs.
    pub(super) fn verify(
        &self,
        mut candidates: Merged,
        banding: Banding,
        outsized: &dyn Fn((u32, u32)) -> bool,
        batches: &mut Batches,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<()> {
        let joined = batches.joined;
        let mut next = || loop {
            let pair = candidates
                .next()
                .map(|pair| ((pair >> 32) as u32, pair as u32));
            match pair {
                Some(pair) if joined && outsized(pair) => {}
                pair => return (pair, candidates.read()),
            }
        };
        for at in 0..batches.done {
            next();
            if at.is_multiple_of(PASSED) {
                self.cancel.check()?;
            }
        }
        let (mut pair, (read, _)) = next();
        let mut step = Step::new(Stage::Verify, read, progress);
        while let Some(first) = pair {
            self.cancel.check()?;
            let (mut pairs, mut members, mut bytes) = (Vec::new(), BTreeSet::new(), 0);
            let mut now = Some(first);
            let mut at = (0, 0);
            while let Some((a, b)) = now
                && (pairs.is_empty() || bytes < self.budget.collection())
            {
                for doc in [a, b] {
                    if members.insert(doc) {
                        bytes += self.documents.bytes(doc);
                    }
                }
                bytes += 16;
                pairs.push((a, b));
                (now, at) = next();
            }
            pair = now;
            let found = self.batch(&pairs, members.into_iter().collect(), banding, outsized)?;
            batches.candidates += found.1;
            batches.add(self.folder, pairs.len() as u64, found.0)?;
            step.at(at.0, at.1);
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
        let should_continue = || !self.cancel.stopped();
        let (measure, floor) = (self.measure(), self.threshold);
        let found = verify::verify(&collection, candidates, measure, floor, &should_continue);
        self.cancel.check()?;
        let found = found.iter().map(|pair| Found::of(pair, &numbers));
        Ok((found.collect(), count))
    }
}
