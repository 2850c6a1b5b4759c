//! A dendrogram of a lecture, drawn as that of the Clusters screen.

use super::look::{Look, Row};
use crate::lecture::{Tree, said};
use crate::ui::widgets::tree::{self, Merges};

/// The rows of a dendrogram.
pub fn rows(tree: &Tree, look: Look<'_>) -> Vec<Row> {
    let names = tree.items.iter().map(|name| look.signs(&said(name)));
    let drawn = Merges {
        names: names.collect(),
        merges: &tree.merges,
        threshold: tree.threshold,
    };
    let says = |value: f64| look.teller.share(value);
    let bar = says(tree.threshold);
    tree::rows(&drawn, look.width, (&says, &bar), look.theme)
}
