//! Detection of obfuscated copying at the character level, and the text as a reader sees it.
//!
//! Invisible characters inside words, letters of other scripts that look the same (confusables, Unicode
//! Technical Standard 39), compatibility variants (full width, mathematical) and bidirectional overrides
//! keep the appearance of a text but change every shingle. [`marks`] finds them. [`fold`] returns the
//! word as it appears; terms are built from it if the settings require it.

use std::collections::HashMap;
use std::sync::OnceLock;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_script::{Script, UnicodeScript};
use unicode_security::skeleton;

pub use super::presentation::is_ignorable;

/// Type of obfuscation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DisguiseKind {
    /// An invisible character between two letters.
    Hidden,
    /// A soft hyphen in a word that has more of them than syllables.
    SoftHyphen,
    /// A word with look-alike letters of another script.
    MixedScripts,
    /// A word that mixes plain letters with letters of another form: full width, mathematical, circled. Ligatures,
    /// raised digits and words entirely in full width are typography, not a disguise.
    Variants,
    /// Characters that override the reading order.
    Reordered,
}

impl DisguiseKind {
    /// All kinds.
    pub const ALL: [DisguiseKind; 5] = [
        DisguiseKind::Hidden,
        DisguiseKind::SoftHyphen,
        DisguiseKind::MixedScripts,
        DisguiseKind::Variants,
        DisguiseKind::Reordered,
    ];

    /// Singular and plural of each for display, in the order of [`DisguiseKind::ALL`].
    #[rustfmt::skip]
    pub const NOUNS: [(&str, &str); 5] = [
        ("invisible character in a word", "invisible characters in words"),
        ("soft hyphen in a word", "soft hyphens in words"),
        ("word with letters of another script", "words with letters of another script"),
        ("word with letters in another form", "words with letters in another form"),
        ("override of reading order", "overrides of reading order"),
    ];
}

/// An obfuscation at a position of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisguiseMark {
    /// Type of obfuscation.
    pub kind: DisguiseKind,
    /// Byte offset of the start.
    pub start: usize,
    /// Byte offset of the end (exclusive).
    pub end: usize,
}

/// Whether `c` overrides the reading order, so that the following text is displayed reversed or
/// displaced.
fn reorders(c: char) -> bool {
    matches!(c, '\u{202d}' | '\u{202e}')
}

/// Alphabets with mutually confusable letters that need no joining characters.
const ALPHABETS: [Script; 4] = [
    Script::Latin,
    Script::Greek,
    Script::Cyrillic,
    Script::Armenian,
];

/// Does the same as [`fold_in`] for a word without a surrounding text.
pub fn fold(word: &str) -> Option<String> {
    fold_in(word, None)
}

/// Returns the word as it appears: compatibility variants become plain letters, and letters of other scripts become
/// look-alikes in the word's script. This is `text_script` if each letter belongs to it or looks like one of its
/// letters, otherwise the script of most letters. Returns `None` if the word is unchanged.
///
/// Does not remove invisible characters; the caller does.
pub fn fold_in(word: &str, text_script: Option<Script>) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let plain: String = word.nfkc().collect();
    let own = text_script.filter(|script| looks_like(&plain, *script));
    let own = own.or_else(|| main_script(&plain));
    let folded = plain.chars().map(|c| match own {
        Some(own) if c.is_alphabetic() && is_foreign(c, own) => look_alike(c, own).unwrap_or(c),
        _ => c,
    });
    let folded: String = folded.collect();
    (folded != word).then_some(folded)
}

/// Whether each letter of a word belongs to `script` or looks like one of its letters.
fn looks_like(word: &str, script: Script) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic());
    let mut foreign = letters.filter(|c| is_foreign(*c, script));
    foreign.all(|c| look_alike(c, script).is_some())
}

/// The alphabet of a text. Only letters that look like no letter of another alphabet are counted.
pub fn script_of(text: &str) -> Option<Script> {
    let mut counts = [0_u64; ALPHABETS.len()];
    let mut count = |letter: char| {
        let script = letter.script();
        if let Some(at) = ALPHABETS.iter().position(|alphabet| *alphabet == script)
            && has_own_shape(letter)
        {
            counts[at] += 1;
        }
    };
    // The text is composed like words, because a letter with an accent has its own shape.
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.chars().for_each(&mut count),
        _ => text.nfc().for_each(&mut count),
    }
    most_frequent(counts)
}

/// The alphabet with the highest count, the first one if there is a tie; `None` if all counts are 0.
fn most_frequent(counts: [u64; ALPHABETS.len()]) -> Option<Script> {
    let counts = counts.into_iter().zip(ALPHABETS).rev();
    let (count, script) = counts.max_by_key(|(count, _)| *count)?;
    (count > 0).then_some(script)
}

/// Upper bound (exclusive) of the code points of the alphabets.
const ALPHABETS_END: usize = 0x590;

/// Whether a letter of one of the alphabets looks like no letter of another.
fn has_own_shape(c: char) -> bool {
    static TABLE: OnceLock<[bool; ALPHABETS_END]> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        std::array::from_fn(|at| {
            let letter = char::from_u32(at as u32).filter(|c| c.is_alphabetic());
            letter.is_some_and(|c| {
                let other_scripts = ALPHABETS.iter().filter(|script| **script != c.script());
                { other_scripts }.all(|script| look_alike(c, *script).is_none())
            })
        })
    });
    table.get(c as usize).copied().unwrap_or(false)
}

/// The alphabet of most letters of a word.
fn main_script(word: &str) -> Option<Script> {
    let count = |script| word.chars().filter(|c| c.script() == script).count() as u64;
    most_frequent(ALPHABETS.map(count))
}

fn is_foreign(c: char, own: Script) -> bool {
    let script = c.script();
    script != own && !matches!(script, Script::Common | Script::Inherited | Script::Unknown)
}

/// The letter of `script` that looks like `c`, preferably of the same case.
fn look_alike(c: char, script: Script) -> Option<char> {
    static TABLE: OnceLock<HashMap<(Script, String, bool), char>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let ranges = [
            '\u{41}'..='\u{24f}',
            '\u{391}'..='\u{3c9}',
            '\u{400}'..='\u{45f}',
            '\u{531}'..='\u{586}',
        ];
        let mut table = HashMap::new();
        for letter in ranges.into_iter().flatten().filter(|c| c.is_alphabetic()) {
            let key = (letter.script(), shape(letter), letter.is_uppercase());
            table.entry(key).or_insert(letter);
        }
        table
    });
    let shape = shape(c);
    let of_case = |upper: bool| table.get(&(script, shape.clone(), upper)).copied();
    of_case(c.is_uppercase()).or_else(|| of_case(!c.is_uppercase()))
}

/// Common representation of look-alike letters (skeleton, Unicode Technical Standard 39, section 4).
fn shape(c: char) -> String {
    skeleton(c.encode_utf8(&mut [0; 4])).collect()
}

/// All obfuscations in `text`, in order of their start.
pub fn marks(text: &str) -> Vec<DisguiseMark> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut word: Option<(usize, usize)> = None;
    // An additional space ends the last word.
    let chars = text.char_indices().chain([(text.len(), ' ')]);
    let mut chars = chars.peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        if c == '\u{ad}' {
            continue;
        }
        if is_ignorable(c) {
            let kind = if reorders(c) {
                DisguiseKind::Reordered
            } else {
                DisguiseKind::Hidden
            };
            let before = text[..at].trim_end_matches('\u{ad}').chars().next_back();
            let after = chars
                .peek()
                .filter(|(_, c)| in_alphabet(*c) || is_ignorable(*c));
            let inside = before.is_some_and(in_alphabet) && after.is_some()
                || out.last().is_some_and(|mark: &DisguiseMark| {
                    mark.end == at && mark.kind == DisguiseKind::Hidden
                });
            if reorders(c) || inside {
                let start = at;
                out.push(DisguiseMark { kind, start, end });
            }
            continue;
        }
        if c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c) {
            word = Some((word.map_or(at, |(start, _)| start), end));
        } else if let Some(word) = word.take() {
            out.extend(word_mark(text, word));
            out.extend(soft_hyphens(text, word));
        }
    }
    out.sort_by_key(|mark| (mark.start, mark.end));
    out
}

fn in_alphabet(c: char) -> bool {
    c.is_ascii_alphanumeric() || c.is_alphabetic() && ALPHABETS.contains(&c.script())
}

/// The soft hyphens of a word, if they cannot all separate syllables: two are adjacent, or most parts are single
/// letters.
fn soft_hyphens(text: &str, (start, end): (usize, usize)) -> impl Iterator<Item = DisguiseMark> {
    let word = &text[start..end];
    let hyphens = word.matches('\u{ad}').count();
    let is_disguise = hyphens > 1 && {
        let letters = word.chars().filter(|c| in_alphabet(*c)).count();
        let parts = hyphens + 1;
        letters > 0 && (2 * letters < 3 * parts || word.contains("\u{ad}\u{ad}"))
    };
    let offsets = word.match_indices('\u{ad}').filter(move |_| is_disguise);
    offsets.map(move |(at, hyphen)| DisguiseMark {
        kind: DisguiseKind::SoftHyphen,
        start: start + at,
        end: start + at + hyphen.len(),
    })
}

fn word_mark(text: &str, (start, end): (usize, usize)) -> Option<DisguiseMark> {
    let word = &text[start..end];
    if word.is_ascii() {
        return None;
    }
    let plain: String = word.chars().filter(|c| !is_ignorable(*c)).nfc().collect();
    let folded = fold(&plain)?;
    let variants: String = plain.nfkc().collect();
    let kind = if folded != variants {
        DisguiseKind::MixedScripts
    } else if imitates(&plain) {
        DisguiseKind::Variants
    } else {
        return None;
    };
    Some(DisguiseMark { kind, start, end })
}

/// Whether a word has mathematical, letter-like or circled letters, or mixes full-width letters with others.
fn imitates(word: &str) -> bool {
    let wide = |c: char| matches!(c, '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}');
    let drawn = |c: char| {
        let is_letter = c.nfkc().all(|plain| plain.is_ascii_alphabetic());
        is_letter
            && matches!(c,
                '\u{1d400}'..='\u{1d7ff}' | '\u{210a}'..='\u{213c}' | '\u{24b6}'..='\u{24e9}'
                | '\u{1f130}'..='\u{1f189}')
    };
    let letters = || word.chars().filter(|c| c.is_alphabetic());
    // Units and numbers such as ℓ and Å are words of one character.
    let several = letters().nth(1).is_some();
    several && (letters().any(drawn) || letters().any(wide) && !letters().all(wide))
}

/// Number of obfuscations of each kind, in the order of [`DisguiseKind::ALL`].
pub fn counts(marks: &[DisguiseMark]) -> [u64; 5] {
    DisguiseKind::ALL.map(|kind| marks.iter().filter(|mark| mark.kind == kind).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(DisguiseKind, &str)> {
        let kind_and_text = |mark: &DisguiseMark| (mark.kind, &text[mark.start..mark.end]);
        marks(text).iter().map(kind_and_text).collect()
    }

    #[test]
    fn letters_of_another_script_are_folded_to_look_alikes() {
        // Cyrillic о, а and е in Latin words; Latin a in a Cyrillic word; Greek omicron.
        assert_eq!(fold("l\u{43e}ng").as_deref(), Some("long"));
        assert_eq!(fold("w\u{430}t\u{435}r").as_deref(), Some("water"));
        assert_eq!(fold("\u{412}oat").as_deref(), Some("Boat"));
        let folded = fold("\u{43f}a\u{43f}\u{430}");
        assert_eq!(folded.as_deref(), Some("\u{43f}\u{430}\u{43f}\u{430}"));
        assert_eq!(fold("t\u{3bf}p").as_deref(), Some("top"));
        // Full width and mathematical letters, a ligature.
        let folded = fold("\u{ff54}\u{ff49}\u{ff44}\u{ff45}");
        assert_eq!(folded.as_deref(), Some("tide"));
        assert_eq!(fold("\u{1d42d}ide").as_deref(), Some("tide"));
        assert_eq!(fold("\u{fb01}n").as_deref(), Some("fin"));
    }

    #[test]
    fn ordinary_words_are_unchanged() {
        let words = [
            "tide",
            "naïve",
            "Straße",
            "вода",
            "ΟΔΟΣ",
            "λόγος",
            "東",
            "ที่",
            "می",
            "Łódź",
            "co2",
        ];
        for word in words {
            assert_eq!(fold(word), None, "{word}");
            assert_eq!(marks(word), [], "{word}");
        }
    }

    #[test]
    fn marks_have_a_kind_and_a_span() {
        let got = kinds("the w\u{430}ter");
        assert_eq!(got, [(DisguiseKind::MixedScripts, "w\u{430}ter")]);
        assert_eq!(
            kinds("wa\u{200b}ter wa\u{ad}\u{ad}ter"),
            [
                (DisguiseKind::Hidden, "\u{200b}"),
                (DisguiseKind::SoftHyphen, "\u{ad}"),
                (DisguiseKind::SoftHyphen, "\u{ad}")
            ]
        );
        let got = counts(&marks("w\u{ad}a\u{ad}t\u{ad}e\u{ad}r t\u{ad}h\u{ad}e"));
        assert_eq!(got, [0, 6, 0, 0, 0]);
        let got = kinds("a \u{202e}retaw\u{202c} b");
        assert_eq!(got, [(DisguiseKind::Reordered, "\u{202e}")]);
        let got = kinds("\u{ff54}ide");
        assert_eq!(got, [(DisguiseKind::Variants, "\u{ff54}ide")]);
        assert_eq!(counts(&marks("wa\u{200b}\u{200b}ter")), [2, 0, 0, 0, 0]);
    }

    #[test]
    fn typographic_forms_are_no_disguise() {
        let typographic = [
            "\u{fb01}n",
            "o\u{fb03}ce",
            "\u{ff54}\u{ff49}\u{ff44}\u{ff45}",
            "m\u{b2}",
            "n\u{ba}",
            "\u{2167}",
            "\u{2113}",
            "\u{212b}",
        ];
        for word in typographic {
            assert_eq!(marks(word), [], "{word}");
            assert!(fold(word).is_some(), "{word} is folded nevertheless");
        }
        let disguised = [
            "\u{1d42d}ide",
            "\u{ff54}ide",
            "t\u{24d8}de",
            "\u{1d42d}\u{1d422}\u{1d41d}\u{1d41e}",
        ];
        for word in disguised {
            assert_eq!(kinds(word), [(DisguiseKind::Variants, word)]);
        }
    }

    #[test]
    fn soft_hyphens_between_syllables_are_no_disguise() {
        for text in [
            "news\u{ad}pa\u{ad}per",
            "Donau\u{ad}dampf\u{ad}schiff\u{ad}fahrts\u{ad}ge\u{ad}sell\u{ad}schaft",
            "vi\u{ad}o\u{ad}la",
            "по\u{ad}ли\u{ad}ти\u{ad}ка",
            "ο\u{ad}μι\u{ad}λί\u{ad}α",
            "കേ\u{ad}ര\u{ad}ളം",
            "water\u{ad} and",
        ] {
            assert_eq!(marks(text), [], "{text}");
        }
    }
}
