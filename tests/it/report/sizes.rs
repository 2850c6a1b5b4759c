//! The size of reports on many long texts that are nearly the same.

use super::Work;
use crate::support::{assert_contains, words};

/// Pairs of a text and its copy; in the n-th copy n % 21 words are replaced.
fn copies(pairs: u64, count: usize) -> Work {
    let work = Work::new();
    let mut rows = String::new();
    for n in 0..pairs {
        let mut text = words(n, count);
        let mut row = |name: &str, text: &[String]| {
            let text = text.join(" ");
            rows += &format!("{{\"id\":\"{name}{n}\",\"text\":\"{text}\"}}\n");
        };
        row("original", &text);
        for edit in 0..n as usize % 21 {
            let at = (n as usize * 7_919 + edit * 104_729) % count;
            text[at] = format!("other{edit}");
        }
        row("copy", &text);
    }
    work.write("texts.jsonl", rows);
    work
}

#[test]
fn a_thousand_pairs_of_two_thousand_words_stay_small_because_equal_stretches_are_shortened() {
    let work = copies(1_000, 2_000);
    let ran = super::run(&work, "-t 0.5 --out -");
    assert_contains(&ran.talk, "1,000 pairs");
    let short = ran.out;
    assert!(short.len() < 25_000_000, "{} bytes", short.len());
    assert!(short.contains("words not shown that both sides have"));
    assert!(short.contains("are shortened"));
}
