//! Similarities and the selection as the parts of this screen have them.

use crate::app::App;
use crate::app::names::NamedDocuments;
use crate::cluster::{Cluster, Clustering};
use crate::typeset::figures::Glyphs;

/// A similarity with two decimals, or with three if rounding would move it to the other side of `threshold`: .806
/// beside .81. Only exactly 1 is written as 1, and only exactly 0 as 0.
pub fn two_beside(value: f64, threshold: f64) -> String {
    let hundredths = (value.clamp(0.0, 1.0) * 100.0).round() as u32;
    let hundredths = hundredths.clamp(u32::from(value > 0.0), 99 + u32::from(value >= 1.0));
    let reaches = value >= threshold;
    if (f64::from(hundredths) / 100.0 >= threshold - 1e-9) != reaches {
        let thousandths = value * 1000.0;
        let thousandths = if reaches {
            (thousandths - 1e-9).ceil().min(999.0)
        } else {
            (thousandths + 1e-9).floor()
        };
        return format!(".{thousandths:03}");
    }
    match hundredths {
        100 => "1.00".to_owned(),
        hundredths => format!(".{hundredths:02}"),
    }
}

/// The flag of a cluster that holds a pair below the threshold.
pub fn chain_flag(glyphs: Glyphs) -> &'static str {
    glyphs.pick("⚠ chain", "! chain")
}

/// The selected cluster.
#[derive(Clone, Copy)]
pub struct SelectedCluster<'a> {
    /// The documents.
    pub collection: &'a NamedDocuments,
    /// All clusters.
    pub clustering: &'a Clustering,
    /// The selected one.
    pub cluster: &'a Cluster,
}

/// The selected cluster; `None` if there is none.
pub fn selection(app: &App) -> Option<SelectedCluster<'_>> {
    let clustering = app.data.clustering.as_deref()?;
    Some(SelectedCluster {
        cluster: app.clusters.selected(clustering)?,
        collection: app.data.named.as_ref()?,
        clustering,
    })
}

#[cfg(test)]
mod tests {
    use super::two_beside;

    #[test]
    fn a_figure_is_on_the_side_of_the_threshold_that_its_value_is_on() {
        for (value, threshold, shown) in [
            (0.7996, 0.8, ".799"),
            (0.8, 0.8, ".80"),
            (0.7996, 0.7, ".80"),
            (0.806, 0.80, ".81"),
            (0.806, 0.81, ".806"),
            (0.9999, 1.0, ".99"),
            (1.0, 1.0, "1.00"),
            (0.0001, 0.5, ".01"),
            (0.0, 0.5, ".00"),
        ] {
            assert_eq!(two_beside(value, threshold), shown);
        }
        for value in 0..=2000_u32 {
            let value = f64::from(value) / 2000.0;
            for threshold in 1..=1000_u32 {
                let threshold = f64::from(threshold) / 1000.0;
                let shown = two_beside(value, threshold);
                let read: f64 = shown.parse().unwrap();
                let reaches = read >= threshold - 1e-9;
                assert_eq!(reaches, value >= threshold, "{value} {threshold} {shown}");
                assert!(shown.len() <= 4);
            }
        }
    }
}
