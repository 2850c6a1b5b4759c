//! Where people agree and where they do not.

use std::collections::{BTreeMap, BTreeSet};

use super::act::{Act, Decision};
use super::journal::Journal;
use super::latest::latest;
use super::texts::Texts;
use super::thing::Key;

/// A thing on which people decided differently.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict<'a> {
    /// The act that counts of each person who decided, by name.
    pub acts: Vec<&'a Act>,
}

/// How far two people agree on the pairs that both decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// A person.
    pub first: String,
    /// Another one, later in byte order.
    pub second: String,
    /// Pairs by (decision of the first, decision of the second).
    pub counts: BTreeMap<(Decision, Decision), u64>,
}

impl Agreement {
    /// Number of pairs that both decided.
    #[must_use]
    pub fn both(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Number of pairs on which they decided the same.
    #[must_use]
    pub fn same(&self) -> u64 {
        let same = self.counts.iter().filter(|((a, b), _)| a == b);
        same.map(|(_, n)| n).sum()
    }

    /// Cohen's kappa: agreement beyond what the two would reach by chance, each deciding as often as they did.
    /// 1 is agreement on all pairs, 0 as by chance. `None` where it is not defined: no pairs, or both decided the
    /// same on all pairs and only one thing, so that chance alone would agree.
    ///
    /// Source: J. Cohen, A coefficient of agreement for nominal scales, 1960.
    #[must_use]
    pub fn kappa(&self) -> Option<f64> {
        let n = i128::from(self.both());
        let (mut first, mut second) = (BTreeMap::new(), BTreeMap::new());
        for ((a, b), count) in &self.counts {
            *first.entry(*a).or_insert(0) += i128::from(*count);
            *second.entry(*b).or_insert(0) += i128::from(*count);
        }
        let both = first.iter().filter_map(|(d, n)| Some(n * second.get(d)?));
        // n² times the share that chance would agree on.
        let chance: i128 = both.sum();
        let beyond = n * i128::from(self.same()) - chance;
        let most = n * n - chance;
        (most != 0).then(|| beyond as f64 / most as f64)
    }
}

/// The acts that count, by thing and person, of decisions alone.
fn decided(journal: &Journal) -> Vec<(Key<u32>, BTreeMap<&str, &Act>)> {
    let texts = Texts::of(journal);
    let latest = latest(&journal.acts, |line| {
        line.act.thing.key(|text| texts.group(text))
    });
    let things = latest.into_iter().map(|(key, people)| {
        let acts = people.into_iter();
        let acts = acts.map(|(person, number)| (person, &journal.acts[number].act));
        let decided = acts.filter(|(_, act)| act.decision != Decision::Undecided);
        (key, decided.collect())
    });
    things.collect()
}

/// The things on which people decided differently, by time of the first of these decisions.
#[must_use]
pub fn conflicts(journal: &Journal) -> Vec<Conflict<'_>> {
    let differ = |acts: &BTreeMap<&str, &Act>| {
        let decisions: BTreeSet<Decision> = acts.values().map(|act| act.decision).collect();
        decisions.len() > 1
    };
    let mut found: Vec<Conflict<'_>> = decided(journal)
        .into_iter()
        .filter(|(_, acts)| differ(acts))
        .map(|(_, acts)| Conflict {
            acts: acts.into_values().collect(),
        })
        .collect();
    found.sort_by_key(|conflict| conflict.acts.iter().map(|act| act.when).min());
    found
}

/// How often two people decided this and that.
type Counts = BTreeMap<(Decision, Decision), u64>;

/// How far each two people of a journal agree, ordered by name; without those who decided no pair in common. To
/// be unsure is a decision.
#[must_use]
pub fn agreements(journal: &Journal) -> Vec<Agreement> {
    let mut found: BTreeMap<(&str, &str), Counts> = BTreeMap::new();
    let things = decided(journal);
    let pairs = things
        .iter()
        .filter(|(key, _)| matches!(key, Key::Pair(..)));
    for (_, acts) in pairs {
        let acts: Vec<_> = acts.iter().collect();
        for (at, (first, one)) in acts.iter().enumerate() {
            for (second, other) in &acts[at + 1..] {
                let counts = found.entry((first, second)).or_default();
                *counts.entry((one.decision, other.decision)).or_default() += 1;
            }
        }
    }
    let found = found
        .into_iter()
        .map(|((first, second), counts)| Agreement {
            first: first.to_owned(),
            second: second.to_owned(),
            counts,
        });
    found.collect()
}

#[cfg(test)]
mod tests {
    use Decision::{Copied, Different, Unsure};

    use super::*;

    fn agreement(counts: &[(Decision, Decision, u64)]) -> Agreement {
        Agreement {
            first: "anna".into(),
            second: "ben".into(),
            counts: counts.iter().map(|(a, b, n)| ((*a, *b), *n)).collect(),
        }
    }

    #[test]
    fn kappa_of_a_worked_example() {
        // 35 of 50 agree, .7. By chance .5 × .6 + .5 × .4 = .5. (.7 - .5) / (1 - .5) = .4.
        let counts = [
            (Copied, Copied, 20),
            (Copied, Different, 5),
            (Different, Copied, 10),
            (Different, Different, 15),
        ];
        let found = agreement(&counts);
        assert_eq!((found.both(), found.same()), (50, 35));
        assert_eq!(found.kappa(), Some(0.4));
    }

    #[test]
    fn kappa_of_three_decisions() {
        // Agreement 7/10; chance (4·5 + 4·3 + 2·2)/100 = .36; (.7 - .36)/.64 = .53125.
        let counts = [
            (Copied, Copied, 4),
            (Different, Copied, 1),
            (Different, Different, 2),
            (Different, Unsure, 1),
            (Unsure, Different, 1),
            (Unsure, Unsure, 1),
        ];
        assert_eq!(agreement(&counts).kappa(), Some(0.53125));
    }

    #[test]
    fn kappa_is_negative_below_chance_and_not_defined_without_variety() {
        let crossed = agreement(&[(Copied, Different, 5), (Different, Copied, 5)]);
        assert_eq!(crossed.kappa(), Some(-1.0));
        assert_eq!(agreement(&[(Copied, Copied, 9)]).kappa(), None);
        assert_eq!(agreement(&[]).kappa(), None);
        // Each has one decision only, and never the same: chance agrees as little.
        assert_eq!(agreement(&[(Copied, Different, 9)]).kappa(), Some(0.0));
    }
}
