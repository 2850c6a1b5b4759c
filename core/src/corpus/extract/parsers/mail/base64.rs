//! Base64 with other signs in it, cut off, in several pieces or with plain text behind it.

use mail_parser::decoders::base64::base64_decode;

/// What can be decoded of a body, and the plain text behind it.
pub(super) fn decoded(body: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let (mut out, mut signs) = (Vec::new(), Vec::new());
    let mut lines = Lines { rest: body };
    // Whether the encoded text may be at its end: after a blank line, one with padding, or one that is short.
    let mut may_end = false;
    let mut longest = 0;
    loop {
        let rest = lines.rest;
        let Some(line) = lines.next() else {
            break;
        };
        let line = line.trim_ascii();
        if line.is_empty() {
            may_end |= !signs.is_empty();
            continue;
        }
        let has_signs = line.iter().any(|byte| is_sign(*byte));
        let has_begun = !(signs.is_empty() && out.is_empty());
        if has_begun && (!has_signs || may_end || is_sentence(line)) && is_plain(rest) {
            decode(&mut signs, &mut out)?;
            return Some((out, rest));
        }
        let is_short = line.len() < longest;
        longest = longest.max(line.len());
        may_end = false;
        for piece in line.split_inclusive(|byte| *byte == b'=') {
            signs.extend(piece.iter().copied().filter(|byte| is_sign(*byte)));
            if piece.ends_with(b"=") {
                // Another encoded text may follow.
                decode(&mut signs, &mut out)?;
                may_end = true;
            }
        }
        may_end |=
            is_short && signs.len().is_multiple_of(4) && is_plain_line(next_line(lines.rest));
    }
    decode(&mut signs, &mut out)?;
    Some((out, &[]))
}

/// Whether an encoded text consists of whole groups of four signs, padding included (RFC 4648, section 4).
pub(super) fn is_whole(encoded: &[u8]) -> bool {
    let signs = encoded
        .iter()
        .filter(|byte| is_sign(**byte) || **byte == b'=');
    signs.count().is_multiple_of(4)
}

/// Decodes the signs of one encoded text.
fn decode(signs: &mut Vec<u8>, out: &mut Vec<u8>) -> Option<()> {
    // A single sign of a group of four stands for no byte.
    if signs.len() % 4 == 1 {
        signs.pop();
    }
    signs.resize(signs.len().next_multiple_of(4), b'=');
    out.extend(base64_decode(signs)?);
    signs.clear();
    Some(())
}

fn is_sign(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

/// Whether most lines are no base64.
fn is_plain(text: &[u8]) -> bool {
    let (mut plain, mut encoded) = (0_u32, 0_u32);
    let lines = Lines { rest: text };
    for line in lines.take(LOOKED_AT) {
        match is_plain_line(line) {
            _ if line.trim_ascii().is_empty() => {}
            true => plain += 1,
            false => encoded += 1,
        }
    }
    plain > encoded
}

/// Whether a line is no base64: it has signs that base64 does not have, or its words are those of a language.
fn is_plain_line(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let has_other = |byte: &u8| !is_sign(*byte) && *byte != b'=' && !byte.is_ascii_whitespace();
    if line.iter().any(has_other) {
        return true;
    }
    let mut words = line.split(u8::is_ascii_whitespace);
    match words.clone().filter(|word| !word.is_empty()).count() {
        0 => false,
        1 => is_word(line) && (!line.len().is_multiple_of(4) || !is_text_in_base64(line)),
        _ => words.any(is_word),
    }
}

/// Whether a line consists of several words and nothing else.
fn is_sentence(line: &[u8]) -> bool {
    let words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let is_punctuation = |byte: &u8| b".,:;!?()\"'".contains(byte);
    let bare = |word: &&[u8]| {
        let begin = word
            .iter()
            .position(|byte| !is_punctuation(byte))
            .unwrap_or(word.len());
        let word = &word[begin..];
        let end = word
            .iter()
            .rposition(|byte| !is_punctuation(byte))
            .map_or(0, |at| at + 1);
        is_word(&word[..end])
    };
    let (all, of_language) = (words.clone().count(), words.filter(bare).count());
    all > 1 && all == of_language
}

/// Whether letters alternate between small and large ones as in a word: all small, all large, or the first one large.
/// Of eight signs of base64 one in a thousand is such a word.
fn is_word(word: &[u8]) -> bool {
    let Some((first, rest)) = word.split_first() else {
        return false;
    };
    let is_capital = || word.iter().all(u8::is_ascii_uppercase);
    first.is_ascii_alphabetic() && rest.iter().all(u8::is_ascii_lowercase) || is_capital()
}

/// Whether a line decodes to text without control characters.
fn is_text_in_base64(line: &[u8]) -> bool {
    let decoded = base64_decode(line).unwrap_or_default();
    let text = std::str::from_utf8(&decoded);
    text.is_ok_and(|text| !text.contains(|c: char| c.is_control() && !c.is_whitespace()))
}

fn next_line(text: &[u8]) -> &[u8] {
    Lines { rest: text }.next().unwrap_or_default()
}

/// Lines that are looked at to tell plain text.
const LOOKED_AT: usize = 100;

struct Lines<'b> {
    rest: &'b [u8],
}

impl<'b> Iterator for Lines<'b> {
    type Item = &'b [u8];

    fn next(&mut self) -> Option<&'b [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|byte| *byte == b'\n');
        let (line, rest) = self.rest.split_at(end.map_or(self.rest.len(), |at| at + 1));
        self.rest = rest;
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_text_ends_where_plain_text_begins() {
        for (body, text, behind) in [
            ("b25lIHR3bw==\n", "one two", ""),
            ("b25l\n\nIHR3bw==", "one two", ""),
            // Two encoded texts, each with its padding.
            ("b25lIA==\ndHdv\n", "one two", ""),
            ("b25lIA==dHdv\n", "one two", ""),
            ("b25l\n_____\nthe list\n", "one", "_____\nthe list\n"),
            ("b25lIA==\nthe list, below\n", "one ", "the list, below\n"),
            (
                "b25l\n\nUnsubscribe\nby a mail, to me\nor so.\n",
                "one",
                "Unsubscribe\nby a mail, to me\nor so.\n",
            ),
            // Letters alone.
            ("b25lIA==\nUnsubscribe\n", "one ", "Unsubscribe\n"),
            (
                "b25lIA==\n\nFooter of the list\nUnsubscribe here\n",
                "one ",
                "Footer of the list\nUnsubscribe here\n",
            ),
            ("b25lIHR3byB0\naHJl\nFooter\n", "one two thre", "Footer\n"),
            (
                "b25lIHR3byB0\naHJlZSBmb3Vy\nFooter of the list\nHier\n",
                "one two three four",
                "Footer of the list\nHier\n",
            ),
            // Short lines, not the end.
            ("b25lIHR3byB0\naHJl\nZSBmb3Vy\n", "one two three four", ""),
            // Spaces within.
            ("b25l IHR3 byB0\naHJl ZSBm b3Vy\n", "one two three four", ""),
            // Damage, not the end.
            (
                "b2!!5l\n*** **\nIHR3\nbyB0\naHJl\nZSBm\n",
                "one two three f",
                "",
            ),
            ("-- \nb25l\n", "one", ""),
        ] {
            let (read, rest) = decoded(body.as_bytes()).unwrap();
            assert_eq!(String::from_utf8_lossy(&read), text, "{body:?}");
            assert_eq!(String::from_utf8_lossy(rest), behind, "{body:?}");
        }
    }
}
