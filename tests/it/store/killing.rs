//! Killing the process at any moment: opening then yields the old generation or the new one,
//! complete.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::fixture::{Corpus, roots};
use shinglescope::store::{Generation, Start, Writer};

/// Set for the child process: the folder in which it writes generations until it is killed.
const CHILD: &str = "SHINGLESCOPE_TEST_WRITE_UNTIL_KILLED";

/// The corpus of the `n`th generation, identified by its document `round`.
fn corpus(n: u64) -> Corpus {
    let mut corpus = Corpus::of(60);
    for i in 0..n.min(40) {
        corpus.change((i * 17 % 60) as usize);
    }
    for _ in 0..n % 7 {
        corpus.remove(5);
    }
    for i in 0..n % 11 {
        corpus.add(&format!("more-{}", n + i));
    }
    corpus.documents.insert("round".into(), n);
    corpus
}

fn round(generation: &Generation) -> u64 {
    let collection = generation.collection();
    let doc = collection
        .find("round")
        .expect("every generation has its round");
    (collection.row(doc).modified - 1_000) as u64
}

/// Not a test itself: the body of the child process.
#[test]
fn child_that_writes_until_it_is_killed() {
    let Some(dir) = std::env::var_os(CHILD).map(PathBuf::from) else {
        return;
    };
    loop {
        let mut writer = Writer::open(&dir, &roots(), Start::Continue).unwrap();
        let n = writer.base().map_or(0, round) + 1;
        let corpus = corpus(n);
        let mut collection = corpus.fill(&mut writer);
        if n.is_multiple_of(3) {
            collection = writer.merged(&collection).unwrap().unwrap_or(collection);
        }
        corpus.add_full_text(&mut writer, &collection);
        writer
            .commit(&collection, corpus.pairs(&collection).to_stored())
            .unwrap();
        if !n.is_multiple_of(5) {
            writer.close().unwrap();
        }
    }
}

fn child(dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "store::killing::child_that_writes_until_it_is_killed",
            "--nocapture",
        ])
        .env(CHILD, dir)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs `start` and kills the child after `delay`. Can be used with the real binary: `shinglescope
/// index CORPUS --index DIR`.
pub fn kill_after(start: impl FnOnce() -> Child, delay: Duration) -> std::process::Output {
    let mut child = start();
    std::thread::sleep(delay);
    child.kill().unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn killing_at_any_moment_leaves_the_old_generation_or_the_new_one() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("store");
    // The duration of a generation depends on the load of the machine, so the delays are adapted to
    // it.
    let mut span = Duration::from_millis(60);
    let (mut last, mut kills, mut fruitless) = (0, 0, 0);
    let mut random = 0x5eed_u64;
    let started = Instant::now();
    while kills < 50 || last < 20 {
        assert!(
            started.elapsed().as_secs() < 300,
            "{last} generations, {kills} kills"
        );
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let delay = Duration::from_micros((random >> 33) % (2 * span.as_micros() as u64));
        let ended = kill_after(|| child(&dir), delay);
        kills += 1;
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(said.is_empty(), "the writer failed by itself: {said}");
        let before = last;
        match Generation::open(&dir).unwrap() {
            Some(generation) => {
                let n = round(&generation);
                assert!(n >= last, "kill {kills}: generation {n} after {last}");
                corpus(n).check(&generation);
                last = n;
            }
            None => assert_eq!(last, 0, "kill {kills}: generation {last} is gone"),
        }
        fruitless = if last == before { fruitless + 1 } else { 0 };
        if fruitless == 4 {
            (span, fruitless) = (span * 2, 0);
        } else if last > before + 3 {
            span = span * 3 / 4;
        }
    }
    // And it can be continued.
    let next = corpus(last + 1);
    next.write(&dir, Start::Continue);
    next.check(&Generation::open(&dir).unwrap().unwrap());
}

#[test]
fn killing_while_a_store_is_built_afresh_leaves_it_empty_old_or_new() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = corpus(4);
    let dir = temp.path().join("store");
    corpus.write(&dir, Start::Continue);
    // As if killed after each step of emptying the folder.
    for gone in ["full-text/meta.json", "full-text", "segments"] {
        let path = dir.join(gone);
        if path.is_dir() {
            std::fs::remove_dir_all(&path).unwrap();
        } else {
            std::fs::remove_file(&path).unwrap();
        }
        assert!(Generation::open(&dir).unwrap().is_none());
    }
    corpus.write(&dir, Start::Continue);
    corpus.check(&Generation::open(&dir).unwrap().unwrap());
}
