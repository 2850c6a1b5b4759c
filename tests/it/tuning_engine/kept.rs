//! Answers that are kept with the index: restarts, damaged files, two programs at once.

use std::path::PathBuf;

use shinglescope::corpus::Source;
use shinglescope::engine::message::Annotations;
use shinglescope::engine::options::{Options, Reuse};
use shinglescope::engine::{Request, Update};
use shinglescope::lab::judge::{self, Answer, JudgingFor, Verdict};
use shinglescope::settings::Settings;

use super::{answer, kept, notice};
use crate::support::engine::{Running, start};
use crate::support::{Work, edited};

pub fn what_is_kept() -> Vec<Answer> {
    vec![
        answer("a, b.txt", "c\n\"d\".txt", Verdict::Yes),
        answer("one.txt", "two.txt", Verdict::Unsure),
        answer("one.txt", "three.txt", Verdict::No),
    ]
}

fn stored(work: &Work) -> Options {
    Options {
        source: Source::Paths(vec![work.corpus()]),
        settings: Settings::default(),
        index: Some(work.index()),
        in_memory: false,
        threads: 1,
        reuse: Reuse::default(),
        sets: shinglescope::engine::sets::Sets::default(),
    }
}

fn in_kept(work: &Work, name: &str) -> PathBuf {
    work.index().join("kept").join(name)
}

fn keep_all(running: &Running) -> Vec<Answer> {
    let answers = what_is_kept();
    let got = running.ask(Request::Judged(answers.clone()), kept);
    assert_eq!(got.answers, answers);
    answers
}

#[test]
fn answers_survive_a_restart_and_a_rebuilt_index() {
    let work = Work::new();
    work.write("a.txt", edited(1, 80, 0))
        .write("b.txt", edited(1, 80, 20));
    let running = start(stored(&work));
    assert_eq!(*running.kept, Annotations::default());
    let mut answers = keep_all(&running);
    // The last request is stored even if the program ends at once.
    answers.pop();
    running.engine.request(Request::Judged(answers.clone()));
    drop(running);
    let again = start(stored(&work));
    assert_eq!(again.kept.answers, answers);
    drop(again);
    // An index with other settings is rebuilt in the same folder.
    let mut other = stored(&work);
    other.settings.normalisation.keep_case = true;
    let again = start(other);
    assert_eq!(again.kept.answers, answers);
    drop(again);
    // The index does not treat annotations as documents, and vice versa.
    let ran = work.run(&["clusters", "corpus", "--index", "index", "--format", "csv"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
}

/// Rows without ids are numbered, so a row put in front gives each text another id.
#[test]
fn an_answer_does_not_pass_to_another_text_under_the_same_id() {
    let work = Work::new();
    let row = |text: String| serde_json::json!({ "text": text }).to_string();
    let texts = [edited(1, 80, 0), edited(1, 80, 20), edited(2, 80, 0)];
    let rows = texts.map(row);
    work.write("c.jsonl", rows.join("\n"));
    let running = start(stored(&work));
    let collection = running.collection.clone().unwrap();
    let [first, second] = ["c.jsonl#1", "c.jsonl#2"].map(|id| collection.find(id).unwrap());
    let judged = Answer::of(&collection, second, first, Verdict::Yes);
    assert_eq!((&*judged.a, &*judged.b), ("c.jsonl#1", "c.jsonl#2"));
    assert_eq!(judged.documents(&collection), Some((first, second)));
    running.ask(Request::Judged(vec![judged.clone()]), kept);
    drop(running);
    work.write(
        "c.jsonl",
        format!("{}\n{}", row(edited(3, 80, 0)), rows.join("\n")),
    );
    let again = start(stored(&work));
    let kept_answers = std::slice::from_ref(&judged);
    assert_eq!(again.kept.answers, kept_answers, "the answer is kept");
    let request = Request::Judge {
        answers: again.kept.answers.clone(),
        threshold: 0.8,
        judging_for: JudgingFor::Threshold,
    };
    let step = again.ask(request, |update| match update {
        Update::ToJudge(step) => Some(step.clone()),
        _ => None,
    });
    assert_eq!(step.outdated, 1);
    assert_eq!(step.proposal, Err(judge::NoProposal::TooFew(0)));
    assert_eq!(judged.documents(&again.collection.clone().unwrap()), None);
    // An exported label names its texts by id alone, so this one is left out.
    let path = work.path().join("labels.csv");
    let sentence = again.ask(Request::ExportJudged(path.clone()), |update| match update {
        Update::Notice(sentence) => Some(sentence.clone()),
        _ => None,
    });
    assert!(
        sentence.contains("1 about a text that has changed"),
        "{sentence}"
    );
    assert_eq!(std::fs::read_to_string(path).unwrap(), "a,b,label\n");
}

#[test]
fn answers_that_cannot_be_written_are_kept_for_the_session_and_said_to_be_unsaved() {
    let work = Work::new();
    work.write("a.txt", edited(1, 80, 0))
        .write("b.txt", edited(1, 80, 20));
    let running = start(stored(&work));
    let blocked = in_kept(&work, "judgements.csv");
    std::fs::create_dir_all(blocked.join("in the way")).unwrap();
    let answers = what_is_kept();
    let unsaved = || running.engine.unsaved().lock().unwrap().clone();
    let got = running.ask(Request::Judged(answers.clone()), kept);
    assert_eq!(got.answers, answers);
    let why = got.unsaved.clone().unwrap();
    assert!(why.contains("judgements.csv"), "{why}");
    assert_eq!(unsaved(), Some(why.clone()));
    // Other jobs may report between the answers and the failure.
    let said = running.until(|update| match update {
        Update::Failed(said) => Some(said.clone()),
        _ => None,
    });
    assert_eq!(said.0, why);
    std::fs::remove_dir_all(&blocked).unwrap();
    let got = running.ask(Request::Judged(answers.clone()), kept);
    assert_eq!((got.unsaved.clone(), unsaved()), (None, None));
    let text = std::fs::read_to_string(blocked).unwrap();
    assert_eq!(
        text.lines().count(),
        answers.len() + 2,
        "a name has a line break"
    );
}

/// Two programs on one index, each answering in turn: nothing that either was told is lost.
#[test]
fn two_programs_that_annotate_one_index_keep_the_answers_of_both() {
    let work = Work::new();
    work.write("a.txt", edited(1, 80, 0))
        .write("b.txt", edited(1, 80, 20));
    let [first, second] = [start(stored(&work)), start(stored(&work))];
    let at_start = [
        answer("a", "b", Verdict::Yes),
        answer("a", "c", Verdict::Yes),
    ];
    first.ask(Request::Judged(at_start.to_vec()), kept);
    let other = answer("x", "y", Verdict::No);
    let got = second.ask(Request::Judged(vec![other.clone()]), kept);
    assert_eq!(
        got.answers,
        [at_start.as_slice(), std::slice::from_ref(&other)].concat()
    );
    // The first takes an answer back and gives another.
    let now = vec![at_start[0].clone(), answer("b", "c", Verdict::Unsure)];
    let got = first.ask(Request::Judged(now.clone()), kept);
    let all = [now[0].clone(), other, now[1].clone()];
    assert_eq!(got.answers, all);
    drop((first, second));
    let again = start(stored(&work));
    assert_eq!(again.kept.answers, all);
}

#[test]
fn keeping_before_there_is_an_index_leaves_a_folder_that_can_become_one() {
    let work = Work::new();
    work.write("a.txt", edited(1, 80, 0))
        .write("b.txt", edited(1, 80, 20));
    let folder = shinglescope::store::make_kept(&work.index()).unwrap();
    assert!(folder.starts_with(work.index()));
    let ran = work.run(&["index", "corpus", "--index", "index"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    std::fs::create_dir(work.path().join("mine")).unwrap();
    std::fs::write(work.path().join("mine/letter.txt"), "x").unwrap();
    assert!(shinglescope::store::make_kept(&work.path().join("mine")).is_err());
}

#[test]
fn a_damaged_file_is_put_aside_and_told() {
    let work = Work::new();
    work.write("a.txt", edited(1, 80, 0))
        .write("b.txt", edited(1, 80, 20));
    let running = start(stored(&work));
    let answers = keep_all(&running);
    drop(running);
    let name = "judgements.csv";
    let damages: [&[u8]; 2] = [b"a,b,label\nx,y,perhaps\n", &[0xff, 0xfe, 0x00]];
    for (i, bytes) in damages.into_iter().enumerate() {
        std::fs::write(in_kept(&work, name), bytes).unwrap();
        let again = start(stored(&work));
        let told = again
            .said
            .iter()
            .any(|s| s.contains(name) && s.contains("nothing of it is lost"));
        assert!(told, "{:?}", again.said);
        let aside = in_kept(&work, &format!("{name}.damaged-{}", i + 1));
        assert_eq!(std::fs::read(aside).unwrap(), bytes);
        assert_eq!(again.kept.answers.len(), 0);
        again.ask(Request::Judged(answers.clone()), kept);
        drop(again);
        let again = start(stored(&work));
        assert_eq!(again.kept.answers, answers);
        assert!(again.said.is_empty(), "{:?}", again.said);
    }
}

#[test]
fn a_file_that_is_damaged_while_it_is_in_use_is_put_aside_before_it_is_replaced() {
    let work = Work::new();
    work.write("a.txt", edited(1, 80, 0))
        .write("b.txt", edited(1, 80, 20));
    let running = start(stored(&work));
    let mut answers = keep_all(&running);
    let damages: [&[u8]; 3] = [b"a,b,label\nx,y,perhaps\n", &[0xff, 0xfe, 0x00], b""];
    let name = "judgements.csv";
    for (i, bytes) in damages.into_iter().enumerate() {
        std::fs::write(in_kept(&work, name), bytes).unwrap();
        answers.push(answer("later", &i.to_string(), Verdict::No));
        running.engine.request(Request::Judged(answers.clone()));
        let (got, before) = running.until(kept);
        let told = before
            .iter()
            .filter_map(notice)
            .any(|sentence| sentence.contains(name) && sentence.contains("nothing of it is lost"));
        assert!(told, "{i}: {before:?}");
        let aside = in_kept(&work, &format!("{name}.damaged-{}", i + 1));
        assert_eq!(std::fs::read(aside).unwrap(), bytes);
        // All that the screen knows is stored again.
        assert_eq!((&got.answers, &got.unsaved), (&answers, &None));
    }
    drop(running);
    let again = start(stored(&work));
    assert_eq!(again.kept.answers, answers);
}

#[test]
fn in_memory_nothing_is_written() {
    let work = Work::new();
    work.write("a.txt", edited(1, 80, 0));
    let mut options = stored(&work);
    (options.index, options.in_memory) = (None, true);
    let running = start(options);
    keep_all(&running);
    drop(running);
    let names: Vec<_> = std::fs::read_dir(work.path())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(names, ["corpus"]);
}
