//! UTF-7 [RFC 2152]: between `+` and the first sign that is none of base64, UTF-16 in base64.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Bits behind the last whole character are left, and there is no padding.
const RUN: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

/// The text of `bytes`; what cannot be decoded becomes replacement characters.
pub(super) fn decoded(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(plus) = rest.iter().position(|byte| *byte == b'+') {
        out.push_str(&String::from_utf8_lossy(&rest[..plus]));
        rest = &rest[plus + 1..];
        let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        let end = rest.iter().position(|byte| !is_sign(byte));
        let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
        match run {
            [] => out.push('+'),
            run => out.push_str(&of_run(run)),
        }
        // This sign ends a run and is not text; any other is.
        rest = after.strip_prefix(b"-").unwrap_or(after);
    }
    out.push_str(&String::from_utf8_lossy(rest));
    out
}

/// The text of one run.
fn of_run(mut run: &[u8]) -> String {
    // A single sign of a group of four stands for no byte.
    if run.len() % 4 == 1 {
        run = &run[..run.len() - 1];
    }
    let bytes = RUN.decode(run).unwrap_or_default();
    let units = bytes.chunks_exact(2);
    let units = units.map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
    let characters = char::decode_utf16(units);
    characters
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_at_any_sign_that_is_none_of_base64() {
        for (encoded, text) in [
            ("Hi Mom +Jjo-!", "Hi Mom ☺!"),
            ("A+ImIDkQ.", "A≢Α."),
            ("+ZeVnLIqe-", "日本語"),
            (
                "comi+APM una pi+APE-a; caf+AOk\nnoir +AOk, b",
                "comió una piña; café\nnoir é, b",
            ),
            ("1 +- 2 + 3", "1 + 2 + 3"),
            ("+2D3eCg and", "\u{1f60a} and"),
            ("+2D0 cut", "\u{fffd} cut"),
            ("+", "+"),
        ] {
            assert_eq!(decoded(encoded.as_bytes()), text);
        }
    }
}
