//! Fields, characters by number and the styles of shapes.

use super::super::alternates::Content;
use super::super::flow::Flow;
use super::super::symbol_font;
use super::super::xml::Tag;

/// Begins a field, or ends its instruction or the field. What stands in an instruction is never shown, results of
/// fields in it among that; of a field that never ends nobody knows what is shown.
pub(super) fn field(place: Option<&str>, fields: &mut Vec<(usize, usize)>, content: &mut Content) {
    match place {
        Some("begin") => fields.push((content.flow.len(), content.references.len())),
        Some("separate") => {
            if let Some((text, references)) = fields.last() {
                content.flow.split_off(*text);
                content.references.truncate(*references);
            }
        }
        Some("end") => drop(fields.pop()),
        _ => {}
    }
}

/// A character by its number. In a font of symbols other than Symbol, whose numbers are in the private area, it has no
/// meaning in Unicode.
pub(super) fn symbol(tag: &Tag<'_>, flow: &mut Flow) {
    let number = tag.attribute("char").unwrap_or_default();
    let number = u32::from_str_radix(&number, 16).ok();
    let font = tag.attribute("font").unwrap_or_default();
    if font.eq_ignore_ascii_case("Symbol")
        && let Some(character) = number.and_then(symbol_font::character)
    {
        flow.push(character.encode_utf8(&mut [0; 4]));
        return;
    }
    let character = number.filter(|n| *n > 0x20 && !(0xe000..0xf900).contains(n));
    match character.and_then(char::from_u32) {
        Some(character) => flow.push(character.encode_utf8(&mut [0; 4])),
        None => flow.push(" "),
    }
}

/// Whether the style of a shape of VML hides it.
pub(super) fn hides(style: &str) -> bool {
    style.split(';').any(|declared| {
        let (property, value) = declared.split_once(':').unwrap_or_default();
        matches!(
            (property.trim(), value.trim()),
            ("visibility", "hidden") | ("mso-hide", "all")
        )
    })
}
