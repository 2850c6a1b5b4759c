//! The pairs of a report as a graph in GraphML: documents are nodes, pairs are edges.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::audit::{Audit, ComparedEntry};
use crate::base::sanitise;

/// Attributes: id, what has it, name, type.
const KEYS: [(&str, &str, &str, &str); 23] = [
    ("version", "graph", "version", "string"),
    ("commit", "graph", "commit", "string"),
    ("seed", "graph", "seed", "string"),
    ("corpus", "graph", "corpus_fingerprint", "string"),
    ("documents", "graph", "documents", "int"),
    ("settings", "graph", "settings", "string"),
    ("threshold", "graph", "threshold", "double"),
    ("passage", "graph", "passage_threshold", "int"),
    ("run", "graph", "run_threshold", "int"),
    ("compared", "graph", "compared", "string"),
    ("masked", "graph", "words_left_out", "int"),
    ("filter", "graph", "filter", "string"),
    ("pairs", "graph", "pairs_found", "int"),
    ("name", "node", "name", "string"),
    ("terms", "node", "words", "int"),
    ("fingerprint", "node", "fingerprint", "string"),
    ("jaccard", "edge", "jaccard", "double"),
    ("estimate", "edge", "estimate", "double"),
    ("words", "edge", "words_copied", "int"),
    ("longest", "edge", "longest", "int"),
    ("passages", "edge", "passages", "int"),
    ("decision", "edge", "decision", "string"),
    ("disputed", "edge", "disputed", "boolean"),
];

/// Writes the graph.
///
/// # Errors
/// Output errors.
pub fn write(audit: &Audit, mut out: impl Write) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"#
    )?;
    for (id, of, name, kind) in KEYS {
        writeln!(
            out,
            r#"<key id="{id}" for="{of}" attr.name="{name}" attr.type="{kind}"/>"#
        )?;
    }
    writeln!(out, r#"<graph id="pairs" edgedefault="undirected">"#)?;
    let settings = audit.asked.settings.iter();
    let settings: Vec<String> = settings
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    let asked = &audit.asked;
    let of_graph = [
        ("version", Some(audit.version.clone())),
        ("commit", Some(audit.commit.clone())),
        ("seed", Some(asked.seed.to_string())),
        ("corpus", Some(audit.corpus.fingerprint.clone())),
        ("documents", Some(audit.corpus.documents.to_string())),
        ("settings", Some(settings.join("; "))),
        ("threshold", Some(asked.threshold.to_string())),
        ("passage", asked.passage.map(|words| words.to_string())),
        ("run", asked.run.map(|words| words.to_string())),
        ("compared", asked.compared.as_ref().map(compared)),
        ("masked", Some(audit.masks.words.to_string())),
        ("filter", asked.filter.clone()),
        ("pairs", Some(audit.counts.found.to_string())),
    ];
    for (key, value) in of_graph {
        if let Some(value) = value {
            writeln!(out, r#"<data key="{key}">{}</data>"#, escaped(&value))?;
        }
    }
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, document) in audit.documents.iter().enumerate() {
        numbers.insert(&document.name, number);
        writeln!(
            out,
            r#"<node id="n{number}"><data key="name">{}</data><data key="terms">{}</data><data key="fingerprint">{}</data></node>"#,
            escaped(&document.name),
            document.words,
            document.fingerprint,
        )?;
    }
    for pair in &audit.pairs {
        let ends = numbers.get(&*pair.a.name).zip(numbers.get(&*pair.b.name));
        let Some((a, b)) = ends else { continue };
        let f = &pair.figures;
        write!(
            out,
            r#"<edge id="e{}" source="n{a}" target="n{b}"><data key="jaccard">{}</data><data key="estimate">{}</data><data key="words">{}</data><data key="longest">{}</data><data key="passages">{}</data>"#,
            pair.number, f.jaccard, f.estimate, f.words, f.longest, f.passages,
        )?;
        if let Some(decision) = &pair.said.decision {
            write!(out, r#"<data key="decision">{}</data>"#, escaped(decision))?;
        }
        if pair.said.disputed {
            write!(out, r#"<data key="disputed">true</data>"#)?;
        }
        writeln!(out, "</edge>")?;
    }
    writeln!(out, "</graph>\n</graphml>")?;
    out.flush()
}

/// Which pairs are compared, as name and number.
fn compared(compared: &ComparedEntry) -> String {
    format!(
        "new: {}; archive: {}; new with: {}; groups: {}",
        compared.new, compared.archive, compared.with, compared.groups
    )
}

/// Text with entities for markup, and visible marks for characters that XML does not allow.
fn escaped(text: &str) -> String {
    let shown = sanitise::line(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    let shown = shown.replace('&', "&amp;").replace('<', "&lt;");
    shown.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{DecisionSummary, DocumentEntry, PairEntry, SideFigures};

    #[test]
    fn a_graph_with_hostile_names_is_xml_and_has_every_pair() {
        let names = ["a\"><edge/>\u{0}\u{202e}", "]]>&amp;<b\u{ffff}>"];
        let side = |at: usize| SideFigures {
            name: names[at].to_owned(),
            ..SideFigures::default()
        };
        let document = |name: &&str| DocumentEntry {
            name: (*name).to_owned(),
            ..DocumentEntry::default()
        };
        let audit = Audit {
            documents: names.iter().map(document).collect(),
            pairs: vec![PairEntry {
                number: 1,
                a: side(0),
                b: side(1),
                said: DecisionSummary {
                    decision: Some("copied".to_owned()),
                    disputed: true,
                    ..DecisionSummary::default()
                },
                ..PairEntry::default()
            }],
            ..Audit::default()
        };
        let mut out = Vec::new();
        write(&audit, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let parsed = roxmltree::Document::parse(&text).unwrap();
        let named = |name: &str| {
            let all = parsed.descendants();
            all.filter(|node| node.has_tag_name(("http://graphml.graphdrawing.org/xmlns", name)))
                .count()
        };
        assert_eq!([named("node"), named("edge"), named("data")], [2, 1, 22]);
    }
}
