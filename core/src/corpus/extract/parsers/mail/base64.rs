//! Base64 with other signs in it, cut off, in several pieces or with plain text behind it.

use mail_parser::decoders::base64::base64_decode;

/// What can be decoded of a body, and the plain text behind it.
pub(super) fn decoded(body: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let (mut out, mut signs) = (Vec::new(), Vec::new());
    let mut lines = Lines { rest: body };
    // Whether the encoded text may be at its end: after a blank line or one with padding.
    let mut may_end = false;
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
        if has_begun && (!has_signs || may_end) && is_plain(rest) {
            decode(&mut signs, &mut out)?;
            return Some((out, rest));
        }
        may_end = false;
        for piece in line.split_inclusive(|byte| *byte == b'=') {
            signs.extend(piece.iter().copied().filter(|byte| is_sign(*byte)));
            if piece.ends_with(b"=") {
                // Another encoded text may follow.
                decode(&mut signs, &mut out)?;
                may_end = true;
            }
        }
    }
    decode(&mut signs, &mut out)?;
    Some((out, &[]))
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

/// Whether most lines have signs that base64 does not have.
fn is_plain(text: &[u8]) -> bool {
    let (mut plain, mut encoded) = (0_u32, 0_u32);
    let lines = Lines { rest: text };
    for line in lines.take(LOOKED_AT) {
        let line = line.trim_ascii();
        match line.iter().all(|byte| is_sign(*byte) || *byte == b'=') {
            _ if line.is_empty() => {}
            true => encoded += 1,
            false => plain += 1,
        }
    }
    plain > encoded
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
