//! The path of a reviewer through the screens of the real program: the list of pairs, a comparison, an excluded
//! passage, the figure without the exclusion, the sources of a document, the next source.

use crate::support::pty::Pty;

/// Visits the screens of the program, started with `corpus`. `filter` selects the pair to compare.
fn walk(corpus: &[&str], filter: &str, columns: u16, rows: u16) {
    let mut pty = Pty::start(corpus, columns, rows, &[]);
    pty.sees(&["pairs share copied text"]);
    pty.press("2").sees(&["≥ .10"]);
    pty.until("the new settings stand", |s| !s.contains("new settings:"));
    pty.sees(&["pairs share copied text", "best evidence first"]);
    pty.until("every row is counted", |s| {
        let waiting = ["ounting", "so far", "omparing", "Listing"];
        !waiting.iter().any(|word| s.contains(word))
    });
    if !filter.is_empty() {
        pty.press("f").press(filter).press("\r").sees(&["1 of 1"]);
    }
    pty.press("\r").sees(&["[passages]", "words the same"]);
    // Excludes the current passage. The figure without the exclusion is shown too.
    pty.press("]").press("di").sees(&["unmasked"]);
    pty.press("ge");
    pty.sees(&["Excluded from the comparison", "[x]", "phrase"]);
    pty.press("\x1b");
    pty.until("the list is closed", |s| {
        !s.contains("Excluded from the comparison")
    });
    pty.press("q").sees(&["pairs match", "decided"]);
    pty.until("the new settings stand", |s| !s.contains("new settings:"));
    pty.press("3")
        .sees(&["share text with another"])
        .press("\r");
    pty.sees(&["Also in", "best explanation first", "is found elsewhere"]);
    pty.press("j").press("\r").sees(&["[passages]"]);
    pty.press("n").press("q").sees(&["Also in"]);
    pty.press("q").press("1").sees(&["Clusters"]);
    pty.press("q");
    assert!(pty.ended().success());
    pty.assert_restored();
}

#[test]
fn a_reviewer_gets_from_the_first_screen_to_a_source() {
    let filter = "from:*berit* from:*ferry*";
    for (columns, rows) in [(120, 36), (80, 24)] {
        let demo = ["demo", "copied-text", "--for", "near-duplicates"];
        walk(&demo, filter, columns, rows);
    }
}
