//! The settings that determine the figures of a job, and their hash, which identifies the output of other steps.

use anyhow::ensure;
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_128;

use crate::base::version;
use crate::candidates::banding::Banding;
use crate::candidates::{Method, MethodConfig};
use crate::settings::Settings;
use crate::similarity::Measure;
use crate::sketch::Layout;

/// Version of the columns and their meaning. A new version changes the hash.
const FORMAT: u32 = 1;

/// The settings of a job; the same in every step of it.
#[derive(Clone, Debug)]
pub struct JobSettings {
    /// Settings of terms and sketches, and the largest document.
    pub settings: Settings,
    /// How sketches are cut.
    pub banding: Banding,
    /// The measure that the threshold applies to.
    pub measure: Measure,
    /// Minimum similarity of a pair, 0..=1.
    pub threshold: f64,
}

impl JobSettings {
    /// Creates the job that finds the pairs of the method `lsh` with these settings at `threshold`.
    ///
    /// # Errors
    /// Another method, or a setting that is out of its range.
    pub fn new(
        settings: Settings,
        method_config: &MethodConfig,
        threshold: f64,
    ) -> anyhow::Result<Self> {
        let method = method_config.method;
        ensure!(
            [Method::Auto, Method::Lsh].contains(&method),
            "the steps of a worker are those of --method lsh, not of {method}; remove --method"
        );
        settings.check()?;
        let layout = Layout::new(&settings.sketching);
        let default_banding = || Banding::choose(layout, threshold, method_config.recall);
        Ok(JobSettings {
            banding: method_config.banding.unwrap_or_else(default_banding),
            measure: Method::Lsh.measure(method_config.measure),
            settings,
            threshold,
        })
    }

    /// The layout of the sketches.
    pub fn layout(&self) -> Layout {
        Layout::new(&self.settings.sketching)
    }

    /// Everything that determines the figures, as JSON: program, byte order and settings.
    pub fn described(&self) -> Value {
        json!({
            "format": FORMAT,
            "program": version::NUMBER,
            "commit": version::COMMIT,
            // Keys of bands and the bytes of stored sketches depend on it.
            "byte_order": if cfg!(target_endian = "little") { "little" } else { "big" },
            "normalisation": self.settings.normalisation,
            "sketching": self.settings.sketching,
            "max_bytes": self.settings.reading.max_bytes,
            "bands": self.banding.bands,
            "rows": self.banding.rows,
            "measure": self.measure.name(),
            "threshold": self.threshold,
        })
    }

    /// 128-bit XXH3 hash of [`JobSettings::described`], in hexadecimal. Equal hashes mean equal results.
    pub fn hash(&self) -> String {
        let described = self.described().to_string();
        format!("{:032x}", xxh3_128(described.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn job(change: impl Fn(&mut Settings, &mut MethodConfig)) -> anyhow::Result<JobSettings> {
        let (mut settings, mut config) = (Settings::default(), MethodConfig::default());
        change(&mut settings, &mut config);
        JobSettings::new(settings, &config, 0.8)
    }

    #[test]
    fn settings_of_figures_change_the_hash() {
        let hash = |job: anyhow::Result<JobSettings>| job.unwrap().hash();
        let plain = hash(job(|_, _| {}));
        assert_eq!(plain, hash(job(|s, _| s.reading.id_field = "key".into())));
        let other = JobSettings::new(Settings::default(), &MethodConfig::default(), 0.81);
        let other_hashes = [
            hash(job(|s, _| s.sketching.k = 5)),
            hash(job(|s, _| s.sketching.seed = 1)),
            hash(job(|s, _| s.normalisation.keep_case = true)),
            hash(job(|_, m| m.banding = Some(Banding { bands: 25, rows: 8 }))),
            hash(other),
        ];
        let hashes: HashSet<&String> = other_hashes.iter().chain([&plain]).collect();
        assert_eq!(hashes.len(), 6);
    }
}
