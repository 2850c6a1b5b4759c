//! Pages within a page.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer};

use super::sink::{Sink, State};
use super::{PIECE, begins_as_xml};
use crate::corpus::SkipReason;
use crate::corpus::limits::Clock;

/// Most pages within each other.
const LEVELS: u32 = 16;

/// The limits within which a page is read.
#[derive(Clone, Copy)]
pub(super) struct Inner {
    pub max_depth: u32,
    pub clock: Clock,
    /// Number of pages around it.
    pub level: u32,
}

impl Inner {
    /// Reads a page. Checks the limits of depth and time after each piece.
    pub fn read(mut self, source: &str) -> Result<State, SkipReason> {
        if self.level > LEVELS {
            return Err(SkipReason::TooDeep(LEVELS));
        }
        self.level += 1;
        let input = BufferQueue::default();
        let sink = Sink::default();
        sink.0.borrow_mut().is_xml = begins_as_xml(source);
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
