//! Damaged parts, folders of others, and disks without room.

use std::process::Command;

use super::stopped::{copied, left_over};
use super::{BY_PARTS, LSH, corpus, ordinary, resumed};
use crate::support::Ran;

#[test]
fn damaged_parts_are_told_and_never_a_result() {
    let work = corpus(60);
    let want = ordinary(&work, &LSH);
    let scratch = left_over(&work);
    let kept = work.path().join("kept");
    std::fs::rename(&scratch, &kept).unwrap();
    let parts = std::fs::read_dir(kept.join("parts")).unwrap();
    let mut names: Vec<String> = parts
        .map(|entry| format!("parts/{}", entry.unwrap().file_name().display()))
        .collect();
    names.sort();
    names.insert(0, "job.json".to_owned());
    let mut told = 0;
    // All states, and some of the many files that they name.
    let is_tried = |at: usize, name: &str| name.ends_with(".json") || at.is_multiple_of(7);
    for (at, name) in names.iter().enumerate().filter(|(at, n)| is_tried(*at, n)) {
        let whole = std::fs::read(kept.join(name)).unwrap();
        let mut flipped = whole.clone();
        if let Some(byte) = flipped.get_mut(whole.len() / 2) {
            *byte ^= 0x10;
        }
        let cut = whole[..whole.len() - whole.len().min(1)].to_vec();
        for damaged in [flipped, cut] {
            if damaged == whole {
                continue;
            }
            copied(&kept, &scratch);
            std::fs::write(scratch.join(name), &damaged).unwrap();
            let ran = resumed(&work, &LSH);
            if ran.status == Some(0) {
                // Of a step that had not ended, which is done again.
                assert!(!name.ends_with(".json"), "{at} {name}");
                assert_eq!(ran.out, want, "{name}");
                continue;
            }
            told += 1;
            assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""), "{name}");
            assert!(ran.talk.contains("is damaged"), "{name}: {}", ran.talk);
            assert!(ran.talk.contains("without --resume"), "{}", ran.talk);
            std::fs::remove_dir_all(&scratch).unwrap();
        }
    }
    assert!(told > 20, "{told}");
    copied(&kept, &scratch);
    std::fs::remove_file(scratch.join("parts/read-0-0-0.terms")).unwrap();
    let ran = resumed(&work, &LSH);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert!(ran.talk.contains("read-0-0-0.terms"), "{}", ran.talk);
    std::fs::remove_dir_all(&scratch).unwrap();
    copied(&kept, &scratch);
    assert_eq!(resumed(&work, &LSH).out, want);
}

#[test]
fn a_folder_of_others_is_left_as_it_is() {
    let work = corpus(10);
    let scratch = work.path().join("scratch");
    std::fs::create_dir_all(scratch.join("parts")).unwrap();
    for own in ["own.txt", "parts/own.txt", "lock"] {
        std::fs::write(scratch.join(own), "text").unwrap();
        let ran = resumed(&work, &LSH);
        assert_eq!(ran.status, Some(1), "{}", ran.talk);
        assert!(ran.talk.contains("is not empty"), "{}", ran.talk);
        assert_eq!(std::fs::read(scratch.join(own)).unwrap(), b"text");
        std::fs::remove_file(scratch.join(own)).unwrap();
    }
    std::fs::remove_dir(scratch.join("parts")).unwrap();
    std::fs::write(scratch.join("job.json"), "{\"name\": \"backup\"}").unwrap();
    let ran = resumed(&work, &LSH);
    assert!(ran.talk.contains("is damaged"), "{}", ran.talk);
    assert!(scratch.join("job.json").exists());
    // What is put there meanwhile stays.
    std::fs::remove_file(scratch.join("job.json")).unwrap();
    assert_eq!(resumed(&work, &LSH).status, Some(0));
    assert!(!scratch.exists());
}

fn assert_told(ran: &Ran, words: &[&str]) {
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (Some(1), ""),
        "{}",
        ran.talk
    );
    for word in words {
        assert!(ran.talk.contains(word), "no {word:?} in {}", ran.talk);
    }
    assert!(!ran.talk.contains("panicked"), "{}", ran.talk);
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_written_are_told_with_their_folder() {
    let work = corpus(120);
    let want = ordinary(&work, &LSH);
    std::fs::write(work.path().join("file"), "").unwrap();
    let ran = work.run(&[&LSH[..], &["--scratch", "file/scratch"]].concat());
    assert_told(&ran, &["cannot use the scratch folder", "file/scratch"]);
    let program = work.program();
    let program = program.get_program().display().to_string();
    for blocks in [0, 1, 8, 60] {
        let args = [&LSH[..], &BY_PARTS[..2], &["--quiet"]].concat().join(" ");
        let script = format!("ulimit -f {blocks}; exec {program} {args}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(work.path());
        let ran = Ran::of(&shell.output().unwrap());
        assert_told(&ran, &["scratch", "File too large"]);
        let resumed = resumed(&work, &LSH);
        assert_eq!(resumed.out, want, "{blocks}: {}", resumed.talk);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_with_room_it_goes_on() {
    use crate::disk::Disk;
    let work = corpus(120);
    let want = ordinary(&work, &LSH);
    let Some(disk) = Disk::new(&work, "disk", 8 << 20) else {
        return;
    };
    let by_parts = ["--scratch", "disk/scratch", "--memory", "60kB", "--resume"];
    let command = [&LSH[..], &by_parts].concat();
    let mut failed = 0;
    for left in [0, 16 << 10, 64 << 10, 256 << 10, 512 << 10] {
        disk.fill(left);
        let ran = work.run(&command);
        if ran.status == Some(0) {
            assert_eq!(ran.out, want, "{left} bytes left");
        } else {
            failed += 1;
            assert_told(&ran, &["disk/scratch", "No space left"]);
        }
        disk.free();
        if left % 3 == 1 {
            assert_eq!(work.run(&command).out, want, "{left} bytes left");
        }
    }
    assert!(failed > 2, "{failed}");
    assert_eq!(work.run(&command).out, want);
}
