//! Tests of the journal file: appending, truncated last lines, concurrent writers, foreign files.

use std::path::PathBuf;

use super::*;
use crate::review::{Act, Decision, DecisionSubject, Digest, TextRef, Timestamp};

/// Reads the journal with the acts of all people.
fn read(location: &JournalLocation) -> anyhow::Result<Journal> {
    super::read(location, "").map(all)
}

fn append(location: &JournalLocation, acts: Vec<Act>) -> anyhow::Result<Journal> {
    super::append(location, "", acts).map(all)
}

fn all(mut journal: Journal) -> Journal {
    journal.accept(|_| true);
    journal
}

fn location(path: PathBuf) -> JournalLocation {
    JournalLocation {
        path,
        named: false,
        private: false,
        note: None,
    }
}

fn act(when: i64, by: &str, n: u128) -> Act {
    let text = |n: u128| TextRef {
        name: n.to_string(),
        text: Digest(n),
        source: Digest(n),
    };
    let subject = DecisionSubject::Pair {
        a: text(n),
        b: text(n + 1),
    };
    Act::new(
        Timestamp::from_micros(when),
        by.into(),
        subject,
        Decision::Copied,
    )
}

#[test]
fn a_clock_that_is_set_back_does_not_change_the_order_of_acts() {
    let folder = tempfile::tempdir().unwrap();
    let location = location(folder.path().join("review.jsonl"));
    assert_eq!(read(&location).unwrap(), Journal::default());
    append(&location, vec![act(500, "anna", 1)]).unwrap();
    let acts = vec![act(100, "anna", 1), act(100, "ben", 1), act(90, "anna", 2)];
    let returned = append(&location, acts).unwrap();
    let journal = read(&location).unwrap();
    assert_eq!(journal, returned);
    let times: Vec<Timestamp> = journal.acts.iter().map(|line| line.act.when).collect();
    assert_eq!(times, [500, 501, 502, 503].map(Timestamp::from_micros));
}

#[test]
fn a_truncated_line_is_ended_and_a_truncated_header_completed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("review.jsonl");
    let location = location(path.clone());
    append(&location, vec![act(1, "anna", 1), act(2, "anna", 2)]).unwrap();
    let bytes = fs::read(&path).unwrap();
    for end in 0..=bytes.len() {
        fs::write(&path, &bytes[..end]).unwrap();
        let before = read(&location).unwrap().acts.len();
        append(&location, vec![act(3, "ben", 3)]).unwrap();
        let after = read(&location).unwrap();
        assert_eq!(after.acts.len(), before + 1, "{end}");
        assert_eq!(after.acts[before].act.by, "ben");
        // The truncated bytes are unchanged.
        assert!(fs::read(&path).unwrap().starts_with(&bytes[..end]), "{end}");
    }
}

#[test]
fn a_later_version_and_other_files_are_left_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("review.jsonl");
    let location = location(path.clone());
    for content in [
        "{\"shinglescope\":\"review\",\"format\":9}\n{}\n",
        "{\"id\":1}\n",
    ] {
        fs::write(&path, content).unwrap();
        let error = append(&location, vec![act(1, "anna", 1)]).unwrap_err();
        assert!(format!("{error:#}").contains("stays as it is"), "{error:#}");
        assert!(read(&location).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
}

#[test]
fn a_link_in_a_corpus_is_not_followed_and_a_named_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (
        folder.path().join("target"),
        folder.path().join("review.jsonl"),
    );
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let mut location = location(link);
    assert!(append(&location, vec![act(1, "anna", 1)]).is_err());
    assert!(!target.exists());
    location.named = true;
    append(&location, vec![act(1, "anna", 1)]).unwrap();
    assert!(target.exists());
}

#[test]
fn concurrent_writers_lose_no_act() {
    let folder = tempfile::tempdir().unwrap();
    let location = location(folder.path().join("review.jsonl"));
    std::thread::scope(|scope| {
        for person in ["anna", "ben", "chi"] {
            let location = &location;
            scope.spawn(move || {
                for n in 0..40 {
                    append(location, vec![act(n, person, n as u128)]).unwrap();
                }
            });
        }
    });
    let journal = read(&location).unwrap();
    assert!(journal.broken.is_empty());
    for person in ["anna", "ben", "chi"] {
        let lines = journal.acts.iter().filter(|line| line.act.by == person);
        let times: Vec<Timestamp> = lines.map(|line| line.act.when).collect();
        assert_eq!(times.len(), 40);
        assert!(times.is_sorted());
    }
}

#[test]
fn a_journal_that_another_program_locks_is_still_read() {
    let folder = tempfile::tempdir().unwrap();
    let location = location(folder.path().join("review.jsonl"));
    let journal = append(&location, vec![act(500, "anna", 1)]).unwrap();
    let other = File::open(&location.path).unwrap();
    other.lock().unwrap();
    let start = Instant::now();
    assert_eq!(read(&location).unwrap(), journal);
    // Reading waits much less than appending.
    assert!(start.elapsed() < WRITE_TIMEOUT);
}

#[test]
fn only_its_user_can_read_a_new_journal() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    for named in [false, true] {
        let path = folder.path().join(format!("{named}.jsonl"));
        let location = JournalLocation {
            named,
            ..location(path.clone())
        };
        let mode = || path.metadata().unwrap().permissions().mode() & 0o777;
        append(&location, vec![act(1, "ada", 1)]).unwrap();
        assert_eq!(mode(), 0o600);
        // An existing journal keeps its mode.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
        append(&location, vec![act(2, "ada", 1)]).unwrap();
        assert_eq!(mode(), 0o664);
    }
}
