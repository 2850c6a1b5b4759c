//! Which elements browsers show nothing of (HTML standard, 15.3.1 and 4.8; SVG 2, 5.7; MathML Core, 2.4.1), whatever a
//! style sheet says. What is shown once somebody opens it, `details`, is text.

use html5ever::tokenizer::Tag;

use super::open::OpenElements;

/// How the end of an element that is not shown is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unshown {
    /// Only by its end tag: its content is no markup, or a document of its own.
    UpToEndTag,
    /// As that of any element, also by the end of the one around it.
    AsElement,
}

/// Whether nothing is shown of an element that begins here, and where it ends.
pub(super) fn unshown(tag: &Tag, open: &OpenElements) -> Option<Unshown> {
    let in_drawing = || open.is_in("svg");
    let in_formula = || open.is_in("math");
    match &*tag.name {
        // A shadow root that the page itself declares is shown in the place of its element.
        "template" => (!is_shadow_root(tag)).then_some(Unshown::UpToEndTag),
        "title" if in_drawing() => Some(Unshown::AsElement),
        "script" | "style" | "noscript" | "iframe" | "noembed" | "noframes" | "title" => {
            Some(match open.is_foreign() {
                true => Unshown::AsElement,
                false => Unshown::UpToEndTag,
            })
        }
        // What stands in for sound, films and drawings where a browser does not know them.
        "audio" | "video" | "canvas" | "datalist" | "rp" => Some(Unshown::AsElement),
        "desc" | "metadata" if in_drawing() => Some(Unshown::AsElement),
        // The formula again, in another language.
        "annotation" | "annotation-xml" if in_formula() => Some(Unshown::AsElement),
        _ => None,
    }
}

fn is_shadow_root(tag: &Tag) -> bool {
    tag.attrs.iter().any(|attribute| {
        let value = &attribute.value;
        // The second is what pages had that Chrome saved as MHTML.
        matches!(&*attribute.name.local, "shadowrootmode" | "shadowmode")
            && (value.eq_ignore_ascii_case("open") || value.eq_ignore_ascii_case("closed"))
    })
}
