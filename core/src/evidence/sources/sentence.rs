//! Summary of the sources of a text, as a sentence.

use super::{Sources, TextSource};
use crate::base::units::per_cent;
use crate::base::{DocNo, units};

/// Sources that the sentence names.
const NAMED: usize = 2;

/// What makes an innocent document look like a source, where text is held by many; how it is excluded follows.
pub const COMMON_TEXT_COUNTS: &str =
    "Text that many documents hold, such as a task, counts as found";

impl Sources {
    /// `61 % of this text is found elsewhere, 58 % word for word: 44 % in a.txt (also in 11 others), 12 % more in b.txt, 5 % in
    /// 3 more`; without the others, it ends with `also_held`.
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
        let [all, same] = [elsewhere, self.same()].map(|words| percent(self.share(words)));
        // Passages have a few different words between the equal ones.
        let same = if same == all {
            String::new()
        } else {
            format!(", {same} word for word")
        };
        let (parts, also) = (parts.join(", "), self.also_held(name));
        let also = if named > 1 { &*also } else { "" };
        format!("{all} of this text is found elsewhere{same}: {parts}{also}")
    }

    /// `; task.txt also has 40 % of it`, or `each of 4 others`: what holds a tenth of the text or more and is not named, because it
    /// adds nothing. Empty where a named source says how many others have its words.
    fn also_held(&self, name: impl Fn(DocNo) -> String) -> String {
        let adds_nothing = |s: &&TextSource| 100 * s.adds < self.words && 10 * s.held >= self.words;
        let also: Vec<&TextSource> = self.list[1..].iter().filter(adds_nothing).collect();
        let told = self.adding().any(|source| source.others > 0);
        let Some(most) = also.first().filter(|_| !told) else {
            return String::new();
        };
        let share = percent(self.share(most.held));
        match also.len() {
            1 => format!("; {} also has {share} of it", name(most.doc)),
            n => format!(
                "; each of {} others also has up to {share} of it",
                units::count(n as u64)
            ),
        }
    }
}

/// A share in whole per cent: `100 %` only for all, and `<1 %` for what would be none.
pub fn percent(share: f64) -> String {
    format!("{} %", per_cent(share))
}
