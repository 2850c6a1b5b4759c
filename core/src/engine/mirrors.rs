//! Mirrors with what they were found in, for the Mirrors screen and the command `mirrors`.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::message::{MirrorList, MirrorTrees};
use super::sets::Sets;
use crate::base::{Cancel, Date, DocNo, units};
use crate::candidates::PairSet;
use crate::index::Collection;
use crate::mirrors::{
    Dates, MirrorFigures, Mirrors, MirrorsConfig, Outline, SimilarPairs, for_each_under_both,
};

/// Why no mirrors are looked for, if some pairs of documents are not compared. Among documents at one path, what is
/// below the threshold could not be told from what was not compared.
pub fn refusal(collection: &Collection) -> Option<&'static str> {
    collection.classes().map(|_| {
        "mirrors need every document compared with every other, and some are excluded: sets (--new, --archive, --group-by) or sources of single documents"
    })
}

/// The mirrors of a collection from its pairs at or above `threshold`, with the dates that documents have elsewhere:
/// those of `sets`, or their own. Call on the rayon pool. `None` once cancelled, and where [`refusal`] says why.
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
    let trees: Vec<_> = mirrors.mirrors.iter().map(|m| (m.left, m.right)).collect();
    let forest = &mirrors.forest;
    let mut documents = Vec::new();
    for trees in &trees {
        for_each_under_both(forest, collection, *trees, |a, b| documents.extend([a, b]));
    }
    documents.sort_unstable();
    documents.dedup();
    let date = |doc: &DocNo| {
        cancel.proceed()?;
        Some((*doc, sets.dated(collection, *doc).date()))
    };
    let dates = documents.par_iter().map(date);
    let dates: HashMap<DocNo, Option<Date>> = dates.collect::<Option<_>>()?;
    let alike = SimilarPairs::new(collection, pairs, threshold);
    let date = |doc| dates.get(&doc).copied().flatten();
    for (mirror, trees) in mirrors.mirrors.iter_mut().zip(trees) {
        mirror.figures.dates = Dates::new(forest, &alike, trees, &date);
    }
    Some(MirrorList {
        collection: collection.clone(),
        pairs: pairs.clone(),
        threshold,
        as_written: config.as_written,
        mirrors,
    })
}

/// The two trees of a mirror side by side; `None` if the list has no such mirror.
pub fn trees(list: &Arc<MirrorList>, at: usize) -> Option<MirrorTrees> {
    let mirror = list.mirrors.mirrors.get(at)?;
    let alike = SimilarPairs::new(&list.collection, &list.pairs, list.threshold);
    let outline = Outline::new(&list.mirrors.forest, &alike, mirror.left, mirror.right);
    Some(MirrorTrees {
        list: list.clone(),
        at,
        outline,
    })
}

/// What the dates say of the documents that are not the same on both sides; `None` where they say nothing.
pub fn dates(figures: &MirrorFigures) -> Option<String> {
    let Dates {
        left_later,
        right_later,
        left_latest,
        right_latest,
        ..
    } = figures.dates;
    let (left, right) = (left_latest?, right_latest?);
    let differ = u64::from(figures.near + figures.changed);
    let latest = format!("latest left {}, right {}", left.day(), right.day());
    Some(match differ {
        0 => latest,
        _ if left_later + right_later == 0 => {
            format!("documents that differ are less than a day apart; {latest}")
        }
        _ if figures.dates.are_alike() => {
            format!("all documents are the same time apart, as those of a copy; {latest}")
        }
        _ => format!(
            "of {} that {}, {} later on the left and {} on the right; {latest}",
            units::counted(differ, "document", "documents"),
            if differ == 1 { "differs" } else { "differ" },
            units::count(left_later.into()),
            units::count(right_later.into()),
        ),
    })
}
