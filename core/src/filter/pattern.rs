//! Matching of names: a part of the name, or a glob. Without capitals, case does not count.

use std::borrow::Cow;

/// A pattern for names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    source: String,
    /// The source as characters, in lower case if case does not count.
    wanted: Vec<char>,
    /// The same as text.
    text: String,
    glob: bool,
    any_case: bool,
}

impl Pattern {
    /// A plain word: a part of the name.
    pub fn part(source: &str) -> Self {
        Pattern::new(source, false)
    }

    /// A glob if it has `*` (anything) or `?` (one character), else a part of the name. A glob without `/`
    /// may match the last part of a path alone.
    pub fn glob(source: &str) -> Self {
        Pattern::new(source, source.contains(['*', '?']))
    }

    /// A whole name, in which `*` is anything and `?` one character. One without `/` may match the last part of
    /// a path alone.
    pub fn full_name(source: &str) -> Self {
        Pattern::new(source, true)
    }

    fn new(source: &str, glob: bool) -> Self {
        let any_case = !source.chars().any(char::is_uppercase);
        let text = if any_case {
            source.to_lowercase()
        } else {
            source.to_owned()
        };
        Pattern {
            wanted: text.chars().collect(),
            source: source.to_owned(),
            text,
            glob,
            any_case,
        }
    }

    /// The pattern as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it matches `name`.
    pub fn matches(&self, name: &str) -> bool {
        let name: Cow<'_, str> = if self.any_case {
            name.to_lowercase().into()
        } else {
            name.into()
        };
        if !self.glob {
            return name.contains(&self.text);
        }
        let last = name.rsplit('/').next().unwrap_or(&name);
        let in_path = self.wanted.contains(&'/');
        glob(&self.wanted, &name) || (!in_path && glob(&self.wanted, last))
    }
}

/// Whether the glob matches all of `name`. At a mismatch the last `*` takes one character more, so the time
/// is at most the product of both lengths.
fn glob(wanted: &[char], name: &str) -> bool {
    let (mut at, mut rest) = (0, name.chars());
    let mut star: Option<(usize, std::str::Chars<'_>)> = None;
    loop {
        let before = rest.clone();
        match (wanted.get(at), rest.next()) {
            (Some('*'), _) => {
                star = Some((at, before.clone()));
                (at, rest) = (at + 1, before);
            }
            (Some(w), Some(c)) if *w == '?' || *w == c => at += 1,
            (None, None) => return true,
            _ => {
                let Some((from, taken)) = &mut star else {
                    return false;
                };
                if taken.next().is_none() {
                    return false;
                }
                (at, rest) = (*from + 1, taken.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: `*` is any number of characters, `?` one.
    fn naive(wanted: &[char], name: &[char]) -> bool {
        match (wanted.first(), name.first()) {
            (None, None) => true,
            (Some('*'), _) => (0..=name.len()).any(|n| naive(&wanted[1..], &name[n..])),
            (Some(w), Some(c)) => (*w == '?' || w == c) && naive(&wanted[1..], &name[1..]),
            _ => false,
        }
    }

    #[test]
    fn a_glob_matches_the_whole_name_or_its_last_part() {
        let glob = |pattern, name| Pattern::glob(pattern).matches(name);
        assert!(glob("orig_*", "originals/orig_b.txt"));
        assert!(glob("orig_?.txt", "orig_b.txt"));
        assert!(!glob("orig_", "answers/a.txt"));
        assert!(!glob("rig_*", "originals/orig_b.txt"));
        assert!(glob("originals/*", "originals/orig_b.txt"));
        assert!(!glob("*/x", "x"));
        assert!(glob("ORIG*", "ORIGINAL.txt") && !glob("ORIG*", "original.txt"));
        assert!(Pattern::part("AbC").matches("xAbCx") && Pattern::part("abc").matches("xABCx"));
        assert!(Pattern::part("a*b").matches("a*b") && !Pattern::part("a*b").matches("aab"));
    }

    proptest! {
        #[test]
        fn globs_are_as_defined(wanted in "[ab*?]{0,8}", name in "[ab]{0,8}") {
            let (w, n): (Vec<char>, Vec<char>) = (wanted.chars().collect(), name.chars().collect());
            prop_assert_eq!(glob(&w, &name), naive(&w, &n));
        }
    }
}
