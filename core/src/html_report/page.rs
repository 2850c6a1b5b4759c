//! The page: its parts in their order, templates that sanitise and escape every value in one place, and the policy that
//! allows only the page's own style and script.

use std::borrow::Cow;
use std::io::{self, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, HtmlEscape, UndefinedBehavior, context, escape_formatter};
use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::basis::Basis;
use super::clusters::ClusterEntry;
use super::decisions::DecisionEntry;
use super::documents::{DisguisedEntry, DocumentEntry};
use super::pairs::PairEntry;
use super::passages::Article;
use super::question::ScopeEntry;
use crate::base::{sanitise, units};
use crate::review::Decision;
use crate::settings::Unit;

const STYLE: &str = include_str!("templates/style.css");
const SCRIPT: &str = include_str!("templates/script.js");

const TEMPLATES: [(&str, &str); 11] = [
    ("head.html", include_str!("templates/head.html")),
    ("evidence.html", include_str!("templates/evidence.html")),
    ("pairs.html", include_str!("templates/pairs.html")),
    ("decisions.html", include_str!("templates/decisions.html")),
    ("overview.html", include_str!("templates/overview.html")),
    ("documents.html", include_str!("templates/documents.html")),
    ("sources.html", include_str!("templates/sources.html")),
    ("passages.html", include_str!("templates/passages.html")),
    ("pair.html", include_str!("templates/pair.html")),
    ("decision.html", include_str!("templates/decision.html")),
    ("basis.html", include_str!("templates/basis.html")),
];

/// Number of pairs rendered at a time. It limits how much text is in memory both as data and as HTML.
const PAIRS_PER_CHUNK: usize = 64;

/// The content of a report.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The scope; `None` for the complete corpus.
    pub(super) scope: Option<ScopeEntry>,
    /// Numbers of pairs.
    pub counts: ReportCounts,
    /// The pairs in the order of the lists.
    pub(super) pairs: Vec<PairEntry>,
    /// Decisions on anything in the corpus, by time.
    pub(super) decisions: Vec<DecisionEntry>,
    /// The disguised documents.
    pub(super) disguised: Vec<DisguisedEntry>,
    /// Acts of the journal that wait for acceptance, one sentence each.
    pub(super) off: Vec<String>,
    /// For copied text, if there are common blocks: their number, whether it is complete, and the numbers of words and of
    /// documents of the first one.
    pub(super) blocks: Option<(usize, bool, u32, u32)>,
    /// Histogram of the figure that orders the pairs, as SVG.
    pub(super) histogram: Option<String>,
    /// Clusters of documents, largest first.
    pub(super) clusters: Vec<ClusterEntry>,
    /// Number of clusters; `clusters` may have only the first.
    pub(super) clusters_in_all: usize,
    /// The documents of the pairs, by the share found in others, largest first.
    pub(super) documents: Vec<DocumentEntry>,
    /// In a report on all copied text: the first 500 documents in which nothing was found.
    pub(super) unshared: Vec<String>,
    /// The passages of the first pairs.
    pub(super) articles: Vec<Article>,
    /// How it was created.
    pub(super) basis: Basis,
}

/// Numbers of pairs.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct ReportCounts {
    /// Pairs that satisfy the rule, before any filter.
    pub by_rule: u64,
    /// Pairs of these without a passage.
    pub runs_only: u64,
    /// Pairs after the filters.
    pub kept: u64,
    /// Pairs in the table.
    pub listed: usize,
    /// Pairs whose passages are shown.
    pub shown: usize,
    /// Pairs after the filters that have a decision.
    pub decided: usize,
    /// Decisions outside the report, which are not listed.
    pub outside: usize,
}

impl Report {
    /// What the page lacks, as a note for the user.
    pub fn remarks(&self) -> Vec<String> {
        let listed = self.counts.listed as u64;
        let first = (self.counts.kept > listed).then(|| {
            let listed = units::count(listed);
            format!("the table has the first {listed}; a filter chooses, and `shinglescope pairs` lists all")
        });
        let unreadable = self
            .articles
            .iter()
            .filter(|article| article.problem.is_some());
        let unreadable = unreadable.count() as u64;
        let unreadable = (unreadable > 0).then(|| {
            let pairs = units::counted(unreadable, "pair is", "pairs are");
            format!("{pairs} without passages, because a text has changed or cannot be read again")
        });
        first.into_iter().chain(unreadable).collect()
    }

    /// Sets the command line that creates this report. Reports from the screens have none.
    pub fn with_command_line(mut self, line: &str) -> Self {
        line.clone_into(&mut self.basis.command_line);
        self
    }

    /// Every setting that affects its figures, with its value.
    pub fn settings(&self) -> &[(&'static str, String)] {
        &self.basis.settings
    }

    /// Writes the page. Call on the rayon pool.
    ///
    /// # Errors
    /// Output errors.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let environment = environment(self.basis.normalisation.unit).map_err(io::Error::other)?;
        let decisions = Decision::ALL.iter().map(|(name, _)| *name);
        let failures = self.basis.not_read.iter().filter(|entry| entry.failure);
        let has_decisions = !self.decisions.is_empty() || !self.basis.elsewhere.is_empty();
        let has_overview = self.histogram.is_some() || !self.clusters.is_empty();
        let page = context! {
            policy => policy(),
            style => STYLE,
            script => SCRIPT,
            scope => value(&self.scope),
            counts => value(self.counts),
            pairs => value(&self.pairs),
            decision_names => decisions.filter(|name| *name != "undecided").collect::<Vec<_>>(),
            has_decisions,
            decisions => value(&self.decisions),
            has_overview,
            histogram => self.histogram.as_deref(),
            clusters => value(&self.clusters),
            clusters_in_all => self.clusters_in_all,
            documents => value(&self.documents),
            basis => value(&self.basis),
            failures => failures.count(),
            disguised => value(&self.disguised),
            unshared => value(&self.unshared),
            off => &self.off,
            blocks => self.blocks,
        };
        let rendered = |name: &str, context: &Value| -> io::Result<String> {
            let template = environment.get_template(name);
            let text = template.and_then(|template| template.render(context));
            text.map_err(io::Error::other)
        };
        let parts = [
            ("head.html", true),
            ("documents.html", true),
            ("pairs.html", true),
            ("decisions.html", has_decisions),
            ("overview.html", has_overview),
            ("sources.html", true),
            ("passages.html", !self.articles.is_empty()),
        ];
        for (name, _) in parts.into_iter().filter(|(_, is_present)| *is_present) {
            out.write_all(rendered(name, &page)?.as_bytes())?;
        }
        let shown: Vec<(&PairEntry, &Article)> = self.pairs.iter().zip(&self.articles).collect();
        for chunk in shown.chunks(PAIRS_PER_CHUNK) {
            let texts: io::Result<Vec<String>> = chunk
                .par_iter()
                .map(|(pair, article)| {
                    let context = context! { pair => value(pair), ..value(article) };
                    rendered("pair.html", &context)
                })
                .collect();
            for text in texts? {
                out.write_all(text.as_bytes())?;
            }
        }
        if !shown.is_empty() {
            out.write_all(b"</section>\n")?;
        }
        out.write_all(rendered("basis.html", &page)?.as_bytes())?;
        out.flush()
    }
}

/// Data as a value of templates.
fn value(data: impl Serialize) -> Value {
    Value::from(Serde(data))
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

/// The templates. Every value is sanitised and escaped where it is written; only the program's own style, script and
/// drawings are marked as safe in the templates.
fn environment(unit: Unit) -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => Ok(out.write_str(&escaped(text))?),
        _ => escape_formatter(out, state, value),
    });
    let (word, words) = unit.nouns();
    environment.add_global("word", word);
    environment.add_global("words", words);
    let title = match unit {
        Unit::Char => "Characters",
        Unit::Term => "Words",
    };
    environment.add_global("Words", title);
    environment.add_filter("name", |name: &str| {
        Value::from_safe_string(breakable(name))
    });
    environment.add_filter("count", units::count);
    environment.add_filter("some", |n: u64, one: &str, many: &str| match n {
        1 => format!("one {one}"),
        n => units::counted(n, one, many),
    });
    environment.add_filter("share", units::spoken_share);
    environment.add_filter("percent", |share: f64| {
        format!("{}\u{a0}%", units::per_cent(share))
    });
    // The six colours of passages, as on the screens.
    environment.add_filter("colour", |number: u64| (number + 5) % 6 + 1);
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// A name for the page, sanitised and escaped; a long name breaks preferably after slashes, hyphens and underscores, and
/// never in its extension.
fn breakable(name: &str) -> String {
    let dot = name.rfind('.').filter(|dot| name.len() - dot < 9);
    let (stem, extension) = name.split_at(dot.unwrap_or(name.len()));
    let parts = stem.split_inclusive(['/', '-', '_']).map(escaped);
    let stem = parts.collect::<Vec<_>>().join("<wbr>");
    format!("{stem}<i>{}</i>", escaped(extension))
}

/// Untrusted text as HTML. A tab becomes a character reference, because a page may be printed to a terminal.
fn escaped(text: &str) -> String {
    let text = HtmlEscape(&visible(text)).to_string();
    text.replace('\t', "&#9;")
}

/// Text that is safe to show: line breaks are uniform, page breaks become line breaks, and control characters,
/// including bidirectional ones, become visible marks.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| matches!(c, '\n' | '\t');
    if text
        .chars()
        .all(|c| is_plain(c) || sanitise::mark(c).is_none())
    {
        return Cow::Borrowed(text);
    }
    Cow::Owned(sanitise::lines(
        &text.replace("\r\n", "\n").replace('\u{c}', "\n"),
    ))
}
