//! Tests of the HTML reader.

use super::*;
use crate::base::PageBlock;

/// Without limits.
fn page(source: &str) -> Page {
    let reading = Reading {
        max_depth: u32::MAX,
        max_seconds: u32::MAX,
        ..Reading::default()
    };
    super::page(source, &reading, &Clock::start(&reading)).unwrap()
}

fn text(source: &str) -> String {
    page(source).text
}

#[test]
fn quoting_elements_are_spans_of_the_text_with_and_without_what_is_unseen() {
    let source = "<p>one<blockquote>two <i>three</i><blockquote>four</blockquote></blockquote>\
        <p>five <span hidden>six</span> <q>seven <span hidden>eight</span> nine</q> ten<q>eleven";
    let page = page(source);
    let of = |text: &str, spans: &[(usize, usize)]| -> Vec<Vec<String>> {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        spans
            .iter()
            .map(|&(start, end)| words(&text[start..end]))
            .collect()
    };
    let quoted = of(&page.text, &page.quoted);
    assert_eq!(quoted[0], ["two", "three", "four"]);
    assert_eq!(quoted[1], ["seven", "eight", "nine"]);
    assert_eq!(quoted.len(), 2);
    let seen = of(&page.seen(), &page.quoted_seen());
    assert_eq!(seen, [vec!["two", "three", "four"], vec!["seven", "nine"]]);
}

#[test]
fn tags_scripts_styles_and_the_title_are_not_text() {
    let page = page(
        "<!doctype html><html><head><title>Tide &amp; weed</title><style>p{}</style>\
         <script>if (a < b) { document.write('<p>no</p>') }</script></head>\
         <body><h1>The tide</h1><p>comes in <b>twice</b> a&nbsp;day.<!-- no --></body></html>",
    );
    assert_eq!(page.title, "Tide & weed");
    assert_eq!(page.text, "The tide\ncomes in twice a\u{a0}day.\n");
}

#[test]
fn inline_tags_do_not_cut_words_and_blocks_do() {
    assert_eq!(text("un<b>believ</b>able<br>tale"), "unbelievable\ntale");
    assert_eq!(text("<table><tr><td>one<td>two</table>"), "one two\n");
    assert_eq!(text("<p>a<div>b</div>c"), "a\nb\nc");
}

#[test]
fn broken_and_deeply_nested_markup_is_read() {
    assert_eq!(
        text("<p>one < two & three &bogus; <b"),
        "one < two & three &bogus;"
    );
    let deep = "<div>".repeat(100_000) + "deep";
    assert_eq!(text(&deep), "deep");
    assert_eq!(
        text("<template>x<template>y</template>z</template>shown"),
        "shown"
    );
}

#[test]
fn a_page_is_read_up_to_its_limits() {
    let within = |source: &str, max_depth, max_seconds| {
        let reading = Reading {
            max_depth,
            max_seconds,
            ..Reading::default()
        };
        super::page(source, &reading, &Clock::start(&reading)).map(|page| page.text)
    };
    let deep = "<div>".repeat(1_000) + "deep";
    assert_eq!(within(&deep, 1_000, 60), Ok("deep".to_owned()));
    assert_eq!(within(&deep, 999, 60), Err(SkipReason::TooDeep(999)));
    assert_eq!(within(&deep, 1_000, 0), Err(SkipReason::TooSlow(0)));
    let wide = "<p>one<br><li>two<div>three</div>".repeat(1_000);
    assert!(within(&wide, 1, 60).is_ok(), "side by side is not deep");
}

#[test]
fn attributes_without_number_end_in_time() {
    // The tokeniser compares each new attribute with all previous ones.
    let mut source = String::from("<p ");
    for i in 0..200_000 {
        source.push_str(&format!("a{i} "));
    }
    let reading = Reading {
        max_seconds: 1,
        ..Reading::default()
    };
    let read = super::page(&source, &reading, &Clock::start(&reading));
    assert!(matches!(read, Err(SkipReason::TooSlow(1)) | Ok(_)));
}

#[test]
fn where_pieces_end_makes_no_difference() {
    let part = "<p hidden>tide &amp; <b>weed</b></p>naïve <pre>  a\n  b</pre><i hidden>é</i> ";
    let source = part.repeat(2 * PIECE / part.len());
    let pieces = page(&source);
    let mut sink = Sink::default();
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&source));
    let tokenizer = Tokenizer::new(std::mem::take(&mut sink), Default::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let whole = tokenizer.sink.0.into_inner();
    assert_eq!((pieces.text, pieces.unseen), (whole.text, whole.unseen));
}

#[test]
fn text_that_cannot_be_seen_is_told() {
    let unseen = |source: &str| {
        let page = page(source);
        let span = |&(from, to): &(usize, usize)| page.text[from..to].to_owned();
        page.unseen.iter().map(span).collect::<Vec<_>>()
    };
    for hidden in [
        "<span style='display: none'>tide</span>",
        "<div hidden>tide</div>",
        "<p style=\"VISIBILITY:hidden !important\">tide",
        "<span style='font-size:0px'>tide</span>",
        "<span style='color:#fff'>tide</span>",
        "<font color=white>tide</font>",
        "<b style='color: rgb(0, 0, 0); background: black'>tide</b>",
        "<div style='opacity:0'><div>tide</div></div>",
    ] {
        assert_eq!(
            unseen(&format!("<p>ebb {hidden}<p>flood")),
            ["tide"],
            "{hidden}"
        );
    }
    for seen in [
        "<body bgcolor=navy><font color=white>tide</font>",
        "<span style='color:white;background:#123'>tide</span>",
        "<input hidden>tide",
        "<span style='opacity:0.5;font-size:10px'>tide</span>",
        "<p hidden><p>tide",
    ] {
        assert_eq!(unseen(seen), [""; 0], "{seen}");
    }
    assert_eq!(
        unseen("<i hidden>a <b>b</b> c</i> d <i hidden>e</i>"),
        ["a b c", "e"]
    );
}

#[test]
fn a_page_declares_its_encoding() {
    assert_eq!(
        declared_encoding(b"<meta charset=\"windows-1251\">"),
        Some(encoding_rs::WINDOWS_1251)
    );
    assert_eq!(declared_encoding(b"<p>none"), None);
    assert!(begins_as_html(b"\n <!DOCTYPE HTML>") && !begins_as_html(b"<p>"));
}
