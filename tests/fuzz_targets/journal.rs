//! Entry point for a journal of decisions, which people edit and send each other.

use shinglescope::review::{Journal, JournalError, JournalLine, addition};

/// A journal is refused, or each of its lines is an act, a mask or broken. Writing and appending lose nothing, and the
/// kept masks are valid.
pub fn journal(data: &[u8]) {
    let parse = |data: &[u8]| {
        let mut journal = Journal::parse(data, "x")?;
        assert!(
            journal.offers().len()
                <= journal
                    .off
                    .iter()
                    .map(|off| off.acts.len() + off.choices.len())
                    .sum()
        );
        journal.accept(|_| true);
        assert_eq!(journal.off, None);
        Ok::<_, JournalError>(journal)
    };
    let Ok(read) = parse(data) else {
        return;
    };
    let lines = data.split(|byte| *byte == b'\n').count();
    let counts = |journal: &Journal| {
        (
            journal.acts.len(),
            journal.choices.len(),
            journal.broken.len(),
        )
    };
    let (acts, masks, broken) = counts(&read);
    assert!(acts + masks + broken <= lines);
    assert_eq!(read.broken_sentence().is_some(), broken > 0);
    read.kept_masks().check().expect("what is kept can be used");
    let acts_again = read
        .acts
        .iter()
        .map(|line| JournalLine::new(line.act.clone()).raw);
    let masks_again = read
        .choices
        .iter()
        .map(|line| JournalLine::new(line.act.clone()).raw);
    let lines: Vec<String> = acts_again.chain(masks_again).collect();
    let again = addition(b"", lines.iter().map(|line| line.as_bytes()));
    let again = parse(&again).expect("what is written is a journal");
    assert_eq!(counts(&again), (acts, masks, 0));
    for (before, now) in read.acts.iter().zip(&again.acts) {
        assert_eq!(before.act, now.act);
    }
    assert_eq!(again.kept_masks(), read.kept_masks());
    // An appended line is read even if the last line is truncated.
    let mut more = data.to_vec();
    let line = b"{\"when\":\"2026-11-22T19:40:03Z\",\"by\":\"x\",\"on\":\"mask\",\"mask\":\"quotations\",\"masked\":true}";
    more.extend(addition(data, [&line[..]].into_iter()));
    let more = parse(&more).expect("it was a journal");
    assert_eq!(counts(&more), (acts, masks + 1, broken));
}
