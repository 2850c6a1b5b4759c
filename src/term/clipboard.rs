//! Clipboard access: the local desktop's clipboard if there is one, otherwise that of the terminal (OSC
//! 52), which also works over remote connections.

use std::io::{self, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::base::sanitise;

/// Clipboard handle. It must live as long as the program: on some desktops the content disappears with its
/// owner.
#[derive(Default)]
pub struct Clipboard {
    desktop: Option<arboard::Clipboard>,
}

impl Clipboard {
    /// Copies `text`, without control characters other than line breaks and tabs, and returns a message
    /// for the user.
    ///
    /// # Errors
    /// If the desktop clipboard is unavailable and writing to the terminal fails.
    pub fn copy(&mut self, text: &str) -> io::Result<String> {
        let text = &sanitise::lines(text);
        let what = description(text);
        if has_desktop(|name| std::env::var(name).ok()) {
            let clipboard = self.desktop.take();
            self.desktop = clipboard.or_else(|| arboard::Clipboard::new().ok());
            if let Some(desktop) = &mut self.desktop
                && desktop.set_text(text).is_ok()
            {
                return Ok(format!("copied {what}"));
            }
        }
        let mut out = io::stdout();
        out.write_all(osc52(text).as_bytes())?;
        if std::env::var_os("TMUX").is_some() {
            out.write_all(through_tmux(&osc52(text)).as_bytes())?;
        }
        out.flush()?;
        Ok(format!("sent {what} to the terminal's clipboard (OSC 52)"))
    }
}

/// Wraps a sequence for the terminal outside tmux. tmux passes on the plain sequence if `set-clipboard` is on, and the
/// wrapped one if `allow-passthrough` is on. Either suffices; the other is ignored.
fn through_tmux(sequence: &str) -> String {
    let doubled = sequence.replace('\x1b', "\x1b\x1b");
    format!("\x1bPtmux;{doubled}\x1b\\")
}

/// Escape sequence that sets the terminal's clipboard (xterm, Operating System Command 52).
fn osc52(text: &str) -> String {
    format!("\x1b]52;c;{}\x1b\\", BASE64_STANDARD.encode(text))
}

fn description(text: &str) -> String {
    let lines = text.lines().count();
    if lines > 1 {
        return format!("{lines} lines");
    }
    let line = sanitise::line(text.trim_end());
    let mut short: String = line.chars().take(60).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    format!("\u{201c}{short}\u{201d}")
}

/// Whether the terminal runs on a local desktop rather than over SSH.
fn has_desktop(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| variable(name).is_some_and(|v| !v.is_empty());
    if set("SSH_CONNECTION") || set("SSH_TTY") {
        return false;
    }
    cfg!(any(target_os = "macos", windows)) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_for_tmux_has_doubled_escapes() {
        let sent = through_tmux(&osc52("a"));
        assert_eq!(sent, "\x1bPtmux;\x1b\x1b]52;c;YQ==\x1b\x1b\\\x1b\\");
    }

    #[test]
    fn a_remote_shell_has_no_desktop() {
        let local = |name: &str| (name == "DISPLAY").then(|| ":0".to_owned());
        assert!(has_desktop(local));
        let remote = |name: &str| {
            ["DISPLAY", "SSH_TTY"]
                .contains(&name)
                .then(|| "x".to_owned())
        };
        assert!(!has_desktop(remote));
    }

    #[test]
    fn the_sequence_has_the_text_in_base64() {
        assert_eq!(osc52("hi"), "\x1b]52;c;aGk=\x1b\\");
        assert_eq!(osc52("ü\n"), "\x1b]52;c;w7wK\x1b\\");
        assert_eq!(osc52(""), "\x1b]52;c;\x1b\\");
    }

    #[test]
    fn the_message_describes_the_copied_text() {
        assert_eq!(description("a.txt\n"), "“a.txt”");
        assert_eq!(description("a\nb"), "2 lines");
    }
}
