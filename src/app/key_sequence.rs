//! One key, or two pressed one after the other.

use std::fmt;
use std::str::FromStr;

use super::key::{Key, NotAKey};

/// What a command is bound to: `q`, `ctrl-d`, `g g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeySequence {
    /// The key, or the first of two.
    pub first: Key,
    /// The second.
    pub then: Option<Key>,
}

impl fmt::Display for KeySequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.then {
            Some(then) => write!(f, "{} {then}", self.first),
            None => self.first.fmt(f),
        }
    }
}

impl From<Key> for KeySequence {
    fn from(first: Key) -> Self {
        KeySequence { first, then: None }
    }
}

impl FromStr for KeySequence {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let mut keys = text.split_whitespace().map(Key::from_str);
        match (keys.next(), keys.next(), keys.next()) {
            (Some(first), then, None) => Ok(KeySequence {
                first: first?,
                then: then.transpose()?,
            }),
            _ => Err(NotAKey(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_read_as_they_are_written() {
        for text in ["q", "ctrl-d", "g g", "Space f"] {
            let keys: KeySequence = text.parse().unwrap();
            assert_eq!(keys.to_string(), text);
        }
        for wrong in ["", " ", "a b c", "nokey", "g nokey"] {
            assert!(wrong.parse::<KeySequence>().is_err(), "{wrong}");
        }
    }
}
