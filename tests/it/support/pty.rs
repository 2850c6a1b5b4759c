//! The real program in a pseudo-terminal, read through a terminal emulator. Tests wait for screen
//! content, never for time to pass.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// Maximum wait for a condition. Only a failing test waits this long.
pub const PATIENCE: Duration = Duration::from_secs(60);

fn cells(n: u16) -> NonZero<u16> {
    NonZero::new(n).expect("a size above zero")
}

/// A program in its own pseudo-terminal.
pub struct Pty {
    /// `None` once the connection is cut.
    line: Option<Line>,
    child: Box<dyn Child + Send + Sync>,
    /// Temporary data folder of the program; `None` if [`Pty::run`] started it.
    _data: Option<tempfile::TempDir>,
    /// The program's log file, which exists if the program was started with `-v`.
    log: Option<PathBuf>,
    output: Receiver<Vec<u8>>,
    emulator: vt100::Parser,
    /// The terminal's settings before the program began.
    before: String,
    /// All output that the emulator shows, in bytes.
    pub raw: Vec<u8>,
    /// Output after `raw`: frames that the emulator does not show yet.
    waiting: Vec<u8>,
}

/// Begin and end of a frame (a synchronised update).
const FRAME_BEGIN: &[u8] = b"\x1b[?2026h";
const FRAME_END: &[u8] = b"\x1b[?2026l";

/// The place of `what` in `bytes`.
fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|part| part == what)
}

/// The master side of a pseudo-terminal.
struct Line {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    reader: JoinHandle<()>,
    /// Tells the reader thread to end after its next read.
    stop_reading: Arc<AtomicBool>,
}

fn sized(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// The terminal's settings: raw or cooked, echo, signals by keys.
fn settings(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("settings"))
}

/// Adds the environment of a usual terminal to a command.
pub fn usual(mut command: CommandBuilder) -> CommandBuilder {
    command.env("TERM", "xterm-256color");
    for name in ["NO_COLOR", "COLORTERM", "SHINGLESCOPE_REDUCED_MOTION"] {
        command.env_remove(name);
    }
    command
}

impl Pty {
    /// Starts the program with `args` in a terminal of `columns` × `rows`.
    pub fn start(args: &[&str], columns: u16, rows: u16, environment: &[(&str, &str)]) -> Self {
        let mut command = CommandBuilder::new(super::program());
        command.args(args);
        let mut command = usual(command);
        // Decisions and masks of a demo corpus are kept in the user's data folder; each program has one of its own.
        let data = tempfile::tempdir().expect("a temporary folder");
        command.env("USER", "anna");
        command.env("XDG_DATA_HOME", data.path());
        command.env("XDG_STATE_HOME", data.path());
        for (name, value) in environment {
            command.env(name, value);
        }
        let mut pty = Pty::run(command, columns, rows);
        pty._data = Some(data);
        pty
    }

    /// Starts the program on the corpus of a test with the words of `options`, in a terminal of columns and rows.
    pub fn with_corpus(work: &super::Work, options: &str, size: (u16, u16)) -> Self {
        let corpus = work.corpus();
        let mut args = vec![corpus.to_str().expect("a path in UTF-8")];
        args.extend(super::args_of(options));
        Pty::start(&args, size.0, size.1, &[])
    }

    /// Starts any command in a terminal of `columns` × `rows`.
    pub fn run(command: CommandBuilder, columns: u16, rows: u16) -> Self {
        let pair = native_pty_system()
            .openpty(sized(columns, rows))
            .expect("a pseudo-terminal");
        let before = settings(&*pair.master);
        let state = command.get_env("XDG_STATE_HOME");
        let log = state.map(|state| Path::new(state).join("shinglescope/log.txt"));
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (send, output) = channel();
        let stop_reading = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stop_reading);
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(read) = reader.read(&mut buffer) {
                let gone = read == 0 || send.send(buffer[..read].to_vec()).is_err();
                if gone || stop.load(Ordering::SeqCst) {
                    break;
                }
            }
        });
        Pty {
            line: Some(Line {
                keys: pair.master.take_writer().expect("a writer"),
                master: pair.master,
                reader,
                stop_reading,
            }),
            child,
            _data: None,
            log,
            output,
            emulator: vt100::Parser::new(cells(rows), cells(columns), 0),
            before,
            raw: Vec::new(),
            waiting: Vec::new(),
        }
    }

    fn line(&mut self) -> &mut Line {
        self.line.as_mut().expect("a line that was not cut")
    }

    /// Sends keys as the bytes of a terminal.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        let line = self.line();
        line.keys
            .write_all(keys.as_bytes())
            .expect("keys are taken");
        line.keys.flush().expect("keys are taken");
        self
    }

    pub fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        self.emulator
            .screen_mut()
            .set_size(cells(rows), cells(columns));
        let size = sized(columns, rows);
        self.line().master.resize(size).expect("a resize");
        self
    }

    pub fn text(&self) -> String {
        self.emulator.screen().contents()
    }

    /// The end of the program's log, for the message of a test that fails.
    fn log(&self) -> String {
        let log = self.log.as_ref();
        let text = log.and_then(|path| std::fs::read_to_string(path).ok());
        let lines: Vec<&str> = text.iter().flat_map(|text| text.lines()).collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }

    /// Row and column of the cursor; `None` while it is hidden.
    pub fn cursor(&self) -> Option<(u16, u16)> {
        let screen = self.emulator.screen();
        (!screen.hide_cursor()).then(|| screen.cursor_position())
    }

    /// The colours of the text, row by row.
    pub fn colours(&self) -> Vec<vt100::Color> {
        let screen = self.emulator.screen();
        let (rows, columns) = screen.size();
        let cells =
            (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        let cells = cells.filter_map(|(row, column)| screen.cell(row, column));
        cells.map(|cell| cell.fgcolor()).collect()
    }

    /// Waits until `seen` returns `true` for the text of a frame. Checks every frame, so that a text is not missed if
    /// it is visible for a short time only.
    pub fn until(&mut self, what: &str, seen: impl Fn(&str) -> bool) -> &mut Self {
        let begun = Instant::now();
        while !seen(&self.text()) {
            assert!(
                begun.elapsed() < PATIENCE,
                "never saw {what} in:\n{}\n{}",
                self.text(),
                self.log()
            );
            self.take(Duration::from_millis(50));
        }
        self
    }

    /// Presses `keys` for a decision until the screen contains `word`. Presses them again if the list is being replaced
    /// or decisions are still being read.
    pub fn decides(&mut self, keys: &str, word: &str) -> &mut Self {
        loop {
            let is_too_early = |text: &str| {
                text.contains("still being read") || text.contains("nothing here to decide")
            };
            let answers = |text: &str| text.contains(word) || is_too_early(text);
            self.press(keys).until(word, answers);
            if self.text().contains(word) {
                return self;
            }
            self.take(Duration::from_millis(50));
        }
    }

    /// Waits until the screen contains all of `words`.
    pub fn sees(&mut self, words: &[&str]) -> &mut Self {
        self.until(&format!("{words:?}"), |text| {
            words.iter().all(|word| text.contains(word))
        })
    }

    /// Waits until there is no output for a while: pending responses have arrived.
    pub fn settles(&mut self) -> &mut Self {
        while self.take(Duration::from_millis(300)) {}
        self
    }

    pub fn pid(&self) -> u32 {
        self.child.process_id().expect("a process")
    }

    /// Shows the next frame, or the output before it; waits for output if there is none. An incomplete frame is not
    /// shown, as in a terminal with synchronised updates. Returns whether anything was shown.
    fn take(&mut self, wait: Duration) -> bool {
        loop {
            if let Some(end) = find(&self.waiting, FRAME_END) {
                return self.show(end + FRAME_END.len());
            }
            let cut = (1..FRAME_BEGIN.len()).rfind(|&n| self.waiting.ends_with(&FRAME_BEGIN[..n]));
            let begins = find(&self.waiting, FRAME_BEGIN).or(cut.map(|n| self.waiting.len() - n));
            match (self.waiting.len(), begins) {
                (1.., None) => return self.show(self.waiting.len()),
                (_, Some(before @ 1..)) => return self.show(before),
                _ => {}
            }
            // There is no output, or an incomplete frame, which is shown if the program has ended.
            match self.output.recv_timeout(wait) {
                Ok(bytes) => self.waiting.extend(bytes),
                Err(RecvTimeoutError::Disconnected) if !self.waiting.is_empty() => {
                    return self.show(self.waiting.len());
                }
                Err(_) => return false,
            }
        }
    }

    /// Shows the first `length` bytes of `waiting` in the emulator.
    fn show(&mut self, length: usize) -> bool {
        let shown = self.raw.len();
        self.raw.extend(self.waiting.drain(..length));
        self.emulator.process(&self.raw[shown..]);
        true
    }

    pub fn signal(&self, name: &str) {
        let sent = std::process::Command::new("kill")
            .args(["-s", name, &self.pid().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits until the program has written more than `before` bytes in total, and has ended its
    /// frame.
    pub fn frame(&mut self, before: usize) -> &mut Self {
        let begun = Instant::now();
        while self.raw.len() == before || !self.raw.ends_with(FRAME_END) {
            assert!(begun.elapsed() < PATIENCE, "no frame:\n{}", self.text());
            self.take(Duration::from_millis(50));
        }
        self
    }

    /// Reads output without sending input for `time`; returns its number of bytes.
    pub fn idle(&mut self, time: Duration) -> usize {
        let (begun, before) = (Instant::now(), self.raw.len());
        while begun.elapsed() < time {
            self.take(Duration::from_millis(50));
        }
        self.raw.len() - before
    }

    /// Cuts the connection: the terminal is gone. `poke` is a key that makes the program write
    /// something.
    pub fn cut(&mut self, poke: &str) {
        self.line().stop_reading.store(true, Ordering::SeqCst);
        self.press(poke);
        let line = self.line.take().expect("a line");
        line.reader.join().expect("the reader ends");
    }

    /// The device name of the program's terminal.
    pub fn device(&self) -> std::path::PathBuf {
        let line = self.line.as_ref().expect("a line");
        line.master.tty_name().expect("a name")
    }

    /// Whether the terminal has the settings from before the start: cooked, with echo.
    pub fn cooked(&self) -> bool {
        let line = self.line.as_ref().expect("a line");
        settings(&*line.master) == self.before
    }

    /// Waits for the program to end, and reads its remaining output.
    pub fn ended(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            self.take(Duration::from_millis(20));
            if let Some(status) = self.child.try_wait().expect("a status") {
                // The reader ends with the last byte of the program.
                while self.take(PATIENCE) {}
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "never ended:\n{}", self.text());
        }
    }

    /// Waits until the alternate screen has been left.
    pub fn leaves(&mut self) -> &mut Self {
        let begun = Instant::now();
        while self.emulator.screen().alternate_screen() {
            assert!(begun.elapsed() < PATIENCE, "never left:\n{}", self.text());
            self.take(Duration::from_millis(20));
        }
        self
    }

    /// Quits with `q` and asserts success.
    #[track_caller]
    pub fn quits(&mut self) {
        self.press("q");
        assert!(self.ended().success());
    }

    /// Ends the program by SIGTERM; the terminal is restored.
    #[track_caller]
    pub fn terminated(&mut self) {
        self.signal("TERM");
        self.ended();
        self.assert_restored();
    }

    /// Asserts that the terminal is restored for a shell: cooked mode, main screen, visible cursor,
    /// no mouse reporting, no bracketed paste.
    pub fn assert_restored(&self) {
        assert!(self.cooked(), "the settings are not those from before");
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
