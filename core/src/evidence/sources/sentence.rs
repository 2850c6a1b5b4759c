//! Summary of the sources of a text, as a sentence.

use super::{Sources, TextSource};
use crate::base::units::per_cent;
use crate::base::{DocNo, units};

/// Sources that the sentence names.
const NAMED: usize = 2;

/// The sentence mentions the number of documents that hold a text, if it is at least this, including the source.
const MANY: u32 = 3;

impl TextSource {
    /// Number of further documents that hold the same words, if at least three documents do. Then this document is
    /// hardly the source, as with task statements and licences.
    pub fn also_in(&self) -> Option<u32> {
        (self.others + 1 >= MANY).then_some(self.others)
    }
}

impl Sources {
    /// `61 % of this text is found elsewhere, 58 % word for word: 44 % in a.txt (also in 11 others), 12 % more in b.txt, 5 % in
    /// 3 more`.
    pub fn sentence(&self, name: impl Fn(DocNo) -> String) -> String {
        // A single one more takes no more room than its count.
        let named = if self.adding().count() == 3 { 3 } else { NAMED };
        self.sentence_of(named, name)
    }

    /// The sentence with at most `named` names, 1 or more.
    pub fn sentence_of(&self, named: usize, name: impl Fn(DocNo) -> String) -> String {
        let elsewhere = self.elsewhere();
        if elsewhere == 0 {
            return "nothing of this text is found elsewhere".to_owned();
        }
        let adding: Vec<&TextSource> = self.adding().collect();
        let (first, rest) = adding.split_at(named.min(adding.len()));
        let part = |(at, source): (usize, &&TextSource)| {
            let more = if at > 0 { " more" } else { "" };
            let others = source.also_in().map_or_else(String::new, |others| {
                format!(" (also in {} others)", units::count(others.into()))
            });
            let share = percent(self.share(source.adds));
            format!("{share}{more} in {}{others}", name(source.doc))
        };
        let mut parts: Vec<String> = first.iter().enumerate().map(part).collect();
        if !rest.is_empty() {
            let words = rest.iter().map(|source| source.adds).sum();
            let share = percent(self.share(words));
            parts.push(format!(
                "{share} in {} more",
                units::count(rest.len() as u64)
            ));
        }
        let [all, same] = [elsewhere, self.same()].map(|words| percent(self.share(words)));
        // Passages have a few different words between the equal ones.
        let same = if same == all {
            String::new()
        } else {
            format!(", {same} word for word")
        };
        format!(
            "{all} of this text is found elsewhere{same}: {}",
            parts.join(", ")
        )
    }
}

/// A share in whole per cent: `100 %` only for all, and `<1 %` for what would be none.
pub fn percent(share: f64) -> String {
    format!("{} %", per_cent(share))
}
