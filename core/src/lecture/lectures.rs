//! A lecture: stages on texts. Those of the program are in [`shipped`](fn@super::shipped); others are made of texts, or of
//! single stages.

use super::dial::SIZES;
use super::plain::{self, Answers};
use super::setup::{MOST_TEXTS, Setup, Text};
use super::slide::{Block, Question, Slide};
use super::stage::{StageKind, dial, slides};
use crate::base::sanitise;

/// A lecture.
#[derive(Clone, Debug, PartialEq)]
pub struct Lecture {
    /// Its title.
    pub title: String,
    /// Its stages, in order.
    pub stages: Vec<Staged>,
}

/// A stage of a lecture.
#[derive(Clone, Debug, PartialEq)]
pub struct Staged {
    /// The stage.
    pub kind: StageKind,
    /// What it begins with.
    pub setup: Setup,
    /// A sentence above it in plain text and notes; may be empty.
    pub caption: String,
    /// Questions of the lecture, asked after the stage's slides.
    pub questions: Vec<Question>,
}

impl Staged {
    /// A stage without caption and questions.
    #[must_use]
    pub fn new(kind: StageKind, setup: Setup) -> Self {
        Staged {
            kind,
            setup,
            caption: String::new(),
            questions: Vec::new(),
        }
    }

    /// Its title; that of the stage on fingerprints may have given hash values of shingles instead.
    #[must_use]
    pub fn title(&self) -> &'static str {
        match self.setup.example.modulus {
            0 => self.kind.title(),
            _ => "A sample of shingles",
        }
    }

    /// Whether the stage takes texts: not those on collections, nor those on given values.
    #[must_use]
    pub fn takes_texts(&self) -> bool {
        let example = &self.setup.example;
        match self.kind {
            StageKind::Why | StageKind::Mirrors | StageKind::Answer => false,
            StageKind::Sets => example.sets.is_empty() && example.matrix.is_empty(),
            StageKind::Signatures => example.matrix.is_empty(),
            StageKind::SimHash => example.values.is_empty(),
            _ => true,
        }
    }

    /// The slides of the stage, and one for each question of the lecture.
    ///
    /// # Errors
    /// As [`slides`].
    pub fn slides(&self) -> anyhow::Result<Vec<Slide>> {
        let mut all = slides(self.kind, &self.setup)?;
        for question in &self.questions {
            let text = Block::Text(question.text.clone());
            all.push(Slide::of(vec![text]).asking(Question {
                text: Vec::new(),
                ..question.clone()
            }));
        }
        Ok(all)
    }
}

impl Lecture {
    /// All stages that take texts, on the first [`MOST_TEXTS`] of `texts`, after the one that counts the pairs of a
    /// collection of `documents`. The stage on chains needs three texts or more.
    #[must_use]
    pub fn on_texts(texts: &[Text], documents: u64) -> Self {
        let size = SIZES.partition_point(|size| *size < documents);
        let setup = Setup {
            texts: texts.iter().take(MOST_TEXTS).cloned().collect(),
            size: size.min(SIZES.len() - 1),
            ..Setup::default()
        };
        let kinds = StageKind::ALL.into_iter().filter(|kind| match kind {
            StageKind::Mirrors => false,
            StageKind::Chain => setup.texts.len() > 2,
            _ => true,
        });
        Lecture {
            title: "The lecture on these texts".into(),
            stages: kinds.map(|kind| Staged::new(kind, setup.clone())).collect(),
        }
    }

    /// The lecture with other texts A and B, in every stage that takes two texts or more.
    #[must_use]
    pub fn with_texts(mut self, a: &Text, b: &Text) -> Self {
        for stage in &mut self.stages {
            let texts = &mut stage.setup.texts;
            if texts.len() >= 2 {
                texts[0] = a.clone();
                texts[1] = b.clone();
            }
        }
        self
    }

    /// The lecture as sentences and small tables, ending with a line break.
    ///
    /// # Errors
    /// As [`slides`].
    pub fn plain(&self, answers: Answers) -> anyhow::Result<String> {
        let mut out = format!("{}\n", sanitise::line(&self.title));
        for (stage, number) in self.stages.iter().zip(1..) {
            out.push('\n');
            if !stage.caption.is_empty() {
                out.push_str(&format!("{}\n\n", sanitise::line(&stage.caption)));
            }
            let slides = stage.slides()?;
            let title = format!("{number} {}", stage.title());
            let dial = dial(stage.kind, &stage.setup).said(&stage.setup);
            out.push_str(&plain::of_slides(title, &dial, slides, answers));
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lecture::{SHIPPED, glossary, notes, shipped};

    fn texts(count: usize) -> Vec<Text> {
        let text = |at| Text {
            name: format!("{at}.txt"),
            text: format!("the cat sat on mat number {at} and slept"),
            document: String::new(),
        };
        (0..count).map(text).collect()
    }

    #[test]
    fn two_texts_have_no_chain_and_no_stage_is_blank() {
        for (count, stages) in [(0, 10), (1, 10), (2, 10), (3, 11), (9, 11)] {
            let lecture = Lecture::on_texts(&texts(count), 80);
            assert_eq!(lecture.stages.len(), stages, "{count}");
            for staged in &lecture.stages {
                let slides = staged.slides().unwrap();
                assert!(!slides.is_empty() && slides.iter().all(|s| !s.blocks.is_empty()));
                assert!(staged.setup.texts.len() <= MOST_TEXTS);
            }
            assert_eq!(SIZES[lecture.stages[0].setup.size], 100);
        }
    }

    #[test]
    fn every_term_leads_to_a_stage_with_slides() {
        for term in glossary(&[]) {
            let only = Lecture::only(term.stage);
            assert_eq!(only.stages[0].kind, term.stage, "{}", term.name);
            assert!(!only.stages[0].slides().unwrap().is_empty());
            let (whole, at) = Lecture::with_stage(term.stage);
            assert_eq!(whole.stages[at].kind, term.stage);
        }
    }

    #[test]
    fn the_exam_has_all_examples_and_hides_its_answers() {
        let exam = shipped("worked-examples").unwrap();
        let said = exam.plain(Answers::Hidden).unwrap();
        assert!(said.contains("counts 2/7. You?"));
        assert!(!said.contains("Answer") && !said.contains("3/8 = .375"));
        let said = exam.plain(Answers::Shown).unwrap();
        assert!(said.contains("3/8 = .375") && said.contains("4 –2– 2 –11– 3"));
    }

    #[test]
    fn plain_lectures_as_they_are_printed() {
        for (name, lecture) in SHIPPED {
            insta::assert_snapshot!(name, lecture().plain(Answers::Shown).unwrap());
        }
        assert!(shipped("no such").is_none());
    }

    #[test]
    fn two_given_texts_are_in_plain_text_and_notes_of_every_lecture() {
        let [a, b] = ["six", "seven"].map(|last| Text {
            text: format!("one two three four five {last}"),
            ..Text::default()
        });
        for (name, lecture) in SHIPPED {
            let lecture = lecture().with_texts(&a, &b);
            let plain = lecture.plain(Answers::Shown).unwrap();
            let notes = notes::markdown(&lecture, Answers::Shown).unwrap();
            for said in [plain, notes] {
                assert!(said.contains("one two three four"), "{name}");
                assert!(!said.contains("a rose is"), "{name}");
            }
        }
    }
}
