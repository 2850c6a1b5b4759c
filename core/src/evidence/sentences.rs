//! The sentence around a place in a text, by the boundaries of Unicode Standard Annex 29.

use unicode_segmentation::UnicodeSegmentation;

/// Longest sentence, in bytes. Text without full stops is not one sentence of many pages.
const LONGEST: usize = 1500;

/// Letters and digits up to which a part is the mark of a list item or an initial, which belongs to what follows.
const MARK: usize = 2;

/// The byte span of the sentence that contains `byte`, or ends before the blanks there, within its line of `text`;
/// without blanks around it. `None` where the line has none, or one of over 1,500 bytes.
pub fn around(text: &str, byte: usize) -> Option<(usize, usize)> {
    let byte = text.floor_char_boundary(byte);
    let from = text.floor_char_boundary(byte.saturating_sub(LONGEST));
    let until = text.ceil_char_boundary(byte.saturating_add(LONGEST).min(text.len()));
    let line_start = text[from..byte].rfind('\n').map(|at| from + at + 1);
    let line_end = text[byte..until].find('\n').map(|at| byte + at);
    let start = line_start.unwrap_or(from);
    let line = &text[start..line_end.unwrap_or(until)];
    let mut sentences = in_line(line);
    let sentence =
        sentences.find(|(first, end)| start + end > byte && !is_blank(&line[*first..*end]));
    let (first, end) = sentence.map(|(first, end)| (start + first, start + end))?;
    // What reaches the limits of what was looked at may be longer.
    let cut = (line_start.is_none() && first == from && from > 0)
        || (line_end.is_none() && end == until && until < text.len());
    let trimmed = &text[first..end];
    let first = end - trimmed.trim_start().len();
    let end = first + trimmed.trim().len();
    (!cut && end - first <= LONGEST).then_some((first, end))
}

/// The byte spans of all sentences of a text, in order: those that [`around`] finds. Where a line is longer than what
/// that looks at, a span may be another.
pub fn all(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut before = 0;
    let lines = text.split('\n').map(move |line| {
        let start = before;
        before += line.len() + 1;
        (start, line)
    });
    let sentences = lines.flat_map(|(start, line)| {
        let spans = in_line(line).filter(|(first, end)| !is_blank(&line[*first..*end]));
        spans.map(move |(first, end)| (start + first, start + end))
    });
    let trimmed = sentences.map(|(first, end)| {
        let sentence = &text[first..end];
        let first = end - sentence.trim_start().len();
        (first, first + sentence.trim().len())
    });
    trimmed.filter(|(first, end)| end - first <= LONGEST)
}

/// The parts of a line, each with the blanks behind it. What is no more than a mark belongs to what follows.
fn in_line(line: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut begun = None;
    line.split_sentence_bound_indices()
        .filter_map(move |(at, part)| {
            let first = *begun.get_or_insert(at);
            let end = at + part.len();
            let letters = line[first..end].chars();
            let letters = letters.filter(|c| c.is_alphanumeric());
            let is_mark = letters.take(MARK + 1).count() <= MARK;
            if is_mark && end < line.len() {
                return None;
            }
            begun = None;
            Some((first, end))
        })
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Where the sentence begins that has the first letter or digit at or after `byte`; that letter where it is in no
/// sentence. `None` at the end of the text.
pub fn after(text: &str, byte: usize) -> Option<usize> {
    let byte = text.ceil_char_boundary(byte);
    let letter = byte + text.get(byte..)?.find(char::is_alphanumeric)?;
    Some(around(text, letter).map_or(letter, |(start, _)| start))
}

/// Where the sentence begins that has the last letter or digit before `byte`; that letter where it is in no sentence.
/// `None` at the start of the text.
pub fn before(text: &str, byte: usize) -> Option<usize> {
    let byte = text.floor_char_boundary(byte);
    let letter = text[..byte].rfind(char::is_alphanumeric)?;
    Some(around(text, letter).map_or(letter, |(start, _)| start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sentence_at(text: &str, byte: usize) -> Option<&str> {
        around(text, byte).map(|(start, end)| &text[start..end])
    }

    #[test]
    fn a_sentence_ends_with_its_full_stop_or_its_line() {
        let text = "The ferry ran aground.  Nobody was hurt! Was it fog?\nA heading\n\n  The end";
        for (words, sentence) in [
            ("The ferry", "The ferry ran aground."),
            ("aground", "The ferry ran aground."),
            ("Nobody", "Nobody was hurt!"),
            ("fog", "Was it fog?"),
            ("heading", "A heading"),
            ("  The end", "The end"),
            ("end", "The end"),
        ] {
            let at = text.find(words).unwrap();
            assert_eq!(sentence_at(text, at), Some(sentence), "{words}");
        }
        assert_eq!(sentence_at(text, text.find("\n\n").unwrap() + 1), None);
        assert_eq!(sentence_at(text, text.len()), None);
        assert_eq!(sentence_at("", 0), None);
    }

    #[test]
    fn marks_of_lists_and_initials_belong_to_what_follows() {
        let text = "1. Definitions. \"Work\" means a text, e.g. a poem. J. Smith wrote it. Ok.";
        for (words, sentence) in [
            ("1.", "1. Definitions."),
            ("means", "\"Work\" means a text, e.g. a poem."),
            ("Smith", "J. Smith wrote it."),
            ("Ok", "Ok."),
        ] {
            let at = text.find(words).unwrap();
            assert_eq!(sentence_at(text, at), Some(sentence), "{words}");
        }
    }

    #[test]
    fn all_sentences_are_those_around_their_places() {
        let text = "1. The ferry ran aground.  Nobody was hurt! Was it fog?\n\n \nA heading\n  J. Smith wrote it. Ok.\n";
        let sentences: Vec<&str> = all(text).map(|(start, end)| &text[start..end]).collect();
        let want = [
            "1. The ferry ran aground.",
            "Nobody was hurt!",
            "Was it fog?",
            "A heading",
            "J. Smith wrote it.",
            "Ok.",
        ];
        assert_eq!(sentences, want);
        let words = "word ".repeat(1000);
        assert_eq!(all(&format!("{words}\nThe end.")).count(), 1);
    }

    #[test]
    fn text_without_full_stops_is_no_sentence() {
        let words = "word ".repeat(1000);
        assert_eq!(sentence_at(&words, 2500), None);
        assert_eq!(sentence_at(&words, 0), None);
        let after = format!("{words}end. The next sentence.");
        assert_eq!(
            sentence_at(&after, after.len() - 4),
            Some("The next sentence.")
        );
    }

    #[test]
    fn sentences_follow_each_other_in_both_directions() {
        let text = "One. Two!\n\n***\n  \"Three?\" Four";
        let mut at = Vec::from([0]);
        while let Some((_, end)) = around(text, *at.last().unwrap()) {
            let Some(next) = after(text, end) else { break };
            at.push(next);
        }
        let begin = |words: &str| text.find(words).unwrap();
        assert_eq!(at, ["One", "Two", "\"Three", "Four"].map(begin));
        let mut back = vec![*at.last().unwrap()];
        while let Some(start) = before(text, *back.last().unwrap()) {
            back.push(start);
        }
        back.reverse();
        assert_eq!(back, at);
    }

    proptest! {
        #[test]
        fn each_byte_of_a_sentence_is_in_it(text in "(\\PC|[ .!?a-c\n]){0,60}", at in 0_usize..200) {
            if let Some((start, end)) = around(&text, at) {
                let sentence = &text[start..end];
                prop_assert!(!sentence.is_empty() && sentence == sentence.trim() && !sentence.contains('\n'));
                for byte in start..end {
                    prop_assert_eq!(around(&text, byte), Some((start, end)));
                }
            }
            let sentences: Vec<_> = all(&text).collect();
            for span in &sentences {
                prop_assert_eq!(around(&text, span.0), Some(*span));
            }
            if let Some(span) = around(&text, at) {
                prop_assert!(sentences.contains(&span));
            }
        }
    }
}
