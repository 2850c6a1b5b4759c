//! What a stream of a PDF holds once its filters are undone (ISO 32000-1, 7.4), and whether it holds all of it.

use flate2::{Decompress, FlushDecompress, Status};
use pdf_extract::{Dictionary, Document, Object, Stream, filters::png};
use thiserror::Error;

/// Why the data of a stream cannot be read.
#[derive(Debug, Error)]
pub(super) enum StreamError {
    /// The list of filters has an entry that is no name.
    #[error("a filter without a name")]
    NoFilterName,
    /// No filter of the standard has this name.
    #[error("the filter {0} is not known")]
    UnknownFilter(String),
    /// No predictor of the standard has this number, or its rows have no possible size.
    #[error("the predictor {0} is not known")]
    UnknownPredictor(i64),
    /// The rows of a predictor cannot be restored.
    #[error(transparent)]
    Rows(#[from] std::io::Error),
    /// The file has no stream of this number.
    #[error("its content is not in the file")]
    Absent,
    /// The stream does not end where its length says.
    #[error("the length of its content is wrong")]
    WrongLength,
    /// The pages have more content than the limit allows.
    #[error("the contents of its pages are too large")]
    TooLarge,
}

/// Bytes that came out of a filter.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Decoded {
    pub bytes: Vec<u8>,
    /// Whether the data goes to its end: `false` where it is cut, wrong within or longer than the limit.
    pub is_whole: bool,
}

impl Decoded {
    fn whole(bytes: Vec<u8>) -> Self {
        Decoded {
            bytes,
            is_whole: true,
        }
    }

    fn part(bytes: Vec<u8>) -> Self {
        Decoded {
            bytes,
            is_whole: false,
        }
    }
}

/// The data of a stream, at most about `most` bytes of it.
///
/// # Errors
/// A filter that is not known, or parameters that are not.
pub(super) fn decode(
    document: &Document,
    stream: &Stream,
    most: usize,
) -> Result<Decoded, StreamError> {
    let entry = |name: &[u8]| {
        let value = stream.dict.get(name).ok()?;
        let (_, value) = document.dereference(value).unwrap_or((None, value));
        Some(match value {
            Object::Array(values) => values
                .iter()
                .map(|value| {
                    document
                        .dereference(value)
                        .map_or(value, |(_, value)| value)
                })
                .collect(),
            Object::Null => Vec::new(),
            value => vec![value],
        })
    };
    let filters = entry(b"Filter").unwrap_or_default();
    let parameters = entry(b"DecodeParms").unwrap_or_default();
    let mut data = Decoded::whole(stream.content.clone());
    for (i, filter) in filters.iter().enumerate() {
        let name = filter.as_name().map_err(|_| StreamError::NoFilterName)?;
        let parameters = parameters.get(i).and_then(|one| one.as_dict().ok());
        let input = data.bytes.as_slice();
        let decoded = match name {
            b"FlateDecode" | b"Fl" => predicted(inflate(input, most), parameters)?,
            b"LZWDecode" | b"LZW" => {
                let is_early = number(parameters, b"EarlyChange", 1) != 0;
                predicted(lzw(input, is_early, most), parameters)?
            }
            b"ASCIIHexDecode" | b"AHx" => hex(input),
            b"ASCII85Decode" | b"A85" => ascii85(input, most),
            b"RunLengthDecode" | b"RL" => run_length(input, most),
            // What is encrypted has been decrypted with the document.
            b"Crypt" => continue,
            name => {
                let name = String::from_utf8_lossy(name);
                return Err(StreamError::UnknownFilter(name.into_owned()));
            }
        };
        data = Decoded {
            is_whole: data.is_whole && decoded.is_whole,
            ..decoded
        };
    }
    Ok(data)
}

fn number(parameters: Option<&Dictionary>, name: &[u8], otherwise: i64) -> i64 {
    let value = parameters.and_then(|parameters| parameters.get(name).ok());
    value
        .and_then(|value| value.as_i64().ok())
        .unwrap_or(otherwise)
}

/// Undoes the prediction of rows (7.4.4.4).
fn predicted(data: Decoded, parameters: Option<&Dictionary>) -> Result<Decoded, StreamError> {
    let predictor = number(parameters, b"Predictor", 1);
    if predictor == 1 {
        return Ok(data);
    }
    let columns = number(parameters, b"Columns", 1);
    let bytes =
        number(parameters, b"Colors", 1).saturating_mul(number(parameters, b"BitsPerComponent", 8))
            / 8;
    let is_known = (10..=15).contains(&predictor)
        && (1..1 << 20).contains(&columns)
        && (1..64).contains(&bytes);
    if !is_known {
        return Err(StreamError::UnknownPredictor(predictor));
    }
    let rows = png::decode_frame(&data.bytes, bytes as usize, columns as usize)?;
    Ok(Decoded {
        bytes: rows,
        ..data
    })
}

/// Flate (RFC 1950). Data with another check sum than its own is damaged; data that is complete is complete without one.
fn inflate(input: &[u8], most: usize) -> Decoded {
    let begin = input.iter().position(|b| !b"\r\n".contains(b));
    let input = &input[begin.unwrap_or(input.len())..];
    let has_header = input.first().is_some_and(|b| b & 15 == 8);
    let input = if has_header {
        input.get(2..).unwrap_or_default()
    } else {
        input
    };
    let is_whole = |bytes: &[u8], end: usize| match input.get(end..).and_then(<[u8]>::first_chunk) {
        Some(sum) if has_header => adler2::adler32_slice(bytes) == u32::from_be_bytes(*sum),
        _ => true,
    };
    let mut inflater = Decompress::new(false);
    let mut bytes = Vec::new();
    while bytes.len() < most {
        bytes.reserve(1 << 14);
        let before = (inflater.total_in(), bytes.len());
        let rest = &input[inflater.total_in() as usize..];
        match inflater.decompress_vec(rest, &mut bytes, FlushDecompress::None) {
            Ok(Status::StreamEnd) if bytes.len() <= most => {
                let is_whole = is_whole(&bytes, inflater.total_in() as usize);
                return Decoded { bytes, is_whole };
            }
            Ok(_) if before != (inflater.total_in(), bytes.len()) => {}
            Ok(_) | Err(_) => break,
        }
    }
    Decoded::part(bytes)
}

/// LZW with codes of 9 to 12 bits (7.4.4.2). An entry of the table is a place in what has come out so far.
fn lzw(input: &[u8], is_early: bool, most: usize) -> Decoded {
    let mut bytes: Vec<u8> = Vec::new();
    let mut entries: Vec<(usize, usize)> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    let mut at = 0;
    while bytes.len() < most {
        let width = match 258 + entries.len() + usize::from(is_early) {
            2048.. => 12,
            1024.. => 11,
            512.. => 10,
            _ => 9,
        };
        if at + width > 8 * input.len() {
            break;
        }
        let code = (at..at + width).fold(0, |code, bit| {
            code << 1 | usize::from(input[bit / 8] >> (7 - bit % 8) & 1)
        });
        at += width;
        let start = bytes.len();
        match code {
            256 => {
                entries.clear();
                last = None;
                continue;
            }
            257 => return Decoded::whole(bytes),
            _ => {}
        }
        // The entry that this code completes may be the one that it names.
        if let Some((from, length)) = last
            && entries.len() < 4096 - 258
        {
            entries.push((from, length + 1));
        }
        match code {
            0..256 => bytes.push(code as u8),
            _ => {
                let Some(&(from, length)) = entries.get(code - 258) else {
                    break;
                };
                for i in from..from + length {
                    bytes.push(bytes[i]);
                }
            }
        }
        last = Some((start, bytes.len() - start));
    }
    Decoded::part(bytes)
}

fn hex(input: &[u8]) -> Decoded {
    let mut digits = Vec::with_capacity(input.len());
    let mut is_whole = true;
    for byte in input.iter().take_while(|b| **b != b'>') {
        match char::from(*byte).to_digit(16) {
            Some(digit) => digits.push(digit as u8),
            None => is_whole &= byte.is_ascii_whitespace() || *byte == 0,
        }
    }
    let pair = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or(0);
    Decoded {
        bytes: digits.chunks(2).map(pair).collect(),
        is_whole,
    }
}

fn ascii85(input: &[u8], most: usize) -> Decoded {
    let input = input.strip_prefix(b"<~").unwrap_or(input);
    let mut bytes = Vec::new();
    let mut group: Vec<u8> = Vec::new();
    let mut is_whole = true;
    for byte in input.iter().take_while(|b| **b != b'~') {
        match byte {
            b'z' if group.is_empty() => bytes.extend([0; 4]),
            b'!'..=b'u' => group.push(byte - b'!'),
            byte => is_whole &= byte.is_ascii_whitespace() || *byte == 0,
        }
        if group.len() == 5 {
            is_whole &= quad(&mut bytes, &group, 4);
            group.clear();
        }
        if bytes.len() > most {
            return Decoded::part(bytes);
        }
    }
    let left = group.len();
    if left > 0 {
        group.resize(5, 84);
        is_whole &= left > 1 && quad(&mut bytes, &group, left - 1);
    }
    Decoded { bytes, is_whole }
}

/// Puts the first `count` bytes that five digits of base 85 stand for; `false` if they stand for none.
fn quad(bytes: &mut Vec<u8>, group: &[u8], count: usize) -> bool {
    let value = group.iter().fold(0_u64, |v, d| v * 85 + u64::from(*d));
    let four = u32::try_from(value);
    if let Ok(four) = four {
        bytes.extend(&four.to_be_bytes()[..count]);
    }
    four.is_ok()
}

fn run_length(input: &[u8], most: usize) -> Decoded {
    let mut bytes = Vec::new();
    let mut rest = input;
    while let [length, after @ ..] = rest {
        let length = usize::from(*length);
        rest = match (length, after) {
            (128, _) => return Decoded::whole(bytes),
            (..128, after) if length < after.len() => {
                bytes.extend(&after[..=length]);
                &after[length + 1..]
            }
            (129.., [byte, after @ ..]) => {
                bytes.extend(std::iter::repeat_n(*byte, 257 - length));
                after
            }
            _ => break,
        };
        if bytes.len() > most {
            break;
        }
    }
    // The end mark is often missing.
    let is_whole = rest.is_empty();
    Decoded { bytes, is_whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const MOST: usize = 1 << 20;
    const TEXT: &[u8] = b"BT /F1 12 Tf (one one one one one one two) Tj ET";

    #[test]
    fn flate_data_that_is_cut_gives_what_stands_before_the_cut() {
        let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(TEXT).unwrap();
        let packed = packer.finish().unwrap();
        assert_eq!(inflate(&packed, MOST), Decoded::whole(TEXT.to_vec()));
        let no_sum = &packed[..packed.len() - 4];
        assert_eq!(inflate(no_sum, MOST), Decoded::whole(TEXT.to_vec()));
        for end in 0..packed.len() - 5 {
            let part = inflate(&packed[..end], MOST);
            assert!(!part.is_whole && TEXT.starts_with(&part.bytes), "{end}");
        }
        assert!(!inflate(&packed, 8).is_whole);
    }

    #[test]
    fn lzw_is_undone_over_all_widths_of_code() {
        // The encoder by the definition: a dictionary of strings.
        let data: Vec<u8> = (0..20_000_u32).map(|i| (i * i / 7 % 61) as u8).collect();
        let mut bits = Vec::new();
        let mut put = |code: usize, width: usize| {
            bits.extend((0..width).rev().map(|bit| (code >> bit & 1) as u8));
        };
        let mut table: std::collections::HashMap<Vec<u8>, usize> =
            (0..256).map(|i| (vec![i as u8], i)).collect();
        let (mut next, mut width) = (258, 9);
        put(256, 9);
        let mut string: Vec<u8> = Vec::new();
        for byte in &data {
            let longer = [string.as_slice(), &[*byte]].concat();
            if table.contains_key(&longer) {
                string = longer;
                continue;
            }
            put(table[&string], width);
            table.insert(longer, next);
            next += 1;
            width = match next {
                2048.. => 12,
                1024.. => 11,
                512.. => 10,
                _ => 9,
            };
            if next == 4094 {
                put(256, width);
                table.retain(|string, _| string.len() == 1);
                (next, width) = (258, 9);
            }
            string = vec![*byte];
        }
        put(table[&string], width);
        let width = match next + 1 {
            2048.. => 12,
            1024.. => 11,
            512.. => 10,
            _ => 9,
        };
        put(257, width);
        let packed: Vec<u8> = bits
            .chunks(8)
            .map(|byte| (0..8).fold(0, |v, i| v << 1 | byte.get(i).copied().unwrap_or(0)))
            .collect();
        assert_eq!(lzw(&packed, true, MOST), Decoded::whole(data));
        assert!(!lzw(&packed[..99], true, MOST).is_whole);
    }

    #[test]
    fn texts_of_bytes_are_undone() {
        assert_eq!(hex(b"4 8\n65 6C6c 7>x"), Decoded::whole(b"Hellp".to_vec()));
        assert!(!hex(b"48xy").is_whole);
        assert_eq!(ascii85(b"87cURD]i,\"Ebo7~>", MOST).bytes, b"Hello World");
        assert_eq!(ascii85(b"z~>", MOST), Decoded::whole(vec![0; 4]));
        assert!(!ascii85(b"uuuuu~>", MOST).is_whole);
        assert_eq!(
            run_length(b"\x01ab\xfec\x80", MOST),
            Decoded::whole(b"abccc".to_vec())
        );
        assert!(!run_length(b"\x05ab", MOST).is_whole);
    }
}
