//! The words of a report in its language.

use crate::settings::Unit;
use crate::words::Language;
pub use crate::words::Words;

const ENGLISH: [&str; 2] = [
    include_str!("words/en.ftl"),
    include_str!("words/en-characters.ftl"),
];
const GERMAN: [&str; 2] = [
    include_str!("words/de.ftl"),
    include_str!("words/de-characters.ftl"),
];
const FRENCH: [&str; 2] = [
    include_str!("words/fr.ftl"),
    include_str!("words/fr-characters.ftl"),
];

/// The report's own words in `language`; its figures count `unit`.
#[must_use]
pub fn of_report(language: Language, unit: Unit) -> Words {
    let [text, of_characters] = match language {
        Language::English => ENGLISH,
        Language::German => GERMAN,
        Language::French => FRENCH,
    };
    let words = Words::new(language, text);
    match unit {
        Unit::Term => words,
        Unit::Char => words.overridden_by(of_characters),
    }
}

/// What a report defines, in its order: keys after `def-`.
pub const DEFINITIONS: [&str; 10] = [
    "word",
    "shingle",
    "passage",
    "words-copied",
    "share",
    "jaccard",
    "containment",
    "estimate",
    "fingerprint",
    "decision",
];

/// The name of a setting as a part of a key: `bands-rows` of `bands × rows`.
pub fn slug(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("-").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::checks;

    #[test]
    fn languages_have_the_same_messages_with_the_same_values() {
        for form in [0, 1] {
            let [english, german, french] = [ENGLISH, GERMAN, FRENCH].map(|texts| texts[form]);
            checks::same_messages(english, [german, french], [150, 25][form]);
        }
        for [words, characters] in [ENGLISH, GERMAN, FRENCH] {
            checks::are_messages_of(characters, words);
        }
    }

    #[test]
    fn every_message_parses_and_is_said_without_an_error() {
        for (texts, language) in [
            (ENGLISH, Language::English),
            (GERMAN, Language::German),
            (FRENCH, Language::French),
        ] {
            for text in texts {
                checks::every_message_is_said(text, language);
            }
        }
    }

    #[test]
    fn characters_are_not_called_words() {
        // What still says so is of neither: words of the report, a password, stop-words.
        let word = [
            (Language::English, "word", vec!["stop-word", "password"]),
            (Language::German, "wort", vec!["stoppwort", "passwort"]),
            (Language::German, "wört", vec!["stoppwört"]),
            (Language::French, " mot", vec!["mots vides", "mot de passe"]),
        ];
        for (language, word, others) in word {
            let [all, characters] = match language {
                Language::English => ENGLISH,
                Language::German => GERMAN,
                Language::French => FRENCH,
            };
            for line in all.lines().filter(|line| !line.starts_with('#')) {
                let Some((key, said)) = line.split_once(" = ").filter(|_| !line.starts_with(' '))
                else {
                    continue;
                };
                let mut said = said.replace("$words", "").to_lowercase();
                for other in &others {
                    said = said.replace(other, "");
                }
                let replaced = characters.contains(&format!("\n{key} = "));
                assert!(replaced || !said.contains(word), "{key}: {said}");
            }
        }
    }
}
