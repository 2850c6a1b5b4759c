//! The slides of the stages: which are asked for, and those that come.

use std::sync::Arc;

use super::LectureState;
use crate::engine::message::{AskedSlides, StageSlides};
use crate::lecture::{Block, Ink, Slide, Span};

impl LectureState {
    /// The slides that are missing and were not asked for yet.
    #[must_use]
    pub fn wants(&mut self) -> Option<AskedSlides> {
        let at = self.wanted.stage;
        let stage = self.stages.get(at)?;
        let known = stage.slides.as_ref().map(|(revision, _)| *revision);
        let asked = Some((at, stage.revision));
        if known == Some(stage.revision) || self.asked == asked {
            return None;
        }
        self.asked = asked;
        Some(AskedSlides {
            lecture: self.number,
            stage: at,
            revision: stage.revision,
            staged: stage.staged.clone(),
        })
    }

    /// Takes over slides.
    pub fn set_slides(&mut self, made: &StageSlides) {
        if made.lecture != self.number {
            return;
        }
        let Some(stage) = self.stages.get_mut(made.stage) else {
            return;
        };
        // A slow answer to an older setup.
        if stage
            .slides
            .as_ref()
            .is_some_and(|(known, _)| *known > made.revision)
        {
            return;
        }
        let slides: Arc<[Slide]> = match &made.slides {
            Ok(slides) => slides.clone().into(),
            Err(why) => {
                let said = vec![Span::new(why.to_string(), Ink::Strong)];
                [Slide::of(vec![Block::Text(said)])].into()
            }
        };
        stage.slides = Some((made.revision, slides));
        self.settle();
    }

    /// Forgets what was asked for: a newer request of another lecture has cancelled it.
    pub fn forget_request(&mut self) {
        self.asked = None;
    }
}
