//! Candidates by locality-sensitive hashing: documents that agree on a whole band of their sketches.
//!
//! Cost: one sort of the documents a band. Known weakness: probabilistic; a pair at the threshold is
//! missed with probability one minus the wanted recall, and a bucket of documents that share much
//! boilerplate grows with the square of its members, which is why it is capped, and said so.

use rayon::prelude::*;

use super::banding::Banding;
use crate::base::DocNo;
use crate::collection::Collection;

/// Members up to which every two of a bucket are paired. Beyond, each is paired with those next to
/// it in the order of whole sketches.
const BUCKET: usize = 4_000;

/// Neighbours in sketch order that a member of an outsized bucket is paired with.
const WINDOW: usize = 64;

/// Pairs proposed, and how many a cap left out.
#[derive(Clone, Debug, Default)]
pub struct Proposed {
    /// Each once, `a < b`, in no particular order.
    pub pairs: Vec<(DocNo, DocNo)>,
    /// Pairs of outsized buckets that were not proposed.
    pub capped: u64,
}

/// Every two of `documents` that agree on at least one band.
#[must_use]
pub fn candidates(collection: &Collection, documents: &[DocNo], banding: Banding) -> Proposed {
    let bands: Vec<Proposed> = (0..banding.bands)
        .into_par_iter()
        .map(|band| one_band(collection, documents, banding, band))
        .collect();
    let mut all = Proposed::default();
    for band in bands {
        all.pairs.extend(band.pairs);
        all.capped += band.capped;
    }
    all
}

fn one_band(
    collection: &Collection,
    documents: &[DocNo],
    banding: Banding,
    band: usize,
) -> Proposed {
    let range = band * banding.rows..(band + 1) * banding.rows;
    let layout = collection.layout();
    let mut keyed: Vec<(u64, DocNo)> = documents
        .iter()
        .map(|&doc| (layout.key(collection.sketch(doc), range.clone()), doc))
        .collect();
    keyed.sort_unstable();
    let mut out = Proposed::default();
    for bucket in keyed.chunk_by(|a, b| a.0 == b.0) {
        if bucket.len() > BUCKET {
            outsized(collection, bucket, banding, band, &mut out);
            continue;
        }
        for (i, &(_, a)) in bucket.iter().enumerate() {
            for &(_, b) in &bucket[i + 1..] {
                if first_agreement(collection, banding, band, a, b) {
                    out.pairs.push((a, b));
                }
            }
        }
    }
    out
}

/// A bucket too large to pair everything with everything: members that stand close to each other in
/// the order of their whole sketches are paired, and the rest is counted.
fn outsized(
    collection: &Collection,
    bucket: &[(u64, DocNo)],
    banding: Banding,
    band: usize,
    out: &mut Proposed,
) {
    let mut members: Vec<DocNo> = bucket.iter().map(|(_, doc)| *doc).collect();
    members.sort_unstable_by(|a, b| {
        collection
            .sketch(*a)
            .cmp(collection.sketch(*b))
            .then(a.cmp(b))
    });
    let all = (members.len() as u64) * (members.len() as u64 - 1) / 2;
    let mut kept = 0;
    for (i, &a) in members.iter().enumerate() {
        for &b in members[i + 1..].iter().take(WINDOW) {
            kept += 1;
            if first_agreement(collection, banding, band, a, b) {
                out.pairs.push((a.min(b), a.max(b)));
            }
        }
    }
    out.capped += all - kept;
}

/// Whether `a` and `b` agree on `band` and on no band before it: so each pair is proposed once.
fn first_agreement(
    collection: &Collection,
    banding: Banding,
    band: usize,
    a: DocNo,
    b: DocNo,
) -> bool {
    let (layout, rows) = (collection.layout(), banding.rows);
    let (a, b) = (collection.sketch(a), collection.sketch(b));
    let agree = |band: usize| layout.agree(a, b, band * rows..(band + 1) * rows);
    agree(band) && !(0..band).any(agree)
}
