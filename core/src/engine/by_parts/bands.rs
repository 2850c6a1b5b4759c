//! The method `lsh` by parts: buckets of one band after the other from the keys that were written when the documents were
//! read; pairs of all bands sorted and united on file; then verified in batches.

use std::sync::Mutex;

use rayon::prelude::*;

use super::found::{Batches, Found};
use super::runs::Runs;
use super::search::Search;
use super::steps::Step;
use crate::base::{DocNo, lock};
use crate::candidates::banding::Banding;
use crate::candidates::lsh::{Buckets, bucketed, with_neighbours};
use crate::candidates::{AUTO_TERMS, Method, PairSetInfo, affordable};
use crate::engine::progress::{Progress, Stage};
use crate::store::StoreError;

/// Pairs that a thread gathers before they are sorted in.
const PAIRS: usize = 1 << 16;

/// A pair as a number: ordered by the first document, then the second.
pub(super) fn joined((a, b): (u32, u32)) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

impl Search<'_> {
    pub(super) fn by_bands(
        &self,
        banding: Banding,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<(Batches, PairSetInfo)> {
        let mut info = PairSetInfo {
            method: Method::Lsh.name(),
            measure: self.measure(),
            floor: self.threshold,
            bands: Some((banding.bands, banding.rows)),
            chosen_for: self.config.banding.is_none().then_some(self.threshold),
            ..PairSetInfo::default()
        };
        let mut batches = Batches::resumed(self.folder)?;
        let (mut runs, is_outsized) = self.buckets(banding, progress)?;
        let outsized: Vec<u32> = (0..self.documents.len() as u32)
            .filter(|doc| is_outsized[*doc as usize])
            .collect();
        if !outsized.is_empty() && !batches.joined {
            match self.join(&outsized)? {
                Some((pairs, candidates)) => {
                    batches.candidates += candidates;
                    batches.joined = true;
                    batches.add(self.folder, 0, pairs)?;
                }
                None => info.capped = self.neighbours(&outsized, banding, &mut runs)?,
            }
        }
        let both = |(a, b): (u32, u32)| is_outsized[a as usize] && is_outsized[b as usize];
        self.verify(runs.merged(), banding, &both, &mut batches, progress)?;
        info.candidates = batches.candidates;
        Ok((batches, info))
    }

    /// Pairs of documents with equal keys, and which documents are in outsized buckets.
    fn buckets(
        &self,
        banding: Banding,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<(Runs, Vec<bool>)> {
        let threads = rayon::current_num_threads();
        let count = self.documents.len();
        let parts = self.budget.parts((count * 24 * threads) as u64);
        let runs = Runs::new(self.folder.parts().to_owned(), self.budget.sorted());
        let runs = Mutex::new((runs, vec![false; count]));
        let work: Vec<(usize, u64)> = (0..banding.bands)
            .flat_map(|band| (0..parts).map(move |part| (band, part)))
            .collect();
        let keys = |parted: usize| (parted * count) as u64 / parts;
        let mut step = Step::new(Stage::Bands, 0, progress);
        for (at, some) in work.chunks(threads).enumerate() {
            self.cancel.check()?;
            step.at(keys(at * threads), keys(work.len()));
            let band = |(band, part): &(usize, u64)| self.band(*band, (*part, parts), &runs);
            some.par_iter().with_max_len(1).try_for_each(band)?;
            self.documents.release();
        }
        Ok(runs
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// The buckets of those keys of a band that are in a part.
    fn band(
        &self,
        band: usize,
        (part, parts): (u64, u64),
        to: &Mutex<(Runs, Vec<bool>)>,
    ) -> Result<(), StoreError> {
        let segments = self.documents.segments.iter().zip(&self.documents.firsts);
        let keyed = segments.flat_map(|(segment, first)| {
            let rows = segment.documents.len();
            segment.keys[band * rows..(band + 1) * rows]
                .iter()
                .zip(*first..)
        });
        let ours =
            |(key, doc): &(&u32, u32)| u64::from(**key) % parts == part && self.is_distinct(*doc);
        let keyed = keyed.filter(ours).map(|(key, doc)| (*key, DocNo(doc)));
        let (mut held, mut failed, mut outsized) = (Vec::with_capacity(PAIRS), None, Vec::new());
        let count = self.documents.len() / parts as usize + 1;
        let pair = |a: DocNo, b: DocNo| {
            held.push(joined((a.0, b.0)));
            if held.len() >= PAIRS {
                failed = failed.take().or(lock(to).0.extend(&held).err());
                held.clear();
            }
        };
        bucketed(keyed, count, pair, |doc| outsized.push(doc));
        let mut to = lock(to);
        to.0.extend(&held)?;
        for doc in outsized {
            to.1[doc.index()] = true;
        }
        failed.map_or(Ok(()), Err)
    }

    /// The complete join of the documents of outsized buckets, with the number of its candidates; `None` if it is not
    /// affordable.
    fn join(&self, outsized: &[u32]) -> anyhow::Result<Option<(Vec<Found>, u64)>> {
        let terms: u64 = outsized
            .iter()
            .map(|d| self.documents.term_count(*d) as u64)
            .sum();
        if terms > AUTO_TERMS as u64 {
            return Ok(None);
        }
        let collection = self.documents.collection(outsized, true)?;
        let all: Vec<DocNo> = collection.documents().collect();
        let go_on = || !self.cancel.stopped();
        let found = affordable(&collection, &all, self.measure(), &[self.threshold], &go_on);
        self.cancel.check()?;
        let found = found.map(|(pairs, info)| {
            let pairs = pairs.iter().map(|pair| Found::of(pair, outsized));
            (pairs.collect(), info.candidates)
        });
        Ok(found)
    }

    /// Adds the pairs of documents in outsized buckets that are next to each other in the order of sketches; returns how
    /// many others there are. Documents with equal sketches and other sets come in the order in which they were read.
    fn neighbours(
        &self,
        outsized: &[u32],
        banding: Banding,
        runs: &mut Runs,
    ) -> anyhow::Result<u64> {
        let collection = self.documents.collection(outsized, false)?;
        let buckets = Buckets {
            pairs: Vec::new(),
            outsized: collection.documents().collect(),
        };
        let go_on = || !self.cancel.stopped();
        let proposed = with_neighbours(&collection, buckets, banding, &go_on);
        self.cancel.check()?;
        let pairs = proposed.pairs.iter();
        let pairs = pairs.map(|(a, b)| joined((outsized[a.index()], outsized[b.index()])));
        runs.extend(&pairs.collect::<Vec<_>>())?;
        Ok(proposed.capped)
    }
}
