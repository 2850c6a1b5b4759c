//! State that several screens use.

pub mod corpus;
pub mod decisions;
pub mod histogram;
pub mod reanalysis;

use crate::engine::message::MaskedSpan;

/// Names of themes, and the current one. Empty if the terminal has too few colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Themes {
    /// Name and description of each.
    pub all: Vec<(String, String)>,
    /// The current one.
    pub shown: usize,
    /// The theme before the list was opened.
    pub before: usize,
}

/// The parts of `span` before, between and after the excluded parts of `text`.
pub fn unmasked_parts(text: &str, span: (usize, usize), masked: &[MaskedSpan]) -> Vec<String> {
    let (mut from, end) = span;
    let mut parts = Vec::new();
    let within = |mask: &&MaskedSpan| mask.end > span.0 && mask.start < end;
    for mask in masked.iter().filter(within) {
        parts.push((from, mask.start.max(from)));
        from = mask.end.max(from);
    }
    parts.push((from, end.max(from)));
    let parts = parts.into_iter();
    parts
        .filter_map(|(from, to)| text.get(from..to.min(end).max(from)))
        .filter(|part| part.contains(char::is_alphanumeric))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Reason;

    #[test]
    fn masked_parts_are_excluded() {
        let mask = |start, end| MaskedSpan {
            start,
            end,
            words: 1,
            reason: Reason::Phrase,
        };
        let text = "one two three four five";
        let parts = |span, masked: &[MaskedSpan]| unmasked_parts(text, span, masked);
        assert_eq!(parts((4, 18), &[]), ["two three four"]);
        let got = parts((4, 18), &[mask(0, 3), mask(8, 13), mask(19, 23)]);
        assert_eq!(got, ["two ", " four"]);
        assert_eq!(parts((4, 18), &[mask(0, 23)]), [""; 0]);
        assert_eq!(parts((4, 18), &[mask(0, 7), mask(14, 23)]), [" three "]);
    }
}
