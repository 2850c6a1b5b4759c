//! The operations of a content as they are written anew.

use std::rc::Rc;
use std::slice::from_ref;

use pdf_extract::{Dictionary, Object};

use super::cmap::Encoding;
use super::encodings::has_own_encoding;
use super::glyph_names::Unknown;
use super::made::RewrittenContent;
use super::making::Making;
use super::marked::Marked;
use super::operations::{Operand, Operations};

/// A font that is set.
#[derive(Clone)]
struct Shown {
    /// Bytes of a code.
    bytes: usize,
    /// The codes that it has no character for.
    unknown: Option<Unknown>,
    /// How its strings are parted, where they do not stand in the file as they are written here.
    encoding: Option<Rc<Encoding>>,
}

impl<'a> Making<'a> {
    /// Puts the operations of a content into `made`.
    pub fn rewrite(
        &mut self,
        content: &[u8],
        resources: Option<&'a Dictionary>,
        made: &mut RewrittenContent,
    ) {
        type Font = Option<Shown>;
        const NEXT_LINE: &[u8] = b"T*";
        let mut font: Font = None;
        let mut kept: Vec<Font> = Vec::new();
        let mut tolerant = 0_u32;
        let mut marked = Marked::default();
        let mut operations = Operations::new(content);
        while let Some((operator, operands)) = operations.next() {
            match operator {
                b"BMC" => marked.begin(false),
                b"BDC" => marked.begin(self.is_off(resources, &operands)),
                b"EMC" => marked.end(),
                _ => {}
            }
            let takes = match operator {
                b"BT" | b"ET" | b"q" | b"Q" | b"T*" => 0,
                b"Tc" | b"Tw" | b"Tz" | b"TL" | b"Ts" | b"Tj" | b"TJ" | b"'" | b"Do" => 1,
                b"Td" | b"TD" | b"Tf" => 2,
                b"\"" => 3,
                b"cm" | b"Tm" => 6,
                b"BX" => {
                    tolerant += 1;
                    continue;
                }
                b"EX" => {
                    tolerant = tolerant.saturating_sub(1);
                    continue;
                }
                other => {
                    // One that does not exist may be a damaged one that shows text.
                    let is_text =
                        |one: &Operand| matches!(one, Operand::String(_) | Operand::Array(_));
                    if tolerant == 0 && !draws(other) && operands.iter().any(is_text) {
                        made.damaged("its content has operations that do not exist");
                    }
                    continue;
                }
            };
            let operands = &operands[operands.len().saturating_sub(takes)..];
            let numbers = operands
                .iter()
                .filter(|operand| matches!(operand, Operand::Number(_)))
                .count();
            let is_right = operands.len() == takes
                && match (operator, operands) {
                    (b"Tf", [Operand::Name(_), Operand::Number(_)]) => true,
                    (b"Tj" | b"'", [Operand::String(_)]) => true,
                    (b"TJ", [Operand::Array(_)]) => true,
                    (b"Do", [Operand::Name(_)]) => true,
                    (b"\"", [_, _, Operand::String(_)]) => numbers == 2,
                    (b"Tf" | b"Tj" | b"'" | b"TJ" | b"Do", _) => false,
                    _ => numbers == takes,
                };
            if !is_right {
                made.damaged("its content has operations with wrong operands");
                continue;
            }
            match (operator, operands) {
                (b"q", _) => kept.push(font.clone()),
                (b"Q", _) => match kept.pop() {
                    Some(before) => font = before,
                    // One too many: it must not end what is around a form.
                    None => continue,
                },
                (b"Tf", [Operand::Name(name), size]) => {
                    let found = resources.and_then(|resources| self.font(resources, name));
                    match found {
                        Some((name, shown)) => {
                            font = Some(shown);
                            made.operation(operator, &[Operand::Name(name), size.clone()]);
                        }
                        None => {
                            font = None;
                            made.damaged("a font is not in the file");
                        }
                    }
                    continue;
                }
                (b"Do", _) if marked.is_hidden() => {
                    marked.count(made);
                    continue;
                }
                (b"Do", [Operand::Name(name)]) => {
                    match resources {
                        Some(resources) => self.draw(resources, name, made),
                        None => made.damaged("what it draws is not in the file"),
                    }
                    continue;
                }
                (b"Tj" | b"TJ" | b"'" | b"\"", [.., shown]) => {
                    let Some(font) = &font else {
                        made.damaged("text is shown without a font");
                        continue;
                    };
                    let encoding = font.encoding.as_ref();
                    let recoded = encoding.map(|encoding| encoding.in_two_bytes(shown));
                    let shown = recoded.as_ref().unwrap_or(shown);
                    if marked.is_hidden() {
                        marked.count(made);
                    } else {
                        made.count(shown, font.bytes, font.unknown.as_ref());
                    }
                    if let [word, character, _] = operands {
                        made.operation(b"Tw", from_ref(word));
                        made.operation(b"Tc", from_ref(character));
                    }
                    // 9.4.3: the next line, then the text.
                    if operator != b"Tj" && operator != b"TJ" {
                        made.operation(NEXT_LINE, &[]);
                    }
                    if marked.is_hidden() {
                        continue;
                    }
                    let operator = if operator == b"TJ" { operator } else { b"Tj" };
                    made.operation(operator, from_ref(shown));
                    continue;
                }
                _ => {}
            }
            made.operation(operator, operands);
        }
        // What is still kept ends here.
        for _ in kept {
            made.operation(b"Q", &[]);
        }
        if operations.is_damaged {
            made.damaged("its content does not consist of operations alone");
        }
    }

    /// A font of these resources, and its name.
    fn font(&mut self, resources: &'a Dictionary, name: &[u8]) -> Option<(Vec<u8>, Shown)> {
        let value = self.inner(resources, b"Font")?.get(name).ok()?;
        let (id, font) = self.document.dereference(value).ok()?;
        let font = font.as_dict().ok()?;
        if id.is_none() && has_own_encoding(self.document, font) {
            return None;
        }
        let name = self.fonts.name(id, font);
        let is_composite = matches!(font.get(b"Subtype").and_then(Object::as_name), Ok(b"Type0"));
        let shown = Shown {
            bytes: if is_composite { 2 } else { 1 },
            unknown: id.and_then(|id| self.unknown.get(&id)).cloned(),
            encoding: id.and_then(|id| self.encodings.get(&id)).cloned(),
        };
        Some((name, shown))
    }

    /// Whether marked content of these operands belongs to a layer that is not shown.
    fn is_off(&self, resources: Option<&Dictionary>, operands: &[Operand]) -> bool {
        let [.., Operand::Name(tag), Operand::Name(name)] = operands else {
            return false;
        };
        let content = resources
            .filter(|_| tag == b"OC")
            .and_then(|resources| resources.get(b"Properties").ok())
            .and_then(|all| self.document.dereference(all).ok()?.1.as_dict().ok())
            .and_then(|all| all.get(name).ok());
        content.is_some_and(|content| self.layers.hide(self.document, content))
    }
}

/// Whether an operator exists that has no part in where and which text is shown (Annex A).
fn draws(operator: &[u8]) -> bool {
    const OPERATORS: &[&str] = &[
        "b", "B", "b*", "B*", "BDC", "BMC", "c", "CS", "cs", "d", "d0", "d1", "DP", "EI", "EMC",
        "f", "F", "f*", "G", "g", "gs", "h", "i", "ID", "j", "J", "K", "k", "l", "m", "M", "MP",
        "n", "re", "RG", "rg", "ri", "s", "S", "SC", "sc", "SCN", "scn", "sh", "Tr", "v", "w", "W",
        "W*", "y",
    ];
    OPERATORS.iter().any(|one| one.as_bytes() == operator)
}
