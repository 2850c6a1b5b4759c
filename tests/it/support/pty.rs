//! The real program in a pseudo-terminal, read back through a terminal emulator. Tests wait for what
//! the screen shows, never for time to pass.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// Longest wait for a condition. Only a failing test waits this long.
const PATIENCE: Duration = Duration::from_secs(60);

fn cells(n: u16) -> NonZero<u16> {
    NonZero::new(n).expect("a size above zero")
}

/// A program in a terminal of its own.
pub struct Pty {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    emulator: vt100::Parser,
    /// Every byte that the program has written.
    pub raw: Vec<u8>,
}

impl Pty {
    /// Starts the program with `args` in a terminal of `columns` × `rows`.
    pub fn start(args: &[&str], columns: u16, rows: u16, environment: &[(&str, &str)]) -> Self {
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system()
            .openpty(size)
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(super::program());
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command.env_remove("COLORTERM");
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(read) = reader.read(&mut buffer) {
                if read == 0 || send.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        Pty {
            keys: pair.master.take_writer().expect("a writer"),
            master: pair.master,
            child,
            output,
            emulator: vt100::Parser::new(cells(rows), cells(columns), 0),
            raw: Vec::new(),
        }
    }

    /// Types keys, as the bytes a terminal sends for them.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        self.keys
            .write_all(keys.as_bytes())
            .expect("keys are taken");
        self.keys.flush().expect("keys are taken");
        self
    }

    pub fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        self.emulator
            .screen_mut()
            .set_size(cells(rows), cells(columns));
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        self.master.resize(size).expect("a resize");
        self
    }

    pub fn text(&self) -> String {
        self.emulator.screen().contents()
    }

    /// Waits until `seen` says yes of the screen's text.
    pub fn until(&mut self, what: &str, seen: impl Fn(&str) -> bool) -> &mut Self {
        let begun = Instant::now();
        while !seen(&self.text()) {
            assert!(
                begun.elapsed() < PATIENCE,
                "never saw {what} in:\n{}",
                self.text()
            );
            self.take(Duration::from_millis(50));
        }
        self
    }

    /// Waits until the screen holds all of `words`.
    pub fn sees(&mut self, words: &[&str]) -> &mut Self {
        self.until(&format!("{words:?}"), |text| {
            words.iter().all(|word| text.contains(word))
        })
    }

    /// Waits until nothing more comes for a while: answers that were on their way have arrived.
    pub fn settles(&mut self) -> &mut Self {
        while self.take(Duration::from_millis(300)) {}
        self
    }

    pub fn pid(&self) -> u32 {
        self.child.process_id().expect("a process")
    }

    fn take(&mut self, wait: Duration) -> bool {
        match self.output.recv_timeout(wait) {
            Ok(bytes) => {
                self.emulator.process(&bytes);
                self.raw.extend(bytes);
                true
            }
            Err(_) => false,
        }
    }

    pub fn signal(&self, name: &str) {
        let pid = self.child.process_id().expect("a process").to_string();
        let sent = std::process::Command::new("kill")
            .args(["-s", name, &pid])
            .status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits for the program to end, and takes what it still had to say.
    pub fn ended(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            self.take(Duration::from_millis(20));
            if let Some(status) = self.child.try_wait().expect("a status") {
                while self.take(Duration::from_millis(200)) {}
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "never ended:\n{}", self.text());
        }
    }

    /// That the terminal is as a shell wants it: main screen, cursor, no mouse, no paste brackets.
    pub fn assert_restored(&self) {
        let screen = self.emulator.screen();
        assert!(!screen.alternate_screen(), "still on the alternate screen");
        assert!(!screen.hide_cursor(), "cursor still hidden");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(!screen.bracketed_paste(), "still brackets pastes");
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
