//! What the sources of a text amount to, as a sentence.

use super::{Source, Sources};
use crate::base::units::per_cent;
use crate::base::{DocNo, units};

/// Sources that the sentence names.
const NAMED: usize = 2;

/// From this number of documents on that hold a text, its source included, the sentence says so.
const MANY: u32 = 3;

impl Source {
    /// Number of further documents that hold the words assigned to it, where they stand in three documents
    /// or more: as in task statements and licences, this one is then hardly where the text came from.
    pub fn also_in(&self) -> Option<u32> {
        (self.others + 1 >= MANY).then_some(self.others)
    }
}

impl Sources {
    /// `61 % of this text stands elsewhere, 58 % word for word: 44 % in a.txt, 12 % in b.txt, which 11 other texts
    /// hold too, 5 % in 3 more`.
    pub fn sentence(&self, name: impl Fn(DocNo) -> String) -> String {
        // A single one more takes no more room than its count.
        let named = match self.explaining() {
            3 => 3,
            _ => NAMED,
        };
        self.sentence_of(named, true, name)
    }

    /// The sentence with at most `named` names, 1 or more, and without the number of other texts that hold
    /// a part if that is not `counted`.
    pub fn sentence_of(
        &self,
        named: usize,
        counted: bool,
        name: impl Fn(DocNo) -> String,
    ) -> String {
        let elsewhere = self.elsewhere();
        if elsewhere == 0 {
            return "nothing of this text stands elsewhere".to_owned();
        }
        let explaining = &self.list[..self.explaining()];
        let part = |words: u32, place: String| format!("{} in {place}", percent(self.share(words)));
        let (first, rest) = explaining.split_at(named.min(explaining.len()));
        let of = |source: &Source| {
            let place = match source.also_in().filter(|_| counted) {
                Some(others) => format!(
                    "{}, which {} other texts hold too",
                    name(source.doc),
                    units::count(others.into())
                ),
                None => name(source.doc),
            };
            part(source.words, place)
        };
        let mut parts: Vec<String> = first.iter().map(of).collect();
        if !rest.is_empty() {
            let words = rest.iter().map(|source| source.words).sum();
            parts.push(part(
                words,
                format!("{} more", units::count(rest.len() as u64)),
            ));
        }
        let [all, same] = [elsewhere, self.same()].map(|words| percent(self.share(words)));
        // Passages have a few words of their own between those that are the same.
        let same = match same == all {
            true => String::new(),
            false => format!(", {same} word for word"),
        };
        format!(
            "{all} of this text stands elsewhere{same}: {}",
            parts.join(", ")
        )
    }
}

/// A share in whole per cent: `100 %` only for all, and `<1 %` for what would be none.
pub fn percent(share: f64) -> String {
    format!("{} %", per_cent(share))
}
