//! Every method against brute force, on small corpora that cover all cases; and the options of the
//! methods on the command line.

mod command_line;

use shinglescope::base::Cancel;
use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use shinglescope::base::DocNo;
use shinglescope::candidates::simhash::{SimHash, SimHashInput, SimHashSearch};
use shinglescope::candidates::super_shingles::SuperShingles;
use shinglescope::candidates::{
    Identical, Method, MethodConfig, PairSet, Proposed, Scope, find, simhash, sorted_list,
    super_shingles, winnow,
};
use shinglescope::corpus::{DocumentRow, Encoding, Kind, SourceLocation};
use shinglescope::index::{Collection, SegmentWriter};
use shinglescope::settings::{Settings, Sketching};
use shinglescope::similarity::simhash::distance;
use shinglescope::similarity::{Measure, Overlap};
use shinglescope::sketch::SketchScratch;
use shinglescope::sketch::Sketcher;
use shinglescope::text::shingles::{self, mix};

type Texts = Vec<Vec<u8>>;

/// A collection of documents given as terms, each a small number.
fn collection(texts: &Texts, sketching: &Sketching) -> Collection {
    let sketcher = Sketcher::new(sketching);
    let mut sink = SegmentWriter::in_memory(sketcher.layout().words());
    let mut scratch = SketchScratch::default();
    for (at, text) in texts.iter().enumerate() {
        let terms: Vec<u64> = text.iter().map(|term| mix(u64::from(*term) + 1)).collect();
        let digest = terms.iter().fold(0, |digest, term| mix(digest ^ term));
        let row = DocumentRow {
            key: at as u64,
            id: format!("{at:04}"),
            title: String::new(),
            location: SourceLocation::in_program(""),
            encoding: Encoding::Utf8,
            kind: Kind::Plain,
            bytes: 0,
            modified: 0,
            has_own_date: false,
            stamp: 0,
            fingerprint: 0,
            normalised: u128::from(digest),
            detected: Box::default(),
        };
        let (mut elements, mut sketch) = (Vec::new(), Vec::new());
        shingles::elements(&terms, sketching, &mut elements);
        sketcher.sketch(&elements, &mut scratch, &mut sketch);
        sink.push(row.view(), &terms, &sketch).unwrap();
    }
    let settings = Settings {
        sketching: sketching.clone(),
        ..Settings::default()
    };
    let segment = sink.finish().unwrap();
    Collection::new(settings, vec![segment], Vec::new(), |_, _| true)
}

/// The set of shingles as term sequences; with `bag`, each occurrence with its number.
fn spelled(text: &[u8], sketching: &Sketching) -> BTreeSet<(Vec<u8>, usize)> {
    let mut set = BTreeSet::new();
    if text.is_empty() {
        return set;
    }
    for shingle in text.windows(sketching.k.min(text.len())) {
        let mut occurrence = 0;
        while !set.insert((shingle.to_vec(), occurrence)) && sketching.bag {
            occurrence += 1;
        }
    }
    set
}

fn overlap(a: &[u8], b: &[u8], sketching: &Sketching) -> Overlap {
    let (a, b) = (spelled(a, sketching), spelled(b, sketching));
    Overlap {
        shared: a.intersection(&b).count() as u32,
        size_a: a.len() as u32,
        size_b: b.len() as u32,
    }
}

/// Texts with few distinct terms; some are copies of others with a few terms changed or removed.
fn texts() -> impl Strategy<Value = Texts> {
    let text = prop::collection::vec(0_u8..6, 0..40);
    let index = any::<prop::sample::Index>;
    let edits = prop::collection::vec((index(), 0_u8..7), 0..3);
    let copies = prop::collection::vec((index(), edits), 0..8);
    (prop::collection::vec(text, 0..8), copies).prop_map(|(mut texts, copies)| {
        for (original, edits) in copies {
            if texts.is_empty() {
                break;
            }
            let mut text = original.get(&texts).clone();
            for (at, term) in edits {
                if text.is_empty() {
                    break;
                }
                let at = at.index(text.len());
                if term == 6 {
                    text.remove(at);
                } else {
                    text[at] = term;
                }
            }
            texts.push(text);
        }
        texts
    })
}

fn sketchings() -> impl Strategy<Value = Sketching> {
    let bits = prop::sample::select(vec![32, 32, 32, 16, 8, 4, 2, 1]);
    let short = prop::sample::select(vec![64, 32]);
    let shape = (1_usize..5, any::<bool>(), short);
    let values = (84_usize..120, bits, 0_u64..9);
    (shape, values).prop_map(
        |((k, bag, hash_bits), (permutations, bits, seed))| Sketching {
            k,
            bag,
            hash_bits,
            permutations,
            bits,
            seed,
            ..Sketching::default()
        },
    )
}

fn method_configs() -> impl Strategy<Value = MethodConfig> {
    let methods: Vec<Method> = Method::ALL.iter().map(|(_, method)| *method).collect();
    let form = (1_usize..20, 1_u32..4, any::<bool>()).prop_map(|(width, needed, altavista)| {
        if altavista {
            SuperShingles::AltaVista
        } else {
            SuperShingles::Sorted { width, needed }
        }
    });
    let basis = prop::sample::select(vec![SimHashInput::Terms, SimHashInput::Shingles]);
    let search = prop::sample::select(vec![SimHashSearch::Tables, SimHashSearch::Rotate]);
    let simhash = (basis, 0_u32..=16, search).prop_map(|(basis, distance, search)| SimHash {
        input: basis,
        distance,
        search,
    });
    let method = prop::sample::select(methods);
    let all = (method, form, simhash, 1_u64..6, 0_usize..12);
    all.prop_map(
        |(method, super_shingles, simhash, modulus, passage)| MethodConfig {
            super_shingles,
            simhash,
            modulus,
            passage: Some(passage),
            ..MethodConfig::from(method)
        },
    )
}

fn find_pairs(collection: &Collection, config: &MethodConfig, threshold: f64) -> PairSet {
    found_until(collection, config, threshold, &Cancel::default())
}

fn found_until(
    collection: &Collection,
    config: &MethodConfig,
    at: f64,
    cancel: &Cancel,
) -> PairSet {
    let identical = Identical::new(collection);
    find(collection, &identical, config, at, at, cancel)
}

/// All pairs of distinct documents with terms.
fn every_two(collection: &Collection) -> Vec<(DocNo, DocNo)> {
    let identical = Identical::new(collection);
    let documents = identical.distinct();
    let mut out = Vec::new();
    for (i, a) in documents.iter().enumerate() {
        out.extend(documents[i + 1..].iter().map(|b| (*a, *b)));
    }
    out
}

fn scope<'a>(collection: &'a Collection, documents: &'a [DocNo], cancel: &'a Cancel) -> Scope<'a> {
    Scope {
        collection,
        documents,
        cancel,
    }
}

/// The candidates, sorted; asserts that there are no duplicates.
fn in_order(proposed: Proposed) -> Vec<(DocNo, DocNo)> {
    assert_eq!(proposed.capped, 0);
    let mut pairs = proposed.pairs;
    pairs.sort_unstable();
    assert!(pairs.windows(2).all(|two| two[0] != two[1]), "{pairs:?}");
    pairs
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn every_method_lists_only_pairs_of_brute_force_with_equal_figures(
        texts in texts(),
        sketching in sketchings(),
        method_config in method_configs(),
        percent in 0_u32..=100,
        containment: bool,
    ) {
        let joined = matches!(method_config.method, Method::Auto | Method::Exact | Method::Containment);
        let measure = method_config.method.measure(if containment { Measure::Containment } else { Measure::Jaccard });
        let method_config = MethodConfig { measure, ..method_config };
        let threshold = f64::from(percent) / 100.0;
        let collection = collection(&texts, &sketching);
        let set = find_pairs(&collection, &method_config, threshold);
        let layout = collection.layout();
        let mut all = 0;
        for (a, b) in every_two(&collection) {
            let want = overlap(&texts[a.index()], &texts[b.index()], &sketching);
            let within = want.shared > 0 && measure.similarity(&want) >= threshold;
            all += usize::from(within);
            let got: Vec<_> = set.pairs.iter().filter(|pair| (pair.a, pair.b) == (a, b)).collect();
            prop_assert!(got.len() <= usize::from(within), "{:?}", got);
            for pair in got {
                prop_assert_eq!(pair.overlap, want);
                let agreeing = layout.agreeing(collection.sketch(a), collection.sketch(b));
                prop_assert_eq!(pair.agreeing, agreeing);
            }
        }
        prop_assert!(set.pairs.len() <= all);
        prop_assert_eq!(set.info.measure, measure);
        if set.info.complete {
            prop_assert!(joined);
            prop_assert_eq!(set.pairs.len(), all);
        }
        if method_config.method == Method::Identical {
            prop_assert_eq!(set.pairs.len(), 0);
        }
        if method_config.method == Method::ModP && method_config.modulus == 1 {
            // The sample is the whole set, so the result is exact.
            prop_assert_eq!(set.pairs.len(), all);
        }
    }

    #[test]
    fn the_sorted_list_equals_brute_force_over_sketches(
        texts in texts(),
        sketching in sketchings(),
        needed in 1_u32..100,
    ) {
        let collection = collection(&texts, &sketching);
        let identical = Identical::new(&collection);
        let got = sorted_list::candidates(&scope(&collection, identical.distinct(), &Cancel::default()), needed);
        let agreeing = |(a, b): &(DocNo, DocNo)| {
            collection.layout().agreeing(collection.sketch(*a), collection.sketch(*b))
        };
        let mut want = every_two(&collection);
        want.retain(|pair| agreeing(pair) >= needed);
        prop_assert_eq!(in_order(got), want);
    }

    #[test]
    fn super_shingles_equal_brute_force_over_their_keys(
        texts in texts(),
        sketching in sketchings(),
        method_config in method_configs(),
    ) {
        let form = method_config.super_shingles;
        let collection = collection(&texts, &sketching);
        let identical = Identical::new(&collection);
        let got = super_shingles::candidates(&scope(&collection, identical.distinct(), &Cancel::default()), form);
        let keys_of = |doc: DocNo| {
            BTreeSet::from_iter(form.keys(collection.layout(), collection.sketch(doc)))
        };
        let mut want = every_two(&collection);
        want.retain(|(a, b)| keys_of(*a).intersection(&keys_of(*b)).count() >= form.needed() as usize);
        prop_assert_eq!(in_order(got), want);
    }

    #[test]
    fn simhash_tables_equal_brute_force_and_rotation_finds_a_part_of_it(
        texts in texts(),
        sketching in sketchings(),
        method_config in method_configs(),
    ) {
        let collection = collection(&texts, &sketching);
        let identical = Identical::new(&collection);
        let with = |search| SimHash { search, ..method_config.simhash };
        let cancel = Cancel::default();
        let scope = scope(&collection, identical.distinct(), &cancel);
        let run = |search| in_order(simhash::candidates(&scope, with(search)));
        let print = |doc| method_config.simhash.fingerprint(&collection, doc);
        let mut want = every_two(&collection);
        want.retain(|(a, b)| distance(print(*a), print(*b)) <= method_config.simhash.distance);
        prop_assert_eq!(&run(SimHashSearch::Tables), &want);
        let rotated = run(SimHashSearch::Rotate);
        prop_assert!(rotated.iter().all(|pair| want.contains(pair)));
        // Pairs with equal fingerprints are adjacent after every rotation, so they are always
        // found.
        want.retain(|(a, b)| print(*a) == print(*b));
        prop_assert!(want.iter().all(|pair| rotated.contains(pair)));
    }

    #[test]
    fn simhash_and_winnowing_use_every_text_with_the_same_shingle_set(
        texts in texts(),
        sketching in sketchings(),
        simhash in method_configs(),
    ) {
        let collection = collection(&texts, &sketching);
        let identical = Identical::new(&collection);
        let first = |doc: DocNo| identical.representatives()[doc.index()];
        let k = sketching.k;
        let near = |method: Method, a: DocNo, b: DocNo| match method {
            Method::SimHash => {
                let print = |doc| simhash.simhash.fingerprint(&collection, doc);
                distance(print(a), print(b)) <= simhash.simhash.distance
            }
            _ => {
                let (a, b) = (&texts[a.index()], &texts[b.index()]);
                a.windows(k).any(|passage| b.windows(k).any(|other| passage == other))
            }
        };
        let tables = SimHash { search: SimHashSearch::Tables, ..simhash.simhash };
        for method in [Method::SimHash, Method::Winnow] {
            let method_config = MethodConfig {
                method,
                simhash: tables,
                passage: Some(k),
                measure: Measure::Jaccard,
                ..MethodConfig::default()
            };
            let set = find_pairs(&collection, &method_config, 0.0);
            let pairs: BTreeSet<_> = set.pairs.iter().map(|pair| (pair.a, pair.b)).collect();
            prop_assert_eq!(pairs.len(), set.pairs.len());
            for a in collection.documents() {
                for b in collection.documents().filter(|b| first(*b) != first(a)) {
                    let want = overlap(&texts[a.index()], &texts[b.index()], &sketching);
                    let pair = (first(a).min(first(b)), first(a).max(first(b)));
                    if want.shared > 0 && near(method, a, b) {
                        prop_assert!(pairs.contains(&pair), "{}: {:?}", method, pair);
                    }
                }
            }
        }
    }

    #[test]
    fn a_passage_of_the_guaranteed_length_makes_a_candidate_at_any_position(
        k in 1_usize..6,
        beyond in 0_usize..12,
        more in 0_usize..5,
        around in prop::collection::vec(prop::collection::vec(0_u8..200, 0..60), 4),
        passage in prop::collection::vec(0_u8..200, 22),
        bag: bool,
    ) {
        let least = k + beyond;
        let planted = &passage[..least + more];
        let texts: Texts = around
            .chunks(2)
            .map(|sides| [&sides[0], planted, &sides[1]].concat())
            .collect();
        prop_assume!(texts[0] != texts[1]);
        let sketching = Sketching { k, bag, ..Sketching::default() };
        let collection = collection(&texts, &sketching);
        let documents: Vec<DocNo> = collection.documents().collect();
        let width = winnow::window(least, k);
        let candidate_count = |threshold| {
            let measure = Measure::Jaccard;
            let got = winnow::candidates(&scope(&collection, &documents, &Cancel::default()), width, measure, threshold);
            in_order(got).len()
        };
        prop_assert_eq!(candidate_count(0.0), 1);
        // Upper bound by sizes alone: |A ∩ B| ≤ min(|A|, |B|) and |A ∪ B| ≥ max(|A|, |B|).
        let sizes = documents.iter().map(|doc| collection.shingle_set(*doc).len() as f64);
        let sizes: Vec<f64> = sizes.collect();
        let most = sizes[0].min(sizes[1]) / sizes[0].max(sizes[1]);
        prop_assert_eq!(candidate_count(most), 1);
        prop_assert_eq!(candidate_count((most + 1e-9).min(1.0)), usize::from(most == 1.0));
    }
}

/// Corpora with almost nothing to find, and their numbers of pairs at thresholds 0 and 1.
fn odd_corpora() -> Vec<(&'static str, Texts, u64, u64)> {
    let repeated = |n| vec![1; n];
    let same = vec![vec![1, 2, 3, 4, 5, 6]; 5];
    vec![
        ("no document", vec![], 0, 0),
        ("one document", vec![vec![1, 2, 3, 4, 5]], 0, 0),
        ("only identical ones", same, 10, 10),
        ("empty ones", vec![vec![]; 4], 0, 0),
        // 1, 2 and 3 terms form one shingle each; from 4 terms on all have the same single shingle.
        ("one repeated word", (1..9).map(repeated).collect(), 10, 10),
    ]
}

#[test]
fn every_method_ends_if_there_is_nothing_to_find() {
    for (name, texts, at_0, at_1) in odd_corpora() {
        for bits in [32, 1] {
            let sketching = Sketching {
                bits,
                ..Sketching::default()
            };
            let collection = collection(&texts, &sketching);
            for (method, method_config) in
                Method::ALL.map(|(name, m)| (name, MethodConfig::from(m)))
            {
                for (threshold, most) in [(0.0, at_0), (1.0, at_1)] {
                    let set = find_pairs(&collection, &method_config, threshold);
                    let got = set.count(threshold);
                    assert!(got <= most, "{method}, {name} at {threshold}: {got}");
                    // Every method finds identical documents; sketches of equal sets agree in all
                    // positions, and their samples are equal.
                    let may_miss = matches!(
                        method_config.method,
                        Method::Identical | Method::ModP | Method::SimHash | Method::Winnow
                    );
                    if name == "only identical ones" || !may_miss {
                        assert_eq!(got, most, "{method}, {name} at {threshold}");
                    }
                    assert_eq!(set.info.capped, 0);
                }
            }
        }
    }
}

#[test]
fn every_method_stops_when_cancelled() {
    let texts: Texts = (0..40)
        .map(|i| (0..60).map(|t| t % 50 + u8::from(t == i)).collect())
        .collect();
    let collection = collection(&texts, &Sketching::default());
    for (name, method) in Method::ALL {
        let method_config = MethodConfig::from(method);
        let complete = find_pairs(&collection, &method_config, 0.5);
        let has_pairs = !complete.pairs.is_empty() || method == Method::Identical;
        assert!(has_pairs, "{name}");
        let stop = Cancel::from(Arc::new(true.into()));
        let stopped = found_until(&collection, &method_config, 0.5, &stop);
        assert!(stopped.pairs.is_empty() && !stopped.info.complete, "{name}");
    }
}
