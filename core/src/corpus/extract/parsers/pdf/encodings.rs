//! Composite fonts with an encoding of their own, an embedded CMap, or one of Chinese, Japanese or Korean text (ISO
//! 32000-1, 9.7.5). The crate that takes the text out reads codes of the wrong length by the first, and none by the others. Here such a font becomes one of codes of two bytes (Identity-H), with the
//! widths of its characters by those codes, and what is shown with it is written in them.

use std::collections::HashMap;
use std::rc::Rc;

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream};

use super::filters::decode;
use super::operations::{Operand, Operations};
use super::predefined;
use super::streams::entry;

/// Bytes of a CMap that are read at most.
const MOST: usize = 4 << 20;

/// Codes that get a width at most.
const CODES: u32 = 1 << 16;

/// Codes of one length: each of their bytes is between two.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Codespace {
    pub low: Vec<u8>,
    pub high: Vec<u8>,
}

/// How the strings of a font are parted into codes, and which glyphs those are.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Encoding {
    codespaces: Vec<Codespace>,
    /// First and last code, and the number of the first one's glyph.
    glyphs: Vec<(u32, u32, u32)>,
}

impl Encoding {
    /// Of codes whose glyphs are not known.
    pub fn of(codespaces: Vec<Codespace>) -> Self {
        Encoding {
            codespaces,
            glyphs: Vec::new(),
        }
    }

    /// Reads a CMap; of another one that it names, only the identity is known.
    fn read(cmap: &[u8], mut names_identity: bool) -> Self {
        let mut encoding = Encoding::default();
        let mut operations = Operations::of_table(cmap);
        while let Some((operator, operands)) = operations.next() {
            match operator {
                b"usecmap" => {
                    names_identity |=
                        matches!(operands.last(), Some(Operand::Name(name)) if is_identity(name));
                }
                b"endcodespacerange" => {
                    let spaces = { operands.chunks_exact(2) }.filter_map(|two| match two {
                        [Operand::String(low), Operand::String(high)]
                            if low.len() == high.len() && (1..=4).contains(&low.len()) =>
                        {
                            Some(Codespace {
                                low: low.clone(),
                                high: high.clone(),
                            })
                        }
                        _ => None,
                    });
                    encoding.codespaces.extend(spaces);
                }
                b"endcidrange" => {
                    let ranges = operands.chunks_exact(3).filter_map(|three| {
                        Some((three[0].code()?, three[1].code()?, number(&three[2])?))
                    });
                    encoding.glyphs.extend(ranges);
                }
                b"endcidchar" => {
                    let each = operands.chunks_exact(2).filter_map(|two| {
                        let code = two[0].code()?;
                        Some((code, code, number(&two[1])?))
                    });
                    encoding.glyphs.extend(each);
                }
                _ => {}
            }
        }
        if names_identity {
            encoding.glyphs.push((0, 0xffff, 0));
        }
        if names_identity || encoding.codespaces.is_empty() {
            encoding.codespaces.push(Codespace {
                low: vec![0; 2],
                high: vec![255; 2],
            });
        }
        encoding
    }

    /// Length of the code that a string begins with: what is no code is passed over as the shortest one.
    fn length(&self, string: &[u8]) -> usize {
        let is_in = |space: &&Codespace| {
            let Some(bytes) = string.get(..space.low.len()) else {
                return false;
            };
            let limits = space.low.iter().zip(&space.high);
            bytes
                .iter()
                .zip(limits)
                .all(|(byte, (low, high))| (low..=high).contains(&byte))
        };
        let lengths = self
            .codespaces
            .iter()
            .filter(is_in)
            .map(|space| space.low.len());
        let shortest = || self.codespaces.iter().map(|space| space.low.len()).min();
        let length = lengths.min().or_else(shortest).unwrap_or(1);
        length.min(string.len())
    }

    /// What is shown, with codes of two bytes; 65,535 for those of greater ones.
    pub fn in_two_bytes(&self, shown: &Operand) -> Operand {
        match shown {
            Operand::String(string) => {
                let (mut rest, mut written) = (&string[..], Vec::new());
                while !rest.is_empty() {
                    let (code, after) = rest.split_at(self.length(rest));
                    let code = code
                        .iter()
                        .fold(0_u32, |code, byte| code << 8 | u32::from(*byte));
                    written.extend(u16::try_from(code).unwrap_or(u16::MAX).to_be_bytes());
                    rest = after;
                }
                Operand::String(written)
            }
            Operand::Array(values) => Operand::Array(
                values
                    .iter()
                    .map(|value| self.in_two_bytes(value))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    /// Whether each code is the number of its glyph.
    fn is_identity(&self) -> bool {
        self.glyphs.iter().all(|(first, _, glyph)| first == glyph)
    }

    /// The widths of glyphs, as a list of pairs of a first one and an array, by codes instead.
    fn by_code(&self, widths: &[Object]) -> Vec<Object> {
        let mut of_glyph = HashMap::new();
        for pair in widths.chunks_exact(2) {
            if let [Object::Integer(first), Object::Array(widths)] = pair {
                of_glyph.extend((*first..).zip(widths));
            }
        }
        let mut written = Vec::new();
        let mut left = CODES;
        for (first, last, glyph) in &self.glyphs {
            for (code, glyph) in (*first..=*last).zip(*glyph..).take(left as usize) {
                left -= 1;
                if let Some(width) = of_glyph.get(&i64::from(glyph)) {
                    let width = Object::clone(width);
                    written.extend([Object::Integer(code.into()), vec![width].into()]);
                }
            }
        }
        written
    }
}

/// Makes composite fonts with an embedded CMap, or one that is an encoding of text, fonts of codes of two bytes; gives
/// their encodings.
pub(super) fn complete(document: &mut Document) -> HashMap<ObjectId, Rc<Encoding>> {
    let mut encodings = HashMap::new();
    let mut fonts = Vec::new();
    let mut tables = Vec::new();
    let mut known = HashMap::new();
    for (id, object) in &document.objects {
        let Ok(font) = object.as_dict() else { continue };
        let mut new = font.clone();
        let encoding = if let Some(cmap) = cmap(document, font) {
            let encoding = Rc::new(embedded(document, cmap));
            if !encoding.is_identity() {
                let by_code =
                    |widths: Option<&Object>| Some(encoding.by_code(widths?.as_array().ok()?));
                new = with_widths(document, new, by_code);
            }
            encoding
        } else if let Some(name) = name(document, font) {
            let named = known.entry(name).or_insert_with(|| {
                let (encoding, table) = predefined::named(name)?;
                // Numbers of this generation are not in use.
                let object = (u32::try_from(tables.len()).ok()?, u16::MAX - 4);
                tables.push((object, table.written(2)));
                Some((Rc::new(encoding), object))
            });
            let Some((encoding, table)) = named else {
                continue;
            };
            new = with_widths(document, new, |_| Some(predefined::widths()));
            if entry(document, font, b"ToUnicode").is_none() {
                new.set("ToUnicode", Object::Reference(*table));
            }
            Rc::clone(encoding)
        } else {
            continue;
        };
        new.set("Encoding", Object::Name(b"Identity-H".to_vec()));
        fonts.push((*id, new));
        encodings.insert(*id, encoding);
    }
    for (id, font) in fonts {
        document.objects.insert(id, Object::Dictionary(font));
    }
    for (id, table) in tables {
        let stream = Stream::new(Dictionary::new(), table);
        document.objects.insert(id, Object::Stream(stream));
    }
    encodings
}

/// Whether a font is a composite one with an embedded CMap.
pub(super) fn has_own_encoding(document: &Document, font: &Dictionary) -> bool {
    cmap(document, font).is_some()
}

/// The embedded CMap of a composite font.
fn cmap<'a>(document: &'a Document, font: &'a Dictionary) -> Option<&'a Stream> {
    let subtype = font.get(b"Subtype").and_then(Object::as_name).ok()?;
    let encoding = font.get(b"Encoding").ok().filter(|_| subtype == b"Type0")?;
    let (_, encoding) = document.dereference(encoding).ok()?;
    encoding.as_stream().ok()
}

fn embedded(document: &Document, stream: &Stream) -> Encoding {
    let named = entry(document, &stream.dict, b"UseCMap").and_then(|name| name.as_name().ok());
    let names_identity = named.is_some_and(is_identity);
    let cmap = decode(document, stream, MOST).map(|decoded| decoded.bytes);
    Encoding::read(&cmap.unwrap_or_default(), names_identity)
}

/// The encoding of a composite font that has a name.
fn name<'a>(document: &'a Document, font: &'a Dictionary) -> Option<&'a [u8]> {
    let subtype = font.get(b"Subtype").and_then(Object::as_name).ok()?;
    let encoding = font.get(b"Encoding").ok().filter(|_| subtype == b"Type0")?;
    let (_, encoding) = document.dereference(encoding).ok()?;
    encoding.as_name().ok()
}

/// A composite font with other widths; as it is where it has no font of glyphs, or `widths` gives none.
fn with_widths(
    document: &Document,
    mut font: Dictionary,
    widths: impl Fn(Option<&Object>) -> Option<Vec<Object>>,
) -> Dictionary {
    let below = || {
        let below = entry(document, &font, b"DescendantFonts")?
            .as_array()
            .ok()?;
        let (_, below) = document.dereference(below.first()?).ok()?;
        let mut below = below.as_dict().ok()?.clone();
        let widths = widths(entry(document, &below, b"W"))?;
        below.set("W", widths);
        Some(below)
    };
    if let Some(below) = below() {
        font.set("DescendantFonts", vec![Object::Dictionary(below)]);
    }
    font
}

fn is_identity(name: &[u8]) -> bool {
    matches!(name, b"Identity-H" | b"Identity-V" | b"Identity")
}

fn number(operand: &Operand) -> Option<u32> {
    match operand {
        Operand::Number(number) if (0.0..=65_535.0).contains(number) => Some(*number as u32),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_bytes(encoding: &Encoding, string: &[u8]) -> Vec<u8> {
        match encoding.in_two_bytes(&Operand::String(string.to_vec())) {
            Operand::String(string) => string,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn strings_are_parted_by_the_codespaces() {
        let one = Encoding::read(b"1 begincodespacerange <00> <FF> endcodespacerange 1 begincidrange <00> <FF> 0 endcidrange", false);
        assert_eq!(two_bytes(&one, b"AB"), [0, 65, 0, 66]);
        assert!(one.is_identity());
        // As of GBK: bytes from 0x81 on begin a code of two.
        let mixed = Encoding::read(
            b"2 begincodespacerange <00> <80> <8140> <FEFE> endcodespacerange",
            false,
        );
        assert_eq!(
            two_bytes(&mixed, &[65, 0x81, 0x40, 66]),
            [0, 65, 0x81, 0x40, 0, 66]
        );
        // No code: the second byte is too small.
        assert_eq!(two_bytes(&mixed, &[0x81, 0x20]), [0, 0x81, 0, 0x20]);
        let long = Encoding::read(
            b"1 begincodespacerange <000000> <FFFFFF> endcodespacerange",
            false,
        );
        assert_eq!(
            two_bytes(&long, &[0, 0, 65, 1, 0, 0, 7]),
            [0, 65, 255, 255, 0, 7]
        );
        for identity in [
            Encoding::read(b"/Identity-H usecmap", false),
            Encoding::read(b"", true),
        ] {
            assert_eq!(two_bytes(&identity, b"ABC"), [65, 66, 0, 67]);
            assert!(identity.is_identity());
        }
        let within = one.in_two_bytes(&Operand::Array(vec![
            Operand::String(vec![7]),
            Operand::Number(3.0),
        ]));
        assert_eq!(
            within,
            Operand::Array(vec![Operand::String(vec![0, 7]), Operand::Number(3.0)])
        );
    }

    #[test]
    fn widths_of_glyphs_become_those_of_codes() {
        let encoding = Encoding::read(
            b"1 begincidrange <10> <12> 5 endcidrange 1 begincidchar <20> 9 endcidchar",
            false,
        );
        assert!(!encoding.is_identity());
        let number = Object::Integer;
        let widths = [
            number(4),
            vec![number(400), number(500), number(600)].into(),
            number(9),
            vec![number(900)].into(),
        ];
        let written = encoding.by_code(&widths);
        let pair = |code, width| [number(code), vec![number(width)].into()];
        let expected = [pair(0x10, 500), pair(0x11, 600), pair(0x20, 900)].concat();
        assert_eq!(written, expected);
    }
}
