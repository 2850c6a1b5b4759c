//! Tests of reading and writing a journal: headers, broken lines, truncated ends.

use proptest::prelude::*;

use super::super::state::latest;
use super::super::subject::{DecisionSubject, Digest, TextRef};
use super::super::{Decision, Timestamp};
use super::*;

fn text(n: u128) -> TextRef {
    TextRef {
        name: format!("{n}.txt"),
        text: Digest(n),
        source: Digest(n + 1_000),
    }
}

fn act(when: i64, by: &str, (a, b): (u128, u128), decision: Decision) -> Act {
    let subject = DecisionSubject::Pair {
        a: text(a),
        b: text(b),
    };
    Act::new(
        Timestamp::from_micros(when),
        by.to_owned(),
        subject,
        decision,
    )
}

/// Parses a journal and accepts the acts of all people.
fn parse(bytes: &[u8]) -> Result<Journal, JournalError> {
    let mut journal = Journal::parse(bytes, "")?;
    journal.accept(|_| true);
    Ok(journal)
}

fn journal(acts: &[Act]) -> Journal {
    Journal {
        acts: acts.iter().cloned().map(JournalLine::new).collect(),
        ..Journal::default()
    }
}

/// The acts as a file.
fn bytes(acts: &[Act]) -> Vec<u8> {
    let lines: Vec<String> = acts
        .iter()
        .cloned()
        .map(|act| JournalLine::new(act).raw)
        .collect();
    addition(b"", lines.iter().map(|line| line.as_bytes()))
}

#[test]
fn a_line_is_readable_and_its_keys_have_a_fixed_order() {
    let mut act = act(1_800_000_000_000_000, "anna", (1, 2), Decision::Copied);
    act.note = "see page 3\nand 4".into();
    act.figures = Some(super::super::Figures {
        jaccard: 0.25,
        words: 120,
    });
    act.version = "1.0.0".into();
    let raw = JournalLine::new(act.clone()).raw;
    assert_eq!(
        raw,
        "{\"when\":\"2027-01-15T08:00:00.000000Z\",\"by\":\"anna\",\"on\":\"pair\",\
         \"a\":{\"name\":\"1.txt\",\"text\":\"00000000000000000000000000000001\",\
         \"source\":\"000000000000000000000000000003e9\"},\
         \"b\":{\"name\":\"2.txt\",\"text\":\"00000000000000000000000000000002\",\
         \"source\":\"000000000000000000000000000003ea\"},\
         \"decision\":\"copied\",\"note\":\"see page 3\\nand 4\",\
         \"figures\":{\"jaccard\":0.25,\"words\":120},\"version\":\"1.0.0\"}"
    );
    let read = parse(&bytes(&[act.clone()])).unwrap();
    assert_eq!(read.acts[0].act, act);
}

#[test]
fn masks_are_lines_of_their_own_and_the_last_act_on_each_counts() {
    use crate::mask::{Common, Mask};
    let mask = |when, by: &str, mask: Mask, masked| {
        let when = Timestamp::from_micros(when);
        let choice = Choice::Mask { mask, masked };
        let mut act = ChoiceAct::new(when, by.into(), choice);
        act.version = "1.0.0".into();
        JournalLine::new(act)
    };
    let phrase = |masked, when, by: &str| mask(when, by, Mask::Phrase("the task".into()), masked);
    let masked_line = phrase(true, 1_800_000_000_000_000, "anna");
    assert_eq!(
        masked_line.raw,
        "{\"when\":\"2027-01-15T08:00:00.000000Z\",\"by\":\"anna\",\"on\":\"mask\",\
         \"mask\":{\"phrase\":\"the task\"},\"masked\":true,\"version\":\"1.0.0\"}"
    );
    let off = phrase(false, 1_800_000_000_000_001, "ben");
    let act = act(5, "anna", (1, 2), Decision::Copied);
    let common = |common| mask(7, "anna", Mask::Common(common), true);
    let mut anna = journal(&[act]);
    anna.choices = vec![masked_line.clone(), common(Common::Documents(3))];
    let lines = |journal: &Journal| -> Vec<u8> {
        let all = journal.acts.iter().map(|line| &line.raw);
        let all = all.chain(journal.choices.iter().map(|line| &line.raw));
        let text: String = all.map(|raw| format!("{raw}\n")).collect();
        [header(), text].concat().into_bytes()
    };
    let mut bytes = lines(&anna);
    // An invalid share is not a mask.
    bytes.extend(common(Common::Share(2.0)).raw.as_bytes());
    let read = parse(&bytes).unwrap();
    assert_eq!((read.acts.len(), &read.choices), (1, &anna.choices));
    assert_eq!((read.broken.len(), read.broken[0].number), (1, 5));
    let masks = read.kept_masks();
    assert_eq!(masks.phrases, ["the task"]);
    assert_eq!(masks.common, Some(Common::Documents(3)));
    let ben = Journal {
        choices: vec![off, masked_line],
        ..Journal::default()
    };
    let both = parse(&[lines(&anna), lines(&ben)].concat()).unwrap();
    assert_eq!((both.acts.len(), both.choices.len()), (1, 4));
    assert!(both.kept_masks().phrases.is_empty());
}

#[test]
fn a_line_contains_no_terminal_controls() {
    let mut act = act(5, "a\u{202e}b", (1, 2), Decision::Copied);
    act.note = "\u{1b}[31m \u{9b}2J \u{e0041} Grüße".into();
    let line = JournalLine::new(act.clone());
    assert_eq!(sanitise::line(&line.raw), line.raw);
    assert!(line.raw.contains("Grüße"), "{}", line.raw);
    let read = parse(&bytes(&[act.clone()])).unwrap();
    assert_eq!(read.acts[0].act, act);
}

#[test]
fn every_kind_of_subject_can_be_written_and_read() {
    let subjects = [
        DecisionSubject::Pair {
            a: text(1),
            b: text(1),
        },
        DecisionSubject::Document { document: text(3) },
        DecisionSubject::Cluster {
            members: vec![text(1), text(2), text(2)],
        },
    ];
    let acts = subjects.map(|subject| Act {
        subject,
        ..act(0, "anna", (1, 2), Decision::Unsure)
    });
    let read = parse(&bytes(&acts)).unwrap();
    let read: Vec<Act> = read.acts.into_iter().map(|line| line.act).collect();
    assert_eq!(read, acts);
}

#[test]
fn broken_lines_are_counted_kept_and_skipped() {
    let good = JournalLine::new(act(5, "anna", (1, 2), Decision::Copied));
    let mut bytes = header().into_bytes();
    for line in ["", "<<<<<<< ours", &good.raw, "{\"when\":", "{}", &header()] {
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
    }
    bytes.extend_from_slice(b"\xff\xfe\r\n");
    let invalid = good.raw.replace("copied", "perhaps");
    bytes.extend_from_slice(invalid.as_bytes());
    let read = parse(&bytes).unwrap();
    assert_eq!(read.acts, [good]);
    let numbers: Vec<usize> = read.broken.iter().map(|b| b.number).collect();
    assert_eq!(numbers, [3, 5, 6, 9, 10]);
    assert!(
        read.broken[4].why.contains("perhaps"),
        "{:?}",
        read.broken[4]
    );
    let message = read.broken_sentence().unwrap();
    assert!(message.starts_with("5 lines of the journal"), "{message}");
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let one = (0..6_i64, 0..3_usize, 0..3_u128, 0..3_u128, 0..5_usize);
    prop::collection::vec(one, 0..12).prop_map(|all| {
        let all = all.into_iter().map(|(when, by, a, b, decision)| {
            let by = ["anna", "ben", "chi"][by];
            act(when, by, (a, b), Decision::ALL[decision].1)
        });
        all.collect()
    })
}

/// The acts that count by definition: for each unordered pair, the act with the greatest time and line.
fn expected(acts: &[Act]) -> Vec<([u128; 2], Act)> {
    let rank = |act: &Act| (act.when, JournalLine::new(act.clone()).raw);
    let mut latest_acts = Vec::new();
    for act in acts {
        let mut rivals = acts.iter().filter(|other| texts(other) == texts(act));
        let is_last = rivals.all(|other| rank(other) <= rank(act));
        if is_last && act.decision != Decision::Undecided {
            latest_acts.push((texts(act), act.clone()));
        }
    }
    latest_acts.sort_by_key(|(texts, _)| *texts);
    latest_acts.dedup();
    latest_acts
}

fn texts(act: &Act) -> [u128; 2] {
    let mut digests: Vec<u128> = act.subject.texts().iter().map(|text| text.text.0).collect();
    digests.sort_unstable();
    [digests[0], digests[1]]
}

fn counted(journal: &Journal) -> Vec<([u128; 2], Act)> {
    let latest = latest(&journal.acts, |line| {
        line.act.subject.key(|text| text.text.0)
    });
    let acts = latest.into_values().map(|at| &journal.acts[at].act);
    acts.map(|act| (texts(act), act.clone())).collect()
}

proptest! {
    #[test]
    fn acts_in_any_order_count_as_defined(acts in acts(), order in any::<u64>()) {
        let want = expected(&acts);
        prop_assert_eq!(&counted(&journal(&acts)), &want);
        // Two writers whose lines are interleaved in any order.
        let mut left: Vec<Act> = Vec::new();
        let mut right: Vec<Act> = Vec::new();
        for (at, act) in acts.iter().enumerate() {
            match order >> (at % 64) & 1 {
                0 => left.push(act.clone()),
                _ => right.insert(0, act.clone()),
            }
        }
        left.extend(right);
        prop_assert_eq!(counted(&journal(&left)), want);
    }

    #[test]
    fn a_truncation_loses_at_most_the_truncated_act(acts in acts(), cut in any::<prop::sample::Index>()) {
        let complete = journal(&acts);
        let bytes = bytes(&acts);
        let cut = cut.index(bytes.len() + 1);
        let read = parse(&bytes[..cut]).unwrap();
        let lines = bytes[..cut].iter().filter(|byte| **byte == b'\n').count();
        let complete_acts = lines.saturating_sub(1);
        prop_assert!(read.acts.len() >= complete_acts && read.acts.len() <= complete_acts + 1);
        prop_assert_eq!(&read.acts[..], &complete.acts[..read.acts.len()]);
        prop_assert!(read.broken.len() <= 1);
        // An appended act is read, and no other act is lost.
        let appended = JournalLine::new(act(9, "dora", (7, 8), Decision::Template));
        let mut again = bytes[..cut].to_vec();
        again.extend(addition(&bytes[..cut], [appended.raw.as_bytes()].into_iter()));
        let again = parse(&again).unwrap();
        prop_assert_eq!(again.acts.len(), read.acts.len() + 1);
        prop_assert_eq!(again.acts.last(), Some(&appended));
        prop_assert_eq!(&again.acts[..read.acts.len()], &read.acts[..]);
    }
}
