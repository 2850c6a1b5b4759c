//! Languages of lectures.

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
}

impl Language {
    /// All languages with their tags (BCP 47).
    pub const ALL: [(&'static str, Language); 3] = [
        ("en", Language::English),
        ("de", Language::German),
        ("fr", Language::French),
    ];

    /// Its tag.
    #[must_use]
    pub fn tag(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The separators of thousands and of decimals.
    pub(super) fn separators(self) -> (char, char) {
        match self {
            Language::English => (',', '.'),
            Language::German => ('.', ','),
            Language::French => ('\u{202f}', ','),
        }
    }
}
