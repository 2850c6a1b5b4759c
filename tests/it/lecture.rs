//! The command `lecture`: lectures by name and on two given texts, as sentences and as notes.

use crate::support::Work;

#[test]
fn a_lecture_uses_the_two_given_texts() {
    let work = Work::new();
    work.write("a.txt", "one two three four five six");
    work.write("b.txt", "one two three four five seven");
    let plain = work.run(&["lecture", "corpus/a.txt", "corpus/b.txt", "--plain"]);
    assert!(plain.out.contains("one two three four"), "{}", plain.talk);
    assert!(!plain.out.contains("rose"));
    let named = |name: &str, form: &str| {
        let texts = ["corpus/a.txt", "corpus/b.txt"];
        work.run(&[&["lecture", name][..], &texts, &[form]].concat())
    };
    assert_eq!(named("ten-minutes", "--plain").out, plain.out);
    let minutes = "# Near-duplicates in forty-five minutes";
    for (name, title) in [
        ("ten-minutes", "# Near-duplicates in ten minutes"),
        ("forty-five-minutes", minutes),
        ("worked-examples", "# Worked examples"),
    ] {
        let notes = named(name, "--notes");
        assert_eq!(notes.status, Some(0), "{}", notes.talk);
        assert!(notes.out.starts_with(title), "{}", notes.out);
        assert!(notes.out.contains("one two three four"), "{name}");
        assert!(!notes.out.contains("a rose is a rose"), "{name}");
    }
    let missing = work.run(&["lecture", "corpus/a.txt", "corpus/no.txt"]);
    assert_eq!(missing.status, Some(1));
    assert!(missing.talk.contains("no.txt"), "{}", missing.talk);
    let unknown = work.run(&["lecture", "ten-hours"]);
    assert_eq!(unknown.status, Some(1));
    assert!(unknown.talk.contains("worked-examples"), "{}", unknown.talk);
}
