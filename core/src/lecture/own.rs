//! A lecture on texts that somebody has at hand, such as two documents of a corpus.

use super::dial::SIZES;
use super::file::{Lecture, Staged};
use super::plain::Answers;
use super::setup::{MOST_TEXTS, Setup, Text};
use super::slide::said;
use super::stage::StageKind;
use super::teller::Teller;
use crate::words::Language;

/// Values of a sketch that every draw of the race is judged after.
const DRAWS: usize = 200;

impl Lecture {
    /// All stages that take texts, on the first [`MOST_TEXTS`] of `texts`, after the one that counts the pairs of a
    /// collection of `documents`. The stage on chains takes three texts or more, so it is left out of two.
    #[must_use]
    pub fn on_texts(texts: &[Text], documents: u64, language: Language) -> Self {
        let size = SIZES.partition_point(|size| *size < documents);
        let setup = Setup {
            texts: texts.iter().take(MOST_TEXTS).cloned().collect(),
            language,
            draws: DRAWS,
            size: size.min(SIZES.len() - 1),
            ..Setup::default()
        };
        let kinds = StageKind::ALL.iter().map(|(_, kind)| *kind);
        let kinds = kinds.filter(|kind| match kind {
            StageKind::Mirrors => false,
            StageKind::Chain => setup.texts.len() > 2,
            _ => true,
        });
        let staged = kinds.map(|kind| Staged {
            kind,
            setup: setup.clone(),
            caption: String::new(),
            questions: Vec::new(),
        });
        Lecture {
            title: said(&Teller::new(&setup).line("own-title", &[])),
            answers: Answers::Shown,
            stages: staged.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for (count, stages) in [(0, 9), (1, 9), (2, 9), (3, 10), (9, 10)] {
            let lecture = Lecture::on_texts(&texts(count), 80, Language::English);
            assert_eq!(lecture.stages.len(), stages, "{count}");
            for staged in &lecture.stages {
                let slides = staged.slides().unwrap();
                assert!(!slides.is_empty() && slides.iter().all(|s| !s.blocks.is_empty()));
                assert!(staged.setup.texts.len() <= MOST_TEXTS);
            }
            assert_eq!(SIZES[lecture.stages[0].setup.size], 100);
        }
    }
}
