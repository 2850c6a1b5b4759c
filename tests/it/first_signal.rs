//! The first signal ends commands that have nothing to save, such as a session of `--plain` or a comparison whose
//! output nobody reads. An output file that is a pipe is refused, because writing would wait for a reader. The screens
//! refuse a sweep with `--group-by`.

use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Instant;

use rustix::process::Signal;

use crate::support::pty::{PATIENCE, Pty};
use crate::support::{Work, args_of, assert_contains, edited, signal, skip};

/// Sends a signal and waits until the program ends. Kills it after a time limit.
fn ended_by(child: &mut Child, sent: Signal) -> ExitStatus {
    signal(child, sent);
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("still there after {sent:?}");
        }
        std::thread::yield_now();
    }
}

/// Starts a program that waits for more of its standard input, and ends it by a signal.
fn ended_while_it_reads(program: &mut Command, signal: Signal) -> ExitStatus {
    program.stdin(Stdio::piped());
    program.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = program.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // More than a pipe holds, so that the program reads when this has been written.
    input.write_all(&vec![b'a'; 300_000]).unwrap();
    ended_by(&mut child, signal)
}

/// Whether the program was ended by this signal, or says that it was interrupted.
fn is_by(status: ExitStatus, signal: Signal) -> bool {
    status.code() == Some(130) || status.signal() == Some(signal.as_raw())
}

#[test]
fn a_session_of_plain_that_waits_for_a_line_ends_at_the_first_signal() {
    let work = Work::new();
    for copy in 0..3 {
        work.write(&format!("{copy}.txt"), edited(0, 200, copy * 31));
    }
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let mut program = work.program();
        program
            .args(["corpus", "--in-memory", "--plain", "--quiet"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // SAFETY: between fork and exec it calls only `signal`, which is async-signal-safe. Under nohup, the program
        // would inherit that SIGHUP is ignored.
        unsafe {
            program.pre_exec(|| {
                libc::signal(libc::SIGHUP, libc::SIG_DFL);
                Ok(())
            });
        }
        let mut child = program.spawn().unwrap();
        let mut lines = child.stdin.take().unwrap();
        lines.write_all(b"clusters\n").unwrap();
        // After the answer, the session waits for the next line.
        let mut answer = Vec::new();
        let mut out = child.stdout.take().unwrap();
        while !String::from_utf8_lossy(&answer).contains("1: 3 documents") {
            let mut bytes = [0; 256];
            let read = out.read(&mut bytes).unwrap();
            assert!(read > 0, "ended early: {answer:?}");
            answer.extend(&bytes[..read]);
        }
        let status = ended_by(&mut child, signal);
        assert!(is_by(status, signal), "{signal:?}: {status:?}");
    }
}

#[test]
fn the_tables_of_explain_appear_together_whenever_a_signal_comes() {
    let work = Work::new();
    for copy in 0..2 {
        work.write(&format!("{copy}.txt"), edited(0, 400, copy * 31));
    }
    let mut seen = [0, 0];
    for at in 0..60 {
        let folder = work.path().join(format!("out{at}"));
        let line = format!("compare --explain corpus/0.txt corpus/1.txt --out out{at}");
        let mut child = work.spawn(&args_of(&line));
        // The signal comes at another moment in each run, which takes some milliseconds.
        let begun = Instant::now();
        let mut has_ended = false;
        while begun.elapsed().as_micros() < at * 500 && !has_ended {
            has_ended = child.try_wait().unwrap().is_some();
            std::thread::yield_now();
        }
        if has_ended {
            child.wait().unwrap()
        } else {
            ended_by(&mut child, Signal::TERM)
        };
        let files = std::fs::read_dir(&folder).into_iter().flatten();
        let mut names: Vec<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let all = ["band.csv", "figures.csv", "minimum.csv", "shingle.csv"];
        assert!(names.is_empty() || names == all, "{names:?}");
        seen[usize::from(!names.is_empty())] += 1;
    }
    assert!(seen[0] > 0, "no run was ended before its tables: {seen:?}");
}

#[test]
fn commands_that_wait_for_standard_input_end_at_the_first_signal() {
    let work = Work::new();
    work.write("a.txt", edited(0, 200, 0));
    for words in [
        &["pairs", "-", "--in-memory"][..],
        &["keep", "-"],
        &["pairs", "--files-from", "-", "--in-memory"],
    ] {
        for signal in [Signal::INT, Signal::TERM] {
            let status = ended_while_it_reads(work.program().args(words), signal);
            assert!(is_by(status, signal), "{words:?} {signal:?}: {status:?}");
        }
    }
}

#[test]
fn a_list_of_pairs_ends_at_the_first_signal() {
    let work = Work::new();
    let row = "{\"text\":\"hello one two three four five\"}\n";
    work.write("a.jsonl", row.repeat(2_000));
    let mut child = work.spawn(&["pairs", "corpus", "--in-memory", "--format", "csv"]);
    let mut out = child.stdout.take().unwrap();
    // The list has begun. The pipe holds only a small part of it.
    out.read_exact(&mut [0; 1_000]).unwrap();
    signal(&child, Signal::INT);
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rows = rest.iter().filter(|byte| **byte == b'\n').count();
    assert!(rows < 200_000, "{rows} of 1,999,000 rows");
}

#[test]
fn a_comparison_whose_output_nobody_reads_ends_at_the_first_interrupt() {
    let work = Work::new();
    // One word in eleven differs, so that there are thousands of runs to print: more than a pipe holds.
    work.write("a.txt", edited(0, 40_000, 0));
    work.write("b.txt", edited(0, 40_000, 11));
    let line = "compare corpus/a.txt corpus/b.txt --format json --quiet";
    let mut child = work.spawn(&args_of(line));
    // Something has been printed, so that both files are read and compared.
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 64]).unwrap();
    let status = ended_by(&mut child, Signal::INT);
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).unwrap();
    assert!(is_by(status, Signal::INT), "{status}, {} bytes", rest.len());
}

#[test]
fn the_screens_refuse_to_sweep_with_group_by() {
    let work = Work::new();
    for family in 0..3 {
        for copy in 0..3 {
            let name = format!("{copy}/{family}.txt");
            work.write(&name, edited(family, 200, copy * 31));
        }
    }
    let corpus = work.corpus();
    let args = [corpus.to_str().unwrap(), "--in-memory", "--group-by", "1"];
    let mut pty = Pty::start(&args, 120, 36, &[]);
    pty.sees(&["Clusters 3"])
        .press("5")
        .sees(&["missed by LSH?"]);
    pty.press("s").sees(&["Sweep a grid"]).press("\r");
    pty.sees(&["--new, --archive and --group-by"]);
    pty.press("q").leaves();
}

#[test]
fn an_output_file_that_is_a_pipe_is_refused() {
    let work = Work::new();
    work.write("a.txt", "some words of a text");
    let pipe = work.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return skip("mkfifo", "there is no mkfifo here");
    }
    for run in [
        &["pairs", "corpus", "--in-memory", "--meta", "pipe"][..],
        &["synth", "--documents", "5", "--out", "pipe", "--force"],
    ] {
        let ran = work.run(run);
        assert_eq!(ran.status, Some(1), "{}", ran.talk);
        assert_contains(&ran.talk, "pipe is ");
    }
}

#[test]
fn standard_input_is_one_document() {
    let work = Work::new();
    let input = b"some words of a text";
    let ran = work.run_on(input, &["pairs", "-", "-", "--in-memory"]);
    assert_ne!(ran.status, Some(0), "{}", ran.talk);
    assert_contains(&ran.talk, "standard input (-) is given 2 times");
}
