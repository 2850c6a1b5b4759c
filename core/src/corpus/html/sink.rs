//! What the tokeniser passes on becomes the text of a page.

use std::cell::RefCell;

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};

use super::open::{INLINE, OpenElements};
use crate::corpus::unseen;

/// Takes the tokens.
#[derive(Default)]
pub(super) struct Sink(pub RefCell<State>);

/// What has been read of a page.
#[derive(Default)]
pub(super) struct State {
    pub title: String,
    pub text: String,
    /// The open elements.
    pub elements: OpenElements,
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
    pub unseen: Vec<(usize, usize)>,
    pub quoted: Vec<(usize, usize)>,
    /// Number of open `blockquote` and `q` elements, and where the text of the outermost begins.
    quotes: usize,
    quote_start: usize,
    /// Current number of open elements (as far as end tags show) and its maximum.
    depth: usize,
    pub deepest: usize,
    /// White space is pending before the next visible character.
    space: bool,
}

/// Elements whose content browsers do not display.
const HIDDEN: [&str; 4] = ["script", "style", "template", "noscript"];

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
        let shown = self.hidden.is_none();
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
            self.in_title =
                opens && !tag.self_closing && self.title.is_empty() && self.text.is_empty();
        } else if name == "pre" {
            self.pre = match opens {
                true => self.pre + 1,
                false => self.pre.saturating_sub(1),
            };
        }
        let shown = shown && self.hidden.is_none();
        if shown && !opens {
            self.elements.end(&tag.name, self.text.len());
        }
        match name {
            "td" | "th" | "option" => self.space = true,
            _ if INLINE.contains(&name) => {}
            _ => self.line_end(),
        }
        if shown && opens {
            self.elements.start(tag, self.text.len());
        }
        if matches!(name, "blockquote" | "q") {
            self.quote(opens);
        }
        match name {
            "script" if opens => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" if opens => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            // `<title/>` of XHTML is empty; as HTML the whole page would be its title.
            "title" if opens && tag.self_closing => TokenSinkResult::Continue,
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
        self.elements.text(&self.text[begin..]);
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
