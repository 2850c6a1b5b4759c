//! The operations of a content stream (ISO 32000-1, 7.8.2), one after the other. What does not belong where it
//! stands is left out and noticed, and reading goes on behind it.

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    Number(f64),
    String(Vec<u8>),
    /// Without the slash, `#` undone.
    Name(Vec<u8>),
    /// Nested ones are one level.
    Array(Vec<Operand>),
    Other,
}

impl Operand {
    /// The number of a code of a font: of a string of one to four bytes.
    pub fn code(&self) -> Option<u32> {
        match self {
            Operand::String(bytes) if (1..=4).contains(&bytes.len()) => {
                let code = |code, byte: &u8| code << 8 | u32::from(*byte);
                Some(bytes.iter().fold(0, code))
            }
            _ => None,
        }
    }
}

/// Operands that an operator takes at most (of `SCN`, 33), with room.
const OPERANDS: usize = 256;

/// Operands of a block of a table of characters at most.
const OF_TABLE: usize = 1 << 18;

/// Reads operations.
pub(super) struct Operations<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Operands of an operator at most.
    most: usize,
    /// Whether something was left out.
    pub is_damaged: bool,
}

enum Token<'a> {
    Operand(Operand),
    Operator(&'a [u8]),
    ArrayBegin,
    ArrayEnd,
    DictionaryBegin,
    DictionaryEnd,
}

fn is_space(byte: u8) -> bool {
    b"\0\t\n\x0c\r ".contains(&byte)
}

fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

impl<'a> Operations<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Operations {
            bytes,
            at: 0,
            most: OPERANDS,
            is_damaged: false,
        }
    }

    /// Of a table of characters, whose operators take many operands.
    pub(super) fn of_table(bytes: &'a [u8]) -> Self {
        Operations {
            most: OF_TABLE,
            ..Operations::new(bytes)
        }
    }

    /// The next operator with its operands. Inline images are passed over.
    pub(super) fn next(&mut self) -> Option<(&'a [u8], Vec<Operand>)> {
        let mut operands = Vec::new();
        let mut array: Option<(Vec<Operand>, u32)> = None;
        let mut dictionaries = 0_u32;
        while let Some(token) = self.token() {
            match token {
                Token::DictionaryBegin => dictionaries = dictionaries.saturating_add(1),
                Token::DictionaryEnd if dictionaries > 0 => {
                    dictionaries -= 1;
                    if dictionaries == 0 && array.is_none() {
                        operands.push(Operand::Other);
                    }
                }
                Token::Operator(_) if dictionaries > 0 => {}
                Token::ArrayBegin | Token::ArrayEnd | Token::Operand(_) if dictionaries > 0 => {}
                Token::ArrayBegin => match &mut array {
                    Some((_, depth)) => *depth = depth.saturating_add(1),
                    None => array = Some((Vec::new(), 0)),
                },
                Token::ArrayEnd => match &mut array {
                    Some((_, depth)) if *depth > 0 => *depth -= 1,
                    Some((values, _)) => {
                        operands.push(Operand::Array(std::mem::take(values)));
                        array = None;
                    }
                    None => self.is_damaged = true,
                },
                Token::DictionaryEnd => self.is_damaged = true,
                Token::Operand(operand) => match &mut array {
                    Some((values, _)) => values.push(operand),
                    None => operands.push(operand),
                },
                Token::Operator(operator) => {
                    // An array that does not end ends before the operator.
                    if let Some((values, _)) = array.take() {
                        operands.push(Operand::Array(values));
                        self.is_damaged = true;
                    }
                    if operator != b"BI" {
                        return Some((operator, operands));
                    }
                    operands.clear();
                    self.pass_image();
                }
            }
            if operands.len() > self.most {
                operands.clear();
                self.is_damaged = true;
            }
        }
        // Strings that no operator shows, and what stands open.
        let is_text = |operand: &Operand| matches!(operand, Operand::String(_) | Operand::Array(_));
        self.is_damaged |= dictionaries > 0 || array.is_some() || operands.iter().any(is_text);
        None
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Passes over the bytes for which `is` holds.
    fn run(&mut self, is: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|b| !is(*b)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn token(&mut self) -> Option<Token<'a>> {
        loop {
            self.run(is_space);
            let first = self.peek(0)?;
            match first {
                b'%' => {
                    self.run(|b| !b"\r\n".contains(&b));
                    continue;
                }
                b'/' => {
                    self.at += 1;
                    let name = name(self.run(is_regular));
                    return Some(Token::Operand(Operand::Name(name)));
                }
                b'(' => {
                    let string = self.literal();
                    return Some(Token::Operand(Operand::String(string)));
                }
                b'<' if self.peek(1) == Some(b'<') => {
                    self.at += 2;
                    return Some(Token::DictionaryBegin);
                }
                b'>' if self.peek(1) == Some(b'>') => {
                    self.at += 2;
                    return Some(Token::DictionaryEnd);
                }
                b'<' => {
                    let string = self.hexadecimal();
                    return Some(Token::Operand(Operand::String(string)));
                }
                b'[' | b']' => {
                    self.at += 1;
                    return Some(match first {
                        b'[' => Token::ArrayBegin,
                        _ => Token::ArrayEnd,
                    });
                }
                b'0'..=b'9' | b'+' | b'-' | b'.' => {
                    let digits = self.run(|b| b.is_ascii_digit() || b"+-.".contains(&b));
                    return Some(Token::Operand(Operand::Number(number(digits))));
                }
                _ => {}
            }
            let mut word = self.run(|b| b.is_ascii_alphabetic() || b"*'\"".contains(&b));
            // The two operators with a digit.
            if word == b"d" && matches!(self.peek(0), Some(b'0' | b'1')) {
                self.at += 1;
                word = &self.bytes[self.at - 2..self.at];
            }
            match word {
                b"" => {
                    self.at += 1;
                    self.is_damaged = true;
                }
                b"true" | b"false" | b"null" => return Some(Token::Operand(Operand::Other)),
                word => return Some(Token::Operator(word)),
            }
        }
    }

    /// A string in parentheses (7.3.4.2).
    fn literal(&mut self) -> Vec<u8> {
        let mut string = Vec::new();
        let mut depth = 0_u32;
        while let Some(byte) = self.peek(0) {
            self.at += 1;
            match byte {
                b'(' => {
                    if depth > 0 {
                        string.push(byte);
                    }
                    depth += 1;
                }
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return string;
                    }
                    string.push(byte);
                }
                b'\\' => self.escaped(&mut string),
                b'\r' => {
                    if self.peek(0) == Some(b'\n') {
                        self.at += 1;
                    }
                    string.push(b'\n');
                }
                byte => string.push(byte),
            }
        }
        self.is_damaged = true;
        string
    }

    fn escaped(&mut self, string: &mut Vec<u8>) {
        let Some(byte) = self.peek(0) else {
            return;
        };
        self.at += 1;
        match byte {
            b'n' => string.push(b'\n'),
            b'r' => string.push(b'\r'),
            b't' => string.push(b'\t'),
            b'b' => string.push(8),
            b'f' => string.push(12),
            b'\n' => {}
            b'\r' => {
                if self.peek(0) == Some(b'\n') {
                    self.at += 1;
                }
            }
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.peek(0) else {
                        break;
                    };
                    self.at += 1;
                    code = 8 * code + u32::from(digit - b'0');
                }
                string.push(code as u8);
            }
            byte => string.push(byte),
        }
    }

    fn hexadecimal(&mut self) -> Vec<u8> {
        self.at += 1;
        let inside = self.run(|b| is_space(b) || b.is_ascii_hexdigit());
        match self.peek(0) {
            Some(b'>') => self.at += 1,
            _ => self.is_damaged = true,
        }
        let digits = inside.iter().filter_map(|b| char::from(*b).to_digit(16));
        let digits: Vec<u8> = digits.map(|digit| digit as u8).collect();
        let pair = |pair: &[u8]| pair[0] << 4 | pair.get(1).copied().unwrap_or(0);
        digits.chunks(2).map(pair).collect()
    }

    /// Passes over an inline image (8.9.7): `EI` ends it where plain text follows.
    fn pass_image(&mut self) {
        while let Some(token) = self.token() {
            if matches!(token, Token::Operator(b"ID")) {
                break;
            }
        }
        let rest = &self.bytes[self.at..];
        let ends = |at: usize| {
            let after = &rest[at + 2..];
            let is_plain = |b: &u8| is_space(*b) || (32..127).contains(b);
            rest[at..].starts_with(b"EI")
                && (at == 0 || is_space(rest[at - 1]) || rest[at - 1] == b'>')
                && after.first().is_none_or(|b| is_space(*b))
                && after.iter().take(12).all(is_plain)
        };
        match (0..rest.len().saturating_sub(1)).find(|at| ends(*at)) {
            Some(at) => self.at += at + 2,
            None => {
                self.at = self.bytes.len();
                self.is_damaged = true;
            }
        }
    }
}

/// A name, `#` with two digits undone (7.3.5).
fn name(raw: &[u8]) -> Vec<u8> {
    let mut name = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let [first, after @ ..] = rest {
        let digit = |at: usize| after.get(at).and_then(|b| char::from(*b).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'#', Some(high), Some(low)) => {
                name.push((high << 4 | low) as u8);
                rest = &after[2..];
            }
            _ => {
                name.push(*first);
                rest = after;
            }
        }
    }
    name
}

/// A number as viewers read it: signs within end it, and what is none is 0.
fn number(raw: &[u8]) -> f64 {
    let digits = raw.iter().position(|b| !b"+-".contains(b));
    let (signs, digits) = raw.split_at(digits.unwrap_or(raw.len()));
    let end = digits.iter().position(|b| b"+-".contains(b));
    let digits = &digits[..end.unwrap_or(digits.len())];
    let text = std::str::from_utf8(digits).unwrap_or_default();
    let value: f64 = text.parse().unwrap_or(0.0);
    let value = value.min(1e9);
    match signs.first() {
        Some(b'-') => -value,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(content: &str) -> (Vec<(String, Vec<Operand>)>, bool) {
        let mut operations = Operations::new(content.as_bytes());
        let mut read = Vec::new();
        while let Some((operator, operands)) = operations.next() {
            read.push((String::from_utf8(operator.to_vec()).unwrap(), operands));
        }
        (read, operations.is_damaged)
    }

    fn string(text: &str) -> Operand {
        Operand::String(text.into())
    }

    #[test]
    fn operands_of_every_kind_are_read() {
        let content = "/F#31 -.5 Tf % a comment\n[(a\\(\\051(b)) 3 <4 1>]TJ\0(x\\\ny\\101)' /P<</A[1(s)]/B<</C/D>>>>BDC";
        let expected = vec![
            (
                "Tf".to_owned(),
                vec![Operand::Name(b"F1".to_vec()), Operand::Number(-0.5)],
            ),
            (
                "TJ".to_owned(),
                vec![Operand::Array(vec![
                    string("a()(b)"),
                    Operand::Number(3.0),
                    string("A"),
                ])],
            ),
            ("'".to_owned(), vec![string("xyA")]),
            (
                "BDC".to_owned(),
                vec![Operand::Name(b"P".to_vec()), Operand::Other],
            ),
        ];
        assert_eq!(all(content), (expected, false));
    }

    #[test]
    fn reading_goes_on_behind_what_does_not_belong() {
        for content in [
            "(a) Tj ) (b) Tj",
            "(a) Tj ] (b) Tj",
            "(a) Tj >> (b) Tj",
            "(a) Tj \u{7f} (b) Tj",
            "(a) Tj <6x (b) Tj",
        ] {
            let (read, is_damaged) = all(content);
            let last = |operands: &Vec<Operand>| operands.last().cloned();
            let shown: Vec<_> = read
                .iter()
                .filter(|(operator, _)| operator == "Tj")
                .map(|(_, operands)| last(operands))
                .collect();
            assert_eq!(shown, [Some(string("a")), Some(string("b"))], "{content}");
            assert!(is_damaged, "{content}");
        }
        assert!(all("(a) Tj (b").1);
        assert!(all("(a) Tj (b)").1);
        assert!(!all("(a) Tj 0 0").1);
        let (read, is_damaged) = all("[(a) 3 (b) TJ ET");
        assert_eq!(read.len(), 2);
        assert!(is_damaged);
    }

    #[test]
    fn inline_images_are_passed_over() {
        let image = "q BI /W 2 /H 2 /BPC 8 /CS /G ID \u{0}(EI EI\u{1}x\nEI Q (a) Tj";
        let (read, is_damaged) = all(image);
        let operators: Vec<&str> = read.iter().map(|(operator, _)| operator.as_str()).collect();
        assert_eq!((operators, is_damaged), (vec!["q", "Q", "Tj"], false));
        assert!(all("BI /W 2 ID abc").1);
    }

    #[test]
    fn numbers_are_read_as_viewers_do() {
        let read = |text: &str| number(text.as_bytes());
        let read = ["12", "+1.5", "--3", "4-5", ".", "-.25"].map(read);
        assert_eq!(read, [12.0, 1.5, -3.0, 4.0, 0.0, -0.25]);
    }
}
