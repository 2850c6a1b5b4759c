//! The act that counts: the last one on each thing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::journal::Line;
use super::thing::Key;

/// For each thing, the number in `acts` of the last act. The last one is that of the latest time, and of equal times
/// the one whose line is the greater: the order of lines does not matter. `key` says what an act is on. Acts that
/// take everything back are left out.
pub fn latest<T: Ord>(acts: &[Line], key: impl Fn(&Line) -> Key<T>) -> BTreeMap<Key<T>, usize> {
    let mut all: BTreeMap<Key<T>, usize> = BTreeMap::new();
    for (number, line) in acts.iter().enumerate() {
        match all.entry(key(line)) {
            Entry::Vacant(slot) => {
                slot.insert(number);
            }
            Entry::Occupied(mut slot) => {
                let known = &acts[*slot.get()];
                if (line.act.when, &line.raw) > (known.act.when, &known.raw) {
                    slot.insert(number);
                }
            }
        }
    }
    all.retain(|_, number| !acts[*number].act.is_blank());
    all
}
