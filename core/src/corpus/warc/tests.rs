//! Tests with records and pages built here.

use super::*;

/// A response record.
fn record(http: &str) -> Vec<u8> {
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://h/a>\r\nWARC-Date: 2024-05-31T12:00:00Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    )
    .into_bytes()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

#[test]
fn a_page_is_found_in_a_response_packed_or_not() {
    let bytes = record("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>one</p>");
    let page = page(&bytes, 1000).unwrap();
    let got = (&*page.url, page.syntax, &*page.bytes);
    assert_eq!(got, ("http://h/a", Some(Syntax::Html), &b"<p>one</p>"[..]));
    assert!(page.date.starts_with("2024-05-31"));
    assert_eq!(super::page(&gz(&bytes), 1000).unwrap(), page);
}

#[test]
fn transfer_and_content_encodings_are_decoded() {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain\r\n\r\n4\r\nfour\r\n3\r\nty!\r\n0\r\n\r\n";
    assert_eq!(page(&record(chunked), 1000).unwrap().bytes, b"fourty!");
    let plain = chunked.replace("4\r\nfour\r\n3\r\nty!\r\n0\r\n\r\n", "no chunks");
    assert_eq!(page(&record(&plain), 1000).unwrap().bytes, b"no chunks");
    // Truncated after a chunk, within its size or within a chunk: the bytes so far are the page.
    for (cut, want) in [
        ("4\r\nfour\r\n", "four"),
        ("4\r\nfour\r\n3", "four"),
        ("4\r\nfour\r\n3\r\nty", "fourty"),
        ("4\r\nfour\r\n3\r\nty!\r", "fourty!"),
        ("4\r\nfour", "four"),
        ("ff\r\nfo", "fo"),
        // Not chunked, although it begins like a chunk.
        ("4\r\nfour more", "4\r\nfour more"),
        ("4", "4"),
    ] {
        let cut = chunked.replace("4\r\nfour\r\n3\r\nty!\r\n0\r\n\r\n", cut);
        let got = page(&record(&cut), 1000).unwrap().bytes;
        assert_eq!(String::from_utf8_lossy(&got), want, "{cut:?}");
    }
    let damaged = chunked.replace("3\r\n", "three\r\n");
    let why = page(&record(&damaged), 1000).unwrap_err().to_string();
    assert!(why.contains("chunk 2 of the body is damaged"), "{why}");
    let packed = gz(&b"again and ".repeat(1_000));
    let mut body = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
    body.extend(packed);
    let unpacked = |body: &[u8], limit| response(body, limit).map(|(_, content)| content.len());
    assert_eq!(unpacked(&body, 20_000), Ok(10_000));
    assert_eq!(unpacked(&body, 500), Err(SkipReason::TooLarge(501, 500)));
    body.truncate(body.len() / 2);
    assert!(response(&body, 20_000).is_err(), "it is cut short");
}

#[test]
fn the_content_type_names_the_encoding() {
    let named = |kind: &str| {
        let answer = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n<p>one</p>");
        let page = page(&record(&answer), 1000).unwrap();
        page.encoding.map(encoding_rs::Encoding::name)
    };
    let encoding = named("text/html; charset=windows-1251");
    assert_eq!(encoding, Some("windows-1251"));
    assert_eq!(named("text/html;a=b; Charset = \"Big5\""), Some("Big5"));
    for kind in [
        "text/html",
        "text/html; charset=x",
        "text/plain; charset=utf-16",
    ] {
        assert_eq!(named(kind), None, "{kind}");
    }
}

#[test]
fn a_record_without_a_page_has_a_reason() {
    let why = |bytes: &[u8]| page(bytes, 1000).unwrap_err().to_string();
    assert!(why(b"WARC").contains("not a record"));
    assert!(why(b"WARC/1.0\r\nWARC-Type: x").contains("do not end"));
    assert!(why(b"WARC/1.0\r\nWARC-Type: x\r\n\r\n").contains("no Content-Length"));
    assert!(
        why(b"WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 0\r\n\r\n").contains("no page")
    );
    assert!(why(&record("HTTP/1.1 404 Gone\r\n\r\n")).contains("HTTP status 404"));
    assert!(why(&record("nothing")).contains("HTTP"));
    let image = record("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx");
    assert_eq!(
        page(&image, 1000),
        Err(SkipReason::NoPage("content type image/png".into()))
    );
    let mut short = record("HTTP/1.1 200 OK\r\n\r\nx");
    short.truncate(short.len() - 8);
    assert!(why(&short).contains("ends early"));
}

#[test]
fn answers_of_later_versions_of_http_are_read() {
    for version in ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/2.0", "HTTP/3"] {
        for reason in ["", " OK"] {
            let answer =
                format!("{version} 200{reason}\r\nContent-Type: text/html\r\n\r\n<p>one</p>");
            let page = page(&record(&answer), 1000).unwrap();
            assert_eq!(&*page.bytes, &b"<p>one</p>"[..], "{answer:?}");
            assert_eq!(page.syntax, Some(Syntax::Html), "{answer:?}");
        }
    }
    let moved = record("HTTP/2 301\r\nLocation: x\r\n\r\n");
    assert_eq!(
        page(&moved, 1000).unwrap_err().to_string(),
        SkipReason::NoPage("HTTP status 301".to_owned()).to_string()
    );
}

#[test]
fn a_visit_without_the_page_is_listed_and_the_log_of_a_crawler_is_not() {
    let outcome = |kind: &str, url: &str| {
        let record = format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: <{url}>\r\nContent-Length: 3\r\n\r\nlog\r\n\r\n"
        );
        let head = head(record.as_bytes()).unwrap();
        (head.may_be_page(), head.reason())
    };
    let log = "metadata://gnu.org/software/wget/warc/wget.log";
    assert_eq!(outcome("resource", log), (false, None));
    for page in ["metadata.html", "https://gnu.org/wget.log"] {
        assert!(outcome("resource", page).0, "{page}");
    }
    let (_, why) = outcome("revisit", "http://h/");
    assert!(why.unwrap().to_string().contains("had not changed"));
}
