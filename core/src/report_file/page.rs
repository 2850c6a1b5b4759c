//! What every web page of the program has in common: the policy that lets only the page's own style and script work, and
//! templates whose every value is sanitised and escaped in one place.

#[cfg(test)]
pub mod reader;

use std::borrow::Cow;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use minijinja::value::Value;
use minijinja::{Environment, Error, HtmlEscape, UndefinedBehavior, escape_formatter};
use sha2::{Digest, Sha256};

use crate::base::sanitise;

/// The content security policy: nothing may be loaded or sent, and only this style and script are used.
pub fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(style),
        hash(script),
    )
}

/// Templates by their names. Every value is sanitised and escaped where it is written; only the program's own style,
/// script and drawings are marked as safe in the templates.
///
/// # Errors
/// A template with a fault.
pub fn environment(
    templates: &[(&'static str, &'static str)],
) -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => Ok(out.write_str(&escaped(text))?),
        _ => escape_formatter(out, state, value),
    });
    environment.add_filter("name", |name: &str| {
        Value::from_safe_string(breakable(name))
    });
    for (name, source) in templates {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// A name as a page shows it, sanitised and escaped: a long path is broken behind its slashes first.
fn breakable(name: &str) -> String {
    let parts = name.split_inclusive('/');
    let parts: Vec<String> = parts.map(escaped).collect();
    parts.join("<wbr>")
}

/// Foreign text as HTML. A tab becomes a reference to its character, because a page may be printed to a terminal.
fn escaped(text: &str) -> String {
    let text = HtmlEscape(&visible(text)).to_string();
    text.replace('\t', "&#9;")
}

/// Text as a page may show it: line breaks of one kind, pages as lines, and control characters, also those that reverse
/// the direction of reading, as visible marks.
pub fn visible(text: &str) -> Cow<'_, str> {
    let plain = |c: char| matches!(c, '\n' | '\t');
    if text
        .chars()
        .all(|c| plain(c) || sanitise::mark(c).is_none())
    {
        return Cow::Borrowed(text);
    }
    Cow::Owned(sanitise::lines(
        &text.replace("\r\n", "\n").replace('\u{c}', "\n"),
    ))
}
