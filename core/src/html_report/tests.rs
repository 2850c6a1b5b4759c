//! Tests of the page: untrusted text changes only text, links have targets, and the policy is minimal.

mod reader;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use self::reader::{Tag, assert_minimal_policy, parsed};
use super::basis::{Basis, NotRead};
use super::clusters::ClusterEntry;
use super::decisions::{DecisionEntry, DecisionSummary};
use super::documents::{DisguisedEntry, DocumentEntry, SourceEntry};
use super::page::{ReportCounts, visible};
use super::pairs::{PairEntry, SideFigures, figures};
use super::passages::pieces::{PassageMark, PiecePart, SideBySideRow};
use super::passages::{Article, PassageEntry, StripSpan};
use super::question::ScopeEntry;
use super::*;
use crate::base::sanitise;
use crate::evidence::Evidence;
use crate::figures::PairData;
use crate::settings::{Normalisation, Unit};

/// The tags of a page, without `<wbr>` and without the values of attributes that contain prose.
fn skeleton(page: &str) -> Vec<Tag> {
    let prose = ["aria-label", "title", "data-text"];
    let all = parsed(page);
    assert_eq!(*all.comments.borrow(), 0);
    let tags = all.tags.into_inner().into_iter();
    let tags = tags.filter(|tag| *tag != ("wbr".to_owned(), BTreeMap::new()));
    tags.map(|(name, mut attributes)| {
        for name in prose {
            attributes.entry(name.to_owned()).and_modify(String::clear);
        }
        (name, attributes)
    })
    .collect()
}

/// A report with every part, in which all untrusted text is `untrusted`.
fn filled(untrusted: &str) -> Report {
    let own = |text: &str| text.to_owned();
    let f = || untrusted.to_owned();
    let decision = |outdated: Option<String>| DecisionSummary {
        name: own("copied"),
        by: f(),
        when: own("2026-11-22 19:40"),
        note: f(),
        outdated,
        same_text: vec![f()],
    };
    let side = || SideFigures {
        name: f(),
        words: 1204,
        copied: 30,
        masked: 4,
    };
    let part = |differs, masked| PiecePart {
        text: f(),
        differs,
        masked,
        folded: None,
    };
    let mark = |passage: Option<usize>| PassageMark {
        passage,
        parts: vec![
            part(false, None),
            part(passage.is_some(), None),
            part(false, Some("common text")),
            PiecePart {
                folded: Some(120),
                ..PiecePart::default()
            },
        ],
    };
    let row = SideBySideRow {
        passage: 1,
        sides: [vec![mark(None), mark(Some(1))], vec![mark(Some(1))]],
        cut_before: [true, false],
        cut_after: [false, true],
    };
    let strip = || {
        vec![StripSpan {
            start: 10.0,
            width: 20.5,
            number: 1,
        }]
    };
    let pair = |number| PairEntry {
        number,
        a: side(),
        b: side(),
        figures: figures(&PairData {
            evidence: Some(&Evidence::default()),
            ..PairData::default()
        }),
        only: own("only references"),
        decision: Some(decision(None)),
        ..PairEntry::default()
    };
    let article = |problem| Article {
        problem,
        passages: vec![PassageEntry {
            number: 1,
            words: 30,
            kind: Some("reference list"),
            ..PassageEntry::default()
        }],
        strips: [strip(), strip()],
        rows: vec![row.clone()],
    };
    let not_read = |kind| NotRead {
        name: f(),
        reason: f(),
        kind,
        failure: true,
    };
    Report {
        scope: Some(ScopeEntry {
            about: own("This report is about one document:"),
            names: vec![f()],
        }),
        basis: Basis {
            version: "0.1.0",
            commit: "1a2b",
            command_line: f(),
            made: own("2026-11-22 19:40"),
            copied_text: true,
            rule: own("containment of 0.100 or more"),
            settings: vec![("k", f())],
            filter: Some(f()),
            only_decided: true,
            context: 30,
            note: f(),
            paths: vec![f()],
            of_job: true,
            documents: 2,
            words: 2408,
            fingerprint: own("00ff"),
            not_read: vec![not_read("empty")],
            unextracted: Some(own("2 comments")),
            unextracted_from: 1,
            read_in_part: vec![not_read("read in part")],
            masked: 4,
            excluded: vec![f()],
            by_rule: Some(ByRule {
                rule: f(),
                passages: vec![(f(), 3, 40)],
                all: 2,
                hidden: 2,
                first: Vec::new(),
                pairs: vec![[f(), f()]],
                note: f(),
            }),
            ..Basis::default()
        },
        counts: ReportCounts {
            by_rule: 2,
            runs_only: 1,
            kept: 2,
            listed: 2,
            shown: 2,
            decided: 2,
            outside: 1,
        },
        unshared: vec!["<b>alone</b>.txt".into()],
        disguised: vec![DisguisedEntry {
            name: f(),
            source: f(),
            same: 66,
        }],
        off: vec![f()],
        blocks: Some((2, false, 61, 13)),
        pairs: vec![pair(1), pair(2)],
        articles: vec![article(None), article(Some("It has changed."))],
        decisions: vec![DecisionEntry {
            subject: own("cluster"),
            names: vec![f(), f()],
            pair: Some(1),
            decision: decision(Some(f())),
        }],
        documents: vec![DocumentEntry {
            name: f(),
            sources: Some(vec![SourceEntry {
                number: 1,
                name: f(),
                others: 3,
                ..SourceEntry::default()
            }]),
            best: f(),
            only: own("only quotations here"),
            decided: own("copied 1"),
            disguised: true,
            share: 0.5,
            strip: strip(),
            decision: Some(decision(None)),
            ..DocumentEntry::default()
        }],
        clusters: vec![ClusterEntry {
            number: 1,
            size: 3,
            members: vec![f(), f()],
            chain: true,
            decision: Some(decision(None)),
            ..ClusterEntry::default()
        }],
        clusters_in_all: 1,
        histogram: Some(own("<svg></svg>")),
    }
}

fn page(report: &Report) -> String {
    let mut out = Vec::new();
    report.write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

const PAYLOADS: [&str; 30] = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "</title><svg onload=alert(1)>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "\" autofocus onfocus=\"alert(1)",
    "` onclick=`alert(1)`",
    "<img src=//evil.example/x.png>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'>",
    "<base href=http://evil.example/>",
    "<form action=http://evil.example><input name=q>",
    "<link rel=stylesheet href=http://evil.example/x.css>",
    "background:url(http://evil.example/x)",
    "}*{background:url(//evil.example)}",
    "]]>--><!--<![CDATA[",
    "<!--",
    "&lt;script&gt;&#60;&amp;",
    "{{ 7 * 7 }}{% raw %}{# #}",
    "{\"a\":\"</script>\u{2028}\"}",
    "evil\u{202e}txt.exe\u{2066}\u{200f}",
    "\u{0}\u{1b}[31m\u{7f}\u{9b}\r\n\u{c}\u{ad}\u{feff}",
    "<\u{0}script>alert(1)</\u{0}script>",
    "\u{fffe}\u{ffff}\u{10ffff}",
];

#[test]
fn untrusted_text_becomes_only_text() {
    let harmless = skeleton(&page(&filled("x")));
    assert!(harmless.len() > 400);
    for payload in PAYLOADS {
        let page = page(&filled(payload));
        assert_eq!(skeleton(&page), harmless, "{payload:?}");
        let is_control = |c: char| c != '\n' && c != '\t' && sanitise::mark(c).is_some();
        assert_eq!(page.chars().find(|c| is_control(*c)), None, "{payload:?}");
        // The page contains the payload in its visible form.
        let text = parsed(&page).text.into_inner();
        let expected = visible(payload).replace('\u{0}', "");
        assert!(text.contains(&expected), "{payload:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_text_becomes_only_text(untrusted in "[<>\"'&/=a-z!\\-{}%`\\PC\\p{Cc}]{1,40}") {
        let harmless = skeleton(&page(&filled("x")));
        prop_assert_eq!(skeleton(&page(&filled(&untrusted))), harmless);
    }
}

#[test]
fn a_long_path_is_broken_after_its_slashes_and_not_in_its_extension() {
    let page = page(&filled("a/<b>/c.txt"));
    assert!(page.contains("<bdi>a&#x2f;<wbr>&lt;b&gt;&#x2f;<wbr>c<i>.txt</i></bdi>"));
}

#[test]
fn only_the_attributes_and_elements_of_the_templates_appear() {
    let page = page(&filled(PAYLOADS[0]));
    for (name, attributes) in skeleton(&page) {
        let loads = [
            "img", "iframe", "object", "embed", "link", "base", "image", "use",
        ];
        assert!(!loads.contains(&&*name), "{name}");
        for (attribute, value) in attributes {
            assert!(!attribute.starts_with("on"), "{attribute}");
            assert!(!["src", "style", "action", "xlink:href"].contains(&&*attribute));
            let link = attribute == "href";
            assert!(!link || value.starts_with('#'), "{value}");
        }
    }
}

#[test]
fn links_have_targets_in_the_page_and_ids_are_unique() {
    let tags = skeleton(&page(&filled("x")));
    let values_of = |name: &str| -> Vec<String> {
        let values = tags.iter().filter_map(|tag| tag.1.get(name).cloned());
        values.collect()
    };
    let ids = values_of("id");
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
    for href in values_of("href") {
        assert!(ids.iter().any(|id| href == format!("#{id}")), "{href}");
    }
    for label in values_of("aria-labelledby") {
        assert!(ids.contains(&label), "{label}");
    }
    assert!(ids.contains(&"p1a1".to_owned()) && ids.contains(&"p1b1".to_owned()));
}

#[test]
fn elements_are_closed_in_order() {
    let void = ["meta", "br", "col", "input"];
    let mut open: Vec<String> = Vec::new();
    for (name, _) in skeleton(&page(&filled("x"))) {
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().as_deref(), Some(name)),
            None if void.contains(&&*name) => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_policy_allows_nothing_but_the_style_and_the_script_of_the_page() {
    assert_minimal_policy(&page(&filled("x")));
}

#[test]
fn templates_use_the_noun_of_the_unit() {
    let report = Report {
        basis: Basis {
            normalisation: Normalisation {
                unit: Unit::Char,
                ..Normalisation::default()
            },
            ..filled("x").basis
        },
        ..filled("x")
    };
    let page = page(&report);
    let text = parsed(&page[page.find("<body>").unwrap()..page.find("<script>").unwrap()]);
    let text = text.text.into_inner();
    // The definition of a character mentions words.
    let others = text
        .replace("A character of a word", "")
        .replace("between two words", "");
    let word = regex::Regex::new(r"(?i)[^-]\bwords?\b").unwrap();
    assert_eq!(word.find(&others).map(|word| word.as_str()), None);
    assert!(text.contains("1,204 characters") && text.contains("Characters the same"));
}

#[test]
fn a_small_report_equals_its_snapshot() {
    let page = page(&filled("A <b>name</b>"));
    let start = page.find("<article class=\"pair\"").unwrap();
    let end = page.find("<section id=\"basis\"").unwrap();
    insta::assert_snapshot!("pair", &page[start..end]);
}
