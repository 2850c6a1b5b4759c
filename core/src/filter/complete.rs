//! Completion of field names as a filter is typed.

use std::ops::Range;

use super::field::{FIELDS, Field, Target};

/// Fields that the word at the cursor may become.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// Bytes of the typed word, without its `-`; empty between terms.
    pub typed: Range<usize>,
    /// The fields that begin with it, in the order of [`FIELDS`]; all of them between terms.
    pub fields: Vec<&'static Field>,
}

impl Completion {
    /// The field that a key completes the word to; none where no word has been begun.
    pub fn first(&self) -> Option<&'static Field> {
        let begun = !self.typed.is_empty();
        self.fields.first().copied().filter(|_| begun)
    }
}

/// The fields that the word before `cursor` (a byte offset into `text`) may become.
pub fn complete(text: &str, cursor: usize, target: Target) -> Completion {
    let cursor = text.floor_char_boundary(cursor);
    let before = &text[..cursor];
    let start = before.rfind(char::is_whitespace).map_or(0, |at| {
        at + before[at..].chars().next().map_or(0, char::len_utf8)
    });
    let start = start + usize::from(before[start..].starts_with('-'));
    let word = before[start..].to_ascii_lowercase();
    let followed = text[cursor..].starts_with(|c: char| !c.is_whitespace());
    let quoted = before.matches('"').count() % 2 == 1;
    let fits = |field: &&Field| {
        let is_complete = word == field.name && field.start_of_term().ends_with(' ');
        field.targets.contains(&target) && field.name.starts_with(&word) && !is_complete
    };
    Completion {
        typed: start..cursor,
        fields: if followed || quoted {
            Vec::new()
        } else {
            FIELDS.iter().filter(fits).collect()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        let completion = complete(text, text.len(), Target::Pairs);
        completion.fields.iter().map(|f| f.name).collect()
    }

    #[test]
    fn the_word_before_the_cursor_becomes_a_field() {
        assert_eq!(names("words>5 -of"), ["of", "of_a", "of_b"]);
        assert_eq!(names("un"), ["unreviewed"]);
        assert_eq!(names("new"), [] as [&str; 0]);
        assert_eq!(names("of>"), [] as [&str; 0]);
        assert_eq!(names("\"of"), [] as [&str; 0]);
        assert_eq!(complete("siz", 3, Target::Clusters).fields[0].name, "size");
        assert!(complete("siz", 3, Target::Pairs).fields.is_empty());
        let between = complete("of>1% ", 6, Target::Pairs);
        assert!(between.fields.len() > 10 && between.first().is_none());
        assert_eq!(complete("a -wo b", 5, Target::Pairs).typed, 3..5);
        assert!(
            complete("wo", 1, Target::Pairs).fields.is_empty(),
            "in a word"
        );
    }
}
