//! Names, similarities and the selection as the parts of this screen have them.

use crate::app::App;
use crate::app::names::Named;
use crate::base::{DocNo, sanitise};
use crate::cluster::{Cluster, Clustering};
use crate::screens::clusters::state::MATRIX_LIMIT;
use crate::typeset::figures::Glyphs;
use crate::ui::widgets::paint;

/// A similarity in four columns: `1.00` or ` .97`. Only what is 1 is written as 1.
pub fn two(value: f64) -> String {
    let hundredths = (value.clamp(0.0, 1.0) * 100.0).round() as u32;
    match hundredths {
        100 if value >= 1.0 => "1.00".into(),
        100 => " .99".into(),
        0 if value > 0.0 => " .01".into(),
        h => format!(" .{h:02}"),
    }
}

/// [`two`], with a third digit in place of the blank where two would put the value on the other side of `threshold`: .806
/// beside .81. Always four columns.
pub fn two_beside(value: f64, threshold: f64) -> String {
    let reaches = value >= threshold;
    let is_true = |shown: &str| {
        let shown: f64 = shown.trim_start().parse().unwrap_or(value);
        (shown >= threshold - 1e-9) == reaches
    };
    let two = two(value);
    if is_true(&two) {
        return two;
    }
    let thousandths = value.clamp(0.0, 1.0) * 1000.0;
    let three = |thousandths: f64| format!(".{:03}", thousandths.clamp(0.0, 999.0) as u32);
    let nearest = three(thousandths.round());
    match (is_true(&nearest), reaches) {
        (true, _) => nearest,
        (false, true) => three(thousandths.ceil()),
        (false, false) => three(thousandths.floor()),
    }
}

/// A similarity at which clusters fall apart in three decimals, rounded down: a threshold as shown does not part them yet.
pub fn not_above(value: f64) -> String {
    if value >= 1.0 {
        "1".into()
    } else {
        format!(".{:03}", (value.max(0.0) * 1000.0 + 1e-9).floor() as u32)
    }
}

/// The flag of a cluster that holds a pair below the threshold.
pub fn chain_flag(glyphs: Glyphs) -> &'static str {
    glyphs.pick("⚠ chain", "! chain")
}

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

/// The selected cluster.
#[derive(Clone, Copy)]
pub struct Selection<'a> {
    /// The documents.
    pub collection: &'a Named,
    /// All clusters.
    pub clustering: &'a Clustering,
    /// The selected one.
    pub cluster: &'a Cluster,
}

/// The selected cluster; `None` if there is none.
pub fn selection(app: &App) -> Option<Selection<'_>> {
    let clustering = app.data.clustering.as_deref()?;
    Some(Selection {
        cluster: app.clusters.selected(clustering)?,
        collection: app.data.named.as_ref()?,
        clustering,
    })
}

#[cfg(test)]
mod tests {
    use super::{not_above, start, two, two_beside};

    #[test]
    fn what_lies_below_the_threshold_does_not_look_as_if_it_reached_it() {
        assert_eq!(two_beside(0.7996, 0.8), ".799");
        assert_eq!(two_beside(0.7964, 0.8), ".796");
        assert_eq!(two_beside(0.8, 0.8), " .80");
        assert_eq!(two_beside(0.7996, 0.7), " .80");
    }

    #[test]
    fn where_a_cluster_falls_apart_is_never_rounded_up() {
        assert_eq!(
            [0.8396, 0.839, 0.84, 1.0].map(not_above),
            [".839", ".839", ".840", "1"]
        );
    }

    #[test]
    fn a_figure_is_the_same_at_each_threshold_but_for_its_digits() {
        // Digits of one value, at thresholds on both sides.
        assert_eq!(two_beside(0.806, 0.80), " .81");
        assert_eq!(two_beside(0.806, 0.81), ".806");
        assert_eq!(two_beside(0.824, 0.822), ".824");
        assert_eq!(two_beside(0.821, 0.822), " .82");
        assert_eq!(two_beside(0.9999, 1.0), " .99");
        assert_eq!(two_beside(1.0, 1.0), "1.00");
        for value in 0..=2000_u32 {
            let value = f64::from(value) / 2000.0;
            for threshold in 1..=1000_u32 {
                let threshold = f64::from(threshold) / 1000.0;
                let shown = two_beside(value, threshold);
                let read: f64 = shown.trim_start().parse().unwrap();
                assert_eq!(
                    read >= threshold - 1e-9,
                    value >= threshold,
                    "{value} {threshold} {shown}"
                );
                assert_eq!(shown.len(), 4);
            }
        }
    }

    #[test]
    fn only_one_is_written_as_one() {
        assert_eq!(two(1.0), "1.00");
        assert_eq!(two(0.9999), " .99");
        assert_eq!(two(0.6), " .60");
        assert_eq!(two(0.0001), " .01");
        assert_eq!(two(0.0), " .00");
    }

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
