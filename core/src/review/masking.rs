//! Masks that are kept with a corpus: lines of the journal that say that somebody turned a mask on or off.
//!
//! Templates are no such masks: they are the texts of files that an option names at each start.

use serde::{Deserialize, Serialize};

use super::timestamp::Timestamp;
use crate::mask::{Common, IgnoredSource, MaskConfig, PageBlocks};

/// One mask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mask {
    /// Quotations.
    Quotations,
    /// Lists of references.
    References,
    /// All blocks of pages but these.
    Blocks(PageBlocks),
    /// Text that stands in many documents.
    Common(Common),
    /// A phrase, as typed.
    Phrase(String),
    /// A document that is no source.
    Source(IgnoredSource),
}

/// What the line is about: a mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum About {
    #[default]
    Mask,
}

/// One line of a journal: somebody turned a mask on or off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MaskAct {
    /// When.
    pub when: Timestamp,
    /// Who.
    pub by: String,
    on: About,
    /// The mask.
    pub mask: Mask,
    /// Whether it is on from now.
    pub masked: bool,
    /// Version of the program.
    #[serde(default)]
    pub version: String,
}

impl MaskAct {
    /// An act by this version of the program.
    pub fn new(when: Timestamp, by: String, (mask, masked): (Mask, bool)) -> Self {
        MaskAct {
            when,
            by,
            on: About::Mask,
            mask,
            masked,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

impl Mask {
    /// The masks that are on.
    fn all(config: &MaskConfig) -> Vec<Mask> {
        let mut masks = Vec::new();
        masks.extend(config.quotations.then_some(Mask::Quotations));
        masks.extend(config.references.then_some(Mask::References));
        masks.extend((config.blocks != PageBlocks::All).then_some(Mask::Blocks(config.blocks)));
        masks.extend(config.common.map(Mask::Common));
        masks.extend(config.phrases.iter().cloned().map(Mask::Phrase));
        masks.extend(config.sources.iter().cloned().map(Mask::Source));
        masks
    }

    /// Turns it on or off in `config`.
    pub fn turn(self, config: &mut MaskConfig, on: bool) {
        fn listed<T: PartialEq>(list: &mut Vec<T>, item: T, on: bool) {
            match on {
                true if list.contains(&item) => {}
                true => list.push(item),
                false => list.retain(|known| *known != item),
            }
        }
        match self {
            Mask::Quotations => config.quotations = on,
            Mask::References => config.references = on,
            Mask::Blocks(_) if !on => config.blocks = PageBlocks::All,
            Mask::Blocks(blocks) => config.blocks = blocks,
            Mask::Common(common) => config.common = on.then_some(common),
            Mask::Phrase(phrase) => listed(&mut config.phrases, phrase, on),
            Mask::Source(source) => listed(&mut config.sources, source, on),
        }
    }
}

/// What turns `before` into `now`: masks that go, then masks that come. Templates are left out.
pub fn mask_changes(before: &MaskConfig, now: &MaskConfig) -> Vec<(Mask, bool)> {
    let (before, now) = (Mask::all(before), Mask::all(now));
    let gone = before.iter().filter(|mask| !now.contains(mask));
    let came = now.iter().filter(|mask| !before.contains(mask));
    let gone = gone.map(|mask| (mask.clone(), false));
    gone.chain(came.map(|mask| (mask.clone(), true))).collect()
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
                for (mask, on) in changes {
                    let act = MaskAct::new(Timestamp::now(), "ida".into(), (mask, on));
                    let json = serde_json::to_string(&act).unwrap();
                    let read: MaskAct = serde_json::from_str(&json).unwrap();
                    assert_eq!(read, act, "{json}");
                    read.mask.turn(&mut state, on);
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
