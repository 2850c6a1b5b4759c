//! ToUnicode tables (ISO 32000-1, 9.10.3): which characters the codes of a font stand for. The crate that takes the text
//! out ends at strings of an odd length, at ranges of several characters and at numbers of entries that are wrong, so
//! that it is given tables that are written anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::operations::{Operand, Operations};

/// Codes of a table at most.
const MOST: usize = 1 << 18;

/// The characters of codes; `None` of a code that has an entry without a character.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ToUnicode(BTreeMap<u32, Option<String>>);

impl ToUnicode {
    /// Reads a table; `None` if it names another one.
    pub fn read(table: &[u8]) -> Option<Self> {
        let mut codes = BTreeMap::new();
        let mut operations = Operations::of_table(table);
        while let Some((operator, operands)) = operations.next() {
            match operator {
                b"usecmap" => return None,
                b"endbfchar" => codes.extend(pairs(&operands)),
                b"endbfrange" => operands
                    .chunks_exact(3)
                    .for_each(|three| range(three, &mut codes)),
                _ => {}
            }
            if codes.len() > MOST {
                break;
            }
        }
        Some(ToUnicode(codes))
    }

    /// The table with these characters.
    pub fn of<C: Into<u32>>(characters: impl IntoIterator<Item = (C, String)>) -> Self {
        let each = characters.into_iter();
        ToUnicode(each.map(|(code, text)| (code.into(), Some(text))).collect())
    }

    /// The characters of a code.
    #[cfg(test)]
    pub fn character(&self, code: u32) -> Option<&str> {
        self.0.get(&code)?.as_deref()
    }

    /// The codes that have an entry, ascending.
    pub fn codes(&self) -> impl Iterator<Item = u32> {
        self.0.keys().copied()
    }

    /// The table as it stands in a file, of codes of `bytes` bytes.
    pub fn written(&self, bytes: usize) -> Vec<u8> {
        let digits = 2 * bytes;
        let mut text = format!(
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
             1 begincodespacerange\n<{:0digits$X}> <{}>\nendcodespacerange\n",
            0,
            "F".repeat(digits)
        );
        for block in self.runs().chunks(100) {
            let _ = writeln!(text, "{} beginbfrange", block.len());
            for (first, last, units) in block {
                let _ = match &units[..] {
                    [one] => writeln!(text, "<{first:0digits$X}> <{last:0digits$X}> <{one:04X}>"),
                    units => {
                        let units: String =
                            units.iter().map(|unit| format!("{unit:04X}")).collect();
                        writeln!(text, "<{first:0digits$X}> <{last:0digits$X}> [<{units}>]")
                    }
                };
            }
            text += "endbfrange\n";
        }
        text += "endcmap\nend\nend\n";
        text.into_bytes()
    }

    /// Runs of codes whose characters follow one another too: the first, the last and the first one's units of UTF-16.
    fn runs(&self) -> Vec<(u32, u32, Vec<u16>)> {
        let mut runs: Vec<(u32, u32, Vec<u16>)> = Vec::new();
        for (code, text) in &self.0 {
            let Some(text) = text else {
                continue;
            };
            let units: Vec<u16> = text.encode_utf16().collect();
            match (runs.last_mut(), &units[..]) {
                (Some((first, last, begin)), [unit])
                    if begin.len() == 1
                        && *last + 1 == *code
                        && u32::from(begin[0]) + (code - *first) == u32::from(*unit) =>
                {
                    *last = *code;
                }
                _ => runs.push((*code, *code, units)),
            }
        }
        runs
    }
}

/// The entries of single codes.
fn pairs(operands: &[Operand]) -> impl Iterator<Item = (u32, Option<String>)> {
    let pairs = operands.chunks_exact(2);
    pairs.filter_map(|two| match two {
        [from, Operand::String(to)] => Some((from.code()?, characters(to, 0))),
        _ => None,
    })
}

/// Takes the entries of a range of codes.
fn range(three: &[Operand], codes: &mut BTreeMap<u32, Option<String>>) {
    let [first, last, to] = three else {
        return;
    };
    let (Some(first), Some(last)) = (first.code(), last.code()) else {
        return;
    };
    let left = (MOST + 1).saturating_sub(codes.len());
    let range = (first..=last).zip(0_u32..).take(left);
    match to {
        Operand::String(to) => {
            codes.extend(range.map(|(code, at)| (code, characters(to, at))));
        }
        Operand::Array(texts) => {
            let text = |text: &Operand| match text {
                Operand::String(text) => characters(text, 0),
                _ => None,
            };
            codes.extend({ range.zip(texts) }.map(|((code, _), to)| (code, text(to))));
        }
        _ => {}
    }
}

/// The characters that are `at` behind these: UTF-16, big endian. A string of one byte is a character; of three, what
/// MuPDF writes for a character beyond U+FFFF: its number in five digits (with a zero that fills up the last byte) or in
/// six.
fn characters(bytes: &[u8], at: u32) -> Option<String> {
    let single = |number: u32| char::from_u32(number.checked_add(at)?).map(String::from);
    match *bytes {
        [one] => single(one.into()),
        [a, b, c] => {
            let six = u32::from_be_bytes([0, a, b, c]);
            let five = six >> 4;
            match five {
                0x1_0000.. if six & 15 == 0 => single(five),
                _ => single(six),
            }
        }
        _ => {
            let units = bytes.chunks_exact(2);
            let mut units: Vec<u16> = units
                .map(|two| u16::from_be_bytes([two[0], two[1]]))
                .collect();
            if let Some(last) = units.last_mut() {
                *last = u16::try_from(u32::from(*last).checked_add(at)?).ok()?;
            }
            String::from_utf16(&units).ok()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(entries: &str) -> Vec<(u32, Option<String>)> {
        ToUnicode::read(entries.as_bytes())
            .unwrap()
            .0
            .into_iter()
            .collect()
    }

    fn some(entries: &[(u32, &str)]) -> Vec<(u32, Option<String>)> {
        let each = entries.iter();
        each.map(|(code, text)| (*code, Some((*text).to_owned())))
            .collect()
    }

    #[test]
    fn entries_and_ranges_give_characters() {
        let table = "/CIDInit /ProcSet findresource begin 1 begincodespacerange <0000> <FFFF> endcodespacerange
            3 beginbfchar <0001> <0061> <0102> <00660069> <0103> <D835DD6E> endbfchar
            2 beginbfrange <0010> <0012> <0041> <0020> <0021> [<0030> <00310032>] endbfrange endcmap";
        assert_eq!(
            read(table),
            some(&[
                (0x1, "a"),
                (0x10, "A"),
                (0x11, "B"),
                (0x12, "C"),
                (0x20, "0"),
                (0x21, "12"),
                (0x102, "fi"),
                (0x103, "𝕮"),
            ])
        );
        assert_eq!(ToUnicode::read(b"/Other usecmap"), None);
    }

    /// A number of digits that is not a multiple of four, a wrong number of entries, comments, half of a pair.
    #[test]
    fn what_programs_write_amiss_is_read() {
        let table = "9 beginbfchar <01> <1d56e> <02> <01F600> <03> <41> <04> <D835> <05> <> % none\n<06> <0042> endbfchar
            1 beginbfrange <10> <11> <1d56e> <20> <22> <00660069> <30> <31> [<0041>] <41> <40> <0041> endbfrange";
        let mut want = some(&[
            (1, "𝕮"),
            (2, "😀"),
            (3, "A"),
            (4, ""),
            (5, ""),
            (6, "B"),
            (0x10, "𝕮"),
            (0x11, "𝕯"),
            (0x20, "fi"),
            (0x21, "fj"),
            (0x22, "fk"),
            (0x30, "A"),
        ]);
        want[3].1 = None;
        assert_eq!(read(table), want);
    }

    #[test]
    fn a_block_of_ranges_is_read_whole() {
        let entries: String = (0..200)
            .map(|i| format!("<{i:04X}> <{i:04X}> <{:04X}>\n", 0x4e00 + i))
            .collect();
        let table = read(&format!("200 beginbfrange\n{entries}endbfrange"));
        assert_eq!(table.len(), 200);
        let endless =
            ToUnicode::read(b"1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange").unwrap();
        assert_eq!(endless.codes().count(), MOST + 1);
    }

    #[test]
    fn what_is_written_is_what_was_read() {
        let table = "beginbfchar <0001> <0061> <0002> <0062> <0003> <0064> <0102> <00660069> <0103> <D835DD6E> <0104> <> endbfchar";
        let table = ToUnicode::read(table.as_bytes()).unwrap();
        let written = String::from_utf8(table.written(2)).unwrap();
        assert!(
            written.contains("5 beginbfrange\n<0001> <0002> <0061>\n<0003>"),
            "{written}"
        );
        assert_eq!(ToUnicode::read(written.as_bytes()), Some(table));
    }
}
