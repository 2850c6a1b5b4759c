//! Matching of names: a part of the name, or a glob. A pattern without capitals ignores case.

use regex::{Regex, RegexBuilder, escape};

/// A pattern for names.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As written.
    pub source: String,
    regex: Option<Regex>,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        let regex = |pattern: &Self| pattern.regex.as_ref().map(Regex::to_string);
        self.source == other.source && regex(self) == regex(other)
    }
}

impl Pattern {
    /// Matches names that contain `source`.
    pub fn part(source: &str) -> Self {
        Pattern::new(source, &escape(source))
    }

    /// Matches a glob if `source` has `*` (anything) or `?` (one character), otherwise a part of the name. A glob
    /// without `/` also matches the last part of a path.
    pub fn glob(source: &str) -> Self {
        if source.contains(['*', '?']) {
            Pattern::full_name(source)
        } else {
            Pattern::part(source)
        }
    }

    /// Matches a full name, in which `*` is anything and `?` one character. One without `/` also matches the last part
    /// of a path.
    pub fn full_name(source: &str) -> Self {
        let glob = |any: &str| {
            let escaped = escape(source).replace(r"\*", &format!("{any}*"));
            escaped.replace(r"\?", any)
        };
        let mut regex = glob(".");
        if !source.contains('/') {
            regex = format!("{regex}|.*/{}", glob("[^/]"));
        }
        Pattern::new(source, &format!(r"\A(?:{regex})\z"))
    }

    fn new(source: &str, regex: &str) -> Self {
        let any_case = !source.chars().any(char::is_uppercase);
        let regex = RegexBuilder::new(regex)
            .case_insensitive(any_case)
            .dot_matches_new_line(true)
            .build();
        Pattern {
            source: source.to_owned(),
            regex: regex.ok(),
        }
    }

    /// Whether it matches `name`; a pattern that is too long matches nothing.
    pub fn matches(&self, name: &str) -> bool {
        self.regex
            .as_ref()
            .is_some_and(|regex| regex.is_match(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: `*` is any number of characters, `?` one.
    fn naive(glob: &[char], name: &[char]) -> bool {
        match (glob.first(), name.first()) {
            (None, None) => true,
            (Some('*'), _) => (0..=name.len()).any(|n| naive(&glob[1..], &name[n..])),
            (Some(w), Some(c)) => (*w == '?' || w == c) && naive(&glob[1..], &name[1..]),
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
            prop_assert_eq!(Pattern::full_name(&wanted).matches(&name), naive(&w, &n));
        }
    }
}
