//! Tests of the HTML reader.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer};

use super::inner::PIECE;
use super::sink::Sink;
use super::*;
use crate::base::PageBlock;

/// Without limits.
fn page(source: &str) -> Page {
    let reading = Reading {
        max_depth: u32::MAX,
        max_seconds: u32::MAX,
        ..Reading::default()
    };
    super::page(source, Syntax::Html, &reading, &Clock::start(&reading)).unwrap()
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
fn an_empty_title_of_xhtml_takes_no_text() {
    let page = page("<html><head><title/></head><body><p>The tide comes in.</p></body></html>");
    assert_eq!(page.title, "");
    assert_eq!(page.text, "The tide comes in.\n");
}

#[test]
fn sections_of_cdata_are_text_in_xhtml_and_in_drawings() {
    let body = "<body><p>one <![CDATA[two & <three>]]> four</p></body></html>";
    for head in [
        "<?xml version=\"1.0\"?>\n<html>",
        "<html xmlns=\"http://www.w3.org/1999/xhtml\">",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.1//EN\" \"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd\"><html>",
    ] {
        assert_eq!(
            text(&[head, body].concat()),
            "one two & <three> four\n",
            "{head}"
        );
    }
    // As browsers: elsewhere in HTML it is a comment up to the first `>`.
    assert_eq!(text(&["<html>", body].concat()), "one ]]> four\n");
    assert_eq!(text("<svg><text><![CDATA[label]]></text></svg>"), "label\n");
    // Longer than what the tokeniser gets at once.
    let long = "word ".repeat(5000);
    let source = format!("<?xml version=\"1.0\"?><html><p><![CDATA[{long}]]></p></html>");
    assert_eq!(text(&source).split_whitespace().count(), 5000);
}

#[test]
fn declarations_of_a_document_type_are_no_words() {
    let page = "<?xml version=\"1.0\"?>\n<!DOCTYPE html [\n<!-- names of this book > not shown -->\n\
        <!ENTITY note \"<p>never shown</p>\">\n]>\n<html><body><p>page words only</p></body></html>";
    assert_eq!(self::page(page).text.trim(), "page words only");
    // A page of HTML ends its document type where browsers do.
    let page = "<!DOCTYPE html \"> it's \"here\" [1] <p>and</p> there]";
    assert!(self::page(page).text.contains("[1]"));
}

#[test]
fn what_is_known_as_xml_needs_no_declaration_that_says_so() {
    let source = "<!DOCTYPE html SYSTEM \"a>b\" [<!ENTITY x \"y>z\">]>\n<html><head><title/></head><body><p>page words</p></body></html>";
    let reading = Reading::default();
    let read = |syntax| {
        let page = super::page(source, syntax, &reading, &Clock::start(&reading)).unwrap();
        page.text.trim().to_owned()
    };
    assert_eq!(read(Syntax::Xml), "page words");
    assert!(read(Syntax::Html) != "page words");
}

#[test]
fn an_empty_element_of_xhtml_covers_nothing() {
    for empty in [
        "<script src=\"x\"/>",
        "<style/>",
        "<textarea/>",
        "<iframe/>",
        "<title/>",
        "<xmp/>",
        "<div hidden=\"hidden\"/>",
        "<blockquote/>",
        "<noscript/>",
    ] {
        let source = format!(
            "<?xml version=\"1.0\"?><html><body>{empty}<p>one <b>two</b></p></body></html>"
        );
        let page = page(&source);
        assert_eq!(page.seen(), "one two\n", "{empty}");
        assert!(page.quoted.is_empty());
    }
}

#[test]
fn inline_tags_do_not_cut_words_and_blocks_do() {
    assert_eq!(text("un<b>believ</b>able<br>tale"), "unbelievable\ntale");
    assert_eq!(text("<table><tr><td>one<td>two</table>"), "one two\n");
    assert_eq!(text("<p>a<div>b</div>c"), "a\nb\nc");
}

#[test]
fn words_and_lines_end_where_a_reader_sees_it() {
    for (source, seen) in [
        ("un<nobr>believ</nobr>able", "unbelievable"),
        ("una<script>no</script>ble", "unable"),
        ("una<style>no</style>ble <output>5</output>th", "unable 5th"),
        (
            "<span style='display:block'>one</span><span style='DISPLAY: block'>two</span>three",
            "one\ntwo\nthree",
        ),
        (
            "<b style='display:table-cell'>one</b><b style='display:table-cell'>two</b>",
            "one two",
        ),
        (
            "<ul><li style='display:inline'>one</li><li style='display:inline'>two</ul>",
            "one two",
        ),
        (
            "one<div style='display:inline'><p>two</div>three",
            "one\ntwo\nthree",
        ),
        ("<b style='display:block'><i>one</b>two", "one\ntwo"),
        ("one</span>two", "onetwo"),
    ] {
        assert_eq!(text(source).trim(), seen, "{source}");
    }
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
        super::page(source, Syntax::Html, &reading, &Clock::start(&reading)).map(|page| page.text)
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
    let read = super::page(&source, Syntax::Html, &reading, &Clock::start(&reading));
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
        "<div style='max-height:0;overflow:hidden'>tide</div>",
        "<span style='position:absolute; left:-9999px'>tide</span>",
        "<span style='top: -200em; position: fixed'>tide</span>",
        "<b style='text-indent:-10000px;display:inline-block'>tide</b>",
        "<b style='width:0;overflow:hidden;float:left'>tide</b>",
        "<a href=x style='color:white'>tide</a>",
        "<b style='background:#000'>flow</b><font color=white>tide</font>",
        "<mark style='color:#ff0'>tide</mark>",
        "<font size=3 style='font-size:0'>tide</font>",
        "<b hidden=until-found style='display:block'>tide</b>",
        "<b hidden style='display:revert'>tide</b>",
        "<div style='font-size:0'><b style='font-size:2em'>tide</b></div>",
        "<div style='display:none'><b style='display:block;font-size:9px'>tide</b></div>",
        "<b style='display:none!important;display:block'>tide</b>",
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
        "<div style='max-height:0'>tide</div>",
        "<div style='overflow:hidden;width:100px'>tide</div>",
        "<div style='position:absolute;left:-20px'>tide</div>",
        "<div style='left:-9999px;margin-left:-9999px'>tide</div>",
        "<p style='text-indent:-2em'>tide",
        "<td style='font-size:0px'><div style='font-size:13px'>tide</div></td>",
        "<ul style='font-size:0'><li style='font:16px/1.5 Arial'>tide</ul>",
        "<div style='visibility:hidden'><b style='visibility:visible'>tide</b></div>",
        "<div style='color:#fff'><a style='color:#000'>tide</a></div>",
        "<div style='color:#fff'><div style='background:navy'>tide</div></div>",
        "<div style='text-indent:-9999px'><p style='text-indent:0'>tide</div>",
        "<div style='display:none;display:block'>tide</div>",
        "<div style='display:block!important;display:none'>tide</div>",
        "<div style='opacity:0;opacity:1;visibility:hidden;visibility:visible'>tide</div>",
        "<div style='height:0;overflow:hidden;min-height:9px'>tide</div>",
        "<div style='height:0;overflow:hidden;padding-bottom:56%'>tide</div>",
        "<h1 style='background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent'>tide</h1>",
        "<b style='color:#fff;background-color:#fff;background-image:linear-gradient(#000,#111)'>tide</b>",
        // A piece of a line with a background.
        "<span style='background-color:rgb(0,0,0)'><font color='#ffffff'>tide</font></span>",
        "<a href=x style='background:#1a73e8'><span style='color:#fff'>tide</span></a>",
        "<mark style='color:white'>tide</mark>",
        // What browsers set anew.
        "<div style='color:white'><a href=x>tide</a></div>",
        "<div style='color:white;font-size:0'><button>tide</button></div>",
        "<div style='font-size:0'><font size=3>tide</font></div>",
        // A style goes before an attribute.
        "<p hidden style='display:block'>tide",
        "<p popover style='display:block'>tide",
        // What does not apply to pieces of a line.
        "<span style='height:0;overflow:hidden'>tide</span>",
        "<my-word style='width:0;overflow:hidden'>tide</my-word>",
        "<span style='text-indent:-9999px'>tide</span>",
        // No length.
        "<p style='font-size:0x'>tide</p>",
        "<p style='width:0x;overflow:hidden'>tide</p>",
    ] {
        assert_eq!(unseen(seen), [""; 0], "{seen}");
    }
    assert_eq!(
        unseen("<i hidden>a <b>b</b> c</i> d <i hidden>e</i>"),
        ["a b c", "e"]
    );
    let again =
        "<div style='font-size:0'>a<p style='font-size:9px'>b <i hidden>c</i> d</p>e</div>f";
    assert_eq!(unseen(again), ["a", "c", "e"]);
}

#[test]
fn a_page_declares_its_encoding() {
    assert_eq!(
        declared_encoding(b"<meta charset=\"windows-1251\">"),
        Some(encoding_rs::WINDOWS_1251)
    );
    assert_eq!(declared_encoding(b"<p>none"), None);
    assert!(begins_as_html(b"\n <!DOCTYPE HTML>") && !begins_as_html(b"<p>"));
    assert!(is_page(b"<html><p>a < b % c") && !is_page(b"<html><?php echo 1 ?>"));
    assert!(!is_page(b"<!doctype html><p><%= name %>") && !is_page(b"<p>"));
}

/// The words of each block, in order, with what the block is.
fn blocks(source: &str) -> Vec<(PageBlock, String)> {
    let page = page(source);
    let words = |span: &BlockSpan| {
        let text = &page.text[span.start..span.end];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let blocks = page.blocks.iter();
    blocks.map(|span| (span.block, words(span))).collect()
}

#[test]
fn elements_and_roles_name_the_blocks_of_a_page() {
    use PageBlock::*;
    let of = |block, text: &str| (block, text.to_owned());
    assert_eq!(
        blocks(
            "<title>t</title><body><header>site <nav>menu</nav></header>before\
             <main><article><header><h1>tide</h1>by me</header><p>ebb<aside>see also</aside>flow\
             <footer>signed</footer></article></main><div role=complementary>more</div>\
             <footer>imprint</footer></body>"
        ),
        [
            of(Header, "site"),
            of(Navigation, "menu"),
            of(Outside, "before"),
            of(Heading, "tide"),
            of(Aside, "see also"),
            of(Aside, "more"),
            of(Footer, "imprint"),
        ]
    );
    assert_eq!(
        blocks("<div role='banner'>a</div><div role=main>b</div>c<div role=contentinfo>d</div>"),
        [of(Header, "a"), of(Outside, "c"), of(Footer, "d")]
    );
    // Without `main` the articles are the main part, but not those of the frame.
    assert_eq!(
        blocks("x<article>a</article>y<article>b</article><aside><article>c</article></aside>"),
        [of(Outside, "x"), of(Outside, "y"), of(Aside, "c")]
    );
    assert_eq!(blocks("<p>only <b>text</b>"), []);
    assert_eq!(blocks("<h2>one</h2>two"), [of(Heading, "one")]);
}

#[test]
fn words_of_ids_and_classes_count_less_than_elements() {
    use PageBlock::*;
    let of = |block, text: &str| (block, text.to_owned());
    assert_eq!(
        blocks(
            "<div class='top nav-bar'>a</div><div id=content>b</div><div class=sidebar>c</div>d"
        ),
        [of(Navigation, "a"), of(Aside, "c"), of(Outside, "d")]
    );
    assert_eq!(
        blocks("<div class=header>a<main>b</main>c</div>"),
        [of(Outside, "a"), of(Outside, "c")],
        "the main part is in no header"
    );
    assert_eq!(
        blocks("<body class=sidebar><div class=no-sidebar>a</div></body>"),
        []
    );
    assert_eq!(
        blocks("<p>a <span class=nav>b</span> c"),
        [],
        "a block is no part of a line"
    );
    assert_eq!(
        blocks("<table><tr><td class=menu>a<td>b<tr><td class=ad>c</td><td>d</table>"),
        [of(Navigation, "a"), of(Advertisement, "c")]
    );
}

#[test]
fn a_wrapper_named_after_the_layout_is_no_frame() {
    use PageBlock::*;
    let of = |block, text: &str| (block, text.to_owned());
    let story = "a story of the tide and the ebb of the sea";
    let side = "<div class=sidebar>side</div>";
    for wrapper in [
        "content-sidebar-wrap",
        "sidebar-right",
        "header-style-1",
        "menu-left",
        "has-ads ad-free-2",
    ] {
        for main in ["<article>", "<div id=content>", "<div role=article>"] {
            let end = if main == "<article>" {
                "article"
            } else {
                "div"
            };
            let inner = format!("{main}{story}</{end}>{side}");
            let footer = "<div id=footer><div class=content>legal</div></div>";
            let wrapped = format!("<div class='{wrapper}'>{inner}</div>");
            let within = format!("<div class=site-content><h1>name</h1>{wrapped}</div>");
            for body in [wrapped, within] {
                let page = format!("{body}{footer}");
                let blocks = blocks(&page);
                assert!(blocks.contains(&of(Aside, "side")), "{page}: {blocks:?}");
                assert!(
                    !blocks.iter().any(|(_, text)| text.contains("tide")),
                    "{page}: {blocks:?}"
                );
                assert!(blocks.contains(&of(Footer, "legal")), "{page}: {blocks:?}");
            }
        }
    }
    // An article in a sidebar is none of the page's, however long, where the page has a main part beside it.
    assert_eq!(
        blocks(&format!(
            "<div id=content>news</div><div class=sidebar><article>{story}</article></div>"
        )),
        [of(Aside, story)]
    );
    // Nor one with little of the text.
    assert_eq!(
        blocks(&format!(
            "<p>{story}</p><div class=related><article>teaser</article></div>"
        )),
        [of(Aside, "teaser")]
    );
}

#[test]
fn what_links_fill_is_navigation_unless_the_page_is_nothing_else() {
    use PageBlock::*;
    let links = "<ul><li><a href=a>one</a><li><a href=b>two</a><li><a href=c>three</a></ul>";
    let of = |text: &str| vec![(Navigation, text.to_owned())];
    assert_eq!(blocks(&format!("{links}<p>text")), of("one two three"));
    assert_eq!(blocks(links), []);
    assert_eq!(blocks(&format!("<article>a {links} b</article>")), []);
    assert_eq!(
        blocks(&links.replace("href", "name")),
        [],
        "places are no links"
    );
    assert_eq!(
        blocks("<p>text<p><a href=a>one</a> | <a href=b>two</a> | <a href=c>three</a><p>more"),
        of("one | two | three")
    );
    let prose = "<p>the <a href=a>tide</a> and the <a href=b>ebb</a> of the <a href=c>sea</a>";
    assert_eq!(blocks(&format!("{prose}<p>text")), []);
}

#[test]
fn an_element_that_is_never_closed_names_nothing() {
    assert_eq!(blocks("<nav>menu<p>text"), []);
    assert_eq!(
        blocks("<div><nav>menu</div><p>text"),
        [(PageBlock::Navigation, "menu".to_owned())]
    );
    assert_eq!(blocks("</nav></div>text<nav>").len(), 0);
    assert_eq!(blocks("<noscript><nav>a</noscript>b</nav>"), []);
    let deep = "<div class=nav>".repeat(20_000) + "deep" + &"</div>".repeat(20_000);
    assert_eq!(blocks(&deep), [(PageBlock::Navigation, "deep".to_owned())]);
}

#[test]
fn blocks_stand_elsewhere_in_what_is_seen() {
    let source = "<nav>a <b hidden>unseen</b> b</nav>c <i hidden>d</i><footer>e</footer>";
    let page = page(source);
    let seen = page.seen();
    let of = |text: &str, span: &BlockSpan| {
        let words = text[span.start..span.end].split_whitespace();
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let blocks = page.blocks_seen();
    let words: Vec<_> = blocks.iter().map(|span| of(&seen, span)).collect();
    assert_eq!(words, [vec!["a", "b"], vec!["e"]]);
    let words: Vec<_> = page
        .blocks
        .iter()
        .map(|span| of(&page.text, span))
        .collect();
    assert_eq!(words, [vec!["a", "unseen", "b"], vec!["e"]]);
}

#[test]
fn what_browsers_show_nothing_of_is_no_text() {
    for (source, shown) in [
        ("<iframe src=x>no</iframe>", ""),
        ("<noembed>no</noembed><noframes>no</noframes>", ""),
        ("<video src=x>no <a href=x>no</a></video>", ""),
        // A canvas without end ends with the element around it.
        ("<div><canvas id=x/></div>yes", "yes"),
        ("<ruby>base<rp>(<rt>over<rp>)</ruby>yes", "base over yes"),
        ("<datalist><option>no</datalist>yes", "yes"),
        (
            "<svg><title>no</title><desc>no</desc><text>yes</text></svg>",
            "yes",
        ),
        ("<svg><title>no &amp; <b>no</b></title></svg><p>yes", "yes"),
        ("<p>yes</p><title>no</title>", "yes"),
        (
            "<math><semantics><mi>x</mi><annotation encoding=t>no</annotation></semantics></math>",
            "x",
        ),
        ("<annotation>yes</annotation><desc>yes</desc>", "yes yes"),
        ("<details><summary>yes</summary>yes</details>", "yes yes"),
        ("<p aria-hidden=true>yes", "yes"),
        ("<noscript>no</noscript><template>no</template>", ""),
        // What stands in it is no markup.
        ("<noscript><iframe src=x></noscript>yes", "yes"),
        ("<noscript><!-- <img alt='</noscript>yes", "yes"),
        // An inline element ends with all inside.
        ("<a href=x><video src=x></a>yes", "yes"),
        ("<p><b><i><audio src=x>no</b>yes</i>yes", "yesyes"),
        // So does a paragraph before the next.
        ("<div><p><audio src=x><p>yes</p>yes</div>", "yes yes"),
        ("<div><p><video src=x>no<table><td>yes</table></div>", "yes"),
        ("<p><button><video>no<p>no</button>yes", "yes"),
        ("<ul><li><video src=x><li>yes</ul>", "yes"),
        (
            "<table><tr><td><canvas>no<td>yes<tr><td><rp>no<tr><td>yes</table>",
            "yes yes",
        ),
        ("<ul><li><video>no<ul><li>no</ul></video>yes</ul>", "yes"),
        ("<span><canvas>no</span>yes", "yes"),
        ("<span><div><canvas>no</span>no</div>yes", "yes"),
        ("<a href=x><div><canvas>no</a>yes</div>yes", "yes yes"),
        ("<a href=x><video>no<a href=x>yes</a>", "yes"),
        ("<video><a href=x>no</a>no</video>", ""),
        // Styles and scripts in a drawing are no raw text, and markup of a page ends it.
        ("<svg><style>a{}</svg>yes", "yes"),
        ("<svg><script>no</svg>yes", "yes"),
        ("<svg><g><p>yes<script>'<p>'</script>", "yes"),
        (
            "<svg><foreignObject><p>yes<style></svg></style></svg>yes",
            "yes yes",
        ),
        ("<math><mi><b>x</b></mi><mo/></math>yes", "x yes"),
        ("<object data=x>yes</object>", "yes"),
        (
            "<template><div><template shadowrootmode=open>no</template></div></template>",
            "",
        ),
    ] {
        let read = text(&format!("<body><p>one</p>{source}<p>two</p>"));
        let words: Vec<&str> = read.split_whitespace().collect();
        let wanted = format!("one {shown} two").replace("  ", " ");
        assert_eq!(words.join(" "), wanted, "{source}");
    }
}

#[test]
fn shadow_roots_and_pages_within_the_page_stand_in_their_place() {
    let source = "<p>one</p><my-card><template shadowrootmode=\"open\"><style>no</style><h2>two</h2><template>no\
        </template><slot></slot></template>three</my-card><p>four</p>";
    assert_eq!(text(source), "one\ntwo\nthree\nfour\n");
    // As Chrome wrote it.
    let saved = source.replace("shadowrootmode", "shadowmode");
    assert_eq!(text(&saved), text(source));
    let inner = "<title>no</title><p>two &quot;<q>quoted</q>&quot;<p hidden>unseen</p><iframe srcdoc='three'></iframe>";
    let inner = inner.replace('&', "&amp;").replace('"', "&quot;");
    let source = format!("<p>one</p><iframe srcdoc=\"{inner}\">no</iframe><p>four</p>");
    let read = page(&source);
    assert_eq!(read.text, "one\ntwo \"quoted\"\nunseen\nthree\nfour\n");
    let span = |&(start, end): &(usize, usize)| read.text[start..end].to_owned();
    assert_eq!(read.unseen.iter().map(span).collect::<Vec<_>>(), ["unseen"]);
    assert_eq!(read.quoted.iter().map(span).collect::<Vec<_>>(), ["quoted"]);
    assert_eq!(read.seen(), "one\ntwo \"quoted\"\n\nthree\nfour\n");
    assert_eq!(
        page("<iframe hidden srcdoc='a'></iframe>b").seen().trim(),
        "b"
    );
    assert_eq!(
        text("<template><iframe srcdoc='a'></iframe></template>b"),
        "b"
    );
    // Too many within each other.
    let mut deep = "text".to_owned();
    for _ in 0..20 {
        let escaped = deep.replace('&', "&amp;").replace('"', "&quot;");
        deep = format!("<iframe srcdoc=\"{escaped}\"></iframe>");
    }
    let reading = Reading::default();
    let read = super::page(&deep, Syntax::Html, &reading, &Clock::start(&reading));
    assert_eq!(read, Err(SkipReason::TooDeep(16)));
}

#[test]
fn what_is_hidden_ends_with_its_element() {
    for (source, seen) in [
        ("<p hidden>no<div>yes</div>", "yes"),
        ("<p hidden>no <button>no</button> no</p>yes", "yes"),
        ("<div><p hidden>no</div>yes", "yes"),
        ("<ul><li>a<li hidden>no</ul>yes", "a yes"),
        ("<ul><li hidden>no<li>yes</ul>", "yes"),
        ("<table><tr><td hidden>no</table>yes", "yes"),
        ("<div><span hidden>no</div>yes", "yes"),
        ("<div hidden>no</b> no</div>yes", "yes"),
        ("<div hidden>no <div>no</div> no</div>yes", "yes"),
        ("<dialog>no</dialog><dialog open>yes</dialog>", "yes"),
        ("<div popover>no</div>yes", "yes"),
        ("<a style='display:none'>no<a href=y>yes</a>", "yes"),
        ("<nobr hidden>no<nobr>yes", "yes"),
        ("<h1 hidden>no</h2>yes", "yes"),
        (
            "<table><tr><td style='background:#06c'><a style='color:#fff'>yes</a></table>",
            "yes",
        ),
        (
            "<div style='background:#06c'>a</div><p style='color:#fff'>no</p>yes",
            "a yes",
        ),
    ] {
        let read = page(&format!("<body>{source}")).seen();
        let words: Vec<&str> = read.split_whitespace().collect();
        assert_eq!(words.join(" "), seen, "{source}");
    }
}

#[test]
fn an_empty_element_of_a_drawing_or_a_formula_ends_at_once() {
    for empty in [
        "<svg><defs><style/></defs></svg>",
        "<svg><script/></svg>",
        "<svg><title/><desc/><metadata/></svg>",
        "<svg/>",
        "<svg style='display:none'/>",
        "<svg><path style='display:none'/></svg>",
        "<math hidden/>",
        "<math><annotation/></math>",
    ] {
        let page = page(&format!(
            "<body><p>one</p>{empty}<p>two</p><style>no</style>"
        ));
        assert_eq!(page.seen(), "one\ntwo\n", "{empty}");
    }
    // Within HTML, and in the HTML of a drawing, it is a start tag.
    assert_eq!(text("<p>one</p><script/>no</script>two"), "one\ntwo");
    let within = "<svg><foreignObject><script/>no</script>two</foreignObject></svg>";
    assert_eq!(text(within).trim(), "two");
}

#[test]
fn a_hidden_element_ends_where_its_next_of_a_kind_begins() {
    for hidden in [
        "<h1 hidden>no<h2>seen</h2>",
        "<button hidden>no<button>seen</button>",
        "<p style='display:none'>no<hr>seen",
    ] {
        assert_eq!(page(hidden).seen().trim(), "seen", "{hidden}");
    }
}

#[test]
fn white_letters_are_seen_where_the_page_or_the_element_has_a_background() {
    let white = "<p>one <span style='color:#fff'>two</span>";
    assert_eq!(page(white).seen().trim(), "one");
    let styled = format!("<style>body{{background:#111}}</style>{white}");
    assert_eq!(page(&styled).seen().trim(), "one two");
    let button = "<p>one <button style='color:#fff'>two</button>";
    assert_eq!(page(button).seen().split_whitespace().count(), 2);
}

#[test]
fn the_last_declaration_that_is_known_or_important_holds() {
    for (style, is_seen) in [
        ("display:none;display:nonsense", false),
        ("display:none;display:block", true),
        ("visibility:hidden;visibility:bogus", false),
        ("opacity:0;opacity:abc", false),
        ("opacity:0;opacity:50%", true),
        ("font-size:0;font-size:12", false),
        ("font-size:0;font:bold .8em/1.2 Arial, sans-serif", true),
        ("font-size:0;font:1em/2 x", true),
        ("font-size:0;font:caption", true),
        ("font-size:0;font:12px", false),
        ("font:12px/0 Arial", true),
        ("font:0px Arial;font-size:100%", true),
        ("font-size:0;font-size:clamp(1rem,2vw,3rem)", true),
        ("font-size:0;font-size:calc(0px)", false),
        ("font-size:0;font-size:1e1px", true),
        ("font-size:0.0e3px", false),
        ("font-size:0;font-size:-5px", false),
        ("font-size:0;all:initial", true),
        ("visibility:hidden;all:revert", true),
        ("display:none;all:unset", true),
        ("display:none!important;all:unset", false),
        ("all:unset;display:none", false),
        ("opacity:0;opacity:-1", false),
        ("color:#0000", false),
        ("color:rgb(0 0 0 / 0%)", false),
        ("color:rgba(1,2,3,.5)", true),
        ("d\\69splay:none", false),
        ("display:n\\6fne", false),
        ("display:none\\9", true),
        ("font-size:0;font-size:12px", true),
        ("/*c*/visibility:hidden", false),
        ("opacity:/**/0", false),
        ("opacity:/*", true),
        ("font:0/0 a!important;font-size:12px", false),
        ("font-size:0!important;font:12px Arial", false),
        ("font-size:12px!important;font:0/0 a", true),
        ("font-size:0;font:inherit", true),
    ] {
        let page = page(&format!("<p>one <span style=\"{style}\">two</span>"));
        let wanted: &[&str] = if is_seen { &["one", "two"] } else { &["one"] };
        let words: Vec<String> = page.seen().split_whitespace().map(str::to_owned).collect();
        assert_eq!(words, wanted, "{style}");
    }
    for (around, inside) in [
        ("visibility:hidden", "visibility:initial"),
        ("font-size:0", "font-size:initial"),
    ] {
        let page = page(&format!(
            "<div style='{around}'>no<p style='{inside}'>two</p></div>"
        ));
        assert_eq!(page.seen().trim(), "two", "{around}");
    }
}
