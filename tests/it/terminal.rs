//! The real program in a real terminal: the main workflow, and every way to quit.

use crate::support::Work;
use crate::support::pty::Pty;

#[test]
fn a_walk_through_the_demo_leaves_the_terminal_as_it_was() {
    let mut pty = Pty::start(&[], 120, 36, &[]);
    pty.sees(&[
        "Clusters 22",
        "53 of 80 documents",
        "≥ .80",
        "38 pairs ≥ .80",
        "compared",
    ]);
    // Clusters → members → Document → Compare.
    pty.press("\tG\r")
        .sees(&["Neighbours 3", ".894", "Text", "line 3 of 20"]);
    pty.press("\r").sees(&[
        "exact",
        ".894",
        "(95% ",
        "neighbour 1 of 3",
        "shared passage",
    ]);
    pty.press("n").sees(&["neighbour 2 of 3", ".886"]);
    pty.press("m")
        .until("the score's shingles", |text| text.contains("[shared]"))
        .press("m")
        .until("the word diff", |text| text.contains("[words]"));
    // And back, one screen at a time.
    pty.press("q").sees(&["Neighbours 3"]);
    pty.press("q").sees(&["Clusters 22"]);
    // The threshold moves and the clusters with it: the same figures as those of the command.
    let count = |threshold: &str| {
        let work = Work::new();
        let rows = work
            .ran(&format!(
                "clusters --format csv --quiet --threshold {threshold}"
            ))
            .rows();
        rows.last().map(|row| row[0].clone()).unwrap()
    };
    pty.press("-----")
        .sees(&["≥ .75", &format!("Clusters {}", count("0.75"))]);
    pty.press("++++++++++++++++++++")
        .sees(&["≥ .95", &format!("Clusters {}", count("0.95"))]);
    // Search finds words in the text; a hit opens.
    pty.press("/").sees(&["Search"]);
    pty.press("\"brass band\"")
        .sees(&["4 hits in 80 documents"]);
    pty.press("\r")
        .sees(&["Enter open"])
        .press("\r")
        .sees(&["Neighbours 3"]);
    pty.resize(80, 24).until("the small screen", |text| {
        text.contains("Neighbours") && text.lines().count() <= 24
    });
    pty.resize(30, 8).sees(&["40"]);
    pty.resize(100, 30).sees(&["Neighbours"]);
    pty.press("q")
        .sees(&["4 hits"])
        .press("1")
        .sees(&["Clusters", "by size"])
        .press("q");
    let status = pty.ended();
    assert!(status.success(), "{status:?}\n{}", pty.text());
    pty.assert_restored();
}

#[test]
fn a_missing_path_is_reported_before_the_screens_open() {
    let mut pty = Pty::start(&["/nowhere/at/all"], 80, 24, &[]);
    let status = pty.ended();
    assert_eq!(status.exit_code(), 1);
    assert!(pty.text().contains("/nowhere/at/all"), "{}", pty.text());
    assert!(!String::from_utf8_lossy(&pty.raw).contains("\x1b[?1049h"));
}

#[test]
fn without_an_alternate_screen_earlier_output_is_hidden_and_nothing_is_left() {
    let mut pty = Pty::start(&["demo", "--in-memory"], 80, 24, &[]);
    pty.sees(&["Clusters 22", "compared"]).frame(0);
    let seen = pty.text();
    let shown = pty.raw.len();
    pty.quits();
    let (before, after) = pty.raw.split_at(shown);
    // A terminal without an alternate screen that is full of earlier output.
    let plain = |bytes: &[u8]| {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        text.replace("\x1b[?1049h", "").replace("\x1b[?1049l", "")
    };
    let mut screen = vt100::Parser::default();
    screen.process("#".repeat(80 * 24).as_bytes());
    screen.process(plain(before).as_bytes());
    assert_eq!(screen.screen().contents(), seen);
    screen.process(plain(after).as_bytes());
    assert_eq!(screen.screen().contents(), "");
    assert_eq!(screen.screen().cursor_position(), (0, 0));
    assert!(!screen.screen().hide_cursor());
}

#[test]
fn the_first_screen_of_the_demo_has_few_figures() {
    let mut pty = Pty::start(&["demo"], 120, 36, &[]);
    pty.sees(&["Clusters 22", "share copied text", "words the same"])
        .settles();
    let screen = pty.text();
    let inked = screen.chars().filter(|c| !c.is_whitespace()).count();
    let figures = crate::figures::numbers(&screen).len();
    // The keys of the five tabs are no figures.
    assert!(
        inked <= 1_400 && figures <= 45 + 5,
        "{inked} cells, {figures} figures\n{screen}"
    );
    pty.quits();
}
