//! What is said of documents without a date, where results are in the order of dates.

use super::surroundings::Run;
use crate::base::{DocNo, units};
use crate::candidates::PairSet;
use crate::collection::Collection;
use crate::corpus::Dated;
use crate::engine::sets::Sets;

impl Run<'_> {
    /// Says how many documents have no date: rows with none where their table has a column for it, those of pairs whose
    /// front matter says something that is no date, and others, such as messages without one. They come last by date.
    pub(super) fn say_undated(
        &self,
        collection: &Collection,
        (pairs, threshold): (&PairSet, f64),
        sets: &Sets,
    ) {
        let in_pairs = in_pairs(pairs, threshold);
        let (mut rows, mut unread, mut others) = (0, 0, 0);
        for doc in collection.documents() {
            let row = collection.row(doc);
            // The start of a file is read for its date, which takes time.
            if row.written().is_some() && !in_pairs[doc.index()] {
                continue;
            }
            match sets.dated(collection, doc) {
                Dated::On(..) => {}
                Dated::Unread(_) => unread += 1,
                Dated::Unknown if row.has_own_date => rows += 1,
                Dated::Unknown => others += 1,
            }
        }
        let sentences = [
            (
                rows,
                "row has no date with a day (ISO 8601) in the date column, and comes last",
                "rows have no date with a day (ISO 8601) in the date column, and come last",
            ),
            (
                unread,
                "document has front matter whose date cannot be read, and comes last",
                "documents have front matter whose date cannot be read, and come last",
            ),
            (
                others,
                "document has no date, and comes last",
                "documents have no date, and come last",
            ),
        ];
        for (number, one, more) in sentences {
            if number > 0 {
                self.talk.say(&units::counted(number, one, more));
            }
        }
    }
}

/// For each document, whether it is of a pair at or above `threshold`.
fn in_pairs(pairs: &PairSet, threshold: f64) -> Vec<bool> {
    let mut found = vec![false; pairs.representative.len()];
    let copies = pairs.representative.iter().enumerate();
    let copies = copies
        .map(|(doc, first)| (DocNo::at(doc), *first))
        .filter(|(doc, first)| doc != first);
    let near = pairs.at_least(threshold).iter();
    for (a, b) in copies.chain(near.map(|pair| (pair.a, pair.b))) {
        found[a.index()] = true;
        found[b.index()] = true;
    }
    found
}
