//! Labelled pairs as dyads: two pairs that share a document are not independent.
//!
//! The variance of a figure over dyads is the sum, over all couples of pairs that share a document, of the products of
//! their influence on the figure (Fafchamps, Gubert 2007; Aronow, Samii, Assenova 2015). Resampling documents, where a
//! pair counts as often as both of its documents together (the product of their counts: the vertex bootstrap of
//! Snijders and Borgatti 1999, the pigeonhole bootstrap of Owen 2007), has these products too, but counts each pair's
//! own square three times instead of once. No way of resampling has exactly the variance (McCullagh 2000), so that the
//! spread of resampled figures is multiplied by the ratio of both standard errors. Without it, intervals over labels
//! that share few documents would be √3 times too wide. For few documents the ratio is greater, by a factor found by
//! simulation (tests of [`super::label_intervals`]).

use std::collections::HashMap;

use super::draws::Draws;
use crate::base::DocNo;

/// Pairs of documents, which are numbered from 0 in order of occurrence.
pub(super) struct Dyads {
    ends: Vec<(u32, u32)>,
    documents: usize,
}

impl Dyads {
    /// The dyads of these pairs, in their order.
    pub fn of(pairs: impl Iterator<Item = (DocNo, DocNo)>) -> Self {
        let mut numbers: HashMap<DocNo, u32> = HashMap::new();
        let mut number = |doc: DocNo| {
            let next = numbers.len() as u32;
            *numbers.entry(doc).or_insert(next)
        };
        let ends = pairs.map(|(a, b)| (number(a), number(b))).collect();
        Dyads {
            ends,
            documents: numbers.len(),
        }
    }

    /// Number of pairs.
    pub fn pairs(&self) -> usize {
        self.ends.len()
    }

    /// Number of different documents.
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// Number of pairs among those of `which`, no two of which share a document: each is taken, in order, whose
    /// documents are both free.
    pub fn apart(&self, which: impl Fn(usize) -> bool) -> usize {
        let mut is_taken = vec![false; self.documents];
        let mut number = 0;
        for (at, &(a, b)) in self.ends.iter().enumerate() {
            let (a, b) = (a as usize, b as usize);
            if which(at) && !is_taken[a] && !is_taken[b] {
                (is_taken[a], is_taken[b]) = (true, true);
                number += 1;
            }
        }
        number
    }

    /// The standard error of a figure over that of its resampled values, where `influence` is what each pair changes;
    /// `None` if no pair changes anything.
    pub fn scale(&self, influence: impl Fn(usize) -> f64) -> Option<f64> {
        let mut of_document = vec![0.0; self.documents];
        let mut own = 0.0;
        for (at, &(a, b)) in self.ends.iter().enumerate() {
            let influence = influence(at);
            of_document[a as usize] += influence;
            of_document[b as usize] += influence;
            own += influence * influence;
        }
        if own <= 0.0 {
            return None;
        }
        let shared: f64 = of_document.iter().map(|sum| sum * sum).sum();
        // Pairs that would be less than independent are taken as independent.
        let ratio = ((shared - own).max(own) / (shared + own)).sqrt();
        Some(ratio * self.of_few_documents())
    }

    /// What the standard error is too small by where there are few documents.
    fn of_few_documents(&self) -> f64 {
        let documents = self.documents.max(3) as f64;
        (1.0 + 2.0 / documents) * (documents / (documents - 2.0)).sqrt()
    }

    /// How often each document occurs in as many draws with replacement.
    pub fn resample(&self, draws: &mut Draws) -> Vec<u32> {
        let mut counts = vec![0; self.documents];
        for _ in 0..self.documents {
            counts[draws.below(self.documents)] += 1;
        }
        counts
    }

    /// How often each pair occurs in a resample with these counts of documents.
    pub fn weights(&self, counts: &[u32]) -> Vec<u64> {
        let count = |document: u32| u64::from(counts[document as usize]);
        let ends = self.ends.iter();
        ends.map(|(a, b)| count(*a) * count(*b)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyads(pairs: &[(usize, usize)]) -> Dyads {
        Dyads::of(pairs.iter().map(|(a, b)| (DocNo::at(*a), DocNo::at(*b))))
    }

    #[test]
    fn pairs_apart_share_no_document() {
        let dyads = dyads(&[(0, 1), (1, 2), (2, 3), (4, 9), (9, 3)]);
        assert_eq!(dyads.documents(), 6);
        assert_eq!(dyads.apart(|_| true), 3);
        assert_eq!(dyads.apart(|at| at == 1 || at == 4), 2);
    }

    #[test]
    fn the_scale_is_that_of_all_couples() {
        let pairs = [(0, 1), (1, 2), (2, 3), (0, 3), (4, 5), (5, 1)];
        let influence = [0.5, 0.3, -0.1, 0.4, -0.6, 0.2];
        let (mut once, mut thrice) = (0.0, 0.0);
        for (i, x) in pairs.iter().enumerate() {
            for (j, y) in pairs.iter().enumerate() {
                let shares = x.0 == y.0 || x.0 == y.1 || x.1 == y.0 || x.1 == y.1;
                let product = influence[i] * influence[j] * f64::from(u8::from(shares));
                once += product;
                thrice += if i == j { 3.0 * product } else { product };
            }
        }
        let own: f64 = influence.iter().map(|x| x * x).sum();
        let scale = dyads(&pairs).scale(|at| influence[at]).unwrap();
        let of_six = (4.0 / 3.0) * 1.5_f64.sqrt();
        assert!((scale - of_six * (once.max(own) / thrice).sqrt()).abs() < 1e-12);
        // Pairs without a document in common: one third of the variance of resampled figures.
        let apart = dyads(&[(0, 1), (2, 3), (4, 5)]);
        let scale = apart.scale(|at| [1.0, -2.0, 1.0][at]).unwrap();
        assert!((scale - of_six * (1.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(apart.scale(|_| 0.0), None);
    }

    #[test]
    fn resamples_have_as_many_documents() {
        let dyads = dyads(&[(0, 1), (1, 2), (7, 9)]);
        let mut draws = Draws(3);
        let mut all = [0; 5];
        for _ in 0..1_000 {
            let counts = dyads.resample(&mut draws);
            assert_eq!(counts.iter().sum::<u32>(), 5);
            assert_eq!(dyads.weights(&counts)[1], u64::from(counts[1] * counts[2]));
            all.iter_mut()
                .zip(counts)
                .for_each(|(sum, count)| *sum += count);
        }
        assert!(all.iter().all(|sum| (900..1_100).contains(sum)), "{all:?}");
    }
}
