//! The cluster under the cursor, with the results it belongs to.

use crate::app::App;
use crate::app::names::Named;
use crate::cluster::{Cluster, Clustering};

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
