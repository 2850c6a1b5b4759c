//! Styles of a document of OpenDocument, as far as they hide text.

use std::collections::HashSet;

use super::super::styles::{Style, Styles};
use super::super::xml::{Piece, Tag};

/// Styles of paragraphs and of characters, by family and name, and the one that is open.
#[derive(Default)]
pub(super) struct OwnStyles {
    styles: Styles,
    open: Option<(String, Style)>,
    /// Styles of slides that a show passes over.
    hidden_slides: HashSet<String>,
    /// Layers of drawings that are not shown.
    hidden_layers: HashSet<String>,
}

impl OwnStyles {
    /// Takes what a piece of a list of styles says.
    pub fn add(&mut self, piece: &Piece<'_>) {
        match piece {
            Piece::Start("style", tag) => {
                let family = tag.attribute("family").unwrap_or_default();
                let named = |name| Some(format!("{family}/{}", tag.attribute(name)?));
                let style = Style {
                    based_on: named("parent-style-name"),
                    hides: None,
                    ..Style::default()
                };
                self.open = named("name").map(|name| (name, style));
            }
            Piece::Start("text-properties", tag) => {
                if let Some((_, style)) = &mut self.open {
                    style.hides = match tag.attribute("display").as_deref() {
                        Some("none") => Some(true),
                        Some("true") => Some(false),
                        _ => None,
                    };
                }
            }
            Piece::Start("drawing-page-properties", tag)
                if tag.attribute("visibility").as_deref() == Some("hidden") =>
            {
                let name = self.open.as_ref().map(|(name, _)| name.clone());
                self.hidden_slides.extend(name);
            }
            Piece::Start("layer", tag) if tag.attribute("display").as_deref() == Some("none") => {
                self.hidden_layers.extend(tag.attribute("name"));
            }
            Piece::End("style") => {
                if let Some((name, style)) = self.open.take() {
                    self.styles.insert(name, style);
                }
            }
            _ => {}
        }
    }

    /// Whether text of this style is hidden, where it is or is not around it.
    pub fn hide(&self, family: &str, tag: &Tag<'_>, around: bool) -> bool {
        let name = tag.attribute("style-name");
        let says = name.and_then(|name| self.styles.says(&format!("{family}/{name}")));
        says.unwrap_or(around)
    }

    /// Whether a show passes over a slide.
    pub fn hide_slide(&self, tag: &Tag<'_>) -> bool {
        let name = tag.attribute("style-name");
        name.is_some_and(|name| self.hidden_slides.contains(&format!("drawing-page/{name}")))
    }

    /// Whether an element of a document is never shown, as it says itself or its layer does.
    pub fn hide_element(&self, tag: &Tag<'_>) -> bool {
        let layer = tag.attribute("layer");
        tag.attribute("display").as_deref() == Some("none")
            || layer.is_some_and(|layer| self.hidden_layers.contains(&layer))
    }
}
