//! The query for the terminal's background colour (OSC 11) and its answer. Nothing waits for the answer. crossterm
//! delivers it as keys (Alt-`]`, then its characters, then Alt-`\` or Ctrl-g), which are removed from the input here.
//! Terminals that do not support the query are silent.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::ui::theme::scales::luminance;

/// The query, ended by ST.
pub const QUERY: &str = "\x1b]11;?\x1b\\";

/// Maximum length of an answer in characters: `11;rgba:` and four parts of four digits.
const MAX_ANSWER: usize = 32;

/// Time after which keys that could begin an answer count as keys: the characters of an answer arrive at once.
const DEADLINE: Duration = Duration::from_millis(100);

/// Answers among the events of the terminal.
#[derive(Debug, Default)]
pub struct Answers {
    /// Events that may be the beginning of an answer, and when the first of them arrived.
    held: Vec<Event>,
    since: Option<Instant>,
}

/// What an event turns out to be.
#[derive(Debug, PartialEq)]
pub enum Taken {
    /// Events to handle, in order; none while they may be part of an answer.
    Events(Vec<Event>),
    /// The answer: whether the background is light.
    Light(bool),
}

impl Answers {
    /// Takes the next event, at `now`.
    pub fn take(&mut self, event: Event, now: Instant) -> Taken {
        let key = key(&event);
        self.held.push(event);
        let count = self.held.len();
        if count == 1 {
            self.since = Some(now);
        }
        let ends = matches!(
            key,
            Some(
                (KeyCode::Char('\\'), KeyModifiers::ALT)
                    | (KeyCode::Char('g'), KeyModifiers::CONTROL)
            )
        );
        if let (true, Some(light)) = (ends, self.light()) {
            self.held.clear();
            return Taken::Light(light);
        }
        let may_be_answer = match key {
            Some((KeyCode::Char(']'), KeyModifiers::ALT)) => count == 1,
            Some((KeyCode::Char(_), KeyModifiers::NONE | KeyModifiers::SHIFT)) => {
                (2..MAX_ANSWER).contains(&count) && !self.is_overdue(now)
            }
            _ => false,
        };
        Taken::Events(if may_be_answer {
            Vec::new()
        } else {
            std::mem::take(&mut self.held)
        })
    }

    /// The held events, once the deadline has passed at `now`: they are keys, not an answer.
    pub fn overdue(&mut self, now: Instant) -> Vec<Event> {
        if self.is_overdue(now) {
            std::mem::take(&mut self.held)
        } else {
            Vec::new()
        }
    }

    fn is_overdue(&self, now: Instant) -> bool {
        let overdue = |since| now.saturating_duration_since(since) >= DEADLINE;
        self.since.is_some_and(overdue)
    }

    /// Whether the colour in the held keys is light; `None` if they are not a colour.
    fn light(&self) -> Option<bool> {
        let keys = self.held.iter().filter_map(key);
        let text = keys.filter_map(|(code, _)| code.as_char());
        let text: String = text.collect();
        light(text.strip_prefix(']')?)
    }
}

fn key(event: &Event) -> Option<(KeyCode, KeyModifiers)> {
    match event {
        Event::Key(KeyEvent {
            code,
            modifiers,
            kind: KeyEventKind::Press,
            ..
        }) => Some((*code, *modifiers)),
        _ => None,
    }
}

/// Whether the colour of an answer `11;rgb:RRRR/GGGG/BBBB` is light: its CIE lightness is over 50 of 100. Parts have
/// one to four hexadecimal digits. `None` if it is not an answer.
fn light(answer: &str) -> Option<bool> {
    let (head, parts) = answer.split_once(':')?;
    if !matches!(head, "11;rgb" | "11;rgba") {
        return None;
    }
    let part = |text: &str| {
        let digits = (1..=4).contains(&text.len()).then_some(text.len() as u32)?;
        let value = u32::from_str_radix(text, 16).ok()?;
        Some((value * 255 / (16_u32.pow(digits) - 1)) as u8)
    };
    let parts = parts.trim_end_matches(['g', '\\']);
    let parts: Vec<u8> = parts.split('/').map(part).collect::<Option<_>>()?;
    let [red, green, blue] = parts.get(..3)?.try_into().ok()?;
    // Lightness 50 of CIE L*.
    Some(luminance((red, green, blue)) > 0.184)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: char, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(code), modifiers))
    }

    fn events(answer: &str) -> Vec<Event> {
        let mut events = vec![press(']', KeyModifiers::ALT)];
        let plain = |c: char| {
            if c.is_ascii_uppercase() {
                press(c, KeyModifiers::SHIFT)
            } else {
                press(c, KeyModifiers::NONE)
            }
        };
        events.extend(answer.chars().map(plain));
        events
    }

    /// Returns the answers, and the other events in order.
    fn outcome(events: Vec<Event>) -> (Vec<bool>, Vec<Event>) {
        let (mut answers, now) = (Answers::default(), Instant::now());
        let (mut lights, mut others) = (Vec::new(), Vec::new());
        for event in events {
            match answers.take(event, now) {
                Taken::Events(events) => others.extend(events),
                Taken::Light(light) => lights.push(light),
            }
        }
        assert!(answers.overdue(now).is_empty());
        others.extend(answers.overdue(now + DEADLINE));
        (lights, others)
    }

    #[test]
    fn an_answer_is_removed_from_the_keys() {
        for (answer, light) in [
            ("11;rgb:0000/0000/0000", false),
            ("11;rgb:FFFF/ffff/ffff", true),
            ("11;rgb:1c/1c/20", false),
            ("11;rgba:fdf6/f6e3/e3e3/ffff", true),
            // Pure blue is dark, pure green is light.
            ("11;rgb:0/0/f", false),
            ("11;rgb:0/f/0", true),
        ] {
            let ends = [
                press('g', KeyModifiers::CONTROL),
                press('\\', KeyModifiers::ALT),
            ];
            for end in ends {
                let mut all = vec![press('j', KeyModifiers::NONE)];
                all.extend(events(answer));
                all.push(end);
                all.push(press('k', KeyModifiers::NONE));
                let (lights, rest) = outcome(all);
                assert_eq!(lights, [light], "{answer}");
                let keys = ['j', 'k'].map(|c| press(c, KeyModifiers::NONE));
                assert_eq!(rest, keys);
            }
        }
    }

    #[test]
    fn keys_that_are_no_answer_stay_keys() {
        for typed in ["", "1", "11", "11;q", "11;rgb:12", "11;rgb:xyz", "qq"] {
            let all = events(typed);
            assert_eq!(outcome(all.clone()), (Vec::new(), all));
        }
        let mut incomplete = events("11;rgb:12/34");
        incomplete.push(press('g', KeyModifiers::CONTROL));
        assert_eq!(outcome(incomplete.clone()), (Vec::new(), incomplete));
        let long = events(&format!("11;rgb:{}", "f".repeat(100)));
        assert_eq!(outcome(long.clone()), (Vec::new(), long));
    }
}
