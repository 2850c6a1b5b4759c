//! What units are made from: a file, or a stream.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use crate::corpus::SkipReason;
use crate::corpus::limits::{Clock, StopFlag, Stoppable};
use crate::corpus::random_access::RandomAccess;
use crate::corpus::unpacked::within_limit;
use crate::settings::Reading;

/// What units are made from.
pub(super) struct Input {
    content: Content,
    /// Once it is set, reading in order fails.
    pub stop: StopFlag,
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
        Input {
            end: length,
            content: Content::File(file, length),
            stop: StopFlag::default(),
        }
    }

    /// The same, which fails to be read in order once `stop` is set.
    pub fn until(self, stop: &StopFlag) -> Self {
        Input {
            stop: stop.clone(),
            ..self
        }
    }

    /// A stream in which no row begins from the offset `end` on.
    pub fn stream(content: Box<dyn Read + Send>, end: u64) -> Self {
        let content = Content::Stream(content);
        let stop = StopFlag::default();
        Input { content, stop, end }
    }

    /// The file, unless it is a stream.
    pub fn as_file(&self) -> Option<Arc<File>> {
        match &self.content {
            Content::File(file, _) => Some(Arc::clone(file)),
            Content::Stream(_) => None,
        }
    }

    /// In order.
    pub fn read(self) -> Box<dyn Read + Send> {
        match self.content {
            Content::File(file, _) => Box::new(Stoppable::new(file, self.stop)),
            Content::Stream(stream) => Box::new(Stoppable::new(stream, self.stop)),
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::corpus::read::{Work, document, work_until};
    use crate::corpus::{Source, discover};

    #[test]
    fn once_the_flag_is_set_nothing_more_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let mail = "From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\nbody\n\n";
        for (name, content) in [
            ("a.jsonl", "{\"text\":\"one\"}\n".repeat(2)),
            ("a.csv", "text\none\ntwo\n".to_owned()),
            ("a.mbox", mail.repeat(2)),
        ] {
            std::fs::write(folder.path().join(name), content).unwrap();
        }
        let reading = Reading::default();
        let source = Source::Paths(vec![folder.path().to_owned()]);
        let works = |stop: &StopFlag| -> Vec<Work> {
            let entries = discover(&source, &reading, |_| true).unwrap().entries;
            let entries = entries.into_iter();
            entries
                .flat_map(|entry| work_until(entry, &reading, stop))
                .collect()
        };
        let read = works(&StopFlag::default());
        assert_eq!(read.len(), 6);
        assert!(
            read.into_iter()
                .all(|work| document(work, &reading).is_ok())
        );
        let set = StopFlag::from(Arc::new(AtomicBool::new(true)));
        let stopped = works(&set);
        assert!(stopped.len() >= 3);
        let is_none = |work: &Work| matches!(work, Work::Skip(_));
        assert!(stopped.iter().all(is_none), "{stopped:?}");
    }
}
