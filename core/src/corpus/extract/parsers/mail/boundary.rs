//! The lines that part a body [RFC 2046, 5.1.1].

/// The parts of `body` between lines of this boundary; `None` if there is no such line. A part that is not closed ends
/// with the body. What stands before the first and behind the last part is none. A part of which `has_parts` says that
/// it has parts of its own with the same boundary, as some programs write them, ends where those are closed.
pub(super) fn parts<'b>(
    body: &'b [u8],
    boundary: &[u8],
    has_parts: &dyn Fn(&[u8]) -> bool,
) -> Option<Vec<&'b [u8]>> {
    let mut parts = Vec::new();
    // Where the present part begins, and where the bytes behind the line before do.
    let (mut open, mut last): (Option<usize>, usize) = (None, 0);
    // Number of parts around the present place that have the same boundary.
    let mut depth = 0_u32;
    let (mut is_nested, mut is_closed) = (false, false);
    let mut at = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let (begin, end) = (at, at + line.len());
        at = end;
        let Some(is_close) = told(line, boundary) else {
            continue;
        };
        match open {
            Some(_) if !is_close && has_parts(&body[last..begin]) => {
                (depth, is_nested) = (depth + 1, true);
            }
            Some(part) if depth == 1 && is_close => {
                parts.push(&body[part..end]);
                (open, depth) = (None, 0);
            }
            Some(_) if depth > 0 => depth -= u32::from(is_close),
            present => {
                parts.extend(present.map(|part| without_end(&body[part..begin])));
                (open, is_closed) = ((!is_close).then_some(end), is_close);
            }
        }
        last = end;
    }
    if is_nested && !is_closed {
        // Which of them is not closed nobody can tell: each stands for itself.
        return self::parts(body, boundary, &|_| false);
    }
    parts.extend(open.map(|begin| &body[begin..]));
    (!parts.is_empty()).then_some(parts)
}

/// Whether a line of this boundary closes the parts of `body`.
pub(super) fn is_closed(body: &[u8], boundary: &[u8]) -> bool {
    let mut lines = body.split_inclusive(|byte| *byte == b'\n');
    lines.any(|line| told(line, boundary) == Some(true))
}

/// Whether a line is of this boundary, and if so, whether it closes the parts: white space may follow, and no more.
fn told(line: &[u8], boundary: &[u8]) -> Option<bool> {
    let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?;
    match rest.trim_ascii_end() {
        b"" => Some(false),
        b"--" => Some(true),
        _ => None,
    }
}

/// A part without the line end before the boundary, which belongs to that.
fn without_end(part: &[u8]) -> &[u8] {
    let part = part.strip_suffix(b"\n").unwrap_or(part);
    part.strip_suffix(b"\r").unwrap_or(part)
}

/// The boundary that `body` seems to have: that of the first line that begins with two hyphens, if a line closes it or
/// a header of content follows.
pub(super) fn guessed(body: &[u8]) -> Option<&[u8]> {
    let mut lines = body.split_inclusive(|byte| *byte == b'\n');
    let first = lines.find(|line| line.starts_with(b"--") && !is_rule(line))?;
    let boundary = first[2..].trim_ascii_end();
    let next = lines.next().unwrap_or_default();
    let is_header = |line: &[u8]| {
        let begin = line.get(..8).unwrap_or_default();
        begin.eq_ignore_ascii_case(b"content-")
    };
    (is_header(next) || lines.any(|line| told(line, boundary) == Some(true))).then_some(boundary)
}

/// Whether a line is a rule, or the one before a signature.
fn is_rule(line: &[u8]) -> bool {
    line.trim_ascii_end().iter().all(|byte| *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str, boundary: &str) -> Option<Vec<String>> {
        let has_parts = |part: &[u8]| part.starts_with(b"parts");
        let parts = parts(body.as_bytes(), boundary.as_bytes(), &has_parts)?;
        let text = |part: &[u8]| String::from_utf8_lossy(part).into_owned();
        Some(parts.into_iter().map(text).collect())
    }

    #[test]
    fn a_line_that_only_begins_like_the_boundary_is_text() {
        let body = "before\n--x\none\n--xy\n--x z\nmid --x\n --x\n--x--y\n--x \t\r\ntwo\r\n--x--\nbehind\n";
        let one = "one\n--xy\n--x z\nmid --x\n --x\n--x--y";
        assert_eq!(read(body, "x").unwrap(), [one, "two"]);
        assert_eq!(read("--x\n\none", "x").unwrap(), ["\none"]);
        assert_eq!(read("--x--\n", "x"), None);
        assert_eq!(read("words\n", "x"), None);
        // More parts behind the end.
        assert_eq!(
            read("--x\na\n--x--\n--x\nb\n--x--", "x").unwrap(),
            ["a", "b"]
        );
    }

    #[test]
    fn parts_in_a_part_may_have_its_boundary() {
        let inner = "parts\n--x\none\n--x\ntwo\n--x--\n";
        let body = format!("--x\n{inner}\n--x\nlast\n--x--\n");
        assert_eq!(read(&body, "x").unwrap(), [inner, "last"]);
        let deeper = body.replace("one", "parts\n--x\nzero\n--x--");
        assert_eq!(read(&deeper, "x").unwrap().len(), 2);
        // One of them is not closed.
        let body = "--x\nparts\n--x\none\n--x\nlast\n--x--\n";
        assert_eq!(read(body, "x").unwrap(), ["parts", "one", "last"]);
    }

    #[test]
    fn a_boundary_is_guessed_where_parts_are_closed_or_have_headers() {
        let of =
            |body: &str| guessed(body.as_bytes()).map(|b| String::from_utf8_lossy(b).into_owned());
        assert_eq!(of("a\n--B=1\n\nwords\n--B=1--\n").as_deref(), Some("B=1"));
        assert_eq!(
            of("--B\r\nContent-Type: text/html\r\n\r\nwords").as_deref(),
            Some("B")
        );
        assert_eq!(of("words\n-- \nname\n-----\n"), None);
        assert_eq!(of("words\n--option of a program\n"), None);
    }
}
