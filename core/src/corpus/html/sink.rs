//! What the tokeniser passes on becomes the text of a page.

use std::cell::RefCell;

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};

use super::display::{self, Unshown};
use super::line_break::{self, LineBreak};
use super::open::breaks_out;
use super::state::State;
use crate::corpus::unseen;

/// Takes the tokens.
#[derive(Default)]
pub(super) struct Sink(pub RefCell<State>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::TagToken(mut tag) => {
                let ends_at_once = tag.self_closing && state.honours_self_closing(&tag);
                let next = state.tag(&tag);
                let is_empty = ends_at_once && tag.kind == TagKind::StartTag;
                if !is_empty {
                    return next;
                }
                tag.kind = TagKind::EndTag;
                // What follows is no content of the element, raw or not.
                let _ = state.tag(&tag);
                TokenSinkResult::Continue
            }
            Token::DoctypeToken(declared) => {
                state.is_xml |= says_xhtml(&declared);
                TokenSinkResult::Continue
            }
            Token::CharacterTokens(text) => {
                state.characters(&text);
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }

    /// Whether a section of CDATA is text here: in XML, and in the drawings and formulas of HTML. Elsewhere in HTML it is
    /// a comment.
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        let state = self.0.borrow();
        state.is_xml || state.elements.is_foreign()
    }
}

/// Whether a page declares itself to be one of the kinds of XHTML.
fn says_xhtml(declared: &Doctype) -> bool {
    let public = declared.public_id.as_deref();
    public.is_some_and(|id| id.to_ascii_uppercase().contains("//DTD XHTML"))
}

impl State {
    /// Whether `<name/>` is an element without content: in XML, and in the drawings and formulas of HTML (HTML standard,
    /// 13.2.6.5), but not in the HTML within a drawing.
    fn honours_self_closing(&self, tag: &Tag) -> bool {
        let is_foreign = || self.elements.is_foreign() && !breaks_out(tag);
        self.is_xml || matches!(&*tag.name, "svg" | "math") || is_foreign()
    }

    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let opens = tag.kind == TagKind::StartTag;
        self.count(name, opens);
        if name == "html" && opens {
            let is_named = |a: &html5ever::Attribute| &*a.name.local == "xmlns";
            self.is_xml |= tag.attrs.iter().any(is_named);
        }
        let shown = self.hidden.is_none();
        let unshown = (opens && shown).then(|| display::unshown(tag, &self.elements));
        let unshown = unshown.flatten();
        let is_title = name == "title" && !self.elements.is_in("svg");
        if let Some((hidden, depth)) = &mut self.hidden {
            if hidden.as_str() == name {
                *depth = if opens { *depth + 1 } else { *depth - 1 };
                if *depth == 0 {
                    self.hidden = None;
                }
            }
        } else if unshown == Some(Unshown::UpToEndTag) && !(is_title && tag.self_closing) {
            self.hidden = Some((name.to_owned(), 1));
        }
        if is_title {
            self.in_title =
                opens && !tag.self_closing && self.title.is_empty() && self.text.is_empty();
        } else if name == "pre" {
            self.pre = match opens {
                true => self.pre + 1,
                false => self.pre.saturating_sub(1),
            };
        }
        let shown = shown && self.hidden.is_none();
        let line_break = match opens {
            true => line_break::of(tag),
            false if shown => self.elements.end(&tag.name, self.text.len(), self.unshown),
            false => line_break::usual(name),
        };
        match line_break {
            LineBreak::None => {}
            LineBreak::Word => self.space = true,
            LineBreak::Line => self.line_end(),
        }
        if shown && opens {
            self.elements.start(tag, self.text.len(), self.unshown);
        }
        self.unshown = self.unshown.filter(|place| self.elements.is_open(*place));
        if unshown == Some(Unshown::AsElement) && self.unshown.is_none() {
            self.unshown = self.elements.innermost();
        }
        if shown {
            self.cover(tag, name, opens);
        }
        if matches!(name, "blockquote" | "q") {
            self.quote(opens);
        }
        if name == "iframe" && unshown.is_some() && self.unshown.is_none() {
            self.embed(tag);
        }
        match name {
            // In a drawing or formula of HTML they are elements as others (HTML standard, 13.2.6.5).
            _ if self.elements.is_foreign() && !self.is_xml => TokenSinkResult::Continue,
            "script" if opens => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" | "noscript" if opens => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            "plaintext" if opens => TokenSinkResult::Plaintext,
            // `<title/>` of XHTML is empty; as HTML the whole page would be its title.
            "title" if opens && (tag.self_closing || !is_title) => TokenSinkResult::Continue,
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

    fn characters(&mut self, text: &str) {
        let begin = self.text.len();
        self.shown(text);
        let end = self.text.len();
        self.elements.text(&self.text[begin..]);
        let begin = end - self.text[begin..].trim_start().len();
        if self.is_covered() && end > begin {
            match self.unseen.last_mut() {
                // Pieces of one invisible text, separated by white space at most.
                Some(last) if self.text[last.1..begin].trim_start().is_empty() => last.1 = end,
                _ => self.unseen.push((begin, end)),
            }
        }
    }

    fn shown(&mut self, text: &str) {
        let is_style = |(name, _): &(String, usize)| name == "style";
        if self.hidden.as_ref().is_some_and(is_style) {
            // What has which background is not evaluated.
            self.background |= text.contains("background");
        }
        if self.in_title {
            self.title.push_str(text);
        } else if self.hidden.is_some() || self.unshown.is_some() {
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
        if self.hidden.is_none() {
            self.new_line();
        }
        self.space = false;
    }

    pub fn new_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}
