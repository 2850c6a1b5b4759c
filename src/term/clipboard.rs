//! Clipboard access: the local desktop's clipboard if a program for it is installed, otherwise that of the terminal
//! (OSC 52), which also works over remote connections.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::base::sanitise;

/// Programs that set the desktop's clipboard to their standard input. Each fails at once on another desktop.
const PROGRAMS: [(&str, &[&str]); 4] = [
    ("wl-copy", &[]),
    ("xclip", &["-selection", "clipboard"]),
    ("xsel", &["--input", "--clipboard"]),
    ("pbcopy", &[]),
];

/// Copies `text`, without control characters other than line breaks and tabs, and returns a message for the user.
///
/// # Errors
/// If no program sets the desktop's clipboard and writing to the terminal fails.
pub fn copy(text: &str) -> io::Result<String> {
    let text = &sanitise::lines(text);
    let what = description(text);
    let mut programs = PROGRAMS.iter();
    let mut is_set = || programs.any(|(program, options)| feed(program, options, text).is_ok());
    if has_desktop(|name| std::env::var(name).ok()) && is_set() {
        return Ok(format!("copied {what}"));
    }
    let mut out = io::stdout();
    out.write_all(osc52(text).as_bytes())?;
    if std::env::var_os("TMUX").is_some() {
        out.write_all(through_tmux(&osc52(text)).as_bytes())?;
    }
    out.flush()?;
    Ok(format!("sent {what} to the terminal's clipboard (OSC 52)"))
}

/// Runs a program with `text` as its standard input.
fn feed(program: &str, options: &[&str], text: &str) -> io::Result<()> {
    let mut child = Command::new(program)
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    let is_set = child.wait()?.success();
    is_set
        .then_some(())
        .ok_or_else(|| io::ErrorKind::Other.into())
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
    fn a_program_gets_the_text_as_its_input_and_one_that_fails_or_is_missing_is_passed_over() {
        assert!(feed("sh", &["-c", "test \"$(cat)\" = ü"], "ü").is_ok());
        assert!(feed("sh", &["-c", "cat; exit 1"], "ü").is_err());
        assert!(feed("no-such-clipboard", &[], "ü").is_err());
    }

    #[test]
    fn the_message_describes_the_copied_text() {
        assert_eq!(description("a.txt\n"), "“a.txt”");
        assert_eq!(description("a\nb"), "2 lines");
    }
}
