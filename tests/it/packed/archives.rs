//! Archives: ids, members with paths outside the archive, decompression bombs, damage.

use std::fs;
use std::io::Write;

use shinglescope::corpus::SkipReason;
use shinglescope::settings::Reading;

use super::forms;
use super::{read_all, reasons};
use crate::support::Work;

#[test]
fn archives_are_read_as_folders_and_no_member_escapes() {
    let work = Work::new();
    let members = [
        ("../../up.txt", "first text here"),
        ("/root.txt", "second text here"),
        ("a/b.html", "<p>third <b>text</b></p>"),
        ("a/b.html", "<p>fourth text</p>"),
        (
            "rows.jsonl",
            "{\"id\":1,\"text\":\"fifth text\"}\n{\"id\":1,\"text\":\"sixth text\"}\n",
        ),
        ("table.csv", "nr,antwort\n1,x\n"),
        (".git/config", "no document"),
        ("empty.txt", ""),
    ];
    let unique: Vec<(&str, &str)> = members
        .iter()
        .copied()
        .filter(|(_, text)| !text.contains("fourth"))
        .collect();
    work.write("twice.zip", forms::zip(&members));
    let skip_reasons = reasons(&work.corpus().join("twice.zip"), &Reading::default());
    assert!(
        skip_reasons
            .iter()
            .any(|reason| reason.contains("several members have the same name")),
        "{skip_reasons:?}"
    );
    for (name, bytes) in [
        ("a.zip", forms::zip(&unique)),
        ("a.tar", forms::tar(&members)),
        ("a.tgz", forms::gzip(&forms::tar(&members))),
        (
            "outer.zip",
            forms::zip_of_bytes(&[("a.zip", forms::zip(&unique))]),
        ),
    ] {
        work.write(name, bytes);
        let path = work.corpus().join(name);
        let (documents, skipped) = read_all(&path, &Reading::default());
        let prefix = if name == "outer.zip" {
            "outer.zip!/a.zip"
        } else {
            name
        };
        let ids: Vec<&str> = documents
            .iter()
            .map(|d| d.row.id.strip_prefix(prefix).unwrap())
            .collect();
        let mut expected = vec![
            "!/__/__/up.txt",
            "!/root.txt",
            "!/a/b.html",
            "!/a/b.html~2",
            "!/rows.jsonl#1",
            "!/rows.jsonl#1",
        ];
        if name.ends_with(".zip") {
            expected.remove(3);
        }
        assert_eq!(ids, expected);
        assert_eq!(documents[2].text.trim(), "third text");
        let skipped: Vec<(String, SkipReason)> = skipped
            .into_iter()
            .filter(|skip| !skip.id.ends_with("table.csv"))
            .map(|skip| (skip.id.replace(prefix, ""), skip.reason))
            .collect();
        let expected = [
            ("!/.git/config".to_owned(), SkipReason::VersionControl),
            ("!/empty.txt".to_owned(), SkipReason::Empty),
        ];
        assert_eq!(skipped, expected);
        assert!(!work.path().join("up.txt").exists() && !work.corpus().join("up.txt").exists());
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn decompression_bombs_are_skipped_with_a_reason() {
    let work = Work::new();
    let reading = Reading {
        max_bytes: 1 << 20,
        ..Reading::default()
    };
    let zeros = vec![0_u8; 20 << 20];
    let lines = vec![b'\n'; 20 << 20];
    let mut nested = forms::zip(&[("a.txt", "deep down")]);
    for _ in 0..10 {
        nested = forms::zip_of_bytes(&[("a.zip", nested)]);
    }
    let bombs = [
        ("zeros.txt.gz", forms::gzip(&zeros), "unpacks to more than"),
        ("zeros.txt.zst", forms::zstd(&zeros), "unpacks to more than"),
        ("zeros.jsonl.gz", forms::gzip(&zeros), "too large"),
        (
            "lines.jsonl.zst",
            forms::zstd(&lines),
            "unpacks to more than",
        ),
        (
            "zeros.zip",
            forms::zip_of_bytes(&[("a.txt", zeros.clone())]),
            "unpacks to more than",
        ),
        (
            "zeros.csv.gz",
            forms::gzip(&[b"text\n".as_slice(), &zeros].concat()),
            "too large",
        ),
        ("nested.zip", nested, "levels deep"),
    ];
    for (name, bytes, message) in bombs {
        work.write(name, bytes);
        let path = work.corpus().join(name);
        let (documents, _) = read_all(&path, &reading);
        assert!(documents.is_empty(), "{name}");
        let reasons = reasons(&path, &reading);
        assert!(
            reasons.iter().any(|reason| reason.contains(message)),
            "{name}: {reasons:?}"
        );
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_wrong_member_count_at_the_end_of_a_zip_is_reported() {
    let work = Work::new();
    let mut bytes = forms::zip(&[
        ("a.txt", "a text"),
        ("b.txt", "b text"),
        ("c.txt", "c text"),
    ]);
    // The record at the end has the number of members twice, in 16 bits: it wraps at 65,536.
    let end = bytes.len() - 22;
    assert_eq!(bytes[end..end + 4], *b"PK\x05\x06");
    for at in [end + 8, end + 10] {
        bytes[at..at + 2].copy_from_slice(&1_u16.to_le_bytes());
    }
    work.write("wraps.zip", bytes);
    let (documents, skipped) = read_all(&work.corpus().join("wraps.zip"), &Reading::default());
    assert_eq!(documents.len(), 1);
    let reasons: Vec<SkipReason> = skipped.into_iter().map(|skipped| skipped.reason).collect();
    assert!(
        matches!(&reasons[..], [SkipReason::Damaged(why)] if why.contains("3 members") && why.contains("1 at its end")),
        "{reasons:?}"
    );
}

#[test]
fn the_checksum_of_a_compressed_tar_is_verified() {
    let tar = forms::tar(&[("a.txt", "some words here"), ("b.txt", "other words there")]);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&tar).unwrap();
    let gzip = gzip.finish().unwrap();
    let mut zstd = zstd::Encoder::new(Vec::new(), 3).unwrap();
    zstd.include_checksum(true).unwrap();
    zstd.write_all(&tar).unwrap();
    let zstd = zstd.finish().unwrap();
    // The checksum of gzip is followed by the length.
    for (name, packed, at) in [("a.tar.gz", gzip, 8), ("a.tar.zst", zstd, 4)] {
        let work = Work::new();
        let path = work.path().join(name);
        fs::write(&path, &packed).unwrap();
        let (documents, skipped) = read_all(&path, &Reading::default());
        assert_eq!((documents.len(), skipped), (2, vec![]), "{name}");
        let mut damaged = packed.clone();
        let at = damaged.len() - at;
        damaged[at] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let (documents, skipped) = read_all(&path, &Reading::default());
        assert_eq!((documents.len(), skipped.len()), (2, 1), "{name}");
        let reason = &skipped[0].reason;
        assert!(matches!(reason, SkipReason::Damaged(_)), "{name}: {reason}");
    }
}

#[test]
fn data_after_the_end_of_a_tar_is_reported() {
    let work = Work::new();
    let one = forms::tar(&[("one.txt", "first text here")]);
    let two = forms::tar(&[("two.txt", "second text here")]);
    let padded = [&one[..], &[0; 10_240]].concat();
    for (name, bytes, is_more) in [
        ("joined.tar", [one.clone(), two].concat(), true),
        ("padded.tar", padded, false),
    ] {
        work.write(name, bytes);
        let path = work.corpus().join(name);
        let (documents, _) = read_all(&path, &Reading::default());
        assert_eq!(documents.len(), 1, "{name}");
        let skip_reasons = reasons(&path, &Reading::default());
        let says_more = skip_reasons
            .iter()
            .any(|reason| reason.contains("after the end of the tar"));
        assert_eq!(says_more, is_more, "{name}: {skip_reasons:?}");
    }
}

#[test]
fn data_before_a_zip_is_reported() {
    let work = Work::new();
    let one = forms::zip(&[("one.txt", "first text here")]);
    let two = forms::zip(&[("two.txt", "second text here")]);
    let joined = [&one[..], &two].concat();
    for (name, bytes, expected) in [
        ("whole.zip", one.clone(), None),
        ("joined.zip", joined.clone(), Some("before the zip")),
        (
            "outer.zip",
            forms::zip_of_bytes(&[("in.zip", joined)]),
            Some("before the zip"),
        ),
        ("padded.zip", [&one[..], &[0; 512]].concat(), None),
    ] {
        work.write(name, bytes);
        let path = work.corpus().join(name);
        let (documents, skipped) = read_all(&path, &Reading::default());
        assert_eq!(documents.len(), 1, "{name}");
        assert_eq!(skipped.len(), usize::from(expected.is_some()), "{name}");
        for (skip, expected) in skipped.iter().zip(expected) {
            assert!(
                skip.reason.to_string().contains(expected),
                "{}",
                skip.reason
            );
            assert!(skip.reason.is_failure());
        }
    }
}
