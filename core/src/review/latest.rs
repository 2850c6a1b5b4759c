//! The act that counts: the last one on each thing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::journal::JournalLine;
use super::subject::DecisionKey;

/// For each thing, the number in `acts` of the last act. The last one is that of the latest time, and of equal times
/// the one whose line is the greater: the order of lines does not matter. `key` says what an act is on. Acts that
/// take everything back are left out.
pub fn latest<T: Ord>(
    acts: &[JournalLine],
    key: impl Fn(&JournalLine) -> DecisionKey<T>,
) -> BTreeMap<DecisionKey<T>, usize> {
    let mut all: BTreeMap<DecisionKey<T>, usize> = BTreeMap::new();
    for (number, line) in acts.iter().enumerate() {
        match all.entry(key(line)) {
            Entry::Vacant(slot) => {
                slot.insert(number);
            }
            Entry::Occupied(mut slot) => {
                let current = &acts[*slot.get()];
                if (line.act.when, &line.raw) > (current.act.when, &current.raw) {
                    slot.insert(number);
                }
            }
        }
    }
    all.retain(|_, number| !acts[*number].act.is_blank());
    all
}
