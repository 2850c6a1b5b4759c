//! Unique names: the first of equal names is unchanged, the others get the suffix `~2`, `~3` …

use std::collections::{HashMap, HashSet};

/// The names assigned so far.
#[derive(Debug, Default)]
pub struct UniqueNames {
    taken: HashSet<String>,
    /// For each requested name, the next number to try.
    next: HashMap<String, u64>,
}

impl UniqueNames {
    /// Returns `name`, or the first free name with a number after it.
    pub fn give(&mut self, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let next = self.next.entry(name.clone()).or_insert(2);
        loop {
            let free = format!("{name}~{next}");
            *next += 1;
            if self.taken.insert(free.clone()) {
                return free;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_get_numbers() {
        let mut names = UniqueNames::default();
        let all = ["a", "a", "a~2", "a"].map(|name| names.give(name.to_owned()));
        assert_eq!(all, ["a", "a~2", "a~2~2", "a~3"]);
        // Time is linear in the number of names; quadratic time would be minutes.
        let last = (0..200_000).map(|_| names.give("log".to_owned())).last();
        assert_eq!(last.as_deref(), Some("log~200000"));
    }
}
