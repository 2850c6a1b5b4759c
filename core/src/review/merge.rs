//! The union of two journals.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::journal::{Journal, Line};
use super::timestamp::Timestamp;

/// The union of the acts of two journals, ordered by time, then of the lines that turn masks on or off; lines that are
/// no acts come last. Two lines are the same act if their JSON is equal, fields that this version does not know
/// included, in whatever order they stand. Commutative, associative and idempotent.
#[must_use]
pub fn merge(a: &Journal, b: &Journal) -> Journal {
    let acts = union(a.acts.iter().chain(&b.acts), |act| act.when);
    let masks = union(a.masks.iter().chain(&b.masks), |act| act.when);
    let mut broken: Vec<_> = a.broken.iter().chain(&b.broken).cloned().collect();
    broken.sort_by(|x, y| x.raw.cmp(&y.raw));
    broken.dedup_by(|x, y| x.raw == y.raw);
    // After the header and the acts.
    for (broken, number) in broken.iter_mut().zip(acts.len() + masks.len() + 2..) {
        broken.number = number;
    }
    Journal {
        acts,
        masks,
        broken,
    }
}

/// Lines without those that say the same, ordered by time.
fn union<'a, A: Clone + 'a>(
    lines: impl Iterator<Item = &'a Line<A>>,
    when: impl Fn(&A) -> Timestamp,
) -> Vec<Line<A>> {
    let mut acts: BTreeMap<String, &Line<A>> = BTreeMap::new();
    for line in lines {
        // Of two ways to write one act, the lesser: it does not matter which journal comes first.
        let known = acts.entry(canonical(&line.raw)).or_insert(line);
        if line.raw < known.raw {
            *known = line;
        }
    }
    let mut acts: Vec<Line<A>> = acts.into_values().cloned().collect();
    acts.sort_by(|x, y| (when(&x.act), &x.raw).cmp(&(when(&y.act), &y.raw)));
    acts
}

/// The lines of `from` that `journal` lacks, acts ordered by time, then masks, then lines that are no acts.
#[must_use]
pub fn missing(journal: &Journal, from: &Journal) -> Vec<Vec<u8>> {
    fn raws(journal: &Journal) -> impl Iterator<Item = &String> {
        let acts = journal.acts.iter().map(|line| &line.raw);
        acts.chain(journal.masks.iter().map(|line| &line.raw))
    }
    let acts: BTreeSet<String> = raws(journal).map(|raw| canonical(raw)).collect();
    let broken: BTreeSet<&[u8]> = journal.broken.iter().map(|b| &b.raw[..]).collect();
    let from = merge(from, &Journal::default());
    let lacking = raws(&from).filter(|raw| !acts.contains(&canonical(raw)));
    let lines = lacking.map(|raw| raw.clone().into_bytes());
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
