//! Hard-wrapped prose as paragraphs: line breaks that only end a full line become spaces, so that a text can be wrapped
//! at any width. Every byte keeps its position, so spans of the source are spans of the result.

/// Minimum and maximum width of wrapped prose, in characters.
const MIN_WIDTH: usize = 40;
const MAX_WIDTH: usize = 120;

/// Replaces the line breaks of hard-wrapped paragraphs by spaces, so that the length does not change; `None` if there
/// are none. A break is replaced only if the next word would not have fitted on the line, in a paragraph where most
/// breaks are like this; so lists, code, verse and headings keep their lines. O(bytes).
pub fn reflowed(text: &str) -> Option<String> {
    let mut out = text.as_bytes().to_vec();
    let mut paragraph: Vec<(usize, &str)> = Vec::new();
    let mut is_changed = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if content.trim().is_empty() {
            is_changed |= join(&paragraph, &mut out);
            paragraph.clear();
        } else {
            paragraph.push((start, content));
        }
        start += line.len();
    }
    is_changed |= join(&paragraph, &mut out);
    let text = is_changed.then(|| String::from_utf8(out).ok());
    text.flatten()
}

/// Joins the full lines of a paragraph; returns whether there are any.
fn join(lines: &[(usize, &str)], out: &mut [u8]) -> bool {
    let lengths: Vec<usize> = lines
        .iter()
        .map(|(_, line)| line.trim_end().chars().count())
        .collect();
    let width = lengths.iter().copied().max().unwrap_or(0);
    if lines.len() < 2 || !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
        return false;
    }
    let is_full = |at: usize| {
        let next = lines[at + 1].1;
        let word = next
            .split_whitespace()
            .next()
            .map_or(0, |w| w.chars().count());
        can_continue(next) && lengths[at] + 1 + word > width
    };
    let breaks: Vec<usize> = (0..lines.len() - 1).filter(|at| is_full(*at)).collect();
    if breaks.is_empty() || breaks.len() * 3 < (lines.len() - 1) * 2 {
        return false;
    }
    for at in breaks {
        let (start, line) = lines[at];
        for byte in &mut out[start + line.len()..lines[at + 1].0] {
            *byte = b' ';
        }
    }
    true
}

/// Whether a line can continue a sentence: it is not indented and does not begin like a list item, a heading or quoted
/// mail.
fn can_continue(line: &str) -> bool {
    let first = line.chars().next();
    first.is_some_and(|c| c.is_alphanumeric() || "\"'“‘(«".contains(c)) && !is_numbered(line)
}

/// Whether a line begins as an item of a numbered list: `1.`, `12)`, `a)`.
fn is_numbered(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    let mark = word.trim_end_matches(['.', ')']);
    let is_short = mark.len() <= 3 && mark.len() < word.len();
    is_short && (mark.bytes().all(|b| b.is_ascii_digit()) || mark.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROSE: &str = "The morning ferry from Saltby to Holm ran on to a sandbank\n\
        in thick fog on Wednesday with sixty-one passengers and a\n\
        brass band on board.\n\nNobody was hurt.\nThe end.\n";

    #[test]
    fn full_lines_are_joined_and_bytes_keep_their_positions() {
        let text = reflowed(PROSE).unwrap();
        assert_eq!(text.len(), PROSE.len());
        let is_unchanged = |(a, b): (u8, u8)| a == b || (a, b) == (b'\n', b' ');
        assert!(PROSE.bytes().zip(text.bytes()).all(is_unchanged));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines[0].ends_with("and a brass band on board."));
        assert_eq!(lines[2..], ["Nobody was hurt.", "The end."]);
        let crlf = PROSE.replace('\n', "\r\n");
        assert_eq!(reflowed(&crlf).unwrap().lines().count(), 4);
    }

    #[test]
    fn lists_code_and_verse_keep_their_lines() {
        for text in [
            "",
            "one line",
            "- a first item that is as long as a line of prose would be\n- a second item\n- third\n",
            "fn main() {\n    let forty_columns = \"of code, that is wide\";\n    call();\n}\n",
            "1. A first step that is as long as a line of prose would be\n2. the second step\n",
            "Tyger Tyger, burning bright,\nIn the forests of the night;\nWhat immortal hand or eye,\n",
            "A heading over a paragraph\n==========================\ntext below it that is as wide as prose is\n",
        ] {
            assert_eq!(reflowed(text), None, "{text}");
        }
    }
}
