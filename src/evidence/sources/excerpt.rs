//! The parts of a long document that can belong to a passage, so that a text of 60,000 words is not
//! searched whole for each of its sources.

use crate::similarity::BridgedPassage;

/// A document without the words that lie too far from any shared seed.
#[derive(Debug)]
pub struct Excerpt {
    /// The words kept, with a word that equals no other between parts.
    pub terms: Vec<u64>,
    /// Position of each in the document.
    at: Vec<u32>,
}

impl Excerpt {
    /// The words of `terms` within `reach` of the ascending positions `words`. Each part is separated from
    /// the next by `gap`, a term that the other side must not contain; parts are then farther apart than
    /// `reach`, as they are in the document.
    #[must_use]
    pub fn new(terms: &[u64], words: &[u32], reach: usize, gap: u64) -> Self {
        let mut excerpt = Excerpt {
            terms: Vec::new(),
            at: Vec::new(),
        };
        let mut next = 0;
        for &word in words {
            let from = (word as usize).saturating_sub(reach).max(next);
            let to = (word as usize + reach + 1).min(terms.len());
            if from > next && next > 0 {
                excerpt.terms.push(gap);
                excerpt.at.push(next as u32 - 1);
            }
            excerpt.terms.extend(&terms[from..to.max(from)]);
            excerpt.at.extend(from as u32..to.max(from) as u32);
            next = next.max(to);
        }
        excerpt
    }

    fn range(&self, range: (u32, u32)) -> (u32, u32) {
        let (start, end) = (range.0 as usize, range.1 as usize);
        (self.at[start], self.at[end - 1] + 1)
    }
}

/// A passage of two excerpts as a passage of the documents.
#[must_use]
pub fn restored(mut passage: BridgedPassage, left: &Excerpt, right: &Excerpt) -> BridgedPassage {
    passage.left = left.range(passage.left);
    passage.right = right.range(passage.right);
    for run in &mut passage.runs {
        run.left = left.at[run.left as usize];
        run.right = right.at[run.right as usize];
    }
    passage
}
