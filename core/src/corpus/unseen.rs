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

/// Inline elements; all others start and end a line.
pub(super) const INLINE: [&str; 34] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
];

/// Elements that are implicitly closed by the next one of the same kind.
pub(super) const ENDED_BY_NEXT: [&str; 11] = [
    "p", "li", "dt", "dd", "td", "th", "tr", "option", "rb", "rp", "rt",
];

/// The background of `mark` (HTML standard, 15.3.4).
const YELLOW: [u8; 3] = [255, 255, 0];

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
        let mut own = Own::default();
        let [size, visibility, colours, indentation] = &mut own.inherited;
        // What the style sheet of browsers sets anew (HTML standard, 15.3), and the size that an attribute sets.
        let name = &*tag.name;
        let is_control = matches!(name, "button" | "select" | "textarea");
        let has_colour = is_control || name == "mark" || name == "a" && has(tag, "href");
        *size = (is_control || name == "font" && has(tag, "size")).then_some(false);
        *indentation = (is_control || name == "table").then_some(false);
        let mut colour = has_colour.then_some(None);
        let mut own_background = (name == "mark").then_some(Some(YELLOW));
        let mut display = None;
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
                            ("display", "revert" | "revert-layer") => display = None,
                            ("display", value) => display = Some(value.to_owned()),
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
        // What an attribute hides is shown by a style of its own. A dialog is closed, and a popover too, until a script or
        // a reader opens it.
        own.gone |= match display.as_deref() {
            Some(display) => display == "none" || is_until_found(tag),
            None => {
                let is_closed = name == "dialog" && !has(tag, "open");
                is_closed || has(tag, "popover") || has(tag, "hidden")
            }
        };
        // A piece of a line has neither width nor indentation (CSS 2.2, 10.2 and 16.1), unless it is taken out of it.
        let is_inline = match display.as_deref() {
            Some(display) => matches!(display, "inline" | "contents" | "initial" | "unset"),
            None => is_inline_element(name),
        };
        if is_inline && !extent.is_placed && !extent.is_floating {
            extent.is_empty = false;
            *indentation = None;
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
    is_floating: bool,
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
            ("float", "left" | "right" | "inline-start" | "inline-end") => self.is_floating = true,
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
    css::length(value).is_some_and(|(number, unit)| match unit {
        "em" | "rem" | "%" | "vw" | "vh" => number <= -100.0,
        _ => number <= -999.0,
    })
}

/// Whether an element is a piece of a line, as those that HTML does not know are too.
fn is_inline_element(name: &str) -> bool {
    INLINE.contains(&name) || name.contains('-')
}

/// Whether an element is hidden until a search finds something in it, whatever its `display`.
fn is_until_found(tag: &Tag) -> bool {
    let mut attributes = tag.attrs.iter();
    attributes.any(|attribute| {
        &*attribute.name.local == "hidden" && attribute.value.eq_ignore_ascii_case("until-found")
    })
}

fn has(tag: &Tag, name: &str) -> bool {
    let mut names = tag.attrs.iter().map(|attribute| &*attribute.name.local);
    names.any(|attribute| attribute == name)
}

/// Whether the element sets a background.
pub(super) fn sets_background(tag: &Tag) -> bool {
    let mut attributes = tag.attrs.iter();
    matches!(&*tag.name, "button" | "mark")
        || attributes.any(|attribute| match &*attribute.name.local {
            "bgcolor" | "background" => true,
            "style" => declarations(&attribute.value)
                .iter()
                .any(|(property, _)| property.starts_with("background")),
            _ => false,
        })
}
