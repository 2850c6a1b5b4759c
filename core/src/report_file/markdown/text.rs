//! Sentences and names as text of Markdown.

use fluent_bundle::FluentArgs;

use crate::base::sanitise;
use crate::report_file::words::Words;

/// The sentence of `key` with these numbers.
pub(super) fn said(words: &Words, key: &str, values: &[(&'static str, u64)]) -> String {
    let mut args = FluentArgs::new();
    for (name, value) in values {
        args.set(*name, *value);
    }
    words.say(key, &args)
}

/// Text without effect in Markdown: every ASCII sign becomes a character reference, which neither Markdown nor HTML
/// takes for markup.
pub(super) fn escaped(text: &str) -> String {
    let line = text.replace(['\n', '\r', '\t', '\u{c}'], " ");
    let mut out = String::with_capacity(line.len());
    for c in sanitise::line(&line).chars() {
        match c {
            '.' | ',' | ';' | '\'' | '?' | '%' | '/' => out.push(c),
            c if c.is_ascii_punctuation() => out += &format!("&#{};", u32::from(c)),
            c => out.push(c),
        }
    }
    out
}
