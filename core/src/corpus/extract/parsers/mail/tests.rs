//! Messages as they are written, and as they should not be.

use super::*;
use crate::settings::Reading;

fn text(headers: &str, body: &[u8]) -> Result<String, SkipReason> {
    let begin = format!("From: a@b.c\nSubject: S\nMIME-Version: 1.0\n{headers}\n");
    let message = [begin.as_bytes(), body].concat();
    let read = read(&message, &Limits::of(&Reading::default()));
    read.map(|extracted| extracted.text.trim().to_owned())
}

#[test]
fn east_asian_encodings_are_decoded() {
    for (name, words) in [
        ("Shift_JIS", "日本語の文章"),
        ("ISO-2022-JP", "日本語の文章"),
        ("EUC-JP", "日本語の文章"),
        ("GB18030", "中文的文章"),
        ("Big5", "中文的文章"),
        ("EUC-KR", "한국어 문장"),
    ] {
        let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let (body, _, _) = encoding.encode(words);
        let headers = format!("Content-Type: text/plain; charset={name}\n");
        assert_eq!(text(&headers, &body).unwrap(), words, "{name}");
    }
}

#[test]
fn an_encoding_that_is_not_named_is_detected() {
    let words = "Die Bürgerinnen möchten über größere Gärten für fröhliche Mädchen und Söhne";
    let (body, _, _) = encoding_rs::WINDOWS_1252.encode(words);
    assert_eq!(text("", &body).unwrap(), words);
    let page = [b"<meta charset=windows-1252><p>", &*body].concat();
    let html = text("Content-Type: text/html\n", &page).unwrap();
    assert_eq!(html, words);
}

#[test]
fn what_the_page_of_a_mail_hides_is_left_out_and_counted() {
    let page = "<p>one</p><div style='display:none'>two</div><p hidden>three</p><p>four</p>";
    let of = |headers: &str, body: &str| {
        let message = format!("From: a@b.c\nMIME-Version: 1.0\n{headers}\n{body}");
        let read = read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
        let words: Vec<&str> = read.text.split_whitespace().collect();
        (words.join(" "), read.left_out.hidden)
    };
    let html = "Content-Type: text/html\n";
    assert_eq!(of(html, page), ("one four".to_owned(), 1));
    let parts = |plain: &str| {
        let part = |kind: &str, text: &str| format!("--B\nContent-Type: {kind}\n\n{text}\n");
        [
            &part("text/plain", plain),
            &part("text/html", page),
            "--B--\n",
        ]
        .concat()
    };
    let kind = "Content-Type: multipart/alternative; boundary=B\n";
    assert_eq!(of(kind, &parts("")), ("one four".to_owned(), 1));
    // Of two forms only what is hidden in the one that is taken counts.
    assert_eq!(of(kind, &parts("plain")), ("plain".to_owned(), 0));
}

#[test]
fn what_is_attached_is_left_out_and_counted() {
    let of = |headers: &str, body: &str| {
        let message = format!("From: a@b.c\nMIME-Version: 1.0\n{headers}\n{body}");
        let read = read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
        (read.text.trim().to_owned(), read.left_out.attachments)
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
    assert_eq!(of("", "bare words"), ("bare words".into(), 0));
    assert_eq!(
        of(mixed, &[&*plain, end].concat()),
        ("outer words".into(), 0)
    );
    assert_eq!(
        of(mixed, &[&*plain, &*inner, end].concat()),
        ("outer words".into(), 1)
    );
    assert_eq!(
        of(mixed, &[&*plain, &*inner, &*file, end].concat()),
        ("outer words".into(), 2)
    );
    // Without text of its own, the message within it is the text.
    assert_eq!(
        of(mixed, &[&*inner, end].concat()),
        ("inner words".into(), 0)
    );
}

#[test]
fn a_message_that_was_cut_off_loses_no_part_before_the_cut() {
    let part = |kind: &str, body: &str| format!("--x\nContent-Type: {kind}\n\n{body}\n");
    let mixed = |end: &str| {
        let parts = [
            part("text/plain", "first words"),
            part("text/plain", "last words"),
        ];
        let message = format!(
            "From: a@b.c\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n{}{end}",
            parts.concat()
        );
        let read = read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
        (
            read.text.split_whitespace().collect::<Vec<_>>().join(" "),
            read.left_out.attachments,
        )
    };
    let whole = mixed("--x--\n");
    assert_eq!(whole, ("first words last words".into(), 0));
    assert_eq!(mixed(""), whole);
    // The second form of the same text is no more text.
    let page = part("text/html", "<p>first words</p>");
    let plain = part("text/plain", "first words");
    let kind = "Content-Type: multipart/alternative; boundary=x\n";
    assert_eq!(
        text(kind, [plain, page].concat().as_bytes()).unwrap(),
        "first words"
    );
}

#[test]
fn of_damaged_base64_what_can_be_decoded_is_read() {
    let kind = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n";
    // "one two three four": whole, with signs of no alphabet, and cut within a group.
    for (body, words) in [
        ("b25lIHR3byB0aHJlZSBmb3Vy\n", "one two three four"),
        ("b25lIHR3!!byB0aHJl\n* *ZSBmb3Vy\n", "one two three four"),
        ("b25lIHR3byB0aHJlZSBm!b3\n", "one two three fo"),
        ("b25lIHR3byB0aHJlZSBm!b\n", "one two three f"),
    ] {
        assert_eq!(text(kind, body.as_bytes()).unwrap(), words, "{body}");
    }
}

#[test]
fn bodies_in_uuencode_are_read() {
    let kind = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: x-uuencode\n";
    let body = b"begin 644 t\n4=75E;F-O9&5D('=O<F1S(&AE<F4\n`\nend\n";
    assert_eq!(text(kind, body).unwrap(), "uuencoded words here");
    assert_eq!(text(kind, b"plain words").unwrap(), "plain words");
}

#[test]
fn words_that_were_broken_at_the_end_of_a_line_are_whole() {
    let flowed = |says: &str| format!("Content-Type: text/plain; format=flowed{says}\n");
    let body = b"alpha eps \nilon\n";
    let read = |says: &str| text(&flowed(says), body).unwrap();
    assert_eq!(read("; DelSp=yes"), "alpha epsilon");
    assert_eq!(read("; delsp=no"), "alpha eps \nilon");
    assert_eq!(read(""), "alpha eps \nilon");
}

#[test]
fn messages_in_messages_are_read() {
    let forwarded = b"From: x@y\nSubject: d\n\nforwarded words\n";
    let whole = text("Content-Type: message/rfc822\n", forwarded).unwrap();
    assert_eq!(whole, "forwarded words");
    let digest = [b"--B\n\n", &forwarded[..], b"--B--\n"].concat();
    let digest = text("Content-Type: multipart/digest; boundary=B\n", &digest).unwrap();
    assert_eq!(digest, "forwarded words");
}

#[test]
fn messages_are_read_however_deep_they_stand_in_messages() {
    let innermost = "Subject: l\nContent-Type: text/plain\n\nforwarded words\n".to_owned();
    let headers = "Content-Type: message/rfc822\n";
    let nested = |levels: u32| {
        let around = |inner, _| format!("Subject: l\n{headers}\n{inner}");
        (1..levels).fold(innermost.clone(), around)
    };
    for levels in [1, 2, 3, 7, DEPTH] {
        let read = text(headers, nested(levels).as_bytes());
        assert_eq!(read.unwrap(), "forwarded words", "{levels}");
    }
    let read = text(headers, nested(DEPTH + 1).as_bytes());
    assert!(matches!(read, Err(SkipReason::Unsupported(_))), "{read:?}");
    // In base64 each; and a digest in a digest, with what stands in order.
    let packed = |inner: &str| {
        let body = ::base64::Engine::encode(&::base64::prelude::BASE64_STANDARD, inner);
        format!("Subject: l\n{headers}Content-Transfer-Encoding: base64\n\n{body}\n")
    };
    let six = (0..6).fold(innermost.clone(), |inner, _| packed(&inner));
    assert_eq!(text(headers, six.as_bytes()).unwrap(), "forwarded words");
    let digest = |boundary: &str, inner: &[&str]| {
        let parts: Vec<String> = inner
            .iter()
            .map(|inner| format!("--{boundary}\n\n{inner}\n"))
            .collect();
        format!(
            "Content-Type: multipart/digest; boundary={boundary}\n\n{}--{boundary}--\n",
            parts.concat()
        )
    };
    let one = innermost.replace("forwarded", "first");
    let two = innermost.replace("forwarded", "second");
    let inner = digest("C", &[&one, &two]);
    let third = innermost.replace("forwarded", "third");
    let whole = digest("B", &[&format!("Subject: d\n{inner}"), &third]);
    let (headers, body) = whole.split_once("\n\n").unwrap();
    let read = text(&format!("{headers}\n"), body.as_bytes()).unwrap();
    let words: Vec<&str> = read.split_whitespace().collect();
    assert_eq!(words.join(" "), "first words second words third words");
}

#[test]
fn plain_text_behind_base64_is_text_as_it_stands() {
    let kind = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n";
    let footer = "-- \nfooter of the list über alles";
    // With a group that is whole at its end and with padding; "first ünï words", "first ünï word".
    for encoded in ["Zmlyc3Qgw7xuw68gd29yZHM=", "Zmlyc3Qgw7xuw68g\nd29yZHMh"] {
        for between in ["\n", "\n\n", "\r\n\r\n"] {
            let body = [encoded, between, footer, "\n"].concat();
            let read = text(kind, body.as_bytes()).unwrap().replace('!', "");
            assert_eq!(read, ["first ünï words\n", footer].concat(), "{body:?}");
        }
    }
}

#[test]
fn a_footer_of_letters_behind_base64_is_text() {
    let kind = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n";
    let body = b"Zmlyc3Qgd29yZHM=\n\nFooter of the list\nUnsubscribe\n";
    assert_eq!(
        text(kind, body).unwrap(),
        "first words\nFooter of the list\nUnsubscribe"
    );
}

#[test]
fn a_message_of_an_attachment_alone_gives_its_text_or_says_why_not() {
    let attached = "Content-Disposition: attachment; filename=a.txt\n";
    assert_eq!(
        text(attached, b"attached words\n").unwrap(),
        "attached words"
    );
    let mixed = "Content-Type: multipart/mixed; boundary=x\n";
    let part =
        |kind: &str, body: &str| format!("--x\nContent-Type: {kind}\n{attached}\n{body}\n--x--\n");
    let words = part("text/csv", "some,words");
    assert_eq!(text(mixed, words.as_bytes()).unwrap(), "some,words");
    let read = |body: &str| {
        let message = format!("From: a@b.c\n{mixed}\n{body}");
        super::super::parse(
            crate::corpus::extract::Format::Mail,
            message.as_bytes(),
            &Limits::of(&Reading::default()),
        )
    };
    let said = read(&part("application/pdf", "%PDF"))
        .unwrap_err()
        .to_string();
    assert_eq!(
        said,
        "a message without text, but with 1 attachment: save that as a file and read it"
    );
    assert_eq!(read("--x\n\n\n--x--\n"), Err(SkipReason::Empty));
}

#[test]
fn a_type_that_cannot_be_read_loses_no_text() {
    for kind in [
        "text",
        "text; charset=utf-8",
        ";;;",
        "plain",
        "x-unknown/x-type",
        "",
    ] {
        let headers = format!("Content-Type: {kind}\n");
        let read = text(&headers, "some wörds\n".as_bytes());
        assert_eq!(read.unwrap(), "some wörds", "{kind}");
    }
}

#[test]
fn a_text_that_is_no_message_is_read_as_it_stands() {
    for text in [
        "https://example.org\n\nmore words\n",
        "note: words\n",
        "words\n\nfrom: me\n",
    ] {
        let read = read(text.as_bytes(), &Limits::of(&Reading::default())).unwrap();
        assert_eq!(read.text, text);
    }
}

#[test]
fn lines_may_end_with_carriage_returns() {
    let message = "Subject: S\rContent-Type: multipart/mixed; boundary=x\r\r--x\r\rfirst words\r--x\r\rlast words\r--x--\r";
    let read = read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
    assert_eq!(read.text, "first words\nlast words");
    assert_eq!(read.title, "S");
    let headers = "Content-Type: text/html\r\r\n\r\r\n<p>words</p>\r\r\n";
    let message = format!("Subject: S\r\r\n{headers}");
    let read = super::read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
    assert_eq!(read.text.trim(), "words");
}

#[test]
fn a_byte_order_mark_before_the_headers_is_no_header() {
    let message = "\u{feff}Content-Type: text/html\nSubject: S\n\n<p>some wörds</p>\n";
    let utf16: Vec<u8> = message.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [message.as_bytes(), &utf16] {
        let read = read(bytes, &Limits::of(&Reading::default())).unwrap();
        assert_eq!((read.text.trim(), &*read.title), ("some wörds", "S"));
    }
}

#[test]
fn a_line_that_begins_like_the_boundary_ends_no_part() {
    let headers = "Content-Type: multipart/mixed; boundary=\"x\"\n";
    let body = b"--x\n\none\n--xy is an option\ntwo --x\n--x--\n";
    assert_eq!(
        text(headers, body).unwrap(),
        "one\n--xy is an option\ntwo --x"
    );
}

#[test]
fn base64_of_utf_16_is_read_by_its_mark_or_its_nulls() {
    let words = "Grüße an alle";
    let units = || words.encode_utf16();
    let le: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
    let marked: Vec<u8> = [
        b"\xfe\xff".to_vec(),
        units().flat_map(u16::to_be_bytes).collect(),
    ]
    .concat();
    for charset in [
        "",
        "; charset=utf-16",
        "; charset=utf-8",
        "; charset=iso-8859-1",
    ] {
        for bytes in [&le, &marked] {
            let body = ::base64::Engine::encode(&::base64::prelude::BASE64_STANDARD, bytes);
            let headers =
                format!("Content-Type: text/plain{charset}\nContent-Transfer-Encoding: base64\n");
            assert_eq!(text(&headers, body.as_bytes()).unwrap(), words, "{charset}");
        }
    }
}

#[test]
fn of_forms_of_a_content_one_is_read_however_they_are_nested() {
    let alternative = |boundary: &str, parts: &[&str]| {
        let parts: Vec<String> = parts
            .iter()
            .map(|part| format!("--{boundary}\n{part}\n"))
            .collect();
        format!(
            "Content-Type: multipart/alternative; boundary={boundary}\n\n{}--{boundary}--\n",
            parts.concat()
        )
    };
    let plain = "Content-Type: text/plain\n\nwords";
    let page = "Content-Type: text/html\n\n<p>words of a page</p>";
    let blank = "Content-Type: text/plain\n\n ";
    let related = "Content-Type: multipart/related; boundary=r\n\n--r\nContent-Type: text/html\n\n<p>words of a page</p>\n--r\nContent-Type: image/png\n\nx\n--r--\n";
    let of = |entity: &str| {
        let (headers, body) = entity.split_once("\n\n").unwrap();
        text(&format!("{headers}\n"), body.as_bytes()).unwrap()
    };
    assert_eq!(of(&alternative("a", &[plain, page])), "words");
    assert_eq!(of(&alternative("a", &[page, plain])), "words");
    assert_eq!(of(&alternative("a", &[blank, page])), "words of a page");
    assert_eq!(of(&alternative("a", &[blank, related])), "words of a page");
    assert_eq!(of(&alternative("a", &[plain, related])), "words");
    let inner = alternative("b", &[plain, page]);
    assert_eq!(of(&alternative("a", &[&inner, page])), "words");
    let mixed = format!(
        "Content-Type: multipart/mixed; boundary=m\n\n--m\n{}\n--m\n\nfooter\n--m--\n",
        alternative("a", &[plain, page])
    );
    assert_eq!(of(&mixed), "words\nfooter");
}

#[test]
fn parts_are_told_however_they_are_nested_and_named() {
    let of = |entity: &str| {
        let message = format!("From: a@b.c\n{entity}");
        let read = read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
        let words: Vec<&str> = read.text.split_whitespace().collect();
        (words.join(" "), read.left_out.attachments)
    };
    // Parts within others that are not closed, and some with the boundary of those around them.
    let inner = "Content-Type: multipart/alternative; boundary=b\n\n--b\n\ninner words\n--b\nContent-Type: text/html\n\n<p>inner words</p>\n";
    let outer = format!(
        "Content-Type: multipart/mixed; boundary=a\n\n--a\n{inner}--a\n\nlast words\n--a--\n"
    );
    assert_eq!(of(&outer), ("inner words last words".into(), 0));
    let same = outer
        .replace("boundary=b", "boundary=a")
        .replace("--b", "--a");
    assert!(of(&same).0.contains("last words"));
    // Names of files.
    for name in [
        "; name=a.txt",
        "; name*=utf-8''%61.txt",
        "; name*0=a; name*1=.txt",
    ] {
        let named = format!("--a\nContent-Type: text/plain{name}\n\nwords\n");
        let alone = format!("Content-Type: multipart/mixed; boundary=a\n\n{named}--a--\n");
        assert_eq!(of(&alone), ("words".into(), 0), "{name}");
        let second =
            format!("Content-Type: multipart/mixed; boundary=a\n\n--a\n\nfirst\n{named}--a--\n");
        assert_eq!(of(&second), ("first".into(), 1), "{name}");
    }
    let signed = "Content-Type: multipart/signed; boundary=s\n\n--s\n\nwords\n--s\nContent-Type: application/pgp-signature\n\nx\n--s--\n";
    assert_eq!(of(signed), ("words".into(), 1));
    // Carriage returns and line feeds, and white space behind the boundary.
    let ended = outer.replace("--a\n", "--a \t\n").replace('\n', "\r\n");
    assert_eq!(of(&ended), ("inner words last words".into(), 0));
    let empty = "Content-Type: multipart/mixed; boundary=a\n\n--a--\nbehind\n";
    assert!(of(empty).0.contains("behind"));
}

#[test]
fn titles_and_authors_are_decoded() {
    let message = "Subject: =?UTF-8?B?R3LDvMOf?=\n =?utf-8?Q?e_an_alle?=\nFrom: =?iso-8859-1?Q?Ad=E4?= <a@b.c>\n\nwords\n";
    let read = read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
    assert_eq!(
        (&*read.title, read.author.as_deref()),
        ("Grüße an alle", Some("Adä"))
    );
}

#[test]
fn quoted_printable_keeps_all_that_is_no_escape() {
    let headers =
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: Quoted-Printable\n";
    let body = b"gr=C3=BC=C3=9F = x=3D1 50=% =C3=\n=A4 soft=20\nend=";
    assert_eq!(text(headers, body).unwrap(), "grüß = x=1 50=% ä soft \nend");
}

#[test]
fn parameters_may_be_encoded_or_in_pieces() {
    // RFC 2231.
    let headers = "Content-Type: multipart/mixed; boundary*0=one; boundary*1=\"-two\"\n";
    assert_eq!(
        text(headers, b"--one-two\n\nwords\n--one-two--\n").unwrap(),
        "words"
    );
    let headers = "Content-Type: text/plain; charset*=us-ascii'en'iso-8859-1\n";
    assert_eq!(text(headers, b"w\xf6rds").unwrap(), "wörds");
    let (latin, ..) = encoding_rs::ISO_8859_2.encode("Příliš žluťoučký");
    let headers = "Content-Type: text/plain; charset=\"ISO-8859-2\" (Latin 2)\n";
    assert_eq!(text(headers, &latin).unwrap(), "Příliš žluťoučký");
}

#[test]
fn parts_without_a_boundary_are_one_text_and_encrypted_ones_are_told() {
    let parts = b"--B\nContent-Type: text/plain\n\nwords of a part\n--B--\n";
    let parted = text("Content-Type: multipart/mixed\n", parts).unwrap();
    assert_eq!(parted, "words of a part");
    let wrong = text("Content-Type: multipart/mixed; boundary=C\n", parts).unwrap();
    assert_eq!(wrong, "words of a part");
    let none = text("Content-Type: multipart/mixed; boundary=C\n", b"words\n").unwrap();
    assert_eq!(none, "words");
    let encrypted = b"--B\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--B--\n";
    let told = text("Content-Type: multipart/encrypted; boundary=B\n", encrypted);
    assert_eq!(told, Err(SkipReason::Encrypted));
}

#[test]
fn the_page_that_related_parts_belong_to_may_be_named() {
    let part = |id: &str, words: &str| {
        format!("--B\nContent-Type: text/html\nContent-ID: <{id}>\n\n<p>{words}</p>\n")
    };
    let body = [
        part("frame", "a frame"),
        part("root", "the page"),
        "--B--\n".to_owned(),
    ]
    .concat();
    for (start, words) in [
        ("start=\"<root>\"; ", "the page"),
        ("start=root; ", "the page"),
        ("start=\"<frame>\"; ", "a frame"),
        ("start=\"<gone>\"; ", "a frame"),
        ("", "a frame"),
    ] {
        let kind = format!("Content-Type: multipart/related; {start}boundary=B\n");
        assert_eq!(text(&kind, body.as_bytes()).unwrap(), words, "{start}");
    }
}

#[test]
fn a_form_without_a_word_stands_back_behind_one_with_words() {
    let of = |plain: &str, html: &str| {
        let body = format!(
            "--B\nContent-Type: text/plain; charset=utf-8\n\n{plain}\n--B\nContent-Type: text/html; charset=utf-8\n\n<p>{html}</p>\n--B--\n"
        );
        text(
            "Content-Type: multipart/alternative; boundary=B\n",
            body.as_bytes(),
        )
        .unwrap()
    };
    assert_eq!(of("-- ", "words of the page"), "words of the page");
    assert_eq!(
        of("\u{200b}\u{a0}", "words of the page"),
        "words of the page"
    );
    assert_eq!(of("words", "words of the page"), "words");
    assert_eq!(of("\u{2713}", "\u{2717}"), "\u{2713}");
}

#[test]
fn a_message_that_is_cut_or_lacks_signs_of_its_encoding_is_read_in_part() {
    let unread = |message: &str| {
        let read = read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
        read.left_out.unread()
    };
    let part = Some(SkipReason::ReadInPart(0, 1));
    let head = "From: a@b.c\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"x\"\n\n";
    let first = "--x\nContent-Type: text/plain\n\none two\n";
    let second = "--x\nContent-Type: text/plain\n\nthree four\n";
    assert_eq!(unread(&[head, first, second, "--x--\n"].concat()), None);
    for cut in [second, "", "--x\n"] {
        assert_eq!(unread(&[head, first, cut].concat()), part, "{cut}");
    }
    let head = "From: a@b.c\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n";
    let encoded = "b25lIHR3byB0aHJlZSBmb3VyIGZpdmUgc2l4IHNldmVu\nIGVpZ2h0IG5pbmU=\n";
    assert_eq!(unread(&[head, encoded].concat()), None);
    let behind = [head, encoded, "\n_____\nThis list has a footer.\n"].concat();
    assert_eq!(unread(&behind), None);
    for at in [3, 20, encoded.len() - 4] {
        let lacking = [&encoded[..at], &encoded[at + 1..]].concat();
        assert_eq!(unread(&[head, &lacking].concat()), part, "{at}");
    }
}
