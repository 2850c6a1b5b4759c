//! Named settings, stored with the annotations of a corpus.

use serde::{Deserialize, Serialize};

/// Settings saved by the user under a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Named<C> {
    /// The name: one line, not empty.
    pub name: String,
    /// The saved settings.
    pub choice: C,
    /// The threshold, 0..=1.
    pub threshold: f64,
}
