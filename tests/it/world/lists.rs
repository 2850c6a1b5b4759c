//! Lists that the engine would send: pairs, common blocks, sizes of collections.

use std::sync::Arc;

use shinglescope::base::DocNo;
use shinglescope::config::Purpose;
use shinglescope::engine::message::{BlockList, BlockRow, OverlapView, PairList, PairRow};
use shinglescope::evidence::{Block, Evidence};
use shinglescope::overlap::{
    ByChecker, Checker, Measurement, PairEstimate, Ratio, Sampler, SamplerResults, Share,
    SideSample, Size, Step, samples_for,
};
use shinglescope::similarity::Pair;

use super::World;

impl World {
    /// Two blocks: one in three documents, one in more than are listed.
    pub fn blocks(&self) -> BlockList {
        let block = |documents, words, holders: u32| Block {
            documents,
            words,
            first: DocNo(0),
            terms: (0, words),
            holders: (0..holders).map(DocNo).collect(),
        };
        let footer = "Printed by order of the harbour master. Times are given for the old pier.";
        let notice = "This page may be copied.\nThe tables may not.";
        BlockList {
            collection: Arc::clone(&self.collection),
            rows: vec![
                BlockRow {
                    block: block(1_204, 14, 5),
                    text: Ok(footer.to_owned()),
                },
                BlockRow {
                    block: block(3, 9, 3),
                    text: Ok(notice.to_owned()),
                },
            ],
            note: String::new(),
        }
    }

    /// Three collections: an estimate that holds the truth, one that misses it, and two disjoint ones.
    pub fn overlap(&self) -> OverlapView {
        let share = |found| Share { found, of: 500 };
        let pair = |left, right, forth: u32, back: u32, truth| {
            let (forth, back) = (share(forth), share(back));
            let ratio = Ratio::of(forth, back, 1);
            let step = |name, bias, forth: f64, back: f64| Step {
                name,
                bias,
                forth: Some(forth),
                back: Some(back),
                ratio: (forth > 0.0).then(|| back / forth),
            };
            let by = |checker| ByChecker {
                checker,
                ratio,
                recall: share(480),
            };
            PairEstimate {
                left,
                right,
                ratio,
                truth: Some(truth),
                forth,
                back,
                needed: samples_for(forth, back, 0.05),
                steps: vec![
                    step("every document, compared", "copies", 0.3, 0.3 * truth),
                    step("every hit of the queries", "query", 0.35, 0.33 * truth),
                    step(
                        "the sample, checked",
                        "checking",
                        forth.value(),
                        back.value(),
                    ),
                ],
                checkers: Checker::ALL.into_iter().map(by).collect(),
            }
        };
        let ran = |sampler, more: u32| {
            let side = |drawn| SideSample {
                drawn,
                distinct: drawn - 20,
                queries: 1_312,
                empty: 812,
                ran_out: drawn < 500,
                terms: Some(212.4),
                terms_all: Some(260.1),
                terms_first: Some(251.7),
                terms_drawn: 255.0,
            };
            let size = |estimate| Size {
                estimate,
                truth: Some(0.3),
            };
            SamplerResults {
                sampler,
                sides: vec![side(500), side(500), side(131)],
                pairs: vec![
                    pair(0, 1, 150 + more, 250, 1.667),
                    pair(0, 2, 0, 0, 2.0),
                    pair(1, 2, 120, 240, 1.2),
                ],
                sizes: Some([0.5, 0.3, 0.2].map(size).to_vec()),
            }
        };
        OverlapView {
            collection: Arc::clone(&self.collection),
            threshold: 0.8,
            measured: Ok(Some(Measurement {
                names: ["essays", "forms", "lab3/spring-term"]
                    .map(str::to_owned)
                    .to_vec(),
                documents: vec![Some(1_204), Some(722), Some(602)],
                ran: vec![
                    ran(Sampler::Conjunctive, 40),
                    ran(Sampler::Walk, 20),
                    ran(Sampler::Uniform, 0),
                ],
            })),
        }
    }

    /// The list of pairs at the threshold, with evidence made up from their similarity; documents have 40
    /// words.
    pub fn pair_list(&self) -> PairList {
        let row = |pair: &Pair| {
            let words = (pair.jaccard() * 40.0).round() as u32;
            let longest = words / (1 + pair.b.0 % 3);
            PairRow {
                pair: *pair,
                evidence: Some(Evidence {
                    words_a: words,
                    words_b: (words + pair.a.0 % 3).min(40),
                    same: words - words / 8,
                    longest,
                    passages: 1 + pair.b.0 % 3,
                    weight: f64::from(words),
                }),
            }
        };
        let pairs = self.pairs();
        let rows = pairs.at_least(self.threshold.get()).iter().map(row);
        PairList {
            purpose: Purpose::NearDuplicates,
            rows: rows.collect(),
            by_passage: 0,
            complete: true,
            before: std::collections::HashMap::new(),
            note: String::new(),
        }
    }
}
