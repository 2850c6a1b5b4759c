//! Detection of HTML elements whose text is present but not displayed, from their own attributes.
//!
//! Style sheets are not evaluated, so text hidden only by them counts as visible. Text in the colour of
//! its background is detected if both colours are set on the element, or if white text is on a page
//! without a background of its own, one in its `style` elements included, and in no element that has one.

use std::borrow::Cow;

use html5ever::tokenizer::Tag;

/// Void elements, which have no content.
pub(super) const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Elements that are implicitly closed by the next one of the same kind.
pub(super) const ENDED_BY_NEXT: [&str; 11] = [
    "p", "li", "dt", "dd", "td", "th", "tr", "option", "rb", "rp", "rt",
];

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

/// Most properties of a style that are looked at.
const MOST_PROPERTIES: usize = 200;

/// What makes the text of an element invisible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hidden {
    /// It is not displayed, of no size, or outside of the page: no element inside changes that.
    gone: bool,
    /// By the size of letters, by `visibility`, by its colour, by its indentation: an element inside can set these anew.
    inherited: [bool; 4],
}

impl Hidden {
    /// Whether anything hides it.
    pub fn is_hidden(self) -> bool {
        self.gone || self.inherited.contains(&true)
    }

    /// Of an element inside, by its own attributes. `ground` states whether the page sets a background, or an element
    /// around.
    pub fn inside(self, tag: &Tag, ground: bool) -> Self {
        if self.gone {
            return self;
        }
        let own = Own::of(tag, ground);
        let mut inherited = self.inherited;
        for (hidden, own) in inherited.iter_mut().zip(own.inherited) {
            *hidden = own.unwrap_or(*hidden);
        }
        Hidden {
            gone: own.gone,
            inherited,
        }
    }
}

/// Whether the attributes of the element make its text invisible. `ground` states whether the page sets
/// a background, or an element around.
pub(super) fn hides(tag: &Tag, ground: bool) -> bool {
    Hidden::default().inside(tag, ground).is_hidden()
}

/// What the attributes of one element say: of what is inherited whether it hides or shows, `None` if nothing.
#[derive(Default)]
struct Own {
    gone: bool,
    inherited: [Option<bool>; 4],
}

impl Own {
    fn of(tag: &Tag, ground: bool) -> Self {
        // A dialog is closed, and a popover too, until a script or a reader opens it.
        let is_closed = &*tag.name == "dialog" && !has(tag, "open");
        let mut own = Own {
            gone: is_closed || has(tag, "popover") || has(tag, "hidden"),
            ..Own::default()
        };
        let [size, visibility, colours, indentation] = &mut own.inherited;
        let (mut colour, mut own_ground) = (None, None);
        let (mut is_transparent, mut is_cut_out) = (false, false);
        let mut extent = Extent::default();
        for attribute in &tag.attrs {
            let value = &attribute.value;
            match &*attribute.name.local {
                "color" => colour = Some(rgb(value)),
                "bgcolor" => own_ground = Some(rgb(value)),
                "style" => {
                    for (property, value) in declarations(value) {
                        extent.take(&property, &value);
                        match (property.as_str(), value.as_str()) {
                            ("display", "none") => own.gone = true,
                            ("opacity", value) if is_zero(value) => own.gone = true,
                            ("visibility", value) => match value {
                                "hidden" | "collapse" => *visibility = Some(true),
                                "visible" | "initial" => *visibility = Some(false),
                                _ => *visibility = None,
                            },
                            ("font-size" | "font", "initial") => *size = Some(false),
                            ("font-size" | "font", "inherit" | "unset") => *size = None,
                            ("font-size" | "font", value) => *size = no_size(value).or(*size),
                            ("text-indent", value) => *indentation = Some(is_far(value)),
                            ("color", "transparent") => is_transparent = true,
                            ("color", "inherit" | "currentcolor") => {}
                            ("color", value) => colour = Some(rgb(value)),
                            ("background" | "background-color", value) => {
                                own_ground = Some(rgb(value));
                            }
                            ("background-image", value) if value != "none" => {
                                own_ground = Some(None);
                            }
                            ("background-clip" | "-webkit-background-clip", "text") => {
                                is_cut_out = true;
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        own.gone |= extent.shows_nothing();
        *colours = match (colour.flatten(), own_ground) {
            // Letters that are cut out of a background have its colours.
            _ if is_transparent => Some(!is_cut_out),
            (Some(text), Some(Some(own))) => Some(text == own),
            (Some(text), None) => Some(text == [255; 3] && !ground),
            _ => (colour.is_some() || own_ground.is_some()).then_some(false),
        };
        own
    }
}

/// Whether a `font-size`, or a `font` with one, is none; `None` if that depends on the size around.
fn no_size(value: &str) -> Option<bool> {
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
    value.split([' ', '/']).find_map(|part| {
        let number = part.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
        let unit = &part[number.len()..];
        match number.parse::<f64>() {
            Ok(0.0) => Some(true),
            Ok(_) if matches!(unit, "" | "em" | "%" | "ex" | "ch") => None,
            Ok(_) => Some(false),
            Err(_) => NAMED.contains(&part).then_some(false),
        }
    })
}

/// What a `style` attribute says of where an element is and how large.
#[derive(Default)]
struct Extent {
    is_cut: bool,
    /// No width or height.
    is_empty: bool,
    /// A least width or height, or a padding in its place.
    has_least: bool,
    is_placed: bool,
    is_outside: bool,
}

impl Extent {
    fn take(&mut self, property: &str, value: &str) {
        match (property, value) {
            ("overflow", "hidden" | "clip") => self.is_cut = true,
            ("width" | "height" | "max-width" | "max-height", value) if is_zero(value) => {
                self.is_empty = true;
            }
            ("min-width" | "min-height" | "padding-bottom" | "padding-top", value)
                if !is_zero(value) =>
            {
                self.has_least = true;
            }
            ("position", "absolute" | "fixed") => self.is_placed = true,
            ("left" | "right" | "top" | "bottom", value) if is_far(value) => self.is_outside = true,
            _ => {}
        }
    }

    /// Whether the element is of no size, or far outside of the page.
    fn shows_nothing(&self) -> bool {
        self.is_cut && self.is_empty && !self.has_least || self.is_placed && self.is_outside
    }
}

/// Whether a length leads so far to the left or up that no screen shows it.
fn is_far(value: &str) -> bool {
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let unit = &value[number.len()..];
    let far = if matches!(unit, "em" | "rem" | "%" | "vw" | "vh") {
        -100.0
    } else {
        -999.0
    };
    number
        .trim()
        .parse::<f64>()
        .is_ok_and(|number| number <= far)
}

fn has(tag: &Tag, name: &str) -> bool {
    let mut names = tag.attrs.iter().map(|attribute| &*attribute.name.local);
    names.any(|attribute| attribute == name)
}

/// Whether the element sets a background.
pub(super) fn sets_ground(tag: &Tag) -> bool {
    let mut attributes = tag.attrs.iter();
    &*tag.name == "button"
        || attributes.any(|attribute| match &*attribute.name.local {
            "bgcolor" | "background" => true,
            "style" => declarations(&attribute.value)
                .iter()
                .any(|(property, _)| property.starts_with("background")),
            _ => false,
        })
}

/// Properties and values of a `style` attribute in lower case, each property once: the last value holds that CSS knows, or
/// the last that is important. Important ones come last, since they go before a shorthand that is not.
fn declarations(style: &str) -> Vec<(String, String)> {
    let style = without_comments(style);
    let mut found: Vec<(String, String, bool)> = Vec::new();
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let property = property.trim().to_ascii_lowercase();
        let value = value.trim().to_ascii_lowercase();
        let plain = value.strip_suffix("important").map(str::trim_end);
        let important = plain.and_then(|value| value.strip_suffix('!'));
        let is_important = important.is_some();
        let value = important.unwrap_or(&value).trim_end().to_owned();
        if !is_known(&property, &value) {
            continue;
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

/// Whether CSS knows the value of a property that can hide; `true` of all others. A value that it does not know leaves the
/// one before as it is.
fn is_known(property: &str, value: &str) -> bool {
    let is_one_word = |text: &str| text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    if matches!(
        value,
        "inherit" | "initial" | "unset" | "revert" | "revert-layer"
    ) || value.starts_with("var(")
        || value.contains("calc(")
    {
        return true;
    }
    match property {
        "visibility" => matches!(value, "visible" | "hidden" | "collapse"),
        "display" => value
            .split_whitespace()
            .all(|word| DISPLAYS.contains(&word)),
        "opacity" => value
            .strip_suffix('%')
            .unwrap_or(value)
            .parse::<f64>()
            .is_ok(),
        "font-size" => {
            let unit = value
                .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-'));
            match unit.len() < value.len() {
                // A number without a unit is a size only if it is none.
                true if unit.is_empty() => is_zero(value),
                true => unit == "%" || is_one_word(unit),
                false => no_size(value).is_some() || matches!(value, "smaller" | "larger"),
            }
        }
        _ => true,
    }
}

fn is_zero(value: &str) -> bool {
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    number.trim().parse::<f64>() == Ok(0.0)
}

/// Parses a colour written as `#rgb`, `#rrggbb`, `rgb(…)`, `white` or `black`.
fn rgb(value: &str) -> Option<[u8; 3]> {
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
