//! What somebody chose for a corpus as a whole: lines of the journal that say that a mask is on or off, or that what
//! another person wrote counts.
//!
//! Templates are no such masks: they are the texts of files that an option names at each start.

use serde::{Deserialize, Serialize};

use super::act::Timestamp;
use crate::mask::{Mask, MaskConfig, PageBlocks};

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "kebab-case")]
pub enum Choice {
    /// A mask is on from now, or off.
    Mask {
        /// The mask.
        mask: Mask,
        /// Whether it is on.
        masked: bool,
    },
    /// What a person wrote counts.
    Person {
        /// The name.
        accepts: String,
    },
}

/// One line of a journal: somebody chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceAct {
    /// When.
    pub when: Timestamp,
    /// Who.
    pub by: String,
    /// What.
    #[serde(flatten)]
    pub choice: Choice,
    /// Version of the program.
    #[serde(default)]
    pub version: String,
}

impl ChoiceAct {
    /// An act by this version of the program.
    pub fn new(when: Timestamp, by: String, choice: Choice) -> Self {
        ChoiceAct {
            when,
            by,
            choice,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// What turns `before` into `now`: masks that go, then masks that come. Templates are left out.
pub fn mask_changes(before: &MaskConfig, now: &MaskConfig) -> Vec<(Mask, bool)> {
    let (before, now) = (Mask::all(before), Mask::all(now));
    let changes = |from: &[Mask], to: &[Mask], masked: bool| -> Vec<(Mask, bool)> {
        let other = |mask: &&Mask| **mask != Mask::Templates && !to.contains(mask);
        from.iter()
            .filter(other)
            .map(|mask| (mask.clone(), masked))
            .collect()
    };
    [changes(&before, &now, false), changes(&now, &before, true)].concat()
}

/// `config` with the masks of `kept` that it does not have. A share of common text or blocks of pages that `config`
/// states go before those kept.
pub fn with_kept(config: MaskConfig, kept: &MaskConfig) -> MaskConfig {
    let mut both = config.clone();
    for mask in Mask::all(kept) {
        let stated = match mask {
            Mask::Common(_) => config.common.is_some(),
            Mask::Blocks(_) => config.blocks != PageBlocks::All,
            _ => false,
        };
        if !stated {
            mask.turn(&mut both, true);
        }
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::{Common, IgnoredSource};

    fn source(document: Option<&str>) -> IgnoredSource {
        IgnoredSource {
            source: "a.txt".into(),
            document: document.map(str::to_owned),
        }
    }

    fn all() -> MaskConfig {
        MaskConfig {
            quotations: true,
            references: true,
            blocks: PageBlocks::Main,
            templates: Vec::new(),
            common: Some(Common::Share(0.2)),
            phrases: vec!["one\ntwo".into(), "three".into()],
            sources: vec![source(None), source(Some("b.txt"))],
        }
    }

    #[test]
    fn changes_lead_from_one_state_to_the_other() {
        let some = MaskConfig {
            references: true,
            blocks: PageBlocks::Body,
            common: Some(Common::Documents(5)),
            phrases: vec!["three".into()],
            ..MaskConfig::default()
        };
        let states = [MaskConfig::default(), all(), some];
        for before in &states {
            for now in &states {
                let mut state = before.clone();
                let changes = mask_changes(before, now);
                assert_eq!(changes.is_empty(), before == now);
                for (mask, masked) in changes {
                    let choice = Choice::Mask { mask, masked };
                    let act = ChoiceAct::new(Timestamp::now(), "ida".into(), choice);
                    let json = serde_json::to_string(&act).unwrap();
                    let read: ChoiceAct = serde_json::from_str(&json).unwrap();
                    assert_eq!(read, act, "{json}");
                    let Choice::Mask { mask, masked } = read.choice else {
                        panic!("{json}");
                    };
                    mask.turn(&mut state, masked);
                }
                // What comes again stands last.
                state
                    .phrases
                    .sort_by_key(|phrase| !phrase.starts_with("one"));
                assert_eq!(state, *now);
            }
        }
    }

    #[test]
    fn templates_are_not_kept_and_what_is_stated_goes_before_what_is_kept() {
        let templates = MaskConfig {
            templates: vec!["text".into()],
            ..MaskConfig::default()
        };
        assert_eq!(mask_changes(&MaskConfig::default(), &templates), []);
        let stated = MaskConfig {
            common: Some(Common::Documents(3)),
            phrases: vec!["three".into(), "four".into()],
            ..templates
        };
        let both = with_kept(stated.clone(), &all());
        assert_eq!(both.common, stated.common);
        assert_eq!(both.templates, stated.templates);
        assert_eq!(both.phrases, ["three", "four", "one\ntwo"]);
        assert!(both.quotations && both.blocks == PageBlocks::Main);
        assert_eq!(with_kept(stated.clone(), &MaskConfig::default()), stated);
    }
}
