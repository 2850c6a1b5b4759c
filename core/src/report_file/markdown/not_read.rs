//! What was not read of a corpus or read in part, as items of a list.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::text::{escaped, said};
use crate::audit::{Audit, NotRead};
use crate::report_file::words::Words;

/// Most files and rows that are named, as in the page.
const NAMED: usize = 1_000;

/// Writes how many files and rows were not read and why; which, unless names are left out.
pub(super) fn write(audit: &Audit, words: &Words, mut out: impl Write) -> io::Result<()> {
    let entries = &audit.corpus.not_read;
    if audit.corpus.of_job {
        writeln!(out, "- {}", words.plain("of-job"))?;
    } else if entries.is_empty() {
        writeln!(out, "- {}", words.plain("all-read"))?;
    }
    if entries.is_empty() {
        return Ok(());
    }
    let failures = entries.iter().filter(|entry| entry.failure).count();
    let counts = [("n", entries.len() as u64), ("failures", failures as u64)];
    writeln!(out, "- {}", said(words, "not-read-n", &counts))?;
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for entry in entries {
        *kinds.entry(&entry.kind).or_default() += 1;
    }
    for (kind, number) in kinds {
        let reason = words.plain(&format!("reason-{kind}"));
        writeln!(out, "  - {reason}: {}", words.count(number))?;
    }
    list(entries, words, out)
}

/// Writes which documents were read in part, unless names are left out.
pub(super) fn write_in_part(audit: &Audit, words: &Words, out: impl Write) -> io::Result<()> {
    list(&audit.corpus.read_in_part, words, out)
}

/// Writes the name and reason of each entry, unless they are hidden.
fn list(entries: &[NotRead], words: &Words, mut out: impl Write) -> io::Result<()> {
    let named = entries
        .iter()
        .filter_map(|entry| Some((entry.name.as_ref()?, entry.reason.as_ref()?)));
    let named: Vec<_> = named.collect();
    for (name, reason) in named.iter().take(NAMED) {
        writeln!(out, "  - {}: {}", escaped(name), escaped(reason))?;
    }
    match named.len().saturating_sub(NAMED) {
        0 => Ok(()),
        more => writeln!(out, "  - {}", said(words, "more", &[("n", more as u64)])),
    }
}
