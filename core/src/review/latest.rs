//! The act that counts: the last one of each person on each thing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::journal::Line;
use super::thing::Key;

/// For each thing, the number in `acts` of the last act of each person. The last one is that of the latest time,
/// and of equal times the one whose line is the greater: the order of lines does not matter. `key` says what an
/// act is on. Acts that take everything back are left out.
pub fn latest<T: Ord>(
    acts: &[Line],
    key: impl Fn(&Line) -> Key<T>,
) -> BTreeMap<Key<T>, BTreeMap<&str, usize>> {
    let mut all: BTreeMap<Key<T>, BTreeMap<&str, usize>> = BTreeMap::new();
    for (number, line) in acts.iter().enumerate() {
        let people = all.entry(key(line)).or_default();
        match people.entry(&line.act.by) {
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
    for people in all.values_mut() {
        people.retain(|_, number| !acts[*number].act.is_blank());
    }
    all.retain(|_, people| !people.is_empty());
    all
}
