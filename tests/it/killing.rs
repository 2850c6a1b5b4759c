//! The real program killed during indexing: at whatever time, the next run works.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::support::pty::Pty;
use crate::support::{Work, args_of, assert_contains, assert_lacks, edited, signal};

#[test]
fn the_index_works_after_a_kill_at_any_time() {
    let long = std::env::var_os("SHINGLESCOPE_LONG").is_some();
    let kills = if long { 500 } else { 50 };
    let work = Work::new();
    work.write_families(150, 4, 250, 29);
    let args = ["index", "corpus", "--index", "index", "--quiet"];
    let begun = Instant::now();
    assert!(work.program().args(args).status().unwrap().success());
    let duration = begun.elapsed();
    let memory = work.ran("pairs corpus --in-memory --quiet --format csv");
    let want = memory.out;
    let query = args_of("query corpus/07/1.txt --in corpus --quiet --threshold 0.3 --format csv");
    let neighbours = work.run(&[&query[..], &["--in-memory"]].concat()).out;
    assert_eq!(neighbours.lines().count(), 5);
    let mut random = 7_u64;
    for kill in 0..kills {
        if kill % 4 == 0 {
            let _ = std::fs::remove_dir_all(work.index());
        } else {
            // Changes for each round: some files are changed, some added, some removed.
            for n in 0..40 {
                let family = (kill * 40 + n) % 150;
                work.write(&format!("{family:02}/0.txt"), edited(family, 250, 0));
            }
        }
        let mut child = work.spawn(&args);
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let moment = duration.mul_f64((random >> 33) as f64 / (1_u64 << 31) as f64 * 1.1);
        std::thread::sleep(moment.min(Duration::from_secs(20)));
        match kill % 3 {
            0 => child.kill().unwrap_or_default(),
            1 => signal(&child, Signal::INT),
            _ => signal(&child, Signal::TERM),
        }
        child.wait().unwrap();
        // The index has the old state, the new one, or none; the figures are right in each case.
        let got = work.ran("pairs corpus --index index --quiet --format csv");
        assert_eq!(got.status, Some(0), "kill {kill}: {}", got.talk);
        assert_eq!(got.out, want, "kill {kill}");
        // If there is an index, this command does not read the corpus.
        let got = work.run(&[&query[..], &["--index", "index"]].concat());
        assert_eq!(got.status, Some(0), "kill {kill}: {}", got.talk);
        assert_eq!(got.out, neighbours, "kill {kill}: {}", got.talk);
        if kill % 10 == 9 {
            on_the_screens(&work, kill);
        }
    }
    let last = work.done(&["index", "corpus", "--index", "index"]);
    assert_lacks(&last.talk, "damaged");
    let again = work.run(&["index", "corpus", "--index", "index"]);
    assert_contains(&again.talk, "read, 600 as they were");
}

/// The screens count every document, whatever state a killed run has left.
fn on_the_screens(work: &Work, kill: u64) {
    let path = |folder: std::path::PathBuf| folder.to_str().unwrap().to_owned();
    let (corpus, index) = (path(work.corpus()), path(work.index()));
    let mut pty = Pty::start(&[&corpus, "--index", &index], 120, 36, &[]);
    pty.sees(&["600 documents", "read and compared"]);
    let text = pty.text();
    assert!(text.contains("Clusters 150"), "kill {kill}: {text}");
    pty.press("q");
    assert!(pty.ended().success(), "kill {kill}");
}
