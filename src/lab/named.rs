//! Settings with a name, kept with the corpus.

use serde::{Deserialize, Serialize};

/// Settings that a person has given a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Named<C> {
    /// The name: one line, not empty.
    pub name: String,
    /// The settings.
    pub choice: C,
    /// The threshold, 0..=1.
    pub threshold: f64,
}
