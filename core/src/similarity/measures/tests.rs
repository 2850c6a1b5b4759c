//! Metric axioms of every figure, and comparison with naive counting.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::similarity::word_diff::word_diff;

fn measures(a: &[u64], b: &[u64]) -> Measures {
    Measures::new(&word_diff(a, b), a, b, &two_term())
}

fn two_term() -> Sketching {
    Sketching {
        k: 2,
        ..Sketching::default()
    }
}

fn terms() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0_u64..5, 0..40)
}

fn counts(terms: &[u64]) -> BTreeMap<u64, f64> {
    let mut counts = BTreeMap::new();
    for term in terms {
        *counts.entry(*term).or_insert(0.0) += 1.0;
    }
    counts
}

fn shingled(terms: &[u64]) -> Vec<&[u64]> {
    match terms.len() {
        0 => Vec::new(),
        n => terms.windows(n.min(2)).collect(),
    }
}

#[test]
fn texts_without_terms_have_similarity_and_distance_zero() {
    let m = measures(&[], &[]);
    let got = (m.overlap.jaccard(), m.cosine, m.edit_similarity());
    assert_eq!(got, (0.0, 0.0, 0.0));
    assert_eq!((m.edit_distance, m.euclidean, m.simhash), (0, 0.0, 0));
}

#[test]
fn the_word_diff_bounds_the_edit_distance_of_too_long_texts() {
    let (a, b) = ([1, 2, 3, 4, 5, 6], [1, 9, 3, 5, 4, 6]);
    let diff = word_diff(&a, &b);
    let m = Measures::within(&diff, (&a, &b), &two_term(), 0);
    assert!(m.edit_distance_is_upper_bound);
    assert!((3..=4).contains(&m.edit_distance), "{}", m.edit_distance);
    let m = Measures::new(&diff, &a, &b, &two_term());
    assert_eq!(m.edit_distance, 3);
    assert!(!m.edit_distance_is_upper_bound);
}

proptest! {
    #[test]
    fn figures_equal_counting_by_hand(a in terms(), b in terms()) {
        let m = measures(&a, &b);
        let (x, y) = (counts(&a), counts(&b));
        let all: BTreeSet<u64> = x.keys().chain(y.keys()).copied().collect();
        let pairs: Vec<(f64, f64)> = all.iter().map(|term| {
            let count = |frequencies: &BTreeMap<u64, f64>| frequencies.get(term).copied().unwrap_or(0.0);
            (count(&x), count(&y))
        }).collect();
        let sum = |f: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>();
        let norms = sum(&|p| p.0 * p.0).sqrt() * sum(&|p| p.1 * p.1).sqrt();
        let cosine = if norms == 0.0 { 0.0 } else { sum(&|p| p.0 * p.1) / norms };
        prop_assert!((m.cosine - cosine).abs() < 1e-12);
        prop_assert!((m.euclidean - sum(&|p| (p.0 - p.1).powi(2)).sqrt()).abs() < 1e-12);
        prop_assert_eq!(m.shared_terms as usize, pairs.iter().filter(|p| p.0 > 0.0 && p.1 > 0.0).count());
        let (s, t) = (shingled(&a), shingled(&b));
        let every: BTreeSet<&[u64]> = s.iter().chain(&t).copied().collect();
        let count = |shingles: &[&[u64]], shingle: &[u64]| shingles.iter().filter(|w| **w == shingle).count() as u64;
        let lesser: u64 = every.iter().map(|w| count(&s, w).min(count(&t, w))).sum();
        let greater: u64 = every.iter().map(|w| count(&s, w).max(count(&t, w))).sum();
        prop_assert_eq!((u64::from(m.bag.shared), m.bag.union()), (lesser, greater));
        let both = every.iter().filter(|w| s.contains(w) && t.contains(w)).count();
        prop_assert_eq!((m.overlap.shared as usize, m.overlap.union() as usize), (both, every.len()));
        prop_assert_eq!(m.overlap.shared as usize, both);
    }

    #[test]
    fn every_figure_is_in_its_range_and_equal_in_either_order(a in terms(), b in terms()) {
        let (m, n) = (measures(&a, &b), measures(&b, &a));
        let swapped = Measures {
            terms: (n.terms.1, n.terms.0),
            overlap: n.overlap.swapped(),
            bag: n.bag.swapped(),
            ..n
        };
        prop_assert_eq!(m, swapped);
        let shares = [
            m.overlap.jaccard(), m.overlap.containment_a_in_b(), m.overlap.containment_b_in_a(),
            m.bag.jaccard(), m.cosine, m.edit_similarity(),
        ];
        prop_assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{:?}", shares);
        prop_assert!(m.euclidean >= 0.0 && m.simhash <= 64);
        prop_assert!(m.edit_distance as usize <= a.len().max(b.len()));
        prop_assert!(m.edit_distance as usize >= a.len().abs_diff(b.len()));
        prop_assert!(m.longest_run as usize <= a.len().min(b.len()));
    }

    #[test]
    fn the_metrics_satisfy_the_triangle_inequality(a in terms(), b in terms(), c in terms()) {
        prop_assume!(!a.is_empty() && !b.is_empty() && !c.is_empty());
        let distances: [fn(&Measures) -> f64; 5] = [
            |m| 1.0 - m.overlap.jaccard(),
            |m| 1.0 - m.bag.jaccard(),
            |m| m.euclidean,
            |m| m.edit_distance.into(),
            |m| m.simhash.into(),
        ];
        let (ab, bc, ac) = (measures(&a, &b), measures(&b, &c), measures(&a, &c));
        for distance in distances {
            prop_assert!(distance(&ac) <= distance(&ab) + distance(&bc) + 1e-12);
        }
    }
}
