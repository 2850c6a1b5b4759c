//! Values of CSS in `style` attributes, as far as they can make text invisible.
//!
//! Sources: W3C, CSS Syntax Module Level 3 (declarations, numbers, escapes); CSS Cascading and Inheritance Level 4 (`all`,
//! importance); CSS Fonts Module Level 4 (`font`, `font-size`).

use std::borrow::Cow;

/// Values of `display`, of which those of two words are parts.
const DISPLAYS: [&str; 33] = [
    "none",
    "block",
    "inline",
    "inline-block",
    "flex",
    "inline-flex",
    "grid",
    "inline-grid",
    "table",
    "inline-table",
    "table-row",
    "table-cell",
    "table-row-group",
    "table-header-group",
    "table-footer-group",
    "table-column",
    "table-column-group",
    "table-caption",
    "list-item",
    "contents",
    "flow",
    "flow-root",
    "run-in",
    "ruby",
    "ruby-base",
    "ruby-text",
    "ruby-base-container",
    "ruby-text-container",
    "math",
    "-webkit-box",
    "-webkit-flex",
    "-webkit-inline-box",
    "-ms-flexbox",
];

/// Values that every property can have.
const GLOBAL: [&str; 5] = ["inherit", "initial", "unset", "revert", "revert-layer"];

/// Units of lengths (CSS Values and Units Module Level 4, section 6), and the sign of a share.
const UNITS: [&str; 44] = [
    "%", "px", "pt", "pc", "in", "cm", "mm", "q", "em", "ex", "ch", "cap", "ic", "lh", "rem",
    "rex", "rch", "rcap", "ric", "rlh", "vw", "vh", "vi", "vb", "vmin", "vmax", "svw", "svh",
    "svmin", "svmax", "lvw", "lvh", "lvmin", "lvmax", "dvw", "dvh", "dvmin", "dvmax", "cqw", "cqh",
    "cqi", "cqb", "cqmin", "cqmax",
];

/// Most properties of a style that are looked at.
const MOST_PROPERTIES: usize = 200;

/// Properties and values of a `style` attribute in lower case, each property once: the last value holds that CSS knows, or
/// the last that is important. Important ones come last, since they go before a shorthand that is not.
pub fn declarations(style: &str) -> Vec<(String, String)> {
    let style = without_comments(style);
    let mut found: Vec<(String, String, bool)> = Vec::new();
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let property = unescaped(property.trim()).to_ascii_lowercase();
        let value = unescaped(value.trim()).to_ascii_lowercase();
        let plain = value.strip_suffix("important").map(str::trim_end);
        let important = plain.and_then(|value| value.strip_suffix('!'));
        let is_important = important.is_some();
        let value = important.unwrap_or(&value).trim_end().to_owned();
        if !is_known(&property, &value) {
            continue;
        }
        // It sets every property anew.
        if property == "all" {
            found.retain(|(.., was_important)| *was_important && !is_important);
        }
        let known = found.iter().position(|(known, ..)| *known == property);
        match known {
            Some(at) if found[at].2 && !is_important => {}
            Some(at) => {
                found.remove(at);
                found.push((property, value, is_important));
            }
            // Of a style of thousands of properties the first ones count.
            None if found.len() < MOST_PROPERTIES => found.push((property, value, is_important)),
            None => {}
        }
    }
    found.sort_by_key(|(.., is_important)| *is_important);
    let plain = |(property, value, _)| (property, value);
    found.into_iter().map(plain).collect()
}

/// A style with a blank for each comment.
fn without_comments(style: &str) -> Cow<'_, str> {
    if !style.contains("/*") {
        return style.into();
    }
    let mut out = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        out.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out.into()
}

/// Text with the letters that its escapes stand for; those of blanks and control characters, which stand for none in a name
/// that is known, stay.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escaped)) = rest.split_once('\\') {
        out.push_str(before);
        let hex = escaped.bytes().take(6).take_while(u8::is_ascii_hexdigit);
        let digits = hex.count();
        let code = u32::from_str_radix(&escaped[..digits], 16);
        let stands_for = code.ok().and_then(char::from_u32);
        match stands_for.filter(|c| !c.is_whitespace() && !c.is_control()) {
            Some(c) => {
                out.push(c);
                rest = &escaped[digits..];
                rest = rest.strip_prefix(' ').unwrap_or(rest);
            }
            None => {
                out.push('\\');
                rest = escaped;
            }
        }
    }
    out.push_str(rest);
    out.into()
}

/// Whether CSS knows the value of a property that can hide; `true` of all others. A value that it does not know leaves the
/// one before as it is.
fn is_known(property: &str, value: &str) -> bool {
    if GLOBAL.contains(&value) || value.starts_with("var(") || value.contains("calc(") {
        return true;
    }
    match property {
        "all" => false,
        "visibility" => matches!(value, "visible" | "hidden" | "collapse"),
        "display" => value
            .split_whitespace()
            .all(|word| DISPLAYS.contains(&word)),
        "opacity" => opacity(value).is_some(),
        "font-size" => font_size(value).is_some(),
        "font" => font(value).is_some(),
        _ => true,
    }
}

/// What a `font-size` is: `Some(true)` for none, `Some(false)` for one that does not depend on the size around, `None` for one
/// that does. `None` around it if CSS does not know the value.
pub fn font_size(value: &str) -> Option<Option<bool>> {
    const NAMED: [&str; 8] = [
        "xx-small",
        "x-small",
        "small",
        "medium",
        "large",
        "x-large",
        "xx-large",
        "xxx-large",
    ];
    match value {
        "initial" => return Some(Some(false)),
        "smaller" | "larger" | "math" => return Some(None),
        value if GLOBAL.contains(&value) => return Some(None),
        value if NAMED.contains(&value) => return Some(Some(false)),
        // What is computed from numbers that are all none is none.
        value if value.ends_with(')') => {
            let any = value.bytes().any(|b| matches!(b, b'1'..=b'9'));
            return Some(Some(!any && value.contains("calc(")));
        }
        _ => {}
    }
    let (number, unit) = number(value)?;
    match unit {
        _ if number < 0.0 => None,
        "" => (number == 0.0).then_some(Some(true)),
        unit if !UNITS.contains(&unit) => None,
        _ if number == 0.0 => Some(Some(true)),
        "em" | "%" | "ex" | "ch" | "lh" | "cap" | "ic" => Some(None),
        _ => Some(Some(false)),
    }
}

/// As [`font_size`], of the size in a `font`.
pub fn font(value: &str) -> Option<Option<bool>> {
    const OF_SYSTEM: [&str; 6] = [
        "caption",
        "icon",
        "menu",
        "message-box",
        "small-caption",
        "status-bar",
    ];
    if GLOBAL.contains(&value) || value.starts_with("var(") {
        return font_size(value);
    }
    if OF_SYSTEM.contains(&value) {
        return Some(Some(false));
    }
    let mut parts = value.split([' ', '/']).filter(|part| !part.is_empty());
    // A number without a unit is a weight, or no size at all.
    let size = parts.find_map(font_size)?;
    // Without a family it is not known.
    parts.next().is_some().then_some(size)
}

/// The opacity, of which 0 and less is none.
pub fn opacity(value: &str) -> Option<f64> {
    let (number, unit) = number(value)?;
    matches!(unit, "" | "%").then_some(number)
}

/// A number and its unit.
fn number(value: &str) -> Option<(f64, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut end = usize::from(value.starts_with(['+', '-']));
    end += digits(&value[end..]);
    if let Some(rest) = value[end..].strip_prefix('.') {
        end += match digits(rest) {
            0 => 0,
            some => 1 + some,
        };
    }
    if let Some(rest) = value[end..].strip_prefix('e') {
        let sign = usize::from(rest.starts_with(['+', '-']));
        end += match digits(&rest[sign..]) {
            0 => 0,
            some => 1 + sign + some,
        };
    }
    let number = value[..end].parse().ok()?;
    Some((number, &value[end..]))
}

/// Whether a colour is none.
pub fn is_transparent(value: &str) -> bool {
    if let Some(hex) = value.strip_prefix('#') {
        return match hex.len() {
            4 => hex.ends_with('0'),
            8 => hex.ends_with("00"),
            _ => false,
        };
    }
    let inner = value.split_once('(').map(|(_, inner)| inner.trim_end());
    let parts = inner.and_then(|inner| inner.strip_suffix(')'));
    let mut parts = parts
        .into_iter()
        .flat_map(|parts| parts.split([',', ' ', '/']))
        .filter(|part| !part.is_empty());
    value == "transparent" || parts.nth(3).and_then(opacity).is_some_and(|a| a <= 0.0)
}

/// A length and its unit, which pages of old may leave out.
pub fn length(value: &str) -> Option<(f64, &str)> {
    let (number, unit) = number(value)?;
    (unit.is_empty() || UNITS.contains(&unit)).then_some((number, unit))
}

/// Whether a length is none.
pub fn is_zero(value: &str) -> bool {
    length(value).is_some_and(|(number, _)| number == 0.0)
}

/// A colour written as `#rgb`, `#rrggbb`, `rgb(…)`, `white` or `black`.
pub fn rgb(value: &str) -> Option<[u8; 3]> {
    let value = value.trim().to_ascii_lowercase();
    if let Some(hex) = value.strip_prefix('#') {
        let digit = |at: usize| {
            hex.get(at..=at)
                .and_then(|d| u8::from_str_radix(d, 16).ok())
        };
        let twice = |at: usize| digit(at).map(|d| d * 17);
        return match hex.len() {
            3 | 4 => Some([twice(0)?, twice(1)?, twice(2)?]),
            6 | 8 => Some([
                digit(0)? * 16 + digit(1)?,
                digit(2)? * 16 + digit(3)?,
                digit(4)? * 16 + digit(5)?,
            ]),
            _ => None,
        };
    }
    if let Some(parts) = value
        .strip_prefix("rgb(")
        .or_else(|| value.strip_prefix("rgba("))
    {
        let mut parts = parts
            .trim_end_matches(')')
            .split([',', ' ', '/'])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse::<u8>().ok());
        return Some([parts.next()??, parts.next()??, parts.next()??]);
    }
    match value.split_whitespace().next()? {
        "white" => Some([255; 3]),
        "black" => Some([0; 3]),
        _ => None,
    }
}
