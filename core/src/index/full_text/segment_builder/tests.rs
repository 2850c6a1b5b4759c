//! Compares segments of our builder with segments of tantivy's own writer.

use proptest::prelude::*;
use tantivy::postings::Postings;
use tantivy::schema::{IndexRecordOption, TantivyDocument};
use tantivy::{DocSet, Index, IndexWriter, SegmentReader, TERMINATED, doc};

use super::super::schema::build;
use crate::index::{FullTextWriter, create_in_memory};

/// Entry of a segment for a term: its field and bytes, then documents with frequencies and positions.
type TermEntry = (u32, Vec<u8>, Vec<(u32, u32, Vec<u32>)>);

/// All that a reader can see in the only segment of `index`.
fn content(index: &Index) -> (Vec<TermEntry>, Vec<String>, Vec<Vec<u8>>, Vec<u64>) {
    let searcher = index.reader().unwrap().searcher();
    let [segment]: &[SegmentReader; 1] = searcher.segment_readers().try_into().unwrap();
    let (schema, fields) = build();
    let (mut terms, mut norms) = (Vec::new(), Vec::new());
    for (field, _) in schema.fields() {
        let inverted = segment.inverted_index(field).unwrap();
        norms.push(inverted.total_num_tokens().to_be_bytes().to_vec());
        let mut stream = inverted.terms().stream().unwrap();
        while stream.advance() {
            let info = stream.value().clone();
            let option = IndexRecordOption::WithFreqsAndPositions;
            let mut postings = inverted.read_postings_from_terminfo(&info, option).unwrap();
            let mut documents = Vec::new();
            while postings.doc() != TERMINATED {
                let mut positions = Vec::new();
                if field != fields.key && field != fields.id {
                    postings.positions(&mut positions);
                }
                documents.push((postings.doc(), postings.term_freq(), positions));
                postings.advance();
            }
            assert_eq!(info.doc_freq as usize, documents.len());
            terms.push((field.field_id(), stream.key().to_vec(), documents));
        }
        let of_field = segment.get_fieldnorms_reader(field).unwrap();
        norms.push(
            (0..segment.max_doc())
                .map(|d| of_field.fieldnorm_id(d))
                .collect(),
        );
    }
    let stored = (0..segment.max_doc()).map(|doc| {
        let address = tantivy::DocAddress::new(0, doc);
        let document: TantivyDocument = searcher.doc(address).unwrap();
        tantivy::schema::document::Document::to_json(&document, &schema)
    });
    let stored = stored.collect();
    let keys = segment.fast_fields().u64("key").unwrap();
    let keys = (0..segment.max_doc()).filter_map(|doc| keys.first(doc));
    (terms, stored, norms, keys.collect())
}

fn by_tantivy(documents: &[[String; 3]]) -> Index {
    let index = create_in_memory().unwrap();
    let fields = build().1;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, 16_000_000).unwrap();
    for (key, [id, title, body]) in (0_u64..).zip(documents) {
        let document = doc!(
            fields.key => key * 300,
            fields.id => id.as_str(),
            fields.path => id.as_str(),
            fields.title => title.as_str(),
            fields.body => body.as_str(),
        );
        writer.add_document(document).unwrap();
    }
    writer.commit().unwrap();
    index
}

fn by_us(documents: &[[String; 3]]) -> Index {
    let index = create_in_memory().unwrap();
    let mut writer = FullTextWriter::new(&index, 1).unwrap();
    for (key, [id, title, body]) in (0..).zip(documents) {
        let [id, title, body] = [id, title, body].map(String::clone);
        writer.add(key * 300, id, title, body).unwrap();
    }
    writer.commit("").unwrap();
    index
}

fn assert_equal(documents: &[[String; 3]]) {
    let (ours, tantivys) = (content(&by_us(documents)), content(&by_tantivy(documents)));
    assert_eq!(ours, tantivys);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_segment_equals_the_segment_of_tantivys_writer(
        documents in prop::collection::vec(
            (
                "[ab]{0,2}",
                prop_oneof!["[a-c A-C]{0,20}", any::<String>()],
                prop_oneof![
                    "[a-d ]{0,600}",
                    "[a-d A-D日本éÉ\u{301}Σσ.,]{0,200}",
                    any::<String>(),
                ],
            ),
            1..40,
        ),
    ) {
        let documents: Vec<_> = documents.into_iter().map(|(a, b, c)| [a, b, c]).collect();
        assert_equal(&documents);
    }
}

/// The mark U+1E000 is part of a word; U+1CE2 is not part of a word and precedes it in normal form: the second term is
/// the mark with `j`, and its span is only `j`.
#[test]
fn a_term_whose_span_is_another_word_is_not_counted_as_that_word() {
    let documents = ["J[", "\u{16d40}\u{1e000}\u{1ce2}J ", "\u{1e000}j j"];
    let documents = documents.map(|body| [String::new(), String::new(), body.to_owned()]);
    assert_equal(&documents);
    let reversed = [2, 1, 0].map(|at: usize| documents[at].clone());
    assert_equal(&reversed);
}

#[test]
fn segments_of_many_documents_and_of_too_long_words_equal_tantivys() {
    let long = |n: usize| "Éx".repeat(n);
    let text = |i: usize| {
        let words = (0..i % 700).map(|j| format!("w{} common", (i * j * 7919) % 5_000));
        words.collect::<Vec<_>>().join(" ")
    };
    let mut documents: Vec<_> = (0..400)
        .map(|i| [format!("a/{}.txt", i % 300), format!("Title {i}"), text(i)])
        .collect();
    for length in [5_000, 21_841, 21_842, 21_843, 21_844, 40_000] {
        let body = format!("before {} after after", long(length));
        documents.push([long(length), String::new(), body]);
    }
    assert_equal(&documents);
}
