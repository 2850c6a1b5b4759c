//! The options of a command line that give a config.

use super::{AnalysisConfig, CliOption, Purpose, Setting, Value, table};
use crate::candidates::Method;

/// The options of `tune`, `worker` and `pairs` under which they compute the figures of `config` at `threshold`: those of
/// documents, terms, sketches and the pair search that differ from the defaults. Masks, clusters and passages have none there.
/// Options of one method only are those of the config's method, and those of the methods that are `shown` beside it.
pub fn arguments(config: &AnalysisConfig, threshold: f64, shown: &[Method]) -> Vec<String> {
    // A purpose has defaults of its own, which its option brings.
    let mut usual = AnalysisConfig::default();
    usual.adopt(config.purpose);
    usual.purpose = Purpose::default();
    let used = |method: &Method| *method == config.method_config.method || shown.contains(method);
    let applies = |row: &&Setting| row.methods.is_empty() || row.methods.iter().any(used);
    let rows = table::in_store().chain(table::of_pair_search());
    let changed = rows
        .filter(applies)
        .filter(|row| row.assigned(config) != row.assigned(&usual));
    let option = |row: &Setting| match (row.option, row.value(config)) {
        (_, Value::Auto) => None,
        (CliOption::Flag(key), value) => (value == Value::Name(1)).then(|| format!("--{key}")),
        (CliOption::Value(key, _), _) => Some(format!("--{key}={}", row.assigned(config))),
        (option, _) => Some(format!("--set={}={}", option.key(), row.assigned(config))),
    };
    let mut all: Vec<String> = changed.filter_map(option).collect();
    all.push(format!("--threshold={threshold}"));
    all
}
