//! The analysis config: everything that determines the results, except the threshold. Its settings are the rows of
//! [`table`]. The command-line options, the Settings dialog and the sliders of the Tune screen are built from these
//! rows, so a new setting needs a field, a row and, for an option of a method, a line in `MethodConfig::in_use`.

mod analysis;
mod setting;
mod steps;
pub mod table;

#[cfg(test)]
mod tests;

use crate::candidates::Method;
use crate::candidates::super_shingles::SuperShingles;
pub use analysis::{AnalysisConfig, Purpose};
pub use setting::{CliOption, Named, Setting, Value, ValueKind, WrongValue};

impl AnalysisConfig {
    /// The settings relevant in this config, in display order. Settings of other methods are excluded, and for
    /// AltaVista super-shingles the settings of runs.
    pub fn shown(&self) -> Vec<&'static Setting> {
        let by_position = self.method_config.super_shingles == SuperShingles::AltaVista;
        let relevant = |setting: &&Setting| match setting.only() {
            Some(method) if method != self.method_config.method => false,
            _ => !(by_position && [&table::WIDTH, &table::NEEDED].contains(setting)),
        };
        table::on_screen().filter(relevant).collect()
    }

    /// The settings in which two configs differ and that are relevant in either.
    pub fn changed<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'static Setting> + 'a {
        let (rows, other_rows) = (self.shown(), other.shown());
        let relevant = move |row: &Setting| rows.iter().chain(&other_rows).any(|r| *r == row);
        let differs = |row: &Setting| row.value(self) != row.value(other);
        table::on_screen().filter(move |row| relevant(row) && differs(row))
    }

    /// The work required to go from this config to another; `None` if nothing changes.
    pub fn work_to(&self, to: &Self) -> Option<Work> {
        let (a, b) = (&self.settings, &to.settings);
        let in_use = |config: &Self| config.method_config.in_use(config.method_config.method);
        if a.reading != b.reading || a.normalisation != b.normalisation {
            Some(Work::Texts)
        } else if a.sketching != b.sketching || self.masks != to.masks {
            Some(Work::Sketches)
        } else if in_use(self) != in_use(to) {
            Some(Work::Pairs)
        } else {
            let of_clusters =
                |config: &Self| (config.linkage, config.decided_different, config.bridging);
            (of_clusters(self) != of_clusters(to)).then_some(Work::Clusters)
        }
    }

    /// Returns the config with every setting of the dialog reset to its default. Other settings are unchanged.
    pub fn with_defaults(&self) -> Self {
        let mut config = self.clone();
        config.adopt(Purpose::default());
        for setting in table::on_screen() {
            setting.reset(&mut config);
        }
        config
    }
}

/// Recomputation that a configuration change requires, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// Rebuild the clusters from the same pairs.
    Clusters,
    /// Repeat the pair search.
    Pairs,
    /// Recompute the sketches, then the pairs.
    Sketches,
    /// Read the texts again.
    Texts,
}

impl Work {
    /// Description of the work.
    pub fn name(self) -> &'static str {
        match self {
            Work::Clusters => "clusters are built again",
            Work::Pairs => "pairs are looked for again",
            Work::Sketches => "documents are sketched again",
            Work::Texts => "texts are read again",
        }
    }
}

/// The options with which `tune`, `worker` and `pairs` compute the figures of `config` at `threshold`: settings of
/// documents, terms, sketches and the pair search that differ from the defaults. Settings of masks, clusters and
/// passages are not included. Options of a single method are included for the config's method, and for the methods in
/// `shown`.
pub fn arguments(config: &AnalysisConfig, threshold: f64, shown: &[Method]) -> Vec<String> {
    // The option of a purpose also sets the defaults of the purpose.
    let mut defaults = AnalysisConfig::default();
    defaults.adopt(config.purpose);
    defaults.purpose = Purpose::default();
    let is_used = |m: &Method| *m == config.method_config.method || shown.contains(m);
    let applies = |row: &&Setting| row.methods.is_empty() || row.methods.iter().any(is_used);
    let rows = table::in_index().chain(table::of_pair_search());
    let changed = rows
        .filter(applies)
        .filter(|row| row.assigned(config) != row.assigned(&defaults));
    let option = |row: &Setting| match (row.option, row.value(config)) {
        (_, Value::Auto) => None,
        (CliOption::Flag(key), value) => (value == Value::Name(1)).then(|| format!("--{key}")),
        (CliOption::Value(key, _), _) => Some(format!("--{key}={}", row.assigned(config))),
        (option, _) => Some(format!("--set={}={}", option.key(), row.assigned(config))),
    };
    let mut options: Vec<String> = changed.filter_map(option).collect();
    options.push(format!("--threshold={threshold}"));
    options
}
