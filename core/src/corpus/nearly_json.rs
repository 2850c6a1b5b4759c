//! Lines that other programs write as JSON although they are none.

/// A line without what other programs write and JSON has not: `NaN`, `Infinity` and `-Infinity` become null, and half of
/// a pair of surrogates U+FFFD. `None` if there is nothing of this in it.
pub fn repaired(line: &str) -> Option<String> {
    let mut out = String::with_capacity(line.len());
    let (mut rest, mut in_string) = (line, false);
    while let Some(first) = rest.chars().next() {
        let numbers = ["NaN", "-Infinity", "Infinity"];
        let number = numbers
            .iter()
            .find(|name| !in_string && rest.starts_with(**name));
        let (taken, written) = if let Some(name) = number {
            (name.len(), "null")
        } else if in_string && first == '\\' {
            match surrogate(rest) {
                // A whole pair stays.
                Some(0xd800..=0xdbff) if matches!(surrogate(&rest[6..]), Some(0xdc00..=0xdfff)) => {
                    (12, &rest[..12])
                }
                Some(_) => (6, "\\ufffd"),
                None => {
                    let escaped = rest[1..].chars().next().map_or(0, char::len_utf8);
                    (1 + escaped, &rest[..1 + escaped])
                }
            }
        } else {
            in_string ^= first == '"';
            (first.len_utf8(), &rest[..first.len_utf8()])
        };
        out.push_str(written);
        rest = &rest[taken..];
    }
    (out != line).then_some(out)
}

/// The surrogate whose escape `text` begins with.
fn surrogate(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let unit = u32::from_str_radix(digits, 16).ok()?;
    (0xd800..=0xdfff).contains(&unit).then_some(unit)
}

/// Whether a line is an object of JSON, or nearly one.
#[must_use]
pub fn is_object(line: &str) -> bool {
    let is_object = |line: &str| {
        serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line).is_ok()
    };
    is_object(line) || repaired(line).is_some_and(|line| is_object(&line))
}
