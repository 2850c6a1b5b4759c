//! The way of an editor through the screens in the real program: the other purpose, the list of pairs, a
//! comparison, a passage left out, the figure before, the sources of a document, the next source.

use crate::support::pty::Pty;
use crate::support::skip;

/// Walks over the corpus that `corpus` opens; `filter` lists the pair to compare.
fn walk(corpus: &[&str], filter: &str, columns: u16, rows: u16) {
    let mut pty = Pty::start(corpus, columns, rows, &[]);
    pty.sees(&["share a tenth or more of one text", "Q shows"]);
    pty.press("Q").sees(&["threshold 0.10"]);
    pty.until("the new settings stand", |s| !s.contains("new settings:"));
    pty.sees(&["Pairs", "copied text", "best evidence first"]);
    pty.until("every row is counted", |s| {
        let waiting = ["ounting", "so far", "omparing", "Listing"];
        !waiting.iter().any(|word| s.contains(word))
    });
    if !filter.is_empty() {
        pty.press("f").press(filter).press("\r").sees(&["1 of 1"]);
    }
    pty.press("\r").sees(&["[passages]", "words copied"]);
    // The passage at hand is left out: the figure with it stands beside the one without.
    pty.press("]").press("i").sees(&["unmasked", "left out"]);
    pty.press("I")
        .sees(&["Left out of the comparison", "[x]", "phrase"]);
    pty.press("\x1b");
    pty.until("the list is closed", |s| {
        !s.contains("Left out of the comparison")
    });
    pty.press("q").sees(&["Pairs", "copied text"]);
    pty.press("q").sees(&["Clusters"]);
    pty.until("the new settings stand", |s| !s.contains("new settings:"));
    pty.press("\r")
        .sees(&["Also in", "best explanation first", "is found elsewhere"]);
    pty.press("o").press("\r").sees(&["[passages]"]);
    pty.press("n").press("q").sees(&["Also in"]);
    pty.press("q").sees(&["Clusters"]).press("q");
    assert!(pty.ended().success());
    pty.assert_restored();
}

#[test]
fn an_editor_walks_from_the_first_screen_to_a_source() {
    let filter = "from:*berit* from:*ferry*";
    for (columns, rows) in [(120, 36), (80, 24)] {
        let demo = ["demo", "copied-text", "--for", "near-duplicates"];
        walk(&demo, filter, columns, rows);
    }
}

/// The same on real text, in the folder that `SHINGLESCOPE_CORPORA` names: `NAME/docs` for each corpus.
#[test]
fn an_editor_walks_through_real_text() {
    let Some(corpora) = std::env::var_os("SHINGLESCOPE_CORPORA") else {
        return skip("corpora", "SHINGLESCOPE_CORPORA names no folder");
    };
    for name in ["ir_plag_java", "license_scenarios"] {
        let docs = std::path::Path::new(&corpora).join(name).join("docs");
        let docs = docs.to_str().expect("a path in UTF-8");
        walk(&[docs, "--in-memory"], "", 120, 36);
    }
}
