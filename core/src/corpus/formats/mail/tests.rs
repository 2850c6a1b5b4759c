//! Tests with valid and invalid messages.

use super::*;
use crate::settings::Reading;

fn text(headers: &str, body: &[u8]) -> Result<String, SkipReason> {
    let begin = format!("From: a@b.c\nSubject: S\nMIME-Version: 1.0\n{headers}\n");
    let message = [begin.as_bytes(), body].concat();
    let read = read(&message, &Limits::new(&Reading::default()));
    read.map(|extracted| extracted.text.trim().to_owned())
}

#[test]
fn text_in_an_encoding_that_is_not_named_is_read_in_part() {
    let (body, _, _) = encoding_rs::WINDOWS_1252.encode("größere Gärten");
    let message = [&b"From: a@b.c\nMIME-Version: 1.0\n\n"[..], &body].concat();
    let read = read(&message, &Limits::new(&Reading::default())).unwrap();
    assert_eq!(read.unextracted.missing, 1);
    assert!(read.text.contains("\u{fffd}"), "{}", read.text);
}

#[test]
fn attachments_are_excluded_and_counted() {
    let text_and_attachments = |headers: &str, body: &str| {
        let message = format!("From: a@b.c\nMIME-Version: 1.0\n{headers}\n{body}");
        let read = read(message.as_bytes(), &Limits::new(&Reading::default())).unwrap();
        (read.text.trim().to_owned(), read.unextracted.attachments)
    };
    let mixed = "Content-Type: multipart/mixed; boundary=x\n";
    let part = |kind: &str, body: &str| format!("--x\nContent-Type: {kind}\n\n{body}\n\n");
    let plain = part("text/plain", "outer words");
    let inner = part("message/rfc822", "Subject: inner\n\ninner words");
    let file = part(
        "text/plain\nContent-Disposition: attachment; filename=a.txt",
        "words of a file",
    );
    let end = "--x--\n";
    let read = text_and_attachments("", "bare words");
    assert_eq!(read, ("bare words".into(), 0));
    let read = text_and_attachments(mixed, &[&*plain, end].concat());
    assert_eq!(read, ("outer words".into(), 0));
    let read = text_and_attachments(mixed, &[&*plain, &*inner, end].concat());
    assert_eq!(read, ("outer words".into(), 1));
    let read = text_and_attachments(mixed, &[&*plain, &*inner, &*file, end].concat());
    assert_eq!(read, ("outer words".into(), 2));
    // A message without text gets the text of the nested message.
    let read = text_and_attachments(mixed, &[&*inner, end].concat());
    assert_eq!(read, ("inner words".into(), 0));
}

#[test]
fn nested_messages_are_read_up_to_the_maximum_depth() {
    let innermost = "Subject: l\nContent-Type: text/plain\n\nforwarded words\n".to_owned();
    let headers = "Content-Type: message/rfc822\n";
    let nested = |levels: u32| {
        let around = |inner, _| format!("Subject: l\n{headers}\n{inner}");
        (1..levels).fold(innermost.clone(), around)
    };
    for levels in [1, 2, 3, 7, MAX_DEPTH] {
        let read = text(headers, nested(levels).as_bytes());
        assert_eq!(read.unwrap(), "forwarded words", "{levels}");
    }
    let read = text(headers, nested(MAX_DEPTH + 1).as_bytes());
    assert!(matches!(read, Err(SkipReason::Unsupported(_))), "{read:?}");
}

#[test]
fn a_message_with_only_an_attachment_gives_its_text_or_a_reason() {
    let attached = "Content-Disposition: attachment; filename=a.txt\n";
    let words = text(attached, b"attached words\n").unwrap();
    assert_eq!(words, "attached words");
    let mixed = "Content-Type: multipart/mixed; boundary=x\n";
    let part =
        |kind: &str, body: &str| format!("--x\nContent-Type: {kind}\n{attached}\n{body}\n--x--\n");
    let words = part("text/csv", "some,words");
    assert_eq!(text(mixed, words.as_bytes()).unwrap(), "some,words");
    let read = |body: &str| {
        let message = format!("From: a@b.c\n{mixed}\n{body}");
        super::super::parse(
            crate::corpus::formats::FileFormat::Mail,
            message.as_bytes(),
            &Limits::new(&Reading::default()),
        )
    };
    let reason = read(&part("application/pdf", "%PDF"))
        .unwrap_err()
        .to_string();
    assert_eq!(
        reason,
        "a message without text, but with 1 attachment: save the attachments as files and read those"
    );
    assert_eq!(read("--x\n\n\n--x--\n"), Err(SkipReason::Empty));
}

#[test]
fn a_text_that_is_no_message_is_read_unchanged() {
    for text in [
        "https://example.org\n\nmore words\n",
        "note: words\n",
        "words\n\nfrom: me\n",
    ] {
        let read = read(text.as_bytes(), &Limits::new(&Reading::default())).unwrap();
        assert_eq!(read.text, text);
    }
}

#[test]
fn one_of_two_alternative_bodies_is_read() {
    let text_of = |parts: [&str; 2]| {
        let parts = parts.map(|part| format!("--a\nContent-Type: text/{part}\n"));
        let body = format!("{}--a--\n", parts.concat());
        let headers = "Content-Type: multipart/alternative; boundary=a\n";
        text(headers, body.as_bytes()).unwrap()
    };
    let (plain, page) = ("plain\n\nwords", "html\n\n<p>words of a page</p>");
    assert_eq!(text_of([plain, page]), "words");
    assert_eq!(text_of([page, plain]), "words");
    assert_eq!(text_of(["plain\n\n ", page]), "words of a page");
}
