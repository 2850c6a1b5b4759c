//! Keys as the program speaks of them: readable names in the command table and in help, no terminal
//! library's types, so that everything above the terminal can be driven by a test that types.

use std::fmt;
use std::str::FromStr;

/// Which key, modifiers apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// A key that types a character; upper case where shift made it so.
    Char(char),
    /// Return.
    Enter,
    /// Escape.
    Esc,
    /// Tabulator.
    Tab,
    /// Shift and tabulator, which terminals send as a key of its own.
    BackTab,
    /// Delete to the left.
    Backspace,
    /// Delete to the right.
    Delete,
    /// Arrow.
    Up,
    /// Arrow.
    Down,
    /// Arrow.
    Left,
    /// Arrow.
    Right,
    /// To the start.
    Home,
    /// To the end.
    End,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// A function key.
    F(u8),
}

/// A key press. Written and read as `ctrl-d`, `PgUp`, `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The key.
    pub code: Code,
    /// Control was held.
    pub ctrl: bool,
    /// Alt was held.
    pub alt: bool,
}

impl Key {
    /// A key without modifiers.
    #[must_use]
    pub const fn plain(code: Code) -> Self {
        Key {
            code,
            ctrl: false,
            alt: false,
        }
    }

    /// A character key without modifiers.
    #[must_use]
    pub const fn char(c: char) -> Self {
        Key::plain(Code::Char(c))
    }

    /// A character key with control held.
    #[must_use]
    pub const fn ctrl(c: char) -> Self {
        Key {
            code: Code::Char(c),
            ctrl: true,
            alt: false,
        }
    }
}

/// The named keys, in the spelling that help shows; read without regard to case.
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

/// The text is no key's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a key; write it like q, ctrl-d, alt-x, PgUp, Enter or F1")]
pub struct NotAKey(pub String);

impl FromStr for Key {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let no = || NotAKey(text.to_owned());
        let (mut rest, mut ctrl, mut alt) = (text, false, false);
        loop {
            // `-` alone is a key, so a prefix counts only where something follows it.
            if let Some(r) = rest.strip_prefix("ctrl-").filter(|r| !r.is_empty()) {
                (rest, ctrl) = (r, true);
            } else if let Some(r) = rest.strip_prefix("alt-").filter(|r| !r.is_empty()) {
                (rest, alt) = (r, true);
            } else {
                break;
            }
        }
        let named = NAMES
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(rest));
        let code = if let Some((_, code)) = named {
            *code
        } else if let Some(n) = rest.strip_prefix('F').and_then(|n| n.parse().ok()) {
            Code::F(n)
        } else {
            let mut chars = rest.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => Code::Char(c),
                _ => return Err(no()),
            }
        };
        Ok(Key { code, ctrl, alt })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        for text in [
            "q",
            "?",
            "-",
            "ctrl-d",
            "alt-x",
            "PgUp",
            "Enter",
            "shift-Tab",
            "F1",
            "F",
            "Space",
        ] {
            let key: Key = text.parse().unwrap();
            assert_eq!(key.to_string(), text);
        }
        assert!("ctrl-".parse::<Key>().is_err());
        assert!("hyper-x".parse::<Key>().is_err());
    }
}
