//! The report as Markdown (CommonMark with tables): for a wiki or a repository.

mod decisions;
mod not_read;
mod text;

use std::io::{self, Write};

use fluent_bundle::FluentArgs;

use self::text::{escaped, said};
use super::words::{DEFINITIONS, Words, of_report, slug};
use crate::audit::{Audit, AuditQuestion, Mark, Pages, PairEntry, Row, ScopeEntry};
use crate::base::version;
use crate::words::Language;

/// Writes the report.
///
/// # Errors
/// Output errors.
pub fn write(audit: &Audit, language: Language, mut out: impl Write) -> io::Result<()> {
    let words = &of_report(language, audit.asked.unit);
    let t = |key: &str| words.plain(key);
    let with = |key: &str, values: &[(&'static str, u64)]| said(words, key, values);
    let asked = &audit.asked;
    let n = |n: usize| n as u64;
    writeln!(out, "# {}\n", t("title"))?;
    let lead = format!("lead-{}", asked.purpose);
    let counts = [
        ("pairs", audit.counts.found),
        ("documents", n(audit.corpus.documents)),
    ];
    let kept = [("kept", audit.counts.kept)];
    let judged = [
        ("judged", n(audit.counts.judged)),
        ("pairs", audit.counts.kept),
    ];
    let lead = match &asked.scope {
        None if audit.counts.kept == audit.counts.found => with(&lead, &counts),
        None => format!("{} {}", with(&lead, &counts), with("lead-kept", &kept)),
        Some(scope) => {
            let of = [
                ("n", n(scope.clusters.len())),
                ("documents", n(audit.corpus.documents)),
            ];
            let cluster = |number: &usize| with("scope-cluster", &[("number", n(*number))]);
            let names = scope.names.iter().map(|name| escaped(name));
            let named: Vec<String> = names.chain(scope.clusters.iter().map(cluster)).collect();
            let some = match scope.what == "document" && asked.compared.is_some() {
                true => "-compared",
                false => "",
            };
            let what = with(&format!("scope-{}{some}", scope.what), &of);
            let kept = [("pairs", audit.counts.kept)];
            let pairs = match (asked.is_filtered, &*scope.what) {
                (_, "pair") if audit.counts.kept > 0 => String::new(),
                (true, _) => format!(" {}", with("lead-scope-filtered", &kept)),
                (false, _) => format!(" {}", with("lead-scope", &kept)),
            };
            format!("{what} {}.{pairs}", named.join(", "))
        }
    };
    let by_people = match asked.is_filtered {
        true => "lead-judged-filtered",
        false => "lead-judged",
    };
    writeln!(out, "{lead} {}\n", with(by_people, &judged))?;
    let mut method = FluentArgs::new();
    method.set("method", asked.method.as_str());
    let incomplete = words.say("incomplete", &method);
    if !asked.complete {
        writeln!(out, "{incomplete}\n")?;
    }
    let compared = compared(audit, words);
    if let Some(compared) = &compared {
        writeln!(out, "{compared}\n")?;
    }
    writeln!(out, "> **{}** {}\n", t("evidence-title"), t("evidence"))?;
    writeln!(out, "## {}\n", t("pairs"))?;
    let heads = [
        "number",
        "text-a",
        "text-b",
        "words-copied",
        "of-a",
        "of-b",
        "longest",
        "passages",
        "jaccard-exact",
        "estimate",
        "decision",
    ];
    writeln!(out, "| {} |", heads.map(t).join(" | "))?;
    writeln!(out, "|--:|---|---|--:|--:|--:|--:|--:|--:|--:|---|")?;
    for pair in &audit.pairs {
        let f = &pair.figures;
        let decision = pair.said.decision.as_ref().map(|name| {
            let decision = t(&format!("decision-{name}"));
            match pair.said.disputed {
                true => format!("{decision}, {}", t("disputed")),
                false => decision,
            }
        });
        let cells = [
            words.count(n(pair.number)),
            escaped(&pair.a.name),
            escaped(&pair.b.name),
            words.count(f.words.into()),
            words.percent(pair.a.share),
            words.percent(pair.b.share),
            words.count(f.longest.into()),
            words.count(f.passages.into()),
            words.share(f.jaccard),
            words.share(f.estimate),
            decision.unwrap_or_default(),
        ];
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(out)?;
    let (listed, shown) = (n(audit.counts.listed), n(audit.counts.shown));
    if audit.counts.kept > listed {
        let first = [("listed", listed), ("pairs", audit.counts.kept)];
        writeln!(out, "{}\n", with("pairs-first", &first))?;
    }
    if listed > shown {
        writeln!(out, "{}\n", with("pairs-shown", &[("shown", shown)]))?;
    }
    decisions::write(audit, words, &mut out)?;
    let shown: Vec<&PairEntry> = audit.pairs.iter().take(audit.counts.shown).collect();
    if !shown.is_empty() {
        writeln!(out, "## {}\n", t("passages"))?;
    }
    for pair in shown {
        of_pair(pair, words, &mut out)?;
    }
    writeln!(out, "## {}\n", t("basis"))?;
    let rule = format!("rule-{}", asked.purpose);
    let mut args = FluentArgs::new();
    args.set("share", words.share(asked.threshold));
    args.set("measure", t(&format!("measure-{}", asked.measure)));
    args.set("passage", asked.passage.unwrap_or(0));
    args.set("run", asked.run.unwrap_or(0));
    let found = [
        ("found", audit.counts.found),
        ("kept", n(audit.counts.listed)),
    ];
    let of_pair = |scope: &ScopeEntry| scope.what == "pair";
    let found_key = match asked.scope.as_ref().is_some_and(of_pair) {
        true => "found-pairs-beside",
        false => "found-pairs",
    };
    let read = [
        ("documents", n(audit.corpus.documents)),
        ("words", audit.corpus.words),
    ];
    let complete = match (asked.complete, &compared) {
        (true, None) => t("complete"),
        (true, Some(_)) => t("complete-compared"),
        (false, _) => incomplete,
    };
    let found = format!("{} {complete}", with(found_key, &found));
    let only = |is: bool, key: &str| if is { t(key) } else { String::new() };
    let facts = [
        (t("rule"), words.say(&rule, &args)),
        (t("found"), found),
        (t("compared"), compared.unwrap_or_default()),
        (
            t("filter"),
            escaped(asked.filter.as_deref().unwrap_or_default()),
        ),
        (t("choice"), only(asked.only_decided, "only-decided")),
        (t("names"), only(asked.anonymous, "anonymous")),
        (t("limits"), escaped(&asked.note)),
        (t("read"), with("read-n", &read)),
        (
            t("version"),
            format!(
                "shinglescope {}",
                version::with_commit(&audit.version, &audit.commit)
            ),
        ),
        (t("seed"), asked.seed.to_string()),
        (t("made"), format!("{} UTC", audit.made)),
        (
            t("corpus-fingerprint"),
            format!("`{}`", audit.corpus.fingerprint),
        ),
    ];
    for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(out, "- {name}: {value}")?;
    }
    not_read::write(audit, words, &mut out)?;
    for dropped in dropped(audit, words) {
        writeln!(out, "- {}: {dropped}", t("masked"))?;
    }
    if !audit.corpus.left_out.is_empty() {
        let parts = audit.corpus.left_out.iter();
        let parts = parts.map(|part| {
            with(
                &format!("left-out-{}", part.kind),
                &[("n", part.number.into())],
            )
        });
        let parts: Vec<String> = parts.collect();
        let of = with("left-out", &[("n", n(audit.corpus.left_out_of))]);
        writeln!(out, "- {of} {}", parts.join(", "))?;
        not_read::write_in_part(audit, words, &mut out)?;
    }
    for mask in &audit.masks.by {
        let key = format!("masked-as-{}", mask.reason.replace(' ', "-"));
        let values = [
            ("words", mask.words),
            ("spans", mask.spans),
            ("documents", mask.documents),
        ];
        writeln!(
            out,
            "- {}: {} {}",
            t("masked"),
            t(&key),
            with("masked-n", &values)
        )?;
    }
    let settings = [("n", n(asked.settings.len()))];
    writeln!(out, "\n## {}\n", with("settings", &settings))?;
    for (name, value) in &asked.settings {
        let name = t(&format!("setting-{}", slug(name)));
        writeln!(out, "- {name}: {}", escaped(value))?;
    }
    writeln!(out, "\n## {}\n", t("definitions"))?;
    let args = definition_args(asked);
    for key in DEFINITIONS {
        let name = t(&format!("def-{key}-name"));
        let definition = words.say(&format!("def-{key}"), &args);
        writeln!(out, "- {name}: {definition}")?;
    }
    out.flush()
}

/// Which pairs are compared, if not all.
fn compared(audit: &Audit, words: &Words) -> Option<String> {
    let compared = audit.asked.compared.as_ref()?;
    let archive = (compared.archive > 0).then(|| {
        let counts = [
            ("new", compared.new as u64),
            ("archive", compared.archive as u64),
        ];
        said(words, &format!("compared-{}", compared.with), &counts)
    });
    let groups = [("groups", compared.groups as u64)];
    let groups = (compared.groups > 0).then(|| said(words, "compared-groups", &groups));
    let parts: Vec<String> = archive.into_iter().chain(groups).collect();
    Some(parts.join(" "))
}

/// Which words were dropped from all texts.
fn dropped(audit: &Audit, words: &Words) -> impl Iterator<Item = String> {
    let asked = &audit.asked;
    let stopwords = (!asked.dropped_stopwords.is_empty()).then(|| {
        let mut args = FluentArgs::new();
        args.set("lists", asked.dropped_stopwords.join(", "));
        words.say("dropped-stop-words", &args)
    });
    let numbers = asked
        .dropped_numbers
        .then(|| words.plain("dropped-numbers"));
    stopwords.into_iter().chain(numbers)
}

/// The values of the definitions of the figures.
fn definition_args(asked: &AuditQuestion) -> FluentArgs<'static> {
    let mut args = FluentArgs::new();
    args.set("k", asked.k as u64);
    args.set("permutations", asked.permutations as u64);
    args.set("min", asked.min_words as u64);
    args.set("letters", if asked.keep_case { "kept" } else { "lower" });
    args.set("repeats", if asked.bag { "counted" } else { "set" });
    args.set("bridged", if asked.bridge > 0 { "yes" } else { "no" });
    args
}

fn of_pair(pair: &PairEntry, words: &Words, out: &mut impl Write) -> io::Result<()> {
    let names = [&pair.a.name, &pair.b.name].map(|name| escaped(name));
    writeln!(out, "### {}. {} – {}\n", pair.number, names[0], names[1])?;
    for opinion in &pair.said.opinions {
        decisions::opinion(opinion, words, &mut *out)?;
    }
    if let Some(problem) = pair.problem {
        let name = serde_json::to_value(problem)?;
        let name = name.as_str().unwrap_or_default();
        writeln!(out, "{}\n", words.plain(&format!("problem-{name}")))?;
    }
    for row in &pair.rows {
        if let Some(number) = row.passage {
            let passage = &pair.passages[number - 1];
            let values = [
                ("words", passage.words.into()),
                ("same", passage.same.into()),
            ];
            let title = said(words, "passage", &[("n", number as u64)]);
            let figures = said(words, "passage-words", &values);
            let kind = passage.kind.as_ref();
            let kind = kind.map(|kind| words.plain(&format!("kind-{}", kind.replace(' ', "-"))));
            let kind = kind.map_or_else(String::new, |kind| format!(", {kind}"));
            writeln!(out, "**{title}** ({figures}{kind})\n")?;
            for opinion in &passage.said.opinions {
                decisions::opinion(opinion, words, &mut *out)?;
            }
        }
        for (side, name) in names.iter().enumerate() {
            let text = text(row, side, words);
            if !text.is_empty() {
                let passage = row.passage.map(|number| &pair.passages[number - 1]);
                let place = passage.map(|passage| place(&passage.begins[side], words));
                let place = place.map_or_else(String::new, |place| format!(", {place}"));
                writeln!(out, "{name}{place}:\n\n> {text}\n")?;
            }
        }
    }
    Ok(())
}

/// The page and line in which a passage begins.
fn place(begins: &Pages, words: &Words) -> String {
    let number = |name: &str, n: u64| said(words, name, &[("n", n)]);
    let line = number("line-of", begins.line as u64);
    match begins.page {
        Some(page) => format!("{}, {line}", number("page-of", page as u64)),
        None => line,
    }
}

/// One side of a row: the passage in bold, words that differ in italics, masked words struck out.
fn text(row: &Row, side: usize, words: &Words) -> String {
    let mut out = String::new();
    if row.cut_before[side] {
        out += "… ";
    }
    for mark in &row.sides[side] {
        out += &marked(mark, words);
    }
    if row.cut_after[side] {
        out += " …";
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn marked(mark: &Mark, words: &Words) -> String {
    let parts = mark.parts.iter().map(|part| {
        if let Some(n) = part.folded {
            return escaped(&said(words, "folded-n", &[("n", n.into())]));
        }
        let text = escaped(&part.text);
        // Emphasis does not open before a space.
        let inner = text.trim();
        match (mark.passage, part.differs) {
            _ if inner.is_empty() => text,
            _ if part.masked.is_some() => text.replace(inner, &format!("<del>{inner}</del>")),
            (Some(_), true) => text.replace(inner, &format!("<em>{inner}</em>")),
            (Some(_), false) => text.replace(inner, &format!("<strong>{inner}</strong>")),
            (None, _) => text,
        }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_of_markdown_or_html_is_left_in_foreign_text() {
        let hostile = "<script>|`**[x](javascript:1)\n# http://x.example\u{202e}";
        let text = escaped(hostile);
        assert!(!text.contains(['<', '>', '|', '`', '*', '[', '(', '\n', ':', '\u{202e}']));
        let signs = text.replace("&#", "");
        assert!(!signs.contains(['&', '#']), "{text}");
        assert_eq!(escaped("Grüße, ça va?"), "Grüße, ça va?");
    }
}
