//! The selection and the flag of a chain as the parts of this screen have them.

use crate::app::{App, NamedDocuments};
use crate::cluster::{Cluster, Clustering};
use crate::typeset::figures::Glyphs;

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
