//! Title, author and date in the metadata of files: they are shown, and do not change the text.

use shinglescope::corpus::read::{document, work};
use shinglescope::corpus::{Document, Source, discover};
use shinglescope::settings::Reading;

use crate::support::Work;

/// The documents of one file.
fn read(content: &str, name: &str, reading: &Reading) -> Vec<Document> {
    let folder = Work::new();
    folder.write(name, content);
    let source = Source::Paths(vec![folder.corpus().join(name)]);
    let listing = discover(&source, reading, |_| true).unwrap();
    let units = listing
        .entries
        .into_iter()
        .flat_map(|entry| work(entry, reading));
    let documents: Vec<Document> = units.map(|unit| document(unit, reading).unwrap()).collect();
    for document in &documents {
        let row = &document.row;
        let again = shinglescope::corpus::read::again(&row.id, &row.location, reading).unwrap();
        assert_eq!(again.author, document.author);
        assert_eq!(again.row.title, row.title);
    }
    documents
}

#[test]
fn front_matter_names_title_author_and_date_and_stays_in_the_text() {
    let text = "---\ntitle: \"Mills: a list\"\nauthor: [Ada Brook, Bo Ford]\ndate: 2024-05-01\n---\n# Heading\n";
    for name in ["a.md", "a.txt", "a"] {
        let [read] = &read(text, name, &Reading::default())[..] else {
            panic!("one document");
        };
        assert_eq!(read.row.title, "Mills: a list", "{name}");
        assert_eq!(read.author.as_deref(), Some("Ada Brook, Bo Ford"), "{name}");
        assert_eq!(read.text, text);
    }
    let only_a_date = "---\ndate: 2024-05-01\n---\n# Heading\n";
    for text in [only_a_date, "# Heading\n\ntitle: no\n"] {
        let read = read(text, "a.md", &Reading::default());
        assert_eq!(read[0].row.title, "Heading");
        assert_eq!(read[0].author, None);
    }
}

#[test]
fn authors_of_rows_come_from_a_named_or_a_guessed_field() {
    let by = |name: &str, content: &str, field: &str| {
        let reading = Reading {
            author_field: field.into(),
            ..Reading::default()
        };
        read(content, name, &reading)[0].author.clone()
    };
    let table = "id,text,Byline,x\n1,some words,Ada,Bo\n";
    assert_eq!(by("a.csv", table, "").as_deref(), Some("Ada"));
    assert_eq!(by("a.csv", table, "x").as_deref(), Some("Bo"));
    let row = "{\"text\":\"some words\",\"author\":\"Ada\",\"meta\":{\"by\":\"Bo\"}}\n";
    assert_eq!(by("a.jsonl", row, ""), None);
    assert_eq!(by("a.jsonl", row, "author").as_deref(), Some("Ada"));
    assert_eq!(by("a.jsonl", row, "meta.by").as_deref(), Some("Bo"));
}

#[test]
fn the_fingerprint_of_a_row_does_not_depend_on_its_author() {
    let table = |by: &str| format!("id,text,author\n1,some words,{by}\n");
    let documents = |content: &str| read(content, "a.csv", &Reading::default());
    let print = |content: &str| documents(content)[0].row.fingerprint;
    assert_eq!(print(&table("Ada")), print(&table("Bo")));
    assert_eq!(print(&table("Ada")), print("id,text\n1,some words\n"));
}

#[test]
fn a_guessed_author_field_is_reported() {
    let work = Work::new();
    let table = "nr,answer,author\n1,some words here,Ada\n2,some words here,Bo\n";
    work.write("a.csv", table);
    let ran = work.run(&["pairs", "corpus", "--in-memory"]);
    assert!(ran.talk.contains("author from \"author\""), "{}", ran.talk);
    let ran = work.ran("pairs corpus --in-memory --text-field answer --set author-field=nope");
    assert!(ran.talk.contains("--set author-field"), "{}", ran.talk);
}
