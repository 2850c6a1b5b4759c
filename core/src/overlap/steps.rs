//! In which step an estimate departs from the truth.

use super::sampler::{Reach, Sample};
use super::{Collections, Share, Step};

/// The stages from the truth to the estimate.
pub(super) fn steps(
    collections: &Collections,
    samples: &[Sample],
    (left, right): (usize, usize),
    found: [Share; 2],
) -> Vec<Step> {
    let step = |name, bias, [forth, back]: [f64; 2]| Step {
        name,
        bias,
        forth: Some(forth),
        back: Some(back),
        ratio: (forth > 0.0 && back > 0.0).then(|| back / forth),
    };
    let ways = [(left, right), (right, left)];
    let mut steps = vec![Step {
        name: "documents of both",
        bias: "truth",
        forth: None,
        back: None,
        ratio: collections.truth(left, right),
    }];
    let census = ways.map(|(from, to)| collections.share(from, to).value());
    steps.push(step("every document, compared", "copies", census));
    let reach = |which: fn(&Sample) -> Option<&Reach>| -> Option<[f64; 2]> {
        let [a, b] = ways.map(|(from, to)| Some(which(&samples[from])?.inside(to)));
        Some([a?, b?])
    };
    if let Some(all) = reach(|sample| sample.all.as_ref()) {
        steps.push(step("every hit of the queries", "query", all));
    }
    if let Some(first) = reach(|sample| sample.first.as_ref()) {
        steps.push(step("the first hits", "ranking", first));
    }
    let compared = ways.map(|(from, to)| {
        let documents = &samples[from].documents;
        let has = documents
            .iter()
            .filter(|d| collections.has(from, to, **d))
            .count();
        has as f64 / documents.len().max(1) as f64
    });
    let bias = match samples[left].first {
        Some(_) => "chance",
        None => "sampler, chance",
    };
    steps.push(step("the sample, compared", bias, compared));
    steps.push(step(
        "the sample, checked",
        "checking",
        found.map(Share::value),
    ));
    steps
}
