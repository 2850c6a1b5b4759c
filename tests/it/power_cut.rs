//! Simulated power failures at each step of indexing: the program is killed at a system call that
//! makes something durable, and all content that no earlier call has made durable is truncated to
//! half, or lost. The remaining index has the old state, the new one or none, never wrong figures.
//!
//! Needs `strace`, which kills at the given call and logs which files were synced. Without it the
//! test says so and is skipped, unless `SHINGLESCOPE_REQUIRE` lists `strace`.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::{Work, copy, edited, skip};

const CALLS: [&str; 4] = ["fdatasync", "fsync", "renameat", "unlink"];

fn long() -> bool {
    std::env::var_os("SHINGLESCOPE_LONG").is_some()
}

fn strace() -> bool {
    let is_installed = Command::new("strace")
        .arg("-V")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|s| s.success());
    if !is_installed {
        skip("strace", "there is no strace here");
    }
    is_installed
}

fn corpus(work: &Work) {
    for family in 0..20 {
        for copy in 0..3 {
            work.write(
                &format!("{family:02}/{copy}.txt"),
                edited(family, 150, copy * 31),
            );
        }
    }
}

/// Indexes under strace, killed at the `when`-th `call`. Returns whether that call was reached, and
/// the files with content that no call has made durable.
fn index_until(work: &Work, call: &str, when: usize) -> (bool, Vec<PathBuf>) {
    let log = work.path().join("log");
    let status = Command::new("strace")
        .args(["-f", "-y", "-qq", "-s", "0", "-o"])
        .arg(&log)
        .args(["-e", "trace=fdatasync,fsync,rename,renameat,renameat2,unlink,unlinkat,write,writev,pwrite64,ftruncate"])
        .args(["-e", &format!("inject={call}:signal=KILL:when={when}")])
        .arg(env!("CARGO_BIN_EXE_shinglescope"))
        .args(["index", "corpus", "--index", "index", "--quiet", "--threads", "1"])
        .current_dir(work.path())
        .env("XDG_CACHE_HOME", work.path().join("cache"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    let log = String::from_utf8_lossy(&std::fs::read(&log).unwrap()).into_owned();
    (!status.success(), not_durable(&log))
}

/// Files of a system-call log that were written to after their last sync.
fn not_durable(log: &str) -> Vec<PathBuf> {
    let mut dirty: BTreeMap<String, bool> = BTreeMap::new();
    // By thread: the arguments of a call that the log shows interrupted by another thread's call.
    let mut under_way: HashMap<&str, String> = HashMap::new();
    for line in log.lines() {
        let Some((thread, call)) = line.split_once(' ') else {
            continue;
        };
        let call = call.trim_start();
        let path = |call: &str| {
            let (_, rest) = call.split_once('<')?;
            rest.split_once('>').map(|(path, _)| path.to_owned())
        };
        let done = call.contains(" = 0");
        if call.starts_with("write") || call.starts_with("pwrite") || call.starts_with("ftruncate")
        {
            dirty.extend(path(call).map(|path| (path, true)));
        } else if call.starts_with("fdatasync") || call.starts_with("fsync") {
            match path(call) {
                Some(path) if done => drop(dirty.insert(path, false)),
                Some(path) => drop(under_way.insert(thread, path)),
                None => {}
            }
        } else if call.contains("sync resumed") && done {
            dirty.extend(under_way.remove(thread).map(|path| (path, false)));
        } else if call.starts_with("rename") && done {
            let names: Vec<&str> = call.split('"').skip(1).step_by(2).collect();
            if let [from, to] = names[..] {
                let was = dirty.remove(from).unwrap_or(false);
                dirty.insert(to.to_owned(), was);
            }
        }
    }
    dirty
        .into_iter()
        .filter(|(_, dirty)| *dirty)
        .map(|(path, _)| PathBuf::from(path))
        .collect()
}

fn cut(work: &Work, files: &[PathBuf], keep: impl Fn(u64) -> u64) {
    let ours = std::fs::canonicalize(work.path()).unwrap();
    for file in files
        .iter()
        .filter(|file| file.starts_with(&ours) && file.is_file())
    {
        let length = std::fs::metadata(file).unwrap().len();
        let opened = std::fs::OpenOptions::new().write(true).open(file).unwrap();
        opened.set_len(keep(length)).unwrap();
    }
}

fn pairs(work: &Work, how: &[&str]) -> (Option<i32>, String, String) {
    let ran = work.run(&[&["pairs", "corpus", "--quiet", "--format", "csv"], how].concat());
    (ran.status, ran.out, ran.talk)
}

/// Simulates a power failure at every step (in the short form at some) of indexing the state that
/// `prepare` leaves.
fn at_every_step(work: &Work, prepare: impl Fn(&Work)) {
    let (_, want, _) = pairs(work, &["--in-memory"]);
    let (mut cuts, mut lost) = (0, 0);
    for call in CALLS {
        let stride = if long() { 1 } else { 3 };
        for when in (1..).step_by(stride) {
            prepare(work);
            let (killed, files) = index_until(work, call, when);
            if !killed {
                break;
            }
            cuts += 1;
            lost += files.len();
            match when % 3 {
                0 => cut(work, &files, |_| 0),
                1 => cut(work, &files, |length| length / 2),
                _ => {}
            }
            let what = format!("{call} {when}, {} files not durable", files.len());
            let (status, out, talk) = pairs(work, &["--index", "index"]);
            assert_eq!((status, &out), (Some(0), &want), "{what}: {talk}");
            let ran = work.run(&["index", "corpus", "--index", "index", "--quiet"]);
            assert_eq!(ran.status, Some(0), "{what}: {}", ran.talk);
            let (_, again, talk) = pairs(work, &["--index", "index"]);
            assert_eq!(again, want, "{what}, mended: {talk}");
        }
    }
    // The test is meaningful only if there were failures and some of them lost data.
    assert!(cuts >= 9 && lost >= 3, "{cuts} cuts, {lost} files");
    println!("{cuts} power cuts, {lost} files with content that was not durable");
}

#[test]
fn a_first_index_survives_power_cuts() {
    if !strace() {
        return;
    }
    let work = Work::new();
    corpus(&work);
    at_every_step(&work, |work| drop(std::fs::remove_dir_all(work.index())));
}

#[test]
fn an_existing_index_survives_power_cuts() {
    if !strace() {
        return;
    }
    let work = Work::new();
    corpus(&work);
    let backup = work.path().join("whole");
    work.ran_well("index corpus --index whole --quiet");
    for family in 0..8 {
        work.write(&format!("{family:02}/1.txt"), edited(family, 150, 17));
        work.write(&format!("{family:02}/new.txt"), edited(family, 150, 23));
    }
    std::fs::remove_file(work.corpus().join("09/0.txt")).unwrap();
    at_every_step(&work, |work| {
        let _ = std::fs::remove_dir_all(work.index());
        copy(&backup, &work.index());
    });
}
