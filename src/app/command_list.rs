//! Searching the command table: the rows of the help dialog and of the command palette; fuzzy matching of names.

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

use super::commands::{COMMANDS, Command, CommandEntry, groups};
use super::screen::Screen;
use crate::lecture::glossary;
use crate::typeset::wrap;

/// A row of the help dialog.
#[derive(Clone, Debug)]
pub enum HelpRow {
    /// Heading of a group.
    Heading(&'static str),
    /// A command.
    Entry(&'static CommandEntry),
    /// A glossary term with the first line of its meaning; on further lines the term is empty.
    Term(&'static str, &'static str),
}

/// Rows of the help dialog: the keys of `screen` first, then its other commands, and those of other screens. Only
/// entries that contain all words of `text`; matching glossary terms come last.
pub fn help_rows(screen: Screen, text: &str) -> Vec<HelpRow> {
    let words = SearchTerms::new(text);
    let (mut rows, mut group) = (Vec::new(), None);
    let matches = |e: &&'static CommandEntry| {
        words.all_in(&format!("{} {} {}", e.name, e.doc, e.keys.join(" ")))
    };
    let all = || COMMANDS.iter().filter(|e| e.is_of_screens() && matches(e));
    // The keys of the hint bar first, in its order; movement commands last.
    let is_hinted = |e: &CommandEntry| {
        let is_one_key = e.keys.first().is_some_and(|key| !key.contains(' '));
        is_one_key && !e.hint.is_empty() && e.works_on(screen)
    };
    let mut hinted = Vec::from_iter(all().filter(|e| is_hinted(e)));
    hinted.sort_by_key(|e| e.rank);
    let hinted = hinted.into_iter().map(|e| (screen.name(), e));
    let here = || all().filter(|e| e.works_on(screen) && !is_hinted(e));
    let special = here().filter(|e| e.group != groups::MOVE);
    let moves = here().filter(|e| e.group == groups::MOVE);
    let elsewhere = all().filter(|e| !e.works_on(screen));
    let grouped = special.chain(moves).map(|e| (e.group.0, e));
    let grouped = hinted.chain(grouped);
    for (heading, entry) in grouped.chain(elsewhere.map(|e| (e.group.1, e))) {
        if group != Some(heading) {
            rows.push(HelpRow::Heading(heading));
            group = Some(heading);
        }
        rows.push(HelpRow::Entry(entry));
    }
    if words.0.is_empty() {
        return rows;
    }
    let mut terms = glossary(&[]);
    terms.retain(|term| words.all_in(&format!("{} {}", term.name, term.says)));
    rows.extend((!terms.is_empty()).then_some(HelpRow::Heading("Words")));
    for term in terms {
        let parts = wrap::rows(term.says, MEANING_WIDTH).into_iter();
        let names = std::iter::once(term.name).chain(std::iter::repeat(""));
        let row = |(name, part): (_, &'static str)| HelpRow::Term(name, part.trim_end());
        rows.extend(names.zip(parts).map(row));
    }
    rows
}

/// Width of the meaning of a glossary term, in columns: the space to the right of the names in an 80-column dialog.
const MEANING_WIDTH: usize = 52;

/// Words of a search text, in lower case.
struct SearchTerms(Vec<String>);

impl SearchTerms {
    fn new(text: &str) -> Self {
        SearchTerms(text.split_whitespace().map(str::to_lowercase).collect())
    }

    /// Whether `text` contains all of them.
    fn all_in(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.0.iter().all(|word| text.contains(word.as_str()))
    }
}

/// Matching commands of the palette, best first, with the positions of matched characters in their
/// names.
pub fn palette_rows(screen: Screen, text: &str) -> Vec<(&'static CommandEntry, Vec<usize>)> {
    let matcher = Matcher::new(text);
    let words = SearchTerms::new(text);
    let skip = [Command::Palette, Command::Escape, Command::Interrupt];
    let mut rows: Vec<_> = COMMANDS
        .iter()
        .filter(|e| e.works_on(screen) && !skip.contains(&e.command))
        .filter(|e| !text.trim().is_empty() || e.group != groups::MOVE)
        .filter_map(|e| {
            let by_name = matcher.find(e.name);
            // Names are matched fuzzily, descriptions only by substrings.
            let by_doc = words.all_in(e.doc).then_some(0);
            let score = by_name.as_ref().map(|(score, _)| *score).max(by_doc)?;
            Some((score, e, by_name.unwrap_or_default().1))
        })
        .collect();
    rows.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    rows.into_iter().map(|(_, e, at)| (e, at)).collect()
}

/// Matches all words of a pattern in a name, in any order; case-sensitive only if the pattern has
/// capitals.
pub struct Matcher {
    skim: SkimMatcherV2,
    words: Vec<String>,
}

impl Matcher {
    /// Creates a matcher for a white-space separated pattern.
    pub fn new(pattern: &str) -> Self {
        Matcher {
            skim: SkimMatcherV2::default().smart_case(),
            words: pattern.split_whitespace().map(str::to_owned).collect(),
        }
    }

    /// Score only, which is much cheaper than positions; `None` for no match.
    pub fn score(&self, name: &str) -> Option<i64> {
        self.words.iter().try_fold(0, |sum, word| {
            Some(sum + self.skim.fuzzy_match(name, word)?)
        })
    }

    /// Score, which is higher for better matches, and positions of the matched characters (not bytes), ascending;
    /// `None` for no match.
    pub fn find(&self, name: &str) -> Option<(i64, Vec<usize>)> {
        let (mut score, mut indices) = (0, Vec::new());
        for word in &self.words {
            let (more, at) = self.skim.fuzzy_indices(name, word)?;
            score += more;
            indices.extend(at);
        }
        indices.sort_unstable();
        indices.dedup();
        Some((score, indices))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_match_in_any_order_with_their_positions() {
        let (_, indices) = Matcher::new("md lab").find("lab3/x.md").unwrap();
        assert_eq!(indices, [0, 1, 2, 7, 8]);
        assert!(Matcher::new("zz").find("lab3").is_none());
        assert_eq!(Matcher::new(" ").find("lab3"), Some((0, Vec::new())));
    }
}
