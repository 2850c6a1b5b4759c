//! Which styles of a document hide text. A style says so itself, or one that it is based on does.

use std::collections::HashMap;

use super::xml::{Piece, Tag, pieces};
use crate::corpus::SkipReason;

/// Most styles based on each other that are followed.
const MOST_BASED: usize = 64;

/// Styles by name.
#[derive(Default)]
pub(super) struct Styles {
    styles: HashMap<String, Style>,
    /// Styles of paragraphs and of characters that are named nowhere and hold.
    default_paragraph: Option<String>,
    default_run: Option<String>,
    /// Whether text of no style is hidden.
    by_default: bool,
}

/// One style.
#[derive(Default)]
pub(super) struct Style {
    /// The style that it is based on.
    pub based_on: Option<String>,
    /// Whether it hides text; `None` if it says nothing of that.
    pub hides: Option<bool>,
    /// How its letters look.
    pub look: Look,
}

/// What makes letters invisible although they are shown; `None` where nothing is said of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// Whether they are white.
    pub white: Option<bool>,
    /// Whether they are of at most two points.
    pub tiny: Option<bool>,
    /// Whether there is another colour than white behind them.
    pub shaded: Option<bool>,
}

impl Look {
    /// Takes what a property of a run, a paragraph or a table says.
    pub fn take(&mut self, name: &str, tag: &Tag<'_>) {
        let value = tag.attribute("val");
        match name {
            "color" => self.white = Some(value.as_deref().is_some_and(is_white)),
            // In half points.
            "sz" => {
                let size = value.and_then(|value| value.parse::<u32>().ok());
                self.tiny = size.map(|size| size <= 4);
            }
            "highlight" => {
                let value = value.as_deref();
                self.shaded = Some(!matches!(value, None | Some("none" | "white")));
            }
            "shd" => {
                let fill = tag.attribute("fill");
                let is_plain = matches!(value.as_deref(), None | Some("clear" | "nil"));
                let is_light = |fill: &str| fill == "auto" || is_white(fill);
                self.shaded = Some(!is_plain || !fill.as_deref().is_none_or(is_light));
            }
            _ => {}
        }
    }

    /// The same, with what `other` says where this says nothing.
    pub fn or(self, other: Look) -> Look {
        Look {
            white: self.white.or(other.white),
            tiny: self.tiny.or(other.tiny),
            shaded: self.shaded.or(other.shaded),
        }
    }
}

/// Whether a colour is white or as good as white.
fn is_white(colour: &str) -> bool {
    let number = u32::from_str_radix(colour, 16);
    let is_light = |byte: u8| byte >= 0xfa;
    colour.len() == 6 && number.is_ok_and(|n| n.to_be_bytes()[1..].iter().copied().all(is_light))
}

/// Whether an element that switches a property, such as `vanish`, switches it on.
pub(super) fn is_on(tag: &Tag<'_>) -> bool {
    let value = tag.attribute("val");
    !matches!(value.as_deref(), Some("0" | "false" | "off"))
}

impl Styles {
    /// Adds a style.
    pub fn insert(&mut self, name: String, style: Style) {
        self.styles.insert(name, style);
    }

    /// What a style says, or the nearest that it is based on.
    pub fn says(&self, name: &str) -> Option<bool> {
        let mut style = self.styles.get(name)?;
        for _ in 0..MOST_BASED {
            if style.hides.is_some() {
                return style.hides;
            }
            style = self.styles.get(style.based_on.as_ref()?)?;
        }
        None
    }

    /// How the letters of a style look, as it says or those that it is based on.
    pub fn look(&self, name: &str) -> Look {
        let mut look = Look::default();
        let mut style = self.styles.get(name);
        for _ in 0..MOST_BASED {
            let Some(present) = style else { break };
            look = look.or(present.look);
            style = { present.based_on.as_ref() }.and_then(|name| self.styles.get(name));
        }
        look
    }

    /// How the letters of a run look that says `itself` of it, in a paragraph with a style.
    pub fn look_of_run(&self, paragraph: Option<&str>, run: Option<&str>, itself: Look) -> Look {
        let of = |style: Option<&str>| style.map(|name| self.look(name)).unwrap_or_default();
        let paragraph = paragraph.or(self.default_paragraph.as_deref());
        itself.or(of(run)).or(of(paragraph))
    }

    /// The styles of a document of Office Open XML.
    ///
    /// # Errors
    /// The part is damaged or nested too deep.
    pub fn of_word(xml: &str, max_depth: u32) -> Result<Self, SkipReason> {
        let mut styles = Styles::default();
        // Names of the open elements, and the style that is open.
        let mut open: Vec<String> = Vec::new();
        let mut present: Option<(String, Style)> = None;
        pieces(xml, max_depth, |piece| {
            match piece {
                Piece::Start(name, tag) => {
                    let within = |parents: &[&str]| ends_with(&open, parents);
                    match name {
                        "style" => {
                            let id = tag.attribute("styleId").unwrap_or_default();
                            if tag
                                .attribute("default")
                                .is_some_and(|v| v != "0" && v != "false")
                            {
                                match tag.attribute("type").as_deref() {
                                    Some("paragraph") => {
                                        styles.default_paragraph = Some(id.clone())
                                    }
                                    Some("character") => styles.default_run = Some(id.clone()),
                                    _ => {}
                                }
                            }
                            present = Some((id, Style::default()));
                        }
                        "basedOn" => {
                            if let Some((_, style)) = &mut present {
                                style.based_on = tag.attribute("val");
                            }
                        }
                        "vanish" if within(&["style", "rPr"]) => {
                            if let Some((_, style)) = &mut present {
                                style.hides = Some(is_on(tag));
                            }
                        }
                        "vanish" if within(&["rPrDefault", "rPr"]) => {
                            styles.by_default = is_on(tag)
                        }
                        // Of a style for tables, that of any of its parts.
                        "shd" => {
                            if let Some((_, style)) = &mut present
                                && style.look.shaded != Some(true)
                            {
                                style.look.take(name, tag);
                            }
                        }
                        "color" | "sz" | "highlight" if within(&["style", "rPr"]) => {
                            if let Some((_, style)) = &mut present {
                                style.look.take(name, tag);
                            }
                        }
                        _ => {}
                    }
                    open.push(name.to_owned());
                }
                Piece::End(name) => {
                    open.pop();
                    if name == "style"
                        && let Some((id, style)) = present.take()
                    {
                        styles.insert(id, style);
                    }
                }
                Piece::Text(_) => {}
            }
            Ok(())
        })?;
        Ok(styles)
    }

    /// Whether a run of a document of Office Open XML is hidden. What the run says itself counts; else it is hidden if
    /// one of both styles hides it and not the other (ECMA-376 part 1, 17.7.3, toggle properties).
    pub fn hide_run(
        &self,
        paragraph: Option<&str>,
        run: Option<&str>,
        itself: Option<bool>,
    ) -> bool {
        let says = |style: Option<&str>, default: &Option<String>| {
            let style = style.or(default.as_deref());
            style.and_then(|name| self.says(name)).unwrap_or(false)
        };
        itself.unwrap_or_else(|| {
            self.by_default
                || says(paragraph, &self.default_paragraph) != says(run, &self.default_run)
        })
    }
}

/// Whether the innermost of the `open` elements have these names.
fn ends_with(open: &[String], names: &[&str]) -> bool {
    let innermost = open.iter().rev().zip(names.iter().rev());
    open.len() >= names.len() && innermost.into_iter().all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_hides_what_the_nearest_says_that_it_is_based_on() {
        let xml = "<styles><docDefaults><rPrDefault><rPr><b/></rPr></rPrDefault></docDefaults>\
            <style type=\"paragraph\" default=\"1\" styleId=\"N\"/>\
            <style styleId=\"H\"><rPr><vanish/></rPr></style>\
            <style styleId=\"HH\"><basedOn val=\"H\"/><rPr><i/></rPr></style>\
            <style styleId=\"S\"><basedOn val=\"HH\"/><rPr><vanish val=\"0\"/></rPr></style>\
            <style styleId=\"F\"><rPr><rPrChange><rPr><vanish/></rPr></rPrChange></rPr></style>\
            <style styleId=\"T\"><tblStylePr><rPr><vanish/></rPr></tblStylePr></style>\
            <style styleId=\"A\"><basedOn val=\"B\"/></style><style styleId=\"B\"><basedOn val=\"A\"/></style></styles>";
        let styles = Styles::of_word(xml, 100).unwrap();
        for (name, says) in [
            ("H", Some(true)),
            ("HH", Some(true)),
            ("S", Some(false)),
            ("F", None),
            ("T", None),
            ("A", None),
            ("N", None),
            ("none", None),
        ] {
            assert_eq!(styles.says(name), says, "{name}");
        }
        let hide = |p, r, itself| styles.hide_run(p, r, itself);
        assert!(
            !hide(None, None, None) && hide(Some("H"), None, None) && hide(None, Some("HH"), None)
        );
        assert!(!hide(Some("H"), Some("HH"), None) && !hide(Some("H"), None, Some(false)));
        assert!(hide(Some("H"), Some("H"), Some(true)));
        let xml = "<styles><docDefaults><rPrDefault><rPr><vanish/></rPr></rPrDefault></docDefaults></styles>";
        assert!(
            Styles::of_word(xml, 100)
                .unwrap()
                .hide_run(None, None, None)
        );
        let xml = "<styles><style type=\"paragraph\" default=\"1\" styleId=\"N\"><rPr><vanish/></rPr></style></styles>";
        assert!(
            Styles::of_word(xml, 100)
                .unwrap()
                .hide_run(None, None, None)
        );
    }
}
