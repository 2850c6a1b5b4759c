//! The lectures of the program: stages on texts, with captions and questions.

use super::setup::{Example, MAX_TEXTS, Setup, StageParameter};
use super::slide::{Ink, Question, Slide, SlideBlock, one};
use super::stages::StageKind;
use crate::corpus::demo;
use crate::settings::Sketching;

/// The name and constructor of a lecture.
type Shipped = (&'static str, fn() -> Lecture);

/// The lectures of the program by their names. The first is the default; the second has every stage.
pub const SHIPPED: [Shipped; 3] = [
    ("ten-minutes", ten_minutes),
    ("forty-five-minutes", forty_five_minutes),
    ("worked-examples", worked_examples),
];

/// The lecture of this name, if there is one.
pub fn shipped(name: &str) -> Option<Lecture> {
    let (_, lecture) = SHIPPED.iter().find(|(other, _)| *other == name)?;
    Some(lecture())
}

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
    /// Its initial state.
    pub setup: Setup,
    /// A sentence above it in plain text and notes; may be empty.
    pub caption: String,
    /// A question of the lecture, asked after the stage's slides.
    pub question: Option<Question>,
}

impl Staged {
    /// A stage, with a caption that may be empty.
    pub fn new(kind: StageKind, caption: &str, setup: Setup) -> Self {
        Staged {
            kind,
            setup,
            caption: caption.into(),
            question: None,
        }
    }

    /// The stage with a question; `right` is the correct answer.
    fn asking(mut self, text: &str, answers: &[&str], right: &str) -> Self {
        let answers = answers.iter().map(|answer| (*answer).to_owned());
        let text = one(text, Ink::Plain);
        self.question = Some(Question::choice(text, answers.collect(), right));
        self
    }

    /// Its title; a stage with a modulus is about samples of shingles.
    pub fn title(&self) -> &'static str {
        match self.setup.example.modulus {
            0 => self.kind.title(),
            _ => "A sample of shingles",
        }
    }

    /// Its parameter with its value.
    pub fn parameter(&self) -> String {
        self.kind.parameter().label(&self.setup)
    }

    /// Its setup with its parameter moved by `by` steps.
    pub fn turned(&self, by: isize) -> Setup {
        StageParameter::turned(self.kind.parameter(), &self.setup, by)
    }

    /// Texts A and B; `None` if there are example values instead.
    pub fn pair(&self) -> Option<&[String]> {
        let has_values = !self.setup.example.values.is_empty();
        self.setup.texts.get(..2).filter(|_| !has_values)
    }

    /// The slides of the stage: at least one, each with at least one block.
    ///
    /// # Errors
    /// A k out of its range, or a normaliser that cannot be created.
    pub fn slides(&self) -> anyhow::Result<Vec<Slide>> {
        let k = self.setup.sketching.k;
        anyhow::ensure!(
            (1..=Sketching::MAX_K).contains(&k),
            "k is {k}, but must be between 1 and {}",
            Sketching::MAX_K
        );
        let mut slides = self.kind.slides(&self.setup)?;
        slides.extend(self.question.clone().map(|question| {
            let text = SlideBlock::Text(question.text);
            Slide::new(vec![text]).asking(Question {
                text: Vec::new(),
                ..question
            })
        }));
        Ok(slides)
    }
}

impl Lecture {
    /// All stages, with the first [`MAX_TEXTS`] of `texts`. The stage on chains needs three or more.
    pub fn on_texts(texts: &[String]) -> Self {
        let setup = Setup::with_texts(texts.iter().take(MAX_TEXTS).cloned().collect());
        let has_chain = setup.texts.len() > 2;
        let kinds = StageKind::ALL.into_iter();
        let kinds = kinds.filter(|kind| has_chain || *kind != StageKind::Chain);
        Lecture {
            title: "The lecture on these texts".into(),
            stages: kinds
                .map(|kind| Staged::new(kind, "", setup.clone()))
                .collect(),
        }
    }

    /// The lecture with other texts A and B, in every stage that takes two texts or more.
    pub fn with_texts(mut self, pair: &[String; 2]) -> Self {
        for stage in &mut self.stages {
            if let Some(texts) = stage.setup.texts.get_mut(..2) {
                texts.clone_from_slice(pair);
            }
        }
        self
    }
}

/// The race, what a shingle is, why two minima agree, how buckets save work, and what the race has found.
fn ten_minutes() -> Lecture {
    use StageKind as K;
    Lecture {
        title: "Near-duplicates in ten minutes".into(),
        stages: [
            K::Race,
            K::Shingles,
            K::Permutation,
            K::Estimate,
            K::Buckets,
            K::Answer,
        ]
        .map(|kind| {
            let mut staged = default_stage(kind);
            staged.setup.is_brief = true;
            staged
        })
        .to_vec(),
    }
}

/// A full lesson: every stage, with room for questions.
fn forty_five_minutes() -> Lecture {
    Lecture {
        title: "Near-duplicates in forty-five minutes".into(),
        stages: StageKind::ALL.map(default_stage).to_vec(),
    }
}

/// A stage on the texts of the program, with its caption.
fn default_stage(kind: StageKind) -> Staged {
    let (texts, caption) = match kind {
        StageKind::Race => (Vec::new(), "Hands up while it runs: how long for the web?"),
        StageKind::Shingles => (
            roses(),
            "Read both lines aloud. What repeats is easily counted once too often.",
        ),
        StageKind::Sets => (
            bells(2),
            "Which of the two numbers would you show to somebody whose paragraph was copied?",
        ),
        StageKind::Permutation => (
            roses(),
            "One shuffle. Hold l, and two hundred fill the bar.",
        ),
        StageKind::Estimate => (bells(2), "Hands up for the number of draws."),
        StageKind::Signatures => (roses(), "One column a text, few numbers in place of many."),
        StageKind::Buckets => (
            bells(4),
            "Turn the rows: the curve steepens, and dots of real pairs change sides.",
        ),
        StageKind::Chain => (bells(4), "What hangs together need not be alike."),
        StageKind::SimHash => (bells(2), "Another sketch: words vote on bits."),
        StageKind::Answer => (Vec::new(), "The first question again."),
    };
    Staged::new(kind, caption, Setup::with_texts(texts))
}

/// Small examples that can be computed by hand.
fn worked_examples() -> Lecture {
    let sets = |caption, b: &[u64]| {
        let sets = vec![vec![0, 1, 2, 5, 6], b.to_vec()];
        let example = Example {
            sets,
            ..Example::default()
        };
        Staged::new(StageKind::Sets, caption, Setup::of_example(example))
    };
    let signatures =
        |caption, example| Staged::new(StageKind::Signatures, caption, Setup::of_example(example));
    let fish = "Tropical fish include fish found in tropical environments around the world, including \
                both freshwater and salt water species";
    let mut sample = Setup {
        example: Example {
            values: vec![
                938, 664, 463, 822, 492, 798, 78, 969, 143, 236, 913, 908, 694, 553, 870, 779,
            ],
            modulus: 4,
            ..Example::default()
        },
        ..Setup::with_texts(vec![fish.into()])
    };
    sample.sketching.k = 3;
    let fingerprints = Setup {
        rotation: 2,
        ..Setup::of_example(Example {
            values: vec![37586, 50086, 2648, 934, 40957, 2650, 64475, 40955],
            bits: 16,
            ..Example::default()
        })
    };
    // Other texts than in the first example, so that its answer is not shown.
    let ferries = ["eight", "nine"]
        .map(|hour| format!("The ferry to the island leaves at {hour} and comes back at six"));
    Lecture {
        title: "Worked examples".into(),
        stages: vec![
            Staged::new(
                StageKind::Shingles,
                "1 and 2: shingles, and how alike two texts are.",
                Setup::with_texts(roses()),
            ),
            sets("3: Jaccard of two sets.", &[0, 2, 3, 5, 7, 9]),
            sets(
                "3, continued: the union of {0, 1, 2} and {5, 6} against the union of these with {3, 4} and {7, 8, 9}.",
                &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            ),
            Staged::new(
                StageKind::Sets,
                "4: a matrix of two columns.",
                Setup::of_example(Example {
                    matrix: matrix(&["01", "10", "11", "00", "11", "01"]),
                    ..Example::default()
                }),
            ),
            signatures(
                "5: the signature matrix of four documents under three permutations.",
                Example {
                    matrix: matrix(&["1010", "1001", "0101", "0101", "0101", "1010", "1010"]),
                    orders: orders(&["3476125", "4213675", "1376254"]),
                    ..Example::default()
                },
            ),
            signatures(
                "6: the first row that has a 1.",
                Example {
                    matrix: matrix(&["101", "011", "100", "101", "010"]),
                    visits: orders(&["12345", "54321", "34512"]),
                    ..Example::default()
                },
            ),
            signatures(
                "7: hashes of rows instead of permutations, in one pass.",
                Example {
                    matrix: matrix(&["10", "01", "11", "10", "01"]),
                    row_hashes: vec![(1, 0, 5), (2, 1, 5)],
                    ..Example::default()
                },
            ),
            Staged::new(
                StageKind::SimHash,
                "8: a sample of the shingles of a text.",
                sample,
            ),
            Staged::new(
                StageKind::SimHash,
                "9: neighbours of sorted fingerprints, before and after a rotation.",
                fingerprints,
            ),
            Staged::new(
                StageKind::Estimate,
                "10: a threshold as a count of equal permutations.",
                Setup::with_texts(ferries.to_vec()),
            )
            .asking(
                "Of 200 permutations, how many must be equal at least at a threshold of 80 %?",
                &["40", "80", "160", "200"],
                "160",
            ),
            Staged::new(
                StageKind::Buckets,
                "11: the probability that a pair becomes a candidate.",
                Setup::with_texts(ferries.to_vec()),
            )
            .asking(
                "At J = .8, which banding of 200 values proposes a pair with probability .467?",
                &[
                    "14 bands of 14",
                    "20 bands of 10",
                    "25 bands of 8",
                    "40 bands of 5",
                ],
                "14 bands of 14",
            ),
        ],
    }
}

/// Rows of zeros and ones.
fn matrix(rows: &[&str]) -> Vec<Vec<bool>> {
    let row = |row: &&str| row.chars().map(|c| c == '1').collect();
    rows.iter().map(row).collect()
}

/// Row numbers, one digit each.
fn orders(rows: &[&str]) -> Vec<Vec<u64>> {
    let row = |row: &&str| row.bytes().map(|digit| u64::from(digit - b'0')).collect();
    rows.iter().map(row).collect()
}

fn roses() -> Vec<String> {
    Setup::default().texts
}

/// The first `count` of four versions of one story.
fn bells(count: usize) -> Vec<String> {
    let text = |version: usize| {
        let file = format!("village-history/drowned-bell/version-{version}.txt");
        let bytes = demo::bytes(&file).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    };
    (1..=count).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lecture::{glossary, printed};

    #[test]
    fn two_texts_have_no_chain_and_no_stage_is_empty() {
        for (count, stages) in [(0, 9), (1, 9), (2, 9), (3, 10), (9, 10)] {
            let text = |at| format!("the cat sat on mat number {at} and slept");
            let texts: Vec<String> = (0..count).map(text).collect();
            let lecture = Lecture::on_texts(&texts);
            assert_eq!(lecture.stages.len(), stages, "{count}");
            for staged in &lecture.stages {
                let slides = staged.slides().unwrap();
                assert!(!slides.is_empty() && slides.iter().all(|s| !s.blocks.is_empty()));
                assert!(staged.setup.texts.len() <= MAX_TEXTS);
            }
        }
    }

    #[test]
    fn every_term_leads_to_a_stage_of_the_long_lecture() {
        let long = forty_five_minutes();
        for term in glossary(&[]) {
            assert!(
                long.stages.iter().any(|s| s.kind == term.stage),
                "{}",
                term.name
            );
        }
    }

    #[test]
    fn plain_lectures_as_they_are_printed() {
        for (name, lecture) in SHIPPED {
            let text = printed(&lecture(), false).unwrap();
            insta::assert_snapshot!(name, text);
        }
        assert!(shipped("no such").is_none());
    }
}
