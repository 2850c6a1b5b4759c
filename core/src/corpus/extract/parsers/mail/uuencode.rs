//! Bodies that are encoded by `uuencode` (POSIX.1-2017), which mail had before base64.

/// What the lines between `begin` and `end` stand for, and whether they are whole; `None` without a line that begins
/// them.
pub(super) fn decoded(body: &[u8]) -> Option<(Vec<u8>, bool)> {
    let mut lines = body
        .split(|byte| *byte == b'\n')
        .map(|line| line.trim_ascii_end());
    lines.find(|line| line.starts_with(b"begin "))?;
    let mut out = Vec::new();
    let mut is_whole = true;
    for line in lines {
        if line == b"end" {
            return Some((out, is_whole));
        }
        let Some((length, signs)) = line.split_first() else {
            continue;
        };
        let length = usize::from(bits(*length));
        // Spaces, which stand for zeros, are lost at ends of lines.
        let needed = length.div_ceil(3) * 4;
        is_whole &=
            signs.iter().all(|sign| (b' '..=b'`').contains(sign)) && signs.len() <= needed + 1;
        let mut signs: Vec<u8> = signs.iter().map(|sign| bits(*sign)).collect();
        signs.resize(needed, 0);
        let begin = out.len();
        for four in signs.chunks_exact(4) {
            let [a, b, c, d] = [four[0], four[1], four[2], four[3]];
            out.extend([a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]);
        }
        out.truncate(begin + length);
    }
    Some((out, false))
}

/// The six bits that a sign stands for.
fn bits(sign: u8) -> u8 {
    sign.wrapping_sub(b' ') & 63
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_between_begin_and_end_are_decoded() {
        for (body, text, is_whole) in [
            (
                "begin 644 t\n4=75E;F-O9&5D('=O<F1S(&AE<F4\n`\nend\n",
                "uuencoded words here",
                true,
            ),
            (
                "A note before.\r\nbegin 600 a b.txt\r\n#0V%T\r\n \r\nend\r\n",
                "Cat",
                true,
            ),
            // Cut.
            ("begin 644 t\n#0V%T\n", "Cat", false),
        ] {
            let (read, whole) = decoded(body.as_bytes()).unwrap();
            assert_eq!(
                (&*String::from_utf8_lossy(&read), whole),
                (text, is_whole),
                "{body:?}"
            );
        }
        let with_other_sign = decoded(b"begin 644 t\n#0V%T\n#0\x7f%T\n`\nend\n").unwrap();
        assert!(with_other_sign.0.starts_with(b"Cat") && !with_other_sign.1);
        assert_eq!(decoded(b"plain words"), None);
    }
}
