//! The web page: templates, the words in them, and the policy that lets only the page's own style and script work.

use std::borrow::Cow;
use std::io::{self, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use fluent_bundle::{FluentArgs, FluentValue};
use minijinja::value::{Kwargs, Serde, Value};
use minijinja::{Environment, Error, UndefinedBehavior, context, escape_formatter};
use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::charts;
use super::words::of_report;
use crate::audit::{Audit, PairEntry};
use crate::base::sanitise;
use crate::review::Decision;
use crate::words::Language;

const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/script.js");

const TEMPLATES: [(&str, &str); 4] = [
    ("begin.html", include_str!("html/begin.html")),
    ("pair.html", include_str!("html/pair.html")),
    ("end.html", include_str!("html/end.html")),
    ("said.html", include_str!("html/said.html")),
];

/// Rows of a table on one page of it.
const ROWS: usize = 500;

/// Pairs that are rendered at a time, so that only so many texts are held twice.
const CHUNK: usize = 64;

/// A page of the table of pairs.
#[derive(Serialize)]
struct Page {
    from: usize,
    to: usize,
}

/// Writes the page.
///
/// # Errors
/// Output errors.
pub fn write(audit: &Audit, language: Language, mut out: impl Write) -> io::Result<()> {
    let environment = environment(language).map_err(io::Error::other)?;
    let words = of_report(language);
    let pages = (0..audit.pairs.len()).step_by(ROWS).map(|from| Page {
        from,
        to: (from + ROWS).min(audit.pairs.len()),
    });
    let decisions = Decision::ALL.iter().map(|(name, _)| *name);
    let failures = audit.corpus.not_read.iter().filter(|one| one.failure);
    let whole = context! {
        audit => value(audit),
        lang => language.tag(),
        policy => policy(),
        style => STYLE,
        script => SCRIPT,
        pages => value(pages.collect::<Vec<_>>()),
        decisions => decisions.filter(|name| *name != "undecided").collect::<Vec<_>>(),
        plot => charts::histogram(audit, &words),
        groups => value(charts::maps(&audit.groups, audit.asked.threshold)),
        failures => failures.count(),
    };
    let rendered = |name: &str, context: &Value| -> io::Result<String> {
        let template = environment.get_template(name);
        let text = template.and_then(|template| template.render(context.clone()));
        text.map_err(io::Error::other)
    };
    out.write_all(rendered("begin.html", &whole)?.as_bytes())?;
    let shown = &audit.pairs[..audit.counts.shown.min(audit.pairs.len())];
    for chunk in shown.chunks(CHUNK) {
        let of_pair = |pair: &PairEntry| rendered("pair.html", &context_of(pair));
        let texts: io::Result<Vec<String>> = chunk.par_iter().map(of_pair).collect();
        for text in texts? {
            out.write_all(text.as_bytes())?;
        }
    }
    out.write_all(rendered("end.html", &whole)?.as_bytes())?;
    out.flush()
}

/// Data as a value of templates.
fn value(data: impl Serialize) -> Value {
    Value::from(Serde(data))
}

fn context_of(pair: &PairEntry) -> Value {
    context! {
        pair => value(pair),
        rows => value(&pair.rows),
        a => value(&pair.strips[0].stretches),
        b => value(&pair.strips[1].stretches),
    }
}

/// The content security policy: nothing may be loaded or sent, and only this style and script are used.
fn policy() -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT),
    )
}

/// The templates, with the words and number formats of a language. Every value is sanitised and escaped where it is
/// written; only the program's own style, script and drawings are marked as safe in the templates.
fn environment(language: Language) -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => {
            let text = visible(text);
            escape_formatter(out, state, &Value::from(&*text))
        }
        _ => escape_formatter(out, state, value),
    });
    let words = std::sync::Arc::new(of_report(language));
    let said = words.clone();
    environment.add_function("t", move |key: &str, values: Kwargs| {
        let mut args = FluentArgs::new();
        for name in values.args() {
            let value: Value = values.get(name)?;
            let value = match value.as_i64() {
                Some(n) => FluentValue::from(n),
                None => FluentValue::from(value.as_str().unwrap_or_default().to_owned()),
            };
            args.set(name.to_owned(), value);
        }
        Ok::<_, Error>(said.say(key, &args))
    });
    let counts = words.clone();
    environment.add_filter("count", move |n: u64| counts.count(n));
    let shares = words.clone();
    environment.add_filter("share", move |value: f64| shares.share(value));
    environment.add_filter("percent", move |value: f64| words.percent(value));
    environment.add_filter("slug", |name: &str| slug(name));
    // The six colours of passages, as on the screens.
    environment.add_filter("colour", |number: u64| (number + 5) % 6 + 1);
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// The name of a setting as a part of a key: `bands-rows` of `bands × rows`.
fn slug(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("-").to_ascii_lowercase()
}

/// Text as a page may show it: line breaks of one kind, pages as lines, and control characters, also those that reverse
/// the direction of reading, as visible marks.
fn visible(text: &str) -> Cow<'_, str> {
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

#[cfg(test)]
mod tests;
