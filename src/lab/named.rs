//! Settings with a name, kept with the corpus.

/// Settings that a person has given a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<C> {
    /// The name: one line, not empty.
    pub name: String,
    /// The settings.
    pub choice: C,
    /// The threshold, 0..=1.
    pub threshold: f64,
}
