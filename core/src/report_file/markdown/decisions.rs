//! What people decided, as a table and beside what it is about.

use std::io::{self, Write};

use fluent_bundle::FluentArgs;

use super::text::escaped;
use crate::audit::{Audit, Opinion, Outdated};
use crate::report_file::words::Words;

/// Writes the table of all decisions on texts of the corpus, if there are any.
pub(super) fn write(audit: &Audit, words: &Words, mut out: impl Write) -> io::Result<()> {
    if audit.decisions.is_empty() {
        return Ok(());
    }
    let t = |key: &str| words.plain(key);
    writeln!(out, "## {}\n\n{}\n", t("decisions"), t("decisions-note"))?;
    let heads = ["on", "texts", "decision", "note", "by", "when"];
    writeln!(out, "| {} |", heads.map(t).join(" | "))?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    for entry in &audit.decisions {
        let said = &entry.opinion;
        let number = entry.pair.map(|number| words.count(number as u64));
        let on = [Some(t(&format!("on-{}", entry.on))), number];
        let names: Vec<String> = entry.names.iter().map(|name| escaped(name)).collect();
        let cells = [
            on.into_iter().flatten().collect::<Vec<_>>().join(" "),
            names.join(", "),
            decided(said, words),
            noted(said),
            escaped(&said.by),
            said.when.clone(),
        ];
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(out)
}

/// Writes what one person said, as a paragraph.
pub(super) fn opinion(said: &Opinion, words: &Words, mut out: impl Write) -> io::Result<()> {
    let (decision, by) = (decided(said, words), escaped(&said.by));
    writeln!(
        out,
        "**{decision}** ({by}, {}) {}\n",
        said.when,
        noted(said)
    )
}

/// The decision, and why it is open again.
fn decided(said: &Opinion, words: &Words) -> String {
    let decision = words.plain(&format!("decision-{}", said.decision));
    match &said.outdated {
        None => decision,
        Some(outdated) => format!("{decision}; {}", open(outdated, words)),
    }
}

fn open(outdated: &Outdated, words: &Words) -> String {
    let mut args = FluentArgs::new();
    args.set("names", escaped(&outdated.names.join(", ")));
    words.say(&format!("outdated-{}", outdated.why), &args)
}

/// The note, and the tags in brackets.
fn noted(said: &Opinion) -> String {
    let tags = said.tags.iter().map(|tag| format!("({})", escaped(tag)));
    let note = std::iter::once(escaped(&said.note));
    let parts = note.chain(tags).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}
