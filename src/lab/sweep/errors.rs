//! Misclassified pairs of one setting: the pairs that `pairs` lists, compared with the labels.

use std::collections::HashMap;

use super::Block;
use super::run::Ask;
use crate::base::DocNo;
use crate::candidates::{Identical, Method, MethodConfig, find, verify};
use crate::collection::Collection;
use crate::lab::Labelled;
use crate::settings::Sketching;

/// A misclassified pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrong {
    /// The document with the lower number.
    pub a: DocNo,
    /// The document with the higher number.
    pub b: DocNo,
    /// Index of the label's name; `None` for an unlabelled pair that counts as negative.
    pub label: Option<u16>,
    /// Similarity by the measure of the block, 0..=1.
    pub score: f64,
    /// True for a false positive, false for a false negative.
    pub called: bool,
}

/// Pairs that `block` misclassifies at `threshold`: false positives first, then false negatives,
/// each by similarity, descending, then by document. Empty without labels; `None` when cancelled by
/// `should_continue`. Call on the worker pool.
#[must_use]
pub fn errors(
    collection: &Collection,
    ask: &Ask<'_>,
    block: &Block,
    threshold: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Wrong>> {
    let Some(labels) = ask.labels else {
        return Some(Vec::new());
    };
    let sketching = Sketching {
        k: block.k,
        bag: block.bag,
        sketch: block.sketch.unwrap_or_default(),
        ..collection.settings().sketching.clone()
    };
    let sketched = collection.resketched(&sketching, should_continue)?;
    let method = match block.sketch {
        Some(_) => Method::Lsh,
        None => Method::Exact,
    };
    let method_config = MethodConfig {
        measure: block.measure,
        recall: ask.recall,
        ..MethodConfig::from(method)
    };
    let identical = Identical::of(&sketched);
    let found = find(
        &sketched,
        &identical,
        &method_config,
        threshold,
        threshold,
        should_continue,
    );
    let pairs: Vec<(DocNo, DocNo)> = labels.pairs.iter().map(|p| (p.a, p.b)).collect();
    let overlaps = verify::overlaps(&sketched, &pairs, &|| should_continue())?;
    let mut open: HashMap<(DocNo, DocNo), (&Labelled, f64)> = (labels.pairs.iter().zip(&overlaps))
        .map(|(pair, overlap)| ((pair.a, pair.b), (pair, block.measure.of(overlap))))
        .collect();
    let mut wrong = Vec::new();
    // Sizes and estimates are not used here.
    for pair in found.each(threshold, 0, |_| 1) {
        let label = open.remove(&(pair.a, pair.b));
        let positive = label.map_or(!ask.rest_negative, |(label, _)| label.positive);
        if !positive {
            wrong.push(Wrong {
                a: pair.a,
                b: pair.b,
                label: label.map(|(label, _)| label.label),
                score: block.measure.of(&pair.overlap),
                called: true,
            });
        }
    }
    let missed = open.values().filter(|(label, _)| label.positive);
    wrong.extend(missed.map(|(label, score)| Wrong {
        a: label.a,
        b: label.b,
        label: Some(label.label),
        score: *score,
        called: false,
    }));
    wrong.sort_by(|x, y| {
        let by_kind = y.called.cmp(&x.called);
        let by_score = by_kind.then(y.score.total_cmp(&x.score));
        by_score.then((x.a, x.b).cmp(&(y.a, y.b)))
    });
    should_continue().then_some(wrong)
}
