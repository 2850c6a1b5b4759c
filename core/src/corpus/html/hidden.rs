//! Elements whose text is present and not visible, by their own attributes. Style sheets are not evaluated.

use super::element::Element;

/// What hides the text at a place of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hidden {
    /// An element around is not displayed. No element inside changes that.
    by_display: bool,
    /// `visibility: hidden`, which an element inside can set back.
    by_visibility: bool,
}

impl Hidden {
    /// Whether anything hides the text.
    pub fn is_hidden(self) -> bool {
        self.by_display || self.by_visibility
    }

    /// What hides the text of an element at this place.
    pub fn inside(self, element: &Element) -> Self {
        let style = element.attribute("style").unwrap_or_default();
        let style = style.to_ascii_lowercase();
        let is_hidden = match declared(&style, "display") {
            // A style goes before the attribute.
            Some(display) => display == "none",
            None => element.attribute("hidden").is_some(),
        };
        let is_closed = element.name() == "dialog" && element.attribute("open").is_none();
        let is_decoration = element.attribute("aria-hidden") == Some("true");
        Hidden {
            by_display: self.by_display || is_hidden || is_closed || is_decoration,
            by_visibility: match declared(&style, "visibility") {
                Some("hidden" | "collapse") => true,
                Some("visible" | "initial") => false,
                _ => self.by_visibility,
            },
        }
    }
}

/// The value of a property in a `style` attribute in lower case: that of the last declaration, or of the last important one.
fn declared<'a>(style: &'a str, property: &str) -> Option<&'a str> {
    let declarations = style.split(';').filter_map(|text| text.split_once(':'));
    let declarations = declarations.filter(|(name, _)| name.trim() == property);
    let (_, value) = declarations.max_by_key(|(_, value)| value.contains('!'))?;
    value.split('!').next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_important_declaration_of_a_style_holds_or_else_the_last() {
        for (style, display) in [
            ("display:none", Some("none")),
            ("color:red; display : none !important ; x", Some("none")),
            ("display:none;display:block", Some("block")),
            ("display:none!important;display:block", Some("none")),
            ("-webkit-display:none;no-display:none", None),
            (";;:;display", None),
            ("display:", Some("")),
        ] {
            assert_eq!(declared(style, "display"), display, "{style}");
        }
    }
}
