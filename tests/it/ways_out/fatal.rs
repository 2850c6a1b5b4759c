//! Fatal signals, each in its own terminal.

use portable_pty::{CommandBuilder, ExitStatus};

use super::{after_the_restore, child};
use crate::support::assert_contains;
use crate::support::pty::{Pty, usual};

/// Ends the process in this way while the screens are shown. Returns `false` if the way has another name.
pub fn takes(way: &str) -> bool {
    match way {
        "cut" => read_what_was_cut(),
        "stack" => drop(std::hint::black_box(deeper(1))),
        "abort" => {
            let body = || std::process::abort();
            let thread = std::thread::Builder::new().name("long-work".into());
            drop(thread.spawn(body).map(std::thread::JoinHandle::join));
        }
        _ => return false,
    }
    true
}

/// Reads a mapped file after it has been truncated.
fn read_what_was_cut() {
    let mut file = tempfile::tempfile().unwrap();
    std::io::Write::write_all(&mut file, &[1; 20_000]).unwrap();
    // SAFETY: the test is about a file that changes while it is mapped; its bytes are not used.
    let map = unsafe { memmap2::Mmap::map(&file) }.unwrap();
    file.set_len(0).unwrap();
    println!("{}", map[10_000]);
}

fn deeper(n: u64) -> u64 {
    let here = std::hint::black_box([n; 200]);
    if n == 0 {
        0
    } else {
        deeper(here[7] + 1) + here[9]
    }
}

/// The demo in a terminal, with core dumps disabled.
fn demo() -> Pty {
    let mut command = CommandBuilder::new("/bin/sh");
    let program = crate::support::program();
    command.args(["-c", "ulimit -c 0; exec \"$0\" demo --in-memory"]);
    command.arg(program);
    Pty::run(usual(command), 90, 28)
}

/// The exit status that a parent sees of a program ended by this signal.
fn ended_by(signal: &str) -> String {
    let mut child = std::process::Command::new("/bin/sh")
        .args(["-c", "ulimit -c 0; exec sleep 600"])
        .spawn()
        .unwrap();
    let sent = std::process::Command::new("kill")
        .args(["-s", signal, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success(), "{signal}");
    let status = child.wait();
    let status = ExitStatus::from(status.unwrap());
    status.signal().expect("a signal").to_owned()
}

#[test]
fn every_fatal_signal_restores_the_terminal_and_is_the_exit_status() {
    let mut signals = vec![
        "ABRT", "ALRM", "BUS", "FPE", "ILL", "IO", "PROF", "SEGV", "SYS", "TRAP", "USR1", "USR2",
        "VTALRM", "XCPU",
    ];
    if cfg!(target_os = "linux") {
        signals.extend(["PWR", "STKFLT", "RTMIN"]);
    }
    for signal in signals {
        let mut pty = demo();
        pty.sees(&["Clusters 22", "compared"]).signal(signal);
        let status = pty.ended();
        assert_eq!(status.signal(), Some(&*ended_by(signal)), "{signal}");
        assert!(pty.raw.windows(8).any(|w| w == b"\x1b[?1049h"), "{signal}");
        pty.assert_restored();
        let told = after_the_restore(&pty);
        assert_eq!(told.contains("aborted"), signal == "ABRT", "{told:?}");
    }
}

#[test]
fn sigxfsz_does_not_end_the_program() {
    let mut pty = demo();
    pty.sees(&["Clusters 22", "compared"]).signal("XFSZ");
    pty.press("?").sees(&["Help"]).press("qq");
    assert!(pty.ended().success());
    pty.assert_restored();
}

#[test]
fn faults_and_aborts_are_reported_after_the_restore() {
    for (way, signal, words) in [
        ("cut", "BUS", "shinglescope: a file was cut short"),
        ("stack", "ABRT", "has overflowed its stack"),
        ("abort", "ABRT", "shinglescope: aborted"),
    ] {
        let mut pty = child(way, "unwanted");
        pty.sees(&["Clusters 7", "compared"]).press("gu");
        let status = pty.ended();
        assert_eq!(status.signal(), Some(&*ended_by(signal)), "{way}");
        pty.assert_restored();
        assert_contains(&after_the_restore(&pty), words);
    }
}

#[test]
fn signals_that_the_parent_ignores_are_ignored() {
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", "trap '' USR1 ALRM; exec \"$0\" demo --in-memory"]);
    command.arg(crate::support::program());
    let mut pty = Pty::run(usual(command), 90, 28);
    pty.sees(&["Clusters 22", "compared"]).signal("USR1");
    // SIGXFSZ is always ignored.
    for signal in ["ALRM", "XFSZ"] {
        pty.signal(signal);
    }
    pty.press("?").sees(&["Help"]).press("qq");
    assert!(pty.ended().success());
    pty.assert_restored();
}
