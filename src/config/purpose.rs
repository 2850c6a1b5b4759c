//! What a person looks for in a corpus.

use serde::{Deserialize, Serialize};

/// The question that the screens and lists answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Which documents are near-duplicates?
    #[default]
    NearDuplicates,
    /// What was copied, and from where?
    CopiedText,
}

impl Purpose {
    /// All purposes with their command-line names.
    pub const ALL: [(&'static str, Purpose); 2] = [
        ("near-duplicates", Purpose::NearDuplicates),
        ("copied-text", Purpose::CopiedText),
    ];
}
