//! Entry point for a journal of decisions, which people edit, merge and send each other.

use shinglescope::review::{Journal, addition, merge, missing};

/// A journal is refused, or every line of it is an act, a mask or kept as broken; nothing of it is lost by writing,
/// appending and merging, and masks that are kept can be used.
pub fn journal(data: &[u8]) {
    let Ok(read) = Journal::parse(data) else {
        return;
    };
    let lines = data.split(|byte| *byte == b'\n').count();
    let counts = |journal: &Journal| {
        (
            journal.acts.len(),
            journal.masks.len(),
            journal.broken.len(),
        )
    };
    let (acts, masks, broken) = counts(&read);
    assert!(acts + masks + broken <= lines);
    assert_eq!(read.broken_sentence().is_some(), broken > 0);
    read.kept_masks().check().expect("what is kept can be used");
    let again = Journal::parse(&read.to_bytes()).expect("what is written is a journal");
    assert_eq!(counts(&again), (acts, masks, broken));
    for (before, now) in read.acts.iter().zip(&again.acts) {
        assert_eq!(before.act, now.act);
    }
    assert_eq!(again.kept_masks(), read.kept_masks());
    // What is appended is read, whatever was torn.
    let mut more = data.to_vec();
    let line = b"{\"when\":\"2026-11-22T19:40:03Z\",\"by\":\"x\",\"on\":\"mask\",\"mask\":\"quotations\",\"masked\":true}";
    more.extend(addition(data, [&line[..]].into_iter()));
    let more = Journal::parse(&more).expect("it was a journal");
    assert_eq!(counts(&more), (acts, masks + 1, broken));
    let all = merge(&read, &more);
    assert_eq!(all, merge(&more, &read));
    assert_eq!(all, merge(&all, &read));
    assert!(missing(&all, &read).is_empty());
}
