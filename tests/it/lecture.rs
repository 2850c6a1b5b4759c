//! The command `lecture`: lectures by name, by file and with other texts; faults of files.

use crate::support::Work;

#[test]
fn an_exam_hides_its_answers_until_they_are_asked_for() {
    let work = Work::new();
    let exam = work.run(&["lecture", "worked-examples", "--plain"]);
    assert_eq!(exam.status, Some(0), "{}", exam.talk);
    assert!(exam.out.contains("counts 2/7. You?") && !exam.out.contains("Answer"));
    let answered = work.run(&["lecture", "worked-examples", "--plain", "--answers"]);
    assert!(answered.out.contains("Answer 2: 2/6"), "{}", answered.out);
    let german = work.run(&["lecture", "worked-examples", "--plain", "--lang", "de"]);
    assert!(german.out.contains("1 Schindeln"), "{}", german.out);
}

#[test]
fn two_texts_take_the_places_of_a_and_b() {
    let work = Work::new();
    work.write("a.txt", "one two three four five six");
    work.write("b.txt", "one two three four five seven");
    let told = work.run(&["lecture", "corpus/a.txt", "corpus/b.txt", "--plain"]);
    assert!(told.out.contains("one two three four"), "{}", told.talk);
    assert!(!told.out.contains("rose"));
    let named = work.run(&[
        "lecture",
        "ten-minutes",
        "corpus/a.txt",
        "corpus/b.txt",
        "--plain",
    ]);
    assert_eq!(named.out, told.out);
    let missing = work.run(&["lecture", "corpus/a.txt", "corpus/no.txt"]);
    assert_eq!(missing.status, Some(1));
    assert!(missing.talk.contains("no.txt"), "{}", missing.talk);
    let unknown = work.run(&["lecture", "ten-hours"]);
    assert_eq!(unknown.status, Some(1));
    assert!(unknown.talk.contains("worked-examples"), "{}", unknown.talk);
}

#[test]
fn a_file_is_checked_and_its_fault_has_a_line() {
    let work = Work::new();
    work.write("cake.txt", "Stone the plums and quarter them.");
    let good = "title = \"x\"\n[[texts]]\nfile = \"cake.txt\"\n[[texts]]\ntext = \"Stone the plums and eat them.\"\n\
                [[stages]]\nstage = \"shingles\"\nk = 2\n";
    work.write("good.toml", good);
    let checked = work.run(&["lecture", "check", "corpus/good.toml"]);
    assert_eq!(
        checked.out, "corpus/good.toml: 1 stage, no fault\n",
        "{}",
        checked.talk
    );
    assert!(
        work.run(&["lecture", "corpus/good.toml", "--plain"])
            .out
            .contains("stone the")
    );
    work.write("bad.toml", good.replace("k = 2", "k = 9"));
    let bad = work.run(&["lecture", "check", "corpus/bad.toml"]);
    assert_eq!(bad.status, Some(1));
    assert!(
        bad.talk.contains("line 8: k is 9, but text 1"),
        "{}",
        bad.talk
    );
}

#[test]
fn notes_are_markdown_for_the_speaker_or_the_audience() {
    let work = Work::new();
    let speaker = work.run(&["lecture", "--notes"]).out;
    assert!(speaker.starts_with("# Near-duplicates in ten minutes"));
    assert!(speaker.contains("**Answer 1: 11,904,760**"));
    let handout = work.run(&["lecture", "--notes", "audience"]).out;
    assert!(handout.contains("## Answers"));
}

#[test]
fn notes_go_to_a_file_as_a_deck_that_is_complete_in_itself() {
    let work = Work::new();
    let written = work.run(&["lecture", "--notes", "--out", "slides.html"]);
    assert_eq!(written.status, Some(0), "{}", written.talk);
    assert!(written.out.is_empty() && written.talk.contains("slides.html ("));
    let deck = std::fs::read_to_string(work.path().join("slides.html")).unwrap();
    assert!(deck.starts_with("<!doctype html>") && deck.contains("Read both lines aloud"));
    for loads in ["src=", "@import", "url(", "http://", "https://"] {
        let found = deck.match_indices(loads).filter(|(at, _)| {
            // The name space of drawings is no address.
            !deck[*at..].starts_with("http://www.w3.org/2000/svg")
        });
        assert_eq!(found.count(), 0, "{loads}");
    }
    let again = work.run(&["lecture", "--notes", "--out", "slides.html"]);
    assert_eq!(again.status, Some(1));
    assert!(again.talk.contains("--force"), "{}", again.talk);
    let audience = work.run(&["lecture", "--notes", "audience", "--format", "html"]);
    assert!(audience.out.contains("Answers") && !audience.out.contains("Read both lines aloud"));
    let german = work.run(&["lecture", "--notes", "--format", "html", "--lang", "de"]);
    assert!(german.out.contains("<html lang=\"de\">") && german.out.contains("Antwort 1:"));
    let alone = work.run(&["lecture", "--out", "slides.html"]);
    assert_eq!(alone.status, Some(2), "{}", alone.talk);
}
