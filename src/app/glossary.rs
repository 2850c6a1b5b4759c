//! Which terms of the glossary belong to which screen.

use super::screen::Screen;
use super::{App, Page};
use crate::lecture::{Term, glossary, of_stage};

/// Names of the terms that a screen uses, in the order in which a reader meets them.
fn of_screen(screen: Screen) -> &'static [&'static str] {
    match screen {
        Screen::Clusters => &[
            "cluster",
            "the same, identical",
            "representative",
            "exact, counted",
            "estimate",
            "threshold",
            "kept from",
            "chain",
            "bridge",
            "kept copy",
            "decision",
            "near-duplicate",
        ],
        Screen::Pairs => &[
            "pair",
            "exact, counted",
            "estimate",
            "interval",
            "the same, identical",
            "containment",
            "passage",
            "kept from",
            "candidate",
            "decision",
        ],
        Screen::Document => &[
            "its own",
            "exact, counted",
            "estimate",
            "interval",
            "containment",
            "passage",
            "source",
            "distance",
            "mask",
            "shingle",
        ],
        Screen::Compare => &[
            "passage",
            "exact, counted",
            "estimate",
            "interval",
            "containment",
            "distance",
            "shingle",
            "mask",
            "decision",
        ],
        Screen::Search => &["index", "cluster", "shingle", "near-duplicate"],
        Screen::Documents => &["passage", "source", "decision"],
        Screen::Skipped => &["not read", "disguised", "the same, identical"],
        Screen::About => &[
            "index",
            "shingle",
            "k",
            "sketch",
            "b-bit sketch",
            "seed",
            "band",
            "exact join",
            "candidate",
            "mask",
        ],
        Screen::Tune => &[
            "threshold",
            "S-curve",
            "band",
            "candidate",
            "k",
            "estimate",
            "interval",
            "precision",
            "recall",
            "single linkage",
            "complete linkage",
            "bag",
            "sketch",
        ],
        Screen::Blocks => &["common block", "mask", "passage", "shingle"],
        Screen::Mirrors => &[
            "mirror",
            "the same, identical",
            "near-duplicate",
            "exact, counted",
        ],
        Screen::Lecture => &[],
    }
}

impl App {
    /// All terms, those of the screen or stage in front first.
    pub fn terms(&self) -> Vec<&'static Term> {
        glossary(&self.first_terms())
    }

    /// The names of the terms of the screen or stage in front.
    pub fn first_terms(&self) -> Vec<&'static str> {
        match self.pages.last() {
            Some(Page::Lecture(state)) => {
                let stage = state.stage();
                stage.map_or_else(Vec::new, |stage| of_stage(stage.staged.kind))
            }
            _ => of_screen(self.screen()).to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_screen_has_terms_of_its_own_and_all_of_them_are_known() {
        let all_terms = glossary(&[]);
        for screen in Screen::ALL {
            let terms = of_screen(screen);
            assert_eq!(terms.is_empty(), screen == Screen::Lecture, "{screen:?}");
            for (at, term) in terms.iter().enumerate() {
                assert!(all_terms.iter().any(|one| one.name == *term), "{term}");
                assert!(!terms[..at].contains(term), "{screen:?}: {term}");
            }
        }
    }
}
