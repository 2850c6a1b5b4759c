//! Lists that the engine would send: pairs, common blocks.

use std::sync::Arc;

use shinglescope::base::DocNo;
use shinglescope::config::Purpose;
use shinglescope::engine::message::{BlockList, BlockRow, PairList, PairRow};
use shinglescope::evidence::{CommonBlock, Evidence};
use shinglescope::similarity::Pair;

use super::World;

impl World {
    /// Two blocks: one in three documents, one in more documents than it lists.
    pub fn blocks(&self) -> BlockList {
        let block = |documents, words, holders: u32| CommonBlock {
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
            excluded: None,
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
                    only: Default::default(),
                    words_a: words,
                    words_b: (words + pair.a.0 % 3).min(40),
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
            complete: true,
            note: String::new(),
        }
    }
}
