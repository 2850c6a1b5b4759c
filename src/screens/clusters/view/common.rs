//! The folders that the names of a cluster begin with; they are left out of the rows.

use crate::app::names::Named;
use crate::base::{DocNo, sanitise};
use crate::screens::clusters::state::MATRIX_LIMIT;
use crate::ui::widgets::paint;

/// Width in columns of the longest name without its first `start` bytes.
pub fn longest(collection: &Named, members: &[DocNo], start: usize) -> u16 {
    let widths = members.iter().take(MATRIX_LIMIT).map(|doc| {
        let id = sanitise::line(&collection.id(*doc)[start..]);
        paint::columns(&id)
    });
    widths.max().unwrap_or(0)
}

/// Length in bytes of the folder path that all of `ids` begin with.
pub fn start(ids: &[&str]) -> usize {
    // The common prefix of the first and the last in byte order is common to all.
    let (Some(first), Some(last)) = (ids.iter().min(), ids.iter().max()) else {
        return 0;
    };
    let same = first.bytes().zip(last.bytes()).take_while(|(a, b)| a == b);
    let same = same.count();
    // A `#ID` suffix may contain a slash that does not end a folder.
    let upto = first.find('#').map_or(same, |row| row.min(same));
    first.as_bytes()[..upto]
        .iter()
        .rposition(|byte| *byte == b'/')
        .map_or(0, |slash| slash + 1)
}

#[cfg(test)]
mod tests {
    use super::start;

    #[test]
    fn what_names_share_is_whole_folders() {
        for (ids, want) in [
            (&["docs/v3.1/faq.md", "docs/v3.2/faq.md"][..], 5),
            (&["deep/one.txt", "z.txt", "deep/two.txt"], 0),
            (&["rows.jsonl#a/1", "rows.jsonl#a/2"], 0),
            (&["x"], 0),
            (&[], 0),
        ] {
            assert_eq!(start(ids), want, "{ids:?}");
        }
    }
}
