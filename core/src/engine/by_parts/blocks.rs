//! The complete join by parts: the search in memory on every two blocks of documents. Cost: with n blocks each document is
//! in n - 1 searches, so it grows with the square of the corpus; `lsh` does not.

use super::found::{Batches, Found};
use super::search::Search;
use super::steps::Step;
use crate::candidates::PairSetInfo;
use crate::engine::progress::{Progress, Stage};

impl Search<'_> {
    pub(super) fn by_blocks(
        &self,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<(Batches, PairSetInfo)> {
        // First document of each block after the first.
        let (mut starts, mut bytes) = (Vec::new(), 0);
        for doc in self.distinct() {
            // The join takes some three times the collection.
            bytes += 3 * self.documents.bytes(doc);
            if bytes > self.budget.collection() {
                starts.push(doc);
                bytes = 3 * self.documents.bytes(doc);
            }
        }
        let block = |doc: u32| starts.partition_point(|start| *start <= doc);
        let blocks = starts.len() + 1;
        let last = blocks - 1;
        let twos: Vec<(usize, usize)> = match blocks {
            1 => vec![(0, 0)],
            _ => (0..last)
                .flat_map(|i| (i + 1..blocks).map(move |j| (i, j)))
                .collect(),
        };
        let mut batches = Batches::resumed(self.folder)?;
        let mut info = None;
        let mut step = Step::new(Stage::Pairs, batches.done, progress);
        for (at, &(i, j)) in twos.iter().enumerate().skip(batches.done as usize) {
            self.cancel.check()?;
            step.at(at as u64, twos.len() as u64);
            let of_two = |doc: &u32| [i, j].contains(&block(*doc));
            let numbers: Vec<u32> = self.distinct().filter(of_two).collect();
            let set = self.in_memory(&numbers)?;
            // Pairs within a block are those of its search with the next one; of the last, with the one before.
            let is_ours = |found: &Found| match (block(found.a), block(found.b)) {
                (a, b) if a != b || i == j => true,
                (a, _) if a == i => j == i + 1,
                _ => j == last && i + 1 == last,
            };
            let pairs = set.pairs.iter().map(|pair| Found::of(pair, &numbers));
            let pairs = pairs.filter(is_ours).collect();
            batches.candidates += set.info.candidates;
            batches.add(self.folder, 1, pairs)?;
            info = Some(set.info);
        }
        let mut info = match info {
            Some(info) => info,
            None => self.in_memory(&[])?.info,
        };
        info.candidates = batches.candidates;
        Ok((batches, info))
    }
}
