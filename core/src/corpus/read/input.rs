//! What units are made from: a file, or a stream.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use crate::corpus::SkipReason;
use crate::corpus::limits::Clock;
use crate::corpus::random_access::RandomAccess;
use crate::corpus::unpacked::within_limit;
use crate::settings::Reading;

/// What units are made from.
pub(super) struct Input {
    content: Content,
    /// Offset from which no row begins: the length at the time of opening.
    pub end: u64,
}

enum Content {
    File(Arc<File>, u64),
    Stream(Box<dyn Read + Send>),
}

impl Input {
    /// A file of this length. It is read from where it stands.
    pub fn file(file: Arc<File>, length: u64) -> Self {
        let content = Content::File(file, length);
        Input {
            content,
            end: length,
        }
    }

    /// A stream in which no row begins from the offset `end` on.
    pub fn stream(content: Box<dyn Read + Send>, end: u64) -> Self {
        let content = Content::Stream(content);
        Input { content, end }
    }

    /// In order.
    pub fn read(self) -> Box<dyn Read + Send> {
        match self.content {
            Content::File(file, _) => Box::new(file),
            Content::Stream(stream) => stream,
        }
    }

    /// For formats that are read in any order. Such a file in another is held in memory.
    pub fn random(self, reading: &Reading) -> Result<RandomAccess, SkipReason> {
        match self.content {
            Content::File(file, length) => Ok(RandomAccess::file(file, length)),
            Content::Stream(stream) => {
                let bytes = within_limit(stream, reading, &Clock::start(reading))?;
                Ok(RandomAccess::bytes(bytes))
            }
        }
    }
}
