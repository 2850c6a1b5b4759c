//! Tests of the HTML reader.

use super::*;
use crate::base::BlockSpan;

fn read(source: &str, syntax: Syntax, reading: &Reading) -> Result<HtmlPage, SkipReason> {
    page(source, syntax, reading, &Clock::start(reading))
}

fn html(source: &str) -> HtmlPage {
    read(source, Syntax::Html, &Reading::default()).unwrap()
}

fn text(source: &str) -> String {
    html(source).text.trim().to_owned()
}

/// The visible words of a page.
fn words(source: &str) -> String {
    let seen = html(source).seen();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of each span of a text.
fn span_words(text: &str, spans: &[(usize, usize)]) -> Vec<String> {
    let words = |&(start, end): &(usize, usize)| {
        text[start..end]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    spans.iter().map(words).collect()
}

#[test]
fn quoting_elements_are_spans_of_the_text() {
    let source = "<p>one<blockquote>two <i>three</i><blockquote>four</blockquote></blockquote>\
        <p>five <span hidden>six</span> <q>seven <span hidden>eight</span> nine</q> ten";
    let page = html(source);
    let quoted = span_words(&page.text, &page.quoted);
    assert_eq!(quoted, ["two three four", "seven eight nine"]);
    let dropped = Reading {
        drop_unseen: true,
        ..Reading::default()
    };
    let page = read(source, Syntax::Html, &dropped).unwrap();
    let quoted = span_words(&page.text, &page.quoted);
    assert_eq!(quoted, ["two three four", "seven nine"]);
    assert_eq!((page.unseen, page.text.contains("six")), (vec![], false));
}

#[test]
fn tags_scripts_styles_and_the_title_are_not_text() {
    let page = html(
        "<!doctype html><html><head><title>Tide &amp; weed</title><style>p{}</style>\
         <script>if (a < b) { document.write('<p>no</p>') }</script></head>\
         <body><h1>The tide</h1><p>comes in <b>twice</b> a&nbsp;day.<!-- no --></body></html>",
    );
    assert_eq!(page.title, "Tide & weed");
    assert_eq!(page.text, "The tide\ncomes in twice a\u{a0}day.\n");
}

#[test]
fn elements_of_xhtml_that_close_themselves_are_empty_and_its_cdata_is_text() {
    let list = "<script/> <style/> <textarea/> <iframe/> <title/> <xmp/> <dialog/> <blockquote/> <noscript/>";
    for empty in list
        .split(' ')
        .chain(["<p hidden=\"\"/>", "<br/>", "<svg><g/></svg>"])
    {
        let body =
            format!("<html><body>{empty}<p>one <b>two</b> <![CDATA[& <three>]]></p></body></html>");
        let declared = format!("<?xml version=\"1.0\"?>{body}");
        let by_syntax = read(&body, Syntax::Xml, &Reading::default()).unwrap();
        for page in [html(&declared), by_syntax] {
            assert_eq!(page.seen().trim(), "one two & <three>", "{empty}");
            assert!(page.quoted.is_empty());
        }
    }
    // As in browsers, CDATA is a comment up to the first `>` in HTML, but text in SVG.
    let shown = text("<p>one <![CDATA[two & <three>]]> four</p>");
    assert_eq!(shown, "one ]]> four");
    assert_eq!(text("<svg><text><![CDATA[label]]></text></svg>"), "label");
    assert_eq!(text("<p>one</p><script/>no</script>two"), "one\ntwo");
    // An open title would contain all following text.
    assert_eq!(text("<html><head><title/></head><body><p>one</p>"), "one");
}

#[test]
fn words_and_lines_end_as_displayed() {
    for (source, seen) in [
        ("un<b>believ</b>able<br>tale", "unbelievable\ntale"),
        ("<table><tr><td>one<td>two</table>", "one two"),
        ("<p>a<div>b</div>c", "a\nb\nc"),
        ("a<div></div>b<hr>c<img>d", "a\nb\ncd"),
        ("un<nobr>believ</nobr>able", "unbelievable"),
        ("una<script>no</script>ble", "unable"),
        ("una<style>no</style>ble <output>5</output>th", "unable 5th"),
        ("<ul><li>one<li>two</ul>three", "one\ntwo\nthree"),
        ("one</span>two", "onetwo"),
        ("<pre>\n a  <b>b</b>\n  c</pre> d  e", "a  b\n  c\nd e"),
        ("a \u{a0} b&nbsp;c &amp;&eacute;", "a \u{a0} b\u{a0}c &é"),
    ] {
        assert_eq!(text(source), seen, "{source}");
    }
}

#[test]
fn malformed_markup_is_read_as_browsers_read_it() {
    for case in [
        "<p>one < two & three &bogus; <b => one < two & three &bogus;",
        "<template>x<template>y</template>z</template>shown => shown",
        "<b><i><p>one</b>two</p></i>three => onetwo three",
        "<a href=x>one<a href=y>two</a>three => onetwothree",
        "<table>one<tr>two<td>three</td>four<td>five</table>six => one two three four five six",
        "<p>one<table><td>two</table>three => one two three",
        "<select><option>one<option>two</select> => one two",
        "</p></br></div>one<frameset>two => onetwo",
        "<p>one<svg><p>two</svg><math><mi>x<p>three => one two x three",
        "<html><body><p>one</p></body></html>two<div>three => one two three",
    ] {
        let (source, seen) = case.split_once("=>").unwrap();
        assert_eq!(words(source), seen.trim(), "{source}");
    }
}

#[test]
fn a_page_is_read_up_to_its_limits() {
    let within = |source: &str, max_seconds| {
        let reading = Reading {
            max_seconds,
            ..Reading::default()
        };
        let page = read(source, Syntax::Html, &reading)?;
        Ok(page.text.trim().to_owned())
    };
    // `html` and `body` are elements too.
    let max = "<div>".repeat(Reading::MAX_DEPTH as usize - 2);
    assert_eq!(within(&(max.clone() + "deep"), 60), Ok("deep".to_owned()));
    let deeper = "<div>".to_owned() + &max + "deep";
    assert_eq!(within(&deeper, 60), Err(SkipReason::TooDeep));
    assert_eq!(within("deep", 0), Err(SkipReason::TooSlow(0)));
    let very_deep = "<div><b>".repeat(200_000);
    assert_eq!(within(&very_deep, 60), Err(SkipReason::TooDeep));
    // The tokeniser compares each attribute of a tag with all others.
    let attributes: String = (0..200_000).map(|i| format!("a{i} ")).collect();
    let read = within(&format!("<p {attributes}>"), 1);
    assert!(matches!(read, Err(SkipReason::TooSlow(1)) | Ok(_)));
    // Each paragraph repeats all elements that are open.
    let open: String = (0..2_000).map(|i| format!("<font color={i}>")).collect();
    let repeated = format!("<p>{open}{}", "<p>x".repeat(100_000));
    let read = within(&repeated, 60);
    assert!(matches!(&read, Err(SkipReason::Damaged(problem)) if problem.starts_with("HTML")));
}

#[test]
fn text_that_cannot_be_seen_is_marked() {
    for hidden in [
        "<span style='display: none'>tide</span>",
        "<div hidden>tide</div>",
        "<p style=\"VISIBILITY:hidden !important\">tide",
        "<b hidden style='display:none'>tide</b>",
        "<b aria-hidden=true>tide</b>",
        "<dialog>tide</dialog>",
        "<div style='display:none'><b style='display:block;visibility:visible'>tide</b></div>",
    ] {
        let page = html(&format!("<p>ebb {hidden}<p>flood"));
        assert_eq!(span_words(&page.text, &page.unseen), ["tide"], "{hidden}");
    }
    for seen in [
        "<input hidden>tide",
        "<p hidden><p>tide",
        "<b aria-hidden=false>tide</b>",
        "<dialog open>tide</dialog>",
        "<div style='visibility:hidden'><b style='visibility:visible'>tide</b></div>",
        "<p hidden style='display:block'>tide",
        "<p style='color:white;display:flex'>tide",
        "<details>tide</details>",
    ] {
        assert_eq!(html(seen).unseen, [], "{seen}");
    }
    // A no-break space counts as white space in hidden text.
    assert_eq!(html("a <pre hidden>\u{a0}</pre>").unseen, []);
    let page = html("<i hidden>a <b>b</b> c</i> d <i hidden>e</i>");
    assert_eq!(span_words(&page.text, &page.unseen), ["a b c", "e"]);
}

#[test]
fn hidden_text_ends_with_its_element() {
    for case in [
        "<p hidden>no<div>yes</div> => yes",
        "<p hidden>no <button>no</button> no</p>yes => yes",
        "<div><p hidden>no</div>yes => yes",
        "<ul><li>a<li hidden>no<li>yes</ul> => a yes",
        "<table><tr><td hidden>no</table>yes => yes",
        "<div><span hidden>no</div>yes => yes",
        "<div hidden>no</b> no</div>yes => yes",
        "<div hidden>no <div>no</div> no</div>yes => yes",
        "<a style='display:none'>no<a href=y>yes</a> => yes",
        "<nobr hidden>no<nobr>yes => yes",
        "<h1 hidden>no</h2>yes => yes",
        "<p style='display:none'>no<hr>yes => yes",
    ] {
        let (source, seen) = case.split_once("=>").unwrap();
        assert_eq!(words(source), seen.trim(), "{source}");
    }
}

#[test]
fn elements_that_browsers_do_not_show_are_no_text() {
    for case in [
        "<iframe src=x>no</iframe><noembed>no</noembed> => ",
        "<video src=x>no <a href=x>no</a></video> => ",
        // A canvas without an end tag ends with its parent element.
        "<div><canvas id=x/></div>yes => yes",
        "<ruby>base<rp>(<rt>over<rp>)</ruby>yes => base over yes",
        "<datalist><option>no</datalist>yes => yes",
        "<svg><title>no</title><desc>no</desc><text>yes</text></svg> => yes",
        "<p>yes</p><title>no</title> => yes",
        "<math><mi>x</mi><annotation encoding=t>no</annotation></math> => x",
        "<annotation>yes</annotation><desc>yes</desc> => yes yes",
        "<details><summary>yes</summary>yes</details> => yes yes",
        "<noscript><iframe src=x></noscript>yes => yes",
        "<a href=x><video src=x></a>yes => yes",
        "<div><p><audio src=x><p>yes</p>yes</div> => yes yes",
        "<ul><li><video src=x><li>yes</ul> => yes",
        "<svg><style>a{}</svg>yes => yes",
        "<svg><g><p>yes<script>'<p>'</script> => yes",
        "<svg><title/><path style='display:none'/></svg>yes => yes",
        "<object data=x>yes</object> => yes",
        "<template><div><template shadowrootmode=open>no</template></div></template> => ",
        "<x-y><template shadowrootmode=open><style>no</style><h2>yes</h2><slot></slot></template>yes</x-y> => \
             yes yes",
    ] {
        let (source, shown) = case.split_once("=>").unwrap();
        let read = words(&format!("<p>one</p>{source}<p>two</p>"));
        let shown: Vec<&str> = ["one"]
            .into_iter()
            .chain(shown.split_whitespace())
            .chain(["two"])
            .collect();
        assert_eq!(read, shown.join(" "), "{source}");
    }
}

#[test]
fn a_page_begins_as_html_and_has_no_server_code() {
    assert!(begins_as_html(b"\n <!DOCTYPE HTML>") && !begins_as_html(b"<p>"));
    assert!(is_page(b"<html><p>a < b % c") && !is_page(b"<html><?php echo 1 ?>"));
    assert!(!is_page(b"<!doctype html><p><%= name %>") && !is_page(b"<p>"));
}

/// The kind and the words of each block, in order.
fn blocks(source: &str) -> String {
    let page = html(source);
    let words = |span: &BlockSpan| {
        let words = page.text[span.start..span.end].split_whitespace();
        format!("{:?}: {}", span.block, words.collect::<Vec<_>>().join(" "))
    };
    page.blocks.iter().map(words).collect::<Vec<_>>().join("; ")
}

#[test]
fn elements_roles_ids_and_classes_name_the_blocks_of_a_page() {
    for case in [
        "<title>t</title><body><header>site <nav>menu</nav></header>before\
             <main><article><header><h1>tide</h1>by me</header><p>ebb<aside>see also</aside>flow\
             <footer>signed</footer></article></main><div role=complementary>more</div>\
             <footer>imprint</footer></body> => Header: site; Navigation: menu; Outside: before; Heading: tide; Aside: see also; \
             Aside: more; Footer: imprint",
        "<div role='banner'>a</div><div role=main>b</div>c<div role=contentinfo>d</div> => \
             Header: a; Outside: c; Footer: d",
        // Without `main` the articles are the main part, but not articles in the frame.
        "x<article>a</article>y<article>b</article><aside><article>c</article></aside> => \
             Outside: x; Outside: y; Aside: c",
        "<p>only <b>text</b> => ",
        "<h2>one</h2>two => Heading: one",
        "<div class='top nav-bar'>a</div><div id=content>b</div><div class=sidebar>c</div>d => \
             Navigation: a; Aside: c; Outside: d",
        // An element that contains the main part is no header.
        "<div class=header>a<main>b</main>c</div> => Outside: a; Outside: c",
        "<body class=sidebar><div class=no-sidebar>a</div></body> => ",
        // An inline element is no block.
        "<p>a <span class=nav>b</span> c => ",
        "<table><tr><td class=menu>a<td>b<tr><td class=ad>c</td><td>d</table> => \
             Navigation: a; Advertisement: c",
        // A short article in a sidebar is not the main part.
        "<p>a b c d</p><div class=see-related><article>e</article></div> => Aside: e",
    ] {
        let (source, expected) = case.split_once("=>").unwrap();
        assert_eq!(blocks(source), expected.trim(), "{source}");
    }
}

#[test]
fn a_wrapper_named_after_the_layout_is_no_frame() {
    let story = "a story of the tide and the ebb of the sea";
    let wrappers = "content-sidebar-wrap,sidebar-right,header-style-1,menu-left,has-ads ad-free-2";
    for wrapper in wrappers.split(',') {
        for (main, end) in [
            ("article", "article"),
            ("div id=content", "div"),
            ("div role=article", "div"),
        ] {
            let inner = format!("<{main}>{story}</{end}><div class=sidebar>side</div>");
            let footer = "<div id=footer><div class=content>legal</div></div>";
            let wrapped = format!("<div class='{wrapper}'>{inner}</div>");
            let within = format!("<div class=site-content><h1>name</h1>{wrapped}</div>");
            for body in [wrapped, within] {
                let page = format!("{body}{footer}");
                let blocks = blocks(&page);
                assert!(
                    blocks.ends_with("Aside: side; Footer: legal"),
                    "{page}: {blocks}"
                );
                assert!(!blocks.contains("tide"), "{page}: {blocks}");
            }
        }
    }
}

#[test]
fn elements_filled_with_links_are_navigation_except_on_pages_of_links() {
    let links = "<ul><li><a href=a>one</a><li><a href=b>two</a><li><a href=c>three</a></ul>";
    let prose = "<p>the <a href=a>tide</a> and the <a href=b>ebb</a> of the <a href=c>sea</a>";
    for (source, expected) in [
        (format!("{links}<p>text"), "Navigation: one two three"),
        (links.to_owned(), ""),
        (format!("<article>a {links} b</article>"), ""),
        // Anchors are not links.
        (links.replace("href", "name"), ""),
        (
            "<p>text<p><a href=a>one</a> | <a href=b>two</a> | <a href=c>three</a><p>more"
                .to_owned(),
            "Navigation: one | two | three",
        ),
        (format!("{prose}<p>text"), ""),
    ] {
        assert_eq!(blocks(&source), expected, "{source}");
    }
}

#[test]
fn a_page_declares_its_encoding_in_a_meta_element() {
    let declared = |page: &str| declared_encoding(page.as_bytes()).map(Encoding::name);
    for (page, name) in [
        ("<meta charset=\"windows-1251\">", Some("windows-1251")),
        ("<META CHARSET = 'koi8-r' />", Some("KOI8-R")),
        (
            "<meta content='text/html;charset=gbk' http-equiv='content-type'>",
            Some("GBK"),
        ),
        (
            "<?xml version=\"1.0\" encoding=\"iso-8859-7\"?><html>",
            Some("ISO-8859-7"),
        ),
        ("<meta charset=utf-16>", Some("UTF-8")),
        (
            "<!-- <meta charset=big5> --><meta charset=gbk>",
            Some("GBK"),
        ),
        ("<meta charset=unknown><meta charset=gbk>", Some("GBK")),
        ("<metadata charset=big5>", None),
        ("<!-- <meta charset=big5>", None),
        ("charset=big5", None),
    ] {
        assert_eq!(declared(page), name, "{page}");
    }
    // A later declaration counts if the first bytes contain none.
    let late = |first: &str| format!("{first}{}<meta charset=gbk>", " <p>".repeat(1_000));
    assert_eq!(declared(&late("")), Some("GBK"));
    assert_eq!(declared(&late("<meta charset=big5>")), Some("Big5"));
}
