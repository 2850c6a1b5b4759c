//! The size of reports on many long texts that are nearly the same.

use std::time::Instant;

use super::Work;
use crate::support::words;

/// Pairs of a text and its copy; in the n-th copy n % 21 words are others.
pub fn copies(pairs: u64, count: usize) -> Work {
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
    let written = |name: &str, more: &[&str]| {
        let begun = Instant::now();
        let args = ["report", "corpus", "-t", "0.5", "--out", name];
        let ran = work.done(&[&args[..], more].concat());
        assert!(ran.talk.contains("1,000 pairs"), "{}", ran.talk);
        let html = std::fs::read_to_string(work.path().join(name)).expect("a report");
        println!(
            "{name}: {:.1} MB in {:.1} s, with the reading of the texts the first time",
            html.len() as f64 / 1e6,
            begun.elapsed().as_secs_f64()
        );
        html
    };
    let short = written("short.html", &[]);
    assert!(short.len() < 25_000_000, "{} bytes", short.len());
    assert!(short.contains("words not shown that both sides have"));
    assert!(short.contains("are shortened"));
}
