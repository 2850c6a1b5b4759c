//! The lectures of the program.

use super::lectures::{Lecture, Staged};
use super::setup::{Example, Setup, Text};
use super::slide::{Ink, Question, one};
use super::stage::StageKind;
use crate::corpus::demo;

/// A name, and what makes the lecture.
type Shipped = (&'static str, fn() -> Lecture);

/// The lectures of the program by their names. The first is held if none is named.
pub const SHIPPED: [Shipped; 3] = [
    ("ten-minutes", ten_minutes),
    ("forty-five-minutes", forty_five_minutes),
    ("worked-examples", worked_examples),
];

/// The lecture of this name; `None` if none has it.
#[must_use]
pub fn shipped(name: &str) -> Option<Lecture> {
    let (_, lecture) = SHIPPED.iter().find(|(known, _)| *known == name)?;
    Some(lecture())
}

impl Lecture {
    /// The lecture of the program that has every stage, and the index of a stage in it.
    #[must_use]
    pub fn with_stage(kind: StageKind) -> (Self, usize) {
        let whole = forty_five_minutes();
        let at = whole.stages.iter().position(|stage| stage.kind == kind);
        (whole, at.unwrap_or(0))
    }

    /// One stage alone, on texts of the program.
    #[must_use]
    pub fn only(kind: StageKind) -> Self {
        let (mut whole, at) = Self::with_stage(kind);
        Lecture {
            title: kind.title().into(),
            stages: vec![whole.stages.swap_remove(at)],
        }
    }
}

/// What a shingle is, why two minima agree, how buckets save work, and where a cluster deceives.
fn ten_minutes() -> Lecture {
    Lecture {
        title: "Near-duplicates in ten minutes".into(),
        stages: vec![
            stage(
                StageKind::Why,
                "A maker has 4,880 manuals. Let the class guess before you press on.",
                Setup::on(Vec::new()),
            ),
            stage(
                StageKind::Shingles,
                "Read both lines aloud. What repeats is easily counted once too often.",
                Setup::on(roses()),
            ),
            stage(
                StageKind::Permutation,
                "One draw. Turn the permutation a few times before you show the theorem.",
                Setup {
                    permutation: 6,
                    ..Setup::on(roses())
                },
            ),
            stage(
                StageKind::Race,
                "Two longer texts. Hands up for the number of draws.",
                Setup::on(bells(2)),
            ),
            stage(
                StageKind::Buckets,
                "Turn the rows: the curve steepens, and dots of real pairs change sides.",
                Setup::on(bells(4)),
            ),
            stage(
                StageKind::Chain,
                "One story told four times, a little changed each time.",
                Setup::on(bells(4)),
            ),
            stage(
                StageKind::Answer,
                "The first question again.",
                Setup::on(Vec::new()),
            ),
        ],
    }
}

/// A whole lesson: every stage, with room for questions.
fn forty_five_minutes() -> Lecture {
    let plain = |kind, texts| Staged::new(kind, Setup::on(texts));
    let chains = [
        ("a worn chain", "five-signs-of-a-worn-chain.txt"),
        ("a tired chain", "five-clues-of-a-tired-chain.txt"),
    ];
    let chains = chains.map(|(name, file)| demo_text(name, format!("bicycles/articles/{file}")));
    let own_text = stage(
        StageKind::OwnText,
        "The same article in other words. Would you call it a copy?",
        Setup::on(chains.to_vec()),
    );
    Lecture {
        title: "Near-duplicates in forty-five minutes".into(),
        stages: vec![
            plain(StageKind::Why, Vec::new()),
            plain(StageKind::Shingles, roses()),
            stage(
                StageKind::Sets,
                "Which of the two numbers would you show to somebody whose paragraph was copied?",
                Setup::on(bells(2)),
            ),
            stage(
                StageKind::Permutation,
                "",
                Setup {
                    permutation: 6,
                    ..Setup::on(roses())
                },
            ),
            plain(StageKind::Race, bells(2)),
            plain(StageKind::Signatures, roses()),
            plain(StageKind::Buckets, bells(4)),
            plain(StageKind::Chain, bells(4)),
            plain(StageKind::SimHash, bells(2)),
            stage(
                StageKind::Mirrors,
                "",
                Setup {
                    sample: 200,
                    ..Setup::on(Vec::new())
                },
            ),
            asking(
                own_text,
                "Which of these would find it?",
                &["a smaller threshold", "shorter shingles", "reading both"],
                "reading both",
            ),
            plain(StageKind::Answer, Vec::new()),
        ],
    }
}

/// An exam of small examples whose figures can be worked out by hand.
fn worked_examples() -> Lecture {
    let sets = |caption, b: &[u64]| {
        let sets = vec![vec![0, 1, 2, 5, 6], b.to_vec()];
        let example = Example {
            sets,
            ..Example::default()
        };
        stage(StageKind::Sets, caption, with_example(example))
    };
    let signatures =
        |caption, example| stage(StageKind::Signatures, caption, with_example(example));
    let fish = Text {
        name: "tropical fish".into(),
        text: "Tropical fish include fish found in tropical environments around the world, including both \
               freshwater and salt water species"
            .into(),
        ..Text::default()
    };
    let mut sample = Setup {
        example: Example {
            values: vec![
                938, 664, 463, 822, 492, 798, 78, 969, 143, 236, 913, 908, 694, 553, 870, 779,
            ],
            modulus: 4,
            ..Example::default()
        },
        ..Setup::on(vec![fish])
    };
    sample.sketching.k = 3;
    let fingerprints = Setup {
        rotation: 2,
        ..with_example(Example {
            values: vec![37586, 50086, 2648, 934, 40957, 2650, 64475, 40955],
            bits: 16,
            ..Example::default()
        })
    };
    // Of other texts than the first example, whose answer they would give away.
    let ferries = ["eight", "nine"].map(|hour| Text {
        name: format!("the ferry at {hour}"),
        text: format!("The ferry to the island leaves at {hour} and comes back at six"),
        ..Text::default()
    });
    Lecture {
        title: "Worked examples".into(),
        stages: vec![
            stage(
                StageKind::Shingles,
                "1 and 2: shingles, and how alike two texts are.",
                Setup::on(roses()),
            ),
            sets("3: Jaccard of two sets.", &[0, 2, 3, 5, 7, 9]),
            sets(
                "3, continued: the union of {0, 1, 2} and {5, 6} against the union of these with {3, 4} and {7, 8, 9}.",
                &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            ),
            stage(
                StageKind::Sets,
                "4: a matrix of two columns.",
                with_example(Example {
                    matrix: matrix(&["01", "10", "11", "00", "11", "01"]),
                    ..Example::default()
                }),
            ),
            signatures(
                "5: the signature matrix of four documents under three permutations.",
                Example {
                    matrix: matrix(&["1010", "1001", "0101", "0101", "0101", "1010", "1010"]),
                    orders: vec![
                        vec![3, 4, 7, 6, 1, 2, 5],
                        vec![4, 2, 1, 3, 6, 7, 5],
                        vec![1, 3, 7, 6, 2, 5, 4],
                    ],
                    ..Example::default()
                },
            ),
            signatures(
                "6: the first row that has a 1.",
                Example {
                    matrix: matrix(&["101", "011", "100", "101", "010"]),
                    visits: vec![
                        vec![1, 2, 3, 4, 5],
                        vec![5, 4, 3, 2, 1],
                        vec![3, 4, 5, 1, 2],
                    ],
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
            stage(
                StageKind::SimHash,
                "8: a sample of the shingles of a text.",
                sample,
            ),
            stage(
                StageKind::SimHash,
                "9: neighbours of sorted fingerprints, before and after a rotation.",
                fingerprints,
            ),
            asking(
                stage(
                    StageKind::Race,
                    "10: a threshold as a count of equal permutations.",
                    Setup::on(ferries.to_vec()),
                ),
                "Of 200 permutations, how many must be equal at least at a threshold of 80 %?",
                &["40", "80", "160", "200"],
                "160",
            ),
            asking(
                stage(
                    StageKind::Buckets,
                    "11: the probability that a pair becomes a candidate.",
                    Setup::on(ferries.to_vec()),
                ),
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

fn stage(kind: StageKind, caption: &str, setup: Setup) -> Staged {
    Staged {
        caption: caption.into(),
        ..Staged::new(kind, setup)
    }
}

/// The stage with a question, one of whose answers is `right`.
fn asking(stage: Staged, text: &str, answers: &[&str], right: &str) -> Staged {
    let answers = answers.iter().map(|answer| (*answer).to_owned());
    Staged {
        questions: vec![Question::choice(
            one(text, Ink::Plain),
            answers.collect(),
            right,
        )],
        ..stage
    }
}

fn with_example(example: Example) -> Setup {
    Setup {
        example,
        ..Setup::on(Vec::new())
    }
}

/// Rows of zeros and ones.
fn matrix(rows: &[&str]) -> Vec<Vec<bool>> {
    let row = |row: &&str| row.chars().map(|c| c == '1').collect();
    rows.iter().map(row).collect()
}

fn roses() -> Vec<Text> {
    let texts = [
        ("a rose", "a rose is a rose is a rose"),
        ("a rose that is it", "A rose is a rose that is it"),
    ];
    let text = |(name, text): (&str, &str)| Text {
        name: name.into(),
        text: text.into(),
        ..Text::default()
    };
    texts.map(text).to_vec()
}

/// The first `count` of four versions of one story.
fn bells(count: usize) -> Vec<Text> {
    let names = ["first", "again", "a third time", "last"].iter().zip(1..);
    let text = |(told, version): (&&str, u8)| {
        let file = format!("village-history/drowned-bell/version-{version}.txt");
        demo_text(&format!("the bell, told {told}"), file)
    };
    names.map(text).take(count).collect()
}

/// A text of the demo corpora.
fn demo_text(name: &str, document: String) -> Text {
    let bytes = demo::bytes(&document).unwrap_or_default();
    Text {
        name: name.into(),
        text: String::from_utf8_lossy(bytes).into_owned(),
        document,
    }
}
