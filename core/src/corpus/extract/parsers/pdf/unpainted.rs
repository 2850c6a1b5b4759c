//! Text of annotations and fields that have no appearance: readers make one of what they say (ISO 32000-1, 12.5.6.6 and
//! 12.7.3.3).

use std::collections::BTreeSet;

use pdf_extract::{Dictionary, Object};

use super::about::text_string;
use super::made::RewrittenContent;
use super::making::Making;
use super::operations::Operand;

/// Size of the letters, and the distance of lines, in points.
const SIZE: f64 = 10.0;
/// Nodes of the tree of fields that are followed upwards.
const FIELDS: usize = 32;

impl<'a> Making<'a> {
    /// Writes what an annotation without an appearance says, at its place.
    pub fn unpainted(&mut self, annotation: &'a Dictionary, made: &mut RewrittenContent) {
        let subtype = annotation.get(b"Subtype").and_then(Object::as_name);
        let text = match subtype {
            Ok(b"FreeText") => self.string(annotation, b"Contents"),
            Ok(b"Widget") => self.filled_in(annotation),
            _ => None,
        };
        let text = text.filter(|text| !text.trim().is_empty());
        let place = self.numbers::<4>(annotation, b"Rect");
        let (Some(text), Some([a, b, c, d])) = (text, place) else {
            return;
        };
        // Codes of one byte, as many as there are; what needs more is written in several fonts.
        let signs: BTreeSet<char> = text.chars().filter(|c| !c.is_control()).collect();
        let signs: Vec<char> = signs.into_iter().collect();
        let fonts: Vec<Vec<u8>> = signs.chunks(255).map(|some| self.fonts.of(some)).collect();
        let lines: Vec<&str> = text
            .split(['\r', '\n'])
            .filter(|line| !line.trim().is_empty())
            .collect();
        let middle = (b.min(d) + b.max(d)) / 2.0;
        let highest = match lines.len() {
            1 => middle - SIZE / 3.0,
            _ => b.max(d) - SIZE,
        };
        for (number, line) in lines.iter().enumerate() {
            let (x, y) = (a.min(c) + 2.0, highest - SIZE * number as f64);
            made.operation(b"BT", &[]);
            made.operation(b"Td", &[x, y].map(Operand::Number));
            for c in line.chars() {
                let Ok(at) = signs.binary_search(&c) else {
                    continue;
                };
                let font = Operand::Name(fonts[at / 255].clone());
                made.operation(b"Tf", &[font, Operand::Number(SIZE)]);
                let string = Operand::String(vec![1 + (at % 255) as u8]);
                made.count(&string, 1, None);
                made.operation(b"Tj", &[string]);
            }
            made.operation(b"ET", &[]);
        }
    }

    fn string(&self, dictionary: &'a Dictionary, name: &[u8]) -> Option<String> {
        Some(text_string(self.entry(dictionary, name)?.as_str().ok()?))
    }

    /// The value of a field for text or of a choice, which the field or one above it says.
    fn filled_in(&self, field: &'a Dictionary) -> Option<String> {
        let mut node = field;
        let (mut kind, mut value) = (None, None);
        for _ in 0..FIELDS {
            let says = |name| self.entry(node, name);
            kind = kind.or_else(|| says(b"FT")?.as_name().ok());
            value = value.or_else(|| says(b"V"));
            match self.inner(node, b"Parent") {
                Some(parent) if kind.is_none() || value.is_none() => node = parent,
                _ => break,
            }
        }
        let is_text = matches!(kind, Some(b"Tx" | b"Ch"));
        match value.filter(|_| is_text)? {
            Object::String(bytes, _) => Some(text_string(bytes)),
            Object::Array(values) => {
                let values = values.iter().filter_map(|value| value.as_str().ok());
                Some(values.map(text_string).collect::<Vec<String>>().join("\n"))
            }
            _ => None,
        }
    }
}
