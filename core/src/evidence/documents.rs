//! The documents of a list of pairs with copied text, worst first: how much of each occurs in the others, and which
//! other document contains most of it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::CopiedPair;
use super::pair::OnlyKind;
use super::sources::explains_as_much;
use crate::base::{DocNo, units};
use crate::index::{Collection, first_of_text};
use crate::similarity::{BridgedPassage, Pair};

/// A document with its copied text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedDocument {
    /// The document.
    pub doc: DocNo,
    /// Its words, without excluded words; 1 or more.
    pub words: u32,
    /// Its words that are the same in passages of any of its pairs, each counted once.
    pub same: u32,
    /// Number of its pairs.
    pub documents: u32,
    /// Number of its pairs with each decision, by its name.
    pub decided: BTreeMap<&'static str, u32>,
    /// The best source: usually the document that contains most of it.
    pub best: DocNo,
    /// Words of the document that `best` contains unchanged.
    pub best_same: u32,
    /// The common kind of all passages of the two documents; the left side is this document.
    pub only: OnlyKind,
    /// Whether every pair of it was decided to be no copy.
    pub is_cleared: bool,
    /// The decision on the two documents, by its name; else `source` if `best` is named as a source.
    pub best_decision: Option<&'static str>,
    /// Number of further documents that share at least nine tenths as many words with each of the two documents.
    pub others: u32,
}

impl CopiedDocument {
    /// The share of its words that occurs in others, 0..=1.
    pub fn share(&self) -> f64 {
        f64::from(self.same) / f64::from(self.words)
    }

    /// Its decisions in words: `acceptable 1, copied 2`; empty without any.
    pub fn decisions(&self) -> String {
        let each = self.decided.iter();
        let each = each.map(|(name, pairs)| format!("{name} {}", units::count((*pairs).into())));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The common kind of all passages of it and its best source, such as `only quotations here`; may be empty.
    pub fn only(&self) -> String {
        self.only.describe(["here", "there"])
    }

    /// The share of its words that its best source contains, 0..=1.
    pub fn best_share(&self) -> f64 {
        f64::from(self.best_same) / f64::from(self.words)
    }
}

/// Whether the decision with this name means that a pair is no copy.
fn is_cleared(decision: Option<&str>) -> bool {
    matches!(decision, Some("acceptable" | "template" | "different"))
}

/// For every document, one bit for each word that is equal in some passage. Documents with the same terms share the
/// bits of the first.
#[derive(Debug)]
pub struct SameWords {
    first: Vec<DocNo>,
    /// Number of the first bit of each document.
    starts: Vec<u64>,
    bits: Vec<AtomicU64>,
}

impl SameWords {
    /// Creates an empty set of words of `collection`.
    pub fn none(collection: &Collection) -> Self {
        let mut total = 0;
        let starts = collection.documents().map(|doc| {
            let start = total;
            total += collection.term_count(doc) as u64;
            start
        });
        let starts = starts.collect();
        SameWords {
            first: first_of_text(collection),
            starts,
            bits: (0..total.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Adds the words of passages of `a`, left, and `b`, right.
    pub fn add(&self, a: DocNo, b: DocNo, passages: &[BridgedPassage]) {
        for run in passages.iter().flat_map(|p| p.runs.iter().chain(&p.moved)) {
            for (doc, from) in [(a, run.left), (b, run.right)] {
                let from = self.starts[self.first[doc.index()].index()] + u64::from(from);
                self.set(from, from + u64::from(run.length));
            }
        }
    }

    fn set(&self, mut from: u64, to: u64) {
        while from < to {
            let end = to.min((from / 64 + 1) * 64);
            let ones = u64::MAX >> (64 - (end - from));
            self.bits[(from / 64) as usize].fetch_or(ones << (from % 64), Ordering::Relaxed);
            from = end;
        }
    }

    /// Number of these words in each document.
    pub fn counts(&self, collection: &Collection) -> Vec<u32> {
        let count = |doc: DocNo| {
            let first = self.first[doc.index()];
            let start = self.starts[first.index()];
            let is_set = |bit: &u64| {
                self.bits[(bit / 64) as usize].load(Ordering::Relaxed) >> (bit % 64) & 1 == 1
            };
            let bits = start..start + collection.term_count(first) as u64;
            bits.filter(is_set).count() as u32
        };
        let documents = (0..collection.len()).into_par_iter();
        documents.map(|at| count(DocNo::at(at))).collect()
    }
}

/// A document, the number of another document's words that it contains, the common kind of all their passages, and the
/// decision.
type Partner = (DocNo, u32, OnlyKind, Option<&'static str>);

/// Returns the documents of `pairs`, by descending share that occurs in others. Named sources, and documents whose
/// pairs are all decided to be no copy, are last. `same` is the number of words of each document that are equal in
/// passages of these pairs ([`SameWords`]). `decision` names the decision on a pair. Cost: two passes over the pairs.
///
/// The best source of a document is chosen among the documents with at least nine tenths of the maximum of shared
/// words: a document of `is_source` (half as many words suffice), then by most pairs, the earliest own date, most
/// words, the lowest id. Decisions do not change it: without its acceptable source, a text with a quotation would seem
/// to be copied from another text with the same quotation.
pub fn documents(
    collection: &Collection,
    pairs: &[CopiedPair],
    same: &[u32],
    is_source: &dyn Fn(DocNo) -> bool,
    decision: &dyn Fn(&Pair) -> Option<&'static str>,
) -> Vec<CopiedDocument> {
    let mut partners: HashMap<DocNo, Vec<Partner>> = HashMap::new();
    let mut words: HashMap<(DocNo, DocNo), u32> = HashMap::new();
    for CopiedPair { pair, evidence } in pairs {
        let decision = decision(pair);
        words.insert((pair.a, pair.b), evidence.words());
        for (doc, other, evidence) in [
            (pair.a, pair.b, *evidence),
            (pair.b, pair.a, evidence.swapped()),
        ] {
            let partner = (other, evidence.words_a, evidence.only, decision);
            partners.entry(doc).or_default().push(partner);
        }
    }
    let rank = |(doc, words, ..): Partner| {
        let date = collection.row(doc).own_date().unwrap_or(i64::MAX);
        let pairs = partners[&doc].len();
        (is_source(doc), pairs, Reverse(date), words, Reverse(doc))
    };
    let document = |(doc, all): (&DocNo, &Vec<Partner>)| {
        let most = all.iter().map(|other| other.1).max()?;
        let equals = all.iter();
        let equals = equals.filter(|other| explains_as_much(other.1, most, is_source(other.0)));
        let (best, best_same, only, best_decision) = *equals.max_by_key(|other| rank(**other))?;
        let shares_as_much = |other: &&Partner| {
            let ends = (other.0.min(best), other.0.max(best));
            let shared = words.get(&ends).map_or(0, |words| other.1.min(*words));
            shared > 0 && explains_as_much(shared, best_same, false)
        };
        let mut decided = BTreeMap::new();
        for name in all.iter().filter_map(|other| other.3) {
            *decided.entry(name).or_default() += 1;
        }
        Some(CopiedDocument {
            doc: *doc,
            words: (collection.term_count(*doc) as u32).max(1),
            same: same[doc.index()],
            documents: all.len() as u32,
            decided,
            best,
            best_same,
            only,
            is_cleared: all.iter().all(|other| is_cleared(other.3)),
            best_decision: best_decision.or(is_source(best).then_some("source")),
            others: all.iter().filter(shares_as_much).count() as u32,
        })
    };
    let mut list: Vec<CopiedDocument> = partners.iter().filter_map(document).collect();
    list.sort_unstable_by(|x, y| {
        let last = |row: &CopiedDocument| (is_source(row.doc), row.is_cleared);
        let share = last(x).cmp(&last(y)).then(y.share().total_cmp(&x.share()));
        share.then(y.same.cmp(&x.same)).then(x.doc.cmp(&y.doc))
    });
    list
}

#[cfg(test)]
mod tests {
    use crate::base::Cancel;
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::evidence::copied_text::{CopiedTextConfig, find};
    use crate::index::made;
    use crate::settings::Sketching;
    use crate::similarity::bridged_passages;

    /// Texts made of a few pieces, so that some are copies and some are copied by several.
    fn texts() -> impl Strategy<Value = Vec<Vec<u64>>> {
        let piece = (0_u64..4, 0_u64..30, 5_u64..60);
        let text = prop::collection::vec(piece, 0..4).prop_map(|pieces| {
            let piece =
                |(source, from, n): (u64, u64, u64)| 1000 * source + from..1000 * source + from + n;
            pieces.into_iter().flat_map(piece).collect::<Vec<u64>>()
        });
        prop::collection::vec(text, 2..7)
    }

    proptest! {
        #[test]
        fn words_are_counted_once_and_the_best_source_has_nine_tenths_of_the_maximum(
            texts in texts(),
            named in 0_usize..7,
        ) {
            let collection = made::collection(&texts, Sketching::default());
            let config = CopiedTextConfig::default();
            let copied = find(&collection, &config, &|_| {}, &Cancel::default()).unwrap();
            let is_source = |doc: DocNo| doc.index() == named;
            // Text that is shared with the first text is from a template.
            let decision = |pair: &Pair| Some(if pair.a.index() == 0 { "template" } else { "copied" });
            let list = documents(&collection, &copied.pairs, &copied.same, &is_source, &decision);
            let words_of = |a: DocNo, b: DocNo| {
                let pair = copied.pairs.iter().find(|c| [c.pair.a, c.pair.b] == [a.min(b), a.max(b)]);
                pair.map_or(0, |c| c.evidence.words())
            };
            let mut listed = BTreeSet::new();
            for row in &list {
                listed.insert(row.doc);
                let mut words = BTreeSet::new();
                let mut each = Vec::new();
                for CopiedPair { pair, .. } in &copied.pairs {
                    let other = match row.doc {
                        doc if doc == pair.a => pair.b,
                        doc if doc == pair.b => pair.a,
                        _ => continue,
                    };
                    let (left, right) = (collection.terms(row.doc), collection.terms(other));
                    let passages = bridged_passages(&left, &right, &config.bridging);
                    let runs = passages.iter().flat_map(|p| p.runs.iter().chain(&p.moved));
                    let same_words: BTreeSet<u32> = runs.flat_map(|r| r.left..r.left + r.length).collect();
                    each.push((other, same_words.len() as u32, decision(pair)));
                    words.extend(same_words);
                }
                prop_assert_eq!(row.same as usize, words.len());
                prop_assert_eq!(row.documents as usize, each.len());
                prop_assert_eq!(row.decided.values().sum::<u32>(), row.documents);
                let as_much = |(other, words, _): &&(DocNo, u32, _)| {
                    10 * words_of(*other, row.best).min(*words) >= 9 * row.best_same.max(1)
                };
                prop_assert_eq!(row.others as usize, each.iter().filter(as_much).count());
                prop_assert_eq!(row.is_cleared, each.iter().all(|other| other.2 == Some("template")));
                let most = each.iter().map(|other| other.1).max().unwrap();
                let best = each.iter().find(|other| other.0 == row.best).unwrap().1;
                prop_assert_eq!(best, row.best_same);
                prop_assert!(10 * best >= 9 * most || is_source(row.best) && 2 * best >= most);
                let named = each.iter().find(|(other, words, _)| is_source(*other) && 2 * words >= most);
                prop_assert!(named.is_none_or(|(other, ..)| *other == row.best));
            }
            let in_pairs: BTreeSet<DocNo> = copied.pairs.iter().flat_map(|c| [c.pair.a, c.pair.b]).collect();
            prop_assert_eq!(listed, in_pairs);
            let rank = |row: &CopiedDocument| (!is_source(row.doc), !row.is_cleared, row.share());
            prop_assert!(list.windows(2).all(|two| rank(&two[0]) >= rank(&two[1])));
        }
    }
}
