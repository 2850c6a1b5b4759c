//! Rules by which one of several near-duplicates stays.

use std::fmt;
use std::str::FromStr;

use globset::{Glob, GlobBuilder, GlobMatcher};
use thiserror::Error;

/// The text is not a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// No rule has this name.
    #[error("no rule; give one of {}, path:GLOB", Rule::ALL.map(|(name, _)| name).join(", "))]
    Unknown,
    /// `path:` without a glob.
    #[error("the glob is empty; give for example path:originals/*")]
    EmptyGlob,
    /// The glob is malformed.
    #[error(transparent)]
    Glob(#[from] globset::Error),
}

/// Which of several near-duplicates stays; in a tie the first in the corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// The first in the corpus.
    #[default]
    First,
    /// The one with the most characters.
    Longest,
    /// The one with the latest date; documents without a date are last.
    Newest,
    /// One whose id or file matches.
    Path(PathGlob),
}

impl Rule {
    /// The rules without a value, by name.
    pub const ALL: [(&'static str, Rule); 3] = [
        ("first", Rule::First),
        ("longest", Rule::Longest),
        ("newest", Rule::Newest),
    ];
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Rule::Path(glob) = self {
            return write!(f, "path:{}", glob.glob.glob());
        }
        let name = Rule::ALL.into_iter().find(|(_, rule)| rule == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        if let Some((_, rule)) = Rule::ALL.into_iter().find(|(name, _)| *name == text) {
            return Ok(rule);
        }
        let glob = text.strip_prefix("path:").ok_or(RuleError::Unknown)?;
        PathGlob::new(glob).map(Rule::Path)
    }
}

/// A glob for ids: `*` is anything, `?` one character, `[…]` one of a set, `{a,b}` an alternative. It matches
/// a full id, or the file of a row; a glob without `/` also matches the last part of the path.
#[derive(Clone, Debug)]
pub struct PathGlob {
    glob: Glob,
    matcher: GlobMatcher,
}

impl PartialEq for PathGlob {
    fn eq(&self, other: &Self) -> bool {
        self.glob == other.glob
    }
}

impl Eq for PathGlob {}

impl PathGlob {
    /// Parses a glob.
    ///
    /// # Errors
    /// It is empty or malformed.
    pub fn new(glob: &str) -> Result<Self, RuleError> {
        if glob.is_empty() {
            return Err(RuleError::EmptyGlob);
        }
        let glob = GlobBuilder::new(glob).literal_separator(false).build()?;
        Ok(PathGlob {
            matcher: glob.compile_matcher(),
            glob,
        })
    }

    /// Whether it matches the document with this id.
    pub fn matches(&self, id: &str) -> bool {
        let ends = id.match_indices('#').map(|(at, _)| at);
        let in_path = self.glob.glob().contains('/');
        ends.chain([id.len()]).any(|end| {
            let id = &id[..end];
            let last = id.rsplit('/').next().unwrap_or(id);
            self.matcher.is_match(id) || (!in_path && self.matcher.is_match(last))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsed_rules_are_printed_as_typed() {
        for text in ["first", "longest", "newest", "path:a/*.txt"] {
            let rule: Rule = text.parse().unwrap();
            assert_eq!(rule.to_string(), text);
        }
        for invalid in ["", "oldest", "path:", "path:["] {
            assert!(invalid.parse::<Rule>().is_err(), "{invalid}");
        }
    }

    #[test]
    fn a_glob_matches_an_id_a_file_or_a_name() {
        let matches = |glob: &str, id: &str| PathGlob::new(glob).unwrap().matches(id);
        assert!(matches("originals/*", "originals/a/b.txt"));
        assert!(matches("*.md", "a/b.md") && !matches("*.md", "a/b.md.txt"));
        assert!(
            matches("gold.jsonl", "data/gold.jsonl#7")
                && matches("data/gold.jsonl", "data/gold.jsonl#7")
        );
        assert!(matches("a#b.txt", "x/a#b.txt") && !matches("b.txt", "x/a#b.txt"));
        assert!(!matches("/a.txt", "a.txt"));
    }
}
