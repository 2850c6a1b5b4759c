//! The parts of a text between what is masked.

use crate::engine::message::MaskedSpan;

/// What of `span` stands before, between and after the masked parts of `text`.
pub fn unmasked_parts(text: &str, span: (usize, usize), masked: &[MaskedSpan]) -> Vec<String> {
    let (mut from, end) = span;
    let mut parts = Vec::new();
    for mask in masked
        .iter()
        .filter(|mask| mask.end > span.0 && mask.start < end)
    {
        parts.push((from, mask.start.max(from)));
        from = mask.end.max(from);
    }
    parts.push((from, end.max(from)));
    let parts = parts
        .into_iter()
        .filter_map(|(from, to)| text.get(from..to.min(end).max(from)));
    let parts = parts.filter(|part| part.contains(char::is_alphanumeric));
    parts.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Reason;

    #[test]
    fn masked_parts_are_left_out() {
        let mask = |start, end| MaskedSpan {
            start,
            end,
            words: 1,
            reason: Reason::Phrase,
        };
        let text = "one two three four five";
        let parts = |span, masked: &[MaskedSpan]| unmasked_parts(text, span, masked);
        assert_eq!(parts((4, 18), &[]), ["two three four"]);
        assert_eq!(
            parts((4, 18), &[mask(0, 3), mask(8, 13), mask(19, 23)]),
            ["two ", " four"]
        );
        assert_eq!(parts((4, 18), &[mask(0, 23)]), [""; 0]);
        assert_eq!(parts((4, 18), &[mask(0, 7), mask(14, 23)]), [" three "]);
    }
}
