//! The web page of a report: its templates and the words in them.

use std::io::{self, Write};

use fluent_bundle::{FluentArgs, FluentValue};
use minijinja::value::{Kwargs, Serde, Value};
use minijinja::{Environment, Error, context};
use rayon::prelude::*;
use serde::Serialize;

use super::words::{DEFINITIONS, of_report, slug};
use super::{charts, page};
use crate::audit::{Audit, PairEntry};
use crate::review::Decision;
use crate::settings::Unit;
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
    let unit = audit.asked.unit;
    let environment = environment(language, unit).map_err(io::Error::other)?;
    let words = of_report(language, unit);
    let pages = (0..audit.pairs.len()).step_by(ROWS).map(|from| Page {
        from,
        to: (from + ROWS).min(audit.pairs.len()),
    });
    let decisions = Decision::ALL.iter().map(|(name, _)| *name);
    let failures = audit.corpus.not_read.iter().filter(|one| one.failure);
    let whole = context! {
        audit => value(audit),
        lang => language.tag(),
        policy => page::policy(STYLE, SCRIPT),
        style => STYLE,
        script => SCRIPT,
        pages => value(pages.collect::<Vec<_>>()),
        decisions => decisions.filter(|name| *name != "undecided").collect::<Vec<_>>(),
        plot => charts::histogram(audit, &words),
        groups => value(charts::maps(&audit.groups, audit.asked.threshold)),
        failures => failures.count(),
        defined => DEFINITIONS,
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

/// The templates, with the words and number formats of a language.
fn environment(language: Language, unit: Unit) -> Result<Environment<'static>, Error> {
    let mut environment = page::environment(&TEMPLATES)?;
    let words = std::sync::Arc::new(of_report(language, unit));
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
    Ok(environment)
}

#[cfg(test)]
mod tests;
