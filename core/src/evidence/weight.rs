//! The weight of the text that two documents share: words in passages, and with less weight in shorter runs. A word
//! counts less if its text occurs in many documents.

use super::Evidence;
use crate::settings::Sketching;
use crate::similarity::passages::passages;
use crate::similarity::{BridgedPassage, Passage};

/// Terms per shingle for frequencies, and minimum terms of a run outside passages: two shared words are no evidence.
pub const FREQUENCY_WIDTH: usize = 3;

/// If the longer document has more terms, runs outside passages count less: long documents share more runs by chance.
const MAX_SHORT: f64 = 300.0;

/// Weight of a word whose text occurs in this number of documents: 1 for two documents, 0.05 for 100.
pub fn discount(documents: u32) -> f64 {
    (2.0 / f64::from(documents.max(2))).powf(0.75)
}

impl Evidence {
    /// Returns the weighted evidence of two documents with these passages. `frequencies` belong to the left document's
    /// shingles of [`FREQUENCY_WIDTH`] terms, in order (`ShingleFrequency::in_order`). If empty, no word is discounted.
    pub fn weighed(
        left: &[u64],
        right: &[u64],
        bridged: &[BridgedPassage],
        frequencies: &[u32],
    ) -> Self {
        let mut evidence = Evidence::discounted(bridged, frequencies, FREQUENCY_WIDTH);
        let sketching = Sketching {
            k: FREQUENCY_WIDTH,
            ..Sketching::default()
        };
        let longer = left.len().max(right.len()) as f64;
        let mut is_counted = vec![false; left.len()];
        for passage in bridged {
            is_counted[passage.left.0 as usize..passage.left.1 as usize].fill(true);
        }
        let mut outside = 0.0;
        for run in passages(left, right, &sketching) {
            let words = run.left as usize..(run.left + run.length) as usize;
            for (word, documents) in words.zip(rarest(&run, frequencies, FREQUENCY_WIDTH)) {
                if !std::mem::replace(&mut is_counted[word], true) {
                    outside += discount(documents);
                }
            }
        }
        evidence.weight += outside * (MAX_SHORT / longer).min(1.0);
        evidence
    }

    /// Returns the discounted evidence in passages. The frequency of an equal word is the frequency of the rarest
    /// shingle that covers it in its run. Words of shorter runs get the mean of the other words.
    fn discounted(passages: &[BridgedPassage], frequencies: &[u32], width: usize) -> Self {
        let plain = Evidence::from_passages(passages);
        let (mut words, mut weight) = (0.0, 0.0);
        for passage in passages {
            let same = f64::from(passage.same());
            words += same;
            weight += same * mean(passage, frequencies, width);
        }
        // Passages may overlap on one side, where each word is counted once.
        let unique_share = if words > 0.0 {
            plain.weight / words
        } else {
            0.0
        };
        Evidence {
            weight: weight * unique_share,
            ..plain
        }
    }
}

/// The mean discount of the words of a passage that are the same on both sides; 1 if its runs are shorter than a
/// shingle.
fn mean(passage: &BridgedPassage, frequencies: &[u32], width: usize) -> f64 {
    let (mut words, mut sum) = (0_u32, 0.0);
    for run in passage.runs.iter().chain(&passage.moved) {
        for documents in rarest(run, frequencies, width) {
            words += 1;
            sum += discount(documents);
        }
    }
    if words == 0 {
        1.0
    } else {
        sum / f64::from(words)
    }
}

/// For each word of a run, the lowest frequency of the run's shingles that cover it. Empty for a run shorter than a
/// shingle; 2 if frequencies are unknown.
fn rarest<'a>(
    run: &Passage,
    frequencies: &'a [u32],
    width: usize,
) -> impl Iterator<Item = u32> + use<'a> {
    let (from, length) = (run.left as usize, run.length as usize);
    let shingles = (length + 1).saturating_sub(width);
    let own = frequencies.get(from..from + shingles).unwrap_or_default();
    (0..if shingles > 0 { length } else { 0 }).map(move |word| {
        let covering = (word + 1).saturating_sub(width)..own.len().min(word + 1);
        own.get(covering)
            .and_then(|own| own.iter().min().copied())
            .unwrap_or(2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::Bridging;
    use crate::similarity::bridge::bridged_passages;

    fn passage(left: u32, right: u32, length: u32) -> BridgedPassage {
        BridgedPassage {
            left: (left, left + length),
            right: (right, right + length),
            runs: vec![Passage {
                left,
                right,
                length,
            }],
            moved: Vec::new(),
        }
    }

    #[test]
    fn a_template_in_a_hundred_documents_weighs_less_than_a_shorter_passage_in_two() {
        let mut frequencies = vec![100; 98];
        frequencies.extend([2; 40]);
        let template = Evidence::discounted(&[passage(0, 0, 100)], &frequencies, 3);
        let own = Evidence::discounted(&[passage(100, 300, 20)], &frequencies, 3);
        assert_eq!((template.words(), own.words()), (100, 20));
        assert_eq!(own.weight, 20.0);
        assert!(template.weight < 6.0, "{}", template.weight);
        let both = [passage(0, 0, 100), passage(100, 300, 20)];
        let both = Evidence::discounted(&both, &frequencies, 3);
        assert!((both.weight - template.weight - own.weight).abs() < 1e-9);
    }

    #[test]
    fn runs_too_short_for_a_passage_count_less_in_long_documents() {
        let text = |own: u64, length: u64| -> Vec<u64> {
            let own = |i| own * 1_000_000 + i;
            (0..length)
                .map(own)
                .chain(0..5)
                .chain((0..length).map(|i| own(length + i)))
                .collect()
        };
        let evidence = |length| {
            let (left, right) = (text(1, length), text(2, length));
            let bridged = bridged_passages(&left, &right, &Bridging::default());
            Evidence::weighed(&left, &right, &bridged, &[])
        };
        let (short, long) = (evidence(50), evidence(1_000));
        assert_eq!((short.words(), short.weight), (0, 5.0));
        assert!(long.weight < 1.0 && long.weight > 0.0, "{}", long.weight);
    }

    #[test]
    fn a_word_is_as_rare_as_the_rarest_shingle_that_covers_it() {
        let run = Passage {
            left: 1,
            right: 0,
            length: 5,
        };
        let rarest = rarest(&run, &[2, 50, 7, 9, 2], 3);
        assert_eq!(Vec::from_iter(rarest), [50, 7, 7, 7, 9]);
        let short = Passage { length: 2, ..run };
        assert_eq!(super::rarest(&short, &[2, 50, 7], 3).count(), 0);
    }
}
