//! What the names of a cluster have in common: folders at the start, a file name at the end.

use crate::app::names::Named;
use crate::base::{DocNo, sanitise};
use crate::screens::clusters::state::MATRIX_LIMIT;
use crate::ui::theme::Theme;
use crate::ui::widgets::paint;

/// Numbers of bytes at the start and end that all names of a cluster share; they are left out of
/// the rows.
#[derive(Clone, Copy, Default)]
pub struct CommonAffixes {
    /// Bytes at the start.
    pub start: usize,
    /// Bytes at the end.
    pub end: usize,
}

impl CommonAffixes {
    /// The part of `id` that is not shared.
    pub fn rest(self, id: &str) -> &str {
        &id[self.start..id.len() - self.end]
    }

    /// The shared parts, as shown above the names.
    pub fn text(self, id: &str, theme: &Theme) -> String {
        let (start, end) = (&id[..self.start], &id[id.len() - self.end..]);
        match self.end {
            0 => start.to_owned(),
            _ => format!("{start}{}{end}", theme.glyphs().cut()),
        }
    }
}

/// Width in columns of the longest name without the common parts.
pub fn longest(collection: &Named, members: &[DocNo], common: CommonAffixes) -> u16 {
    let widths = members.iter().take(MATRIX_LIMIT).map(|d| {
        let id = sanitise::line(common.rest(collection.id(*d)));
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

/// Length in bytes of the path suffix, from a slash on, that all of `ids` end with; 0 if that would
/// leave one of them nothing of its own.
pub fn end(ids: &[&str], start: usize) -> usize {
    let Some((first, others)) = ids.split_first() else {
        return 0;
    };
    // A name alone has nothing in common with others.
    if others.iter().all(|other| other == first) {
        return 0;
    }
    let same = |other: &&str| {
        let both = first.bytes().rev().zip(other.bytes().rev());
        both.take_while(|(a, b)| a == b).count()
    };
    let shortest = ids.iter().map(|id| id.len()).min().unwrap_or(0);
    let same = others.iter().map(same).min().unwrap_or(0);
    let same = same.min(shortest.saturating_sub(start + 1));
    let bytes = first.as_bytes();
    let slash = bytes[bytes.len() - same..].iter().position(|b| *b == b'/');
    slash.map_or(0, |at| same - at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::Depth;

    #[test]
    fn what_names_share_is_whole_folders_and_a_whole_file_name() {
        let ids = [
            "docs/v3.1/guide/faq.md",
            "docs/v3.2/guide/faq.md",
            "docs/v3.9/faq.md",
        ];
        assert_eq!((start(&ids), end(&ids, 5)), (5, 7));
        assert_eq!(end(&ids[..2], 5), 13);
        // A name keeps something of its own, and only whole path components are shared.
        let nested = ["a/b/c.md", "a/b/d/c.md"];
        assert_eq!((start(&nested), end(&nested, 4)), (4, 0));
        let alike = ["a/one-x.md", "a/two-x.md"];
        assert_eq!((start(&alike), end(&alike, 2)), (2, 0));
        // Members by date stand in any order.
        assert_eq!(start(&["deep/one.txt", "z.txt", "deep/two.txt"]), 0);
        assert_eq!(start(&["rows.jsonl#a/1", "rows.jsonl#a/2"]), 0);
        assert_eq!((start(&[]), end(&[], 0)), (0, 0));
        assert_eq!((start(&["x"]), end(&["x"], 0)), (0, 0));
    }

    #[test]
    fn what_names_share_stands_above_and_what_is_their_own_beside_the_figures() {
        let theme = Theme::new(Depth::None, false);
        let id = "docs/v3.4/guide/faq.md";
        let common = CommonAffixes { start: 5, end: 13 };
        assert_eq!(common.rest(id), "v3.4");
        assert_eq!(common.text(id, &theme), "docs/…/guide/faq.md");
        let folders = CommonAffixes { start: 5, end: 0 };
        assert_eq!(folders.rest(id), "v3.4/guide/faq.md");
        assert_eq!(folders.text(id, &theme), "docs/");
        assert_eq!(CommonAffixes::default().text(id, &theme), "");
    }
}
