//! An array of JSON as lines: every element is on a line of its own, at the same offset. Nothing is inserted or removed, so
//! that an element is found again by its place.

use std::io::{self, Read};

/// A reader that puts a line feed in place of the commas between the elements and blanks in place of the brackets of the
/// array and of the line feeds in elements.
pub(in crate::corpus) struct ArrayRows<R> {
    content: R,
    /// Open brackets: 0 before and behind the array, 1 between its elements.
    depth: u64,
    in_string: bool,
    is_escaped: bool,
    /// Whether the array has ended.
    is_over: bool,
}

impl<R: Read> ArrayRows<R> {
    /// The lines of `content`, which stands at its beginning, or at that of an element.
    pub fn new(content: R, is_in_array: bool) -> Self {
        ArrayRows {
            content,
            depth: u64::from(is_in_array),
            in_string: false,
            is_escaped: false,
            is_over: false,
        }
    }

    /// What stands in place of `byte`.
    fn replaced(&mut self, byte: u8) -> u8 {
        if self.is_over {
            return byte;
        }
        if self.in_string {
            let is_escaped = std::mem::take(&mut self.is_escaped);
            self.in_string = byte != b'"' || is_escaped;
            self.is_escaped = byte == b'\\' && !is_escaped;
        } else {
            match (self.depth, byte) {
                (0, b'[') => self.depth = 1,
                (1, b',') => return b'\n',
                (1, b']') => {
                    self.is_over = true;
                    return b'\n';
                }
                (1.., b'"') => self.in_string = true,
                (1.., b'{' | b'[') => self.depth += 1,
                (2.., b'}' | b']') => self.depth -= 1,
                _ => {}
            }
            // The first bracket, and a mark before it.
            if self.depth == 0 || self.depth == 1 && byte == b'[' {
                return b' ';
            }
        }
        match byte {
            b'\n' => b' ',
            byte => byte,
        }
    }
}

impl<R: Read> Read for ArrayRows<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(into)?;
        for byte in &mut into[..read] {
            *byte = self.replaced(*byte);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(array: &str, is_in_array: bool) -> String {
        let mut lines = String::new();
        let mut rows = ArrayRows::new(array.as_bytes(), is_in_array);
        rows.read_to_string(&mut lines).unwrap();
        assert_eq!(lines.len(), array.len());
        lines
    }

    #[test]
    fn every_element_is_a_line_at_its_offset() {
        let array = "\u{feff}\n[ {\"a\":[1,\n{}],\"b\":\"],\\\"}\\\\\"},\r\n {\"c\":2}\n, 3,[4]]\n";
        let read = lines(array, false);
        let rows: Vec<&str> = read.lines().map(str::trim).collect();
        let first = "{\"a\":[1, {}],\"b\":\"],\\\"}\\\\\"}";
        assert_eq!(rows, [first, "{\"c\":2}", "3", "[4]", ""]);
        let at = array.find("{\"c\"").unwrap();
        assert_eq!(lines(&array[at..], true), read[at..]);
        // What follows the array is a line of its own.
        assert_eq!(lines("[{}]{},[]", false), " {}\n{},[]");
        assert_eq!(lines("}],", true), "}\n,");
    }
}
