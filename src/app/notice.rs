//! Sentences for the person: the newest stands on the status line for a while, all of them stay in a
//! history.

use std::collections::VecDeque;
use std::time::Duration;

/// How long a notice stands on the status line.
pub const SHOWN_FOR: Duration = Duration::from_secs(6);
/// How many are remembered.
const KEPT: usize = 200;

/// A sentence and when it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The sentence.
    pub text: String,
    /// It tells of something that went wrong.
    pub error: bool,
    /// Time since the program began.
    pub at: Duration,
}

/// All that was said.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    kept: VecDeque<Notice>,
    /// The newest was read and put away.
    dismissed: bool,
    /// None goes by itself.
    lasting: bool,
}

impl Notices {
    /// Nothing was said yet. With `lasting` a notice stays until it is put away.
    #[must_use]
    pub fn new(lasting: bool) -> Self {
        Notices {
            lasting,
            ..Notices::default()
        }
    }

    /// Says something.
    pub fn say(&mut self, text: impl Into<String>, error: bool, at: Duration) {
        let text = text.into();
        self.dismissed = false;
        if let Some(last) = self.kept.back_mut()
            && last.text == text
        {
            last.at = at;
            return;
        }
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(Notice { text, error, at });
    }

    /// What stands on the status line at `now`. Errors stay until something else is said or a key
    /// puts them away.
    #[must_use]
    pub fn current(&self, now: Duration) -> Option<&Notice> {
        self.kept
            .back()
            .filter(|n| !self.dismissed && (self.stays(n) || now < n.at + SHOWN_FOR))
    }

    /// When the status line changes by itself next.
    #[must_use]
    pub fn expires(&self, now: Duration) -> Option<Duration> {
        self.current(now)
            .filter(|n| !self.stays(n))
            .map(|n| n.at + SHOWN_FOR)
    }

    fn stays(&self, notice: &Notice) -> bool {
        notice.error || self.lasting
    }

    /// Takes the newest off the status line; it stays in the history.
    pub fn dismiss(&mut self) {
        self.dismissed = true;
    }

    /// All, newest first.
    pub fn history(&self) -> impl ExactSizeIterator<Item = &Notice> {
        self.kept.iter().rev()
    }
}
