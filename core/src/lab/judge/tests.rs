//! Simulated judges: which pairs they are asked about, and what their answers propose.

use super::*;
use crate::cluster::fixture::{pair_set, pair_sets};
use crate::similarity::Overlap;
use proptest::prelude::*;

/// Pairs with similarities spread evenly over 0.05..=1, each with its own two documents.
fn even(count: usize) -> PairSet {
    let pair = |i: usize| Pair {
        a: DocNo::at(2 * i),
        b: DocNo::at(2 * i + 1),
        overlap: Overlap {
            shared: (20_000 - i * 19_000 / count) as u32,
            size_a: 20_000,
            size_b: (20_000 - i * 19_000 / count) as u32,
        },
        agreeing: 0,
    };
    pair_set(
        (0..2 * count).map(DocNo::at).collect(),
        (0..count).map(pair).collect(),
    )
}

/// Answers to the first `count` questions of a judge who says yes from `at` on.
fn simulated_answers(pairs: &PairSet, count: usize, at: f64) -> Vec<ScoredAnswer> {
    let mut answers = Vec::new();
    for _ in 0..count {
        let Some(pair) = next_pair(pairs, &answers, 0.8, 3) else {
            break;
        };
        let score = pairs.score(&pair);
        let verdict = if score >= at {
            Verdict::Yes
        } else {
            Verdict::No
        };
        answers.push((Answer::new(pair.a, pair.b, verdict), score));
    }
    answers
}

#[test]
fn thirty_answers_find_a_threshold_far_from_the_initial_one() {
    let pairs = even(2_000);
    for truth in [0.2, 0.45, 0.8, 0.93] {
        let answers = simulated_answers(&pairs, 30, truth);
        let proposal = proposal(&answers).unwrap();
        assert!(
            (proposal.threshold - truth).abs() < 0.05,
            "{truth}: {proposal:?}"
        );
        assert!(
            proposal.interval.0 < truth && truth <= proposal.interval.1,
            "{truth}: {proposal:?}"
        );
        assert!(
            proposal.plateau.0 < proposal.threshold && proposal.threshold <= proposal.plateau.1
        );
        assert_eq!(proposal.answers, 30);
        // Stratified: some questions are far from the boundary.
        let far = answers
            .iter()
            .filter(|(_, score)| (score - truth).abs() > 0.15)
            .count();
        assert!((4..=15).contains(&far), "{truth}: {far}");
    }
}

#[test]
fn intervals_contain_the_threshold_although_questions_depend_on_answers() {
    let pairs = even(2_000);
    // The probability of yes rises around .6, the best threshold of these answers.
    let probability = |score: f64| 1.0 / (1.0 + (-(score - 0.6) / 0.03).exp());
    for count in [20, 60] {
        let inside = (0..40_u64).filter(|seed| {
            let mut answers = Vec::new();
            for at in 0..count {
                let pair = next_pair(&pairs, &answers, 0.8, *seed).unwrap();
                let score = pairs.score(&pair);
                let drawn = (mix(seed * 1_000 + at) >> 11) as f64 / (1_u64 << 53) as f64;
                let verdict = if drawn < probability(score) {
                    Verdict::Yes
                } else {
                    Verdict::No
                };
                answers.push((Answer::new(pair.a, pair.b, verdict), score));
            }
            proposal(&answers).is_ok_and(|p| p.interval.0 <= 0.59 && 0.6 <= p.interval.1)
        });
        let inside = inside.count();
        assert!(inside >= 36, "{count} answers: {inside} of 40");
    }
}

#[test]
fn a_missing_proposal_reports_the_reason() {
    let answers = |count, verdict| vec![(Answer::new(DocNo(0), DocNo(1), verdict), 0.5); count];
    let few = proposal(&answers(19, Verdict::Yes))
        .unwrap_err()
        .to_string();
    assert!(few.contains("19 of the 20 answers"), "{few}");
    let one = proposal(&answers(25, Verdict::Yes))
        .unwrap_err()
        .to_string();
    assert!(
        one.contains("all 25 answers are yes") && one.contains("some no"),
        "{one}"
    );
    let unsure = proposal(&answers(30, Verdict::Unsure)).unwrap_err();
    assert_eq!(unsure, NoProposal::TooFew(0));
}

proptest! {
    #[test]
    fn every_pair_is_asked_about_exactly_once(pairs in pair_sets(), at in 0.0_f64..1.0, seed: u64) {
        let mut answers: Vec<ScoredAnswer> = Vec::new();
        while let Some(pair) = next_pair(&pairs, &answers, at, seed) {
            prop_assert!(answers.iter().all(|(t, _)| (t.a, t.b) != (pair.a, pair.b)));
            let score = pairs.score(&pair);
            let verdict = if score >= at { Verdict::Yes } else { Verdict::No };
            answers.push((Answer::new(pair.a, pair.b, verdict), score));
        }
        prop_assert_eq!(answers.len(), pairs.pairs.len());
    }

    /// Compares the boundary with every possible cut between two answers.
    #[test]
    fn the_boundary_has_the_fewest_answers_on_its_wrong_side(
        answers in prop::collection::vec((0_u32..20, any::<bool>()), 1..20),
    ) {
        let answers: Vec<ScoredAnswer> = answers.iter().map(|(score, yes)| {
            let verdict = if *yes { Verdict::Yes } else { Verdict::No };
            (Answer::new(DocNo(0), DocNo(1), verdict), f64::from(*score) / 20.0 + 0.01)
        }).collect();
        let wrong = |at: f64| answers.iter().filter(|t| (t.1 >= at) != (t.0.verdict == Verdict::Yes)).count();
        let fewest = (0..=21).map(|i| wrong(f64::from(i) / 20.0)).min().unwrap();
        let kinds = [Verdict::Yes, Verdict::No].map(|v| answers.iter().any(|t| t.0.verdict == v));
        if kinds == [true, true] {
            let got = wrong(boundary(&answers, 0.5));
            // Answers with equal score and different verdicts cannot be separated.
            let tied = answers.iter().filter(|t| answers.iter().any(|o| o.1 == t.1 && o.0.verdict != t.0.verdict)).count();
            prop_assert!(got <= fewest + tied, "{} {}", got, fewest);
        }
    }
}
