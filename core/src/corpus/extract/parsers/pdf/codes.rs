//! The codes of fonts whose characters are not known. Of a composite font with codes of two bytes, those that its
//! ToUnicode table (ISO 32000-1, 9.10.3) does not have.

use std::collections::HashSet;

use pdf_extract::{Dictionary, Document, Object};

use super::filters::decode;
use super::operations::{Operand, Operations};

/// Bytes of a table that are read at most.
pub(super) const MOST: usize = 4 << 20;

/// The codes of a font without a known character.
pub(super) enum Codes {
    /// Of one byte, by their value.
    Without(Box<[bool; 256]>),
    /// Of two bytes: all but these.
    AllBut(HashSet<u16>),
}

impl Codes {
    /// How many bytes of a string stand for no known character.
    pub fn unknown(&self, string: &[u8]) -> u64 {
        let unknown = match self {
            Codes::Without(bytes) => string.iter().filter(|b| bytes[usize::from(**b)]).count(),
            Codes::AllBut(known) => {
                let codes = string.chunks_exact(2);
                let code = |two: &[u8]| u16::from_be_bytes([two[0], two[1]]);
                2 * codes.filter(|two| !known.contains(&code(two))).count()
            }
        };
        unknown as u64
    }

    /// The codes that the table of a composite font leaves out; `None` where its codes are not known to have two
    /// bytes, or the table is not read.
    pub fn left_out(document: &Document, font: &Dictionary, table: &Object) -> Option<Self> {
        let encoding = font.get(b"Encoding").ok()?;
        let (_, encoding) = document.dereference(encoding).ok()?;
        if !matches!(encoding.as_name(), Ok(b"Identity-H" | b"Identity-V")) {
            return None;
        }
        let table = decode(document, table.as_stream().ok()?, MOST).ok()?;
        known(&table.bytes)
            .filter(|_| table.is_whole)
            .map(Codes::AllBut)
    }
}

/// The codes of two bytes that a table has; `None` if it names another table.
fn known(table: &[u8]) -> Option<HashSet<u16>> {
    let code = |operand: &Operand| match operand {
        Operand::String(bytes) => match bytes[..] {
            [one] => Some(u16::from(one)),
            [high, low] => Some(u16::from_be_bytes([high, low])),
            _ => None,
        },
        _ => None,
    };
    let mut known = HashSet::new();
    let mut operations = Operations::new(table);
    while let Some((operator, operands)) = operations.next() {
        match operator {
            b"usecmap" => return None,
            b"endbfchar" => known.extend(operands.chunks_exact(2).filter_map(|two| code(&two[0]))),
            b"endbfrange" => {
                for three in operands.chunks_exact(3) {
                    if let (Some(first), Some(last)) = (code(&three[0]), code(&three[1])) {
                        known.extend(first..=last);
                    }
                }
            }
            _ => {}
        }
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_of_a_table_are_those_of_its_entries_and_ranges() {
        let table = b"/CIDInit /ProcSet findresource begin 1 begincodespacerange <0000> <FFFF> endcodespacerange
            2 beginbfchar <0001> <0061> <0102> <00660069> endbfchar
            2 beginbfrange <0010> <0012> <0041> <0020> <0021> [<0030> <0031>] endbfrange endcmap";
        let known = known(table).unwrap();
        let mut all: Vec<u16> = known.iter().copied().collect();
        all.sort_unstable();
        assert_eq!(all, [0x1, 0x10, 0x11, 0x12, 0x20, 0x21, 0x102]);
        let codes = Codes::AllBut(known);
        assert_eq!(codes.unknown(&[0, 1, 0, 2, 1, 2, 1, 3]), 4);
        assert!(super::known(b"/Other usecmap").is_none());
    }
}
