//! Helpers shared by several tests: a temporary folder, and the real program.

pub mod engine;
pub mod pty;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// A temporary folder of one test: the corpus, and beside it the files that the program writes.
pub struct Work {
    root: TempDir,
}

/// The words of a command line.
pub fn args_of(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

impl Work {
    pub fn new() -> Self {
        let work = Work {
            root: tempfile::tempdir().expect("a temporary folder"),
        };
        std::fs::create_dir(work.corpus()).expect("a corpus folder");
        work
    }

    pub fn path(&self) -> &Path {
        self.root.path()
    }

    pub fn corpus(&self) -> PathBuf {
        self.root.path().join("corpus")
    }

    pub fn index(&self) -> PathBuf {
        self.root.path().join("index")
    }

    /// Writes a file of the corpus and creates its parent folders.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.corpus().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, content).expect("a file");
        self
    }

    /// The program, run by anna in this folder with a cache inside it.
    pub fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shinglescope"));
        command
            .current_dir(self.path())
            .env("USER", "anna")
            .env("XDG_CACHE_HOME", self.path().join("cache"))
            .env("XDG_STATE_HOME", self.path().join("state"))
            .env("XDG_DATA_HOME", self.path().join("data"))
            .env("XDG_CONFIG_HOME", self.path().join("config"));
        command
    }

    /// Writes `copies` versions of each of `families` texts of `length` words; in version n every n·`step`-th word is
    /// edited, in version 0 none.
    pub fn write_families(&self, families: u64, copies: usize, length: usize, step: usize) {
        for family in 0..families {
            for copy in 0..copies {
                let text = edited(family, length, copy * step);
                self.write(&format!("{family:02}/{copy}.txt"), text);
            }
        }
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        let output = self.program().args(args).output();
        Ran::from_output(&output.expect("the program runs"))
    }

    /// Starts the program with pipes for its input, its output and its messages.
    pub fn spawn(&self, args: &[&str]) -> Child {
        let mut command = self.program();
        command.args(args).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program runs")
    }

    /// Runs the program with these bytes as standard input.
    pub fn run_on(&self, input: &[u8], args: &[&str]) -> Ran {
        let mut child = self.spawn(args);
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_vec();
        // The program may end before it has read everything.
        let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("it writes");
        Ran::from_output(&output)
    }

    /// Runs the program, which must succeed.
    #[track_caller]
    pub fn done(&self, args: &[&str]) -> Ran {
        let ran = self.run(args);
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        ran
    }

    /// Runs the program with the words of a line.
    pub fn ran(&self, line: &str) -> Ran {
        self.run(&args_of(line))
    }

    /// Runs the program with the words of a line; it must succeed.
    pub fn ran_well(&self, line: &str) -> Ran {
        self.done(&args_of(line))
    }

    /// Runs a copy of the program as a user who cannot write in the corpus.
    pub fn run_as_stranger(&self, args: &[&str]) -> Ran {
        use std::fs;
        use std::os::unix::fs::PermissionsExt;
        let binary = self.path().join("shinglescope");
        if !binary.exists() {
            fs::copy(env!("CARGO_BIN_EXE_shinglescope"), &binary).unwrap();
            let data = self.path().join("theirs");
            fs::create_dir(&data).unwrap();
            fs::set_permissions(data, PermissionsExt::from_mode(0o777)).unwrap();
            fs::set_permissions(self.path(), PermissionsExt::from_mode(0o755)).unwrap();
        }
        let mut command = Command::new(binary);
        command
            .args(args)
            .current_dir(self.path())
            .env("USER", "anna")
            .env("XDG_CACHE_HOME", self.path().join("theirs/cache"))
            .env("XDG_STATE_HOME", self.path().join("theirs/state"))
            .env("XDG_DATA_HOME", self.path().join("theirs/data"));
        if rustix::process::geteuid().is_root() {
            std::os::unix::process::CommandExt::uid(&mut command, 54_321);
        }
        Ran::from_output(&command.output().unwrap())
    }
}

/// Says on the console that the running test is skipped and why; fails instead where
/// `SHINGLESCOPE_REQUIRE` lists `tool` (comma-separated: strace, mount, root, vim, bash, tmux, mkfifo).
///
/// The line bypasses the capture of the test harness, which shows the output of failed tests only.
pub fn skip(tool: &str, why: &str) {
    let required = std::env::var("SHINGLESCOPE_REQUIRE").unwrap_or_default();
    assert!(
        !required.split(',').any(|name| name == tool),
        "{tool} is required here: {why}"
    );
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Standard error may be closed.
    let _ = writeln!(std::io::stderr(), "{SKIPPED}{test}: {why}");
}

/// Beginning of the line of a skipped test; its name and the reason follow.
pub const SKIPPED: &str = "skipped: ";

/// Lets parsers of binary formats run in child processes, as in the program, because damaged files may abort them.
pub fn parse_in_children() {
    shinglescope::corpus::child::set_program(PathBuf::from(env!("CARGO_BIN_EXE_shinglescope")));
}

/// The program to run in a terminal; the environment may name another binary.
pub fn program() -> PathBuf {
    let named = std::env::var_os("SHINGLESCOPE_PROGRAM").map(PathBuf::from);
    let named = named.map(|program| std::path::absolute(program).expect("a path"));
    named.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_shinglescope")))
}

/// Peak resident memory of a process so far, in kB; `None` once it has ended.
#[cfg(target_os = "linux")]
pub fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim_end_matches("kB").trim().parse().ok()
}

/// Sends a signal to a child that has not been waited for.
pub fn signal(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(child.id() as i32).expect("a process");
    kill_process(pid, signal).expect("it is there");
}

/// Exit status and output of a run.
#[derive(Debug)]
pub struct Ran {
    pub status: Option<i32>,
    pub out: String,
    pub talk: String,
}

impl Ran {
    pub fn from_output(output: &Output) -> Self {
        Ran {
            status: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            talk: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Asserts that the run ended with this status and with a message that contains `part`.
    #[track_caller]
    pub fn fails(&self, status: i32, part: &str) {
        assert_eq!(self.status, Some(status), "{}", self.talk);
        assert_contains(&self.talk, part);
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).expect("JSON")
    }

    /// The rows of JSON output, which also has metadata.
    pub fn json_rows(&self) -> Vec<serde_json::Value> {
        match self.json()["rows"].take() {
            serde_json::Value::Array(rows) => rows,
            other => panic!("rows: {other}"),
        }
    }

    /// The rows of CSV output, without the header.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_reader(self.out.as_bytes());
        let rows = reader
            .records()
            .map(|r| r.expect("a row").iter().map(str::to_owned).collect());
        rows.collect()
    }
}

/// Asserts that the text contains the part.
#[track_caller]
pub fn assert_contains(text: &impl AsRef<str>, part: &str) {
    let text = text.as_ref();
    assert!(text.contains(part), "no {part:?} in {text}");
}

/// Asserts that the text does not contain the part.
#[track_caller]
pub fn assert_lacks(text: &impl AsRef<str>, part: &str) {
    let text = text.as_ref();
    assert!(!text.contains(part), "{part:?} in {text}");
}

/// Waits longer than the resolution of file times, so that a file changed now gets a later time than files changed
/// before.
pub fn settle() {
    let begun = std::time::Instant::now();
    while begun.elapsed() < std::time::Duration::from_millis(50) {
        std::thread::yield_now();
    }
}

/// Pseudo-random words, the same for the same seed: text for generated corpora.
pub fn words(seed: u64, count: usize) -> Vec<String> {
    use shinglescope::text::shingles::mix;
    let word = |i: usize| {
        let mut bits = mix(mix(seed).wrapping_add(i as u64)) % 50_000;
        let mut word = String::new();
        loop {
            word.push(char::from(b'a' + (bits % 26) as u8));
            bits /= 26;
            if bits == 0 {
                return word;
            }
        }
    };
    (0..count).map(word).collect()
}

/// A text of `count` words in which every `every`-th word differs from the unchanged text of the
/// same seed.
pub fn edited(seed: u64, count: usize, every: usize) -> String {
    let mut text = words(seed, count);
    for (i, word) in text.iter_mut().enumerate() {
        if every > 0 && i % every == every - 1 {
            *word = format!("edit{i}");
        }
    }
    text.join(" ")
}

/// The text of each kind of element of well-formed XML, by its name.
pub fn texts_of_elements(xml: &str) -> std::collections::BTreeMap<String, String> {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(xml);
    let mut texts = std::collections::BTreeMap::<String, String>::new();
    let mut open = Vec::new();
    loop {
        let piece = match reader.read_event().unwrap() {
            Event::Start(tag) => {
                open.push(tag.local_name().into_inner().to_owned());
                continue;
            }
            Event::End(_) => {
                open.pop();
                continue;
            }
            Event::Text(text) => text.xml10_content().into_owned(),
            Event::GeneralRef(reference) => match &*reference {
                "amp" => "&".to_owned(),
                "lt" => "<".to_owned(),
                "gt" => ">".to_owned(),
                "quot" => "\"".to_owned(),
                "apos" => "'".to_owned(),
                _ => reference.resolve_char_ref().unwrap().unwrap().to_string(),
            },
            Event::Eof => break,
            _ => continue,
        };
        let element = open.last().cloned().unwrap_or_default();
        *texts.entry(element).or_default() += &piece;
    }
    assert!(open.is_empty(), "{open:?} has no end");
    texts
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.unwrap();
        let to = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(to).unwrap()
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}
