//! Queries on a small index in memory.

use super::*;

const DOCS: [(&str, &str, &str); 6] = [
    (
        "garden/bees.txt",
        "Bees in the garden",
        "The bees leave the hive at noon. A swarm of bees hangs in the pear tree.",
    ),
    (
        "garden/pears.txt",
        "Pears",
        "Pears ripen in late September; the tree needs a cold winter.",
    ),
    (
        "harbour/light.md",
        "The last keeper",
        "The keeper of the light left the harbour in 1931.",
    ),
    ("languages/ja.txt", "港の朝", "東京タワーの港に朝が来る。"),
    (
        "languages/fr.txt",
        "Le café",
        "Le cafe\u{301} noir du matin, à la même heure.",
    ),
    ("tiny.txt", "tiny.txt", ""),
];

/// An index of documents with id, title and text; their keys are their positions.
pub(super) fn of_documents<'a>(
    documents: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
) -> FullText {
    let index = create_in_memory().unwrap();
    let mut writer = FullTextWriter::new(&index, 1).unwrap();
    for (key, (id, title, body)) in (0..).zip(documents) {
        let [id, title, body] = [id, title, body].map(str::to_owned);
        writer.add(key, id, title, body).unwrap();
    }
    writer.commit("").unwrap();
    writer.finish().unwrap();
    FullText::open(&index).unwrap()
}

fn index() -> FullText {
    of_documents(DOCS)
}

fn keys(query: &str) -> Vec<u64> {
    let hits = index().search(query, 10).unwrap();
    let mut keys: Vec<u64> = hits.hits.iter().map(|h| h.key).collect();
    assert_eq!(hits.total, keys.len());
    keys.sort_unstable();
    keys
}

#[test]
fn an_excluded_phrase_may_occur_anywhere() {
    // The excluded phrase occurs in the first of the documents with "the", in a later one, or in none.
    assert_eq!(keys("the -\"pear tree\""), [1, 2]);
    assert_eq!(keys("the -\"needs a cold\""), [0, 2]);
    assert_eq!(keys("the -\"no such words\""), [0, 1, 2]);
    assert_eq!(keys("(the -(\"cold winter\" OR \"the harbour\"))^2"), [0]);
    assert_eq!(keys("title:bees -\"the light left\""), [0]);
    assert_eq!(keys("+the -\"the bees leave\" -\"late september\""), [2]);
}

#[test]
fn words_are_found_in_title_text_and_path() {
    assert_eq!(keys("tree"), [0, 1]);
    assert_eq!(keys("BEES"), [0]);
    assert_eq!(keys("harbour"), [2]);
    assert_eq!(keys("garden"), [0, 1]);
    assert_eq!(keys("languages"), [3, 4]);
    assert_eq!(keys("nowhere"), [0_u64; 0]);
}

#[test]
fn phrases_match_adjacent_words() {
    assert_eq!(keys("\"swarm of bees\""), [0]);
    assert_eq!(keys("\"bees of swarm\""), [0_u64; 0]);
    assert_eq!(keys("\"leave hive\"~1"), [0]);
    assert_eq!(keys("\"pear tr\"*"), [0]);
}

#[test]
fn fields_and_operators_are_understood() {
    assert_eq!(keys("title:keeper"), [2]);
    assert_eq!(keys("title:harbour"), [0_u64; 0]);
    assert_eq!(keys("path:harbour"), [2]);
    assert_eq!(keys("id:garden/bees.txt"), [0]);
    assert_eq!(keys("id:\"garden/bees.txt\""), [0]);
    assert_eq!(keys("path:garden -body:bees"), [1]);
    assert_eq!(keys("tree AND winter"), [1]);
    assert_eq!(keys("+the +(swarm OR harbour)"), [0, 2]);
    assert_eq!(keys("title:\"last keeper\""), [2]);
    assert_eq!(keys("swarm ) keeper"), [0, 2]);
}

#[test]
fn scripts_without_spaces_are_found_by_any_run_of_characters() {
    assert_eq!(keys("京"), [3]);
    assert_eq!(keys("東京"), [3]);
    assert_eq!(keys("京東"), [0_u64; 0]);
    assert_eq!(keys("タワー"), [3]);
    assert_eq!(keys("title:港"), [3]);
}

#[test]
fn composed_and_decomposed_letters_are_the_same() {
    assert_eq!(keys("CAFÉ"), [4]);
    assert_eq!(keys("body:cafe\u{301}"), [4]);
}

#[test]
fn odd_input_is_never_an_error_and_words_in_it_are_found() {
    let full_text = index();
    let deep = "(".repeat(1_000) + "bees";
    let nested = "(+".repeat(40) + "bees";
    let long = "bees ".repeat(100_000);
    for query in [
        "bees \"unfinished",
        "bees )(",
        "note:bees",
        "http://bees",
        "/bees/",
        "bees AND",
        "bees ^^",
        "+bees -",
        "bees {a TO",
        ":bees",
        "bees \\",
        "bees^1e99",
        "bees IN",
        "bees\u{0}\u{1b}[31m",
        "key:5 bees",
        "bees title:",
        &deep,
        &nested,
        &long,
    ] {
        let started = std::time::Instant::now();
        let hits = full_text.search(query, 10).unwrap();
        let shown: String = query.chars().take(40).collect();
        assert!(hits.hits.iter().any(|h| h.key == 0), "{shown:?}: {hits:?}");
        assert!(started.elapsed().as_secs() < 60, "{shown:?} took too long");
    }
    for query in [
        "",
        "\"",
        "()",
        "-",
        "*:*",
        "title:*",
        "[a TO b]",
        "title:[a TO b]",
        "NOT",
    ] {
        full_text.search(query, 10).unwrap();
    }
}

#[test]
fn ignored_parts_of_a_query_are_reported() {
    let full_text = index();
    let ignored = |query: &str| full_text.search(query, 10).unwrap().ignored;
    assert_eq!(ignored("bees tree \"pear tree\" -cold"), [""; 0]);
    assert_eq!(
        ignored("note:bees"),
        ["there is no field \"note\", so it is searched as a word (fields: title, body, path, id)"]
    );
    for query in ["bees \"unfinished", "bees [a TO", "(bees"] {
        assert!(!ignored(query).is_empty(), "{query}");
    }
}

#[test]
fn snippets_mark_the_matches_by_bytes() {
    let full_text = index();
    let hits = full_text.search("pear bees", 10).unwrap().hits;
    assert_eq!(marked(&hits[0]), ["bees", "bees", "pear"]);
    let hits = full_text.search("東京", 10).unwrap().hits;
    assert_eq!(marked(&hits[0]), ["東京"]);
}

#[test]
fn stored_texts_are_returned_unchanged() {
    let full_text = index();
    for (key, (_, _, body)) in DOCS.into_iter().enumerate() {
        assert_eq!(full_text.body(key as u64).unwrap().as_deref(), Some(body));
    }
    assert_eq!(full_text.body(99).unwrap(), None);
    assert_eq!(full_text.keys().unwrap(), [0, 1, 2, 3, 4, 5]);
}

/// An index of these documents, all with the title "a note".
fn indexed(bodies: &[&str]) -> FullText {
    let ids: Vec<String> = (0..bodies.len())
        .map(|key| format!("notes/{key}.txt"))
        .collect();
    let documents = ids.iter().zip(bodies);
    of_documents(documents.map(|(id, body)| (id.as_str(), "a note", *body)))
}

fn marked(hit: &Hit) -> Vec<&str> {
    let marks = hit.marks.iter();
    marks
        .map(|&(start, end)| &hit.snippet[start..end])
        .collect()
}

#[test]
fn matches_of_all_words_come_before_matches_of_any() {
    // The second and fourth have one rare word many times, which BM25 scores highest.
    let filler = "lorem ipsum dolor sit amet consectetur ".repeat(30);
    let full_text = indexed(&[
        &format!("{filler} heron"),
        "heron heron heron heron heron",
        &format!("{filler} {filler} the heron stood by the weir at noon {filler}"),
        "weir weir weir weir",
        "nothing of the kind",
    ]);
    let order = |query: &str, limit: usize| {
        let hits = full_text.search(query, limit).unwrap();
        let keys: Vec<u64> = hits.hits.iter().map(|hit| hit.key).collect();
        (keys, hits.total)
    };
    let (keys, total) = order("heron weir", 10);
    assert_eq!((keys[0], keys.len(), total), (2, 4, 4));
    assert_eq!(order("heron weir", 1), (vec![2], 4));
    assert_eq!(order("\"heron stood\" weir", 10).0[0], 2);
    assert_eq!(order("heron -weir", 10).1, 2);
    assert_eq!(order("heron OR weir", 10).1, 4);
}

#[test]
fn a_snippet_shows_its_match_near_its_start_and_has_its_position() {
    let filler = "one two three four five six seven eight nine ten ".repeat(12_000);
    let far = format!("{filler}and then the grey heron stood by the weir. {filler}");
    let full_text = indexed(&[
        &far,
        "the the the heron and much later, grey, the heron stood",
    ]);
    for query in [
        "\"grey heron stood\"",
        "heron weir",
        "the \"grey heron\"",
        "weir",
    ] {
        let hits = full_text.search(query, 10).unwrap();
        let hit = hits.hits.iter().find(|hit| hit.key == 0).unwrap();
        let at = hit.at.unwrap();
        assert_eq!(far.get(at..at + hit.snippet.len()), Some(&*hit.snippet));
        assert!(hit.marks[0].0 <= 40, "{query}: {hit:?}");
        let expected: &[&str] = match query {
            "\"grey heron stood\"" => &["grey heron stood"],
            "heron weir" => &["heron", "weir"],
            "weir" => &["weir"],
            _ => &["the", "grey heron", "the"],
        };
        assert_eq!(marked(hit), expected, "{query}");
    }
    // A phrase is marked where it occurs, not where its words occur.
    let hits = full_text.search("\"heron stood\"", 10).unwrap();
    let hit = hits.hits.iter().find(|hit| hit.key == 1).unwrap();
    assert_eq!(marked(hit), ["heron stood"]);
    // A phrase with gaps shows its words.
    let hits = full_text.search("\"grey stood\"~1", 10).unwrap();
    let hit = &hits.hits[0];
    assert_eq!(marked(hit), ["grey", "stood"]);
}

#[test]
fn the_snippet_shows_title_or_path_if_only_these_match() {
    let full_text = indexed(&["The tide turns at four.", "Another text."]);
    let first_hit = |query: &str| {
        let hits = full_text.search(query, 1).unwrap();
        let hit = hits.hits.into_iter().next().unwrap();
        let marks: Vec<String> = marked(&hit).into_iter().map(str::to_owned).collect();
        (hit.snippet, marks, hit.at)
    };
    let hit = first_hit("note");
    assert_eq!(hit, ("title: a note".into(), vec!["note".into()], None));
    let path = "path: notes/0.txt".to_owned();
    assert_eq!(first_hit("path:0"), (path.clone(), vec!["0".into()], None));
    let id = vec!["notes/0.txt".to_owned()];
    assert_eq!(first_hit("id:\"notes/0.txt\""), (path, id, None));
    assert_eq!(first_hit("-another *").2, Some(0));
}

/// Writers on several threads may add equal texts in any order.
#[test]
fn hits_of_equal_score_are_ordered_by_their_keys() {
    let index = create_in_memory().unwrap();
    let mut writer = FullTextWriter::new(&index, 1).unwrap();
    for key in (0..400).rev() {
        let body = "the heron stood by the weir at noon".to_owned();
        writer
            .add(key, format!("{key}.txt"), "a note".into(), body)
            .unwrap();
    }
    writer.commit("").unwrap();
    writer.finish().unwrap();
    let full_text = FullText::open(&index).unwrap();
    for query in ["heron", "heron weir noon", "\"heron stood\" weir"] {
        let hits = full_text.search(query, 7).unwrap();
        let keys: Vec<u64> = hits.hits.iter().map(|hit| hit.key).collect();
        assert_eq!((keys, hits.total), ((0..7).collect(), 400), "{query}");
    }
    let words = full_text.with_words(&["weir", "heron"], false, 7).unwrap();
    assert_eq!(words, ((0..7).collect(), 400));
}
