//! Summary of the sources of a text, as a sentence.

use super::{Sources, TextSource};
use crate::base::units::per_cent;
use crate::base::{DocNo, units};

/// Maximum number of sources that the sentence names.
const NAMES: usize = 2;

/// Explains why an innocent document may look like a source; text on how to exclude it follows.
pub const COMMON_TEXT_COUNTS: &str =
    "Text that many documents hold, such as a task, counts as found";

impl Sources {
    /// Returns `61 % of this text is found elsewhere: 44 % in a.txt (also in 11 others), 12 % more in b.txt, 5 % in 3
    /// more`; without `also in`, it ends with `also_held`.
    pub fn sentence(&self, name: impl Fn(DocNo) -> String) -> String {
        // The name of one further source takes no more space than its count.
        let named = if self.adding().count() == 3 { 3 } else { NAMES };
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
            let others = match source.others {
                0 => String::new(),
                n => format!(" (also in {})", units::counted(n.into(), "other", "others")),
            };
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
        let all = percent(self.share(elsewhere));
        let (parts, also) = (parts.join(", "), self.also_held(name));
        let also = if named > 1 { &*also } else { "" };
        format!("{all} of this text is found elsewhere: {parts}{also}")
    }

    /// Returns `; task.txt also has 40 % of it`, or `each of 4 others`, for documents that hold a tenth of the text or
    /// more and are not named because they add nothing. Empty if the number of others is given for a named source.
    fn also_held(&self, name: impl Fn(DocNo) -> String) -> String {
        let adds_nothing = |s: &&TextSource| 100 * s.adds < self.words && 10 * s.same >= self.words;
        let also: Vec<&TextSource> = self.list[1..].iter().filter(adds_nothing).collect();
        let has_others = self.adding().any(|source| source.others > 0);
        let Some(first) = also.first().filter(|_| !has_others) else {
            return String::new();
        };
        let share = percent(self.share(first.same));
        match also.len() {
            1 => format!("; {} also has {share} of it", name(first.doc)),
            n => format!(
                "; each of {} others also has up to {share} of it",
                units::count(n as u64)
            ),
        }
    }
}

/// A share in whole per cent: `100 %` only for all words, and `<1 %` instead of `0 %` for few words.
pub fn percent(share: f64) -> String {
    format!("{} %", per_cent(share))
}
