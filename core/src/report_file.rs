//! An audit as a file that is handed on: a web page that is complete in itself, Markdown, CSV, JSON, or a graph of
//! the pairs (GraphML).
//!
//! Text of documents, their names and the notes of people are foreign: they reach the page only as values of a template
//! that escapes them (`html`), after `base::sanitise` has made control characters visible.

mod charts;
mod graphml;
mod html;
mod markdown;
mod page;
mod rows;
mod words;

use std::io::{self, Write};
use std::path::Path;

use crate::audit::Audit;
use crate::report::{Destination, Format};
pub use crate::words::Language;

/// The format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportFormat {
    /// A web page.
    #[default]
    Html,
    /// Markdown.
    Markdown,
    /// The pairs as comma-separated values.
    Csv,
    /// Everything but the texts as JSON.
    Json,
    /// Documents and pairs as a graph.
    GraphMl,
}

impl ReportFormat {
    /// All formats with their names in options.
    pub const ALL: [(&'static str, ReportFormat); 5] = [
        ("html", ReportFormat::Html),
        ("md", ReportFormat::Markdown),
        ("csv", ReportFormat::Csv),
        ("json", ReportFormat::Json),
        ("graphml", ReportFormat::GraphMl),
    ];

    /// The format that the name of a file says by how it ends; `None` if it says none.
    #[must_use]
    pub fn of_name(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        let end = match end.as_str() {
            "htm" => "html",
            "markdown" => "md",
            end => end,
        };
        let known = Self::ALL.into_iter().find(|(name, _)| *name == end);
        known.map(|(_, format)| format)
    }

    /// Whether texts of documents are in it.
    #[must_use]
    pub fn has_texts(self) -> bool {
        matches!(self, ReportFormat::Html | ReportFormat::Markdown)
    }
}

/// How an audit is written.
#[derive(Clone, Copy, Debug)]
pub struct Rendering {
    /// The form.
    pub format: ReportFormat,
    /// The language of its own words.
    pub language: Language,
    /// Whether text that a spreadsheet would take for a formula is made safe.
    pub csv_safe: bool,
    /// Whether it goes to a terminal; text is then sanitised in every form.
    pub terminal: bool,
}

/// Writes an audit. Call on the rayon pool.
///
/// # Errors
/// Output errors.
pub fn write(audit: &Audit, rendering: Rendering, out: impl Write) -> io::Result<()> {
    let Rendering {
        format,
        language,
        csv_safe,
        terminal,
    } = rendering;
    let to = |format, out| Destination {
        format,
        terminal,
        csv_safe,
        meta: None,
        tables: None,
        out,
    };
    match format {
        ReportFormat::Html => html::write(audit, language, out),
        ReportFormat::Markdown => markdown::write(audit, language, out),
        ReportFormat::Csv => rows::write(audit, to(Format::Csv, out)),
        ReportFormat::Json => to(Format::Json, out).json(serde_json::to_value(audit)?),
        ReportFormat::GraphMl => graphml::write(audit, out),
    }
}
