//! What the screens show first: two files beside each other, and a folder with nothing in it.

use crate::support::Work;
use crate::support::pty::Pty;

const ESC: &str = "\x1b";

const ONE: &str = "The boat to the island leaves the quay at eight and comes back at six, but not when \
    the wind stands in the north.";
const OTHER: &str = "Notice. The boat to the island leaves the quay at nine and comes back at six, but \
    not when the wind stands in the north.";

#[test]
fn two_files_are_compared_at_once_in_the_order_given_and_esc_leads_to_the_clusters() {
    let work = Work::new();
    work.write("b.txt", ONE).write("a.txt", OTHER);
    let [b, a] = ["b.txt", "a.txt"].map(|name| work.corpus().join(name));
    let arguments = [b.to_str().unwrap(), a.to_str().unwrap(), "--in-memory"];
    let mut pty = Pty::start(&arguments, 120, 30, &[]);
    pty.sees(&["longest run", "[passages]", "shared passage"]);
    let text = pty.text();
    let at = |name: &str| text.find(name).unwrap();
    assert!(at("b.txt") < at("a.txt"), "{text}");
    pty.press("]")
        .sees(&["passage 1 of 1 · 24 words, 23 the same"]);
    pty.press(ESC).sees(&["Clusters"]);
    // Reading again does not reopen the comparison.
    pty.press("gu").sees(&["compared in"]).settles();
    assert!(!pty.text().contains("longest run"));
    pty.quits();
}

#[test]
fn a_folder_or_a_file_that_cannot_be_compared_opens_the_clusters() {
    let work = Work::new();
    work.write("one/a.txt", ONE).write("two/b.txt", OTHER);
    let [one, two] = ["one", "two"].map(|name| work.corpus().join(name));
    let arguments = [one.to_str().unwrap(), two.to_str().unwrap(), "--in-memory"];
    let mut pty = Pty::start(&arguments, 100, 30, &[]);
    pty.sees(&["Clusters", "compared in"]).quits();
    let file = work.corpus().join("one/a.txt");
    let empty = work.write("empty.txt", "").corpus().join("empty.txt");
    let arguments = [
        file.to_str().unwrap(),
        empty.to_str().unwrap(),
        "--in-memory",
    ];
    let mut pty = Pty::start(&arguments, 100, 30, &[]);
    pty.sees(&["Clusters", "One document"]).quits();
}

#[test]
fn an_empty_folder_is_reported_and_read_again_once_it_has_files() {
    let work = Work::new();
    let mut pty = Pty::with_corpus(&work, "--in-memory", (80, 24));
    pty.sees(&[
        "Nothing to read:",
        "is empty",
        "g u reads it again",
        "q quits",
    ]);
    assert!(!pty.text().contains("Reading"), "{}", pty.text());
    for tab in ["gm", "gb"] {
        pty.press(tab).sees(&["No document was read."]);
        pty.press("5").sees(&["Settings", "Nothing to read:"]);
    }
    work.write("a.txt", ONE).write("b.txt", ONE);
    pty.press("1gu").sees(&["Clusters 1"]).quits();
}

#[test]
fn disguised_documents_are_counted_in_the_header_marked_in_lists_and_opened_from_their_list() {
    let work = Work::new();
    work.write("a.txt", ONE).write("b.txt", ONE);
    work.write("zero-width.txt", ONE.replace("boat", "bo\u{200b}at"));
    work.write("letters.txt", ONE.replace("island", "isl\u{430}nd"));
    let hidden = format!("<p>{ONE}</p><p style=\"display:none\">words that nobody sees</p>");
    work.write("page.html", hidden);
    let ran = work.run(&["marks", "corpus", "--format", "csv"]);
    let mut listed: Vec<String> = ran.rows().into_iter().map(|row| row[0].clone()).collect();
    listed.sort();
    assert_eq!(listed, ["letters.txt", "page.html", "zero-width.txt"]);
    let mut pty = Pty::with_corpus(&work, "--in-memory", (120, 30));
    pty.sees(&["Clusters 1", "3 disguised (g k)", "‡ "]);
    pty.press("gk").sees(&[
        "disguised  3",
        "‡ letters.txt",
        "‡ page.html",
        "‡ zero-width.txt",
        "1 disguise",
    ]);
    pty.press("j\r").sees(&["page.html", "not what it seems"]);
    pty.press("q").press("q").sees(&["Clusters 1"]).quits();
}

#[test]
fn a_hit_opens_at_its_line_with_the_phrase_highlighted() {
    let work = Work::new();
    let filler = "A line about nothing in particular that fills the page.\n".repeat(200);
    work.write(
        "long.txt",
        format!("{filler}There the grey heron stood by the weir.\n{filler}"),
    );
    work.write("other.txt", "heron heron heron heron");
    let mut pty = Pty::with_corpus(&work, "--in-memory", (80, 24));
    pty.sees(&["compared in"]);
    pty.press("/").press("heron weir");
    pty.sees(&["2 hits", "grey heron stood by the weir"]);
    let text = pty.text();
    let at = |name: &str| text.find(name).unwrap();
    assert!(at("A line about") < at("heron heron heron"), "{text}");
    pty.press("\r").press("\r");
    pty.sees(&["There the grey heron stood by the weir.", "line 201 of 401"]);
    pty.press("q").press("1").sees(&["Clusters"]).quits();
}
