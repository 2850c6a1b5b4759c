//! What is said of documents without a date, where results are in the order of dates.

use super::surroundings::Run;
use crate::base::units;
use crate::collection::Collection;
use crate::collection::Dated;
use crate::engine::sets::Sets;

impl Run<'_> {
    /// Says how many documents have no date: rows with none where their table has a column for it, those whose front matter
    /// says something that is no date, and others, such as messages without one. They come last by date.
    pub(super) fn say_undated(&self, collection: &Collection, sets: &Sets) {
        let (mut rows, mut unread, mut others) = (0, 0, 0);
        for doc in collection.documents() {
            let row = collection.row(doc);
            if row.written().is_some() {
                continue;
            }
            match sets.dated(collection, doc) {
                Dated::On(..) => {}
                Dated::Unread => unread += 1,
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
