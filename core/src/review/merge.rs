//! The union of two journals.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::journal::{Journal, Line};

/// The union of the acts of two journals, ordered by time; lines that are no acts come last. Two lines are the same
/// act if their JSON is equal, fields that this version does not know included, in whatever order they stand.
/// Commutative, associative and idempotent.
#[must_use]
pub fn merge(a: &Journal, b: &Journal) -> Journal {
    let mut acts: BTreeMap<String, &Line> = BTreeMap::new();
    for line in a.acts.iter().chain(&b.acts) {
        // Of two ways to write one act, the lesser: it does not matter which journal comes first.
        let known = acts.entry(canonical(&line.raw)).or_insert(line);
        if line.raw < known.raw {
            *known = line;
        }
    }
    let mut acts: Vec<Line> = acts.into_values().cloned().collect();
    acts.sort_by(|x, y| (x.act.when, &x.raw).cmp(&(y.act.when, &y.raw)));
    let mut broken: Vec<_> = a.broken.iter().chain(&b.broken).cloned().collect();
    broken.sort_by(|x, y| x.raw.cmp(&y.raw));
    broken.dedup_by(|x, y| x.raw == y.raw);
    // After the header and the acts.
    for (broken, number) in broken.iter_mut().zip(acts.len() + 2..) {
        broken.number = number;
    }
    Journal { acts, broken }
}

/// The lines of `from` that `journal` lacks, acts ordered by time, then lines that are no acts.
#[must_use]
pub fn missing(journal: &Journal, from: &Journal) -> Vec<Vec<u8>> {
    let acts: BTreeSet<String> = journal.acts.iter().map(|l| canonical(&l.raw)).collect();
    let broken: BTreeSet<&[u8]> = journal.broken.iter().map(|b| &b.raw[..]).collect();
    let from = merge(from, &Journal::default());
    let lacking = from
        .acts
        .iter()
        .filter(|l| !acts.contains(&canonical(&l.raw)));
    let lines = lacking.map(|line| line.raw.clone().into_bytes());
    let others = from.broken.iter().filter(|b| !broken.contains(&b.raw[..]));
    lines.chain(others.map(|b| b.raw.clone())).collect()
}

/// A line of JSON with the fields of every object in the order of their names.
fn canonical(line: &str) -> String {
    match serde_json::from_str::<Value>(line) {
        Ok(value) => sorted(value).to_string(),
        Err(_) => line.to_owned(),
    }
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<String, Value> = fields.into_iter().collect();
            let fields = fields
                .into_iter()
                .map(|(name, value)| (name, sorted(value)));
            Value::Object(Map::from_iter(fields))
        }
        Value::Array(values) => values.into_iter().map(sorted).collect(),
        other => other,
    }
}
