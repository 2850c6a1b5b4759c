//! Concurrent processes on one corpus: one writes, any number read, and a process that dies leaves
//! no lock behind. The corpus may be edited meanwhile.

use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use crate::support::pty::{PATIENCE, Pty};
use crate::support::{Ran, Work, assert_contains, edited};

const ESC: &str = "\x1b";
const INDEX: [&str; 4] = ["index", "corpus", "--index", "index"];

fn corpus(work: &Work, families: u64) {
    for family in 0..families {
        for copy in 0..3 {
            let name = format!("{family:03}/{copy}.txt");
            work.write(&name, edited(family, 120, copy * 31));
        }
    }
}

fn pairs(work: &Work, how: &[&str]) -> String {
    let ran = work.done(&[&["pairs", "corpus", "--quiet", "--format", "csv"], how].concat());
    ran.out
}

fn signal(child: &Child, name: &str) {
    let arguments = ["-s", name, &child.id().to_string()];
    let sent = std::process::Command::new("kill").args(arguments).status();
    assert!(sent.unwrap().success());
}

/// Starts a writer and stops it (SIGSTOP) while it holds the lock of `folder`.
fn stopped_writer(work: &Work, args: &[&str], folder: &std::path::Path) -> Child {
    let begun = Instant::now();
    loop {
        let mut child = work
            .program()
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let id = child.id().to_string();
        let holds = || {
            let lock = std::fs::read_to_string(folder.join("lock")).unwrap_or_default();
            lock.trim() == id
        };
        while !holds() && child.try_wait().unwrap().is_none() {
            if begun.elapsed() > PATIENCE {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("no writer was caught while it held the lock");
            }
            std::thread::yield_now();
        }
        // The writer may end before the lock is seen, or before the signal arrives.
        if child.try_wait().unwrap().is_none() {
            signal(&child, "STOP");
            if holds() {
                return child;
            }
            signal(&child, "CONT");
            child.wait().unwrap();
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "every writer was done before it could be stopped"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_second_writer_is_told_the_process_that_holds_the_lock_and_readers_continue() {
    let work = Work::new();
    corpus(&work, 200);
    let want = pairs(&work, &["--in-memory"]);
    work.done(&INDEX);
    for family in 0..100 {
        work.write(&format!("{family:03}/new.txt"), edited(family, 120, 41));
    }
    let newer = pairs(&work, &["--in-memory"]);
    assert_ne!(newer, want);
    let mut holder = stopped_writer(&work, &INDEX, &work.index());
    let second = work.run(&INDEX);
    assert_eq!(second.status, Some(1), "{}", second.talk);
    let process = format!("process {}", holder.id());
    assert_contains(&second.talk, &process);
    assert_contains(&second.talk, "wait");
    // Readers use the stored generation and read the remaining files themselves.
    assert_eq!(pairs(&work, &["--index", "index"]), newer);
    // The screens print the same message, and continue without writing.
    let index = format!("--index {}", work.index().display());
    let mut pty = Pty::with_corpus(&work, &index, (200, 30));
    pty.sees(&["Clusters 200", "compared"]).press("go");
    // The process id is on the next line if the path of the folder is long.
    let number = holder.id().to_string();
    pty.sees(&["is being written by another shinglescope", &number]);
    pty.terminated();
    signal(&holder, "CONT");
    assert!(holder.wait().unwrap().success());
    work.done(&INDEX);
    assert_eq!(pairs(&work, &["--index", "index"]), newer);
}

#[test]
fn if_the_default_folder_is_locked_the_screens_work_in_memory_and_index_fails() {
    let work = Work::new();
    corpus(&work, 200);
    let cache = work.path().join("cache/shinglescope");
    // The folder's name is a digest, so the test looks it up.
    assert_eq!(work.ran("index corpus").status, Some(0));
    let folder = std::fs::read_dir(&cache)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    std::fs::remove_dir_all(&folder).unwrap();
    let mut holder = stopped_writer(&work, &["index", "corpus"], &folder);
    let second = work.ran("index corpus");
    // Indexing without the lock would be useless, so it fails.
    second.fails(1, &holder.id().to_string());
    let corpus = work.corpus();
    let cache = work.path().join("cache");
    let environment = [("XDG_CACHE_HOME", cache.to_str().unwrap())];
    let mut pty = Pty::start(&[corpus.to_str().unwrap()], 200, 30, &environment);
    pty.sees(&["Clusters 200"]).press("go");
    pty.sees(&["keeps", "memory"]);
    pty.terminated();
    signal(&holder, "KILL");
    holder.wait().unwrap();
}

#[test]
fn the_lock_of_a_dead_process_is_taken_over() {
    let work = Work::new();
    corpus(&work, 200);
    let want = pairs(&work, &["--in-memory"]);
    let mut holder = stopped_writer(&work, &INDEX, &work.index());
    signal(&holder, "KILL");
    holder.wait().unwrap();
    // The lock file still names its last holder, but no longer blocks anyone.
    let lock = std::fs::read_to_string(work.index().join("lock")).unwrap();
    assert_eq!(lock.trim(), holder.id().to_string());
    work.done(&INDEX);
    assert_eq!(pairs(&work, &["--index", "index"]), want);
}

#[test]
fn readers_see_one_generation_or_the_next_and_nothing_between() {
    let work = Work::new();
    corpus(&work, 30);
    std::fs::write(work.path().join("text"), edited(3, 120, 17)).unwrap();
    let query = |how: &[&str]| -> Ran {
        let fixed = [
            "query", "text", "--in", "corpus", "--quiet", "--format", "csv",
        ];
        work.run(&[&fixed[..], how].concat())
    };
    let state = |new: bool| {
        for copy in 0..3 {
            let every = if new { copy * 31 + 7 } else { copy * 31 };
            work.write(&format!("003/{copy}.txt"), edited(3, 120, every));
            let name = work.corpus().join(format!("extra-{copy}.txt"));
            if new {
                std::fs::write(name, edited(3, 110, copy + 5)).unwrap()
            } else {
                drop(std::fs::remove_file(name))
            }
        }
    };
    let mut wanted = Vec::new();
    for new in [true, false] {
        state(new);
        wanted.push(query(&["--in-memory"]).out);
    }
    assert_ne!(wanted[0], wanted[1]);
    work.done(&INDEX);
    let (done, reads) = (AtomicBool::new(false), AtomicUsize::new(0));
    let both = [AtomicUsize::new(0), AtomicUsize::new(0)];
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let ran = query(&["--index", "index"]);
                    assert_eq!(ran.status, Some(0), "{}", ran.talk);
                    let which = wanted.iter().position(|want| *want == ran.out);
                    let which = which.unwrap_or_else(|| panic!("neither state: {}", ran.out));
                    both[which].fetch_add(1, Ordering::Relaxed);
                    reads.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let begun = Instant::now();
        let enough = || {
            reads.load(Ordering::Relaxed) >= 20
                && both.iter().all(|n| n.load(Ordering::Relaxed) > 0)
        };
        for round in 0.. {
            state(round % 2 == 0);
            work.done(&INDEX);
            if enough() || begun.elapsed() > PATIENCE {
                break;
            }
        }
        done.store(true, Ordering::Relaxed);
        assert!(enough(), "{both:?}");
    });
}

#[test]
fn open_screens_keep_their_generation_while_another_process_writes() {
    let work = Work::new();
    corpus(&work, 20);
    work.done(&INDEX);
    let index = format!("--index {}", work.index().display());
    let mut pty = Pty::with_corpus(&work, &index, (120, 36));
    pty.sees(&["Clusters 20", "compared"]);
    for round in 0..4 {
        for family in 0..20 {
            work.write(&format!("{family:03}/1.txt"), edited(900 + round, 120, 3));
        }
        work.done(&INDEX);
    }
    // The text of a changed document is that of the index, or is reported as changed.
    pty.press("\t\r").sees(&["Neighbours 2"]).press("\r");
    pty.until("both texts, or that one has changed", |text| {
        text.contains("⇄") && (text.contains("passage") || text.contains("has changed"))
    });
    pty.press("qq").sees(&["Clusters 20"]);
    pty.press("gu").sees(&["Clusters 21"]);
    pty.terminated();
}

#[test]
fn an_edited_corpus_is_noticed_and_offered_to_be_read_again() {
    let work = Work::new();
    corpus(&work, 6);
    let (folder, index) = (work.corpus(), work.index());
    let index = index.to_str().unwrap();
    for how in [&["--in-memory"][..], &["--index", index]] {
        let args = [&[folder.to_str().unwrap()], how].concat();
        let mut pty = Pty::start(&args, 130, 36, &[]);
        pty.sees(&["Clusters 6", "compared"]);
        work.write("000/1.txt", edited(77, 150, 0));
        work.write("new.txt", edited(1, 120, 13));
        std::fs::remove_file(folder.join("002/2.txt")).unwrap();
        pty.sees(&["the corpus was edited: 1 file changed, 1 new, 1 gone; g u reads it again"]);
        pty.sees(&["edited since (g u)"]);
        // The screen still shows everything that was read.
        pty.press("j").press("k").press("\r").sees(&["neighbour "]);
        pty.press("q").sees(&["Clusters 6"]).press("gu");
        pty.sees(&["Clusters 6", "18 documents", "read and compared"]);
        pty.until("no mark", |text| !text.contains("edited since"));
        // Restores the original state after the edited one was read.
        corpus(&work, 6);
        std::fs::remove_file(folder.join("new.txt")).unwrap();
        pty.sees(&["edited since (g u)"]).press(ESC);
        pty.terminated();
    }
}

#[test]
fn in_plain_mode_a_changed_text_is_reported() {
    let work = Work::new();
    corpus(&work, 2);
    let mut pty = Pty::with_corpus(&work, "--in-memory --plain", (200, 40));
    pty.sees(&["2 clusters", "> "])
        .press("open 000/0.txt\r")
        .sees(&["2 neighbours"]);
    work.write("000/1.txt", edited(55, 120, 0));
    pty.press("compare 2\r")
        .sees(&["000/1.txt has changed since it was read"]);
    pty.press("quit\r");
    assert!(pty.ended().success());
}
