//! The codes of fonts whose characters are not known. Of a composite font with codes of two bytes, those that its
//! ToUnicode table (ISO 32000-1, 9.10.3) does not have.

use std::collections::HashSet;

use pdf_extract::{Dictionary, Document};

use super::to_unicode::ToUnicode;

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
    /// bytes.
    pub fn left_out(document: &Document, font: &Dictionary, table: &ToUnicode) -> Option<Self> {
        let encoding = font.get(b"Encoding").ok()?;
        let (_, encoding) = document.dereference(encoding).ok()?;
        if !matches!(encoding.as_name(), Ok(b"Identity-H" | b"Identity-V")) {
            return None;
        }
        let codes = table.codes().filter_map(|code| u16::try_from(code).ok());
        Some(Codes::AllBut(codes.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_a_table_leaves_out_are_not_known() {
        let codes = Codes::AllBut([0x1, 0x10, 0x102].into());
        assert_eq!(codes.unknown(&[0, 1, 0, 2, 1, 2, 1, 3]), 4);
        let mut without = [false; 256];
        without[7] = true;
        assert_eq!(Codes::Without(Box::new(without)).unknown(&[7, 8, 7]), 2);
    }
}
