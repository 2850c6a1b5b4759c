//! One document against all others, counted exactly: every document that shares a shingle with it,
//! however little, which no sketch can promise.

use std::collections::HashMap;

use rayon::prelude::*;

use super::Overlap;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::text::shingles;

/// What a scan found.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// Documents that share at least one shingle with the one at the centre (side a), in order.
    pub sharing: Vec<(DocNo, Overlap)>,
    /// For each distinct shingle of the centre, in rising order of hash: how many documents have it.
    pub spread: Vec<u32>,
}

/// Counts what each of `documents` shares with `centre`, a sorted set of shingle hashes. Returns what
/// was found; after `go_on` says no, what was found so far is of no use and is dropped.
pub fn scan(
    collection: &Collection,
    centre: &[u64],
    documents: &[DocNo],
    go_on: impl Fn() -> bool + Sync,
) -> Option<Scan> {
    let filter = Filter::new(centre);
    let position: HashMap<u64, u32> = centre
        .iter()
        .enumerate()
        .map(|(at, hash)| (*hash, at as u32))
        .collect();
    let settings = &collection.settings().sketching;
    let found: Vec<Option<(DocNo, Overlap, Vec<u32>)>> = documents
        .par_iter()
        .map_init(Vec::new, |buffer, &doc| {
            if !go_on() {
                return None;
            }
            buffer.clear();
            shingles::elements(collection.terms(doc), settings, buffer);
            let passing = buffer.iter().filter(|hash| filter.may_hold(**hash));
            let mut shared: Vec<u32> = passing
                .filter_map(|hash| position.get(hash).copied())
                .collect();
            if shared.is_empty() {
                return None;
            }
            shared.sort_unstable();
            shared.dedup();
            buffer.sort_unstable();
            buffer.dedup();
            let overlap = Overlap {
                shared: shared.len() as u32,
                size_a: centre.len() as u32,
                size_b: buffer.len() as u32,
            };
            Some((doc, overlap, shared))
        })
        .collect();
    if !go_on() {
        return None;
    }
    let mut scan = Scan {
        sharing: Vec::new(),
        spread: vec![0; centre.len()],
    };
    for (doc, overlap, shared) in found.into_iter().flatten() {
        for at in shared {
            scan.spread[at as usize] += 1;
        }
        scan.sharing.push((doc, overlap));
    }
    Some(scan)
}

/// A bit for each value of some bits of the hash: turns most strangers away without a look-up.
struct Filter {
    bits: Vec<u64>,
    mask: u64,
}

impl Filter {
    fn new(hashes: &[u64]) -> Self {
        let size = (hashes.len().max(64) * 16).next_power_of_two();
        let mut filter = Filter {
            bits: vec![0; size / 64],
            mask: size as u64 - 1,
        };
        for hash in hashes {
            let bit = hash & filter.mask;
            filter.bits[(bit / 64) as usize] |= 1 << (bit % 64);
        }
        filter
    }

    #[inline]
    fn may_hold(&self, hash: u64) -> bool {
        let bit = hash & self.mask;
        self.bits[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }
}
