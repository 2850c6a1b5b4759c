//! Plain text of mail whose lines were broken within words: `format=flowed; delsp=yes` (RFC 3676). A line that ends with
//! a space goes on in the next one, and the space belongs to the break. Texts without `delsp` stay as they are, because
//! their breaks stand between words.

use mail_parser::ContentType;

/// The text of a part of this type, with its broken lines joined where that says that breaks may stand within words.
pub(super) fn joined(kind: Option<&ContentType<'_>>, text: String) -> String {
    let says = |name: &str, value: &str| {
        let said = kind.and_then(|kind| kind.attribute(name));
        said.is_some_and(|said| said.eq_ignore_ascii_case(value))
    };
    match says("format", "flowed") && says("delsp", "yes") {
        true => join(&text),
        false => text,
    }
}

fn join(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Depth of quotation of the line that goes on.
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let words = line.trim_start_matches('>');
        let depth = line.len() - words.len();
        // A space at the beginning of a line is stuffed.
        let words = words.strip_prefix(' ').unwrap_or(words);
        let is_signature = words == "-- ";
        if open.take() != Some(depth) || is_signature {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&line[..depth]);
            if depth > 0 {
                out.push(' ');
            }
        }
        match words.strip_suffix(' ') {
            Some(begun) if !is_signature => {
                out.push_str(begun);
                open = Some(depth);
            }
            _ => out.push_str(words),
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_without_the_space_of_the_break() {
        for (written, text) in [
            ("alpha eps \nilon  \nzeta\n", "alpha epsilon zeta\n"),
            ("one\ntwo\n", "one\ntwo\n"),
            (">quo \n>ted\n> other \nown\n", "> quoted\n> other\nown\n"),
            ("end \n-- \nname\n", "end\n-- \nname\n"),
            (" >no quotation \n  stuffed\n", ">no quotation stuffed\n"),
            ("", "\n"),
        ] {
            assert_eq!(join(written), text, "{written:?}");
        }
    }
}
