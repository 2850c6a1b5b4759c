//! Every way to leave the screens and to return to them, in a real terminal: whatever ends or stops
//! the program, the terminal is restored, and messages are printed after that.

mod editors;
mod fatal;

use std::path::Path;
use std::time::Instant;

use portable_pty::CommandBuilder;
use shinglescope::term::panics;
use shinglescope::term::runner::{self, RunOptions};
use shinglescope::term::session::Session;

use crate::support::pty::{PATIENCE, Pty, usual};
use crate::support::{Work, assert_contains, assert_lacks, skip};
use crate::world;

const ESC: &str = "\x1b";
/// Environment variable with the way in which the child process ends.
const WAY: &str = "SHINGLESCOPE_TEST_WAY_OUT";
/// Environment variable with the path of its report file.
const REPORT: &str = "SHINGLESCOPE_TEST_REPORT";

/// Waits until `seen` returns `true`.
fn until(what: &str, mut seen: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !seen() {
        assert!(begun.elapsed() < PATIENCE, "never {what}");
        std::thread::yield_now();
    }
}

/// The state of a process as the system reports it: `T` stopped, `Z` ended; `None` once it is gone.
fn state(pid: u32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(')').next()?.trim_start().chars().next()
}

/// The output after the alternate screen was left for the last time.
fn after_the_restore(pty: &Pty) -> String {
    let leave = b"\x1b[?1049l";
    let at = pty.raw.windows(leave.len()).rposition(|w| w == leave);
    let at = at.expect("the alternate screen was left");
    String::from_utf8_lossy(&pty.raw[at..]).into_owned()
}

/// Not a test itself: a program with screens that ends in the given way.
#[test]
fn child_with_screens() {
    let Ok(way) = std::env::var(WAY) else {
        return;
    };
    let report = std::env::var(REPORT).unwrap();
    panics::install((report != "unwanted").then(|| report.into()));
    if way == "error" {
        let opened = || -> anyhow::Result<()> {
            let session = Session { mouse: true };
            session.enter()?;
            anyhow::bail!("a made-up error")
        };
        println!("failed: {}", opened().unwrap_err());
        return;
    }
    let (send, updates) = crossbeam_channel::unbounded();
    for update in world::finished(&world::World::new()) {
        send.send(update).unwrap();
    }
    let options = RunOptions {
        fault: None,
        start: world::start(),
        overrides: Default::default(),
        palette: None,
        keymap: shinglescope::app::keymap::Keymap::default(),
        mouse: true,
        ended: std::sync::Arc::new((way == "before").into()),
    };
    // The screens send this request when g u is pressed.
    let ask = move |request| {
        if !matches!(request, shinglescope::engine::Request::Reload) {
            return;
        }
        match way.as_str() {
            "panic" => panic!("a made-up panic\x1b[31m"),
            way if fatal::takes(way) => {}
            _ => {
                let thread = std::thread::Builder::new().name("long-work".into());
                let body = || panic!("a made-up panic");
                drop(thread.spawn(body).unwrap().join());
            }
        }
    };
    let ended = runner::run(options, Box::new(ask), updates).unwrap();
    drop(send);
    println!("ended: {ended}");
}

fn child(way: &str, report: &str) -> Pty {
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--exact", "ways_out::child_with_screens", "--nocapture"]);
    command.env(WAY, way);
    command.env(REPORT, report);
    Pty::run(usual(command), 110, 30)
}

#[test]
fn a_panic_or_an_error_is_reported_after_the_restore_with_its_report_file() {
    let work = Work::new();
    let path = work.path().join("state/panic.log");
    for (report, words) in [
        (path.to_str().unwrap(), "a report is in"),
        ("unwanted", "no report was written"),
        ("/proc/nowhere/panic.log", "no report could be written"),
    ] {
        let mut pty = child("panic", report);
        pty.sees(&["Clusters 7", "compared"]).press("gu");
        assert!(!pty.ended().success());
        pty.assert_restored();
        let told = after_the_restore(&pty);
        assert_contains(&told, "a made-up panic");
        assert_contains(&told, words);
    }
    let report = std::fs::read_to_string(&path).unwrap();
    assert_contains(&report, "a made-up panic");
    assert_contains(&report, "ways_out");
    let mut pty = child("error", "unwanted");
    pty.ended();
    pty.assert_restored();
    assert_contains(&after_the_restore(&pty), "failed: a made-up error");
}

#[test]
fn a_signal_that_came_before_the_screens_ends_them_before_they_are_drawn() {
    let mut pty = child("before", "unwanted");
    assert!(pty.ended().success());
    assert_contains(&pty.text(), "ended: ended by a signal");
    assert_lacks(&pty.text(), "Clusters");
}

#[test]
fn the_panic_of_another_thread_is_reported_on_the_screen_and_the_program_continues() {
    let work = Work::new();
    let path = work.path().join("panic.log");
    let mut pty = child("thread", path.to_str().unwrap());
    pty.sees(&["Clusters 7", "compared"]).press("gu");
    pty.sees(&["a part of the program failed", "long-work"]);
    // The program continues, and can be quit as usual.
    pty.press("?").sees(&["Help"]).press(ESC);
    pty.until("no help", |text| !text.contains("Help"));
    pty.quits();
    pty.assert_restored();
    let told = after_the_restore(&pty);
    assert!(
        told.contains("a made-up panic") && told.contains("panic.log"),
        "{told:?}"
    );
    assert!(path.exists());
}

#[test]
fn each_termination_signal_ends_the_program_with_a_message_after_the_restore() {
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let mut pty = Pty::start(&["demo"], 90, 28, &[]);
        pty.sees(&["Clusters"]).signal(signal);
        assert_eq!(pty.ended().exit_code(), 130, "{signal}");
        pty.assert_restored();
        let told = after_the_restore(&pty);
        assert!(told.contains("ended by a signal"), "{signal}: {told:?}");
        assert!(!told.contains("panicked"), "{signal}: {told:?}");
    }
}

#[test]
fn repeated_signals_end_the_program_with_the_terminal_restored() {
    let mut pty = Pty::start(&["demo"], 90, 28, &[]);
    pty.sees(&["Clusters"]);
    for _ in 0..3 {
        // The program may be gone before the last signal is sent.
        let pid = pty.pid().to_string();
        let sent = std::process::Command::new("kill")
            .args(["-s", "TERM", &pid])
            .output();
        drop(sent.unwrap());
    }
    assert_eq!(pty.ended().exit_code(), 130);
    pty.assert_restored();
}

#[test]
fn after_a_stop_and_a_continue_the_screen_is_drawn_again() {
    for how in ["signal", "key"] {
        let mut pty = Pty::start(&["demo"], 100, 30, &[]);
        pty.sees(&["Clusters 22", "compared"]);
        match how {
            "signal" => pty.signal("TSTP"),
            _ => drop(pty.press("\x1a")),
        }
        until("stopped", || state(pty.pid()) == Some('T'));
        pty.leaves().assert_restored();
        // Meanwhile the window is made smaller.
        pty.resize(80, 24).signal("CONT");
        pty.sees(&["Clusters 22"]).until("the new size", |text| {
            text.lines().all(|line| line.chars().count() <= 80) && text.contains("Enter")
        });
        assert!(!pty.cooked(), "raw again");
        pty.press("?").sees(&["Help"]).press(ESC);
        pty.until("no help", |text| !text.contains("Help"));
        pty.quits();
        pty.assert_restored();
    }
}

#[test]
fn after_sigstop_and_sigcont_the_program_takes_the_terminal_again() {
    let mut pty = Pty::start(&["demo"], 100, 30, &[]);
    pty.sees(&["Clusters 22", "compared"]).signal("STOP");
    until("stopped", || state(pty.pid()) == Some('T'));
    // Sets the terminal modes and writes on the screen, as a shell would.
    let device = std::fs::File::options()
        .read(true)
        .write(true)
        .open(pty.device())
        .unwrap();
    let sane = std::process::Command::new("stty")
        .arg("sane")
        .stdin(device.try_clone().unwrap())
        .status();
    assert!(sane.unwrap().success());
    std::io::Write::write_all(&mut &device, b"\x1b[?1049l\x1b[?25hsomebody else's prompt").unwrap();
    drop(device);
    pty.sees(&["somebody else's prompt"]).signal("CONT");
    pty.sees(&["Clusters 22"]);
    until("raw again", || !pty.cooked());
    pty.press("?").sees(&["Help"]).press(ESC);
    pty.until("no help", |text| !text.contains("Help"));
    pty.quits();
}

/// A shell with job control, at its prompt.
fn shell(environment: &[(&str, &str)]) -> Option<Pty> {
    if !Path::new("/bin/bash").exists() {
        skip("bash", "there is no bash here");
        return None;
    }
    let mut command = CommandBuilder::new("/bin/bash");
    command.args(["--norc", "--noprofile", "--noediting", "-i"]);
    command.env("PS1", "prompt$ ");
    for (name, value) in environment {
        command.env(name, value);
    }
    let mut pty = Pty::run(usual(command), 100, 30);
    pty.sees(&["prompt$"]);
    Some(pty)
}

#[test]
fn an_editor_that_is_stopped_stops_all_of_the_job() {
    let work = Work::new();
    // Like ^Z in an editor: the whole process group gets the signal.
    let script = "echo edits\nkill -s TSTP 0\necho edited\n";
    let editor = editors::made(&work, "editor", script);
    let Some(mut pty) = shell(&[("VISUAL", editor.to_str().unwrap())]) else {
        return;
    };
    for name in ["a.txt", "b.txt"] {
        work.write(name, "one two three four five six seven");
    }
    let (binary, corpus) = (env!("CARGO_BIN_EXE_shinglescope"), work.corpus());
    pty.press(&format!("{binary} {} --in-memory\r", corpus.display()));
    pty.sees(&["Clusters 1", "compared"]).press("gvgv");
    pty.sees(&["edits", "Stopped", "prompt$"]);
    pty.press("fg\r").sees(&["Clusters 1"]).press("q");
    pty.until("the shell", |text| text.trim_end().ends_with("prompt$"));
    pty.press("exit\r");
    pty.ended();
    pty.assert_restored();
}

#[test]
fn the_terminal_is_restored_after_an_editor_left_it_raw() {
    let work = Work::new();
    // Behaves like an editor that is killed.
    let script = "stty raw -echo -isig\nkill -s KILL $$\n";
    let editor = editors::made(&work, "editor", script);
    for name in ["a.txt", "b.txt"] {
        work.write(name, "one two three four five six seven");
    }
    let (binary, corpus) = (env!("CARGO_BIN_EXE_shinglescope"), work.corpus());
    let line = format!(
        "{binary} {} --in-memory; stty -a; echo over",
        corpus.display()
    );
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", &line]);
    command.env("VISUAL", &editor);
    let mut pty = Pty::run(usual(command), 120, 30);
    pty.sees(&["Clusters 1", "compared"]).press("gvgv");
    pty.sees(&["editor"]).press("q");
    pty.ended();
    pty.assert_restored();
    let after = after_the_restore(&pty);
    let modes: Vec<&str> = after.split_whitespace().collect();
    for mode in ["icanon", "isig", "icrnl", "echo"] {
        assert!(modes.contains(&mode), "{mode}: {after}");
    }
}

#[test]
fn a_lost_terminal_ends_the_program_also_without_a_signal() {
    let work = Work::new();
    // In its own session the program gets no SIGHUP when the terminal is gone.
    let line = format!(
        "setsid sh -c 'echo $$ > pid; exec {} demo'",
        env!("CARGO_BIN_EXE_shinglescope")
    );
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", &line]);
    command.cwd(work.path());
    let mut pty = Pty::run(usual(command), 100, 30);
    pty.sees(&["Clusters 22", "compared"]);
    let pid = std::fs::read_to_string(work.path().join("pid")).unwrap();
    let pid: u32 = pid.trim().parse().unwrap();
    assert!(state(pid).is_some());
    pty.cut("?");
    until("ended", || matches!(state(pid), None | Some('Z')));
}

#[test]
fn a_closed_pipe_ends_the_program_without_an_error() {
    let work = Work::new();
    for (input, args, reader, expected) in [
        ("", "pairs -t 0", "head -n 1", "0"),
        ("", "pairs -t 0 --format csv 2>&1", "head -n 1", "0"),
        ("", "clusters 2>&1", "true", "0"),
        ("", "sweep --k 2,3 2>&1", "true", "0"),
        ("", "man", "head -n 1", "0"),
        ("", "completions bash", "true", "0"),
        ("", "--help", "true", "0"),
        ("", "--version", "true", "0"),
        ("clusters\\nmore\\n", "--plain 2>&1", "head -n 1", "0"),
        ("", "pairs no-such-folder 2>&1", "true", "1"),
        ("", "--no-such-option 2>&1", "true", "2"),
    ] {
        // The program's exit status goes to a file, bypassing the pipe.
        let binary = env!("CARGO_BIN_EXE_shinglescope");
        let line =
            format!("printf '{input}' | {{ {binary} {args}; echo $? > status; }} | {reader}");
        let ran = std::process::Command::new("/bin/sh")
            .args(["-c", &line])
            .current_dir(work.path())
            .env("XDG_STATE_HOME", work.path())
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&ran.stderr);
        assert!(!message.contains("panicked"), "{args}: {message}");
        let status = std::fs::read_to_string(work.path().join("status")).unwrap();
        assert_eq!(status.trim(), expected, "{args}: {message}");
    }
}
