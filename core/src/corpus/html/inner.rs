//! Pages within a page.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tag, Tokenizer};

use super::sink::Sink;
use super::state::{Inner, State};
use super::{Syntax, doctype};
use crate::corpus::{SkipReason, unseen};

/// Bytes passed to the tokeniser between two checks of the limits. Small, because the tokeniser's cost
/// is quadratic in the number of attributes of one tag.
pub(super) const PIECE: usize = 8 << 10;

/// Most pages within each other.
const LEVELS: u32 = 16;

impl Inner {
    /// Reads a page. Checks the limits of depth and time after each piece.
    pub fn read(mut self, source: &str, syntax: Syntax) -> Result<State, SkipReason> {
        if self.level > LEVELS {
            return Err(SkipReason::TooDeep(LEVELS));
        }
        self.level += 1;
        let is_xml = syntax == Syntax::Xml || begins_as_xml(source);
        let plain = is_xml.then(|| doctype::plain(source));
        let source = plain.as_deref().unwrap_or(source);
        let input = BufferQueue::default();
        let sink = Sink::default();
        sink.0.borrow_mut().is_xml = is_xml;
        sink.0.borrow_mut().inner = Some(self);
        let tokenizer = Tokenizer::new(sink, Default::default());
        let mut rest = source;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.ceil_char_boundary(PIECE));
            rest = later;
            input.push_back(StrTendril::from_slice(now));
            // The sink never pauses the tokeniser, but a declared encoding is reported as a pause.
            while !input.is_empty() {
                let _ = tokenizer.feed(&input);
            }
            let mut state = tokenizer.sink.0.borrow_mut();
            if let Some(reason) = state.failed.take() {
                return Err(reason);
            }
            if state.deepest > self.max_depth as usize {
                return Err(SkipReason::TooDeep(self.max_depth));
            }
            drop(state);
            self.clock.check()?;
        }
        tokenizer.end();
        Ok(tokenizer.sink.0.into_inner())
    }
}

impl State {
    /// Puts the page that an `iframe` holds itself (`srcdoc`) in its place.
    pub fn embed(&mut self, tag: &Tag) {
        let mut attributes = tag.attrs.iter();
        let source = attributes.find(|attribute| &*attribute.name.local == "srcdoc");
        let (Some(source), Some(inner)) = (source, self.inner) else {
            return;
        };
        let page = match inner.read(&source.value, Syntax::Html) {
            Ok(page) => page,
            Err(reason) => {
                self.failed.get_or_insert(reason);
                return;
            }
        };
        let covered = self.is_covered() || unseen::hides(tag, self.has_background());
        self.new_line();
        self.elements.text(&page.text);
        let at = self.text.len();
        self.text.push_str(&page.text);
        let moved = |spans: Vec<(usize, usize)>| {
            let spans = spans.into_iter();
            spans.map(move |(start, end)| (start + at, end + at))
        };
        match covered {
            true if !page.text.trim().is_empty() => self.unseen.push((at, self.text.len())),
            true => {}
            false => self.unseen.extend(moved(page.unseen)),
        }
        if self.quotes == 0 {
            self.quoted.extend(moved(page.quoted));
        }
        self.new_line();
    }
}

/// Whether a page begins with the declaration of XML.
fn begins_as_xml(source: &str) -> bool {
    let begin = source.trim_start_matches('\u{feff}').trim_start();
    begin.starts_with("<?xml")
}
