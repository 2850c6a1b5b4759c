//! Quoted-printable [RFC 2045, 6.7], also where it was not written by its rules: what is no escape stands for itself.

/// The bytes that `body` stands for.
pub(super) fn decoded(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        // White space at the end of a line was added on its way.
        let words = line.trim_ascii_end();
        let end = match line {
            [.., b'\r', b'\n'] => &b"\r\n"[..],
            [.., b'\n'] => b"\n",
            _ => b"",
        };
        let (mut rest, end) = match words.strip_suffix(b"=") {
            // The line goes on in the next one.
            Some(words) => (words, &b""[..]),
            None => (words, end),
        };
        while let Some(at) = rest.iter().position(|byte| *byte == b'=') {
            out.extend(&rest[..at]);
            match escape(&rest[at..]) {
                Some(byte) => {
                    out.push(byte);
                    rest = &rest[at + 3..];
                }
                None => {
                    out.push(b'=');
                    rest = &rest[at + 1..];
                }
            }
        }
        out.extend(rest);
        out.extend(end);
    }
    out
}

/// The byte that an escape at the beginning of `bytes` stands for.
fn escape(bytes: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    u8::try_from(digit(1)? << 4 | digit(2)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_bytes_and_all_else_is_itself() {
        for (body, text) in [
            ("gr=C3=BC=c3=9f\n", "grüß\n"),
            ("one =\ntwo=  \r\n three", "one two three"),
            ("spaces \t\r\nend  ", "spaces\r\nend"),
            ("a =20\nb", "a  \nb"),
            ("a=b ==3D =zz=3\n=", "a=b == =zz=3\n"),
            ("x=3D=\n=3D", "x=="),
            ("", ""),
        ] {
            assert_eq!(
                String::from_utf8_lossy(&decoded(body.as_bytes())),
                text,
                "{body:?}"
            );
        }
    }
}
