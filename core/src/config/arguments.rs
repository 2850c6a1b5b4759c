//! The options of a command line that give a config.

use super::setting::{CliOption, Value};
use super::{AnalysisConfig, Setting, table};
use crate::candidates::Method;

/// The options of `tune` under which it computes the figures of `config` at `threshold`: those of documents, terms,
/// sketches and the pair search that differ from the defaults. Masks, clusters and passages have none there. Options of one
/// method only are those of the config's method, and those of the methods that are `shown` beside it.
pub fn arguments(config: &AnalysisConfig, threshold: f64, shown: &[Method]) -> Vec<String> {
    // A purpose has defaults of its own, which its option brings.
    let mut usual = AnalysisConfig::default();
    usual.adopt(config.purpose);
    usual.purpose = AnalysisConfig::default().purpose;
    let used = |method: &Method| *method == config.method_config.method || shown.contains(method);
    let applies = |row: &&Setting| row.methods.is_empty() || row.methods.iter().any(used);
    let rows = table::in_store().chain(table::of_pair_search());
    let changed = rows.filter(applies);
    let changed = changed.filter(|row| row.value(config) != row.value(&usual));
    let mut all: Vec<String> = changed.flat_map(|row| option(row, config)).collect();
    let stopwords = &config.settings.normalisation.drop_stopwords;
    if !stopwords.is_empty() {
        let long = table::STOP_WORDS.option.long();
        all.retain(|word| !word.starts_with(&format!("--{long}")));
        all.push(format!("--{long}={}", stopwords.join(",")));
    }
    all.push(format!("--threshold={threshold}"));
    all
}

/// The option that gives a setting the value in `config`; none where the program chooses it.
fn option(row: &Setting, config: &AnalysisConfig) -> Vec<String> {
    let long = row.option.long();
    match (row.option, row.value(config)) {
        (_, Value::Auto) => Vec::new(),
        (_, Value::Banding(banding)) => vec![
            format!("--bands={}", banding.bands),
            format!("--rows={}", banding.rows),
        ],
        (CliOption::Flag(_), Value::Name(0)) => Vec::new(),
        (CliOption::Flag(_), _) => vec![format!("--{long}")],
        (_, value) => vec![format!("--{long}={}", row.print(&value))],
    }
}
