//! What a person looks for in a corpus.

use serde::{Deserialize, Serialize};

use crate::evidence::CopiedTextConfig;
use crate::settings::DEFAULT_THRESHOLD;

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

    /// Its command-line name.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::NearDuplicates => "near-duplicates",
            Purpose::CopiedText => "copied-text",
        }
    }

    /// Its name in sentences.
    pub fn phrase(self) -> &'static str {
        match self {
            Purpose::NearDuplicates => "near-duplicates",
            Purpose::CopiedText => "copied text",
        }
    }

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Purpose::NearDuplicates => Purpose::CopiedText,
            Purpose::CopiedText => Purpose::NearDuplicates,
        }
    }

    /// The threshold that it begins with, 0..=1.
    pub fn threshold(self) -> f64 {
        match self {
            Purpose::NearDuplicates => DEFAULT_THRESHOLD,
            Purpose::CopiedText => CopiedTextConfig::default().share,
        }
    }
}
