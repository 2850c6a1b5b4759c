//! CMaps (ISO 32000-1, 9.7.5): how the strings of a composite font are parted into codes, and which glyphs those are.

use std::collections::HashMap;

use pdf_extract::Object;

use super::operations::{Operand, Operations};

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
    pub fn read(cmap: &[u8], mut names_identity: bool) -> Self {
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
    pub fn is_identity(&self) -> bool {
        self.glyphs.iter().all(|(first, _, glyph)| first == glyph)
    }

    /// The widths of glyphs, as a list of pairs of a first one and an array, by codes instead.
    pub fn by_code(&self, widths: &[Object]) -> Vec<Object> {
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

/// Whether a CMap of this name takes codes of two bytes as the numbers of glyphs.
pub(super) fn is_identity(name: &[u8]) -> bool {
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
