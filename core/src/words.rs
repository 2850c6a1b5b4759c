//! Messages of lectures in a language, and numbers as that language writes
//! them.
//!
//! Messages are in the format of Project Fluent, one file a language.

mod language;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

pub use language::Language;

use crate::base::units;

/// The messages of a language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Words {
    /// The messages of `text`, a file in the format of Project Fluent that is part of the program.
    #[must_use]
    pub fn new(language: Language, text: &str) -> Self {
        let format: fn(&FluentValue<'_>, &_) -> _ = match language {
            Language::English => |value, _| number(value, Language::English),
            Language::German => |value, _| number(value, Language::German),
            Language::French => |value, _| number(value, Language::French),
        };
        let tag = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Who renders the text isolates foreign names, such as with elements of a page.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(format));
        // What cannot be parsed is left out; a test sees to it that there is nothing.
        let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(some, _)| some);
        bundle.add_resource_overriding(resource);
        Words { language, bundle }
    }

    /// The message `key`; the key itself, if there is none.
    #[must_use]
    pub fn say(&self, key: &str, args: &FluentArgs<'_>) -> String {
        let message = self.bundle.get_message(key);
        let Some(pattern) = message.and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let said = self
            .bundle
            .format_pattern(pattern, Some(args), &mut Vec::new());
        said.trim_end().to_owned()
    }

    /// A message without values.
    #[must_use]
    pub fn plain(&self, key: &str) -> String {
        self.say(key, &FluentArgs::new())
    }

    /// Whether there is such a message.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// A count: `1,204`.
    #[must_use]
    pub fn count(&self, n: u64) -> String {
        count(n, self.language)
    }

    /// A figure of 0..=1 to three places, rounded as lists round it: `0.931`, and `1.000` only for 1.
    #[must_use]
    pub fn share(&self, value: f64) -> String {
        let (_, decimal) = self.language.separators();
        units::spoken_share(value).replace('.', decimal.encode_utf8(&mut [0; 4]))
    }
}

fn count(n: u64, language: Language) -> String {
    let (thousands, _) = language.separators();
    units::count(n).replace(',', thousands.encode_utf8(&mut [0; 4]))
}

/// Counts with separators; other values as Fluent writes them.
fn number(value: &FluentValue<'_>, language: Language) -> Option<String> {
    match value {
        FluentValue::Number(n) if n.value >= 0.0 && n.value.fract() == 0.0 => {
            Some(count(n.value as u64, language))
        }
        _ => None,
    }
}

/// What every set of message files is tested for.
#[cfg(test)]
pub(crate) mod checks {
    use super::*;
    use std::collections::BTreeSet;

    /// The messages of a file with the variables that each uses.
    fn messages(text: &str) -> BTreeSet<(String, BTreeSet<String>)> {
        let mut all: Vec<(String, String)> = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match line.split_once(" = ") {
                Some((key, value)) if !line.starts_with([' ', '}']) => {
                    all.push((key.to_owned(), value.to_owned()));
                }
                _ => {
                    if let Some(last) = all.last_mut() {
                        last.1.push_str(line);
                    }
                }
            }
        }
        let variables = |value: &str| {
            let parts = value.split('$').skip(1);
            let name = |part: &str| {
                part.chars()
                    .take_while(char::is_ascii_alphanumeric)
                    .collect()
            };
            parts.map(name).collect()
        };
        all.iter()
            .map(|(key, value)| (key.clone(), variables(value)))
            .collect()
    }

    /// The files have the same messages with the same variables, at least `least` of them.
    pub fn same_messages(english: &str, others: [&str; 2], least: usize) {
        let english = messages(english);
        assert!(english.len() >= least);
        for other in others {
            let other = messages(other);
            let apart: Vec<_> = english.symmetric_difference(&other).collect();
            assert!(apart.is_empty(), "{apart:?}");
        }
    }

    /// Every message parses and is said without an error.
    pub fn every_message_is_said(text: &str, language: Language) {
        assert!(FluentResource::try_new(text.to_owned()).is_ok());
        let words = Words::new(language, text);
        for (key, variables) in messages(text) {
            let mut args = FluentArgs::new();
            for variable in variables {
                args.set(variable, 2);
            }
            let message = words.bundle.get_message(&key).expect(&key);
            let mut errors = Vec::new();
            let pattern = message.value().expect(&key);
            let said = words
                .bundle
                .format_pattern(pattern, Some(&args), &mut errors);
            assert!(errors.is_empty() && !said.is_empty(), "{key}: {errors:?}");
            assert!(!said.contains('{') && !said.contains("->"), "{key}: {said}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_writes_them() {
        let said = |language, text| {
            let words = Words::new(language, text);
            let mut args = FluentArgs::new();
            args.set("n", 1204);
            [
                words.say("words-n", &args),
                words.share(0.9314),
                words.share(0.9999),
            ]
        };
        let english = ["1,204 words", "0.931", "0.999"];
        assert_eq!(said(Language::English, "words-n = { $n } words"), english);
        let german = ["1.204 Wörter", "0,931", "0,999"];
        assert_eq!(said(Language::German, "words-n = { $n } Wörter"), german);
        let french = ["1\u{202f}204 mots", "0,931", "0,999"];
        assert_eq!(said(Language::French, "words-n = { $n } mots"), french);
    }
}
