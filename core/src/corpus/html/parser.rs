//! Writes the text of a page with the parser of html5ever, which reads malformed markup as browsers do.
//!
//! In XML (XHTML), self-closing elements are empty and CDATA sections are text; otherwise XML is read as HTML.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use html5ever::tree_builder::{TreeBuilder, TreeSink};
use html5ever::{Attribute, QualName, local_name};

use super::roles::ElementId;
use super::writer::{DOCUMENT, PageWriter, Syntax};
use crate::corpus::SkipReason;
use crate::corpus::limits::Clock;
use crate::settings::Reading;

/// Bytes that are parsed between two checks of the clock. The number is small, because the time of the tokeniser is
/// quadratic in the number of attributes of one tag.
const PIECE: usize = 8 << 10;

/// Maximum number of elements of a page, unless it has fewer bytes. Unclosed tags can repeat elements without end.
const MAX_ELEMENTS: usize = 10_000_000;

type Child = NodeOrText<ElementId>;
type Attributes = Vec<Attribute>;

/// Parses a page.
///
/// # Errors
/// [`SkipReason::TooDeep`], [`SkipReason::TooSlow`], [`SkipReason::Damaged`] if there are too many elements.
pub(super) fn parse(
    source: &str,
    syntax: Syntax,
    reading: &Reading,
    clock: &Clock,
) -> Result<PageWriter, SkipReason> {
    let sink = Sink {
        writer: RefCell::new(PageWriter::new(reading.drop_unseen)),
        max_elements: MAX_ELEMENTS.min(source.len() + 1_000),
    };
    let tokens = Tokens {
        builder: TreeBuilder::new(sink, Default::default()),
        is_xml: syntax == Syntax::Xml || source.trim_start().starts_with("<?xml"),
    };
    let tokenizer = Tokenizer::new(tokens, Default::default());
    let sink = &tokenizer.sink.builder.sink;
    let input = BufferQueue::default();
    let mut rest = source;
    while !rest.is_empty() {
        let (piece, later) = rest.split_at(rest.ceil_char_boundary(PIECE));
        rest = later;
        input.push_back(piece.into());
        while !input.is_empty() {
            let _ = tokenizer.feed(&input);
        }
        sink.check()?;
        clock.check()?;
    }
    tokenizer.end();
    tokenizer.sink.builder.end();
    let mut writer = tokenizer.sink.builder.sink.writer.into_inner();
    writer.go_to(DOCUMENT);
    Ok(writer)
}

/// Passes tokens to the tree builder; XML tokens are adapted to it.
struct Tokens {
    builder: TreeBuilder<ElementId, Sink>,
    is_xml: bool,
}

impl Tokens {
    /// Whether a start tag is a complete element that the tree builder would leave open.
    fn is_empty(&self, tag: &Tag) -> bool {
        // In HTML, all following text would be the title.
        let is_closed = tag.self_closing && (self.is_xml || tag.name == local_name!("title"));
        let is_void = matches!(tag.name, local_name!("br") | local_name!("meta"));
        is_closed && tag.kind == TagKind::StartTag && !is_void
    }
}

impl TokenSink for Tokens {
    type Handle = ElementId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<ElementId> {
        if self.builder.sink.check().is_err() {
            return TokenSinkResult::Continue;
        }
        match token {
            Token::TagToken(mut tag) if self.is_empty(&tag) => {
                tag.self_closing = false;
                let mut end_tag = tag.clone();
                end_tag.kind = TagKind::EndTag;
                let _ = self.builder.process_token(Token::TagToken(tag), line);
                let _ = self.builder.process_token(Token::TagToken(end_tag), line);
                TokenSinkResult::Continue
            }
            token => self.builder.process_token(token, line),
        }
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        let builder = &self.builder;
        self.is_xml || builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Writes the output of the tree builder. Comments and instructions add nothing; the document is used in their place.
struct Sink {
    writer: RefCell<PageWriter>,
    max_elements: usize,
}

impl Sink {
    /// # Errors
    /// A limit is exceeded.
    fn check(&self) -> Result<(), SkipReason> {
        let writer = self.writer.borrow();
        if writer.max_depth > Reading::MAX_DEPTH as usize {
            Err(SkipReason::TooDeep)
        } else if writer.elements.len() > self.max_elements {
            let problem = "HTML: its tags make too many elements";
            Err(SkipReason::Damaged(problem.to_owned()))
        } else {
            Ok(())
        }
    }
}

impl TreeSink for Sink {
    type Handle = ElementId;
    type Output = ();
    type ElemName<'a> = Ref<'a, QualName>;

    fn get_document(&self) -> ElementId {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, element: &'a ElementId) -> Ref<'a, QualName> {
        let writer = self.writer.borrow();
        Ref::map(writer, |writer| &writer.elements[*element].name)
    }

    fn create_element(&self, name: QualName, with: Attributes, _: ElementFlags) -> ElementId {
        self.writer.borrow_mut().create(name, with)
    }

    fn create_comment(&self, _: StrTendril) -> ElementId {
        DOCUMENT
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> ElementId {
        DOCUMENT
    }

    fn append(&self, parent: &ElementId, child: Child) {
        let mut writer = self.writer.borrow_mut();
        match child {
            NodeOrText::AppendNode(child) => writer.append(*parent, child),
            NodeOrText::AppendText(text) => writer.append_text(*parent, &text),
        }
    }

    /// Browsers move text in a table outside of its cells to before the table. Here it keeps its position.
    fn append_based_on_parent_node(&self, table: &ElementId, _: &ElementId, child: Child) {
        self.append(table, child);
    }

    fn append_before_sibling(&self, sibling: &ElementId, child: Child) {
        self.append(sibling, child);
    }

    /// The content of a template belongs to its element.
    fn get_template_contents(&self, template: &ElementId) -> ElementId {
        *template
    }

    fn allow_declarative_shadow_roots(&self, _: &ElementId) -> bool {
        false
    }

    fn same_node(&self, a: &ElementId, b: &ElementId) -> bool {
        a == b
    }

    // Text that was written keeps its position when the tree builder moves elements. Nothing depends on the other
    // operations.
    fn finish(self) {}
    fn remove_from_parent(&self, _: &ElementId) {}
    fn reparent_children(&self, _: &ElementId, _: &ElementId) {}
    fn parse_error(&self, _: Cow<'static, str>) {}
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn add_attrs_if_missing(&self, _: &ElementId, _: Attributes) {}
}
