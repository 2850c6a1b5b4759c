//! Mirrors with their collection and pairs, for the Mirrors screen and the command `mirrors`.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::message::{MirrorList, MirrorTrees};
use super::sets::Sets;
use crate::base::{Cancel, Date, DocNo};
use crate::candidates::PairSet;
use crate::index::Collection;
use crate::mirrors::{Mirrors, MirrorsConfig, Outline, SimilarPairs, for_each_under_both};

/// Returns why mirrors cannot be found if some pairs of documents are not compared: two documents at the same
/// path would look different.
pub fn refusal(collection: &Collection) -> Option<&'static str> {
    collection.classes().map(|_| {
        "mirrors need every document compared with every other, and some are excluded: sets (--new, --archive, --group-by) or sources of single documents"
    })
}

/// Finds the mirrors of a collection from its pairs at or above `threshold`, with the dates of `sets`, or of the
/// documents. Call on the rayon pool. `None` once cancelled, or if [`refusal`] has a reason.
pub fn mirrors(
    collection: &Arc<Collection>,
    pairs: &Arc<PairSet>,
    threshold: f64,
    config: MirrorsConfig,
    sets: &Sets,
    cancel: &Cancel,
) -> Option<MirrorList> {
    if refusal(collection).is_some() {
        return None;
    }
    let mut mirrors = Mirrors::find(collection, pairs, threshold, config, cancel)?;
    let Mirrors {
        forest,
        mirrors: list,
        ..
    } = &mut mirrors;
    let mut documents = Vec::new();
    for mirror in list.iter() {
        let trees = (mirror.left, mirror.right);
        for_each_under_both(forest, collection, trees, |a, b| documents.extend([a, b]));
    }
    documents.sort_unstable();
    documents.dedup();
    let date =
        |doc: &DocNo| (!cancel.stopped()).then(|| (*doc, sets.dated(collection, *doc).date()));
    let dates: Option<HashMap<DocNo, Option<Date>>> = documents.par_iter().map(date).collect();
    let dates = dates?;
    for mirror in list {
        let (trees, latest) = ((mirror.left, mirror.right), &mut mirror.figures.latest);
        for_each_under_both(forest, collection, trees, |a, b| {
            for (latest, doc) in latest.iter_mut().zip([a, b]) {
                let date = dates.get(&doc).copied().flatten();
                let is_later = |date: &Date| latest.is_none_or(|latest| date.is_after(&latest));
                *latest = date.filter(is_later).or(*latest);
            }
        });
    }
    Some(MirrorList {
        collection: collection.clone(),
        pairs: pairs.clone(),
        threshold,
        mirrors,
    })
}

/// The two trees of a mirror side by side; `None` if the list has no such mirror.
pub fn trees(list: &Arc<MirrorList>, at: usize) -> Option<MirrorTrees> {
    let mirror = list.mirrors.mirrors.get(at)?;
    let similar = SimilarPairs::new(&list.collection, &list.pairs, list.threshold);
    let outline = Outline::new(&list.mirrors.forest, &similar, mirror.left, mirror.right);
    Some(MirrorTrees {
        list: list.clone(),
        at,
        outline,
    })
}
