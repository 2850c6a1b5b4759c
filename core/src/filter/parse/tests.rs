//! Tests of the filter language: meaning, unknown figures, errors and their positions.

use proptest::prelude::*;

use super::super::{Filter, FilterClasses, Flag, Pattern, Subject, Target};
use crate::figures::Figure;

/// A subject with fixed figures and names; `None` is unknown.
#[derive(Default)]
struct Fixed {
    words: Option<f64>,
    share: Option<f64>,
    names: Vec<&'static str>,
    reviewed: Option<bool>,
}

impl Subject for Fixed {
    fn figure(&self, figure: &Figure) -> Option<f64> {
        match figure.name {
            "words" => self.words,
            "of" => self.share,
            _ => None,
        }
    }

    fn any_name(&self, pattern: &Pattern) -> bool {
        self.names.iter().any(|name| pattern.matches(name))
    }

    fn flag(&self, flag: Flag) -> Option<bool> {
        self.reviewed.filter(|_| flag == Flag::Reviewed)
    }
}

fn subject() -> Fixed {
    Fixed {
        words: Some(50.0),
        share: Some(0.2),
        names: vec!["originals/orig_b.txt", "answers/anna.txt"],
        reviewed: Some(false),
    }
}

fn matches(text: &str, subject: &Fixed) -> Option<bool> {
    let filter = Filter::parse(text, Target::Pairs);
    filter
        .unwrap_or_else(|e| panic!("{text}: {e}"))
        .matches(subject)
}

#[test]
fn terms_must_all_hold_and_or_separates_alternatives() {
    let s = subject();
    for (text, expected) in [
        ("", true),
        ("  ", true),
        ("words>49", true),
        ("words>50", false),
        ("words >= 50", true),
        ("words≥50 of=20%", true),
        ("words!=50 or of<=.2", true),
        ("words>50 anna or of>20% anna", false),
        ("-words>50 -zzz", true),
        ("from:orig_* anna", true),
        ("name:ANNA", false),
        ("from:\"orig_b.txt\"", true),
        ("\"or\" \"anna.txt\"", true),
        ("unreviewed -reviewed", true),
        ("reviewed OR words<10", false),
        ("words", false),
    ] {
        assert_eq!(matches(text, &s), Some(expected), "{text}");
    }
}

#[test]
fn the_result_is_unknown_if_it_depends_on_an_unknown_figure() {
    let s = Fixed {
        words: None,
        ..subject()
    };
    for (text, expected) in [
        ("words>1", None),
        ("-words>1", None),
        ("words>1 zzz", Some(false)),
        ("words>1 or anna", Some(true)),
        ("words>1 or zzz", None),
        ("group:b", None),
        ("new of>1%", None),
    ] {
        assert_eq!(matches(text, &s), expected, "{text}");
    }
}

#[test]
fn an_error_says_where_and_what_to_write() {
    for (text, span, part) in [
        ("wrods>5", 0..5, "is it words?"),
        ("anna of>", 8..8, "of>20%"),
        ("of>20", 3..5, "20%"),
        ("words>5%", 6..8, "without %"),
        ("words:5", 5..6, "words>=5"),
        ("from>x", 4..5, "from:"),
        ("from:", 5..5, "from:orig_*"),
        (">5", 0..1, "of>20%"),
        ("or x", 0..2, "between two terms"),
        ("x or", 2..4, "must follow or"),
        ("x -", 2..3, "at once"),
        ("a \"b", 2..4, "closing quote"),
        ("http://x", 0..4, "in quotes"),
        (
            "size>2",
            0..4,
            "is a field of clusters; pairs have of, evidence",
        ),
    ] {
        let error = Filter::parse(text, Target::Pairs).unwrap_err();
        assert_eq!(error.span, span, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
    assert!(Filter::parse("size>=2 min<.5", Target::Clusters).is_ok());
    assert!(
        Filter::parse("new unreviewed", Target::Clusters).is_ok(),
        "fields of clusters, too"
    );
    assert!(Filter::parse(&"a ".repeat(70), Target::Pairs).is_err());
    assert!(Filter::parse(&"é".repeat(5_000), Target::Pairs).is_err());
}

#[test]
fn during_typing_the_terms_before_an_error_apply() {
    let parse = |text| Filter::parse(text, Target::Pairs).unwrap();
    for (text, applied) in [
        ("words>5 of>", "words>5"),
        ("of>", ""),
        ("a or", "a"),
        ("a", "a"),
    ] {
        let (filter, error) = Filter::parse_typed(text, Target::Pairs, &FilterClasses::default());
        assert_eq!(filter, parse(applied), "{text}");
        assert_eq!(error.is_some(), text != applied, "{text}");
    }
}

#[test]
fn plain_words_can_be_taken_out() {
    let parse = |text| Filter::parse(text, Target::Clusters).unwrap();
    let (words, rest) = parse("tide size>2 Notes -old").split_words();
    assert_eq!(words, "tide Notes");
    assert_eq!(rest, parse("size>2 -old"));
    let (words, rest) = parse("tide notes").split_words();
    assert_eq!((words.as_str(), rest.is_empty()), ("tide notes", true));
    let (words, rest) = parse("tide or notes").split_words();
    assert_eq!((words.as_str(), rest), ("", parse("tide or notes")));
}

#[test]
fn a_filter_says_what_it_needs() {
    let parse = |text| Filter::parse(text, Target::Pairs).unwrap();
    assert!(parse("of_b>1%").needs_evidence() && !parse("jaccard>.5 x").needs_evidence());
    assert_eq!(parse("x unreviewed").first_property(), Some("unreviewed"));
    assert_eq!(parse("x or -group:b").first_property(), None);
    assert_eq!(parse("words>1").first_property(), None);
}

proptest! {
    #[test]
    fn no_text_panics_and_error_spans_are_in_the_text(
        text in "([a-z_]{0,8}|words|of|from|or|-|:|>|<|=|!|≥|\"|%|\\*|[0-9.]{1,4}| |\\PC){0,24}",
        cursor in 0usize..40,
    ) {
        for target in [Target::Pairs, Target::Clusters] {
            match Filter::parse(&text, target) {
                Ok(filter) => {
                    _ = filter.matches(&subject());
                    _ = filter.split_words();
                }
                Err(error) => {
                    let typed = Filter::parse_typed(&text, target, &FilterClasses::default());
                    prop_assert_eq!(typed.1, Some(error.clone()));
                    prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error);
                    prop_assert!(!error.message.is_empty());
                }
            }
            let completion = super::super::complete(&text, cursor, target);
            prop_assert!(text.get(completion.typed).is_some());
        }
    }
}
