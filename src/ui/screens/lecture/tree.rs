//! A dendrogram of a lecture, drawn as that of the Clusters screen.

use super::look::{Look, Row};
use crate::lecture::{Tree, said};
use crate::ui::widgets::tree::{self, Merge, Merges};

/// The rows of a dendrogram.
pub fn rows(tree: &Tree, look: Look<'_>) -> Vec<Row> {
    let names = tree.items.iter().map(|name| look.signs(&said(name)));
    let merges = tree.merges.iter().map(|merge| Merge {
        left: merge.left.clone(),
        right: merge.right.clone(),
        similarity: merge.similarity,
    });
    let drawn = Merges {
        names: names.collect(),
        merges: merges.collect(),
        threshold: tree.threshold,
    };
    let says = |value: f64| look.teller.share(value);
    let bar = says(tree.threshold);
    tree::rows(&drawn, look.width, (&says, &bar), look.theme)
}
