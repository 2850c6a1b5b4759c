//! Detection of HTML elements whose text is present but not displayed, from their own attributes.
//!
//! Style sheets are not evaluated, so text hidden only by them counts as visible. Text in the colour of
//! its background is detected if both colours are set on the element, or if white text is on a page
//! without a background of its own, and in no element that has one.

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

/// Whether the attributes of the element make its text invisible. `ground` states whether the page sets
/// a background, or an element around.
pub(super) fn hides(tag: &Tag, ground: bool) -> bool {
    // A dialog is closed, and a popover too, until a script or a reader opens it.
    let is_closed = &*tag.name == "dialog" && !has(tag, "open");
    if is_closed || has(tag, "popover") {
        return true;
    }
    let mut colour = None;
    let mut own_ground = None;
    let mut size = Size::default();
    for attribute in &tag.attrs {
        let value = &attribute.value;
        match &*attribute.name.local {
            "hidden" => return true,
            "color" => colour = Some(rgb(value)),
            "bgcolor" => own_ground = Some(rgb(value)),
            "style" => {
                for (property, value) in declarations(value) {
                    size.take(&property, &value);
                    match (property.as_str(), value.as_str()) {
                        ("display", "none") | ("visibility", "hidden" | "collapse") => return true,
                        ("opacity" | "font-size", value) if is_zero(value) => return true,
                        ("color", "transparent") => return true,
                        ("color", value) => colour = Some(rgb(value)),
                        ("background" | "background-color", value) => own_ground = Some(rgb(value)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    if size.shows_nothing() {
        return true;
    }
    match (colour.flatten(), own_ground) {
        (Some(text), Some(Some(own))) => text == own,
        (Some(text), None) => text == [255; 3] && !ground,
        _ => false,
    }
}

/// What a `style` attribute says of where an element is and how large.
#[derive(Default)]
struct Size {
    is_cut: bool,
    is_empty: bool,
    is_placed: bool,
    is_outside: bool,
}

impl Size {
    fn take(&mut self, property: &str, value: &str) {
        match (property, value) {
            ("overflow", "hidden" | "clip") => self.is_cut = true,
            ("width" | "height" | "max-width" | "max-height", value) if is_zero(value) => {
                self.is_empty = true;
            }
            ("position", "absolute" | "fixed") => self.is_placed = true,
            ("left" | "right" | "top" | "bottom", value) if is_far(value) => self.is_outside = true,
            ("text-indent", value) if is_far(value) => {
                (self.is_placed, self.is_outside) = (true, true)
            }
            _ => {}
        }
    }

    /// Whether the element is of no size, or far outside of the page.
    fn shows_nothing(&self) -> bool {
        self.is_cut && self.is_empty || self.is_placed && self.is_outside
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
    tag.attrs
        .iter()
        .any(|attribute| match &*attribute.name.local {
            "bgcolor" | "background" => true,
            "style" => declarations(&attribute.value)
                .any(|(property, _)| property.starts_with("background")),
            _ => false,
        })
}

/// Properties and values of a `style` attribute in lower case.
fn declarations(style: &str) -> impl Iterator<Item = (String, String)> + '_ {
    style.split(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim_end();
        Some((property.trim().to_ascii_lowercase(), value.to_owned()))
    })
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
