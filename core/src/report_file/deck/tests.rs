//! Tests of the deck: every slide is there once, answers are where they belong, foreign text stays text.

use super::super::page::reader::{parsed, policy_names_only_what_is_there};
use super::*;
use crate::lecture::file::parse;
use crate::lecture::{SHIPPED, shipped};

fn page(lecture: &Lecture, whom: For) -> String {
    let mut out = Vec::new();
    write(lecture, whom, Answers::Shown, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_deck_of_an_exam_for_the_audience_has_no_answer() {
    let exam = shipped("worked-examples").unwrap().unwrap();
    let mut out = Vec::new();
    write(&exam, For::Audience, exam.answers, &mut out).unwrap();
    let sheet = String::from_utf8(out).unwrap();
    assert!(
        !sheet.contains("h-answers") && !sheet.contains("2/6 = .333"),
        "{sheet}"
    );
    assert_eq!(count(&sheet, "details", "answer"), 0);
    assert!(sheet.contains("g(x) = 2x+1 mod 5"));
    let mut out = Vec::new();
    write(&exam, For::Speaker, exam.answers, &mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().contains("2/6 = .333"));
}

/// Number of tags with this name and class.
fn count(page: &str, name: &str, class: &str) -> usize {
    let tags = parsed(page).tags.into_inner();
    let is = |tag: &&(String, _)| tag.0 == name;
    let tags = tags.iter().filter(is);
    tags.filter(|tag| {
        let classes = tag.1.get("class").map_or("", String::as_str);
        classes.split(' ').any(|one| one == class)
    })
    .count()
}

#[test]
fn every_slide_of_every_lecture_is_there_with_its_question() {
    for (name, _) in SHIPPED {
        let lecture = shipped(name).unwrap().unwrap();
        let slides: Vec<Slide> = lecture
            .stages
            .iter()
            .flat_map(|stage| stage.slides().unwrap())
            .collect();
        let asked = slides.iter().filter(|s| s.question.is_some()).count();
        let captions = lecture.stages.iter().filter(|s| !s.caption.is_empty());
        let speaker = page(&lecture, For::Speaker);
        assert_eq!(count(&speaker, "section", "slide"), slides.len() + 1);
        assert_eq!(count(&speaker, "details", "answer"), asked);
        assert_eq!(count(&speaker, "details", "notes"), captions.count());
        let audience = page(&lecture, For::Audience);
        // One more slide for the answers, and nothing that gives them away before.
        assert_eq!(count(&audience, "section", "slide"), slides.len() + 2);
        assert_eq!(count(&audience, "details", "answer"), 0);
        assert_eq!(count(&audience, "details", "notes"), 0);
        let (before, after) = audience.split_once("id=\"h-answers\"").unwrap();
        assert!(after.matches("<li>").count() >= asked, "{name}");
        assert!(!before.contains("Answer 1:"), "{name}");
    }
}

#[test]
fn tags_close_links_lead_to_slides_and_the_policy_names_what_is_there() {
    let lecture = shipped("ten-minutes").unwrap().unwrap();
    for whom in [For::Speaker, For::Audience] {
        let page = page(&lecture, whom);
        policy_names_only_what_is_there(&page);
        let tags = parsed(&page).tags.into_inner();
        let mut open: Vec<&str> = Vec::new();
        for (name, attributes) in &tags {
            assert!(!attributes.contains_key("style"), "{name}");
            assert!(!attributes.contains_key("src"), "{name}");
            assert!(!attributes.keys().any(|key| key.starts_with("on")));
            if let Some(to) = attributes.get("href") {
                let id = to.strip_prefix('#').expect("a place of the page");
                let named = |tag: &&(String, std::collections::BTreeMap<String, String>)| {
                    tag.1.get("id").is_some_and(|known| known == id)
                };
                assert_eq!(tags.iter().filter(named).count(), 1, "{to}");
            }
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name)),
                None if matches!(&**name, "meta" | "br") => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }
}

#[test]
fn foreign_text_stays_text() {
    let evil =
        "</title></script><script>alert(1)</script><img src=x onerror=alert(1)>\\u001b[31m\\u202e";
    let lecture = format!(
        "title = \"{evil}\"\n[[texts]]\nname = \"{evil}\"\ntext = \"{evil} one two three\"\n\
         [[texts]]\ntext = \"one two three {evil}\"\n\
         [[stages]]\nstage = \"shingles\"\ncaption = \"{evil}\"\nk = 2\n\
         [[stages.questions]]\ntext = \"{evil}\"\nanswers = [\"{evil}\", \"no\"]\nright = 1\n\
         [[stages]]\nstage = \"sets\"\nk = 2\n[[stages]]\nstage = \"permutation\"\nk = 2\n"
    );
    let lecture = parse(&lecture, &|_| unreachable!()).unwrap();
    for whom in [For::Speaker, For::Audience] {
        let page = page(&lecture, whom);
        policy_names_only_what_is_there(&page);
        let read = parsed(&page);
        let tags = read.tags.into_inner();
        let number = |name: &str| tags.iter().filter(|tag| tag.0 == name).count();
        assert_eq!((number("script"), number("img")), (1, 0));
        assert!(
            read.text
                .into_inner()
                .contains("<img src=x onerror=alert(1)>")
        );
        assert!(!page.contains(['\u{1b}', '\u{202e}']));
    }
}
