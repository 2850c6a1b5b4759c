//! The words of a report in its language.

use crate::words::Language;
pub use crate::words::Words;

const ENGLISH: &str = include_str!("words/en.ftl");
const GERMAN: &str = include_str!("words/de.ftl");
const FRENCH: &str = include_str!("words/fr.ftl");

/// The report's own words in `language`.
#[must_use]
pub fn of_report(language: Language) -> Words {
    let text = match language {
        Language::English => ENGLISH,
        Language::German => GERMAN,
        Language::French => FRENCH,
    };
    Words::new(language, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::checks;

    #[test]
    fn languages_have_the_same_messages_with_the_same_values() {
        checks::same_messages(ENGLISH, [GERMAN, FRENCH], 150);
    }

    #[test]
    fn every_message_parses_and_is_said_without_an_error() {
        checks::every_message_is_said(ENGLISH, Language::English);
        checks::every_message_is_said(GERMAN, Language::German);
        checks::every_message_is_said(FRENCH, Language::French);
    }
}
