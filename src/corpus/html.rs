//! Visible text of an HTML page: without tags, scripts and styles, with entities resolved and block
//! elements on separate lines. Uses the html5ever tokeniser, so malformed markup is read as browsers
//! read it, and deep nesting needs no stack.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};

use super::limits::Clock;
use super::{SkipReason, unseen};
use crate::settings::Reading;

/// Extracted content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Content of the `title` element, which is not part of the text.
    pub title: String,
    /// Text of the page.
    pub text: String,
    /// Byte spans `start..end` of the text, ascending and disjoint, that element attributes make
    /// invisible.
    pub unseen: Vec<(usize, usize)>,
    /// Byte spans `start..end` of the text, ascending and disjoint, inside `blockquote` and `q` elements.
    pub quoted: Vec<(usize, usize)>,
}

impl Page {
    /// The quoted spans as offsets into [`Page::seen`].
    #[must_use]
    pub fn quoted_seen(&self) -> Vec<(usize, usize)> {
        let mut quoted = Vec::with_capacity(self.quoted.len());
        // Bytes up to `from` of the text make `length` bytes of what is seen.
        let (mut from, mut length, mut unseen) = (0, 0, self.unseen.iter().peekable());
        let mut space = false;
        let mut place = |at: usize| {
            while let Some(&&(start, end)) = unseen.peek().filter(|(_, end)| *end <= at) {
                let kept = &self.text[from..start];
                space = kept.chars().next_back().map_or(space, char::is_whitespace);
                // As `seen` does: a space unless white space stands there.
                length += kept.len() + usize::from(!space);
                (from, space) = (end, true);
                unseen.next();
            }
            match unseen.peek() {
                // Inside of an invisible span.
                Some(&&(start, _)) if start < at => length + (start - from),
                _ => length + (at - from),
            }
        };
        for &(start, end) in &self.quoted {
            let (start, end) = (place(start), place(end));
            if start < end {
                quoted.push((start, end));
            }
        }
        quoted
    }

    /// The text without invisible spans. Words on either side of a removed span stay separated.
    #[must_use]
    pub fn seen(&self) -> String {
        let mut seen = String::with_capacity(self.text.len());
        let mut from = 0;
        for &(start, end) in &self.unseen {
            seen.push_str(&self.text[from..start]);
            if !seen.ends_with(char::is_whitespace) {
                seen.push(' ');
            }
            from = end;
        }
        seen.push_str(&self.text[from..]);
        seen
    }
}

/// Bytes passed to the tokeniser between two checks of the limits. Small, because the tokeniser's cost
/// is quadratic in the number of attributes of one tag.
const PIECE: usize = 8 << 10;

/// Extracts text and title of `source`. Checks the limits of depth and time after each piece.
///
/// # Errors
/// [`SkipReason::TooDeep`], [`SkipReason::TooSlow`].
pub fn page(source: &str, reading: &Reading, clock: &Clock) -> Result<Page, SkipReason> {
    let input = BufferQueue::default();
    let tokenizer = Tokenizer::new(Sink::default(), Default::default());
    let mut rest = source;
    while !rest.is_empty() {
        let (now, later) = rest.split_at(rest.ceil_char_boundary(PIECE));
        rest = later;
        input.push_back(StrTendril::from_slice(now));
        // The sink never pauses the tokeniser, but a declared encoding is reported as a pause.
        while !input.is_empty() {
            let _ = tokenizer.feed(&input);
        }
        if tokenizer.sink.0.borrow().deepest > reading.max_depth as usize {
            return Err(SkipReason::TooDeep(reading.max_depth));
        }
        clock.check()?;
    }
    tokenizer.end();
    let page = tokenizer.sink.0.into_inner();
    Ok(Page {
        title: page.title.split_whitespace().collect::<Vec<_>>().join(" "),
        text: page.text,
        unseen: page.unseen,
        quoted: page.quoted,
    })
}

/// Whether a file without extension starts like an HTML page.
#[must_use]
pub fn begins_as_html(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(512)];
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let head = head.trim_ascii_start().to_ascii_lowercase();
    head.starts_with(b"<!doctype html") || head.starts_with(b"<html")
}

/// Encoding declared in a `meta` element, searched in the first 1024 bytes as the HTML standard
/// specifies.
#[must_use]
pub fn declared_encoding(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_ascii_lowercase();
    let (_, rest) = head.split_once("charset=")?;
    let label = rest.trim_start_matches(['"', '\'']);
    let end = label
        .find(['"', '\'', '>', ' ', ';', '/'])
        .unwrap_or(label.len());
    encoding_rs::Encoding::for_label(&label.as_bytes()[..end])
}

#[derive(Default)]
struct Sink(RefCell<State>);

#[derive(Default)]
struct State {
    title: String,
    text: String,
    /// Inside the `title` element.
    in_title: bool,
    /// Nesting depth of `pre` elements, in which white space is preserved.
    pre: usize,
    /// Current element whose content is not displayed, and its nesting depth in itself.
    hidden: Option<(String, usize)>,
    /// Current element whose text is present but invisible, and its nesting depth in itself.
    under: Option<(String, usize)>,
    /// Whether the page sets a background.
    ground: bool,
    unseen: Vec<(usize, usize)>,
    quoted: Vec<(usize, usize)>,
    /// Number of open `blockquote` and `q` elements, and where the text of the outermost begins.
    quotes: usize,
    quote_start: usize,
    /// Current number of open elements (as far as end tags show) and its maximum.
    depth: usize,
    deepest: usize,
    /// White space is pending before the next visible character.
    space: bool,
}

/// Elements whose content browsers do not display.
const HIDDEN: [&str; 4] = ["script", "style", "template", "noscript"];

/// Inline elements; all others start and end a line.
const INLINE: [&str; 34] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
];

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => state.tag(&tag),
            Token::CharacterTokens(text) => {
                state.characters(&text);
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

impl State {
    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let opens = tag.kind == TagKind::StartTag;
        self.count(name, opens);
        if let Some((hidden, depth)) = &mut self.hidden {
            if hidden.as_str() == name {
                *depth = if opens { *depth + 1 } else { *depth - 1 };
                if *depth == 0 {
                    self.hidden = None;
                }
            }
        } else if opens && HIDDEN.contains(&name) && !tag.self_closing {
            self.hidden = Some((name.to_owned(), 1));
        }
        self.cover(tag, name, opens);
        if name == "title" {
            self.in_title = opens && self.title.is_empty() && self.text.is_empty();
        } else if name == "pre" {
            self.pre = match opens {
                true => self.pre + 1,
                false => self.pre.saturating_sub(1),
            };
        }
        match name {
            "td" | "th" | "option" => self.space = true,
            _ if INLINE.contains(&name) => {}
            _ => self.line_end(),
        }
        if matches!(name, "blockquote" | "q") {
            self.quote(opens);
        }
        match name {
            "script" if opens => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" if opens => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            "title" | "textarea" if opens => TokenSinkResult::RawData(RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }

    /// Tracks the outermost quoting element. One that is never closed quotes nothing.
    fn quote(&mut self, opens: bool) {
        if opens {
            if self.quotes == 0 {
                self.quote_start = self.text.len();
            }
            self.quotes += 1;
        } else if self.quotes > 0 {
            self.quotes -= 1;
            let (start, end) = (self.quote_start, self.text.len());
            if self.quotes == 0 && start < end {
                self.quoted.push((start, end));
            }
        }
    }

    /// Tracks the nesting depth. Elements that need no end tag are not counted: pages have thousands of
    /// them as siblings, not nested.
    fn count(&mut self, name: &str, opens: bool) {
        if unseen::VOID.contains(&name) || unseen::ENDED_BY_NEXT.contains(&name) {
            return;
        }
        if opens {
            self.depth += 1;
            self.deepest = self.deepest.max(self.depth);
        } else {
            self.depth = self.depth.saturating_sub(1);
        }
    }

    /// Tracks the element that makes its text invisible.
    fn cover(&mut self, tag: &Tag, name: &str, opens: bool) {
        if let Some((covering, depth)) = &mut self.under {
            if covering.as_str() != name {
                return;
            }
            *depth = match opens {
                true if unseen::ENDED_BY_NEXT.contains(&name) => 0,
                true => *depth + 1,
                false => *depth - 1,
            };
            if *depth > 0 {
                return;
            }
            self.under = None;
        }
        if !opens || unseen::VOID.contains(&name) {
            return;
        }
        if matches!(name, "body" | "html" | "table") {
            self.ground |= unseen::sets_ground(tag);
        }
        if unseen::hides(tag, self.ground) {
            self.under = Some((name.to_owned(), 1));
        }
    }

    fn characters(&mut self, text: &str) {
        let begin = self.text.len();
        self.shown(text);
        let end = self.text.len();
        let begin = end - self.text[begin..].trim_start().len();
        if self.under.is_some() && end > begin {
            match self.unseen.last_mut() {
                // Pieces of one invisible text, separated by white space at most.
                Some(last) if self.text[last.1..begin].trim_start().is_empty() => last.1 = end,
                _ => self.unseen.push((begin, end)),
            }
        }
    }

    fn shown(&mut self, text: &str) {
        if self.in_title {
            self.title.push_str(text);
        } else if self.hidden.is_some() {
            // Not displayed.
        } else if self.pre > 0 {
            self.owed_space();
            self.text.push_str(text);
        } else {
            for c in text.chars() {
                // A no-break space is visible white space and is kept.
                if matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c') {
                    self.space = true;
                } else {
                    self.owed_space();
                    self.text.push(c);
                }
            }
        }
    }

    fn owed_space(&mut self) {
        if std::mem::take(&mut self.space) && !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push(' ');
        }
    }

    fn line_end(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') && self.hidden.is_none() {
            self.text.push('\n');
        }
        self.space = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
