//! Messages for the user: the latest is shown on the status line for a while, all are kept in a history.

use std::collections::VecDeque;
use std::time::Duration;

/// Display duration of a message on the status line.
pub const SHOWN_FOR: Duration = Duration::from_secs(6);
const MAX_HISTORY: usize = 200;

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
    /// The messages that came before names were hidden: they may contain names.
    set_aside: Option<VecDeque<Notice>>,
    /// Whether the latest message was dismissed.
    dismissed: bool,
    /// Whether messages stay until dismissed.
    lasting: bool,
    /// Queue of messages for the status line, in order.
    hints: VecDeque<String>,
}

impl Notices {
    /// Creates an empty history. With `lasting`, messages stay until dismissed.
    pub fn new(lasting: bool) -> Self {
        Notices {
            lasting,
            ..Notices::default()
        }
    }

    /// Hides the earlier messages while names are hidden, and restores them afterwards.
    pub fn hide_names(&mut self, hidden: bool) {
        if hidden {
            let kept = || std::mem::take(&mut self.kept);
            self.set_aside.get_or_insert_with(kept);
        } else if let Some(mut before) = self.set_aside.take() {
            before.append(&mut self.kept);
            let excess = before.len().saturating_sub(MAX_HISTORY);
            before.drain(..excess);
            self.kept = before;
        }
    }

    /// Adds a message. A repetition of the latest one only renews its time.
    pub fn say(&mut self, text: impl Into<String>, error: bool, at: Duration) {
        let text = text.into();
        let level = if error {
            log::Level::Error
        } else {
            log::Level::Info
        };
        log::log!(level, "{text}");
        self.dismissed = false;
        if let Some(last) = self.kept.back_mut()
            && last.text == text
        {
            last.at = at;
            return;
        }
        if self.kept.len() == MAX_HISTORY {
            self.kept.pop_front();
        }
        self.kept.push_back(Notice { text, error, at });
    }

    /// Adds a message that is not an answer to the user. It waits until the current message has gone, which may be an
    /// answer.
    pub fn hint(&mut self, text: impl Into<String>, at: Duration) {
        let text = text.into();
        if !self.hints.contains(&text) {
            self.hints.push_back(text);
        }
        self.advance(at);
    }

    /// Shows the first waiting hint, if no message is on the status line at `now`.
    pub fn advance(&mut self, now: Duration) {
        if self.current(now).is_none()
            && let Some(hint) = self.hints.pop_front()
        {
            self.say(hint, false, now);
        }
    }

    /// The message on the status line at `now`. Errors stay until replaced or dismissed.
    pub fn current(&self, now: Duration) -> Option<&Notice> {
        let last = self.kept.back();
        last.filter(|n| !self.dismissed && (self.stays(n) || now < n.at + SHOWN_FOR))
    }

    /// When the current message expires; `None` if there is none or it stays.
    pub fn expires(&self, now: Duration) -> Option<Duration> {
        let current = self.current(now).filter(|n| !self.stays(n));
        current.map(|n| n.at + SHOWN_FOR)
    }

    fn stays(&self, notice: &Notice) -> bool {
        notice.error || self.lasting
    }

    /// Removes the latest message from the status line; it stays in the history.
    pub fn dismiss(&mut self) {
        self.dismissed = true;
    }

    /// Does the same as [`Notices::dismiss`], unless the message is an error.
    pub fn dismiss_answer(&mut self) {
        self.dismissed |= self.kept.back().is_some_and(|notice| !notice.error);
    }

    /// All messages, newest first.
    pub fn history(&self) -> impl ExactSizeIterator<Item = &Notice> {
        self.kept.iter().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_from_before_names_were_hidden_return_with_the_names() {
        let at = Duration::from_secs;
        let mut notices = Notices::new(false);
        notices.say("the cluster of anna.txt", false, at(0));
        notices.hide_names(true);
        notices.say("names are hidden", false, at(1));
        notices.hide_names(true);
        let texts = |notices: &Notices| -> Vec<String> {
            notices
                .history()
                .map(|notice| notice.text.clone())
                .collect()
        };
        assert_eq!(texts(&notices), ["names are hidden"]);
        notices.hide_names(false);
        notices.say("names are shown", false, at(2));
        assert_eq!(texts(&notices).len(), 3);
    }

    #[test]
    fn a_hint_waits_for_the_message_before_it() {
        let at = Duration::from_secs;
        let mut notices = Notices::new(false);
        notices.hint("first", at(0));
        assert_eq!(notices.current(at(1)).map(|n| &*n.text), Some("first"));
        notices.say("an answer", false, at(2));
        notices.hint("second", at(3));
        notices.advance(at(7));
        assert_eq!(notices.current(at(7)).map(|n| &*n.text), Some("an answer"));
        notices.advance(at(8));
        let shown = notices.current(at(8)).map(|n| (&*n.text, n.at));
        assert_eq!(shown, Some(("second", at(8))));
        // A dismissed message makes room at once.
        notices.say("an answer", false, at(9));
        notices.hint("third", at(9));
        notices.dismiss();
        notices.advance(at(9));
        assert_eq!(notices.current(at(9)).map(|n| &*n.text), Some("third"));
    }
}
