//! Tests of filtering and ordering, against a stable sort and the definitions.

use proptest::prelude::*;

use super::*;
use crate::config::Purpose;
use crate::filter::Target;
use crate::index::made;
use crate::settings::Sketching;
use crate::similarity::{Overlap, Pair};

const DOCUMENTS: u32 = 60;

fn collection() -> Collection {
    let document = |i: u32| (0..u64::from(i % 7 * 3)).collect();
    let documents: Vec<Vec<u64>> = (0..DOCUMENTS).map(document).collect();
    made::collection(&documents, Sketching::default())
}

fn row(seed: u64) -> PairRow {
    let n = |salt: u64, below: u64| {
        let mixed = (seed ^ (salt << 40)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 33) as u32 % below as u32
    };
    let a = n(1, u64::from(DOCUMENTS) - 1);
    let evidence = Evidence {
        only: Default::default(),
        words_a: n(2, 9),
        words_b: n(3, 9),
        longest: n(4, 9),
        passages: n(5, 4),
        weight: 0.0,
    };
    PairRow {
        pair: Pair {
            a: DocNo(a),
            b: DocNo(a + 1 + n(6, u64::from(DOCUMENTS - a - 1).max(1)).min(DOCUMENTS - a - 2)),
            overlap: Overlap {
                shared: n(7, 10),
                size_a: 10,
                size_b: 12,
            },
            agreeing: 0,
        },
        evidence: (n(8, 5) > 0).then_some(evidence),
    }
}

fn list(rows: Vec<PairRow>) -> Arc<PairList> {
    Arc::new(PairList {
        purpose: Purpose::CopiedText,
        rows,
        complete: false,
        note: String::new(),
    })
}

fn arrangement(list: &Arc<PairList>, column: PairColumn, filter: &str) -> PairArrangement {
    PairArrangement {
        list: Arc::clone(list),
        column,
        filter: Filter::parse(filter, Target::Pairs).unwrap(),
        review: None,
    }
}

/// The figure of a column by definition; for names, their position among the documents.
fn figure(collection: &Collection, row: &PairRow, column: PairColumn) -> Option<f64> {
    let share = |words: u32, doc: DocNo| match collection.terms(doc).len() {
        0 => 0.0,
        terms => f64::from(words) / terms as f64,
    };
    let (a, b, e) = (row.pair.a, row.pair.b, row.evidence.as_ref());
    match column {
        PairColumn::Best => Some(0.0),
        PairColumn::Figure(figure) => match figure.name {
            "words" => e.map(|e| f64::from(e.words_a.min(e.words_b))),
            "of_a" => e.map(|e| share(e.words_a, a)),
            "of_b" => e.map(|e| share(e.words_b, b)),
            "longest" => e.map(|e| f64::from(e.longest)),
            "passages" => e.map(|e| f64::from(e.passages)),
            "jaccard" => Some(row.pair.jaccard()),
            _ => figure.of_pair(&PairData::new(collection, &row.pair, e)),
        },
        PairColumn::A => Some(f64::from(a.0) * 1e6 + f64::from(b.0)),
        PairColumn::B => Some(f64::from(b.0) * 1e6 + f64::from(a.0)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_order_equals_a_stable_sort_of_the_matching_rows(
        seeds in prop::collection::vec(any::<u64>(), 0..80),
    ) {
        let collection = collection();
        let list = list(seeds.into_iter().map(row).collect());
        for column in PairColumn::all(Measure::Jaccard) {
            let got = arrange(&collection, &arrangement(&list, column, "words>=3 passages>0"), &Bridging::default(), &Cancel::default());
            let got = got.unwrap();
            let keep = |i: &u32| match list.rows[*i as usize].evidence {
                Some(e) => e.words() >= 3 && e.passages > 0,
                None => false,
            };
            let mut expected: Vec<u32> = (0..list.rows.len() as u32).filter(keep).collect();
            expected.sort_by(|x, y| {
                let value = |i: &u32| figure(&collection, &list.rows[*i as usize], column);
                match (value(x), value(y)) {
                    (Some(x), Some(y)) if column.rises() => x.total_cmp(&y),
                    (Some(x), Some(y)) => y.total_cmp(&x),
                    (x, y) => y.is_some().cmp(&x.is_some()),
                }
            });
            prop_assert_eq!(&got.order, &expected, "{:?}", column);
            let unknown = list.rows.iter().filter(|row| row.evidence.is_none()).count();
            prop_assert_eq!(got.unknown, unknown);
        }
    }
}

#[test]
fn a_list_of_other_documents_is_not_arranged() {
    let mut other_row = row(1);
    other_row.pair.b = DocNo(DOCUMENTS);
    let list = list(vec![other_row]);
    let arrangement = arrangement(&list, PairColumn::Best, "");
    assert!(
        arrange(
            &collection(),
            &arrangement,
            &Bridging::default(),
            &Cancel::default()
        )
        .is_none()
    );
}
