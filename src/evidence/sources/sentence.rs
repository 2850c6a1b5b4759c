//! What the sources of a text amount to, as a sentence.

use super::Sources;
use crate::base::{DocNo, units};

/// Sources that the sentence names.
const NAMED: usize = 2;

impl Sources {
    /// `61 % of this text stands elsewhere: 44 % in a.txt, 12 % in b.txt, 5 % in 3 more`.
    #[must_use]
    pub fn sentence(&self, name: impl Fn(DocNo) -> String) -> String {
        let elsewhere = self.elsewhere();
        if elsewhere == 0 {
            return "nothing of this text stands elsewhere".to_owned();
        }
        let explaining = &self.list[..self.explaining()];
        // A single one more takes no more room than its count.
        let named = match explaining.len() {
            3 => 3,
            _ => NAMED,
        };
        let part = |words: u32, place: String| format!("{} in {place}", percent(self.share(words)));
        let (first, rest) = explaining.split_at(named.min(explaining.len()));
        let mut parts: Vec<String> = first
            .iter()
            .map(|source| part(source.words, name(source.doc)))
            .collect();
        if !rest.is_empty() {
            let words = rest.iter().map(|source| source.words).sum();
            parts.push(part(
                words,
                format!("{} more", units::count(rest.len() as u64)),
            ));
        }
        let all = percent(self.share(elsewhere));
        format!("{all} of this text stands elsewhere: {}", parts.join(", "))
    }
}

/// A share in whole per cent: `100 %` only for all, and `<1 %` for what would be none.
#[must_use]
pub fn percent(share: f64) -> String {
    match (share * 100.0).round() {
        _ if share >= 1.0 => "100 %".to_owned(),
        rounded if rounded < 1.0 && share > 0.0 => "<1 %".to_owned(),
        rounded => format!("{} %", rounded.min(99.0)),
    }
}
