//! What an act records of documents: figures, settings, and passages with checksums of their words.

use crate::base::DocNo;
use crate::candidates::verify;
use crate::collection::Collection;
use crate::engine::passages::{LocatedPassage, located, place_of};
use crate::evidence::Evidence;
use crate::review::{Figures, JudgedWith, PassageSettings, Span, TextRef, Thing, words};
use crate::similarity::{Bridging, Measure, bridged_passages};

/// The figures of a pair as lists show them now: of what is not masked, words by `bridging`.
#[must_use]
pub fn figures(collection: &Collection, a: DocNo, b: DocNo, bridging: &Bridging) -> Figures {
    let (a, b) = (a.min(b), a.max(b));
    let [in_a, in_b] = [a, b].map(|doc| collection.terms(doc));
    let evidence = Evidence::of(&bridged_passages(&in_a, &in_b, bridging));
    Figures {
        jaccard: verify::overlap(collection, a, b).jaccard(),
        words: evidence.words(),
    }
}

/// The settings that figures depend on.
#[must_use]
pub fn judged_with(
    collection: &Collection,
    threshold: f64,
    measure: Measure,
    bridging: Bridging,
) -> JudgedWith {
    JudgedWith {
        threshold,
        k: collection.settings().sketching.k,
        measure: measure.name().to_owned(),
        unit: collection.unit(),
        bridging: (bridging != Bridging::default()).then_some(PassageSettings {
            seed: bridging.seed,
            gap: bridging.gap,
            min_words: bridging.min_words,
        }),
    }
}

/// A passage of two documents as the thing of an act. `terms` are its ranges of terms in the two, as
/// [`bridged_passages`] gives them for `collection`; `passage` has its characters.
#[must_use]
pub fn passage_thing(
    collection: &Collection,
    passage: &LocatedPassage,
    terms: [(u32, u32); 2],
) -> Thing {
    let side = |doc: DocNo, characters: (u32, u32), terms: (u32, u32)| Span {
        start: characters.0,
        end: characters.1,
        words: words(collection, doc, terms),
    };
    Thing::Passage {
        a: TextRef::of(collection, passage.a),
        b: TextRef::of(collection, passage.b),
        in_a: side(passage.a, passage.in_a, terms[0]),
        in_b: side(passage.b, passage.in_b, terms[1]),
    }
}

/// A passage of two documents as the thing of an act, by its terms in each, masked ones left out. Reads both texts.
///
/// # Errors
/// A text that is gone or has changed.
pub fn passage_at(
    collection: &Collection,
    sides: [(DocNo, (u32, u32)); 2],
) -> anyhow::Result<Thing> {
    let span = |(doc, terms): (DocNo, (u32, u32))| -> anyhow::Result<Span> {
        let (start, end) = place_of(collection, doc, terms)?;
        Ok(Span {
            start,
            end,
            words: words(collection, doc, terms),
        })
    };
    Ok(Thing::Passage {
        a: TextRef::of(collection, sides[0].0),
        b: TextRef::of(collection, sides[1].0),
        in_a: span(sides[0])?,
        in_b: span(sides[1])?,
    })
}

/// The passages of two documents as things, in the order in which `passages` lists them. Reads the texts.
///
/// # Errors
/// A text that is gone or has changed, or an interruption.
pub fn pair_passages(
    collection: &Collection,
    a: DocNo,
    b: DocNo,
    bridging: &Bridging,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Vec<Thing>> {
    let (a, b) = (a.min(b), a.max(b));
    let located = located(collection, &[(a, b)], bridging, should_continue)?;
    let terms = bridged_passages(&collection.terms(a), &collection.terms(b), bridging);
    let things = located.iter().zip(&terms);
    let things = things
        .map(|(passage, terms)| passage_thing(collection, passage, [terms.left, terms.right]));
    Ok(things.collect())
}
