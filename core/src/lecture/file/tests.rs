//! Lecture files: those of the program, and what is said of faults.

use super::*;
use crate::lecture::shipped::{SHIPPED, shipped};

fn no_files(path: &Path) -> anyhow::Result<String> {
    anyhow::bail!("{} cannot be read", path.display())
}

fn fault(text: &str) -> String {
    parse(text, &no_files).unwrap_err().to_string()
}

#[test]
fn the_lectures_of_the_program_have_no_fault() {
    for (name, _) in SHIPPED {
        let lecture = shipped(name).unwrap().unwrap();
        for stage in &lecture.stages {
            assert!(!stage.slides().unwrap().is_empty());
        }
    }
    assert!(shipped("no such").is_none());
}

#[test]
fn the_exam_has_all_examples_and_hides_its_answers() {
    let exam = shipped("worked-examples").unwrap().unwrap();
    assert_eq!(exam.answers, Answers::Hidden);
    let said = exam.plain(exam.answers).unwrap();
    assert!(said.contains("counts 2/7. You?"));
    assert!(!said.contains("Answer") && !said.contains("3/8 = .375"));
    let said = exam.plain(Answers::Shown).unwrap();
    assert!(said.contains("3/8 = .375") && said.contains("4 –2– 2 –11– 3"));
}

#[test]
fn plain_lectures_as_they_are_printed() {
    for (name, _) in SHIPPED {
        let lecture = shipped(name).unwrap().unwrap();
        let said = lecture.plain(Answers::Shown).unwrap();
        insta::assert_snapshot!(name, said);
    }
}

#[test]
fn faults_name_their_line_and_the_way_out() {
    let begin = "title = \"x\"\n[[texts]]\ntext = \"a b c d e\"\n[[texts]]\ntext = \"a b c d f\"\n";
    let with = |stage: &str| fault(&format!("{begin}[[stages]]\n{stage}\n"));
    assert!(
        with("stage = \"sighns\"")
            .starts_with("line 7: no stage \"sighns\"; there are why, shingles")
    );
    assert!(with("stage = \"shingles\"\nkk = 3").starts_with("line 8: unknown field `kk`"));
    assert_eq!(
        with("stage = \"shingles\"\nk = 6"),
        "line 8: k is 6, but text 1 of the stage has 5 words; give a smaller k or a longer text"
    );
    assert_eq!(
        with("stage = \"shingles\"\nk = 0"),
        "line 8: k is 0, but lies between 1 and 1000"
    );
    assert_eq!(
        with("stage = \"shingles\"\ntexts = [1, 3]"),
        "line 8: no text 3: the lecture has 2, counted from 1"
    );
    assert_eq!(
        with("stage = \"shingles\"\ntexts = [1]"),
        "line 7: the stage \"shingles\" takes at least two [[texts]]"
    );
    assert_eq!(
        with("stage = \"chain\"\nthreshold = 1.5"),
        "line 8: threshold is 1.5, but lies between 0.01 and 1"
    );
    assert!(
        with("stage = \"sets\"\nmatrix = [\"01\", \"1\"]")
            .starts_with("line 8: matrix is a list of rows")
    );
    assert_eq!(
        with("stage = \"signatures\"\nmatrix = [\"01\", \"11\"]\norders = [[1, 1]]"),
        "line 9: each of orders has the numbers 1 to 2 once, one for each row of the matrix"
    );
    assert_eq!(
        with("stage = \"why\"\n[[stages.questions]]\ntext = \"?\"\nanswers = [\"a\"]\nright = 2"),
        "line 8: right is the number of the right answer, 1 to 1"
    );
    assert!(fault("title = \"x\"\n").contains("at least one [[stages]]"));
    assert!(fault("title = ").starts_with("line 1: "));
    assert_eq!(
        fault("title = \"x\"\n[[texts]]\ndemo = \"no/such.txt\"\n"),
        "line 3: no text \"no/such.txt\" in the demo corpora"
    );
    assert_eq!(
        fault("title = \"x\"\n[[texts]]\nfile = \"essay.txt\"\n"),
        "line 3: essay.txt cannot be read"
    );
    assert_eq!(
        fault("title = \"x\"\nlanguage = \"xx\"\n"),
        "line 2: no language \"xx\"; there are en, de, fr"
    );
    assert!(
        fault("title = \"x\"\n\n[[texts]]\nname = \"n\"\n").contains("line 3: a text has one of")
    );
}

#[test]
fn other_texts_take_the_places_of_a_and_b() {
    let text = |text: &str| Text {
        name: String::new(),
        text: text.into(),
        document: String::new(),
    };
    let lecture = shipped("ten-minutes").unwrap().unwrap();
    let other = lecture.with_texts(
        &text("one two three four five"),
        &text("one two three four six"),
    );
    let said = other.plain(Answers::Shown).unwrap();
    assert!(said.contains("one two three four") && !said.contains("a rose is"));
}

#[test]
fn the_lectures_of_the_program_are_written_in_every_language() {
    use crate::lecture::{SHIPPED, shipped_in};
    let said = |name: &str, language| {
        let lecture = shipped_in(name, Some(language)).unwrap().unwrap();
        let stages = lecture.stages.iter().flat_map(|stage| {
            let questions = stage
                .questions
                .iter()
                .map(|q| crate::lecture::said(&q.text));
            std::iter::once(stage.caption.clone()).chain(questions)
        });
        let all = std::iter::once(lecture.title.clone()).chain(stages);
        all.filter(|text| !text.is_empty()).collect::<Vec<String>>()
    };
    for (name, _) in SHIPPED {
        let english = said(name, Language::English);
        for language in [Language::German, Language::French] {
            let other = said(name, language);
            assert_eq!(other.len(), english.len());
            for (a, b) in english.iter().zip(&other) {
                assert_ne!(a, b, "{name}");
            }
        }
    }
}

#[test]
fn a_lecture_says_what_it_has_in_the_language_or_else_in_the_first() {
    let file = "title.de = \"Zwei\"\ntitle.fr = \"Deux\"\nlanguage = \"fr\"\n[[stages]]\nstage = \"why\"\ncaption.de = \"Raten Sie.\"\n";
    let none = |path: &Path| anyhow::bail!("{}", path.display());
    let of = |language| {
        let lecture = parse_in(file, &none, language).unwrap();
        (lecture.title.clone(), lecture.stages[0].caption.clone())
    };
    let said = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(of(None), said("Deux", "Raten Sie."));
    assert_eq!(of(Some(Language::English)), said("Zwei", "Raten Sie."));
    assert_eq!(of(Some(Language::German)), said("Zwei", "Raten Sie."));
    let fault = |file: &str| parse(file, &none).unwrap_err().to_string();
    assert!(fault("title.es = \"Dos\"\n").contains("one for each language: .en, .de, .fr"));
    let uneven = "title = \"t\"\n[[stages]]\nstage = \"why\"\n[[stages.questions]]\ntext = \"?\"\nanswers.en = [\"a\"]\nanswers.de = [\"a\", \"b\"]\n";
    assert!(fault(uneven).contains("as many answers in each language"));
}
