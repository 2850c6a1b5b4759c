//! Misclassified pairs of one setting: the pairs that `pairs` lists, compared with the labels.

use crate::base::Cancel;
use std::collections::HashMap;

use super::SettingBlock;
use super::run::SweepRequest;
use crate::base::DocNo;
use crate::candidates::{Identical, Method, MethodConfig, find, verify};
use crate::lab::LabelledPair;
use crate::lab::label_metrics::Mistake;
use crate::mask::AtEachK;
use crate::settings::Sketching;

/// Pairs that `block` misclassifies at `threshold`: false positives first, then false negatives,
/// each by similarity, descending, then by document. Empty without labels; `None` when cancelled by
/// `cancel`. Call on the worker pool.
pub fn mistakes(
    corpus: &AtEachK,
    ask: &SweepRequest<'_>,
    block: &SettingBlock,
    threshold: f64,
    cancel: &Cancel,
) -> Option<Vec<Mistake>> {
    let Some(labels) = ask.labels else {
        return Some(Vec::new());
    };
    let collection = corpus.at(block.k, cancel)?;
    let sketching = Sketching {
        k: block.k,
        bag: block.bag,
        ..collection.settings().sketching.clone()
    };
    let sketched = collection.resketched(&sketching, cancel, &|| ())?;
    let method_config = MethodConfig {
        measure: block.measure,
        ..MethodConfig::from(Method::Exact)
    };
    let identical = Identical::new(&sketched);
    let pair_set = find(
        &sketched,
        &identical,
        &method_config,
        threshold,
        threshold,
        cancel,
    );
    let overlaps = verify::overlaps(&sketched, &labels.documents(), cancel)?;
    let mut not_found: HashMap<(DocNo, DocNo), (&LabelledPair, f64)> =
        (labels.pairs.iter().zip(&overlaps))
            .map(|(pair, overlap)| ((pair.a, pair.b), (pair, block.measure.similarity(overlap))))
            .collect();
    let mut mistakes = Vec::new();
    // Sizes and estimates are not used here.
    for pair in pair_set.each(threshold, 0, |_| 1) {
        let label = not_found.remove(&(pair.a, pair.b));
        let counts = ask.rest_negative && labels.left_out.binary_search(&(pair.a, pair.b)).is_err();
        let positive = label.map_or(!counts, |(label, _)| label.positive);
        if !positive {
            mistakes.push(Mistake {
                a: pair.a,
                b: pair.b,
                label: label.map(|(label, _)| label.label),
                score: block.measure.similarity(&pair.overlap),
                missed: false,
            });
        }
    }
    let missed = not_found.values().filter(|(label, _)| label.positive);
    mistakes.extend(missed.map(|(label, score)| Mistake {
        a: label.a,
        b: label.b,
        label: Some(label.label),
        score: *score,
        missed: true,
    }));
    mistakes.sort_by(|x, y| {
        let by_kind = x.missed.cmp(&y.missed);
        let by_score = by_kind.then(y.score.total_cmp(&x.score));
        by_score.then((x.a, x.b).cmp(&(y.a, y.b)))
    });
    (!cancel.stopped()).then_some(mistakes)
}
