//! The index folder and its surroundings: nothing outside it is read, changed or removed through
//! it, no foreign file in it is removed, and no other user may read its content.
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::support::{Ran, Work, assert_contains, copy, edited, skip};

const INDEX: [&str; 4] = ["index", "corpus", "--index", "index"];

/// A corpus with an index that has been written twice, so that its full text has two segments.
fn indexed() -> Work {
    let work = Work::new();
    work.write_families(4, 3, 120, 29);
    done(&work.run(&INDEX));
    work.write("later.txt", edited(9, 120, 0));
    done(&work.run(&INDEX));
    work
}

fn done(ran: &Ran) {
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
}

/// Every file below `folder` with its content; of a link, the path of its target.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.unwrap();
        let path = entry.path().to_owned();
        let kind = entry.file_type();
        let bytes = if kind.is_file() {
            fs::read(&path).unwrap()
        } else if kind.is_symlink() {
            let target = fs::read_link(&path).unwrap();
            target.into_os_string().into_encoded_bytes()
        } else {
            Vec::new()
        };
        all.insert(path, bytes);
    }
    all
}

/// The files and folders of an index, by relative path.
fn parts(work: &Work) -> Vec<PathBuf> {
    let index = work.index();
    let all = content(&index).into_keys();
    let inside = all.map(|path| path.strip_prefix(&index).unwrap().to_owned());
    inside.filter(|path| !path.as_os_str().is_empty()).collect()
}

#[test]
fn an_index_with_a_link_in_it_is_refused_and_nothing_is_changed_through_it() {
    let work = indexed();
    let names = parts(&work);
    let backup = work.path().join("whole");
    fs::rename(work.index(), &backup).unwrap();
    assert!(names.len() > 20, "{names:?}");
    let precious = work.path().join("precious");
    for name in names {
        let _ = fs::remove_dir_all(work.index());
        let _ = fs::remove_dir_all(&precious);
        copy(&backup, &work.index());
        let original = work.index().join(&name);
        // The link's target is the original. A folder also gets a file of the user.
        fs::create_dir(&precious).unwrap();
        let target = precious.join("target");
        fs::rename(&original, &target).unwrap();
        if target.is_dir() {
            fs::write(target.join("thesis.txt"), "years of work").unwrap();
        }
        symlink(&target, &original).unwrap();
        let before = (content(&precious), content(&work.index()));
        for rebuild in [false, true] {
            if rebuild {
                work.write("new.txt", edited(77, 50, 0));
            }
            let ran = work.run(&INDEX);
            assert_eq!(ran.status, Some(1), "{name:?}: {}", ran.talk);
            assert!(ran.talk.contains("is a link"), "{name:?}: {}", ran.talk);
            let file = name.file_name().unwrap().to_str().unwrap();
            assert!(ran.talk.contains(file), "{name:?}: {}", ran.talk);
        }
        let pairs = work.run(&["pairs", "corpus", "--index", "index"]);
        assert_eq!(pairs.status, Some(1), "{name:?}: {}", pairs.talk);
        assert!(pairs.talk.contains("is a link"), "{name:?}: {}", pairs.talk);
        let after = (content(&precious), content(&work.index()));
        assert!(before == after, "{name:?}");
        fs::remove_file(work.corpus().join("new.txt")).unwrap();
    }
}

/// An older copy of the index is put over it, so files of both states are mixed.
#[test]
fn an_index_with_an_older_copy_over_it_is_brought_up_to_date() {
    let work = indexed();
    let before = work.path().join("before");
    copy(&work.index(), &before);
    work.write("later.txt", edited(9, 120, 60));
    fs::remove_file(work.corpus().join("00/0.txt")).unwrap();
    done(&work.run(&INDEX));
    copy(&before, &work.index());
    let ran = work.run(&INDEX);
    done(&ran);
    let pairs = |more: &[&str]| {
        let ran = work.run(&[&["pairs", "corpus", "--format", "csv"], more].concat());
        done(&ran);
        ran.out
    };
    assert_eq!(pairs(&["--index", "index"]), pairs(&["--in-memory"]));
    done(&work.run(&["index", "corpus", "--index", "index", "--check"]));
}

#[test]
fn a_dangling_link_in_an_index_is_refused_and_its_target_is_not_created() {
    let work = Work::new();
    work.write("a.txt", "some words of a text");
    for name in ["shinglescope.toml", "lock", "segments", "full-text"] {
        let _ = fs::remove_dir_all(work.index());
        fs::create_dir(work.index()).unwrap();
        let target = work.path().join("target");
        symlink(&target, work.index().join(name)).unwrap();
        let ran = work.run(&INDEX);
        assert_eq!(ran.status, Some(1), "{name}: {}", ran.talk);
        assert!(ran.talk.contains("is a link"), "{name}: {}", ran.talk);
        assert!(!target.exists(), "{name}");
    }
    // The index folder itself may be given through a link.
    fs::remove_dir_all(work.index()).unwrap();
    fs::create_dir(work.path().join("elsewhere")).unwrap();
    symlink(work.path().join("elsewhere"), work.index()).unwrap();
    done(&work.run(&INDEX));
    done(&work.run(&["index", "--check", "--index", "index"]));
    assert!(work.path().join("elsewhere/shinglescope.toml").is_file());
}

#[test]
fn foreign_files_in_an_index_are_never_removed() {
    let work = indexed();
    let others = [
        ("segments/thesis.txt", "years of work"),
        ("full-text/notes.txt", "more of it"),
        ("segments/more/s000001.terms", "mine"),
    ];
    fs::create_dir(work.index().join("segments/more")).unwrap();
    for (name, text) in others {
        fs::write(work.index().join(name), text).unwrap();
    }
    // The list of files that tantivy may remove names foreign files.
    fs::write(work.path().join("precious.txt"), "years of work").unwrap();
    let managed = work.index().join("full-text/.managed.json");
    let mut list: Vec<String> = serde_json::from_slice(&fs::read(&managed).unwrap()).unwrap();
    let precious = work.path().join("precious.txt");
    list.push("../../precious.txt".into());
    list.push(precious.to_str().unwrap().into());
    list.push("notes.txt".into());
    fs::write(&managed, serde_json::to_string(&list).unwrap()).unwrap();
    // Continued, then rebuilt.
    work.write("newer.txt", edited(5, 80, 0));
    let ran = work.run(&INDEX);
    done(&ran);
    let meta = work.index().join("full-text/meta.json");
    let text = fs::read_to_string(&meta).unwrap();
    fs::write(&meta, text.replace("full-text ", "full-text x")).unwrap();
    let ran = work.run(&INDEX);
    done(&ran);
    assert_contains(&ran.talk, "building it again");
    assert_eq!(fs::read_to_string(&precious).unwrap(), "years of work");
    for (name, text) in others {
        assert_eq!(fs::read_to_string(work.index().join(name)).unwrap(), text);
    }
    done(&work.run(&["index", "--check", "--index", "index"]));
}

#[test]
fn an_index_of_another_user_is_refused() {
    let work = indexed();
    if let Err(error) = std::os::unix::fs::chown(work.index(), Some(12_345), None) {
        let why = format!("only the superuser may give a folder away ({error})");
        return skip("root", &why);
    }
    let before = content(&work.index());
    for command in [&INDEX[..], &["pairs", "corpus", "--index", "index"]] {
        let ran = work.run(command);
        assert_eq!(ran.status, Some(1), "{}", ran.talk);
        assert_contains(&ran.talk, "belongs to another user (number 12345)");
    }
    assert_eq!(before, content(&work.index()));
}

#[test]
fn a_pipe_in_an_index_is_refused_and_not_waited_for() {
    let work = indexed();
    let terms = parts(&work)
        .into_iter()
        .find(|path| path.extension().is_some_and(|e| e == "terms"));
    let terms = work.index().join(terms.unwrap());
    fs::remove_file(&terms).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&terms).status();
    if !made.is_ok_and(|status| status.success()) {
        return skip("mkfifo", "there is no mkfifo here");
    }
    let ran = work.run(&INDEX);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert_contains(&ran.talk, "is no plain file");
}

/// Files below `folder` that users other than the owner have any permission for.
fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let all = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap);
    all.filter(|entry| entry.metadata().unwrap().permissions().mode() & 0o077 != 0)
        .map(|entry| entry.path().to_owned())
        .collect()
}

#[test]
fn nobody_else_may_read_an_index_whatever_the_umask() {
    let work = Work::new();
    for i in 0..6 {
        work.write(&format!("{i}.txt"), edited(i / 2, 120, i as usize % 2 * 29));
    }
    let run = |script: &str| {
        let mut shell = std::process::Command::new("sh");
        let program = env!("CARGO_BIN_EXE_shinglescope");
        shell.current_dir(work.path()).env("PROGRAM", program);
        shell.args(["-c", &format!("umask 022; {script}")]);
        done(&Ran::from_output(&shell.output().unwrap()));
    };
    run("$PROGRAM index corpus --index new/deep/index -q");
    let open = open_to_others(&work.path().join("new"));
    assert_eq!(open, Vec::<PathBuf>::new());
    run("$PROGRAM sweep corpus --index new/deep/index -q > rows");
    // The permissions of a result file follow the umask.
    assert!(!open_to_others(&work.path().join("rows")).is_empty());
}

/// With every file of an index damaged in turn, `--check` exits with 1 and names it.
#[test]
fn a_check_reads_everything_and_names_what_is_damaged() {
    let work = indexed();
    let check = || work.run(&["index", "--check", "--index", "index"]);
    // The check needs no corpus.
    fs::rename(work.corpus(), work.path().join("gone")).unwrap();
    let ran = check();
    done(&ran);
    assert_contains(&ran.out, "is whole");
    assert_contains(&ran.out, "13 documents");
    for name in parts(&work) {
        let path = work.index().join(&name);
        let file = name.file_name().unwrap().to_str().unwrap();
        let of_the_generation = name.starts_with("segments") || name.starts_with("full-text");
        let lock = file.ends_with(".lock") || file == ".managed.json";
        if !path.is_file() || lock || !of_the_generation {
            continue;
        }
        let before = fs::read(&path).unwrap();
        let mut bytes = before.clone();
        match bytes.len() {
            0 => bytes.push(1),
            n => bytes[n * 2 / 3] ^= 4,
        }
        fs::write(&path, bytes).unwrap();
        let ran = check();
        assert_eq!(ran.status, Some(1), "{file}: {}{}", ran.out, ran.talk);
        assert_eq!(ran.out, "", "{file}");
        assert_contains(&ran.talk, file);
        fs::write(&path, before).unwrap();
    }
    done(&check());
    fs::remove_dir_all(work.index()).unwrap();
    let ran = check();
    assert_eq!(ran.status, Some(1));
    assert_contains(&ran.talk, "there is no index in");
}

#[test]
fn a_command_that_does_without_a_damaged_index_says_so() {
    let work = indexed();
    done(&work.run(&["index", "corpus"]));
    let files = walkdir::WalkDir::new(work.path())
        .into_iter()
        .map(|e| e.unwrap().path().to_owned());
    for path in files.filter(|path| path.extension().is_some_and(|e| e == "sketches")) {
        fs::write(path, "short").unwrap();
    }
    work.write("probe.txt", edited(0, 120, 0));
    let memory = work.run(&["pairs", "corpus", "--in-memory", "--format", "csv"]);
    for options in [&["--index", "index"][..], &[]] {
        for command in [
            &["pairs", "corpus", "--format", "csv"][..],
            &["clusters", "corpus"],
            &["query", "corpus/probe.txt", "--in", "corpus"],
            &["sweep", "corpus", "--k", "3"],
        ] {
            let ran = work.run(&[command, options].concat());
            done(&ran);
            for message in ["is damaged", ".sketches", "reading the corpus instead"] {
                assert_contains(&ran.talk, message);
            }
            if command[0] == "pairs" {
                assert_eq!(ran.out, memory.out);
            }
            let quiet = work.run(&[command, options, &["--quiet"]].concat());
            assert_eq!(quiet.talk, "");
        }
    }
}

#[test]
fn a_folder_replaced_by_a_link_during_a_write_is_not_followed() {
    use shinglescope::index::{Start, Writer};
    for name in ["segments", "full-text"] {
        let work = Work::new();
        let outside = work.path().join("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("s000001.terms"), "precious").unwrap();
        let mut writer = Writer::open(&work.index(), &[work.corpus()], Start::Continue).unwrap();
        fs::rename(work.index().join(name), work.path().join("moved")).unwrap();
        symlink(&outside, work.index().join(name)).unwrap();
        match name {
            "segments" => assert!(writer.segment(200).is_err()),
            _ => assert!(writer.full_text().is_err()),
        }
        let _ = writer.close();
        let left: Vec<_> = fs::read_dir(&outside).unwrap().flatten().collect();
        assert_eq!(left.len(), 1, "{name}: {left:?}");
        let mode = outside.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o755, "{name}");
    }
}
