//! Fuzzy matching of names, used by the cluster filter and the palette.

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

/// Score and position of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// Higher is better.
    pub score: i64,
    /// Positions of the matched characters (not bytes), ascending.
    pub indices: Vec<usize>,
}

/// Matches all words of a pattern in a name, in any order; case-sensitive only if the pattern has
/// capitals.
pub struct Matcher {
    skim: SkimMatcherV2,
    words: Vec<String>,
}

impl Matcher {
    /// Creates a matcher for a white-space separated pattern.
    pub fn new(pattern: &str) -> Self {
        Matcher {
            skim: SkimMatcherV2::default().smart_case(),
            words: pattern.split_whitespace().map(str::to_owned).collect(),
        }
    }

    /// Score only, which is much cheaper than positions; `None` for no match.
    pub fn score(&self, name: &str) -> Option<i64> {
        self.words.iter().try_fold(0, |sum, word| {
            Some(sum + self.skim.fuzzy_match(name, word)?)
        })
    }

    /// Score and positions; `None` for no match.
    pub fn find(&self, name: &str) -> Option<Match> {
        let mut matched = Match::default();
        for word in &self.words {
            let (score, indices) = self.skim.fuzzy_indices(name, word)?;
            matched.score += score;
            matched.indices.extend(indices);
        }
        matched.indices.sort_unstable();
        matched.indices.dedup();
        Some(matched)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_match_in_any_order_and_say_where() {
        let matched = Matcher::new("md lab").find("lab3/x.md").unwrap();
        assert_eq!(matched.indices, [0, 1, 2, 7, 8]);
        assert!(Matcher::new("zz").find("lab3").is_none());
        assert_eq!(Matcher::new(" ").find("lab3"), Some(Match::default()));
    }
}
