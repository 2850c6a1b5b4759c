//! Tests of the page: foreign text changes nothing but text, links lead somewhere, and the policy names what is there.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::page::reader::{Tag, parsed, policy_names_only_what_is_there};
use super::super::page::visible;
use super::*;
use crate::audit::{
    AuditQuestion, Corpus, Counts, DecisionEntry, DecisionSummary, DocumentEntry, Edge, Group,
    Mark, MaskedBy, Masks, NotRead, Opinion, Outdated, Part, PartsLeftOut, PassageEntry, Problem,
    Row, SideFigures, SourceEntry, Spread, Stretch, Strip,
};
use crate::base::sanitise;

/// The tags of a page, without the values of attributes that are prose, and without the places where a name may be
/// broken.
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

/// An audit with every part, in which all that is foreign is this text.
fn filled(foreign: &str) -> Audit {
    let own = |text: &str| text.to_owned();
    let f = || foreign.to_owned();
    let opinion = |outdated: Option<&str>| Opinion {
        by: f(),
        when: own("2026-11-22 19:40"),
        decision: own("copied"),
        note: f(),
        tags: vec![f()],
        outdated: outdated.map(|why| Outdated {
            why: own(why),
            names: vec![f()],
        }),
    };
    let said = || DecisionSummary {
        decision: Some(own("copied")),
        disputed: true,
        opinions: vec![opinion(None), opinion(Some("new-members"))],
    };
    let side = || SideFigures {
        name: f(),
        words: 1204,
        copied: 30,
        share: 0.1,
        masked: 4,
    };
    let part = |differs, masked| Part {
        text: f(),
        differs,
        masked,
        folded: None,
    };
    let mark = |passage: Option<usize>| Mark {
        passage,
        first: passage.is_some(),
        parts: vec![
            part(false, None),
            part(passage.is_some(), None),
            part(false, Some("common text")),
            Part {
                folded: Some(120),
                ..Part::default()
            },
        ],
    };
    let row = |passage| Row {
        passage,
        sides: [vec![mark(None), mark(passage)], vec![mark(passage)]],
        cut_before: [true, false],
        cut_after: [false, true],
    };
    let strip = || Strip {
        stretches: vec![Stretch {
            start: 10.0,
            width: 20.5,
            number: 1,
        }],
    };
    let pair = |number, problem| PairEntry {
        number,
        a: side(),
        b: side(),
        said: said(),
        passages: vec![PassageEntry {
            number: 1,
            words: 30,
            same: 28,
            kind: Some(own("reference list")),
            said: said(),
            ..PassageEntry::default()
        }],
        strips: [strip(), strip()],
        rows: vec![row(Some(1)), row(None)],
        problem,
        ..PairEntry::default()
    };
    Audit {
        version: own("0.1.0"),
        commit: own("1a2b"),
        made: own("2026-11-22 19:40"),
        corpus: Corpus {
            paths: vec![f()],
            of_job: true,
            documents: 2,
            words: 2408,
            fingerprint: own("00ff"),
            not_read: vec![NotRead {
                name: Some(f()),
                reason: Some(f()),
                kind: own("empty"),
                failure: true,
            }],
            left_out: vec![PartsLeftOut {
                kind: "comments",
                number: 2,
            }],
            left_out_of: 1,
            read_in_part: vec![NotRead {
                name: Some(f()),
                reason: Some(f()),
                kind: own("read-in-part"),
                failure: true,
            }],
        },
        asked: AuditQuestion {
            purpose: own("copied-text"),
            measure: own("containment"),
            threshold: 0.1,
            passage: Some(25),
            run: Some(6),
            settings: vec![(own("k"), f())],
            filter: Some(f()),
            only_decided: true,
            context: Some(30),
            folded: true,
            note: f(),
            ..AuditQuestion::default()
        },
        masks: Masks {
            words: 4,
            emptied: 1,
            by: vec![MaskedBy {
                reason: own("common text"),
                words: 4,
                spans: 1,
                documents: 1,
            }],
        },
        counts: Counts {
            found: 2,
            kept: 2,
            listed: 2,
            shown: 2,
            judged: 2,
        },
        pairs: vec![pair(1, None), pair(2, Some(Problem::Changed))],
        decisions: vec![DecisionEntry {
            on: own("cluster"),
            names: vec![f(), f()],
            pair: Some(1),
            opinion: opinion(Some("text-changed")),
        }],
        documents: vec![DocumentEntry {
            name: f(),
            sources: Some(vec![SourceEntry {
                number: 1,
                name: f(),
                others: 3,
                ..SourceEntry::default()
            }]),
            elsewhere: Some(0.5),
            strip: strip(),
            said: said(),
            ..DocumentEntry::default()
        }],
        groups: vec![Group {
            number: 1,
            size: 3,
            members: vec![f(), f()],
            chain: true,
            edges: vec![Edge {
                a: 0,
                b: 1,
                similarity: 0.9,
            }],
            said: said(),
            ..Group::default()
        }],
        groups_in_all: 1,
        spread: Spread {
            words: vec![30, 40],
            ..Spread::default()
        },
    }
}

fn page(audit: &Audit, language: Language) -> String {
    let mut out = Vec::new();
    write(audit, language, &mut out).unwrap();
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
fn foreign_text_becomes_text_and_nothing_else() {
    let harmless = skeleton(&page(&filled("x"), Language::English));
    assert!(harmless.len() > 400);
    for payload in PAYLOADS {
        let page = page(&filled(payload), Language::English);
        assert_eq!(skeleton(&page), harmless, "{payload:?}");
        let bad = |c: char| c != '\n' && c != '\t' && sanitise::mark(c).is_some();
        assert_eq!(page.chars().find(|c| bad(*c)), None, "{payload:?}");
        // It is there, as a reader should see it.
        let text = parsed(&page).text.into_inner();
        let shown = visible(payload).replace('\u{0}', "");
        assert!(text.contains(&shown), "{payload:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_text_becomes_text_and_nothing_else(foreign in "[<>\"'&/=a-z!\\-{}%`\\PC\\p{Cc}]{1,40}") {
        let harmless = skeleton(&page(&filled("x"), Language::German));
        prop_assert_eq!(skeleton(&page(&filled(&foreign), Language::German)), harmless);
    }
}

#[test]
fn a_long_path_is_broken_behind_its_slashes() {
    let page = page(&filled("a/<b>/c.txt"), Language::English);
    assert!(page.contains("<bdi>a&#x2f;<wbr>&lt;b&gt;&#x2f;<wbr>c.txt</bdi>"));
}

#[test]
fn only_the_attributes_and_elements_of_the_templates_appear() {
    let page = page(&filled(PAYLOADS[0]), Language::French);
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
fn links_lead_to_places_of_the_page_and_every_place_has_its_own_name() {
    let tags = skeleton(&page(&filled("x"), Language::English));
    let with = |name: &str| -> Vec<String> {
        let values = tags.iter().filter_map(|tag| tag.1.get(name).cloned());
        values.collect()
    };
    let ids = with("id");
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
    for href in with("href") {
        assert!(ids.iter().any(|id| href == format!("#{id}")), "{href}");
    }
    for label in with("aria-labelledby") {
        assert!(ids.contains(&label), "{label}");
    }
    assert!(ids.contains(&"p1a1".to_owned()) && ids.contains(&"p1b1".to_owned()));
}

#[test]
fn elements_are_closed_where_they_were_opened() {
    let void = ["meta", "br", "col", "input"];
    let mut open: Vec<String> = Vec::new();
    for (name, _) in skeleton(&page(&filled("x"), Language::English)) {
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
    policy_names_only_what_is_there(&page(&filled("x"), Language::English));
}

#[test]
fn no_message_of_the_templates_is_missing_in_any_language() {
    for (_, language) in Language::ALL {
        let environment = of_report(language, Unit::Term);
        for (template, source) in TEMPLATES {
            for part in source.split("t(\"").skip(1) {
                let (key, after) = part.split_once('"').unwrap();
                if after.trim_start().starts_with('~') {
                    continue;
                }
                assert!(environment.has(key), "{template}: {key}");
            }
        }
        for purpose in ["near-duplicates", "copied-text"] {
            for key in [
                "lead",
                "pairs-order",
                "plot",
                "plot-title",
                "purpose",
                "rule",
            ] {
                let key = format!("{key}-{purpose}");
                assert!(environment.has(&key), "{key}");
            }
        }
        let decisions = Decision::ALL
            .iter()
            .map(|(name, _)| format!("decision-{name}"));
        let reasons = crate::base::Reason::ALL.into_iter().flat_map(|reason| {
            let dashed = |text: &str| text.replace(' ', "-");
            let masked = format!("masked-as-{}", dashed(reason.name()));
            [masked, format!("kind-{}", dashed(reason.of_passage()))]
        });
        let kinds = ["pair", "passage", "document", "cluster"].map(|on| format!("on-{on}"));
        let unread = crate::audit::KINDS.map(|kind| format!("reason-{kind}"));
        let settings = crate::config::table::on_screen();
        let settings = settings.map(|setting| format!("setting-{}", super::slug(setting.name)));
        let scopes = ["document", "clusters"].map(|what| format!("scope-{what}"));
        let words = unread.into_iter().chain(settings).chain(scopes);
        for key in decisions.chain(reasons).chain(kinds).chain(words) {
            assert!(environment.has(&key), "{key}");
        }
    }
}

#[test]
fn a_small_report_looks_as_it_did() {
    let audit = filled("A <b>name</b>");
    let page = page(&audit, Language::English);
    let start = page.find("<article class=\"pair\"").unwrap();
    let end = page.find("<section id=\"basis\"").unwrap();
    insta::assert_snapshot!("pair", &page[start..end]);
}
