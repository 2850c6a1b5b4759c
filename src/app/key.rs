//! Keys and sequences of two keys, with readable names for the command table and help. Independent of the terminal
//! library, so that tests can drive everything above the terminal.

use std::fmt;
use std::str::FromStr;

/// Key code without modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// Character key; upper case if shift was held.
    Char(char),
    /// Return key.
    Enter,
    /// Escape key.
    Esc,
    /// Tab key.
    Tab,
    /// Shift-Tab, which terminals report as a separate key.
    BackTab,
    /// Deletes to the left.
    Backspace,
    /// Deletes to the right.
    Delete,
    /// Up arrow.
    Up,
    /// Down arrow.
    Down,
    /// Left arrow.
    Left,
    /// Right arrow.
    Right,
    /// Home key.
    Home,
    /// End key.
    End,
    /// Page-up key.
    PageUp,
    /// Page-down key.
    PageDown,
    /// Function key with its number.
    F(u8),
}

/// A key press, written and parsed as `ctrl-d`, `PgUp`, `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The key without modifiers.
    pub code: Code,
    /// Whether control was held.
    pub ctrl: bool,
    /// Whether alt was held.
    pub alt: bool,
}

impl Key {
    /// A key without modifiers.
    pub const fn plain(code: Code) -> Self {
        Key {
            code,
            ctrl: false,
            alt: false,
        }
    }

    /// A character key without modifiers.
    pub const fn char(c: char) -> Self {
        Key::plain(Code::Char(c))
    }

    /// The character that the key types into a text field, if it is one without control or alt.
    pub fn typed(self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }

    /// Escape and the key without alt, for a key with alt: terminals send the same bytes for both, and
    /// GNU screen holds Escape back until the next key.
    pub fn without_alt(self) -> Option<[Key; 2]> {
        let rest = Key { alt: false, ..self };
        self.alt.then_some([Key::plain(Code::Esc), rest])
    }
}

/// Names of non-character keys as displayed; parsed case-insensitively.
const NAMES: [(&str, Code); 15] = [
    ("Enter", Code::Enter),
    ("Esc", Code::Esc),
    ("Tab", Code::Tab),
    ("shift-Tab", Code::BackTab),
    ("Backspace", Code::Backspace),
    ("Delete", Code::Delete),
    ("Up", Code::Up),
    ("Down", Code::Down),
    ("Left", Code::Left),
    ("Right", Code::Right),
    ("Home", Code::Home),
    ("End", Code::End),
    ("PgUp", Code::PageUp),
    ("PgDn", Code::PageDown),
    ("Space", Code::Char(' ')),
];

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("ctrl-")?;
        }
        if self.alt {
            f.write_str("alt-")?;
        }
        if let Some((name, _)) = NAMES.iter().find(|(_, code)| *code == self.code) {
            return f.write_str(name);
        }
        match self.code {
            Code::Char(c) => write!(f, "{c}"),
            Code::F(n) => write!(f, "F{n}"),
            other => write!(f, "{other:?}"),
        }
    }
}

/// Parse error: the text is not the name of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a key; write it like q, ctrl-d, alt-x, PgUp, Enter or F1")]
pub struct NotAKey(pub String);

impl FromStr for Key {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let (mut rest, mut ctrl, mut alt) = (text, false, false);
        loop {
            // `-` itself is a key, so a modifier prefix counts only if something follows it.
            if let Some(r) = rest.strip_prefix("ctrl-").filter(|r| !r.is_empty()) {
                (rest, ctrl) = (r, true);
            } else if let Some(r) = rest.strip_prefix("alt-").filter(|r| !r.is_empty()) {
                (rest, alt) = (r, true);
            } else {
                break;
            }
        }
        let mut names = NAMES.iter();
        let named = names.find(|(name, _)| name.eq_ignore_ascii_case(rest));
        let code = if let Some((_, code)) = named {
            *code
        } else if let Some(n) = rest.strip_prefix('F').and_then(|n| n.parse().ok()) {
            Code::F(n)
        } else {
            let mut chars = rest.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => Code::Char(c),
                _ => return Err(NotAKey(text.to_owned())),
            }
        };
        Ok(Key { code, ctrl, alt })
    }
}

/// The keys of a command: `q`, `ctrl-d`, `g g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeySequence {
    /// The key, or the first of two.
    pub first: Key,
    /// The second.
    pub then: Option<Key>,
}

impl fmt::Display for KeySequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.then {
            Some(then) => write!(f, "{} {then}", self.first),
            None => self.first.fmt(f),
        }
    }
}

impl From<Key> for KeySequence {
    fn from(first: Key) -> Self {
        KeySequence { first, then: None }
    }
}

impl FromStr for KeySequence {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let mut keys = text.split_whitespace().map(Key::from_str);
        match (keys.next(), keys.next(), keys.next()) {
            (Some(first), then, None) => Ok(KeySequence {
                first: first?,
                then: then.transpose()?,
            }),
            _ => Err(NotAKey(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_parsed_as_they_are_displayed() {
        for text in [
            "q",
            "?",
            "-",
            "ctrl-d",
            "alt-x",
            "PgUp",
            "shift-Tab",
            "F1",
            "F",
            "Space f",
        ] {
            let keys: KeySequence = text.parse().unwrap();
            assert_eq!(keys.to_string(), text);
        }
        for wrong in ["", " ", "a b c", "nokey", "g nokey", "ctrl-", "hyper-x"] {
            assert!(wrong.parse::<KeySequence>().is_err(), "{wrong}");
        }
    }
}
