//! The cluster under the cursor, with the results it belongs to.

use crate::app::App;
use crate::cluster::{Cluster, Clustering};
use crate::collection::Collection;

/// The selected cluster.
#[derive(Clone, Copy)]
pub struct Selection<'a> {
    /// The documents.
    pub collection: &'a Collection,
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
        collection: app.data.collection.as_deref()?,
        clustering,
    })
}
