//! Detection of HTML elements whose text is present but not displayed, from their own attributes.
//!
//! Style sheets are not evaluated, so text hidden only by them counts as visible. Text in the colour of
//! its background is detected if both colours are set on the element, or if white text is on a page
//! without a background of its own, one in its `style` elements included, and in no element that has one.

use html5ever::tokenizer::Tag;

use super::css::{self, declarations, font, font_size, is_zero, opacity, rgb};

/// Void elements, which have no content.
pub(super) const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Elements that are implicitly closed by the next one of the same kind.
pub(super) const ENDED_BY_NEXT: [&str; 11] = [
    "p", "li", "dt", "dd", "td", "th", "tr", "option", "rb", "rp", "rt",
];

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

    /// Of an element inside, by its own attributes. `background` states whether the page sets a background, or an element
    /// around.
    pub fn inside(self, tag: &Tag, background: bool) -> Self {
        if self.gone {
            return self;
        }
        let own = Own::of(tag, background);
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

/// Whether the attributes of the element make its text invisible. `background` states whether the page sets
/// a background, or an element around.
pub(super) fn hides(tag: &Tag, background: bool) -> bool {
    Hidden::default().inside(tag, background).is_hidden()
}

/// What the attributes of one element say: of what is inherited whether it hides or shows, `None` if nothing.
#[derive(Default)]
struct Own {
    gone: bool,
    inherited: [Option<bool>; 4],
}

impl Own {
    fn of(tag: &Tag, background: bool) -> Self {
        // A dialog is closed, and a popover too, until a script or a reader opens it.
        let is_closed = &*tag.name == "dialog" && !has(tag, "open");
        let mut own = Own {
            gone: is_closed || has(tag, "popover") || has(tag, "hidden"),
            ..Own::default()
        };
        let [size, visibility, colours, indentation] = &mut own.inherited;
        let (mut colour, mut own_background) = (None, None);
        let (mut is_transparent, mut is_cut_out) = (false, false);
        let mut extent = Extent::default();
        for attribute in &tag.attrs {
            let value = &attribute.value;
            match &*attribute.name.local {
                "color" => colour = Some(rgb(value)),
                "bgcolor" => own_background = Some(rgb(value)),
                "style" => {
                    for (property, value) in declarations(value) {
                        extent.take(&property, &value);
                        match (property.as_str(), value.as_str()) {
                            ("display", "none") => own.gone = true,
                            ("opacity", value) if opacity(value).is_some_and(|o| o <= 0.0) => {
                                own.gone = true;
                            }
                            ("all", "initial") => {
                                (*size, *visibility) = (Some(false), Some(false));
                                (*indentation, colour) = (Some(false), Some(None));
                            }
                            ("visibility", value) => match value {
                                "hidden" | "collapse" => *visibility = Some(true),
                                "visible" | "initial" => *visibility = Some(false),
                                _ => *visibility = None,
                            },
                            ("font-size", value) => *size = font_size(value).unwrap_or(*size),
                            ("font", value) => *size = font(value).unwrap_or(*size),
                            ("text-indent", value) => *indentation = Some(is_far(value)),
                            ("color", "inherit" | "currentcolor") => {}
                            ("color", value) if css::is_transparent(value) => is_transparent = true,
                            ("color", value) => colour = Some(rgb(value)),
                            ("background" | "background-color", value) => {
                                own_background = Some(rgb(value));
                            }
                            ("background-image", value) if value != "none" => {
                                own_background = Some(None);
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
        *colours = match (colour.flatten(), own_background) {
            // Letters that are cut out of a background have its colours.
            _ if is_transparent => Some(!is_cut_out),
            (Some(text), Some(Some(own))) => Some(text == own),
            (Some(text), None) => Some(text == [255; 3] && !background),
            _ => (colour.is_some() || own_background.is_some()).then_some(false),
        };
        own
    }
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
pub(super) fn sets_background(tag: &Tag) -> bool {
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
