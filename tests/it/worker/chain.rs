//! All steps, with the sorting and joining that Spark does between them, against the method `lsh`.

use shinglescope::base::Cancel;
use std::collections::{BTreeMap, BTreeSet};

use shinglescope::base::DocNo;
use shinglescope::candidates::{Identical, Method, MethodConfig, find};
use shinglescope::index::made;
use shinglescope::settings::{Normalisation, Sketching};
use shinglescope::similarity::Pair;
use shinglescope::synth::Synth;
use shinglescope::text::Normaliser;

use super::{Answered, bytes, done, longs, stream, texts};
use crate::support::{args_of, words};

/// A pair: a, b, shared, size of a, size of b, agreeing.
type Row = (i64, i64, i64, i64, i64, i32);

/// What the chain finds.
struct Found {
    /// For each document, the first one with its shingle set.
    first: Vec<i64>,
    /// Pairs of first documents.
    pairs: Vec<Row>,
    /// Documents of outsized buckets.
    outsized: usize,
    /// Candidate pairs of outsized buckets that are not compared.
    capped: u64,
}

fn rows(result: &Answered) -> Vec<Row> {
    let column = |at| result.longs(at);
    let (a, b, shared, size_a, size_b) = (column(0), column(1), column(2), column(3), column(4));
    let agreeing = result.ints(5);
    let rows = (0..a.len()).map(|i| (a[i], b[i], shared[i], size_a[i], size_b[i], agreeing[i]));
    rows.collect()
}

fn verified(pairs: &[(i64, i64)], corpus: &[String], options: &[&str]) -> Vec<Row> {
    let text = |doc: &i64| &corpus[*doc as usize];
    let columns = [
        ("a", longs(pairs.iter().map(|pair| pair.0))),
        ("b", longs(pairs.iter().map(|pair| pair.1))),
        ("text_a", texts(pairs.iter().map(|pair| text(&pair.0)))),
        ("text_b", texts(pairs.iter().map(|pair| text(&pair.1)))),
    ];
    let step = [&["verify"], options].concat();
    rows(&done(&step, &stream(&columns, 1000)))
}

/// Runs the chain on documents that are numbered from 0.
fn chain(corpus: &[String], options: &[&str]) -> Found {
    let step = |name: &'static str| [&[name], options].concat();
    let docs: Vec<i64> = (0..corpus.len() as i64).collect();
    let columns = [
        ("doc", longs(docs.iter().copied())),
        ("text", texts(corpus)),
    ];
    let sketched = done(&step("sketch"), &stream(&columns, 333));
    let (high, low, sizes) = (sketched.longs(1), sketched.longs(2), sketched.longs(3));
    let sketches = sketched.sketches();

    // Copies, verified by their shingle sets.
    let mut groups: BTreeMap<(i64, i64), Vec<i64>> = BTreeMap::new();
    for &doc in docs.iter().filter(|doc| sizes[**doc as usize] > 0) {
        let at = doc as usize;
        groups.entry((high[at], low[at])).or_default().push(doc);
    }
    let copies: Vec<(i64, i64)> = groups
        .values()
        .flat_map(|group| group[1..].iter().map(|doc| (group[0], *doc)))
        .collect();
    let mut first = docs.clone();
    for (a, b, shared, size_a, size_b, _) in verified(&copies, corpus, options) {
        assert!(shared == size_a && shared == size_b);
        first[b as usize] = a;
    }
    let is_distinct = |doc: &i64| first[*doc as usize] == *doc && sizes[*doc as usize] > 0;
    let distinct: Vec<i64> = docs.into_iter().filter(is_distinct).collect();

    // Buckets.
    let own = distinct.iter().map(|doc| sketches[*doc as usize].clone());
    let own: Vec<Vec<u8>> = own.collect();
    let columns = [("doc", longs(distinct)), ("sketch", bytes(&own))];
    let bands = done(&step("bands"), &stream(&columns, 500));
    let mut keyed: Vec<(i64, i64)> = bands.longs(0).into_iter().zip(bands.longs(1)).collect();
    keyed.sort_unstable();
    let columns = [
        ("key", longs(keyed.iter().map(|row| row.0))),
        ("doc", longs(keyed.iter().map(|row| row.1))),
    ];
    let proposed = done(&step("pairs"), &stream(&columns, 4000));
    let all = proposed.longs(0).into_iter().zip(proposed.longs(1));
    let all: BTreeSet<(i64, i64)> = all.collect();
    let outsized: BTreeSet<i64> = all.iter().filter(|p| p.0 == p.1).map(|p| p.0).collect();
    let both = |pair: &&(i64, i64)| outsized.contains(&pair.0) && outsized.contains(&pair.1);
    let candidates: Vec<(i64, i64)> = all.iter().filter(|pair| !both(pair)).copied().collect();

    // Verifies the candidates by their texts.
    let mut pairs = verified(&candidates, corpus, options);
    // The order must not matter.
    let columns = [
        ("doc", longs(outsized.iter().rev().copied())),
        (
            "text",
            texts(outsized.iter().rev().map(|doc| &corpus[*doc as usize])),
        ),
    ];
    let joined = done(&step("join"), &stream(&columns, 700));
    pairs.extend(rows(&joined));
    pairs.sort_unstable();
    Found {
        first,
        pairs,
        outsized: outsized.len(),
        capped: joined.report()["capped"].as_u64().unwrap(),
    }
}

/// What the method `lsh` finds: first documents, and pairs.
fn locally(corpus: &[String], sketching: Sketching, threshold: f64) -> (Vec<i64>, Vec<Row>) {
    let normaliser = Normaliser::new(&Normalisation::default()).unwrap();
    let terms = corpus.iter().map(|text| {
        let mut terms = Vec::new();
        normaliser.hashes(text, &mut terms);
        terms
    });
    let collection = made::collection(&terms.collect::<Vec<_>>(), sketching);
    let identical = Identical::new(&collection);
    let (method, cancel) = (MethodConfig::from(Method::Lsh), Cancel::default());
    let result = find(
        &collection,
        &identical,
        &method,
        threshold,
        threshold,
        &cancel,
    );
    assert_eq!(result.info.capped, 0);
    let number = |doc: DocNo| i64::from(doc.0);
    let row = |pair: &Pair| {
        let [shared, size_a, size_b] = [
            pair.overlap.shared,
            pair.overlap.size_a,
            pair.overlap.size_b,
        ];
        let ends = (number(pair.a), number(pair.b));
        (
            ends.0,
            ends.1,
            shared.into(),
            size_a.into(),
            size_b.into(),
            pair.agreeing as i32,
        )
    };
    let mut pairs: Vec<Row> = result.pairs.iter().map(row).collect();
    pairs.sort_unstable();
    let first = result.representative.iter().map(|doc| number(*doc));
    (first.collect(), pairs)
}

#[test]
fn the_chain_finds_the_pairs_of_lsh_in_a_synthetic_corpus() {
    let synth = Synth::new(3_000, 90, 0.3, 21);
    let corpus: Vec<String> = (0..synth.documents()).map(|n| synth.text(n)).collect();
    for (options, sketching, threshold) in [
        (&[][..], Sketching::default(), 0.8),
        (
            &args_of("--k 3 --permutations 128 --bits 8 --bag --threshold 0.6")[..],
            Sketching {
                k: 3,
                permutations: 128,
                bits: 8,
                bag: true,
                ..Sketching::default()
            },
            0.6,
        ),
    ] {
        let result = chain(&corpus, options);
        let (first, pairs) = locally(&corpus, sketching, threshold);
        assert_eq!(result.first, first);
        assert!(pairs.len() > 100 && pairs == result.pairs);
        assert_eq!((result.outsized, result.capped), (0, 0));
    }
}

#[test]
fn the_chain_finds_the_pairs_of_lsh_in_an_outsized_bucket() {
    // 5,000 identical documents, 1,500 that differ from them in a few words, and others.
    let base = words(7, 60);
    let mut corpus = vec![base.join(" "); 5_000];
    corpus.extend((0..1_500).map(|i| {
        let mut text = base.clone();
        // At the ends, where a word is in one shingle only.
        text[0] = format!("other{}", i % 40);
        text[59] = format!("end{}", i / 40);
        text.join(" ")
    }));
    corpus.extend((0..200).map(|i| words(1_000 + i / 2, 50 + (i % 2) as usize).join(" ")));
    // Shuffles the documents.
    let mut order: Vec<usize> = (0..corpus.len()).collect();
    order.sort_by_key(|i| shinglescope::text::shingles::mix(*i as u64));
    let corpus: Vec<String> = order.iter().map(|i| corpus[*i].clone()).collect();
    let result = chain(&corpus, &[]);
    let (first, pairs) = locally(&corpus, Sketching::default(), 0.8);
    assert_eq!(result.first, first);
    let copies = (0..)
        .zip(&first)
        .filter(|(doc, first)| doc != *first)
        .count();
    assert_eq!(copies, 4_999);
    assert!(result.outsized > 1_000, "{}", result.outsized);
    assert_eq!(result.capped, 0);
    assert!(pairs.len() > 1_000_000 && pairs == result.pairs);
}
