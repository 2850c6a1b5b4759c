//! The parser of the filter language. Its time is linear in the text, whose length is bounded.

use std::ops::Range;

use super::classes::FilterClasses;
use super::expression::{Filter, FilterError, FilterTerm, Test};
use super::field::{DecisionText, FIELDS, Field, FieldKind};
use super::number::{self, quoted};
use super::pattern::Pattern;
use crate::figures::Target;

/// Maximum length of a filter in bytes.
const MAX_BYTES: usize = 2_000;
/// Maximum number of terms of a filter.
const MAX_TERMS: usize = 64;

impl Filter {
    /// Parses a filter for `target`. Text without terms matches everything.
    ///
    /// # Errors
    /// The text is not a filter; the error has position and reason.
    pub fn parse(text: &str, target: Target) -> Result<Self, FilterError> {
        parse(text, target)
    }

    /// Parses a filter that is being typed: after an error, only the terms before the invalid one apply. A filter for
    /// groups or roles that the documents do not have is an error and matches everything.
    pub fn parse_typed(
        text: &str,
        target: Target,
        classes: &FilterClasses,
    ) -> (Self, Option<FilterError>) {
        match parse(text, target) {
            Ok(filter) => match filter.unknown(classes) {
                None => (filter, None),
                Some(message) => (Filter::default(), Some(error(0..text.len(), message))),
            },
            Err(error) => {
                let before = text.get(..error.span.start).unwrap_or_default();
                let end = before.rfind(char::is_whitespace).unwrap_or(0);
                let filter = parse(&text[..end], target).unwrap_or_default();
                (filter, Some(error))
            }
        }
    }
}

fn parse(text: &str, target: Target) -> Result<Filter, FilterError> {
    if text.len() > MAX_BYTES {
        let message = format!(
            "a filter has at most {MAX_BYTES} bytes, this has {}",
            text.len()
        );
        let span = text.floor_char_boundary(MAX_BYTES)..text.len();
        return Err(error(span, message));
    }
    let mut parser = Parser {
        text,
        at: 0,
        target,
    };
    let mut filter = Filter::default();
    let mut terms: Vec<FilterTerm> = Vec::new();
    let mut separator: Option<Range<usize>> = None;
    let mut count = 0;
    while let Some(start) = parser.next_term() {
        if parser.takes_or() {
            if terms.is_empty() {
                return Err(error(start..parser.at, "or must be between two terms"));
            }
            filter.alternatives.push(std::mem::take(&mut terms));
            separator = Some(start..parser.at);
            continue;
        }
        count += 1;
        terms.push(parser.term()?);
        if count > MAX_TERMS {
            let message = format!("a filter has at most {MAX_TERMS} terms");
            return Err(error(start..parser.at, message));
        }
    }
    match separator {
        Some(span) if terms.is_empty() => return Err(error(span, "another term must follow or")),
        _ if terms.is_empty() => {}
        _ => filter.alternatives.push(terms),
    }
    Ok(filter)
}

fn error(span: Range<usize>, message: impl Into<String>) -> FilterError {
    FilterError {
        span,
        message: message.into(),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    target: Target,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips whitespace and returns the position of the next term.
    fn next_term(&mut self) -> Option<usize> {
        self.at = self.text.len() - self.rest().trim_start().len();
        (self.at < self.text.len()).then_some(self.at)
    }

    /// Consumes the word `or`.
    fn takes_or(&mut self) -> bool {
        let word = until_whitespace(self.rest());
        let is_or = word.eq_ignore_ascii_case("or");
        self.at += if is_or { word.len() } else { 0 };
        is_or
    }

    fn term(&mut self) -> Result<FilterTerm, FilterError> {
        let start = self.at;
        let negated = self.rest().starts_with('-');
        self.at += usize::from(negated);
        if negated && until_whitespace(self.rest()).is_empty() {
            let message = "the term that - negates must follow it at once";
            return Err(error(start..self.at, message));
        }
        let test = self.test()?;
        Ok(FilterTerm { test, negated })
    }

    fn test(&mut self) -> Result<Test, FilterError> {
        if self.rest().starts_with('"') {
            return Ok(Test::Word(Pattern::part(self.quoted()?)));
        }
        let (start, word) = (self.at, word(self.rest()));
        self.at += word.len();
        let span = start..self.at;
        let field = Field::find(word, self.target);
        if self.rest().starts_with(':') {
            return self.field_with_value(field, word, span);
        }
        // Whitespace may precede the comparison of a figure.
        let gap = match field {
            Some(field) if field.is_number() => self.rest().len() - self.rest().trim_start().len(),
            _ => 0,
        };
        let kind = field.map(|field| field.kind);
        let Some((comparison, length)) = number::comparison(&self.rest()[gap..]) else {
            return Ok(match kind {
                Some(FieldKind::Flag(flag, wanted)) => Test::Flag(flag, wanted),
                _ => Test::Word(Pattern::part(word)),
            });
        };
        let sign = self.at + gap..self.at + gap + length;
        self.at = sign.end;
        let figure = match kind {
            Some(FieldKind::Figure(figure)) => figure,
            Some(_) => {
                let example = field.map(Field::example).unwrap_or_default();
                let message = format!("{word} is not compared; write {example}");
                return Err(error(sign, message));
            }
            None if word.is_empty() => {
                let example = FIELDS.iter().find(|f| f.targets.contains(&self.target));
                let example = example.map(Field::example).unwrap_or_default();
                let message = format!("a figure must stand before it: {example}");
                return Err(error(sign, message));
            }
            None => return Err(self.unknown(word, span)),
        };
        let (example, parse_value): (_, fn(&str) -> _) = if figure.kind.is_fraction() {
            ("20%", number::share)
        } else {
            ("50", number::count)
        };
        let value = until_whitespace(self.rest().trim_start());
        if value.is_empty() {
            let message = format!("a value must follow: {word}{}{example}", &self.text[sign]);
            return Err(error(self.at..self.at, message));
        }
        self.next_term();
        let span = self.at..self.at + value.len();
        self.at = span.end;
        match parse_value(value) {
            Ok(value) => Ok(Test::Number(figure, comparison, value)),
            Err(message) => Err(error(span, message)),
        }
    }

    /// Parses the colon and the value of a field.
    fn field_with_value(
        &mut self,
        field: Option<&'static Field>,
        word: &str,
        span: Range<usize>,
    ) -> Result<Test, FilterError> {
        let Some(field) = field else {
            return Err(self.unknown(word, span));
        };
        let colon = self.at..self.at + 1;
        self.at += 1;
        if field.is_number() || matches!(field.kind, FieldKind::Flag(..)) {
            let message = format!("{word} takes no colon; write {}", field.example());
            return Err(error(colon, message));
        }
        let value = if self.rest().starts_with('"') {
            self.quoted()?
        } else {
            until_whitespace(self.rest())
        };
        if value.is_empty() {
            let message = format!("a name must follow: {}", field.example());
            return Err(error(self.at..self.at, message));
        }
        if self.rest().starts_with(value) {
            self.at += value.len();
        }
        Ok(match field.kind {
            FieldKind::Words(words @ DecisionText::Note) => {
                Test::Words(words, Pattern::glob(value))
            }
            FieldKind::Words(words) => Test::Words(words, Pattern::full_name(value)),
            FieldKind::Group => Test::Group(Pattern::full_name(value)),
            _ => Test::Name(Pattern::glob(value)),
        })
    }

    /// Consumes a quoted text and returns it without the quotes.
    fn quoted(&mut self) -> Result<&'a str, FilterError> {
        let start = self.at;
        let inside = &self.rest()[1..];
        match inside.find('"') {
            Some(0) => Err(error(start..start + 2, "the quotes are empty")),
            Some(end) => {
                self.at += end + 2;
                Ok(&inside[..end])
            }
            None => Err(error(
                start..self.text.len(),
                "the closing quote is missing",
            )),
        }
    }

    fn unknown(&self, word: &str, span: Range<usize>) -> FilterError {
        let fields = FIELDS.iter().filter(|f| f.targets.contains(&self.target));
        let lower = word.to_ascii_lowercase();
        let name = quoted(word);
        if let Some(field) = FIELDS.iter().find(|field| field.name == lower) {
            let targets: Vec<&str> = field.targets.iter().map(|target| target.nouns()).collect();
            let figures: Vec<&str> = fields.filter(|f| f.is_number()).map(|f| f.name).collect();
            let message = format!(
                "{name} is a field of {}; {} have {}",
                targets.join(" and "),
                self.target.nouns(),
                figures.join(", ")
            );
            return error(span, message);
        }
        let nearest = fields
            .map(|f| (strsim::levenshtein(&lower, f.name), f.name))
            .min();
        let hint = match nearest {
            Some((distance, name)) if distance <= 2 => format!("is it {name}?"),
            _ => "text in quotes is searched in names".into(),
        };
        error(span, format!("no field is named {name}; {hint}"))
    }
}

/// Returns the word at the start of `text`, up to whitespace, a colon, a quote or a comparison.
fn word(text: &str) -> &str {
    let is_end = |(at, c): &(usize, char)| {
        c.is_whitespace() || matches!(c, ':' | '"') || number::comparison(&text[*at..]).is_some()
    };
    let end = text.char_indices().find(is_end);
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

fn until_whitespace(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or_default()
}

#[cfg(test)]
mod tests;
