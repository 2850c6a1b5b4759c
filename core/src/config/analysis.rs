//! The analysis config, its purpose, and the constraints between its values.

use serde::{Deserialize, Serialize};

use crate::candidates::MethodConfig;
use crate::candidates::super_shingles::{ALTAVISTA_VALUES, SuperShingles};
use crate::cluster::{DecidedDifferent, Linkage};
use crate::evidence::CopiedTextConfig;
use crate::mask::MaskConfig;
use crate::settings::{DEFAULT_THRESHOLD, Settings, Sketching};
use crate::similarity::{Bridging, Measure};

/// All parameters that determine the results, except the threshold. They can be changed while the
/// program runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalysisConfig {
    /// The question that the lists answer.
    pub purpose: Purpose,
    /// Parameters of reading, normalisation and sketching.
    pub settings: Settings,
    /// Parameters of the pair search.
    pub method_config: MethodConfig,
    /// Linkage criterion of the clustering.
    pub linkage: Linkage,
    /// Whether pairs with the decision 'different' connect clusters.
    pub decided_different: DecidedDifferent,
    /// Text that is excluded from the comparison.
    pub masks: MaskConfig,
    /// How shared runs become passages.
    pub bridging: Bridging,
}

impl AnalysisConfig {
    /// Returns the config with incompatible values corrected: bands × rows that exceed the sketch size become
    /// automatic, super-shingles are limited by the sketch size, and a passage is at least as long as a shingle.
    pub fn fitted(mut self) -> Self {
        let values = self.settings.sketching.permutations;
        let k = self.settings.sketching.k;
        let method_config = &mut self.method_config;
        method_config.banding = method_config
            .banding
            .filter(|banding| banding.bands * banding.rows <= values);
        method_config.passage = method_config.passage.map(|terms| terms.max(k));
        method_config.super_shingles = match method_config.super_shingles {
            SuperShingles::AltaVista if values < ALTAVISTA_VALUES => SuperShingles::default(),
            other => other,
        };
        if let SuperShingles::Sorted { width, needed } = &mut method_config.super_shingles {
            *width = (*width).min(values);
            let maximum = u32::try_from(values + 1 - *width).unwrap_or(u32::MAX);
            *needed = (*needed).min(maximum);
        }
        self
    }

    /// Sets a purpose with its default k and measure. Changes nothing if the config already has this purpose.
    pub fn adopt(&mut self, purpose: Purpose) {
        if self.purpose == purpose {
            return;
        }
        self.purpose = purpose;
        let copied = CopiedTextConfig::default();
        (self.settings.sketching.k, self.method_config.measure) = match purpose {
            Purpose::NearDuplicates => (Sketching::default().k, Measure::default()),
            Purpose::CopiedText => (copied.k, copied.measure),
        };
    }

    /// The definition of copied text under these settings, with `threshold` as the minimum share. For
    /// near-duplicates, the defaults of copied text with the bridging of this config.
    pub fn copied_text(&self, threshold: f64) -> CopiedTextConfig {
        match self.purpose {
            Purpose::NearDuplicates => CopiedTextConfig {
                bridging: self.bridging,
                ..CopiedTextConfig::default()
            },
            Purpose::CopiedText => CopiedTextConfig {
                k: self.settings.sketching.k,
                measure: self.method_config.measure,
                share: threshold,
                bridging: self.bridging,
                ..CopiedTextConfig::default()
            },
        }
    }
}

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

    /// The command-line name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The purpose with this command-line name.
    pub fn from_name(name: &str) -> Option<Self> {
        let entry = Self::ALL.into_iter().find(|(own, _)| *own == name);
        entry.map(|(_, purpose)| purpose)
    }

    /// Default threshold of the purpose, 0..=1.
    pub fn threshold(self) -> f64 {
        match self {
            Purpose::NearDuplicates => DEFAULT_THRESHOLD,
            Purpose::CopiedText => CopiedTextConfig::default().share,
        }
    }
}
