//! Full and read-only disks, file size limits and users without a home. Each error names the file
//! or operation; existing data is preserved; and `--in-memory` is not affected.
//!
//! Small disks are made by mounting a `tmpfs`, which needs root. Otherwise the tests say so and are
//! skipped, unless `SHINGLESCOPE_REQUIRE` lists `mount`.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::pty::Pty;
use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks, edited, settle, skip};

/// A small separate disk, unmounted on drop.
pub struct Disk(PathBuf);

impl Disk {
    /// Mounts a disk with room for `bytes` on a folder of `work`; `None` if that is not permitted.
    pub fn new(work: &Work, name: &str, bytes: u64) -> Option<Self> {
        let path = work.path().join(name);
        std::fs::create_dir_all(&path).unwrap();
        let made = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"])
            .arg(&path)
            .stderr(Stdio::null())
            .status();
        let made = made.is_ok_and(|status| status.success());
        if !made {
            skip("mount", "no small disk can be mounted here");
        }
        made.then_some(Disk(path))
    }

    fn remount(&self, options: &str) {
        let options = format!("remount,{options}");
        let done = Command::new("mount")
            .args(["-o", &options])
            .arg(&self.0)
            .status();
        assert!(done.unwrap().success());
    }

    /// Fills the disk except for `bytes`.
    pub fn fill(&self, bytes: usize) {
        let path = self.0.join("filler");
        let mut file = std::fs::File::create(&path).unwrap();
        while std::io::Write::write_all(&mut file, &[7; 4096]).is_ok() {}
        let length = file.metadata().unwrap().len();
        file.set_len(length.saturating_sub(bytes as u64)).unwrap();
    }

    pub fn free(&self) {
        std::fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

fn corpus(work: &Work) {
    work.write_families(40, 3, 150, 31);
}

fn memory(work: &Work) -> String {
    let ran = work.done(&args_of("pairs corpus --in-memory --quiet --format csv"));
    ran.out
}

fn stored(work: &Work, index: &str) -> Ran {
    work.ran(&format!(
        "pairs corpus --index {index} --quiet --format csv"
    ))
}

/// Asserts a failure with these words in its message and without a panic.
fn assert_fails_with(ran: &Ran, words: &str) {
    assert_eq!(ran.status, Some(1), "{} {}", ran.out, ran.talk);
    assert_lacks(&ran.talk, "panicked");
    assert_contains(&ran.talk, words);
}

#[test]
fn an_index_that_does_not_fit_is_an_error_and_nothing_incomplete_is_left() {
    let work = Work::new();
    corpus(&work);
    let want = memory(&work);
    let (mut failed, mut size) = (0, 16 << 10);
    // The disk starts with hardly room for a folder and grows until the index fits.
    loop {
        let Some(disk) = Disk::new(&work, "disk", size) else {
            return;
        };
        let ran = work.run(&["index", "corpus", "--index", "disk/index"]);
        if ran.status == Some(0) {
            assert_eq!(stored(&work, "disk/index").out, want, "{size} bytes");
            break;
        }
        failed += 1;
        assert_fails_with(&ran, "No space left");
        assert_contains(&ran.talk, "disk/index");
        // There is either no result or a complete one; the figures are right either way.
        let after = stored(&work, "disk/index");
        assert_eq!(after.status, Some(0), "{size} bytes: {}", after.talk);
        assert_eq!(after.out, want, "{size} bytes");
        drop(disk);
        size = size * 3 / 2;
        assert!(size < 1 << 30, "{}", ran.talk);
    }
    assert!(failed >= 3, "{failed}");
}

#[test]
fn when_the_disk_fills_up_the_old_index_stays_whole() {
    let work = Work::new();
    corpus(&work);
    std::fs::write(work.path().join("text"), edited(3, 150, 17)).unwrap();
    let Some(disk) = Disk::new(&work, "disk", 32 << 20) else {
        return;
    };
    let index = ["index", "corpus", "--index", "disk/index"];
    assert_eq!(work.run(&index).status, Some(0));
    let ask = |how: &[&str]| {
        let args = ["query", "text", "--in", "corpus"];
        work.run(&[&args[..], how, &["--quiet", "--format", "csv"]].concat())
    };
    let query = || ask(&["--index", "disk/index"]);
    let old = query();
    assert_eq!(old.status, Some(0), "{}", old.talk);
    for family in 0..40 {
        work.write(&format!("{family:02}/new.txt"), edited(family, 150, 9));
    }
    let (want, new) = (memory(&work), ask(&["--in-memory"]).out);
    assert_ne!(new, old.out);
    let mut kept = 0;
    for left in [0, 4 << 10, 16 << 10, 64 << 10, 128 << 10] {
        disk.fill(left);
        let ran = work.run(&index);
        if ran.status != Some(0) {
            assert_fails_with(&ran, "No space left");
            // Sketches and pairs are committed before the full text, so the next generation may
            // already exist. It is complete either way.
            let now = query().out;
            kept += u32::from(now == old.out);
            assert!(now == old.out || now == new, "{left} bytes left: {now}");
        }
        assert_eq!(stored(&work, "disk/index").out, want, "{left} bytes left");
        disk.free();
    }
    assert_eq!(work.run(&index).status, Some(0));
    assert_eq!(stored(&work, "disk/index").out, want);
    assert_eq!(query().out, new);
    assert!(kept >= 2, "{kept}");
}

#[test]
fn a_read_only_disk_serves_readers_and_gives_writers_an_error() {
    let work = Work::new();
    corpus(&work);
    let Some(disk) = Disk::new(&work, "disk", 64 << 20) else {
        return;
    };
    // The corpus is on this disk too: the program never writes beside it.
    let copied = Command::new("cp")
        .args(["-r", "corpus", "disk/corpus"])
        .current_dir(work.path())
        .status();
    assert!(copied.unwrap().success());
    // Files written just now could still change within the resolution of their timestamps, so they
    // are aged.
    let touch = ["-exec", "touch", "-d", "1 hour ago", "{}", "+"];
    let aged = Command::new("find")
        .args(["disk/corpus", "-type", "f"])
        .args(touch)
        .current_dir(work.path())
        .status();
    assert!(aged.unwrap().success());
    // Setting a time is a change too.
    settle();
    work.ran_well("index disk/corpus --index disk/index");
    let pairs = |how: &[&str]| {
        work.run(&[&["pairs", "disk/corpus", "--quiet", "--format", "csv"], how].concat())
    };
    let want = pairs(&["--in-memory"]).out;
    disk.remount("ro");
    // The screens also search the full text without write permission.
    let folder = work.path().join("disk/corpus");
    let index = work.path().join("disk/index");
    let args = [folder.to_str().unwrap(), "--index", index.to_str().unwrap()];
    let mut pty = Pty::start(&args, 120, 36, &[]);
    pty.sees(&["Clusters 40", "compared"]);
    pty.press("/").press("edit61").sees(&["80 hits"]);
    pty.signal("TERM");
    pty.ended();
    assert_eq!(pairs(&["--index", "disk/index"]).out, want);
    assert_eq!(pairs(&["--in-memory"]).out, want);
    // An index elsewhere, of a read-only corpus.
    work.ran_well("index disk/corpus --index index");
    assert_eq!(pairs(&["--index", "index"]).out, want);
    // Nothing has changed, so nothing is written.
    work.ran_well("index disk/corpus --index disk/index");
    for line in [
        "index disk/corpus --index disk/other",
        "index disk/corpus --k 3 --index disk/index",
        "tune disk/corpus --in-memory --svg disk/plots",
        "synth --documents 10 --out disk/made.jsonl",
    ] {
        let ran = work.ran(line);
        assert_fails_with(&ran, "Read-only file system");
        assert_contains(&ran.talk, line.split(' ').next_back().unwrap());
    }
    // The screens work without a cache, and say so.
    let folder = work.path().join("disk/corpus");
    let cache = work.path().join("disk/cache");
    let environment = [("XDG_CACHE_HOME", cache.to_str().unwrap())];
    let mut pty = Pty::start(&[folder.to_str().unwrap()], 200, 36, &environment);
    pty.sees(&["Clusters 40", "compared"]);
    pty.press("go").sees(&["Read-only", "keeps", "memory"]);
    pty.signal("TERM");
    pty.ended();
    pty.assert_restored();
}

#[test]
fn a_file_size_limit_is_reported_like_a_full_disk() {
    let work = Work::new();
    corpus(&work);
    let want = memory(&work);
    for blocks in [0, 8, 64, 256] {
        let _ = std::fs::remove_dir_all(work.index());
        let binary = env!("CARGO_BIN_EXE_shinglescope");
        let line = format!("ulimit -f {blocks}; exec {binary} index corpus --index index");
        let limited = Command::new("/bin/sh")
            .args(["-c", &line])
            .current_dir(work.path())
            .output();
        let ran = Ran::from_output(&limited.unwrap());
        if ran.status != Some(0) {
            assert_fails_with(&ran, "File too large");
        }
        assert_eq!(stored(&work, "index").out, want, "{blocks} blocks");
    }
}

#[test]
fn results_that_cannot_be_written_are_an_error_and_no_panic() {
    let work = Work::new();
    let lines = "pairs -t 0, pairs -t 0 --format csv, clusters, clusters --format json, verify --format csv, tune, \
        skipped, marks, blocks, lecture, synth --documents 1000, --plain, man, completions bash, --version, -h, \
        --help, help, help pairs, pairs --help";
    for line in lines.split(", ") {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut program = work.program();
        program.args(args_of(line)).stdin(Stdio::null());
        let output = program.stdout(full.unwrap()).output().unwrap();
        assert_fails_with(&Ran::from_output(&output), "No space left");
    }
    let Some(disk) = Disk::new(&work, "disk", 64 << 10) else {
        return;
    };
    disk.fill(6 << 10);
    let ran = work.run(&["tune", "--svg", "disk/plots", "--quiet"]);
    assert_fails_with(&ran, "No space left");
    // Neither the plots nor their folder are left.
    assert!(!work.path().join("disk/plots").exists());
}

#[test]
fn when_the_disk_fills_up_the_journal_stays_as_it_was() {
    let work = Work::new();
    corpus(&work);
    let Some(disk) = Disk::new(&work, "disk", 1 << 20) else {
        return;
    };
    // Longer than a page of the disk.
    let note = "word ".repeat(3_000);
    let line = "review add corpus --quiet --document 00/0.txt --by anna --decision copied --journal disk/review.jsonl";
    let decide = [&args_of(line)[..], &["--note", &note]].concat();
    let path = disk.0.join("review.jsonl");
    disk.fill(0);
    assert_fails_with(&work.run(&decide), "No space left");
    assert!(std::fs::read(&path).unwrap_or_default().is_empty());
    disk.free();
    assert_eq!(work.run(&decide).status, Some(0));
    let before = std::fs::read(&path).unwrap();
    disk.fill(0);
    let ran = work.run(&decide);
    assert_fails_with(&ran, "No space left");
    assert_contains(&ran.talk, "it is unchanged");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    disk.free();
    assert_eq!(work.run(&decide).status, Some(0));
    assert!(std::fs::read(&path).unwrap().starts_with(&before));
}

/// Arguments of every command that prints a result.
const COMMANDS: [&[&str]; 14] = [
    &["clusters", "corpus"],
    &["pairs", "corpus"],
    &["pairs", "corpus", "--method", "lsh"],
    &["clusters", "corpus", "--why", "00/0.txt", "00/1.txt"],
    &["compare", "00/0.txt", "00/1.txt", "--in", "corpus"],
    &["query", "text", "--in", "corpus"],
    &["verify", "corpus", "--methods", "lsh,exact"],
    &["tune", "corpus", "--k", "4"],
    &["sweep", "corpus", "--k", "3,4"],
    &["skipped", "corpus"],
    &["marks", "corpus"],
    &["blocks", "corpus"],
    &["overlap", "corpus", "corpus"],
    &["index", "corpus"],
];

/// Sets the home, cache and temporary folders to one that does not exist.
fn homeless(command: &mut Command) -> &mut Command {
    for name in ["HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "TMPDIR"] {
        command.env(name, "/proc/nowhere");
    }
    command
}

#[test]
fn every_command_works_without_home_and_cache() {
    let work = Work::new();
    corpus(&work);
    std::fs::write(work.path().join("text"), edited(3, 150, 17)).unwrap();
    for args in COMMANDS {
        // The costs that `verify` reports differ in every run.
        let is_verify = args[0] == "verify";
        let result = |ran: Ran| (ran.status, if is_verify { String::new() } else { ran.out });
        let usual = result(work.run(&[args, &["--in-memory"]].concat()));
        let without = Ran::from_output(&homeless(&mut work.program()).args(args).output().unwrap());
        if args[0] == "index" {
            assert_fails_with(&without, "/proc/nowhere");
            continue;
        }
        let talk = without.talk.clone();
        assert_eq!(usual, result(without), "{args:?}: {talk}");
        assert_eq!(usual.0, Some(0), "{args:?}");
    }
}

/// The system calls that create or write files, with their arguments.
fn written(log: &str) -> Vec<&str> {
    let harmless = ["/dev/null", "/dev/tty", "/dev/pts/", "/proc/self/"];
    let opens = |line: &&str| {
        let modes = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TMPFILE"];
        let open = line.contains("open") && modes.iter().any(|mode| line.contains(mode));
        let other = [
            "mkdir", "rename", "unlink", "creat(", "link(", "symlink", "truncate", "memfd",
        ];
        open || other.iter().any(|call| line.contains(call))
    };
    let is_unknown = |line: &&str| !harmless.iter().any(|path| line.contains(path));
    log.lines().filter(opens).filter(is_unknown).collect()
}

#[test]
fn in_memory_means_that_no_file_is_written() {
    let work = Work::new();
    corpus(&work);
    std::fs::write(work.path().join("text"), edited(3, 150, 17)).unwrap();
    let log = work.path().join("log");
    let traced = |args: &[&str]| {
        let mut command = Command::new("strace");
        let calls = "trace=open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,\
            unlinkat,link,linkat,symlink,symlinkat,truncate,ftruncate,memfd_create";
        command.current_dir(work.path());
        command.args(["-f", "-qq", "-e", calls, "-o"]).arg(&log);
        command.arg(env!("CARGO_BIN_EXE_shinglescope"));
        command.args(args).arg("--in-memory");
        command
    };
    for args in COMMANDS {
        let Ok(output) = traced(args).output() else {
            return skip("strace", "there is no strace here");
        };
        assert!(output.status.success(), "{args:?}: {output:?}");
        let log = std::fs::read_to_string(&log).unwrap();
        assert!(log.contains("00/0.txt"), "{args:?} is seen to read");
        assert_eq!(written(&log), Vec::<&str>::new(), "{args:?}");
    }
    // The same for the screens.
    let command = traced(&["corpus"]);
    let mut screens = portable_pty::CommandBuilder::new("strace");
    screens.args(command.get_args());
    screens.cwd(work.path());
    let mut pty = Pty::run(crate::support::pty::usual(screens), 120, 36);
    pty.sees(&["Clusters 40", "compared"]);
    pty.press("\t\r").sees(&["Neighbours"]);
    pty.press("q");
    pty.press("5").sees(&["missed by LSH?"]);
    pty.press("1").sees(&["Clusters 40"]);
    pty.press("\x03");
    assert!(pty.ended().success());
    let log = std::fs::read_to_string(&log).unwrap();
    assert_eq!(written(&log), Vec::<&str>::new());
}
