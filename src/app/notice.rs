//! Messages for the user: the latest is shown on the status line for a while, all are kept in a history.

use std::collections::VecDeque;
use std::time::Duration;

/// Display duration of a message on the status line.
pub const SHOWN_FOR: Duration = Duration::from_secs(6);
/// Maximum length of the history.
const KEPT: usize = 200;

/// A message with its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Message text.
    pub text: String,
    /// Whether it is an error message.
    pub error: bool,
    /// Time since program start.
    pub at: Duration,
}

/// Message history and the state of the status line.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    kept: VecDeque<Notice>,
    /// Whether the latest message was dismissed.
    dismissed: bool,
    /// Whether messages stay until dismissed.
    lasting: bool,
}

impl Notices {
    /// Creates an empty history. With `lasting`, messages stay until dismissed.
    #[must_use]
    pub fn new(lasting: bool) -> Self {
        Notices {
            lasting,
            ..Notices::default()
        }
    }

    /// Adds a message. A repetition of the latest one only renews its time.
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

    /// The message on the status line at `now`. Errors stay until replaced or dismissed.
    #[must_use]
    pub fn current(&self, now: Duration) -> Option<&Notice> {
        self.kept
            .back()
            .filter(|n| !self.dismissed && (self.stays(n) || now < n.at + SHOWN_FOR))
    }

    /// When the current message expires; `None` if there is none or it stays.
    #[must_use]
    pub fn expires(&self, now: Duration) -> Option<Duration> {
        self.current(now)
            .filter(|n| !self.stays(n))
            .map(|n| n.at + SHOWN_FOR)
    }

    fn stays(&self, notice: &Notice) -> bool {
        notice.error || self.lasting
    }

    /// Removes the latest message from the status line; it stays in the history.
    pub fn dismiss(&mut self) {
        self.dismissed = true;
    }

    /// All messages, newest first.
    pub fn history(&self) -> impl ExactSizeIterator<Item = &Notice> {
        self.kept.iter().rev()
    }
}
