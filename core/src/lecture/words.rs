//! The sentences of a lecture in its language.

use std::sync::LazyLock;

use crate::words::{Language, Words};

const ENGLISH: &str = include_str!("words/en.ftl");
const GERMAN: &str = include_str!("words/de.ftl");
const FRENCH: &str = include_str!("words/fr.ftl");

/// The sentences of lectures in `language`, parsed once.
#[must_use]
pub fn of_lecture(language: Language) -> &'static Words {
    static ALL: [LazyLock<Words>; 3] = [
        LazyLock::new(|| Words::new(Language::English, ENGLISH)),
        LazyLock::new(|| Words::new(Language::German, GERMAN)),
        LazyLock::new(|| Words::new(Language::French, FRENCH)),
    ];
    &ALL[language as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::checks;

    #[test]
    fn languages_have_the_same_messages_with_the_same_values() {
        checks::same_messages(ENGLISH, [GERMAN, FRENCH], 40);
    }

    #[test]
    fn every_message_parses_and_is_said_without_an_error() {
        checks::every_message_is_said(ENGLISH, Language::English);
        checks::every_message_is_said(GERMAN, Language::German);
        checks::every_message_is_said(FRENCH, Language::French);
    }
}
