//! Tests of intact and damaged files, and of the reports about unread records.

use std::io::Write;

use proptest::prelude::*;

use super::*;
use crate::base::cancel::Cancel;
use crate::corpus::read::{Work, again, document, work, work_until};
use crate::corpus::{Source, discover};
use crate::settings::Reading;

fn record_of(kind: &str, url: &str, body: &str, length: usize) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{body}");
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len() + length
    )
    .into_bytes()
}

fn page(number: usize) -> Vec<u8> {
    record_of(
        "response",
        &format!("http://h/{number}"),
        &format!("the words of page {number}"),
        0,
    )
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// The numbers of the pages in a file of these bytes, and the messages about unread records.
fn read_with(bytes: &[u8], reading: &Reading) -> (Vec<usize>, Vec<String>) {
    read_named("a.warc", bytes, reading)
}

/// Does the same for a file of this name, and reads each page again at its location.
fn read_named(name: &str, bytes: &[u8], reading: &Reading) -> (Vec<usize>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let listing = discover(&Source::Paths(vec![path]), reading, |_| true).unwrap();
    let (mut pages, mut messages) = (Vec::new(), Vec::new());
    for entry in listing.entries {
        for work in work(entry, reading) {
            match document(work, reading) {
                Ok(document) => {
                    let number = document.row.id.rsplit('/').next().unwrap();
                    pages.push(number.parse().expect("a number"));
                    assert_eq!(document.text, format!("the words of page {number}"));
                    let copy = again(&document.row.id, &document.row.location, reading).unwrap();
                    assert_eq!(copy.text, document.text);
                }
                Err(skipped) => messages.push(format!("{}: {}", skipped.id, skipped.reason)),
            }
        }
    }
    (pages, messages)
}

fn read(bytes: &[u8]) -> (Vec<usize>, Vec<String>) {
    read_with(bytes, &Reading::default())
}

const REST: &str = "what follows in the file was not read";

#[test]
fn records_after_damage_are_reported_as_unread() {
    // A record whose length is `more` bytes too great.
    let long = |more: usize| record_of("response", "http://h/long", "x", more);
    let damaged_member = |at: usize| {
        let mut damaged = gz(&page(1));
        damaged[at] ^= 0x55;
        damaged
    };
    let packed = |between: Vec<u8>| [gz(&page(0)), between, gz(&page(2))].concat();
    let plain = |between: Vec<u8>| [page(0), between, page(2)].concat();
    for (bytes, why) in [
        (plain(long(999_999_999)), "the record ends early"),
        (plain(long(20)), "does not end where"),
        (plain(b"no record\r\n\r\n".to_vec()), "not a record"),
        (plain(vec![0; 700]), "not a record"),
        (packed(damaged_member(30)), "not unpacked"),
        (
            packed(damaged_member(gz(&page(1)).len() - 6)),
            "not unpacked",
        ),
    ] {
        let (pages, messages) = read(&bytes);
        assert_eq!(pages, [0], "{messages:?}");
        assert!(
            messages.len() == 2 && messages[0].contains(why),
            "{messages:?}"
        );
        assert_eq!(messages[1], format!("a.warc:3: {REST}"));
    }
}

#[test]
fn empty_members_between_records_are_ignored() {
    let members = [gz(&page(0)), gz(b""), gz(b"\r\n"), gz(&page(1))];
    assert_eq!(read(&members.concat()), (vec![0, 1], Vec::new()));
    let (pages, messages) = read(&[gz(&page(0)), gz(b"words"), gz(&page(1))].concat());
    assert_eq!((pages, messages.len()), (vec![0, 1], 1));
}

#[test]
fn a_crawl_in_an_archive_is_read_until_it_is_damaged() {
    let in_zip = |crawl: &[u8]| {
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file("archive/data.warc.gz", options).unwrap();
        zip.write_all(crawl).unwrap();
        zip.finish().unwrap().into_inner()
    };
    let read = |crawl: &[u8]| read_named("a.wacz", &in_zip(crawl), &Reading::default());
    let members = [gz(&page(0)), gz(&page(1)), gz(&page(2))];
    assert_eq!(read(&members.concat()), (vec![0, 1, 2], vec![]));
    assert_eq!(read(&[page(0), page(1)].concat()), (vec![0, 1], vec![]));
    let mut damaged = members;
    damaged[1][30] ^= 0x55;
    let (pages, messages) = read(&damaged.concat());
    assert_eq!(pages, [0]);
    assert!(
        messages[0].contains("not unpacked") && messages[1].contains(REST),
        "{messages:?}"
    );
}

#[test]
fn a_large_member_is_abandoned_at_the_time_limit_and_on_cancellation() {
    let mut large = record_of("response", "http://h/large", "x", 40 << 20);
    large.resize(40 << 20, b' ');
    let bytes = [gz(&page(0)), gz(&large), gz(&page(1))].concat();
    let reading = Reading {
        max_bytes: 1 << 10,
        ..Reading::default()
    };
    let (pages, messages) = read_with(&bytes, &reading);
    assert_eq!(pages, [0, 1]);
    assert!(
        messages.len() == 1 && messages[0].contains("too large"),
        "{messages:?}"
    );
    let hasty = Reading {
        max_seconds: 0,
        ..reading.clone()
    };
    let (_, messages) = read_with(&bytes, &hasty);
    assert!(
        messages
            .iter()
            .any(|message| message.contains("took too long")),
        "{messages:?}"
    );

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.warc.gz");
    std::fs::write(&path, &bytes).unwrap();
    let listing = discover(&Source::Paths(vec![path]), &reading, |_| true).unwrap();
    let cancel = Cancel::after(0);
    let works: Vec<Work> = listing
        .entries
        .into_iter()
        .flat_map(|entry| work_until(entry, &reading, &cancel))
        .collect();
    let Some(last @ Work::Skip(skipped)) = works.last() else {
        panic!("{works:?}")
    };
    assert!(skipped.reason.to_string().contains("interrupted"));
    assert!(last.unfinished().rest.is_none() && !last.unfinished().id.contains(':'));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    /// If one record is damaged, the records before it are read, and unread records are reported.
    #[test]
    fn damage_within_a_record_loses_nothing_silently(
        packed: bool,
        which in 1..4_usize,
        at in any::<prop::sample::Index>(),
        what in 0..4_u8,
        byte in 1..=255_u8,
        length in 1..60_usize,
    ) {
        let form = |n: usize| if packed { gz(&page(n)) } else { page(n) };
        let mut records: Vec<Vec<u8>> = (0..6).map(form).collect();
        let damaged = &mut records[which];
        let at = at.index(damaged.len());
        match what {
            0 => damaged[at] ^= byte,
            1 => drop(damaged.drain(at..(at + length).min(damaged.len()))),
            2 => drop(damaged.splice(at..at, vec![byte; length])),
            _ => damaged.truncate(at.max(1)),
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(if packed { "a.warc.gz" } else { "a.warc" });
        std::fs::write(&path, records.concat()).unwrap();
        let reading = Reading::default();
        let listing = discover(&Source::Paths(vec![path]), &reading, |_| true).unwrap();
        let (mut pages, mut rejected) = (Vec::new(), Vec::new());
        for work in listing.entries.into_iter().flat_map(|entry| work(entry, &reading)) {
            match document(work, &reading) {
                Ok(document) => pages.push(document.row.id),
                Err(skipped) => rejected.push(skipped),
            }
        }
        let is_read = |n: &usize| pages.iter().any(|page| page.ends_with(&format!("#http://h/{n}")));
        let missing: Vec<usize> = (0..6).filter(|n| !is_read(n)).collect();
        prop_assert!(missing.iter().all(|n| *n >= which), "{:?}", missing);
        // An unpacked record has no checksum, so its damage may not be noticed.
        let unseen: &[usize] = if packed { &[] } else { &[which] };
        let is_lost = missing.iter().any(|n| !unseen.contains(n));
        prop_assert!(!is_lost || !rejected.is_empty(), "{:?}", missing);
    }
}

#[test]
fn a_record_that_may_have_contained_a_page_is_listed() {
    let url = "http://a.example/1";
    let without = |header: &str| {
        let text = String::from_utf8(page(1)).unwrap();
        let at = text.find(header).unwrap();
        let line = at + text[at..].find('\n').unwrap() + 1;
        [&text[..at], &text[line..]].concat().into_bytes()
    };
    let segment = record_of("continuation", url, "the rest", 0);
    for (record, expected) in [
        (without("WARC-Type"), "has no WARC-Type"),
        (without("WARC-Target-URI"), "has no WARC-Target-URI"),
        (segment, "segments are not joined"),
        (
            record_of("resqonse", url, "words", 0),
            "unknown type \"resqonse\"",
        ),
    ] {
        let packed: Vec<u8> = [page(0), record.clone(), page(2)]
            .iter()
            .flat_map(|r| gz(r))
            .collect();
        for bytes in [[page(0), record, page(2)].concat(), packed] {
            let (pages, reasons) = read(&bytes);
            assert_eq!(pages, [0, 2]);
            assert!(
                reasons.len() == 1 && reasons[0].contains(expected),
                "{reasons:?}"
            );
        }
    }
    let request = record_of("request", url, "GET /", 0);
    let got = read(&[page(0), request, page(1)].concat());
    assert_eq!(got, (vec![0, 1], Vec::new()));
}
