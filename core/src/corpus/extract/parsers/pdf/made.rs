//! The contents of a page or of a form as they are written for the crate: operators with their operands, and counts
//! of the bytes that show text.

use super::glyph_names::Unknown;
use super::operations::Operand;

/// The contents of a page or of a form.
#[derive(Debug, Default)]
pub(super) struct RewrittenContent {
    pub bytes: Vec<u8>,
    /// What could not be read.
    pub damage: Option<String>,
    /// Bytes of strings that are shown, and those among them that stand for no known character.
    pub shown: u64,
    pub unknown: u64,
    /// Codes that are shown, a character each.
    pub codes: u64,
    /// Pieces of text that a layer hides.
    pub hidden: u32,
}

impl RewrittenContent {
    pub fn damaged(&mut self, why: &str) {
        self.damage.get_or_insert_with(|| why.to_owned());
    }

    fn put(&mut self, operand: &Operand) {
        match operand {
            Operand::Number(number) => self.bytes.extend(number.to_string().bytes()),
            Operand::String(string) => {
                self.bytes.push(b'<');
                for byte in string {
                    self.hex(*byte);
                }
                self.bytes.push(b'>');
            }
            Operand::Name(name) => {
                self.bytes.push(b'/');
                for byte in name {
                    match byte.is_ascii_alphanumeric() {
                        true => self.bytes.push(*byte),
                        false => {
                            self.bytes.push(b'#');
                            self.hex(*byte);
                        }
                    }
                }
            }
            Operand::Array(values) => {
                self.bytes.push(b'[');
                for value in values {
                    self.put(value);
                }
                self.bytes.push(b']');
            }
            Operand::Other => self.bytes.extend(b"null"),
        }
        self.bytes.push(b' ');
    }

    fn hex(&mut self, byte: u8) {
        let digit = |value: u8| b"0123456789ABCDEF"[usize::from(value)];
        self.bytes.extend([digit(byte >> 4), digit(byte & 15)]);
    }

    pub fn operation(&mut self, operator: &[u8], operands: &[Operand]) {
        for operand in operands {
            self.put(operand);
        }
        self.bytes.extend(operator);
        self.bytes.push(b'\n');
    }

    /// Counts what a string or an array of them shows, in codes of so many bytes.
    pub fn count(&mut self, shown: &Operand, bytes: usize, unknown: Option<&Unknown>) {
        match shown {
            Operand::String(string) => {
                self.shown = self.shown.saturating_add(string.len() as u64);
                self.codes = self.codes.saturating_add((string.len() / bytes) as u64);
                if let Some(unknown) = unknown {
                    self.unknown = self.unknown.saturating_add(unknown.unknown(string));
                }
            }
            Operand::Array(values) => {
                for value in values {
                    self.count(value, bytes, unknown);
                }
            }
            _ => {}
        }
    }
}
